"""A table of 18ESP set by hand; money, certificates, trains and tiles stay complete."""

from __future__ import annotations

import msgspec

from dieciocho.engine.actions import Route, Run
from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import operating_order
from dieciocho.engine.state import BANK, IPO, OUT, POOL, Owner, Round, Seat
from dieciocho.engine.steps.rounds import begin_stock_round
from dieciocho.engine.tiles import STOP, Placed
from dieciocho.engine.track import add_station, candidates, open_hex
from dieciocho.games.g18esp.facts import ATTACHED, REMOVED, RESERVED, EspTurn, facts
from dieciocho.games.g18esp.phases import front
from dieciocho.games.g18esp.printed import printed
from dieciocho.games.g18esp.rounds import OperatingRound
from dieciocho.games.g18esp.stock import StockRound
from dieciocho.games.g18esp.turn import turn_steps

from .. import scenes

STEPS = {"home": 0, "track": 1, "run_trains": 2, "earnings": 3, "absorption": 4, "trains": 5}


class Scene(scenes.Scene):
    """A position after the auction; pioneers belong to seat 0 unless said otherwise."""

    def __init__(
        self,
        phase: str = "2",
        players: int = 4,
        edition: str = "rulebook",
        options: dict[str, str] | None = None,
        version: int | None = None,
    ) -> None:
        super().__init__("18esp", players, edition, options, version)
        self.state.agenda.clear()
        self.state.round = Round(kind="operating", number=2)
        for private in self.state.private_owner:
            self.state.private_owner[private] = 0
        self._phase(phase)

    def _phase(self, name: str) -> None:
        """Set the phase: the cards of former kinds and the first one of its own are gone."""
        self.set_phase(name)
        self.sell_off(self.game.phase.starts_with, REMOVED)
        if int(name) >= 5:
            self.pioneers(**dict.fromkeys(self.state.private_owner, OUT))

    # --- things ------------------------------------------------------------------------

    def pioneers(self, **owners: Owner) -> Scene:
        for private, owner in owners.items():
            self.state.private_owner[private] = owner
        return self

    def major(
        self,
        company: str,
        director: Seat = 0,
        par: int = 80,
        *,
        held: dict[Seat, int] | None = None,
        pool: int = 0,
        price: int | None = None,
        treasury: int = 500,
        launched: bool = True,
    ) -> Scene:
        """Start a major: shares of each player in tens of percent, the director's 2 included."""
        reserved = [RESERVED] * self.state.shares[company].count(RESERVED)
        self.deal(company, director, held or {director: 4}, *[POOL] * pool, last=IPO)
        dealt = self.state.shares[company]
        assert IPO in dealt[len(dealt) - len(reserved) :] or not reserved, "a share is reserved"
        self.state.shares[company] = (*dealt[: len(dealt) - len(reserved)], *reserved)
        self.state.par[company] = par
        self.price(company, price or par)
        if launched:
            self.state.floated = self.state.floated | {company}
            self.cash(company, treasury)
        return self

    def small(
        self, company: str, director: Seat = 0, value: int = 80, treasury: int = 200
    ) -> Scene:
        self.state.shares[company] = (director,)
        self.state.president[company] = director
        self.state.par[company] = value
        self.state.floated = self.state.floated | {company}
        return self.price(company, value).cash(company, treasury)

    def trains(self, company: str, *kinds: str) -> list[str]:
        """Give a company trains, from the bank or of those that are gone; return the cards."""
        return [self._train(company, kind) for kind in kinds]

    def _train(self, company: str, kind: str) -> str:
        trains, definition = self.state.trains, printed(self.game)
        wanted = self.game.kind_of(front(self.game, f"{kind}-0"))
        place = next(
            p
            for p in (BANK, REMOVED, OUT)
            if any(self.game.kind_of(card) == wanted for card in trains[p])
        )
        cards = [c for c in trains[place] if self.game.kind_of(c) == wanted]
        card = cards[-1]
        move_train(self.game, card, place, company)
        named = f"{kind}-{card.rpartition('-')[2]}"
        trains[company] = tuple(named if c == card else c for c in trains[company])
        if definition.trains[kind].parts:
            other = front(self.game, f"{definition.trains[kind].parts[1]}-0").rpartition("-")[0]
            recycled = next(c for c in trains[REMOVED] if self.game.kind_of(c) == other)
            move_train(self.game, recycled, REMOVED, ATTACHED)
            Play(self.game).set_facts(recycled={**facts(self.game).recycled, named: recycled})
        return named

    def done(self, company: str, *goals: str) -> Scene:
        """Let a company have reached goals; all that can be run for unless named."""
        goals = goals or ("destination", "area", "mine_port")
        now = facts(self.game)
        Play(self.game).set_facts(
            goals={**now.goals, company: goals}, unlocked={**now.unlocked, company: len(goals)}
        )
        return self

    def tender(self, company: str) -> Scene:
        """Give a company one of the tenders of pioneer 5."""
        now = facts(self.game)
        Play(self.game).set_facts(
            tenders=now.tenders | {company}, tenders_of_owner=max(0, now.tenders_of_owner - 1)
        )
        return self

    def market_tenders(self, count: int) -> Scene:
        """Put some of the tenders of pioneer 5 on the open market."""
        now = facts(self.game)
        Play(self.game).set_facts(
            tenders_for_sale=count, tenders_of_owner=max(0, now.tenders_of_owner - count)
        )
        return self

    # --- the board ---------------------------------------------------------------------

    def build(self, text: str) -> Scene:
        """Lay tiles by the sides they join, in order: `H10 0 3; D6 2/4; E21 0 1 3 4`."""
        for entry in text.split(";"):
            hex_name, _, rest = entry.strip().partition(" ")
            wanted = {frozenset(map(int, part.split())) for part in rest.split("/")}
            tile, rotation = next(
                (tile, rotation)
                for tile, rotations in self.options(hex_name)
                for rotation in rotations
                if _joined(self.game.definition.placed[tile, rotation]) == wanted
            )
            self.lay(hex_name, tile, rotation)
        return self

    def options(self, hex_name: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return the tiles that fit on what lies on a hex."""
        definition = self.game.definition
        old = self.state.board[definition.hexes[hex_name].index]
        return candidates(definition, hex_name, old)

    def stop(self, hex_name: str, side: int) -> str:
        """Return the stop of a hex to which a side leads, as routes name it."""
        tile = self.state.board[self.game.definition.hexes[hex_name].index]
        return f"{hex_name}.{tile.from_side[side][0] - STOP}"

    def open(self, *passes: str) -> Scene:
        for name in passes:
            open_hex(self.game.definition, self.state, name)
            Play(self.game).set_facts(open_passes=(*facts(self.game).open_passes, name))
        return self

    def station(self, company: str, hex_name: str, city: int = 0) -> Scene:
        stops = self.state.board[self.game.definition.hexes[hex_name].index].tile.stops
        add_station(self.state, (hex_name, city), company, stops[city].slots)
        self.state.stations_left[company] -= 1
        if self.game.definition.companies[company].home == hex_name:
            self.state.homes[company] = (hex_name, city)
        return self

    # --- the course --------------------------------------------------------------------

    def turn(self, company: str, step: str = "track") -> Game:
        """Let a company operate, from one of its steps on."""
        order = tuple(self.game.rules.turn_order(self.game, "operating"))
        self.state.round = msgspec.structs.replace(
            self.state.round, order=order, index=order.index(company)
        )
        charter = self.game.definition.companies[company]
        first = self.state.stations_left[company] == charter.stations
        self.state.turn = EspTurn(company=company, first=first)
        self.state.agenda[:] = [OperatingRound()]
        return self.start(*turn_steps(self.game)[STEPS[step] :])

    def earned(self, company: str, revenue: int, income: int = 0) -> Game:
        """Let a company decide about what it has earned."""
        order = tuple(operating_order(self.game))
        self.state.round = msgspec.structs.replace(
            self.state.round, order=order, index=order.index(company)
        )
        self.state.turn = EspTurn(company=company, revenue=revenue, bonus_income=income)
        self.state.agenda[:] = [OperatingRound()]
        return self.start(*turn_steps(self.game)[STEPS["earnings"] :])

    def last_round(self) -> Scene:
        """Let it be the third operating round after the last stock round."""
        Play(self.game).set_facts(final=True, last_set=2)
        self.state.round = Round(kind="operating", number=2, part=3, parts=3)
        return self

    def stock(self, number: int = 2) -> Game:
        """Begin a stock round."""
        self.state.turn = None
        begin_stock_round(Play(self.game), number, StockRound())
        return self.ready()


def _joined(tile: Placed) -> set[frozenset[int]]:
    if tile.tile.stops:
        return {frozenset(sides) for sides in tile.stop_sides}
    return set(tile.joins())


def run(**routes: str) -> Run:
    """Name routes by train: run(**{"2-0": "B26.0-..."})."""
    return Run(tuple(Route(card, path) for card, path in routes.items()))
