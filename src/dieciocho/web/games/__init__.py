"""What the page of each game adds to the common one; see docs/web.md."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from .base import GamePage


@cache
def page_for(game: str) -> GamePage:
    """Return the page of a game; a game without a module of its own has the common one."""
    name = f"{__package__}.g{game}"
    if not game.isalnum() or find_spec(name) is None:
        return GamePage()
    page = import_module(name).PAGE
    assert isinstance(page, GamePage)
    return page
