"""Connections: what a company's stations reach along track, and why.

A walk follows the rules of a route: no side of a hex twice, no stop twice, no turning back at a
junction, not through a stop that is blocked for the company. Instead of walking every path, a
flood crosses each side at most once in each direction; only where the flood's own way to a side
would repeat something does an exact search look for another way.
"""

from __future__ import annotations

import hashlib
from collections import deque
from functools import cache
from typing import TYPE_CHECKING

from .tiles import STOP, Placed

if TYPE_CHECKING:
    from .definition import Definition
    from .state import State

_CACHE_SIZE = 20_000


@cache
def key_of(*parts: str | int) -> int:
    """Return a wide hash of one fact of the board; facts are combined by exclusive or."""
    text = "|".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=12).digest(), "big")


class Reach:
    """What a company reaches: crossings (hex * 6 + side, seen from both hexes) and stops."""

    __slots__ = ("ends", "sides", "stops")

    def __init__(self) -> None:
        self.sides: set[int] = set()
        self.stops: set[tuple[int, int]] = set()  # own stations and what track leads to
        self.ends: set[tuple[int, int]] = set()  # stops that track leads to


def blocked_stops(definition: Definition, state: State, company: str) -> set[tuple[int, int]]:
    """Return the cities that the company may not pass: all slots taken, none by itself."""
    return {
        (definition.hexes[hex_name].index, city)
        for (hex_name, city), slots in state.stations.items()
        if None not in slots and company not in slots
    }


def own_stations(definition: Definition, state: State, company: str) -> list[tuple[int, int]]:
    """Return the company's stations as (hex index, stop)."""
    return [
        (definition.hexes[hex_name].index, city)
        for (hex_name, city), slots in state.stations.items()
        if company in slots
    ]


_cache: dict[tuple[int, int, int, str], Reach] = {}


def reach(definition: Definition, state: State, company: str) -> Reach:
    """Return what the company's stations reach on the present board."""
    key = (id(definition), state.track_key, state.station_key, company)
    found = _cache.get(key)
    if found is None:
        if len(_cache) >= _CACHE_SIZE:
            _cache.clear()
        found = _cache[key] = _flood(definition, state, company)
    return found


def _flood(definition: Definition, state: State, company: str) -> Reach:
    board, across = state.board, definition.across
    blocked = blocked_stops(definition, state, company)
    sources = own_stations(definition, state, company)
    result = Reach()
    result.stops.update(sources)
    # A crossing is named by the hex it leaves: hex * 6 + side. parent[crossing] is the crossing
    # before it, or -1 - n for the n-th station; via[crossing] the stop in between, if any.
    parent: dict[int, int] = {}
    via: dict[int, tuple[int, int] | None] = {}
    queue: deque[int] = deque()
    doubtful: set[int] = set()

    def chain_repeats(
        crossing: int, stop: tuple[int, int] | None, before: int, again: bool
    ) -> bool:
        """Tell whether the way `before` + `crossing` uses a side or a stop twice."""
        back = across[crossing]
        if back not in parent and (stop is None or not again):
            return False
        walk = before
        while walk >= 0:
            if walk == back or (stop is not None and via[walk] == stop):
                return True
            walk = parent[walk]
        return stop is not None and sources[-1 - walk] == stop

    def leave(
        crossing: int, stop: tuple[int, int] | None, before: int, again: bool = False
    ) -> None:
        if crossing in parent:
            return
        if before >= 0 and chain_repeats(crossing, stop, before, again):
            doubtful.add(crossing)
            return
        parent[crossing] = before
        via[crossing] = stop
        queue.append(crossing)

    def spread() -> None:
        while queue:
            crossing = queue.popleft()
            result.sides.add(crossing)
            entry = across[crossing]
            if entry < 0:
                continue
            result.sides.add(entry)
            hex_index, side = divmod(entry, 6)
            tile = board[hex_index]
            for end in tile.from_side[side]:
                if end < STOP:
                    leave(hex_index * 6 + end, None, crossing)
                    continue
                stop = (hex_index, end - STOP)
                again = stop in result.stops
                result.stops.add(stop)
                result.ends.add(stop)
                if tile.tile.stops[end - STOP].end or stop in blocked:
                    continue
                for out in tile.stop_sides[end - STOP]:
                    if out != side:
                        leave(hex_index * 6 + out, stop, crossing, again)

    for number, (hex_index, stop) in enumerate(sources):
        for side in board[hex_index].stop_sides[stop]:
            leave(hex_index * 6 + side, None, -1 - number)
    spread()
    while doubtful:
        crossing = doubtful.pop()
        if crossing in parent:
            continue
        way = _search(definition, board, blocked, sources, crossing)
        if way is not None:
            before = -1 - sources.index(way[0])
            for step, between in way[1]:
                # Sides reached before keep their own way: any valid way will do.
                if step not in parent:
                    parent[step] = before
                    via[step] = between
                    queue.append(step)
                before = step
            spread()
    return result


def _search(
    definition: Definition,
    board: list[Placed],
    blocked: set[tuple[int, int]],
    sources: list[tuple[int, int]],
    target: int,
) -> tuple[tuple[int, int], list[tuple[int, tuple[int, int] | None]]] | None:
    """Look for a way from a station over `target` that repeats nothing, by backtracking."""
    across, side_bit = definition.across, definition.side_bit
    way: list[tuple[int, tuple[int, int] | None]] = []
    stops: set[tuple[int, int]] = set()

    def walk(crossing: int, via: tuple[int, int] | None, used: int) -> bool:
        bit = side_bit[crossing]
        if used & bit:
            return False
        way.append((crossing, via))
        if crossing == target:
            return True
        entry = across[crossing]
        if entry >= 0:
            hex_index, side = divmod(entry, 6)
            tile = board[hex_index]
            for end in tile.from_side[side]:
                if end < STOP:
                    if walk(hex_index * 6 + end, None, used | bit):
                        return True
                    continue
                stop = (hex_index, end - STOP)
                if stop in stops or stop in blocked or tile.tile.stops[end - STOP].end:
                    continue
                stops.add(stop)
                for out in tile.stop_sides[end - STOP]:
                    if out != side and walk(hex_index * 6 + out, stop, used | bit):
                        return True
                stops.discard(stop)
        way.pop()
        return False

    for source in sources:
        stops.clear()
        stops.add(source)
        hex_index, stop = source
        for side in board[hex_index].stop_sides[stop]:
            if walk(hex_index * 6 + side, None, 0):
                return source, way
    return None
