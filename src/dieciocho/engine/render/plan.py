"""Where the track and the stops of a tile lie: computed once for each tile, turn and layout."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..tiles import STOP, Placed, Tile
from .curve import Curve, Point, distance, plus, scaled
from .hexagon import beyond, normal, spoke, track

SLOT = 26.0  # radius of a station slot
NARROW_SLOT = 21.5  # ... where more than two cities or four slots must fit
RIM = 4.0  # of a city around its slots
TOWN = 22.0
TOOLS = 14.0  # of a mine

_ALONG = (0.5, 0.38, 0.62, 0.28, 0.72, 0.2, 0.8)  # where on its line a stop may sit


class Place(NamedTuple):
    """A stop on its tile: its middle, the track that leads to it, its slots."""

    at: Point
    legs: tuple[tuple[int, Curve], ...]  # side, curve from that side to the stop
    radius: float
    slots: tuple[Point, ...]
    heading: Point | None = None  # of the line that a town lies on
    sign: Point | None = None  # where a mine shows its tools

    def leg(self, side: int) -> Curve:
        return dict(self.legs)[side]

    def discs(self) -> Iterator[tuple[Point, float]]:
        """Yield circles that cover the stop."""
        for slot in self.slots or (self.at,):
            yield slot, self.radius + (RIM if self.slots else 0)
        if self.sign is not None:
            yield self.sign, TOOLS


class Plan(NamedTuple):
    """The whole tile: its stops and its plain track."""

    places: tuple[Place, ...]
    plain: tuple[tuple[int, int, Curve], ...]

    def curves(self) -> list[Curve]:
        """Return all track, without the arrows of areas."""
        return [c for _, _, c in self.plain] + [c for p in self.places for _, c in p.legs]

    def through(self, a: int, b: int) -> Curve:
        """Return the plain track between two sides, run from a to b."""
        for start, end, curve in self.plain:
            if (start, end) == (a, b):
                return curve
            if (start, end) == (b, a):
                return curve.turned()
        raise KeyError((a, b))


def plan(placed: Placed, layout: str) -> Plan:
    """Return the plan of a tile in its rotation."""
    return _plan(placed.tile, placed.rotation, layout)


@lru_cache(maxsize=4096)
def _plan(tile: Tile, rotation: int, layout: str) -> Plan:
    placed = Placed(tile, rotation)
    plain = tuple((a, b, track(layout, a, b)) for a, b in placed.track if b < STOP)
    alone = len(tile.stops) == 1 and not plain
    options = [
        list(_options(placed, number, layout, alone))[: _breadth(len(tile.stops))]
        for number in range(len(tile.stops))
    ]
    samples = [p for _, _, curve in plain for p in curve.samples(8)]
    # Rounded, so that a tie falls the same way however the tile is turned.
    best = min(product(*options), key=lambda choice: round(_cost(choice, samples, layout), 3))
    return Plan(tuple(place for _, place in best), plain)


def _breadth(stops: int) -> int:
    """Return how many positions of each stop to try, so that trying all stays quick."""
    return 12 if stops <= 2 else 5 if stops == 3 else 3


def slots_around(at: Point, count: int, radius: float) -> tuple[Point, ...]:
    """Return the middles of the slots of one city: a row, a triangle, a square, a ring."""
    if count <= 1:
        return (at,) * count
    if count == 2:
        return plus(at, (-radius - 1, 0)), plus(at, (radius + 1, 0))
    ring = (radius + 1) / math.sin(math.pi / count)
    first = -90.0 if count % 2 else -90.0 - 180 / count
    angles = (math.radians(first + 360 / count * n) for n in range(count))
    return tuple(plus(at, (ring * math.cos(a), ring * math.sin(a))) for a in angles)


Option = tuple[float, Place]  # how far from the natural position, the place


def _options(placed: Placed, number: int, layout: str, alone: bool) -> Iterator[Option]:
    """Yield where a stop may lie, the natural position first."""
    stop, sides = placed.tile.stops[number], placed.stop_sides[number]
    if len(sides) == 2 and (stop.kind in ("town", "mine") or not alone):
        curve = track(layout, *sides)
        for t in _ALONG:
            legs = ((sides[0], curve.part(0, t)), (sides[1], curve.part(t, 1).turned()))
            place = _place(placed.tile, number, curve.at(t), legs)
            yield abs(t - 0.5) * 40, place._replace(heading=curve.direction(t))
        return
    for penalty, at in _points(placed, number, layout, alone):
        # Track into an area ends in an arrow: the place itself lies beyond the map.
        length = 0.3 if stop.kind == "area" else 1.0
        spokes = tuple((side, spoke(layout, side, at).part(0, length)) for side in sides)
        yield penalty, _place(placed.tile, number, at, spokes)


def _place(tile: Tile, number: int, at: Point, legs: tuple[tuple[int, Curve], ...]) -> Place:
    stop = tile.stops[number]
    if stop.kind == "mine" and stop.slots:
        return Place(at, legs, SLOT, slots_around(at, stop.slots, SLOT), sign=_tools(at, legs))
    if not stop.slots:
        return Place(at, legs, TOWN if stop.kind in ("town", "mine") else 30.0, ())
    radius = SLOT if tile.cities <= 2 and stop.slots <= 3 else NARROW_SLOT
    return Place(at, legs, radius, slots_around(at, max(stop.slots, 1), radius))


def _tools(at: Point, legs: tuple[tuple[int, Curve], ...]) -> Point:
    """Return where the tools of a mine lie: away from its track, above it if there is none."""
    x, y = (sum(curve.start[n] for _, curve in legs) for n in (0, 1))
    length = math.hypot(x, y)
    away = (0.0, -1.0) if length < 1 else (-x / length, -y / length)
    return plus(at, scaled(away, SLOT + RIM + TOOLS + 2))


def _points(placed: Placed, number: int, layout: str, alone: bool) -> Iterator[tuple[float, Point]]:
    """Yield points for a stop that does not lie on a line of its own."""
    sides = placed.stop_sides[number]
    if alone:
        yield 0.0, (0.0, 0.0)
        return
    if not sides:
        # Side by side from left to right, as names are read.
        loose = [n for n, s in enumerate(placed.stop_sides) if not s]
        wish = -44 + 88 * loose.index(number) / (len(loose) - 1) if len(loose) > 1 else None
        ring = [(44 * math.cos(a), 44 * math.sin(a)) for a in (math.pi / 6 * n for n in range(12))]
        for x, y in ring:
            yield abs(y) * 0.1 + (abs(x - wish) * 0.3 if wish is not None else 0), (x, y)
        return
    pull = (
        sum(normal(layout, side)[0] for side in sides),
        sum(normal(layout, side)[1] for side in sides),
    )
    length = math.hypot(*pull)
    if length < 0.1:
        for n, away in product(range(6), (30.0, 45.0)):
            angle = math.pi / 3 * n
            yield away, (away * math.cos(angle), away * math.sin(angle))
        return
    for away in (52.0, 46.0, 40.0) if len(sides) == 1 else (44.0, 34.0, 22.0, 0.0):
        yield abs(away - 52) * 0.2, scaled(pull, away / length)


def _cost(choice: tuple[Option, ...], samples: list[Point], layout: str) -> float:
    """Weigh a choice of positions: no overlaps, no foreign track through a stop, inside."""
    cost = sum(penalty for penalty, _ in choice)
    for i, (_, place) in enumerate(choice):
        foreign = samples + [
            point
            for j, (_, other) in enumerate(choice)
            if j != i
            for _, curve in other.legs
            for point in curve.samples(5)
        ]
        for at, radius in place.discs():
            cost += 4 * max(0.0, beyond(layout, at) + radius + 5) ** 2
            cost += sum(max(0.0, radius + 7 - distance(at, p)) ** 2 for p in foreign) * 1.5
            for _, other in choice[i + 1 :]:
                for there, size in other.discs():
                    cost += 20 * max(0.0, radius + size + 5 - distance(at, there)) ** 2
    return cost
