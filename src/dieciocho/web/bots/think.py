"""What a thinking process does: from a header and actions to the bot's next action.

Nothing here knows the database or Django: the same task always gives the same answer, unless the
time is up. Then a simple legal action is played instead, so that nobody waits for ever.
"""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process
from typing import Any

import msgspec
from msgspec import Struct

from ...bots import make_bot
from ...bots.alarm import TimeUp, alarm
from ...bots.protocol import SAFE
from ...engine.actions import Action, Pass
from ...engine.game import Game
from ...games import GAMES, rules_of
from ..offer import components
from ..shelf import Shelf


class Task(Struct, frozen=True):
    """A position and who decides there."""

    table: int
    revision: int
    header: dict[str, Any]
    moves: list[tuple[int, dict[str, Any]]]  # the key and the action of each
    bot: str
    seed: int
    budget: float  # seconds

    @property
    def length(self) -> int:
        return len(self.moves)

    def key(self, number: int) -> int:
        return self.moves[number - 1][0]

    def after(self, number: int) -> list[dict[str, Any]]:
        return [action for _, action in self.moves[number:]]


class Thought(Struct, frozen=True):
    """What is to be played; `late` if the bot did not come to an end in time."""

    action: dict[str, Any]
    late: bool = False


games = Shelf(64)


def think(task: Task) -> Thought:
    """Return the bot's action, or a simple one when its time is up."""
    game = games.game(task)
    try:
        with alarm(task.budget):
            bot = make_bot(task.bot, task.seed)
            bot.patience = SAFE * task.budget
            action = bot.choose(game.copy())
        return Thought(msgspec.to_builtins(action))
    except TimeUp:
        return Thought(msgspec.to_builtins(simple_action(game)), late=True)


def simple_action(game: Game) -> Action:
    """Return something legal that needs no thinking: to pass, or what chance says."""
    if any(isinstance(choice.action, Pass) for choice in game.legal_actions()):
        return Pass()
    return make_bot("random", game.header.seed or 0).choose(game)


def prepare() -> None:
    """Get a thinking process ready: load the games, end when the worker ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for game in GAMES:
        for edition in rules_of(game).editions:
            components(rules_of(game), edition)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
