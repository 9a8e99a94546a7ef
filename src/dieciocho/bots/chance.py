"""Players who leave everything to chance."""

from __future__ import annotations

import random
from collections import Counter
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
        choice = self.pick(game, choices, dice)
        if choice.low is None or choice.high is None:
            return choice.action
        high = choice.high
        if isinstance(choice.action, Bid):
            # Bids lock money: with all of it locked nobody could buy for a long time.
            high = min(high, choice.low + MOST_ABOVE)
        return choice.at(self.price(choice.low, high, choice.step, dice))

    def pick(self, game: Game, choices: list[Choice], dice: random.Random) -> Choice:
        kinds: dict[type[Action], list[Choice]] = {}
        for choice in choices:
            kinds.setdefault(type(choice.action), []).append(choice)
        return dice.choice(kinds[dice.choice(list(kinds))])

    def price(self, low: int, high: int, step: int, dice: random.Random) -> int:
        return dice.randrange(low, high + 1, step)


# What a decision is about, besides its kind: by these fields a curious player tells them apart.
_TELLING = ("answer", "kind", "source", "thing", "option", "count", "trade_in", "power", "way")
_TASTES = (0.15, 0.5, 1.0, 2.0, 8.0)


class CuriousBot(RandomBot):
    """A random player with tastes, so that what hardly ever happens happens in some game.

    Every seed loves some decisions and avoids others, by their kind and by what they are about;
    and what has seldom been done in this game is more tempting. For checking rules, not for fun.
    """

    name = "curious"

    def pick(self, game: Game, choices: list[Choice], dice: random.Random) -> Choice:
        features = [self._feature(game, choice.action) for choice in choices]
        done = Counter(type(record.action).__name__ for record in game.history)
        weights = {
            feature: self._taste(feature[0])
            * self._taste("/".join(feature))
            / (2 + done[feature[0]])
            for feature in dict.fromkeys(features)
        }
        wanted = dice.choices(list(weights), list(weights.values()))[0]
        matching = [c for c, feature in zip(choices, features, strict=True) if feature == wanted]
        return dice.choice(matching)

    def price(self, low: int, high: int, step: int, dice: random.Random) -> int:
        """The ends of a range are where rules begin to bind."""
        last = high - (high - low) % step
        return dice.choice((low, last, super().price(low, high, step, dice)))

    def _feature(self, game: Game, action: Action) -> tuple[str, ...]:
        told = (f"{name}={getattr(action, name)}" for name in _TELLING if hasattr(action, name))
        return type(action).__name__, *told

    def _taste(self, feature: str) -> float:
        return random.Random(f"{self.seed}/{feature}").choice(_TASTES)
