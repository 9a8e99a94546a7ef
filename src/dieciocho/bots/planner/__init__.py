"""A player that looks ahead: plans, played out by the quick policy, compared fairly."""

from __future__ import annotations

from ...engine.errors import BadInput
from .player import PlannerBot

NAME = "planner"


def planner(words: str, seed: int) -> PlannerBot:
    """Return a planner with a budget: `0.2` CPU seconds, `500u` actions played out."""
    try:
        if words.endswith("u"):
            bot = PlannerBot(seed, None, int(words[:-1]))
        else:
            bot = PlannerBot(seed, float(words)) if words else PlannerBot(seed)
    except ValueError:
        raise BadInput("bots.budget", text=words) from None
    if not all(limit is None or 0 < limit < float("inf") for limit in (bot.seconds, bot.units)):
        raise BadInput("bots.budget", text=words)
    bot.name = f"{NAME}:{words}" if words else NAME
    return bot


__all__ = ["NAME", "PlannerBot", "planner"]
