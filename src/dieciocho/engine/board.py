"""Connections: what a company's stations reach along track, and why.

A walk follows the rules of a route: no side of a hex twice, no stop twice, no turning back at a
junction, not through a stop that is blocked for the company. Instead of walking every path, a
flood crosses each side at most once in each direction. Only where the flood's own way to a side
would repeat something is the exact question asked, by the search in alternating.py.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Collection
from functools import cache
from threading import Lock
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


_cache: Memory[tuple[int, int, int, str], _Flood] = Memory(4000)


def reach(definition: Definition, state: State, company: str) -> Reach:
    """Return what the company's stations reach on the present board."""
    flood = _known(definition, state, company)
    if flood.exact is None:
        flood.spread(definition, state)
        doubts = flood.doubts(definition, state)
        flood.exact = alternating_reach(definition, state, company) if doubts else flood.found
    return flood.exact


def plain_reach(definition: Definition, state: State, company: str) -> Reach:
    """Return what is reached without a second look at track that loops back on itself.

    Some of it may be missing: good enough to judge a board that might be.
    """
    flood = _known(definition, state, company)
    flood.spread(definition, state)
    return flood.found


def reaches(definition: Definition, state: State, company: str, sides: Collection[int]) -> bool:
    """Tell whether the company reaches one of these sides, looking no further than it must."""
    flood = _known(definition, state, company)
    if not flood.found.sides.isdisjoint(sides) or flood.spread(definition, state, sides):
        return True
    return not reach(definition, state, company).sides.isdisjoint(sides)


def has_route(definition: Definition, state: State, company: str) -> bool:
    """Tell whether track leads from a station of the company to any other stop."""
    flood = _known(definition, state, company)
    if flood.found.ends or flood.spread(definition, state, any_stop=True):
        return True
    return bool(reach(definition, state, company).ends)


def _known(definition: Definition, state: State, company: str) -> _Flood:
    key = (id(definition), state.track_key, state.station_key, company)
    return _cache.get(key) or _cache.keep(key, _Flood(definition, state, company))


# Floods are kept for all threads of a server: only one at a time goes on with one.
_growing = Lock()


class _Flood:
    """A search from the company's stations that goes on where it was left."""

    __slots__ = ("_blocked", "_doubtful", "_queue", "_ways", "exact", "found")

    def __init__(self, definition: Definition, state: State, company: str) -> None:
        self.found = Reach()
        self.exact: Reach | None = None  # all that is reached, once that has been asked
        self._blocked = blocked_stops(definition, state, company)
        # A crossing is named by the hex it leaves: hex * 6 + side. The way to it is a linked list
        # of (crossing, stop passed before it, way to there) that ends with the station.
        self._ways: dict[int, Any] = {}
        self.found.crossings = self._ways.keys()
        self._queue: deque[int] = deque()
        self._doubtful: set[int] = set()
        sources = own_stations(definition, state, company)
        self.found.stops.update(sources)
        for source in sources:
            for side in state.board[source[0]].stop_sides[source[1]]:
                out = source[0] * 6 + side
                self._ways[out] = (out, source, ())
                self._queue.append(out)

    def spread(
        self,
        definition: Definition,
        state: State,
        wanted: Collection[int] = (),
        *,
        any_stop: bool = False,
    ) -> bool:
        """Go on until a wanted side or any stop is found, or there is nothing left to find."""
        with _growing:
            return self._spread(definition, state, wanted, any_stop)

    def _spread(
        self, definition: Definition, state: State, wanted: Collection[int], any_stop: bool
    ) -> bool:
        board, across = state.board, definition.across
        sides, stops, ends = self.found.sides, self.found.stops, self.found.ends
        blocked, ways, queue, doubtful = self._blocked, self._ways, self._queue, self._doubtful
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
                    if across[out] in ways and _repeats(across[out], None, way):
                        doubtful.add(out)
                        continue
                    ways[out] = (out, None, way)
                    queue.append(out)
                    continue
                stop = (hex_index, end - STOP)
                again = stop in stops
                if again and stop not in ends and _repeats(-1, stop, way):
                    continue  # a loop back to the station itself
                stops.add(stop)
                ends.add(stop)
                if tile.tile.stops[end - STOP].end or stop in blocked:
                    continue
                for side in tile.stop_sides[end - STOP]:
                    out = first + side
                    if out == entry or out in ways:
                        continue
                    if (again or across[out] in ways) and _repeats(across[out], stop, way):
                        doubtful.add(out)
                        continue
                    ways[out] = (out, stop, way)
                    queue.append(out)
            if (any_stop and ends) or crossing in wanted or entry in wanted:
                return True
        return False

    def doubts(self, definition: Definition, state: State) -> bool:
        """Tell whether there might be more than was found."""
        left = [crossing for crossing in self._doubtful if crossing not in self._ways]
        return bool(left) and _could_add(
            definition, state, self._blocked, self.found, self._ways, left
        )


def _repeats(back: int, stop: tuple[int, int] | None, way: Any) -> bool:
    """Tell whether a way has used the side `back` or the stop already."""
    while way:
        if way[0] == back or (stop is not None and way[1] == stop):
            return True
        way = way[2]
    return False


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
