"""Seeds of 18xx.games: the one that deals what a game of ours was dealt."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING

from ..engine.errors import BadInput

if TYPE_CHECKING:
    from ..engine.game import Game


def find_seed(game: Game, draw: Callable[[int], dict[str, str]], most: int) -> int:
    """Return a seed that draws what the game was dealt: its own, or the first that does."""
    own = [] if game.header.seed is None else [game.header.seed]
    for seed in chain(own, range(most)):
        drawn = draw(seed)
        if all(game.header.options.get(name, value) == value for name, value in drawn.items()):
            return seed
    raise BadInput("interop.no_draw")
