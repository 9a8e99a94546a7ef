"""Pictures of a game as SVG: one renderer for browser, notebook, documentation and tests."""

from __future__ import annotations

from .board import board_svg
from .manifest import manifest_svg
from .market import market_svg
from .sheet import company_svg
from .tile import tile_svg

__all__ = ["board_svg", "company_svg", "manifest_svg", "market_svg", "tile_svg"]
