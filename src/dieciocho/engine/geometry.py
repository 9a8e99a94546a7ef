"""Hexes: sides, neighbours and points on the plane.

Sides are numbered clockwise from 0 to 5; side 0 is the lower left one on pointy-top maps and
the bottom one on flat-top maps, so the opposite side is always (side + 3) % 6.
"""

from __future__ import annotations

import math
import re

SIDES = range(6)

# Steps in doubled coordinates (x, y), y growing downwards.
POINTY_STEPS = ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1))
FLAT_STEPS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))

_COORDINATE = re.compile(r"([A-Z]+|[a-z])(\d+)$")


def opposite(side: int) -> int:
    return (side + 3) % 6


def steps(layout: str) -> tuple[tuple[int, int], ...]:
    return POINTY_STEPS if layout == "pointy" else FLAT_STEPS


def position(coordinate: str, layout: str) -> tuple[int, int]:
    """Return the doubled coordinates of a hex name such as C9.

    A small letter is a row (or column) before A: a, then b beyond it.
    """
    match = _COORDINATE.match(coordinate)
    if match is None:
        raise ValueError(f"{coordinate!r} is not a hex coordinate")
    letters = 0
    if match[1].islower():
        letters = ord("a") - ord(match[1])
    else:
        for letter in match[1]:
            letters = letters * 26 + ord(letter) - ord("A") + 1
    number = int(match[2])
    return (number, letters) if layout == "pointy" else (letters, number)


def corner_angle(layout: str, corner: int) -> float:
    """Angle of a corner; corner n lies between sides n - 1 and n (clockwise)."""
    return math.radians((90 if layout == "pointy" else 60) + 60 * corner)


def side_angle(layout: str, side: int) -> float:
    """Angle of the middle of a side, in a plane whose y axis points down."""
    return math.radians((120 if layout == "pointy" else 90) + 60 * side)
