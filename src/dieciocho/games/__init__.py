"""The games, each in a folder of its own; `rules_of` finds one by its id."""

from __future__ import annotations

from functools import cache

from ..engine.errors import BadInput
from ..engine.rules import Rules

GAMES = ("1888n", "18mag", "1862", "18esp", "1865")


@cache
def rules_of(game: str) -> Rules:
    """Return the rules of a game by its id."""
    if game == "1862":
        from .g1862.rules import Rules1862

        return Rules1862()
    if game == "1888n":
        from .g1888n.rules import Rules1888N

        return Rules1888N()
    if game == "18mag":
        from .g18mag.rules import Rules18Mag

        return Rules18Mag()
    if game == "1865":
        from .g1865.rules import Rules1865

        return Rules1865()
    if game == "18esp":
        from .g18esp.rules import Rules18ESP

        return Rules18ESP()
    raise BadInput("there is no game {game!r}; known: {known}", game=game, known=", ".join(GAMES))
