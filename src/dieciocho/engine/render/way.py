"""A way over the map with what each of its edges costs, to be laid over a picture of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from .curve import plus, scaled
from .hexagon import centre
from .style import ROUTE_STYLES, WHITE
from .svg import tag, text

if TYPE_CHECKING:
    from ..definition import Definition

_DISC = 21


class Edge(NamedTuple):
    """From one hex of a way to the next."""

    one: str
    two: str
    cost: int


def edges(definition: Definition, way: str) -> Iterator[Edge]:
    """Yield the edges of a way that is written as its hexes: E38-E36-D35."""
    for one, two in pairwise(way.split("-")):
        start = definition.hexes[one].index
        yield Edge(one, two, definition.side_cost[start * 6 + _side(definition, one, two)])


def _side(definition: Definition, one: str, two: str) -> int:
    """Return the side by which one leaves a hex for another, next to it or linked."""
    start, end = definition.hexes[one].index, definition.hexes[two].index
    return next(side for side in range(6) if definition.across[start * 6 + side] // 6 == end)


def way_svg(definition: Definition, way: str) -> str:
    """Draw a way from hex to hex, with its costs where it crosses from one to the next."""
    layout, hexes = definition.layout, definition.hexes
    points = [centre(hexes[name].xy, layout) for name in way.split("-")]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    shape = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    drawn = tag("polyline", points=line, stroke=WHITE, stroke_width=18, **shape)
    drawn += tag("polyline", points=line, stroke=ROUTE_STYLES[0][0], stroke_width=10, **shape)
    middles = [scaled(plus(a, b), 0.5) for a, b in pairwise(points)]
    return drawn + "".join(_costs(zip(middles, edges(definition, way), strict=True)))


def _costs(crossings: Iterable[tuple[tuple[float, float], Edge]]) -> Iterator[str]:
    for (x, y), edge in crossings:
        if edge.cost:
            disc = tag("circle", cx=x, cy=y, r=_DISC, fill=WHITE, stroke="#222", stroke_width=3)
            yield disc + text(str(edge.cost), x, y, 22, fill="#222", font_weight="bold")
