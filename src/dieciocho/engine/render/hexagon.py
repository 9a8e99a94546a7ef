"""A hex on the plane, its centre at the origin, in both layouts."""

from __future__ import annotations

import math
from functools import cache

from ..geometry import SIDES, corner_angle, side_angle
from .curve import Curve, Point, distance, line, mix, pair, scaled

RADIUS = 100.0
APOTHEM = RADIUS * math.sqrt(3) / 2

# Handles that make arcs meeting both sides at right angles: by number of sides apart.
_SHARP = 4 / 3 * math.tan(math.radians(30)) * RADIUS / 2
_GENTLE = 4 / 3 * math.tan(math.radians(15)) * RADIUS * 1.5
_HANDLES = {1: _SHARP, 2: _GENTLE, 3: APOTHEM * 2 / 3, 4: _GENTLE, 5: _SHARP}


@cache
def normal(layout: str, side: int) -> Point:
    """Return the unit vector from the centre to the middle of a side."""
    angle = side_angle(layout, side)
    return (math.cos(angle), math.sin(angle))


def middle(layout: str, side: int) -> Point:
    return scaled(normal(layout, side), APOTHEM)


@cache
def corner(layout: str, number: int) -> Point:
    angle = corner_angle(layout, number)
    return (RADIUS * math.cos(angle), RADIUS * math.sin(angle))


def side_ends(layout: str, side: int) -> tuple[Point, Point]:
    """Return the corners at both ends of a side: those nearest to its middle."""
    at = middle(layout, side)
    a, b = sorted((corner(layout, n) for n in SIDES), key=lambda p: distance(p, at))[:2]
    return a, b


@cache
def outline(layout: str) -> str:
    """Return the points of the hex as an attribute."""
    return " ".join(pair(corner(layout, n)) for n in SIDES)


def centre(xy: tuple[int, int], layout: str) -> Point:
    """Return the centre of a hex with these doubled coordinates on the map."""
    wide, high = (APOTHEM, 1.5 * RADIUS) if layout == "pointy" else (1.5 * RADIUS, APOTHEM)
    return (xy[0] * wide, xy[1] * high)


def beyond(layout: str, point: Point) -> float:
    """Return how far a point lies outside of the hex; negative: that far inside."""
    return max(x * point[0] + y * point[1] for x, y in map(normal, [layout] * 6, SIDES)) - APOTHEM


def track(layout: str, a: int, b: int) -> Curve:
    """Return plain track from side to side."""
    start, end = middle(layout, a), middle(layout, b)
    if (b - a) % 6 == 3:
        return line(start, end)
    keep = 1 - _HANDLES[(b - a) % 6] / APOTHEM
    return Curve(start, scaled(start, keep), scaled(end, keep), end)


def spoke(layout: str, side: int, target: Point) -> Curve:
    """Return track from a side to a point inside the hex."""
    start = middle(layout, side)
    run = distance(start, target)
    inward = scaled(normal(layout, side), APOTHEM - run * 0.45)
    return Curve(start, inward, mix(inward, target, 0.6), target)
