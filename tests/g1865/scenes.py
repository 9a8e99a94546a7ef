"""A table of 1865 set by hand; money, certificates, trains and tiles stay complete."""

from __future__ import annotations

import msgspec

import dieciocho
from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game
from dieciocho.engine.invariants import check
from dieciocho.engine.shares import operating_order, put_marker
from dieciocho.engine.state import BANK, IPO, OUT, POOL, Owner, Round, Seat
from dieciocho.engine.steps.rounds import begin_stock_round
from dieciocho.engine.track import put_tile
from dieciocho.games.g1865.components import figures
from dieciocho.games.g1865.connections import traffic_at
from dieciocho.games.g1865.dragons import DragonTurn
from dieciocho.games.g1865.facts import DRAGONS, SardiniaTurn, facts, set_loans, set_markers
from dieciocho.games.g1865.launch import turn_to_major
from dieciocho.games.g1865.rounds import OperatingRound, prepare_stock_round
from dieciocho.games.g1865.stations import place_free
from dieciocho.games.g1865.stock import StockTurn
from dieciocho.games.g1865.turn import turn_steps

from ..support import NAMES

STEPS = ("Mergers", "Track", "Mines", "Station", "PayDividend", "Trains", "EndOfTurn")


class Scene:
    """A position after the draft, in phase 2; the maritime companies are out unless given."""

    def __init__(
        self, players: int = 3, *, short: bool = False, version: int = 2, **house: str
    ) -> None:
        options = {"variant": "short"} if short else {}
        game = dieciocho.new_game("1865", NAMES[:players], options=options | house)
        header = msgspec.structs.replace(game.header, version=version)
        self.game = Game(header, game.rules)
        self.state = self.game.state
        self.state.agenda.clear()
        self.state.phase = 1
        for name in self.state.private_owner:
            self.state.private_owner[name] = OUT

    # --- things ------------------------------------------------------------------------

    def cash(self, owner: Owner, amount: int) -> Scene:
        """Set somebody's cash; the bank gives or takes the difference."""
        self.state.cash[BANK] -= amount - self.state.cash[owner]
        self.state.cash[owner] = amount
        return self

    def bank(self, amount: int, owner: Owner = 0) -> Scene:
        """Leave the bank so much; the rest goes to a player."""
        self.state.cash[owner] += self.state.cash[BANK] - amount
        self.state.cash[BANK] = amount
        return self

    def maritime(self, owner: Owner, *names: str) -> Scene:
        for name in names:
            self.state.private_owner[name] = owner
        return self

    def loans(self, owner: Owner, count: int) -> Scene:
        set_loans(self.game, owner, count)
        return self

    def phase(self, number: int) -> Scene:
        """Set the phase; the stack then begins after the first train of it."""
        self.state.phase = number - 1
        starts = self.game.phase.starts_with
        while starts is not None:
            card = self.state.trains[BANK][0]
            move_train(self.game, card, BANK, OUT)
            if self.game.kind_of(card) == starts:
                break
        return self

    def stack_down_to(self, kind: str) -> Scene:
        """Take cards out of the game until one of this kind is on top of the stack."""
        while self.game.kind_of(self.state.trains[BANK][0]) != kind:
            move_train(self.game, self.state.trains[BANK][0], BANK, OUT)
        return self

    def train(self, owner: Owner, *kinds: str) -> Scene:
        """Give somebody trains, the last cards of their kinds in the stack."""
        trains = self.state.trains
        for kind in kinds:
            source, card = next(
                (place, card)
                for place in (OUT, BANK)
                for card in reversed(trains[place])
                if self.game.kind_of(card) == kind
            )
            trains[source] = tuple(c for c in trains[source] if c != card)
            trains[owner] = (*trains[owner], card)
        return self

    def company(
        self,
        company: str,
        president: Seat = 0,
        at: int = 100,
        *,
        held: dict[Seat, int] | None = None,
        pool: int = 0,
        dragons: int = 0,
        major: bool = False,
        treasury: int = 0,
        launched: bool = True,
        operated: bool = True,
        traffic: int | None = None,
        row: int = 2,
    ) -> Scene:
        """Start a company: shares of each player, the president's two included."""
        game, state = self.game, self.state
        if major:
            turn_to_major(game, company)
        holders: list[Owner] = [president]
        for seat, count in (held or {president: 3}).items():
            holders += [seat] * (count - 2 if seat == president else count)
        holders += [POOL] * pool + [DRAGONS] * dragons
        holders += [IPO] * (len(state.shares[company]) - len(holders))
        assert len(holders) == len(state.shares[company]), "more than all the shares"
        state.shares[company] = tuple(holders)
        state.president[company] = president
        state.par[company] = at
        put_marker(game, company, game.definition.market.price.index(at))
        self.cash(company, treasury)
        if launched:
            state.floated = state.floated | {company}
            now = facts(game)
            home = traffic_at(game, state.homes[company][0])
            points = home if traffic is None else traffic
            game.set_facts(
                row={**now.row, company: row},
                traffic={**now.traffic, company: points} if points else now.traffic,
                operated=now.operated | {company} if operated else now.operated,
            )
            set_markers(game, company, figures().stations["major" if major else "minor"])
        return self

    def lay(self, text: str) -> Scene:
        """Lay tiles given as `D37 8 5; C38 173 4`: hex, tile, turns."""
        for entry in text.split(";"):
            hex_name, tile, turned = entry.split()
            placed = self.game.definition.placed[tile, int(turned)]
            put_tile(self.game.definition, self.state, hex_name, placed)
        return self

    def marker(self, company: str, *hexes: str) -> Scene:
        """Put markers from the charter on the map, without cost and traffic."""
        for hex_name in hexes:
            place_free(self.game, company, hex_name)
        return self

    def reading(self, **switches: bool) -> Scene:
        """Read doubtful rules otherwise than the edition does."""
        self.game.policy = msgspec.structs.replace(self.game.policy, **switches)
        return self

    # --- times -------------------------------------------------------------------------

    def stock_round(self, first: Seat = 0, number: int = 2, *, dragons: bool = True) -> Game:
        """Begin a stock round; the Dragons act first unless they are asked to wait."""
        self.state.priority = first
        begin_stock_round(self.game, number, StockTurn())
        if dragons:
            self.game.push(DragonTurn())
        return self._ready()

    def before_stock_round(self, number: int = 2) -> Game:
        """Do what precedes a stock round, then begin it."""
        prepare_stock_round(self.game, number)
        return self._ready()

    def operate(self, company: str, step: str = "Track", *, part: int = 1) -> Game:
        """Let a company operate, from the given step on."""
        order = tuple(c for c in operating_order(self.game) if c in self.state.floated)
        self.state.round = Round(
            kind="operating", number=2, part=part, parts=2, order=order, index=order.index(company)
        )
        self.state.turn = SardiniaTurn(company=company)
        self.state.agenda = [OperatingRound()]
        self.game.push(*turn_steps()[STEPS.index(step) :])
        return self._ready()

    def turn(self, **changes: object) -> Scene:
        """Change facts of the present turn."""
        assert self.state.turn is not None
        self.state.turn = msgspec.structs.replace(self.state.turn, **changes)
        return self

    def _ready(self) -> Game:
        """Forget how the position came about: it is the start of a history."""
        self.game._messages = []
        self.game._advance()
        check(self.game)
        return self.game


def certificates(game: Game, company: str) -> dict[Owner, int]:
    """Return who holds how many certificates of a company."""
    holders = game.state.shares[company]
    return {holder: holders.count(holder) for holder in dict.fromkeys(holders)}


def said(game: Game) -> list[str]:
    """Return the ids of what the log says of the last action, or of the beginning."""
    messages = game.history[-1].log if game.history else tuple(game._messages)
    return [message.id.removeprefix("log.") for message in messages]
