"""Processes that think; they share nothing with the worker that asks them."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress

from .think import prepare


def make_pool(processes: int, initializer: Callable[[], None] = prepare) -> Executor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=initializer)


def kill(pool: Executor) -> None:
    """End a pool with its processes, also those that do not answer."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    for process in processes:
        with suppress(Exception):
            process.kill()
    pool.shutdown(cancel_futures=True)
