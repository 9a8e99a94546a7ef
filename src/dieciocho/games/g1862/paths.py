"""All ways that one train can take: simple paths over large stations, areas only at the ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from ...engine.routing.walk import Interrupted
from .network import CITY, LONDON, Network, Node, Span

_TICKS = 4096  # paths between two looks at the caller's wishes


class Way(Struct, frozen=True):
    """A path from node to node."""

    start: int
    end: int
    spans: Any  # linked list (span, rest) from the last one back to the first, () at the end
    places: int  # all that it visits, as bits
    count: int  # how many large stations and areas
    steps: int  # from hex to hex


class Bounds(Struct, frozen=True):
    """What a train may do: how far it goes, counted in stops or in steps, and whether to areas."""

    stops: int = 0  # 0: any number
    steps: int = 0  # 0: any number
    areas: bool = True


class Ground(Struct, frozen=True):
    """Where the routes of a company may lead."""

    net: Network
    own: int  # places with a station of the company
    blocked: int  # places that it cannot pass
    london: bool  # it has a station there; others do not run to it (1862-7.6.5.4)
    avoid: int = 0  # places and small stations that no route may visit
    home: int = 0  # the place of the home station
    anywhere: bool = False  # routes are linked by all that they visit, not only large stations

    @property
    def links(self) -> int:
        """Where routes can be linked (1862-7.8.0.4)."""
        net = self.net
        return net.cities | net.towns | net.doors if self.anywhere else net.cities

    def open_nodes(self) -> list[bool]:
        """Return which nodes routes may visit at all.

        All routes of a company are linked at large stations with the one through its home
        (1862-7.8.0.4), so that what has no connection with the home is out of reach.
        """
        net = self.net
        nodes = [
            not node.place & self.avoid and (node.group != LONDON or self.london)
            for node in net.nodes
        ]
        found = {n for n in range(net.count) if net.nodes[n].place & self.home and nodes[n]}
        queue = list(found)
        while queue:
            at = queue.pop()
            beyond = {s.target for s in net.spans[at] if not s.towns & self.avoid}
            if self.anywhere and at >= net.count:
                beyond |= {n for n, x in enumerate(net.nodes) if x.stop == net.nodes[at].stop}
            for target in beyond - found:
                if nodes[target]:
                    found.add(target)
                    if target < net.count or self.anywhere:
                        queue.append(target)
        return [n in found for n in range(len(nodes))]


class Walk:
    """Walks every path of a kind of train once."""

    def __init__(
        self, ground: Ground, bounds: Bounds, tick: Callable[[], bool] | None = None
    ) -> None:
        self.net, self.ground, self.bounds = ground.net, ground, bounds
        self.open = ground.open_nodes()
        self.walked = 0
        self._tick = tick

    def ways(self, maximal: bool = False) -> Iterator[Way]:
        """Yield the paths with a station of the company (1862-7.4.1).

        Of maximal ones none is part of a longer one: for trains that are paid for all they visit.
        """
        net = self.net
        for start in range(len(net.nodes)):
            if not self.open[start]:
                continue
            if net.nodes[start].kind != CITY and not self.bounds.areas:
                continue
            for way in self._from(start):
                if maximal and (self._extends(way.end, way) or self._extends(way.start, way)):
                    continue
                yield way

    def _from(self, start: int) -> Iterator[Way]:
        """Yield the paths that start at a node and end at a later one."""
        place = self.net.nodes[start].place
        stack = [Way(start, start, (), place, 1, 0)]
        own = self.ground.own
        while stack:
            way = stack.pop()
            self._count()
            if way.end > start and way.places & own:
                yield way
            if way.spans and self._closed(way.end):
                continue
            for span in self.net.spans[way.end]:
                if self._allows(way, span):
                    target = self.net.nodes[span.target].place
                    stack.append(
                        Way(
                            start,
                            span.target,
                            (span, way.spans),
                            way.places | target | span.towns,
                            way.count + 1,
                            way.steps + span.steps,
                        )
                    )

    def _count(self) -> None:
        self.walked += 1
        if self._tick is not None and not self.walked % _TICKS and self._tick():
            raise Interrupted

    def _closed(self, node: int) -> bool:
        """Tell whether routes end at a node: areas (1862-7.4.4), full stations (1862-7.4.3)."""
        found = self.net.nodes[node]
        return found.kind != CITY or bool(found.place & self.ground.blocked)

    def _allows(self, way: Way, span: Span) -> bool:
        """Tell whether a path can go on over a span."""
        bounds, target = self.bounds, self.net.nodes[span.target]
        if not self.open[span.target] or way.places & target.pays:
            return False  # nothing is visited twice (1862-7.4.2)
        if span.towns & self.ground.avoid:
            return False
        if bounds.stops and way.count >= bounds.stops:
            return False
        if bounds.steps and way.steps + span.steps > bounds.steps:
            return False
        if target.kind != CITY:
            # One red area and one port at most (1862-7.8.0.5).
            return bounds.areas and target.kind != self.net.nodes[way.start].kind
        return True

    def _extends(self, node: int, way: Way) -> bool:
        """Tell whether a path could be longer at one of its ends."""
        if self._closed(node):
            return False
        other = way.start if node == way.end else way.end
        beyond = Way(other, node, way.spans, way.places, way.count, way.steps)
        return any(self._allows(beyond, span) for span in self.net.spans[node])


def spans_of(way: Way) -> list[Span]:
    """Return the spans of a path in order from its start."""
    spans: list[Span] = []
    rest = way.spans
    while rest:
        spans.append(rest[0])
        rest = rest[1]
    return spans[::-1]


def nodes_of(net: Network, way: Way) -> list[Node]:
    """Return the large stations and areas of a path in order from its start."""
    return [net.nodes[n] for n in (way.start, *(span.target for span in spans_of(way)))]


def text_of(net: Network, way: Way) -> str:
    """Return a path as players write it."""
    pieces = [net.nodes[way.start].name]
    for span in spans_of(way):
        pieces += [*span.pieces, net.nodes[span.target].name]
    return "-".join(pieces)


def sides_of(way: Way) -> int:
    sides = 0
    for span in spans_of(way):
        sides |= span.sides
    return sides


def hexes_of(net: Network, way: Way) -> int:
    """Return all land hexes of a path."""
    hexes = 0
    for node in (way.start, *(span.target for span in spans_of(way))):
        hexes |= net.grounds[node] if node < net.count else 0
    for span in spans_of(way):
        hexes |= span.hexes
    return hexes
