"""Stations: homes, reservations, shared slots, stations in passes (18ESP-4.3, 18ESP-5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice, PlaceStation
from ...engine.board import key_of
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK, StopId
from ...engine.steps.stations import PlaceStationMove, Placing, reached, slots_of, station_cost
from ...engine.track import add_station
from .facts import facts, is_small, this_turn
from .policy import policy
from .printed import printed

if TYPE_CHECKING:
    from ...engine.game import Game, Play

DOUBLE = "OO"  # label of hexes with two separate cities
SHARERS = ("MZ", "MZA")  # have one slot of Madrid in common (18ESP-4.3.14)
FREE_STATIONS = 2  # home and one more, from the launch on (18ESP-3.2.2.5, 18ESP-5.1.3.1)


def available(game: Game, company: str) -> int:
    """Return how many stations on the charter may be placed (18ESP-5.1.3)."""
    left = game.state.stations_left[company]
    if is_small(game, company) or company in facts(game).full:
        return left
    placed = game.definition.companies[company].stations - left
    return FREE_STATIONS + facts(game).unlocked.get(company, 0) - placed


def locked(game: Game, company: str) -> int:
    return game.state.stations_left[company] - available(game, company)


def is_double(game: Game, hex_name: str) -> bool:
    return game.definition.hexes[hex_name].entry.label == DOUBLE


def is_pass(game: Game, hex_name: str) -> bool:
    return game.definition.hexes[hex_name].entry.shut


def _waiting(game: Game, hex_name: str, company: str) -> list[str]:
    """Return the other companies of a hex whose home station is still to come."""
    state = game.state
    return [
        other
        for other, (home, _) in state.homes.items()
        if home == hex_name and other != company and not stations_of(game, other)
    ]


def stations_of(game: Game, company: str) -> list[StopId]:
    return [stop for stop, slots in game.state.stations.items() if company in slots]


def _reserving(game: Game, hex_name: str, city: int, company: str) -> list[str]:
    """Return the companies for which free slots of a city are kept (18ESP-4.3.3)."""
    waiting = [c for c in _waiting(game, hex_name, company) if game.state.homes[c][1] == city]
    slots = slots_of(game, hex_name, city)
    freed = facts(game).madrid_freed and not policy(game).shared_slot_stays
    for one, other in (SHARERS, SHARERS[::-1]):
        if one in waiting and (other in slots or (freed and one == SHARERS[1])):
            waiting.remove(one)  # it shares the slot
    if set(SHARERS) <= set(waiting):
        waiting.remove(SHARERS[0])
    return waiting


def station_problem(game: Game, company: str, hex_name: str, city: int) -> str | None:
    """Return why the company may not place a station in a city, connection apart."""
    tile = game.state.board[game.definition.hexes[hex_name].index].tile
    if tile.stops[city].kind != "city":
        return "station_needs_city"
    if any(company in slots_of(game, hex_name, k) for k in range(len(tile.stops))):
        return "station_twice_in_hex"  # passes too, each by itself (18ESP-5.2.0.10)
    free = slots_of(game, hex_name, city).count(None)
    if not free:
        return "no_free_slot"
    if is_double(game, hex_name):
        return _double_problem(game, company, hex_name, free)
    anywhere = policy(game).madrid_home_free and tile.cities > 1  # MZ might want any city
    if anywhere and SHARERS[0] in _waiting(game, hex_name, company):
        return "slot_reserved"
    reserved = len(_reserving(game, hex_name, city, company))
    return "slot_reserved" if free <= reserved else None


def _double_problem(game: Game, company: str, hex_name: str, free: int) -> str | None:
    """OO hexes wait for the companies that have their home there (18ESP-4.3.11, D32)."""
    waiting = _waiting(game, hex_name, company)
    if not waiting:
        return None
    tile = game.state.board[game.definition.hexes[hex_name].index].tile
    to_brown = policy(game).double_hex_closed_to_brown
    closed = tile.colour != "gray" if to_brown else tile.cities > 1
    return "double_hex_reserved" if closed or free <= len(waiting) else None


class StationMove(PlaceStationMove):
    """Place one further station where track leads, a second one in a pass pays the first."""

    def legal(self, game: Game, step: Placing) -> Iterator[Choice]:
        company = step.company(game)
        if self._ban(game, company) is not None:
            return
        if station_cost(game, company) > game.state.cash[company]:
            return
        for index, stop in sorted(reached(game, company)):
            name = game.definition.hex_list[index].name
            if station_problem(game, company, name, stop) is None:
                yield Choice(PlaceStation(name, stop))

    def _ban(self, game: Game, company: str) -> str | None:
        if this_turn(game).stationed:
            return "one_station"  # 18ESP-4.3.7, 18ESP-5.2.0.9
        if not game.state.stations_left[company]:
            return "no_station_left"
        return None if available(game, company) > 0 else "station_locked"

    def check(self, game: Game, step: Placing, action: PlaceStation) -> None:
        company = step.company(game)
        spot = game.definition.hexes.get(action.hex)
        if spot is None:
            refuse(game, "unknown_hex", hex=action.hex)
        if not 0 <= action.city < len(game.state.board[spot.index].tile.stops):
            reason = "pass_closed" if is_pass(game, action.hex) else "station_needs_city"
            refuse(game, reason, hex=action.hex)
        problem = self._ban(game, company)
        problem = problem or station_problem(game, company, action.hex, action.city)
        if problem is not None:
            refuse(game, problem, hex=action.hex, company=company)
        # The very city (18ESP-4.3.16), by track without a train (18ESP-4.4.2.13), over open passes
        # too (18ESP-5.2.2.2).
        if (spot.index, action.city) not in reached(game, company):
            refuse(game, "station_not_connected", hex=action.hex, company=company)
        cost = station_cost(game, company)
        if cost > game.state.cash[company]:
            refuse(game, "station_too_dear", cost=cost, cash=game.state.cash[company])

    def apply(self, game: Play, step: Placing, action: PlaceStation) -> None:
        company = step.company(game)
        cost = station_cost(game, company)
        pay(game, company, payee(game, action.hex), cost)
        put_station(game, company, (action.hex, action.city))
        game.log("station", company=company, hex=action.hex, cost=cost)
        step.placed(game)


def payee(game: Game, hex_name: str) -> str:
    """Return who is paid for a station: the first company in a pass (18ESP-5.2.0.12)."""
    if is_pass(game, hex_name):
        for held in slots_of(game, hex_name, 0):
            if held is not None:
                return held
    return BANK  # 18ESP-5.2.0.11


def put_station(game: Game, company: str, stop: StopId) -> None:
    """Take a station from the charter and put it into a city."""
    slots = slots_of(game, *stop)
    add_station(game.state, stop, company, len(slots), _slot(game, company, stop))
    game.state.stations_left[company] -= 1


def _slot(game: Game, company: str, stop: StopId) -> int:
    """Return the slot to use: the own one at home; outsiders leave those of homes free."""
    companies = printed(game).companies
    free = [n for n, held in enumerate(slots_of(game, *stop)) if held is None]
    if game.state.homes[company] == stop and companies[company].home_slot in free:
        return companies[company].home_slot
    kept = _kept_slots(game, stop, company)
    return next((n for n in free if n not in kept), free[0])


def _kept_slots(game: Game, stop: StopId, company: str) -> set[int]:
    """Return the slots that are kept for the homes of others."""
    kept: set[int] = set()
    if not is_double(game, stop[0]):
        for other in _reserving(game, *stop, company):
            slot = printed(game).companies[other].home_slot
            while slot in kept:
                slot += 1
            kept.add(slot)
    return kept


def close_ranks(game: Game, hex_name: str) -> None:
    """On a new tile the stations take the first slots that are not kept for homes."""
    state = game.state
    tile = state.board[game.definition.hexes[hex_name].index].tile
    for stop, slots in list(state.stations.items()):
        if stop[0] != hex_name:
            continue
        count = tile.stops[stop[1]].slots
        kept = _kept_slots(game, stop, "")
        order = [*(n for n in range(count) if n not in kept), *sorted(kept)]
        placed: list[str | None] = [None] * count
        for slot, company in zip(order, filter(None, slots[:count]), strict=False):
            placed[slot] = company
        state.stations[stop] = (*placed, *slots[count:])


def stack_station(game: Game, company: str, stop: StopId) -> None:
    """Put a station on top of the other one that shares its slot (18ESP-4.3.14)."""
    state = game.state
    state.stations[stop] = (*slots_of(game, *stop), company)
    state.station_key ^= key_of(*stop, company, "station")
    state.stations_left[company] -= 1


def remove_station(game: Game, company: str, *, absorbed: bool = False) -> StopId | None:
    """Take a company's only station off the map; who lies on top of it gets its slot.

    On 18xx.games only if it is absorbed: where it closes, the slot is free.
    """
    state = game.state
    for stop in stations_of(game, company):
        slots = list(state.stations[stop])
        index = game.definition.hexes[stop[0]].index
        count = state.board[index].tile.stops[stop[1]].slots
        slot = slots.index(company)
        above = len(slots) > count and slot < count
        above &= policy(game).shared_slot_stays or (absorbed and policy(game).absorbed_slot_goes)
        slots[slot] = slots.pop() if above else None
        if slot >= count:
            slots = slots[:count]
        state.stations[stop] = tuple(slots)
        state.station_key ^= key_of(*stop, company, "station")
        if not any(slots):
            del state.stations[stop]
        return stop
    return None


def keep_stacked(game: Game, hex_name: str) -> None:
    """After an upgrade of Madrid the shared slot stays shared, though others are free."""
    state = game.state
    below, above = SHARERS
    for stop, slots in list(state.stations.items()):
        count = state.board[game.definition.hexes[stop[0]].index].tile.stops[stop[1]].slots
        if stop[0] == hex_name and {below, above} <= set(slots[:count]):
            left = tuple(None if c == above else c for c in slots)
            state.stations[stop] = (*left, above)
