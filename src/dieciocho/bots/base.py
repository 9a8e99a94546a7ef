"""What every computer player is: something that chooses one of the legal actions."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

from ..engine.actions import BuyPrivate, BuyTrain
from ..engine.errors import BadInput

if TYPE_CHECKING:
    from ..engine.actions import Action, Choice
    from ..engine.game import Game


class Bot(ABC):
    """A computer player. The same seed and position always give the same choice."""

    name: str
    faults: int = 0  # turns in which a bot of others failed and something else was played for it
    spent_elsewhere: float = 0.0  # CPU seconds of other processes for the last choice
    seconds: float | None = None  # CPU seconds that a choice may take, where that is bounded
    patience: float | None = None  # ... and by the clock on the wall, where somebody waits

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @classmethod
    def told(cls, words: str, seed: int = 0) -> Self:
        """Return the player that `NAME:WORDS` asks for; most cannot be told anything."""
        raise BadInput("bots.no_words", words=words)

    @abstractmethod
    def choose(self, game: Game) -> Action:
        """Return the action to play now; the game itself is not changed."""

    def dice(self, game: Game) -> random.Random:
        """Return this position's own source of chance, so that no call depends on another."""
        return random.Random(f"{self.seed}/{game.played}")


def declined_before(game: Game, choice: Choice) -> bool:
    """Tell whether the owner of what a choice asks for has declined an offer in this turn."""
    declined = getattr(game.state.turn, "declined", {})
    match choice.action:
        case BuyPrivate(private=thing) | BuyTrain(train=thing):
            return thing in declined
    return False
