"""Finding room for texts on a hex: each takes the free spot nearest to where it belongs."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from ..tiles import Placed, Tile
from .curve import Point, plus, scaled
from .hexagon import APOTHEM, RADIUS, beyond, normal
from .plan import plan

_STEP = 9
_SCALES = (1.0, 0.88, 0.76)
_GOOD_ENOUGH = 45.0  # cost below which a text need not shrink


class Wish(NamedTuple):
    """A box that wants room: its size, where it would like its middle, how strongly."""

    width: float
    height: float
    near: Point
    pull: float = 0.5
    shrinks: bool = False  # may become smaller where room is scarce


class Spot(NamedTuple):
    """The room found: the middle of the box, and by how much it had to shrink."""

    x: float
    y: float
    scale: float = 1.0


class _Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def from_disc(self, at: Point, radius: float) -> float:
        """Return how deep a disc cuts into the box."""
        dx = abs(at[0] - self.x) - self.width / 2
        dy = abs(at[1] - self.y) - self.height / 2
        if dx >= radius or dy >= radius:
            return 0.0
        return max(0.0, radius - math.hypot(max(0.0, dx), max(0.0, dy)))

    def shared(self, other: _Box) -> float:
        """Return the area that two boxes share, with a little air around them."""
        wide = (self.width + other.width) / 2 + 2 - abs(self.x - other.x)
        high = (self.height + other.height) / 2 + 2 - abs(self.y - other.y)
        return max(0.0, wide) * max(0.0, high)


@lru_cache(maxsize=2)
def _grid(layout: str) -> tuple[Point, ...]:
    reach = range(-90, 91, _STEP)
    points = ((float(x), float(y)) for x in reach for y in reach)
    return tuple(p for p in points if beyond(layout, p) < -8)


def coordinate_spot(layout: str) -> Point:
    """Return where the name of the hex stands: in a corner, where no track runs."""
    return (0.0, -0.82 * RADIUS) if layout == "pointy" else (-0.36 * RADIUS, -0.72 * RADIUS)


def number_spot(layout: str) -> Point:
    """Return where the tile number stands: in the opposite corner."""
    return (0.0, 0.84 * RADIUS) if layout == "pointy" else (0.38 * RADIUS, 0.74 * RADIUS)


def arrange(
    placed: Placed, layout: str, wishes: tuple[Wish, ...], least: float = 0
) -> tuple[Spot, ...]:
    """Return the middle of each box; earlier wishes choose first."""
    return _arrange(placed.tile, placed.rotation, layout, wishes, least)


@lru_cache(maxsize=8192)
def _arrange(
    tile: Tile, rotation: int, layout: str, wishes: tuple[Wish, ...], least: float
) -> tuple[Spot, ...]:
    drawing = plan(Placed(tile, rotation), layout)
    discs: list[tuple[Point, float]] = []
    for stop, place in zip(tile.stops, drawing.places, strict=True):
        if stop.kind == "area":  # nothing but the heads of its arrows
            ends = ((curve.end, curve.direction(1)) for _, curve in place.legs)
            discs += [(plus(end, scaled(ahead, 10)), 15.0) for end, ahead in ends]
        else:
            discs += place.discs()
    rails = [point for curve in drawing.curves() for point in curve.samples(6)]
    taken = [
        _Box(*coordinate_spot(layout), max(32, 2.2 * least), max(15, least)),
        _Box(*plus(number_spot(layout), (0.0, -5.0)), 34, max(24, least + 8)),
    ]
    result: list[Spot] = []
    for wish in wishes:
        tries = []
        for scale in _SCALES if wish.shrinks else _SCALES[:1]:
            small = wish._replace(width=wish.width * scale, height=wish.height * scale)
            cost, at = _best(small, layout, discs, rails, taken)
            tries.append((cost, Spot(*at, scale), small))
            if cost < _GOOD_ENOUGH:
                break
        _, spot, small = min(tries, key=lambda found: found[0])
        taken.append(_Box(spot.x, spot.y, small.width, small.height))
        result.append(spot)
    return tuple(result)


def _best(
    wish: Wish,
    layout: str,
    discs: list[tuple[Point, float]],
    rails: list[Point],
    taken: list[_Box],
) -> tuple[float, Point]:
    """Return the least cost and where it is found.

    Costs only grow, so that a spot is given up as soon as it is worse than the best one known.
    """

    def regret(at: Point) -> float:
        return math.hypot(at[0] - wish.near[0], at[1] - wish.near[1]) * wish.pull

    wide, high = wish.width / 2, wish.height / 2
    edges = [(x, y, abs(x) * wide + abs(y) * high - APOTHEM + 3) for x, y in _normals(layout)]
    best, least = wish.near, math.inf
    for at in sorted((wish.near, *_grid(layout)), key=regret):
        cost = regret(at)
        if cost >= least:
            break  # what follows lies farther off still
        for x, y, margin in edges:  # what sticks out of the hex
            far = x * at[0] + y * at[1] + margin
            if far > 0:
                cost += 30 * far
        if cost >= least:
            continue
        box = _Box(*at, wish.width, wish.height)
        cost += sum([box.shared(other) for other in taken]) * 0.5
        for disc in discs:
            if cost >= least:
                break
            cost += 25 * box.from_disc(*disc)
        for point in rails:
            if cost >= least:
                break
            cost += 1.3 * box.from_disc(point, 9)
        if cost < least:
            best, least = at, cost
    return least, best


@lru_cache(maxsize=2)
def _normals(layout: str) -> tuple[Point, ...]:
    return tuple(normal(layout, side) for side in range(6))
