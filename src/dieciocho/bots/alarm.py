"""A time limit for what runs in this process."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class TimeUp(BaseException):
    """Raised inside when the time is up; no `except Exception` of a bot catches it."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TimeUp in what runs inside after some time by the clock on the wall.

    Where the system cannot interrupt it is raised at the end. Alarms may stand in each other.
    """
    able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    began = time.monotonic()
    if not able:
        yield
        if time.monotonic() - began > seconds:
            raise TimeUp
        return

    outer, _ = signal.getitimer(signal.ITIMER_REAL)
    if 0 < outer <= seconds:
        yield  # the alarm around it rings first
        return

    def ring(*_: object) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if outer:  # what is left of the time around it
            left = outer - (time.monotonic() - began)
            signal.setitimer(signal.ITIMER_REAL, max(left, 0.001))
