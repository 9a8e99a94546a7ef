"""How much a decision may cost: CPU time, or work that is the same on every machine.

Time is CPU time of this thread: what a player makes of its budget must not depend on what else the
machine does. Where somebody waits, the clock on the wall bounds it, too.
"""

from __future__ import annotations

import time

KEPT, LEAST_KEPT = 0.1, 0.04  # part of the time, and seconds, for a long action at the end


class Budget:
    """What is left of a decision's budget; asked between the actions of a playout."""

    def __init__(
        self,
        seconds: float | None = None,
        units: int | None = None,
        patience: float | None = None,
    ) -> None:
        self.units = 0  # actions played out
        self._most = units
        self._seconds = None if seconds is None else _usable(seconds)
        self._patience = None if patience is None else _usable(patience)
        self._began, self._wall = time.thread_time(), time.monotonic()
        self._last, self._longest = self._began, 0.0

    def count(self) -> None:
        """Count an action played out."""
        self.units += 1
        now = time.thread_time()
        self._longest = max(self._longest, now - self._last)
        self._last = now

    @property
    def used(self) -> float:
        """Return which part is used, the action to come included: it may be a long one."""
        parts = [0.0]
        if self._most is not None:
            parts.append(self.units / max(1, self._most))
        if self._seconds is not None:
            spent = time.thread_time() - self._began
            parts.append((spent + self._longest) / max(1e-9, self._seconds))
        if self._patience is not None:
            parts.append((time.monotonic() - self._wall) / max(1e-9, self._patience))
        return max(parts)

    @property
    def over(self) -> bool:
        return self.used >= 1.0


def _usable(seconds: float) -> float:
    return max(0.5 * seconds, seconds - max(KEPT * seconds, LEAST_KEPT))
