"""Computer players, from random to planning; what one must know of a game stands in its `bot`.

A bot is a class that an entry point of the group `dieciocho.bots` names, ours like anybody's.
"""

from __future__ import annotations

from importlib.resources import files

from ..engine.errors import BadInput
from ..engine.text import tell_from
from .base import Bot
from .characters import CharacterBot, characters
from .installed import BOTS, OTHERS, installed, label_of

tell_from(files(__name__))
CHARACTERS = tuple(characters())


def make_bot(name: str, seed: int = 0) -> Bot:
    """Return a computer player: an installed one by its name, or of others (docs/bots.md).

    `club-trader` is an opponent by strength and temper (characters.toml);
    `planner:0.2` thinks for 0.2 seconds, `planner:500u` plays 500 actions out (docs/planner.md);
    `FILE.py:CLASS` is one of a file; `exec:COMMAND` asks a program (docs/protocol.md).
    """
    if name.startswith("exec:"):
        from .program import ProgramBot

        return ProgramBot(name.removeprefix("exec:"), seed)
    if name in CHARACTERS:
        return CharacterBot(characters()[name], seed)
    bot = installed(name, seed)
    if bot is None:
        raise BadInput("input.no_bot", bot=name, known=", ".join((*BOTS, *CHARACTERS)))
    return bot


__all__ = ["BOTS", "CHARACTERS", "OTHERS", "Bot", "label_of", "make_bot"]
