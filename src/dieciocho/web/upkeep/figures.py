"""Figures of this machine's processes.

A request is answered by any of several processes, so each leaves its figures in a file of the data
folder every few seconds, and whoever is asked reads them all. Those of ended processes are removed.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings

WRITE_SECONDS = 3.0
BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
Series = tuple[str, tuple[tuple[str, str], ...]]  # name, labels
_counts: defaultdict[Series, float] = defaultdict(float)
_gauges: dict[str, Callable[[], float]] = {}
_lock, _writing = threading.Lock(), threading.Lock()
_written = 0.0


def add(name: str, amount: float = 1, **labels: str) -> None:
    """Count something."""
    with _lock:
        _counts[name, tuple(labels.items())] += amount
    _write_now_and_then()


def observe(name: str, seconds: float, **labels: str) -> None:
    """Count how long something took."""
    with _lock:
        for bound in (*map(str, (b for b in BOUNDS if seconds <= b)), "+Inf"):
            _counts[f"{name}_bucket", (*labels.items(), ("le", bound))] += 1
        _counts[f"{name}_sum", tuple(labels.items())] += seconds
        _counts[f"{name}_count", tuple(labels.items())] += 1
    _write_now_and_then()


def gauge(name: str, function: Callable[[], float]) -> None:
    """Ask a function for a figure of this process whenever figures are written."""
    _gauges[name] = function


# --- between processes -----------------------------------------------------------------


def _folder() -> Path:
    return Path(settings.DATA) / "figures"


def _write_now_and_then() -> None:
    global _written
    now = time.monotonic()
    if now - _written < WRITE_SECONDS:
        return
    _written = now
    with suppress(OSError):  # figures are not worth an error: the disk may be full
        write()


def write() -> None:
    """Leave the figures of this process where the others find them."""
    with _lock:
        known = [[name, list(labels), value] for (name, labels), value in _counts.items()]
    own = {**_gauges, "resident_memory_bytes": _memory, "cpu_seconds_total": time.process_time}
    known += [[name, [], function()] for name, function in own.items()]
    folder = _folder()
    folder.mkdir(mode=0o700, exist_ok=True)
    unfinished = folder / f"{os.getpid()}.part"
    with _writing:
        unfinished.write_text(json.dumps(known), encoding="utf-8")
        unfinished.replace(folder / f"{os.getpid()}.json")


def _memory() -> float:
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return float(pages * os.sysconf("SC_PAGE_SIZE"))
    return 0.0


def of_processes() -> Iterator[tuple[str, list[tuple[str, str]], float]]:
    for path in sorted(_folder().glob("*.json")):
        if not Path("/proc", path.stem).exists():
            path.unlink(missing_ok=True)
            continue
        for name, labels, value in json.loads(path.read_text(encoding="utf-8")):
            yield name, [*map(tuple, labels), ("process", path.stem)], value
