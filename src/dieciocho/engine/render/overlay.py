"""Routes over the track: each piece is drawn inside its hex, below the stops.

Between hexes that lie apart a route follows the link that joins them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..routes import trace
from ..text import word
from .curve import Curve, Point, distance, plus, scaled
from .hexagon import centre, middle, normal
from .plan import plan
from .style import LEAST, ROUTE_STYLES, WHITE
from .svg import tag, text, title

if TYPE_CHECKING:
    from ..definition import Definition
    from ..game import Game

_LANE = 13.0  # between routes that share track
_WIDTH = 13.0


class _Leg:
    """The part of a route inside one hex."""

    def __init__(self, hex_index: int, stop: int | None, entry: int | None, leave: int | None):
        self.hex_index = hex_index
        self.stop = stop
        self.entry = entry
        self.leave = leave


def link_curve(definition: Definition, one: int, side: int, two: int, back: int) -> Curve:
    """Return the way from a side of one hex to a side of another that lies apart."""
    layout, hexes = definition.layout, definition.hex_list
    start = plus(centre(hexes[one].xy, layout), middle(layout, side))
    end = plus(centre(hexes[two].xy, layout), middle(layout, back))
    reach = distance(start, end)
    pull = plus(start, scaled(normal(layout, side), reach * 0.3))
    push = plus(end, scaled(normal(layout, back), reach * 0.16))
    return Curve(start, pull, push, end)


def route_pieces(
    game: Game, routes: Sequence[str], language: str, letters: float = LEAST
) -> tuple[dict[int, str], str, str]:
    """Return what the routes add to each hex, by hex index, to the links, and on top of all.

    Refuses routes without track.
    """
    walks = [_walk(game, text_) for text_ in routes]
    users: dict[int, list[int]] = defaultdict(list)  # side of the map -> routes
    for number, walk in enumerate(walks):
        for leg in walk:
            if leg.leave is not None:
                users[game.definition.side_bit[leg.hex_index * 6 + leg.leave]].append(number)
    result: dict[int, str] = defaultdict(str)
    between = ""
    for number, walk in enumerate(walks):
        run = 0.0
        tip = f"{word('route', language)} {number + 1}: {routes[number]}"
        for place, leg in enumerate(walk):
            curves = _curves(game, leg, number, users)
            result[leg.hex_index] += _piece(curves, number, run, tip)
            run += sum(curve.length() for curve in curves)
            link = _link(game.definition, leg, walk[place + 1]) if leg.leave is not None else None
            if link is not None:
                between += _piece([link], number, run, tip)
                run += link.length()
    numbers = "".join(_number(game, walk[0], n, users, letters) for n, walk in enumerate(walks))
    return dict(result), between, numbers


def _link(definition: Definition, leg: _Leg, following: _Leg) -> Curve | None:
    """Return the link that a route takes from one hex to the next, if it takes one."""
    for name, side, there, back in definition.links:
        ends = (definition.hexes[name].index, side), (definition.hexes[there].index, back)
        gone = (leg.hex_index, leg.leave), (following.hex_index, following.entry)
        if gone in (ends, ends[::-1]):
            curve = link_curve(definition, *ends[0], *ends[1])
            return curve if gone == ends else curve.turned()
    return None


def _walk(game: Game, route: str) -> list[_Leg]:
    trace(game, route)  # refuses what cannot be drawn
    definition = game.definition
    legs: list[_Leg] = []
    for piece in route.split("-"):
        name, dot, stop = piece.partition(".")
        index = definition.hexes[name].index
        entry = None
        if legs:
            before = legs[-1]
            before.leave = definition.hex_list[before.hex_index].neighbours.index(index)
            entry = definition.hex_list[index].neighbours.index(before.hex_index)
        legs.append(_Leg(index, int(stop) if dot else None, entry, None))
    return legs


def _lane(game: Game, leg: _Leg, side: int, route: int, users: dict[int, list[int]]) -> Point:
    """Return how far a route is moved along a side that other routes cross as well."""
    together = users[game.definition.side_bit[leg.hex_index * 6 + side]]
    offset = (together.index(route) - (len(together) - 1) / 2) * _LANE
    x, y = normal(game.definition.layout, side % 3)  # the same seen from both hexes
    return scaled((-y, x), offset)


def _curves(game: Game, leg: _Leg, route: int, users: dict[int, list[int]]) -> list[Curve]:
    drawing = plan(game.state.board[leg.hex_index], game.definition.layout)
    still = (0.0, 0.0)
    into = still if leg.entry is None else _lane(game, leg, leg.entry, route, users)
    out = still if leg.leave is None else _lane(game, leg, leg.leave, route, users)
    if leg.stop is None:
        assert leg.entry is not None
        assert leg.leave is not None
        return [drawing.through(leg.entry, leg.leave).shifted(into, out)]
    place = drawing.places[leg.stop]
    curves = []
    if leg.entry is not None:
        curves.append(place.leg(leg.entry).shifted(into, still))
    if leg.leave is not None:
        curves.append(place.leg(leg.leave).turned().shifted(still, out))
    return curves


def _piece(curves: list[Curve], number: int, run: float, tip: str) -> str:
    colour, dashes = ROUTE_STYLES[number % len(ROUTE_STYLES)]
    data = "".join(curve.d() for curve in curves)
    if len(curves) == 2:  # one path, so that the dashes go on
        first, second = curves
        data = first.d() + second.d().replace("M", "L", 1)
    bed = tag("path", d=data, stroke=WHITE, stroke_width=_WIDTH + 5)
    band = tag(
        "path",
        d=data,
        stroke=colour,
        stroke_width=_WIDTH,
        stroke_dasharray=dashes,
        stroke_dashoffset=run if dashes else None,
    )
    return tag("g", title(tip) + bed + band, fill="none", data_route=str(number))


def _number(game: Game, leg: _Leg, number: int, users: dict[int, list[int]], letters: float) -> str:
    """Return the number of a route where it begins."""
    curves = _curves(game, leg, number, users)
    if not curves:
        return ""
    spot = game.definition.hex_list[leg.hex_index]
    x, y = plus(curves[0].at(0.85), centre(spot.xy, game.definition.layout))
    colour = ROUTE_STYLES[number % len(ROUTE_STYLES)][0]
    disc = tag("circle", cx=x, cy=y, r=0.77 * letters, fill=colour, stroke=WHITE, stroke_width=2)
    return disc + text(str(number + 1), x, y, letters, fill=WHITE, font_weight="bold")
