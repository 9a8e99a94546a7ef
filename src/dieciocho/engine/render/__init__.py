"""Pictures of a game as SVG: one renderer for browser, notebook, documentation and tests."""

from __future__ import annotations

from .board import board_drawing, board_size, board_svg, outlined
from .legend import Legend, Sign, legend
from .manifest import manifest_svg
from .market import market_drawing, market_svg, market_width
from .sheet import company_svg
from .svg import Drawing
from .tile import tile_svg

__all__ = [
    "Drawing",
    "Legend",
    "Sign",
    "board_drawing",
    "board_size",
    "board_svg",
    "company_svg",
    "legend",
    "manifest_svg",
    "market_drawing",
    "market_svg",
    "market_width",
    "outlined",
    "tile_svg",
]
