"""A company's turn, in the order of the rulebook (1862-7.1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import BuyShare, Choice, PlaceStation
from ...engine.board import reach
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import hand_over, price
from ...engine.state import BANK, POOL
from ...engine.step import Move, Step
from ...engine.steps.common import CompanyStep, PassMove, pop
from ...engine.steps.stations import slots_of, stop_named
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
        full = None not in slots_of(game, *stop)
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


class StationMove(Move[PlaceStation, "Station"]):
    """Place a station on the map, or build to London (1862-7.6.5.1, 1862-7.7.1)."""

    action = PlaceStation

    def claims(self, action: PlaceStation) -> bool:
        return action.way is None  # nobody pays for a connection here

    def _problem(self, game: Game, company: str, hex_name: str, city: int) -> str | None:
        if (hex_name, city) not in LONDON:
            return self._city_problem(game, company, hex_name, city)
        if this_turn(game).laid:
            return "london_or_track"
        if has_london(game, company):
            return "london_twice"
        return None if None in slots_of(game, hex_name, city) else "london_full"

    def _city_problem(self, game: Game, company: str, hex_name: str, city: int) -> str | None:
        """Nothing is reserved: homes of other companies are free to all (1862-7.7.2)."""
        index = game.definition.hexes[hex_name].index
        if game.state.board[index].tile.stops[city].kind != "city":
            return "station_needs_city"
        slots = slots_of(game, hex_name, city)
        if company in slots:
            return "station_twice_in_hex"
        return None if None in slots else "no_free_slot"

    def _reached(self, game: Game, company: str) -> list[tuple[str, int]]:
        """Return the stops that track leads to, by any entrance London's slots (1862-7.6.5.1)."""
        found: list[tuple[str, int]] = []
        london = False
        for index, number in sorted(reach(game.definition, game.state, company).ends):
            stop = game.state.board[index].tile.stops[number]
            if stop.group == "London":
                london = True
            else:
                found.append((game.definition.hex_list[index].name, number))
        return [*found, *LONDON] if london else found

    def legal(self, game: Game, step: Station) -> Iterator[Choice]:
        company = step.company(game)
        if not game.state.stations_left[company]:
            return
        for hex_name, city in self._reached(game, company):
            if self._problem(game, company, hex_name, city) is None:
                yield Choice(PlaceStation(hex_name, city))

    def check(self, game: Game, step: Station, action: PlaceStation) -> None:
        company = step.company(game)
        stop_named(game, company, action)
        problem = self._problem(game, company, action.hex, action.city)
        if problem is not None:
            refuse(game, problem, hex=action.hex, company=company)
        if (action.hex, action.city) not in self._reached(game, company):
            refuse(game, "station_not_connected", hex=action.hex, company=company)

    def apply(self, game: Play, step: Station, action: PlaceStation) -> None:
        company = step.company(game)
        place(game, company, (action.hex, action.city))
        game.log("station", company=company, hex=action.hex, cost=0)
        game.set_turn(stationed=True)
        game.pop()


class Station(CompanyStep, frozen=True):
    """Place one further station (1862-7.7.1)."""

    moves = (StationMove(), PassMove(pop))

    def settle(self, game: Play) -> bool:
        # Without director there is none (1862-7.3.1).
        if not receivership(game, self.company(game)) and self.offers(game, self.moves[0]):
            return False
        game.pop()
        return True


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
