"""Pictures of a game as SVG: one renderer for browser, notebook, documentation and tests."""

from __future__ import annotations

from .board import board_drawing, board_size, board_svg, outlined
from .manifest import manifest_svg
from .market import market_drawing, market_svg
from .sheet import company_svg
from .svg import Drawing
from .tile import tile_svg

__all__ = [
    "Drawing",
    "board_drawing",
    "board_size",
    "board_svg",
    "company_svg",
    "manifest_svg",
    "market_drawing",
    "market_svg",
    "outlined",
    "tile_svg",
]
