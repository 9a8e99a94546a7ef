"""A player who leaves everything to chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.actions import Bid
from .base import Bot, declined_before

if TYPE_CHECKING:
    from ..engine.actions import Action, Choice
    from ..engine.game import Game

MOST_ABOVE = 25  # how far a random bid goes above the lowest one


class RandomBot(Bot):
    """Chooses uniformly among the kinds of actions, then among those of the kind."""

    name = "random"

    def choose(self, game: Game) -> Action:
        dice = self.dice(game)
        choices = game.legal_actions()
        # An offer that was declined is not repeated: a turn has to come to an end.
        choices = [c for c in choices if not declined_before(game, c)] or choices
        kinds: dict[type[Action], list[Choice]] = {}
        for choice in choices:
            kinds.setdefault(type(choice.action), []).append(choice)
        choice = dice.choice(kinds[dice.choice(list(kinds))])
        if choice.low is None or choice.high is None:
            return choice.action
        high = choice.high
        if isinstance(choice.action, Bid):
            # Bids lock money: with all of it locked nobody could buy for a long time.
            high = min(high, choice.low + MOST_ABOVE)
        return choice.at(dice.randrange(choice.low, high + 1, choice.step))
