"""A player with good sense who now and then gives way to curiosity."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from .base import Bot
from .chance import CuriousBot
from .sensible import SensibleBot

if TYPE_CHECKING:
    from ..engine.actions import Action
    from ..engine.game import Game

_SHARES = (0.03, 0.1, 0.25)  # of the decisions that are left to curiosity, by seed


class WaywardBot(Bot):
    """Keeps its companies alive, so that a game gets far, and does odd things on the way.

    Games by chance alone end early where money is short; this player reaches rules of late games.
    For checking rules, not for fun.
    """

    name = "wayward"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._sense, self._curiosity = SensibleBot(seed), CuriousBot(seed)
        self._share = random.Random(f"{seed}/share").choice(_SHARES)

    def choose(self, game: Game) -> Action:
        # Not the dice with which the choice itself is made: those would always fall alike.
        odd = random.Random(f"{self.seed}/odd/{game.played}").random() < self._share
        return (self._curiosity if odd else self._sense).choose(game)
