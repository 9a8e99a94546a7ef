"""What a computer player of others loses by its faults: that turn, and nothing else."""

from __future__ import annotations

import logging
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

from ..engine.actions import Choice
from ..engine.errors import DieciochoError, clip
from .alarm import TimeUp, alarm
from .base import Bot

if TYPE_CHECKING:
    from ..engine.actions import Action
    from ..engine.game import Game

POLICY = "quick"  # moves where a bot of others does not
MOVE_SECONDS = 10.0

log = logging.getLogger("dieciocho.bots")


class Fault(Exception):
    """A bot that raised, died, cheated, answered nonsense or took too long."""


def legal(game: Game, answer: Any) -> Action:
    """Return the action that a bot answers: a value, a choice or text. Fault if it is not legal."""
    try:
        refusal = game.why_not(answer)
        action: Action = game.parse(answer) if isinstance(answer, str) else answer
    except DieciochoError as error:
        raise Fault(str(error)) from None
    if refusal is not None:
        raise Fault(f"{clip(answer)} is not legal: {refusal['reason']} [{refusal['rule']}]")
    return action.action if isinstance(action, Choice) else action


def instead(bot: Bot, game: Game, fault: Fault) -> Action:
    """Count and report a fault; return what is played in its place."""
    from . import make_bot

    bot.faults += 1
    action = make_bot(POLICY, bot.seed).choose(game)
    text = "%s, action %s: %s; %s plays %s instead"
    log.warning(text, bot.name, game.played + 1, fault, POLICY, action)
    return action


class Guarded(Bot):
    """A bot of others, in this process: it is given a copy of the game, and so much time."""

    def __init__(self, bot: Bot, name: str, seconds: float = MOVE_SECONDS) -> None:
        super().__init__(bot.seed)
        self.bot = bot
        self.name = name
        self._seconds = seconds

    def choose(self, game: Game) -> Action:
        try:
            return legal(game, self._ask(game))
        except Fault as fault:
            return instead(self, game, fault)

    def _ask(self, game: Game) -> Any:
        given = game.copy()
        seconds = min(self._seconds, self.patience or self._seconds)
        self.bot.patience = seconds
        try:
            # What it prints must not come between the lines of a protocol or a table.
            with redirect_stdout(sys.stderr), alarm(seconds):
                answer = self.bot.choose(given)
            changed = given.history != game.history or given.state.differences(game.state)
        except TimeUp:
            raise Fault(f"no answer in {seconds:g} s") from None
        except (Exception, SystemExit) as error:
            raise Fault(f"{type(error).__name__}: {clip(error)}") from None
        if changed:
            raise Fault("it has changed the game that it was given")
        return answer
