"""Computer players, from random to planning; what one must know of a game stands in its `bot`."""

from __future__ import annotations

from importlib.resources import files

from ..engine.errors import BadInput
from ..engine.text import tell_from
from .base import Bot

tell_from(files(__name__))

BOTS = ("random", "curious", "wayward", "quick", "sensible", "planner")


def make_bot(name: str, seed: int = 0) -> Bot:
    """Return a computer player by its name.

    `planner:0.2` thinks for 0.2 seconds, `planner:500u` plays 500 actions out (docs/planner.md);
    `exec:COMMAND` asks a program (docs/protocol.md).
    """
    if name == "random":
        from .chance import RandomBot

        return RandomBot(seed)
    if name == "curious":
        from .chance import CuriousBot

        return CuriousBot(seed)
    if name == "wayward":
        from .wayward import WaywardBot

        return WaywardBot(seed)
    if name == "quick":
        from .sensible import QuickBot

        return QuickBot(seed)
    if name == "sensible":
        from .sensible import SensibleBot

        return SensibleBot(seed)
    if name == "planner" or name.startswith("planner:"):
        from .planner import planner

        return planner(name, seed)
    if name.startswith("exec:"):
        from .program import ProgramBot

        return ProgramBot(name.removeprefix("exec:"), seed)
    raise BadInput("input.no_bot", bot=name, known=", ".join(BOTS))


__all__ = ["BOTS", "Bot", "make_bot"]
