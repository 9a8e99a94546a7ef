"""A company's turn, in the order of the rulebook (1862-7.1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import BuyShare, Choice
from ...engine.board import reach
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import hand_over, price
from ...engine.state import BANK, POOL
from ...engine.step import Move, Step
from ...engine.steps.common import CompanyStep, PassMove, pop
from ...engine.steps.stations import PlaceStationMove, StationStep, room_problem, slots_of
from .dividends import PayDividend
from .facts import (
    LONDON,
    facts,
    has_london,
    receivership,
    this_turn,
)
from .floating import home_upgrades
from .forced import redeemable
from .mergers import Acquisition, Merger
from .policy import policy
from .run_step import RunTrains
from .stations import displace, place, slots_here
from .track import HomeUpgrade, Track
from .trains import Trains

if TYPE_CHECKING:
    from ...engine.game import Game, Play
    from ...engine.state import StopId


def turn_steps(game: Game, company: str) -> tuple[Step, ...]:
    """The order of a turn; the map is frozen after the LNER (1862-10.3.2)."""
    if facts(game).lner:
        home = (HomeStation(),) if policy(game).late_home_station else ()
        # Whoever keeps his trains can run as before (1862-10.3.4).
        return (*home, RunTrains(), PayDividend(), Trains(), Redeem())
    if policy(game).upgrade_home_first:
        start: tuple[Step, ...] = (HomeStation(), HomeUpgrade(), Merger())
    else:
        start = (HomeStation(), Merger())
    return (
        *start,
        Track(),
        Station(),
        RunTrains(),
        PayDividend(),
        Trains(),
        Redeem(),
        Acquisition(),  # after a merger, too (1862-7.14.2)
    )


# --- the home station ------------------------------------------------------------------


class HomeStation(CompanyStep, frozen=True):
    """A company places its home station in its first turn with a director (1862-7.2.1, 1862-8.8).

    The station of the turn is still to come (1862-7.2.7).
    """

    def settle(self, game: Play) -> bool:
        game.pop()
        company, now = self.company(game), facts(game)
        if company in now.homed or receivership(game, company):
            return True
        stop = game.state.homes[company]
        full = None not in slots_of(game, stop)
        # An upgrade brings one slot: whoever waits for it already gives way (1862-7.2.4).
        waits = len(game.state.stations.get(stop, ())) > slots_here(game, stop[0])
        if waits or (full and not home_upgrades(game, stop[0])):
            displace(game, stop)
        place(game, company, stop)
        game.set_facts(homed=facts(game).homed | {company})
        game.set_turn(first=True)
        game.log("home_station", company=company, hex=stop[0])
        return True


# --- further stations ------------------------------------------------------------------


def _reached(game: Game, company: str) -> list[StopId]:
    """Return the stops that track leads to, by any entrance London's slots (1862-7.6.5.1)."""
    found: list[StopId] = []
    london = False
    for index, number in sorted(reach(game.definition, game.state, company).ends):
        stop = game.state.board[index].tile.stops[number]
        if stop.group == "London":
            london = True
        else:
            found.append((game.definition.hex_list[index].name, number))
    return [*found, *LONDON] if london else found


def _problem(game: Game, company: str, stop: StopId) -> str | None:
    """Return why there is no station; homes of others are free to all (1862-7.7.2)."""
    if stop not in LONDON:
        return room_problem(game, company, stop)
    if this_turn(game).laid:
        return "london_or_track"
    if has_london(game, company):
        return "london_twice"
    return None if None in slots_of(game, stop) else "london_full"


def _free(game: Game, company: str) -> int:
    return 0


class Station(StationStep, frozen=True):
    """Place one further station on the map, or build to London (1862-7.7.1, 1862-7.6.5.1)."""

    moves = (
        PlaceStationMove(where=_reached, problem=_problem, cost=_free, put=place),
        PassMove(pop),
    )

    def settle(self, game: Play) -> bool:
        if receivership(game, self.company(game)):
            game.pop()  # without director there is none (1862-7.3.1)
            return True
        return super().settle(game)


# --- redeeming -------------------------------------------------------------------------


class RedeemMove(Move[BuyShare, "Redeem"]):
    """A company buys one of its own shares from the pool (1862-7.13.1)."""

    action = BuyShare

    def legal(self, game: Game, step: Redeem) -> Iterator[Choice]:
        company = step.company(game)
        if redeemable(game, company):
            yield Choice(BuyShare(company, POOL))  # type: ignore[arg-type]

    def check(self, game: Game, step: Redeem, action: BuyShare) -> None:
        """It can be bought, or the company would not be asked."""
        company = step.company(game)
        if action.company != company or action.source != POOL:
            refuse(game, "own_shares_only", company=company)

    def apply(self, game: Play, step: Redeem, action: BuyShare) -> None:
        company = step.company(game)
        cost = price(game, company)
        pay(game, company, BANK, cost)
        hand_over(game, company, POOL, company, 1)
        game.log("redeemed", company=company, price=cost)
        game.pop()


class Redeem(CompanyStep, frozen=True):
    """Buy back one share (1862-7.13)."""

    moves = (RedeemMove(), PassMove(pop))

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        if not receivership(game, company) and self.offers(game, self.moves[0]):
            return False
        game.pop()
        return True
