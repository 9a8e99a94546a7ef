"""How much a decision may cost: CPU time, or work that is the same on every machine.

Time is CPU time of this thread: what a player makes of its budget must not depend on what else the
machine does. Where somebody waits, the clock on the wall bounds it, too.
"""

from __future__ import annotations

import time

KEPT, LEAST_KEPT = 0.1, 0.06  # part of the time, and seconds, for a long action at the end


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
        self._wall = self._seen_at = time.monotonic()
        self._cpu = time.thread_time()
        self._spent = 0.0  # CPU time when it was seen last

    def count(self) -> None:
        """Count an action played out."""
        self.units += 1

    @property
    def used(self) -> float:
        """Return which part is used."""
        self._look()
        return self._used(self._spent)

    def reached(self, part: float) -> bool:
        """Tell whether a part is used.

        CPU time runs no faster than the clock on the wall, which is much cheaper to read.
        """
        if self._used(self._spent + time.monotonic() - self._seen_at) < part:
            return False
        self._look()
        return self._used(self._spent) >= part

    @property
    def over(self) -> bool:
        return self.reached(1.0)

    def _look(self) -> None:
        self._spent, self._seen_at = time.thread_time() - self._cpu, time.monotonic()

    def _used(self, spent: float) -> float:
        parts = [0.0]
        if self._most is not None:
            parts.append(self.units / self._most)
        if self._seconds is not None:
            parts.append(spent / self._seconds)
        if self._patience is not None:
            parts.append((time.monotonic() - self._wall) / self._patience)
        return max(parts)


def _usable(seconds: float) -> float:
    return max(1e-9, 0.5 * seconds, seconds - max(KEPT * seconds, LEAST_KEPT))
