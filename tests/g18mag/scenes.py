"""A table of 18Magyarország set by hand; money, certificates and tiles stay complete."""

from __future__ import annotations

import msgspec

import dieciocho
from dieciocho.engine.actions import Route, Run
from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game
from dieciocho.engine.invariants import check
from dieciocho.engine.shares import operating_order, put_marker
from dieciocho.engine.state import BANK, POOL, Owner, Round, Seat
from dieciocho.engine.steps.rounds import begin_stock_round
from dieciocho.engine.steps.stations import put_station
from dieciocho.engine.track import put_tile
from dieciocho.games.g18mag.draft import found_minor, minors_left, remove_minor
from dieciocho.games.g18mag.facts import MagTurn, minors
from dieciocho.games.g18mag.majors import major_steps
from dieciocho.games.g18mag.rounds import OperatingRound
from dieciocho.games.g18mag.stock import StockRound
from dieciocho.games.g18mag.turn import minor_steps

from ..support import NAMES

START = {"Track": 0, "Station": 1, "Scrap": 2, "RunTrains": 3, "SplitRevenue": 4, "Trains": 5}


class Scene:
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
        game = dieciocho.new_game("18mag", NAMES[:players], edition=edition, options=options)
        if version is not None:
            game = Game(msgspec.structs.replace(game.header, version=version), game.rules)
        self.game = game
        self.state = self.game.state
        self.state.agenda.clear()
        for minor in in_play:
            found_minor(self.game, minor, (owners or {}).get(minor, 0))
        for minor in minors_left(self.game):
            remove_minor(self.game, minor)
        order = (*minors(self.game), *self.state.cell)
        self.state.round = Round(kind="operating", order=order)
        self.game.set_facts(train_sold=False)

    def cash(self, **amounts: int) -> Scene:
        """Set treasuries (m6=30 is minor 6, p0=100 a player); the bank gives the difference."""
        names: dict[str, Owner] = {"GC": "G&C"}
        for name, amount in amounts.items():
            owner: Owner = names.get(name, name)
            if name[0] in "mp" and name[1:].isdigit():
                owner = name[1:] if name[0] == "m" else int(name[1:])
            self.state.cash[BANK] -= amount - self.state.cash[owner]
            self.state.cash[owner] = amount
        return self

    def phase(self, name: str) -> Scene:
        names = [phase.name for phase in self.game.definition.phases]
        self.state.phase = names.index(name)
        return self

    def trains(self, minor: str, *kinds: str) -> Scene:
        """Give a minor exactly these trains."""
        for card in self.state.trains[minor]:
            move_train(self.game, card, minor, BANK)
        for kind in kinds:
            card = next(c for c in self.state.trains[BANK] if self.game.kind_of(c) == kind)
            move_train(self.game, card, BANK, minor)
        return self

    def tiles(self, text: str) -> Scene:
        """Lay tiles given as `E18 57 0; E20 9 1` in order."""
        for entry in text.split(";"):
            hex_name, tile, turned = entry.split()
            placed = self.game.definition.placed[tile, int(turned)]
            put_tile(self.game.definition, self.state, hex_name, placed)
        return self

    def station(self, company: str, hex_name: str, city: int = 0) -> Scene:
        put_station(self.game, company, hex_name, city)
        return self

    def held(self, company: str, director: Seat | None = None, **tens: int) -> Scene:
        """Deal a major's shares: p0=3 is 30 % for seat 0, a director's certificate included."""
        holders: list[Owner] = [POOL if director is None else director]
        for name, count in tens.items():
            seat = int(name[1:])
            holders += [seat] * (count - 2 if seat == director else count)
        holders += [POOL] * (9 - len(holders))
        self.state.shares[company] = tuple(holders)
        if director is not None:
            self.state.president[company] = director
        return self

    def price(self, company: str, price: int) -> Scene:
        put_marker(self.game, company, self.game.definition.market.price.index(price))
        return self

    def turn(self, company: str, step: str = "Track") -> Game:
        """Let a company operate, from one of its steps on."""
        order = (*minors(self.game), *operating_order(self.game))
        current = self.state.round
        if current.kind != "operating":
            current = Round(kind="operating", number=current.number)
        self.state.round = msgspec.structs.replace(current, order=order, index=order.index(company))
        self.state.turn = MagTurn(company=company)
        self.state.agenda[:] = [OperatingRound()]
        major = company not in minors(self.game)
        steps = major_steps(self.game) if major else minor_steps(self.game)[START[step] :]
        self.game.push(*steps)
        return self._go()

    def end_of_minors(self) -> Game:
        """Let the last minor be about to end its turn."""
        last = minors(self.game)[-1]
        return self.turn(last, "Trains")

    def stock(self, first: Seat = 0, number: int = 2) -> Game:
        """Begin a stock round."""
        self.state.priority = first
        self.state.turn = None
        begin_stock_round(self.game, number, StockRound())
        return self._go()

    def _go(self) -> Game:
        self.game._advance()
        check(self.game)
        return self.game


def run(game: Game, **routes: str) -> Run:
    """Name routes by train: t2_0="B17.0-..." is the card 2-0."""
    return Run(tuple(Route(k[1:].replace("_", "-"), path) for k, path in routes.items()))


def pass_on(game: Game, until: str) -> Game:
    """Pass (or run and pay nothing) until a step of this name is due."""
    for _ in range(200):
        if game.over or game.step.name == until:
            return game
        names = [c for c in game.legal_actions() if c.action.__class__.__name__ == "Pass"]
        game.play(names[0] if names else game.legal_actions()[0])
    raise AssertionError(f"{until} never came")
