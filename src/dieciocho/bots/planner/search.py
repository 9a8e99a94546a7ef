"""Which of some plans is best: sequential halving on playouts that share their luck."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .playout import Unfinished, last_cycle, play_out

if TYPE_CHECKING:
    from ...engine.actions import Action
    from ...engine.game import Game
    from .budget import Budget

FEWEST = 3  # playouts on which a plan may be preferred to the policy's
MARGIN = 0.002  # of a mean wealth, by which a plan must be better
SURE = 1.0  # ... and so many standard errors
USUAL = 0.02  # spread of a gain where little is known of it yet
WEIGHT = 2.0  # playouts that this guess counts as
HOPELESS = -1.5  # standard errors below nothing


class Plan:
    """An action with what it gained over the policy's action, by playouts of the same luck."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.gains: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.gains) / len(self.gains) if self.gains else 0.0

    @property
    def error(self) -> float:
        """Return the standard error of the mean."""
        count = len(self.gains)
        spread = sum((gain - self.mean) ** 2 for gain in self.gains) + WEIGHT * USUAL**2
        return math.sqrt(spread / max(1.0, count - 1 + WEIGHT) / max(1, count))

    @property
    def clear(self) -> bool:
        """Tell whether the plan is clearly better than what the policy does."""
        return len(self.gains) >= FEWEST and self.mean > MARGIN + SURE * self.error

    @property
    def hopeless(self) -> bool:
        return len(self.gains) >= FEWEST and self.mean < HOPELESS * self.error


class Search:
    """The plans for one decision, and how far they have been played out."""

    def __init__(self, game: Game, policy: Action, others: list[Action], budget: Budget) -> None:
        self.game = game
        self.policy = policy
        self.plans = [Plan(action) for action in others]
        self.budget = budget
        self._seat = game.step.actor(game)
        self._until = last_cycle(game)
        self._base: list[float] = []

    def best(self) -> Action:
        """Return the action to play: the policy's unless another one is clearly better."""
        start = self.budget.used
        left: list[Plan] = []
        try:
            self._base.append(self._value(self.policy, 0))
            left = self._affordable(self.budget.used - start)
            stages = max(1, math.ceil(math.log2(len(left) + 1)))
            for stage in range(stages):
                end = start + (1.0 - start) * (stage + 1) / stages
                while left and not self.budget.reached(end):
                    self._another(left)
                    left = [plan for plan in left if not plan.hopeless]
                left.sort(key=lambda plan: -plan.mean)
                left = left[: max(1, math.ceil(len(left) / 2))]
        except Unfinished:
            left.sort(key=lambda plan: -plan.mean)
        chosen = next((plan for plan in left if plan.clear), None)
        return chosen.action if chosen is not None else self.policy

    def _affordable(self, cost: float) -> list[Plan]:
        """Return as many plans as can be played out so often that it says something."""
        playouts = (1.0 - self.budget.used) / max(1e-6, cost)
        return self.plans[: max(1, round(playouts / (FEWEST + 1)))]

    def _another(self, plans: list[Plan]) -> None:
        """Play every plan out once more, and the policy's action before them."""
        number = min(len(plan.gains) for plan in plans)
        if number == len(self._base):
            self._base.append(self._value(self.policy, number))
        for plan in plans:
            if len(plan.gains) == number:
                plan.gains.append(self._value(plan.action, number) - self._base[number])

    def _value(self, action: Action, number: int) -> float:
        found = play_out(self.game, action, number + 1, self._until, self.budget)
        return found[self._seat]
