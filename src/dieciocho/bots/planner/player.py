"""The planner: plays a handful of plans out, and leaves good sense only where one is better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from ...engine.errors import BadInput
from ..base import Bot
from ..sensible import SensibleBot
from ..sensible.situation import Situation
from .budget import Budget
from .decisions import left_alone
from .judge import judge_of
from .plans import alternatives
from .search import Search
from .value import standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...engine.actions import Action
    from ...engine.game import Game

SECONDS = 2.0  # of CPU time that a decision takes at most
MOST_PLANS = 8


class PlannerBot(Bot):
    """Looks ahead within a budget: CPU seconds, or actions played out.

    With a budget of actions alone the same seed gives the same choice on every machine. Ends are
    valued by the game's learned judge or by hand; by default as the judge's file says.
    """

    name = "planner"

    def __init__(
        self, seed: int = 0, seconds: float | None = SECONDS, units: int | None = None
    ) -> None:
        super().__init__(seed)
        self.seconds = seconds
        self.units = units
        self.learned: bool | None = None  # whether ends are judged by what was learned
        self._policy = SensibleBot(seed)

    @classmethod
    def told(cls, words: str, seed: int = 0) -> Self:
        """Return one with a budget: `0.2` are CPU seconds, `500u` actions that are played out.

        `:learned` or `:hand` after it says by what ends are valued.
        """
        budget, colon, value = words.partition(":")
        try:
            units = int(budget[:-1]) if budget.endswith("u") else None
            bot = cls(seed, None if units is not None else float(budget), units)
            bot.learned = {"learned": True, "hand": False}[value] if colon else None
        except KeyError:
            raise BadInput("bots.value", text=value) from None
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
        search = Search(game, policy, others, budget, value=value_of(game, self.learned))
        return search.best() if others else policy


def value_of(game: Game, learned: bool | None = None) -> Callable[[Game], list[float]]:
    """Return what tells how well everybody stands: by hand where nothing was learned."""
    judge = judge_of(game.header.game)
    if judge is None or not (judge.plays if learned is None else learned):
        return standing
    return judge.standing
