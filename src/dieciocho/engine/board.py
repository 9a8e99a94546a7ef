"""Connections: what a company's stations reach along track, and why.

A walk follows the rules of a route: no side of a hex twice, no stop twice, no turning back at a
junction, not through a stop that is blocked for the company. Instead of walking every path, a
flood crosses each side at most once in each direction. Only where the flood's own way to a side
would repeat something is the exact question asked, by the search in alternating.py.
"""

from __future__ import annotations

import hashlib
from collections import deque
from functools import cache
from typing import TYPE_CHECKING, Any

from .alternating import alternating_reach
from .connections import Reach, blocked_stops, own_stations
from .memory import Memory
from .tiles import STOP

if TYPE_CHECKING:
    from .definition import Definition
    from .state import State


@cache
def key_of(*parts: str | int) -> int:
    """Return a wide hash of one fact of the board; facts are combined by exclusive or."""
    text = "|".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=12).digest(), "big")


# What a flood finds, and all that is reached: None if that has not been asked yet.
_cache: Memory[tuple[int, int, int, str], tuple[Reach, Reach | None]] = Memory(4000)


def reach(definition: Definition, state: State, company: str) -> Reach:
    """Return what the company's stations reach on the present board."""
    plain, exact = _known(definition, state, company)
    if exact is None:
        exact = alternating_reach(definition, state, company)
        _cache[_key(definition, state, company)] = plain, exact
    return exact


def plain_reach(definition: Definition, state: State, company: str) -> Reach:
    """Return what is reached without a second look at track that loops back on itself.

    Some of it may be missing: good enough to judge a board that might be.
    """
    return _known(definition, state, company)[0]


def _key(definition: Definition, state: State, company: str) -> tuple[int, int, int, str]:
    return (id(definition), state.track_key, state.station_key, company)


def _known(definition: Definition, state: State, company: str) -> tuple[Reach, Reach | None]:
    key = _key(definition, state, company)
    found = _cache.get(key)
    if found is None:
        plain, doubts = _flood(definition, state, company)
        found = _cache.keep(key, (plain, None if doubts else plain))
    return found


def _flood(definition: Definition, state: State, company: str) -> tuple[Reach, bool]:
    """Return what a flood finds, and whether there might be more."""
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
                if again and stop not in ends and repeats(-1, stop, way):
                    continue  # a loop back to the station itself
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
    left = [crossing for crossing in doubtful if crossing not in ways]
    return result, bool(left) and _could_add(definition, state, blocked, result, ways, left)


def _could_add(
    definition: Definition,
    state: State,
    blocked: set[tuple[int, int]],
    result: Reach,
    ways: dict[int, Any],
    crossings: list[int],
) -> bool:
    """Tell whether crossings in doubt could lead to anything new, if they were possible."""
    board, across = state.board, definition.across
    seen = set(crossings)
    while crossings:
        entry = across[crossings.pop()]
        if entry not in result.sides:
            return True
        hex_index, side = divmod(entry, 6)
        tile = board[hex_index]
        for end in tile.from_side[side]:
            exits: tuple[int, ...] = (end,)
            if end >= STOP:
                stop = (hex_index, end - STOP)
                if stop not in result.stops:
                    return True
                if tile.tile.stops[end - STOP].end or stop in blocked:
                    continue
                exits = tile.stop_sides[end - STOP]
            for out in (hex_index * 6 + e for e in exits if e != side):
                if out not in ways and out not in seen:
                    seen.add(out)
                    crossings.append(out)
    return False
