"""Which of some plans is best: sequential halving on playouts that share their luck."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .playout import Unfinished, last_cycle, play_out
from .value import standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...engine.actions import Action
    from ...engine.game import Game
    from .budget import Budget

FEWEST = 3  # playouts on which a plan may be preferred to the policy's
MARGIN = 0.002  # of a mean wealth, by which a plan must be better
SURE = 1.0  # ... and so many standard errors
USUAL = 0.02  # spread of a gain where little is known of it yet
WEIGHT = 2.0  # playouts that this guess counts as
HOPELESS = -1.5  # standard errors below nothing


def standard_error(values: list[float], usual: float) -> float:
    """Return the standard error of a mean, with a guess at the usual spread mixed in."""
    count = len(values)
    mean = sum(values) / max(1, count)
    spread = sum((value - mean) ** 2 for value in values) + WEIGHT * usual**2
    return math.sqrt(spread / max(1.0, count - 1 + WEIGHT) / max(1, count))


class Plan:
    """An action with what it gained over the policy's action, by playouts of the same luck."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.liked = 0.0  # what somebody's taste adds, in parts of a mean wealth
        self.gains: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.gains) / len(self.gains) if self.gains else 0.0

    @property
    def appeal(self) -> float:
        """Return the gain as it seems to somebody with a taste."""
        return self.mean + self.liked

    @property
    def error(self) -> float:
        """Return the standard error of the mean."""
        return standard_error(self.gains, USUAL)

    @property
    def clear(self) -> bool:
        """Tell whether the plan is clearly better than what the policy does."""
        return len(self.gains) >= FEWEST and self.appeal > MARGIN + SURE * self.error

    @property
    def hopeless(self) -> bool:
        return len(self.gains) >= FEWEST and self.appeal < HOPELESS * self.error


class Search:
    """The plans for one decision, and how far they have been played out."""

    def __init__(
        self,
        game: Game,
        policy: Action,
        others: list[Action],
        budget: Budget,
        seen: Callable[[Action, Game], None] | None = None,
        value: Callable[[Game], list[float]] = standing,
    ) -> None:
        self.game = game
        self.policy = policy
        self.plans = [Plan(action) for action in others]
        self.budget = budget
        self._seen = seen  # told of the end of every playout
        self._standing = value  # how well everybody stands at such an end
        self._seat = game.step.actor(game)
        self.until = last_cycle(game)  # playouts end with this cycle of rounds
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
                left.sort(key=lambda plan: -plan.appeal)
                left = left[: max(1, math.ceil(len(left) / 2))]
        except Unfinished:
            left.sort(key=lambda plan: -plan.appeal)
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
        end = play_out(self.game, action, number + 1, self.until, self.budget)
        if self._seen is not None:
            self._seen(action, end)
        return self._standing(end)[self._seat]
