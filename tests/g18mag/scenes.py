"""A table of 18Magyarország set by hand; money, certificates and tiles stay complete."""

from __future__ import annotations

import msgspec

from dieciocho.engine.actions import Route, Run
from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK, POOL, Owner, Round, Seat
from dieciocho.engine.steps.rounds import begin_stock_round
from dieciocho.engine.steps.stations import put_station
from dieciocho.games.g18mag.draft import found_minor, minors_left, remove_minor
from dieciocho.games.g18mag.facts import MagTurn, minors
from dieciocho.games.g18mag.majors import major_steps
from dieciocho.games.g18mag.rounds import OperatingRound
from dieciocho.games.g18mag.stock import StockRound
from dieciocho.games.g18mag.turn import minor_steps

from .. import scenes

START = {"track": 0, "station": 1, "scrap": 2, "run_trains": 3, "split_revenue": 4, "trains": 5}


class Scene(scenes.Scene):
    """A position after the draft: the minors named are in play, all owned by seat 0."""

    def __init__(
        self,
        *in_play: str,
        players: int = 3,
        edition: str = "rulebook",
        owners: dict[str, Seat] | None = None,
        prices: str | None = None,
        version: int | None = None,
        house: dict[str, str] | None = None,
    ) -> None:
        options = {**({"prices": prices} if prices else {}), **(house or {})}
        super().__init__("18mag", players, edition, options, version)
        self.state.agenda.clear()
        for minor in in_play:
            found_minor(Play(self.game), minor, (owners or {}).get(minor, 0))
        for minor in minors_left(self.game):
            remove_minor(Play(self.game), minor)
        order = (*minors(self.game), *self.state.cell)
        self.state.round = Round(kind="operating", order=order)
        Play(self.game).set_facts(train_sold=False)

    def money(self, **amounts: int) -> Scene:
        """Set treasuries (m6=30 is minor 6, p0=100 a player); the bank gives the difference."""
        names: dict[str, Owner] = {"GC": "G&C"}
        for name, amount in amounts.items():
            owner: Owner = names.get(name, name)
            if name[0] in "mp" and name[1:].isdigit():
                owner = name[1:] if name[0] == "m" else int(name[1:])
            self.cash(owner, amount)
        return self

    def phase(self, name: str) -> Scene:
        self.set_phase(name)
        return self

    def trains(self, minor: str, *kinds: str) -> Scene:
        """Give a minor exactly these trains."""
        for card in self.state.trains[minor]:
            move_train(self.game, card, minor, BANK)
        for kind in kinds:
            card = next(c for c in self.state.trains[BANK] if self.game.kind_of(c) == kind)
            move_train(self.game, card, BANK, minor)
        return self

    def station(self, company: str, hex_name: str, city: int = 0) -> Scene:
        put_station(self.game, company, (hex_name, city))
        return self

    def held(self, company: str, director: Seat | None = None, **tens: int) -> Scene:
        """Deal a major's shares: p0=3 is 30 % for seat 0, a director's certificate included."""
        shares = {int(name[1:]): count for name, count in tens.items()}
        self.deal(company, POOL if director is None else director, shares, last=POOL)
        return self

    def turn(self, company: str, step: str = "track") -> Game:
        """Let a company operate, from one of its steps on."""
        order = tuple(self.game.rules.turn_order(self.game, "operating"))
        current = self.state.round
        if current.kind != "operating":
            current = Round(kind="operating", number=current.number)
        self.state.round = msgspec.structs.replace(current, order=order, index=order.index(company))
        self.state.turn = MagTurn(company=company)
        self.state.agenda[:] = [OperatingRound()]
        major = company not in minors(self.game)
        return self.start(
            *(major_steps(self.game) if major else minor_steps(self.game)[START[step] :])
        )

    def end_of_minors(self) -> Game:
        """Let the last minor be about to end its turn."""
        last = minors(self.game)[-1]
        return self.turn(last, "trains")

    def stock(self, first: Seat = 0, number: int = 2) -> Game:
        """Begin a stock round."""
        self.state.priority = first
        self.state.turn = None
        begin_stock_round(Play(self.game), number, StockRound())
        return self.ready()


def run(game: Game, **routes: str) -> Run:
    """Name routes by train: t2_0="B17.0-..." is the card 2-0."""
    return Run(tuple(Route(k[1:].replace("_", "-"), path) for k, path in routes.items()))


def pass_on(game: Game, until: str) -> Game:
    """Pass (or run and pay nothing) until a step of this name is due."""
    for _ in range(200):
        if game.over or game.step.id == until:
            return game
        names = [c for c in game.legal_actions() if c.action.__class__.__name__ == "Pass"]
        game.play(names[0] if names else game.legal_actions()[0])
    raise AssertionError(f"{until} never came")
