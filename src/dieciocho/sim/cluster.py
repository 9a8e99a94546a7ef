"""Many games on many machines: a cluster of Ray plays them, task by task (docs/scale.md)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from itertools import islice
from socket import create_connection
from typing import Any, TypeVar

from .. import __version__
from ..engine.errors import BadInput
from .pool import Seeded, collect_seldom
from .run import Failure

T = TypeVar("T", bound=Seeded)
R = TypeVar("R")

AT_ONCE = 1000  # games that the cluster knows of: enough for its processors, and bounded memory
PATIENCE = 10  # seconds for a cluster to answer
AGAIN = 5  # times that a game is played again because its worker was lost


def outcomes(
    play: Callable[[T], R | Failure], tasks: list[T], address: str
) -> Iterator[tuple[T, R | Failure]]:
    """Yield what becomes of each game, as they end; who asks for no more ends those that wait.

    What a lost worker or machine had to play Ray gives to another one. A game knows its seed and
    is heard of once, so the results are those of a single process.
    """
    ray = _connected(address)
    there = ray.remote(num_cpus=1, max_retries=AGAIN)(_play_there)
    left, waiting = iter(tasks), dict[Any, T]()
    try:
        while True:
            for task in islice(left, AT_ONCE - len(waiting)):
                waiting[there.remote(play, task, __version__)] = task
            if not waiting:
                return
            for ended in ray.wait(list(waiting))[0]:
                task = waiting.pop(ended)
                yield task, _fetched(ray, ended, task.seed)
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)
        ray.shutdown()


def _connected(address: str) -> Any:
    try:
        import ray
    except ModuleNotFoundError:
        raise BadInput("sim.no_ray") from None
    host, _, port = address.rpartition(":")
    try:
        if host and port.isdigit():
            create_connection((host, int(port)), PATIENCE).close()  # Ray would try for minutes
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise BadInput("sim.no_cluster", address=address, why=error) from None
    return ray


def _play_there(
    play: Callable[[T], R | Failure], task: T, version: str
) -> R | Failure:  # in a worker, on whatever machine
    if version != __version__:
        raise BadInput("sim.other_version", ours=version, there=__version__)
    collect_seldom()
    return play(task)


def _fetched(ray: Any, reference: Any, seed: int) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayError as error:  # lost too often, or it could not begin
        return Failure(seed, f"worker died: {type(error).__name__}", str(error), 0, "")
