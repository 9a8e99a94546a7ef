"""A player that looks ahead: plans, played out by the quick policy, compared fairly."""

from __future__ import annotations

from ...engine.errors import BadInput
from .player import PlannerBot


def planner(name: str, seed: int) -> PlannerBot:
    """Return a planner: `planner:0.2` has so many CPU seconds, `planner:500u` plays actions out."""
    _, colon, budget = name.partition(":")
    try:
        if budget.endswith("u"):
            bot = PlannerBot(seed, None, int(budget[:-1]))
        else:
            bot = PlannerBot(seed, float(budget)) if colon else PlannerBot(seed)
    except ValueError:
        raise BadInput("bots.budget", text=name) from None
    if not all(limit is None or 0 < limit < float("inf") for limit in (bot.seconds, bot.units)):
        raise BadInput("bots.budget", text=name)
    bot.name = name
    return bot


__all__ = ["PlannerBot", "planner"]
