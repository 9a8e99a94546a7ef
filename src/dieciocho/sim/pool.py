"""Many games at once, each with its seed: in processes of this machine, or on a cluster."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from ..bots import make_bot
from ..engine.errors import BadInput
from .run import Failure


class Seeded(Protocol):
    """A game to be played, which travels to another process."""

    @property
    def seed(self) -> int: ...


T = TypeVar("T", bound=Seeded)
R = TypeVar("R")


def check_bots(bots: tuple[str, ...], players: int, games: int) -> None:
    """Refuse what cannot be seated."""
    if games < 1:
        raise BadInput("sim.no_games")
    if not bots:
        raise BadInput("sim.no_bots")
    if len(bots) > players:
        raise BadInput("sim.many_bots", bots=len(bots), players=players)
    for bot in bots:
        make_bot(bot)


class Interrupted(KeyboardInterrupt):
    """Somebody has stopped it; `so_far` is what was finished."""

    def __init__(self, so_far: Any) -> None:
        super().__init__()
        self.so_far = so_far


def outcomes(
    play: Callable[[T], R | Failure], tasks: list[T], workers: int, cluster: str | None = None
) -> Iterator[tuple[T, R | Failure]]:
    """Yield what becomes of each game, as they end; who asks for no more ends those that wait."""
    if cluster is not None:
        from . import cluster as machines  # Ray is an extra, and slow to load

        return machines.outcomes(play, tasks, cluster)
    if workers <= 1 or len(tasks) <= 1:
        return ((task, play(task)) for task in tasks)
    return _in_processes(play, tasks, workers)


def _in_processes(
    play: Callable[[T], R | Failure], tasks: list[T], workers: int
) -> Iterator[tuple[T, R | Failure]]:
    with ProcessPoolExecutor(min(workers, len(tasks)), initializer=_begin) as pool:
        waiting = {pool.submit(play, task): task for task in tasks}
        try:
            for future in as_completed(waiting):
                task = waiting[future]
                try:
                    yield task, future.result()
                except BrokenProcessPool as error:
                    # The process died (out of memory, killed): its game must not disappear.
                    yield task, Failure(task.seed, f"worker died: {error}", "", 0, "")
        finally:
            pool.shutdown(cancel_futures=True)


def _begin() -> None:
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word


def collect_seldom() -> None:
    """Let the garbage collector go through all that has grown old less often.

    Most of that are answers that are kept; looking for garbage among them takes a quarter of the
    time of a game otherwise. Only in processes of our own: others know better what they need.
    """
    gc.set_threshold(2000, 10, 100)
