"""What tests share: the `rule` mark, a table set by hand, and the place of the golden traces."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

import dieciocho
from dieciocho.engine.actions import Action, Choice
from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game
from dieciocho.engine.invariants import check
from dieciocho.engine.shares import put_marker
from dieciocho.engine.state import BANK, IPO, POOL, Owner, Round, Seat
from dieciocho.engine.step import Step
from dieciocho.engine.steps.rounds import begin_stock_round
from dieciocho.engine.steps.stations import put_station
from dieciocho.engine.track import put_tile
from dieciocho.games.g1888n.privates import Turn1888
from dieciocho.games.g1888n.rounds import OperatingRound, StockRound
from dieciocho.games.g1888n.turn import turn_steps

F = TypeVar("F", bound=Callable[..., object])

NAMES = ("Ana", "Bela", "Carla", "Dani", "Eva", "Fidel")


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a test with the rules that it exercises; `make rules` prints the table."""

    def mark(function: F) -> F:
        marked: F = pytest.mark.rule(*ids)(function)
        return marked

    return mark


def refused(game: Game, action: Action | Choice | str, rule_id: str | None = None) -> str:
    """Assert that an action is refused, for this rule, and changes nothing; return the rule."""
    before = game.state.copy()
    count = len(game.history)
    with pytest.raises(dieciocho.IllegalAction) as caught:
        game.play(action)
    assert game.state == before, game.state.differences(before)
    assert len(game.history) == count
    if rule_id is not None:
        assert caught.value.rule == rule_id, str(caught.value)
    return caught.value.rule


def listed(game: Game, kind: type[Action]) -> list[Action]:
    """Return the legal actions of one kind (the lowest of each range)."""
    return [c.action for c in game.legal_actions() if isinstance(c.action, kind)]


def legal(game: Game, action: Action) -> bool:
    """Tell whether an action is listed as legal; the check must agree."""
    is_listed = any(choice.allows(action) for choice in game.legal_actions())
    assert is_listed == (game.why_not(action) is None), action
    return is_listed


class Table:
    """A position of 1888-N set by hand; money, certificates and tiles stay complete."""

    def __init__(
        self,
        players: int = 4,
        edition: str = "rulebook",
        *,
        version: int | None = None,
        house: dict[str, str] | None = None,
    ) -> None:
        game = dieciocho.new_game("1888n", NAMES[:players], edition=edition, options=house)
        if version is not None:
            game = Game(msgspec.structs.replace(game.header, version=version), game.rules)
        self.game = game
        self.state = self.game.state

    # --- things ------------------------------------------------------------------------

    def cash(self, owner: Owner, amount: int) -> Table:
        """Set somebody's cash; the bank gives or takes the difference."""
        self.state.cash[BANK] -= amount - self.state.cash[owner]
        self.state.cash[owner] = amount
        return self

    def privates(self, **owners: Owner) -> Table:
        """Give every private an owner: seat 0 unless said otherwise ("out" closes it)."""
        for private in self.game.definition.privates:
            self.state.private_owner[private] = owners.get(private, 0)
        return self

    def phase(self, name: str) -> Table:
        """Set the phase; the bank's deck then begins with the train after the phase's own."""
        phases = self.game.definition.phases
        self.state.phase = [p.name for p in phases].index(name)
        reached = [p.starts_with for p in phases[: self.state.phase + 1]]
        kinds = list(self.game.definition.trains)
        for card in self.state.trains[BANK]:
            kind = self.game.kind_of(card)
            # One card of the newest kind has gone, and all of the kinds before it.
            newest = reached[-1]
            if newest is not None and kinds.index(kind) < kinds.index(newest):
                move_train(self.game, card, BANK, "out")
        newest = reached[-1]
        if newest is not None:
            move_train(self.game, f"{newest}-0", BANK, "out")
        return self

    def train(self, owner: Owner, kind: str) -> str:
        """Give somebody a train of a kind; return the card."""
        for source in (BANK, "out"):
            for card in reversed(self.state.trains[source]):
                if self.game.kind_of(card) == kind:
                    left = list(self.state.trains[source])
                    left.remove(card)
                    self.state.trains[source] = tuple(left)
                    self.state.trains[owner] = (*self.state.trains[owner], card)
                    return card
        raise AssertionError(f"no {kind}-train left")

    def empty_deck_down_to(self, kind: str) -> Table:
        """Take cards out of the game until one of this kind is on top of the deck."""
        while self.game.kind_of(self.state.trains[BANK][0]) != kind:
            move_train(self.game, self.state.trains[BANK][0], BANK, "out")
        return self

    def company(
        self,
        company: str,
        director: Seat = 0,
        par: int = 90,
        *,
        held: dict[Seat, int] | None = None,
        pool: int = 0,
        price_at: tuple[int, int] | None = None,
        treasury: int | None = None,
        launched: bool | None = None,
    ) -> Table:
        """Start a company: shares of each player in tens of percent, the director's 2 included."""
        shares = dict(held or {director: 6})
        holders: list[Owner] = [director]
        for seat, count in shares.items():
            holders += [seat] * (count - 2 if seat == director else count)
        holders += [POOL] * pool
        holders += [IPO] * (9 - len(holders))
        assert len(holders) == 9, "more than 100 % of the shares"
        self.state.shares[company] = tuple(holders)
        self.state.president[company] = director
        self.state.par[company] = par
        market = self.game.definition.market
        put_marker(self.game, company, market.at(*price_at) if price_at else market.par_cells[par])
        sold = 10 - holders.count(IPO)
        if launched if launched is not None else sold >= 6:
            self.state.floated = self.state.floated | {company}
            self.cash(company, 10 * par if treasury is None else treasury)
        return self

    def lay(self, hex_name: str, tile: str, rotation: int = 0) -> Table:
        put_tile(
            self.game.definition, self.state, hex_name, self.game.definition.placed[tile, rotation]
        )
        return self

    def station(self, company: str, hex_name: str | None = None, city: int | None = None) -> Table:
        """Place a station, the home station unless said otherwise."""
        home_hex, home_city = self.state.homes[company]
        put_station(
            self.game,
            company,
            hex_name or home_hex,
            home_city if city is None and hex_name in (None, home_hex) else city or 0,
        )
        return self

    # --- times -------------------------------------------------------------------------

    def stock_round(self, first: Seat = 0, number: int = 2) -> Game:
        """Begin a stock round (the privates are sold to seat 0 if they were not)."""
        self._end_auction()
        self.game.state.priority = first
        begin_stock_round(self.game, number, StockRound())
        assert isinstance(self.game.step, StockRound)
        return self._ready()

    def operate(self, company: str, step: str = "Track", *, part: int = 1, parts: int = 1) -> Game:
        """Let a company operate, at the given step: Track, Station, RunTrains, PayDividend,
        Trains or Privates. The home station is placed if it was not, as in a first turn."""
        self._end_auction()
        from dieciocho.engine.shares import operating_order

        order = [c for c in operating_order(self.game) if c in self.state.floated]
        self.state.round = Round(
            kind="operating",
            number=2,
            part=part,
            parts=parts,
            order=tuple(order),
            index=order.index(company),
        )
        charter = self.game.definition.companies[company]
        first = self.state.stations_left[company] == charter.stations
        self.state.turn = Turn1888(company=company, first=first)
        steps: Iterable[Step] = turn_steps(self.game)
        self.state.agenda = [OperatingRound()]
        names = [type(s).__name__ for s in steps]
        if first:
            self.station(company)
        self.game.push(*list(steps)[names.index(step) :])
        return self._ready()

    def turn(self, **changes: object) -> Table:
        """Change facts of the present turn, e.g. revenue=80."""
        assert self.state.turn is not None
        self.state.turn = msgspec.structs.replace(self.state.turn, **changes)
        return self

    def _end_auction(self) -> None:
        self.state.agenda.clear()
        self.state.turn = None
        for private, owner in self.state.private_owner.items():
            if owner == "unsold":
                self.state.private_owner[private] = 0

    def _ready(self) -> Game:
        """Forget how the position came about: it is the start of a history."""
        self.game._advance()
        check(self.game)
        return self.game


def conformance(game: str) -> Path | None:
    """Return the folder with golden traces of a game, None where there is none."""
    root = os.environ.get("DIECIOCHO_CONFORMANCE")
    folder = Path(root) if root else Path(__file__).parents[2] / "shared" / "conformance"
    return folder / game if (folder / game).is_dir() else None


def refused_to(game: Game, seat: Seat, action: Action, rule_id: str) -> None:
    """Assert that a player may not do this now, for this rule, and that nothing changes."""
    before = game.state.copy()
    with pytest.raises(dieciocho.IllegalAction) as caught:
        game.play(action, by=game.name(seat))
    assert game.state == before, game.state.differences(before)
    assert caught.value.rule == rule_id, str(caught.value)


def cell_of(game: Game, company: str) -> tuple[int, int]:
    """Return row and column of a price marker."""
    cell = game.definition.market.cells[game.state.cell[company]]
    return cell.row, cell.column


def tile_on(game: Game, hex_name: str) -> tuple[str, int] | None:
    """Return tile and rotation that lie on a hex, None where nothing was laid."""
    spot = game.definition.hexes[hex_name]
    placed = game.state.board[spot.index]
    return None if placed is spot.printed else (placed.name, placed.rotation)


def holdings(game: Game, company: str) -> dict[Owner, int]:
    """Return who holds how many certificates of a company."""
    holders = game.state.shares[company]
    return {holder: holders.count(holder) for holder in dict.fromkeys(holders)}
