"""Stations: homes, reservations, shared slots, stations in passes (18ESP-4.3, 18ESP-5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.actions import PlaceStation
from ...engine.board import key_of
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK, StopId
from ...engine.steps import stations
from ...engine.steps.stations import PlaceStationMove, Placing, none_left, room_problem, slots_of
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


def _waiting(game: Game, company: str, hex_name: str) -> list[str]:
    """Return the other companies of a hex whose home station is still to come."""
    state = game.state
    return [
        other
        for other, (home, _) in state.homes.items()
        if home == hex_name and other != company and not stations_of(game, other)
    ]


def stations_of(game: Game, company: str) -> list[StopId]:
    return [stop for stop, slots in game.state.stations.items() if company in slots]


def _reserving(game: Game, company: str, stop: StopId) -> list[str]:
    """Return the companies for which free slots of a city are kept (18ESP-4.3.3)."""
    waiting = [c for c in _waiting(game, company, stop[0]) if game.state.homes[c] == stop]
    slots = slots_of(game, stop)
    freed = facts(game).madrid_freed and not policy(game).shared_slot_stays
    for one, other in (SHARERS, SHARERS[::-1]):
        if one in waiting and (other in slots or (freed and one == SHARERS[1])):
            waiting.remove(one)  # it shares the slot
    if set(SHARERS) <= set(waiting):
        waiting.remove(SHARERS[0])
    return waiting


def station_problem(game: Game, company: str, stop: StopId) -> str | None:
    """Return why the company may not place a station in a city, connection apart."""
    problem = room_problem(game, company, stop)  # passes too, each by itself (18ESP-5.2.0.10)
    if problem is not None:
        return problem
    hex_name, free = stop[0], slots_of(game, stop).count(None)
    if is_double(game, hex_name):
        return _double_problem(game, company, hex_name, free)
    cities = game.state.board[game.definition.hexes[hex_name].index].tile.cities
    anywhere = policy(game).madrid_home_free and cities > 1  # MZ might want any city
    if anywhere and SHARERS[0] in _waiting(game, company, hex_name):
        return "slot_reserved"
    return "slot_reserved" if free <= len(_reserving(game, company, stop)) else None


def _double_problem(game: Game, company: str, hex_name: str, free: int) -> str | None:
    """OO hexes wait for the companies that have their home there (18ESP-4.3.11, D32)."""
    waiting = _waiting(game, company, hex_name)
    if not waiting:
        return None
    tile = game.state.board[game.definition.hexes[hex_name].index].tile
    to_brown = policy(game).double_hex_closed_to_brown
    closed = tile.colour != "gray" if to_brown else tile.cities > 1
    return "double_hex_reserved" if closed or free <= len(waiting) else None


def _ban(game: Game, company: str) -> str | None:
    if this_turn(game).stationed:
        return "one_station"  # 18ESP-4.3.7, 18ESP-5.2.0.9
    locked = None if available(game, company) > 0 else "station_locked"
    return none_left(game, company) or locked


def _charge(game: Play, company: str, stop: StopId, cost: int) -> None:
    pay(game, company, payee(game, stop[0]), cost)


class StationMove(PlaceStationMove):
    """Place one further station where track leads, a second one in a pass pays the first.

    Track leads to the very city (18ESP-4.3.16), without a train (18ESP-4.4.2.13), over open passes
    too (18ESP-5.2.2.2).
    """

    def __init__(self) -> None:
        super().__init__(ban=_ban, problem=station_problem, charge=_charge, put=put_station)

    def check(self, game: Game, step: Placing, action: PlaceStation) -> None:
        spot = game.definition.hexes.get(action.hex)
        if spot is not None and spot.entry.shut and not game.state.board[spot.index].tile.stops:
            refuse(game, "pass_closed", hex=action.hex)
        super().check(game, step, action)


def payee(game: Game, hex_name: str) -> str:
    """Return who is paid for a station: the first company in a pass (18ESP-5.2.0.12)."""
    if is_pass(game, hex_name):
        for held in slots_of(game, (hex_name, 0)):
            if held is not None:
                return held
    return BANK  # 18ESP-5.2.0.11


def put_station(game: Game, company: str, stop: StopId) -> None:
    """Take a station from the charter and put it into a city."""
    stations.put_station(game, company, stop, _slot(game, company, stop))


def _slot(game: Game, company: str, stop: StopId) -> int:
    """Return the slot to use: the own one at home; outsiders leave those of homes free."""
    companies = printed(game).companies
    free = [n for n, held in enumerate(slots_of(game, stop)) if held is None]
    if game.state.homes[company] == stop and companies[company].home_slot in free:
        return companies[company].home_slot
    kept = _kept_slots(game, stop, company)
    return next((n for n in free if n not in kept), free[0])


def _kept_slots(game: Game, stop: StopId, company: str) -> set[int]:
    """Return the slots that are kept for the homes of others."""
    kept: set[int] = set()
    if not is_double(game, stop[0]):
        for other in _reserving(game, company, stop):
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
    state.stations[stop] = (*slots_of(game, stop), company)
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
