"""Drawing track: rails on a light bed, bridges where lines cross, arrows into areas."""

from __future__ import annotations

from functools import lru_cache

from ..tiles import STOP, Placed, Tile
from .curve import Curve, Point, pair, plus, scaled
from .plan import Plan, plan
from .style import CASING_WIDTH, INK, RAIL_WIDTH, WHITE
from .svg import tag

_STEPS = 20
_DASHES = "15 6"


def track_svg(placed: Placed, layout: str, *, dashed: bool = False) -> str:
    """Return the track of a tile, dashed where it is not of the ordinary gauge."""
    return _track(placed.tile, placed.rotation, layout, _DASHES if dashed else None)


@lru_cache(maxsize=4096)
def _track(tile: Tile, rotation: int, layout: str, dashes: str | None) -> str:
    drawing = plan(Placed(tile, rotation), layout)
    curves = _lines(Placed(tile, rotation), drawing)
    if not curves:
        return ""
    data = "".join(curve.d() for curve in curves)
    result = _stroke(data, CASING_WIDTH, WHITE)
    result += _stroke(data, RAIL_WIDTH, INK, data_rails="", stroke_dasharray=dashes)
    for piece in _bridges(drawing):
        result += _stroke(piece.d(), CASING_WIDTH, WHITE)
        result += _stroke(
            piece.d(), RAIL_WIDTH, INK, stroke_linecap="square", stroke_dasharray=dashes
        )
    for number, stop in enumerate(tile.stops):
        if stop.kind == "area":
            heads = "".join(_head(curve) for _, curve in drawing.places[number].legs)
            result += tag("path", d=heads, fill=INK, stroke=WHITE, stroke_width=2.5)
    return result


def _lines(placed: Placed, drawing: Plan) -> list[Curve]:
    """Return all track once, also where two stops lie on one line."""
    curves = [curve for _, _, curve in drawing.plain]
    for number, place in enumerate(drawing.places):
        if placed.stop_sides[number] not in placed.stop_sides[:number]:
            curves += [curve for _, curve in place.legs]
    return curves


def _stroke(data: str, width: float, colour: str, **attributes: str | None) -> str:
    return tag("path", d=data, fill="none", stroke=colour, stroke_width=width, **attributes)


def _head(curve: Curve) -> str:
    """Return an arrow head at the end of a curve."""
    x, y = curve.direction(1)
    left, right, tip = (-y * 15, x * 15), (y * 15, -x * 15), (x * 24, y * 24)
    corners = [plus(curve.end, offset) for offset in (left, tip, right)]
    return "M" + "L".join(pair(point) for point in corners) + "Z"


def _bridges(drawing: Plan) -> list[Curve]:
    """Return the short pieces of track that pass over other track.

    Lines that meet at a side or in a stop are joined there and never cross elsewhere.
    """
    lines = [(frozenset((a, b)), curve) for a, b, curve in drawing.plain]
    for number, place in enumerate(drawing.places):
        lines += [(frozenset((side, STOP + number)), curve) for side, curve in place.legs]
    result = []
    for i, (ends, curve) in enumerate(lines):
        half = 15 / curve.length()
        for other_ends, other in lines[:i]:
            t = None if ends & other_ends else _meeting(curve, other)
            if t is not None:
                result.append(curve.part(max(0.0, t - half), min(1.0, t + half)))
    return result


def _meeting(curve: Curve, other: Curve) -> float | None:
    """Return where on the first curve the second one crosses it."""
    a, b = curve.samples(_STEPS), other.samples(_STEPS)
    for n in range(_STEPS):
        for m in range(_STEPS):
            where = _crossing(a[n], a[n + 1], b[m], b[m + 1])
            if where is not None:
                return (n + where) / _STEPS
    return None


def _crossing(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """Return where on the segment a-b the segment c-d crosses it, from 0 to 1."""
    ab, cd, ac = plus(b, scaled(a, -1)), plus(d, scaled(c, -1)), plus(c, scaled(a, -1))
    area = ab[0] * cd[1] - ab[1] * cd[0]
    if abs(area) < 1e-9:
        return None
    t = (ac[0] * cd[1] - ac[1] * cd[0]) / area
    u = (ac[0] * ab[1] - ac[1] * ab[0]) / area
    return t if 0 <= t <= 1 and 0 <= u <= 1 else None
