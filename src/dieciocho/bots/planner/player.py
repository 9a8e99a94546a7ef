"""The planner: plays a handful of plans out, and leaves good sense only where one is better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from ...engine.errors import BadInput
from ..base import Bot
from ..sensible import SensibleBot
from ..sensible.situation import Situation
from .budget import Budget
from .decisions import left_alone
from .plans import alternatives
from .search import Search

if TYPE_CHECKING:
    from ...engine.actions import Action
    from ...engine.game import Game

SECONDS = 2.0  # of CPU time that a decision takes at most
MOST_PLANS = 8


class PlannerBot(Bot):
    """Looks ahead within a budget: CPU seconds, or actions played out.

    With a budget of actions alone the same seed gives the same choice on every machine.
    """

    name = "planner"

    def __init__(
        self, seed: int = 0, seconds: float | None = SECONDS, units: int | None = None
    ) -> None:
        super().__init__(seed)
        self.seconds = seconds
        self.units = units
        self._policy = SensibleBot(seed)

    @classmethod
    def told(cls, words: str, seed: int = 0) -> Self:
        """Return one with a budget: `0.2` are CPU seconds, `500u` actions that are played out."""
        try:
            units = int(words[:-1]) if words.endswith("u") else None
            bot = cls(seed, None if units is not None else float(words), units)
        except ValueError:
            raise BadInput("bots.budget", text=words) from None
        if not all(limit is None or 0 < limit < float("inf") for limit in (bot.seconds, units)):
            raise BadInput("bots.budget", text=words)
        bot.name = f"{cls.name}:{words}"
        return bot

    def choose(self, game: Game) -> Action:
        budget = Budget(self.seconds, self.units, self.patience)
        policy = self._policy.choose(game)
        if left_alone(game):
            return policy
        situation = Situation(game, self, light=True)
        others = alternatives(situation, policy, MOST_PLANS - 1, budget)
        return Search(game, policy, others, budget).best() if others else policy
