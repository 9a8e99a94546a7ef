"""Exact reachability where track loops back on itself.

A train crosses a side, follows track to another side, crosses it, and so on: crossings and pieces
of track alternate. If every side is an edge between the ends that its two hexes have of it, these
edges are a matching, and a way that repeats no side is a simple alternating path. A stop that can
be passed becomes such an edge too: two ends that both touch all track of the stop, so that it is
passed once at most. Which ends simple alternating paths can reach is what Edmonds' search with
blossoms answers, in polynomial time, where trying all ways would take exponential time.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from .connections import Reach, blocked_stops, own_stations
from .tiles import STOP

if TYPE_CHECKING:
    from .definition import Definition
    from .state import State
    from .tiles import Placed


def alternating_reach(definition: Definition, state: State, company: str) -> Reach:
    """Return what the company's stations reach, exactly."""
    graph = _Graph(definition, state.board, blocked_stops(definition, state, company))
    result = Reach()
    sources = own_stations(definition, state, company)
    result.stops.update(sources)
    for source in sources:
        outer, labelled = graph.search(source)
        for end in outer:
            if end < graph.ports:
                result.sides.add(end)
                result.sides.add(definition.across[end])
                result.ends.update(graph.final.get(end, ()))
        result.ends.update(stop for stop, pair in graph.pairs.items() if labelled & set(pair))
        result.ends.discard(source)
    # A station that another one reaches is reached by track as well.
    for source in sources:
        if any(source in graph.reached_from(other) for other in sources if other != source):
            result.ends.add(source)
    result.stops.update(result.ends)
    return result


def simple_ways(definition: Definition, board: list[Placed], source: tuple[int, int]) -> set[int]:
    """Return the sides (hex * 6 + side) by which ways from a stop enter hexes.

    The ways repeat nothing and pass every stop, also those at which routes end.
    """
    graph = _Graph(definition, board, set(), through_ends=True)
    return {end for end in graph.search(source)[0] if end < graph.ports}


class _Graph:
    """Ends of sides (hex * 6 + side) and pairs of ends for stops, with the track between them."""

    def __init__(
        self,
        definition: Definition,
        board: list[Placed],
        blocked: set[tuple[int, int]],
        *,
        through_ends: bool = False,
    ) -> None:
        self.board = board
        self.ports = len(definition.across)
        self.mate: dict[int, int] = {}
        self.track: dict[int, list[int]] = {}  # pieces of track, from either end
        self.final: dict[int, list[tuple[int, int]]] = {}  # stops at which a way ends
        self.pairs: dict[tuple[int, int], tuple[int, int]] = {}
        self._labels: dict[tuple[int, int], set[tuple[int, int]]] = {}
        following = self.ports
        for hex_index, tile in enumerate(board):
            for number, printed in enumerate(tile.tile.stops):
                stop = (hex_index, number)
                passable = (through_ends or not printed.end) and stop not in blocked
                if passable and len(tile.stop_sides[number]) > 0:
                    pair = self.pairs[stop] = (following, following + 1)
                    following += 2
                    self.mate[pair[0]], self.mate[pair[1]] = pair[1], pair[0]
                    ends = [hex_index * 6 + side for side in tile.stop_sides[number]]
                    self.track[pair[0]] = self.track[pair[1]] = ends
            for side in tile.exits:
                end = hex_index * 6 + side
                self.mate[end] = definition.across[end]
                self.mate[definition.across[end]] = end
                ways = self.track[end] = []
                self.final[end] = []
                for other in tile.from_side[side]:
                    stop = (hex_index, other - STOP)
                    if other < STOP:
                        ways.append(hex_index * 6 + other)
                    elif stop in self.pairs:
                        ways.extend(self.pairs[stop])
                    else:
                        self.final[end].append(stop)
        self.size = following

    def reached_from(self, source: tuple[int, int]) -> set[tuple[int, int]]:
        """Return the stops that can be passed or ended at from a station."""
        if source not in self._labels:
            self.search(source)
        return self._labels[source]

    def search(self, source: tuple[int, int]) -> tuple[set[int], set[int]]:
        """Return the ends that a train can stand at having crossed, and all ends it can touch.

        This is the search for augmenting paths of Edmonds' matching algorithm; it never finds one,
        because nothing but the root is unmatched, and so labels everything that can be reached.
        """
        closed = set(self.pairs.get(source, ()))  # a way never comes back to its own station
        root = self.size
        starts = [source[0] * 6 + side for side in self.board[source[0]].stop_sides[source[1]]]
        base = list(range(self.size + 1))
        members: dict[int, list[int]] = {}  # base -> the ends that were shrunk into it
        parent: dict[int, int] = {}
        outer = {root}
        queue = deque([root])
        while queue:
            at = queue.popleft()
            for to in starts if at == root else self.track.get(at, ()):
                if to in closed or base[at] == base[to] or self.mate.get(at) == to:
                    continue
                if to in outer:
                    self._contract(at, to, base, members, parent, outer, queue, root)
                elif to not in parent:
                    parent[to] = at
                    there = self.mate[to]
                    if there not in outer:
                        outer.add(there)
                        queue.append(there)
        outer.discard(root)
        touched = outer | set(parent)
        found = {stop for stop, pair in self.pairs.items() if touched & set(pair)}
        found.update(stop for end in outer if end < self.ports for stop in self.final.get(end, ()))
        self._labels[source] = found
        return outer, touched

    def _contract(
        self,
        one: int,
        other: int,
        base: list[int],
        members: dict[int, list[int]],
        parent: dict[int, int],
        outer: set[int],
        queue: deque[int],
        root: int,
    ) -> None:
        """Shrink an odd cycle: everything on it can be reached from both directions."""
        common = self._common(one, other, base, parent, root)
        marked: set[int] = set()
        for start, child in ((one, other), (other, one)):
            at = start
            while base[at] != common:
                marked.add(base[at])
                marked.add(base[self.mate[at]])
                parent[at] = child
                child = self.mate[at]
                at = parent[child]
        shrunk = members.setdefault(common, [common])
        for old in sorted(marked):
            for end in members.pop(old, (old,)):
                base[end] = common
                shrunk.append(end)
                if end not in outer:
                    outer.add(end)
                    queue.append(end)

    def _common(
        self, one: int, other: int, base: list[int], parent: dict[int, int], root: int
    ) -> int:
        """Return where the ways to two ends part."""
        seen = set()
        at = one
        while True:
            at = base[at]
            seen.add(at)
            if at == root:
                break
            at = parent[self.mate[at]]
        at = other
        while True:
            at = base[at]
            if at in seen:
                return at
            at = parent[self.mate[at]]
