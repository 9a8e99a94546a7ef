"""What a thinking process does: from a header and actions to the bot's next action.

Nothing here knows the database or Django: the same task always gives the same answer, unless the
time is up. Then a simple legal action is played instead, so that nobody waits for ever.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from typing import Any

import msgspec
from msgspec import Struct

from ...bots import make_bot
from ...engine.actions import Action, Pass
from ...engine.game import Game, Header
from ...engine.save import decode_action
from ...games import GAMES, rules_of
from ..offer import components

_GAMES_KEPT = 64


class Task(Struct, frozen=True):
    """A position and who decides there."""

    table: int
    header: dict[str, Any]
    actions: list[dict[str, Any]]
    bot: str
    seed: int
    budget: float  # seconds


class Thought(Struct, frozen=True):
    """What is to be played; `late` if the bot did not come to an end in time."""

    action: dict[str, Any]
    late: bool = False


class _TimeUp(BaseException):
    """Raised inside the bot when its time is up; no `except Exception` of a bot catches it."""


_known: OrderedDict[int, tuple[Task, Game]] = OrderedDict()


def think(task: Task) -> Thought:
    """Return the bot's action, or a simple one when its time is up."""
    game = _position(task)
    try:
        with _alarm(task.budget):
            action = make_bot(task.bot, task.seed).choose(game.copy())
        return Thought(msgspec.to_builtins(action))
    except _TimeUp:
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


def _position(task: Task) -> Game:
    """Return the game of a task, going on from what is known of the same table."""
    before = _known.pop(task.table, None)
    header = msgspec.convert(task.header, Header)
    if before is None or before[0].header != task.header:
        game = Game(header, rules_of(header.game))
    else:
        game = before[1]
        same = _common(before[0].actions, task.actions)
        if same < len(game.history):
            game = game.at(same)
    for action in task.actions[len(game.history) :]:
        game.play(decode_action(msgspec.json.encode(action), game.rules))
    _known[task.table] = (task, game)
    while len(_known) > _GAMES_KEPT:
        _known.popitem(last=False)
    return game


def _common(old: list[Any], new: list[Any]) -> int:
    """Return how many actions two games have in common at the start."""
    for number, (a, b) in enumerate(zip(old, new, strict=False)):
        if a != b:
            return number
    return min(len(old), len(new))


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Interrupt what runs inside after some time, where the system can do that."""
    able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not able:
        yield
        return

    def ring(*_: object) -> None:
        raise _TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
