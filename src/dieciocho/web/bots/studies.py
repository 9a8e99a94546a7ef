"""The work of hints and analyses: claimed, carried on slice by slice, written down.

It has a thinking process of its own beside those of the bots, started when it is first needed, so
that no bot waits for an analysis. Hints go before analyses.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Executor
from concurrent.futures import TimeoutError as NotYet
from datetime import timedelta
from threading import Event
from typing import Any

from django.db import close_old_connections, connection
from django.db.models import F, Q
from django.utils import timezone

from ..models import Study, Table
from ..services.studying import MAX_FAILURES
from .jobs import RENEW_SECONDS, STALE_SECONDS
from .ponder import Answer, Question, ponder, prepare_gently
from .pools import kill, make_pool
from .think import Task

POLL_SECONDS = 0.5
STUCK_SECONDS = 600.0  # for a slice: a machine may be very busy
IDLE_SECONDS = 60.0  # after which the process ends
log = logging.getLogger("dieciocho.bots")


class Scholar:
    """Carries studies on, one slice after another."""

    def __init__(self, pool: Callable[[], Executor] = lambda: make_pool(1, prepare_gently)) -> None:
        self._make_pool = pool
        self._pool: Executor | None = None
        self._busy_at = 0.0

    def run(self, stopped: Event) -> None:
        """Work until told to stop."""
        while not stopped.is_set():
            try:
                close_old_connections()
                busy = self.step(stopped)
            except Exception:  # the database may be away for a while
                log.exception("studies go on after an error")
                connection.close()
                busy = False
            if not busy:
                stopped.wait(POLL_SECONDS)
        self.close()
        connection.close()

    def step(self, stopped: Event | None = None) -> bool:
        """Carry one study on by a slice; False if there is none."""
        study = claim()
        if study is None:
            if self._pool is not None and time.monotonic() - self._busy_at > IDLE_SECONDS:
                self.close()
            return False
        self._busy_at = time.monotonic()
        try:
            self._carry_on(study, stopped or Event())
        except Exception:
            self.close()
            fail(study, traceback.format_exc())
        return True

    def close(self) -> None:
        if self._pool is not None:
            kill(self._pool)
            self._pool = None

    def _carry_on(self, study: Study, stopped: Event) -> None:
        question = question_of(study)
        if question is None:
            study.delete()
            return
        self._pool = self._pool or self._make_pool()
        future = self._pool.submit(ponder, question)
        until = time.monotonic() + STUCK_SECONDS
        while True:
            try:
                write_down(study, future.result(timeout=RENEW_SECONDS))
                return
            except NotYet:
                if stopped.is_set():
                    give_back(study)
                    return
                if time.monotonic() > until:
                    raise
                if not _own(study).update(claimed_at=timezone.now()):
                    self.close()  # it was cancelled
                    return


def claim() -> Study | None:
    """Take a study that nobody works on: a hint first, then who has waited longest for a slice."""
    now = timezone.now()
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - timedelta(seconds=STALE_SECONDS))
    waiting = Study.objects.filter(free, done=False, failures__lt=MAX_FAILURES)
    for study in waiting.select_related("table").order_by("-kind", "progress", "pk")[:10]:
        if Study.objects.filter(free, pk=study.pk).update(claimed_at=now):
            return study
    return None


def question_of(study: Study) -> Question | None:
    """Return what is to be found out; None if the game is another one by now."""
    table: Table = study.table
    moves = list(
        table.moves.filter(number__lte=study.length).values_list("pk", "action").order_by("number")
    )
    last = moves[-1][0] if moves else 0
    if table.length != study.length or last != study.last:
        return None
    course = Task(table.pk, table.revision, table.header, moves, "", 0, 0.0)
    return Question(course, study.kind, study.findings)


def write_down(study: Study, answer: Answer) -> None:
    """Keep what was found out, unless the study has been cancelled."""
    _own(study).update(
        progress=answer.progress,
        findings="" if answer.done else answer.findings,
        result=answer.result,
        done=answer.done,
        claimed_at=None,
    )


def give_back(study: Study) -> None:
    _own(study).update(claimed_at=None)


def fail(study: Study, error: str) -> None:
    """Write down that a slice went wrong, and let it be tried again."""
    log.error("%s of table %s: %s", study.kind, study.table.slug, error)
    _own(study).update(failures=F("failures") + 1, error=error[-4000:], claimed_at=None)


def _own(study: Study) -> Any:
    return Study.objects.filter(pk=study.pk)
