"""Bézier curves: the shape of every piece of track."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from .svg import num

Point = tuple[float, float]


def mix(a: Point, b: Point, t: float) -> Point:
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


def scaled(a: Point, factor: float) -> Point:
    return (a[0] * factor, a[1] * factor)


def plus(a: Point, b: Point) -> Point:
    return (a[0] + b[0], a[1] + b[1])


def distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def pair(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


class Curve(NamedTuple):
    """A cubic Bézier curve."""

    start: Point
    pull: Point
    push: Point
    end: Point

    def at(self, t: float) -> Point:
        return self._split(t)[0].end

    def direction(self, t: float) -> Point:
        """Return the unit vector in which the curve runs at t."""
        a, b = self.at(max(0.0, t - 0.01)), self.at(min(1.0, t + 0.01))
        length = distance(a, b) or 1.0
        return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)

    def _split(self, t: float) -> tuple[Curve, Curve]:
        a, b, c = mix(self[0], self[1], t), mix(self[1], self[2], t), mix(self[2], self[3], t)
        ab, bc = mix(a, b, t), mix(b, c, t)
        middle = mix(ab, bc, t)
        return Curve(self.start, a, ab, middle), Curve(middle, bc, c, self.end)

    def part(self, low: float, high: float) -> Curve:
        """Return the piece between two values of t."""
        tail = self._split(low)[1]
        return tail._split((high - low) / (1 - low))[0] if low < 1 else tail

    def turned(self) -> Curve:
        """Return the same curve run the other way."""
        return Curve(self.end, self.push, self.pull, self.start)

    def shifted(self, start: Point, end: Point) -> Curve:
        """Return the curve with each end moved together with its handle."""
        return Curve(
            plus(self[0], start), plus(self[1], start), plus(self[2], end), plus(self[3], end)
        )

    def samples(self, count: int) -> list[Point]:
        return [self.at(n / count) for n in range(count + 1)]

    def length(self) -> float:
        points = self.samples(8)
        return sum(distance(a, b) for a, b in pairwise(points))

    def d(self) -> str:
        """Write the curve as path data; a straight one as a line."""
        run = distance(self.start, self.end)
        around = distance(self[0], self[1]) + distance(self[1], self[2]) + distance(*self[2:])
        if around - run < 0.05:
            return f"M{pair(self.start)}L{pair(self.end)}"
        return f"M{pair(self[0])}C{pair(self[1])} {pair(self[2])} {pair(self[3])}"


def line(a: Point, b: Point) -> Curve:
    return Curve(a, mix(a, b, 1 / 3), mix(a, b, 2 / 3), b)
