"""The worker: takes jobs, lets processes think, plays what they decide, until it is stopped."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

from django.db import close_old_connections, connection
from msgspec import Struct

from ..live.bell import JOB, MISSED, Bell
from ..models import BotJob
from ..notices import hooks, post
from ..upkeep import figures
from . import jobs
from .pools import kill, make_pool
from .studies import Scholar
from .think import Thought, think

BUDGET_SECONDS = 5.0
POLL_SECONDS = 0.1
RARELY_SECONDS = 2.0  # while jobs are rung
STUCK_SECONDS = 10.0  # beyond the budget: the process itself does not answer
log = logging.getLogger("dieciocho.bots")


class _Running(Struct):
    job: BotJob
    since: float
    renewed: float


class Worker:
    """Keeps a few processes busy with the bots' work; several workers may run side by side."""

    def __init__(
        self,
        processes: int = 1,
        budget: float = BUDGET_SECONDS,
        pool: Callable[[int], Executor] = make_pool,
    ) -> None:
        self.processes = processes
        self.budget = budget
        self.stopping = False
        self._make_pool = pool
        self._pool = pool(processes)
        self._called = threading.Event()
        self._look_by = 0.0
        self._bell = Bell(self._heard)
        self._bell.start()
        self._running: dict[Future[Thought], _Running] = {}

    def run(self, alive: Callable[[], bool] = lambda: True) -> None:
        """Work until `stop` is called or `alive` says no."""
        try:
            while not self.stopping and alive():
                try:
                    close_old_connections()
                    self.step()
                except Exception:  # the database may be away for a while
                    log.exception("the worker goes on after an error")
                    connection.close()
                    time.sleep(1)
        finally:
            self.close()

    def stop(self, *_: object) -> None:
        self.stopping = True

    def step(self) -> None:
        """Take what is free, wait a moment, play what is decided."""
        free = self.processes - len(self._running)
        taken = jobs.claim(free) if free > 0 and self._is_due() else []
        for job in taken:
            self._begin(job)
        if taken:
            self._called.set()  # there may be more than could be taken
        if not self._running:
            self._called.wait(POLL_SECONDS)
            return
        done, _ = wait(self._running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
        for future in done:
            running = self._running.pop(future)
            self._finish(running.job, future, running.since)
        self._look_after()

    def _heard(self, text: str) -> None:
        if text in (JOB, MISSED):
            self._called.set()

    def _is_due(self) -> bool:
        """Tell whether to look for jobs: when one was rung, and now and then in any case."""
        now = time.monotonic()
        if self._bell.hears and now < self._look_by and not self._called.is_set():
            return False
        self._called.clear()
        self._look_by = now + RARELY_SECONDS
        return True

    def close(self) -> None:
        """Give back what is not finished and end the thinking processes."""
        with suppress(Exception):
            jobs.give_back([running.job for running in self._running.values()])
        self._running.clear()
        self._bell.stop()
        kill(self._pool)

    # --- one job -----------------------------------------------------------------------

    def _begin(self, job: BotJob) -> None:
        try:
            if job.failures >= jobs.MAX_FAILURES:
                jobs.play_simply(job)
                return
            task = jobs.task_of(job, self.budget)
            if task is not None:
                now = time.monotonic()
                self._running[self._submit(task)] = _Running(job, now, now)
        except Exception:
            jobs.fail(job, traceback.format_exc())

    def _submit(self, task: Any) -> Future[Thought]:
        try:
            return self._pool.submit(think, task)
        except BrokenProcessPool:
            self._renew_pool()
            return self._pool.submit(think, task)

    def _finish(self, job: BotJob, future: Future[Thought], since: float) -> None:
        try:
            thought = future.result()
            if thought.late:
                log.warning(
                    "table %s, seat %s: time is up after %s s, plays %s instead",
                    job.table.slug,
                    job.seat,
                    self.budget,
                    thought.action,
                )
            jobs.play(job, thought.action)
            figures.add("decisions_total", late=str(thought.late).lower())
            figures.add("decision_seconds_total", time.monotonic() - since)
        except Exception:
            jobs.fail(job, traceback.format_exc())

    def _look_after(self) -> None:
        """Renew claims; start the processes anew if one of them does not answer."""
        now = time.monotonic()
        due = [r for r in self._running.values() if now - r.renewed > jobs.RENEW_SECONDS]
        if due:
            jobs.renew([running.job for running in due])
            for running in due:
                running.renewed = now
        limit = self.budget + STUCK_SECONDS
        stuck = {f: r for f, r in self._running.items() if now - r.since > limit}
        if not stuck:
            return
        for future, running in stuck.items():
            del self._running[future]
            jobs.fail(running.job, f"no answer after {limit} s")
        jobs.give_back([running.job for running in self._running.values()])
        self._running.clear()
        self._renew_pool()

    def _renew_pool(self) -> None:
        log.error("the thinking processes are started anew")
        kill(self._pool)
        self._pool = self._make_pool(self.processes)


def run_worker(processes: int, budget: float, parent: int | None = None) -> None:
    """Run a worker in this process until it is told to stop or its parent has ended."""
    worker = Worker(processes, budget)
    signal.signal(signal.SIGTERM, worker.stop)
    signal.signal(signal.SIGINT, worker.stop)
    stopped = threading.Event()
    mail = threading.Thread(target=post.work, args=(stopped,), name="post", daemon=True)
    mail.start()
    study = threading.Thread(target=Scholar().run, args=(stopped,), name="studies", daemon=True)
    study.start()
    worker.run(lambda: parent is None or os.getppid() == parent)
    stopped.set()
    mail.join(hooks.SECONDS)  # what is under way is finished
    study.join(hooks.SECONDS)
