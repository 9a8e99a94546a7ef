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
from typing import TYPE_CHECKING, Any

from .tiles import STOP

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
    sides, stops, ends = result.sides, result.stops, result.ends
    stops.update(sources)
    # A crossing is named by the hex it leaves: hex * 6 + side. The way to it is a linked list of
    # (crossing, stop passed before it, way to there) that ends with the station.
    ways: dict[int, Any] = {}
    queue: deque[int] = deque()
    doubtful: set[int] = set()

    def repeats(back: int, stop: tuple[int, int] | None, way: Any) -> bool:
        """Tell whether a way has used the side `back` or the stop already."""
        while way:
            if way[0] == back or (stop is not None and way[1] == stop):
                return True
            way = way[2]
        return False

    def spread() -> None:
        while queue:
            crossing = queue.popleft()
            way = ways[crossing]
            entry = across[crossing]
            sides.add(crossing)
            sides.add(entry)
            hex_index = entry // 6
            first = hex_index * 6
            tile = board[hex_index]
            for end in tile.from_side[entry - first]:
                if end < STOP:
                    out = first + end
                    if out in ways:
                        continue
                    if across[out] in ways and repeats(across[out], None, way):
                        doubtful.add(out)
                        continue
                    ways[out] = (out, None, way)
                    queue.append(out)
                    continue
                stop = (hex_index, end - STOP)
                again = stop in stops
                stops.add(stop)
                ends.add(stop)
                if tile.tile.stops[end - STOP].end or stop in blocked:
                    continue
                for side in tile.stop_sides[end - STOP]:
                    out = first + side
                    if out == entry or out in ways:
                        continue
                    if (again or across[out] in ways) and repeats(across[out], stop, way):
                        doubtful.add(out)
                        continue
                    ways[out] = (out, stop, way)
                    queue.append(out)

    for source in sources:
        for side in board[source[0]].stop_sides[source[1]]:
            out = source[0] * 6 + side
            ways[out] = (out, source, ())
            queue.append(out)
    spread()
    while doubtful:
        crossing = doubtful.pop()
        found = None if crossing in ways else _search(definition, state, company, crossing)
        way: Any = ()
        for out, stop in found or ():
            way = (out, stop, way)
            if out not in ways:
                ways[out] = way
                queue.append(out)
        spread()
    return result


def _search(
    definition: Definition, state: State, company: str, target: int
) -> list[tuple[int, tuple[int, int] | None]] | None:
    """Look for a way from a station over `target` that repeats nothing, by backtracking.

    Returns the crossings in order, each with the stop passed before it.
    """
    board, across, side_bit = state.board, definition.across, definition.side_bit
    blocked = blocked_stops(definition, state, company)
    way: list[tuple[int, tuple[int, int] | None]] = []
    stops: set[tuple[int, int]] = set()

    def walk(crossing: int, via: tuple[int, int] | None, used: int) -> bool:
        bit = side_bit[crossing]
        if used & bit:
            return False
        way.append((crossing, via))
        if crossing == target:
            return True
        hex_index, side = divmod(across[crossing], 6)
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

    for source in own_stations(definition, state, company):
        stops.clear()
        stops.add(source)
        for side in board[source[0]].stop_sides[source[1]]:
            if walk(source[0] * 6 + side, source, 0):
                return way
    return None
