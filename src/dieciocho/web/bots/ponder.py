"""What a thinking process does for a hint or an analysis; a bit of work at a time.

As in `think`, nothing here knows the database. An analysis is cut into slices that go on from what
is known, so that a worker that ends loses little and a person who cancels does not wait.
"""

from __future__ import annotations

import os
import time
from typing import Any

import msgspec
from msgspec import Struct

from ...bots.teacher import Analyst, Findings, advise
from .think import Task, games, prepare

HINT_SECONDS = 4.0  # of CPU time
SLICE_SECONDS = 3.0  # of an analysis, by the clock on the wall
UNITS = 400_000  # actions that an analysis plays out: some minutes
NICE = 5  # those who play come first


class Question(Struct, frozen=True):
    """A game, what is to be found out, and what is known already."""

    course: Task
    kind: str
    findings: str = ""


class Answer(Struct, frozen=True):
    """What was found out, as JSON."""

    progress: float
    findings: str = ""
    result: str = ""

    @property
    def done(self) -> bool:
        return bool(self.result)


def ponder(question: Question) -> Answer:
    """Return the hint, or a further bit of the analysis."""
    game = games.game(question.course)
    if question.kind == "hint":
        return Answer(1.0, result=_json(advise(game, seconds=HINT_SECONDS)))
    known = msgspec.json.decode(question.findings, type=Findings) if question.findings else None
    analyst = Analyst(game, UNITS, known)
    until = time.monotonic() + SLICE_SECONDS
    while (more := analyst.step()) and time.monotonic() < until:
        pass
    result = "" if more else _json(analyst.result())
    return Answer(analyst.done, _json(analyst.found), result)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def prepare_gently() -> None:
    """Get a thinking process ready that gives way to all others."""
    os.nice(NICE)
    prepare()
