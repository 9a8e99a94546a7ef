"""Colours, sizes and patterns. No colour stands alone: numbers, ids, pips or dashes go with it."""

from __future__ import annotations

from ..tiles import COLOURS

INK = "#1f1f23"
PALE_INK = "#6d6a62"
PAPER = "#fdfbf5"
WHITE = "#fff"
GRID = "#8f8873"

# Growing darker from yellow to brown, so that the order shows without colour as well.
FILLS = {
    "white": "#f3ecda",
    "yellow": "#fbdc5c",
    "green": "#8fc97c",
    "brown": "#b98551",
    "gray": "#c2c6ca",
    "red": "#e8917d",
    "blue": "#b4d8ec",
    "orange": "#f2b872",
}

LEAST = 19.5  # of all letters on a map
_WIDEST = 100.0  # lines of text in the width of a map: the wider it is, the smaller it is shown

RAIL_WIDTH = 10.0
CASING_WIDTH = 17.0

# Okabe and Ito's palette, told apart by all kinds of colour vision; dashes tell them apart too.
ROUTE_STYLES = (
    ("#0072b2", None),
    ("#d55e00", "34 9"),
    ("#a4307d", "12 8"),
    ("#00694d", "34 8 9 8"),
    ("#7a4a00", "20 12"),
    ("#5a5a5a", "5 6"),
)


def least_letters(width: float) -> float:
    """Return the size of the smallest letters on a map of this width."""
    return max(LEAST, width / _WIDEST)


def fill(colour: str) -> str:
    """Return the fill of a tile colour; unknown colours look like the plain map."""
    return FILLS.get(colour, FILLS["white"])


def pips(colour: str) -> int:
    """Return how many pips stand for a tile colour: yellow 1 to gray 4, otherwise none."""
    return COLOURS.index(colour) if colour in COLOURS else 0
