"""Simulating many games, and what came out of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from statistics import mean
from typing import Any

import msgspec
from msgspec import Struct

from .. import rules_of
from ..engine.game import Header
from ..engine.save import check_header
from .lines import add_line, check_writable, key_of, read_lines
from .parquet import Writer
from .pool import Interrupted, check_bots, outcomes
from .reach import Reach
from .run import Failure, Result, Task, play_out, seed_of

Progress = Callable[[int, int], None]  # games done, games in all


class Summary(Struct):
    """The results of a simulation."""

    game: str
    edition: str
    players: int
    bots: tuple[str, ...]
    seed: int
    results: list[Result]
    failures: list[Failure]
    seconds: float = 0.0  # of the whole simulation

    @property
    def games(self) -> int:
        """How many games were played, failures too."""
        return len(self.results) + len(self.failures)

    def reach(self) -> Reach:
        """Return what the games have reached, as far as that was noted."""
        reach = Reach(self.game)
        for result in self.results:
            if result.seen is not None:
                reach.add(result.seen)
        return reach

    def names(self) -> list[str]:
        """Return the bots, and the automata that sat with them."""
        seated = [name for result in self.results for name in result.seats]
        return list(dict.fromkeys((*self.bots, *seated)))

    def seats(self) -> range:
        """Return the numbers of the seats."""
        return range(max((len(result.seats) for result in self.results), default=self.players))

    def wins_by_seat(self) -> dict[int, float]:
        """Return how many games each seat won; a shared victory is divided."""
        return self._wins(self.seats(), lambda result, seat: seat)

    def wins_by_bot(self) -> dict[str, float]:
        """Return how many games the players of each bot won."""
        return self._wins(self.names(), lambda result, seat: result.seats[seat])

    def _wins(self, keys: Iterable[Any], key_of: Callable[[Result, int], Any]) -> dict[Any, float]:
        wins = dict.fromkeys(keys, 0.0)
        for result in self.results:
            for seat in result.winners:
                wins[key_of(result, seat)] += 1 / len(result.winners)
        return {key: round(value, 2) for key, value in wins.items()}

    def score_by_seat(self) -> dict[int, float]:
        """Return the mean wealth at the end by seat."""
        return {
            seat: _mean(result.scores[seat] for result in self.results) for seat in self.seats()
        }

    def score_by_bot(self) -> dict[str, float]:
        """Return the mean wealth at the end by bot."""
        return {
            bot: _mean(
                score
                for result in self.results
                for name, score in zip(result.seats, result.scores, strict=True)
                if name == bot
            )
            for bot in self.names()
        }

    def reasons(self) -> dict[str, int]:
        """Return why games ended, and how often."""
        return dict(Counter(result.reason for result in self.results).most_common())

    @property
    def bankruptcies(self) -> int:
        """How many games a bankruptcy has ended."""
        return sum(result.reason == "bankruptcy" for result in self.results)

    def average(self, field: str) -> float:
        """Return the mean of actions, rounds or seconds per game."""
        return _mean(getattr(result, field) for result in self.results)

    def facts(self) -> dict[str, Any]:
        """Return the summary as plain data."""
        lengths = [result.actions for result in self.results]
        return {
            "game": self.game,
            "edition": self.edition,
            "players": self.players,
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "failures": [
                {"seed": f.seed, "error": f.error, "actions": f.actions, "saved": f.saved}
                for f in self.failures
            ],
            "wins_by_seat": self.wins_by_seat(),
            "wins_by_bot": self.wins_by_bot(),
            "score_by_seat": self.score_by_seat(),
            "score_by_bot": self.score_by_bot(),
            "actions": {
                "mean": self.average("actions"),
                "min": min(lengths, default=0),
                "max": max(lengths, default=0),
            },
            "rounds": self.average("rounds"),
            "reasons": self.reasons(),
            "bankruptcies": self.bankruptcies,
            "seconds_per_game": round(_mean_exact(r.seconds for r in self.results), 4),
            "cpu_per_game": round(_mean_exact(r.cpu for r in self.results), 4),
            "seconds": round(self.seconds, 3),
        }


def _mean_exact(values: Iterable[float]) -> float:
    known = list(values)
    return mean(known) if known else 0.0


def _mean(values: Iterable[float]) -> float:
    return round(_mean_exact(values), 1)


class Line(Struct, frozen=True):
    """A line of a file of results: a game that was played without a fault."""

    task: Task
    result: Result


def simulate(
    game: str,
    *,
    players: int,
    games: int,
    seed: int,
    bots: list[str],
    edition: str = "rulebook",
    check: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
    most_actions: int | None = None,
    options: dict[str, str] | None = None,
    reach: bool = False,
    file: Path | None = None,
    out: Path | None = None,
) -> Summary:
    """Play many games between bots, each from a seed of its own derived from `seed`.

    Bots take the places in turn and are repeated as needed; the seating is drawn by lot. Results
    come in the order of the games, whoever plays them: worker processes, or a cluster. What stands
    in `file`, line by line, is not played again. The games themselves are written into `out` as
    tables (docs/data.md). Ctrl-C leaves what was finished in an `Interrupted`.
    """
    task = Task(
        game, players, seed, tuple(bots), edition, check, most_actions, options or {}, reach
    )
    tasks = _tasks(task, games)
    summary = Summary(game, edition, players, tuple(bots), seed, [], [])
    started = time.perf_counter()
    more = file is not None and file.exists()
    if file is not None:
        check_writable(file)
    with Writer(out, more=more) if out is not None else nullcontext() as writer:
        course = _Course(tasks, summary, file, writer)
        try:
            for task, outcome in outcomes(play_out, course.left(), workers or 1, cluster):
                course.take(task, outcome)
                if progress is not None:
                    progress(summary.games, games)
        except KeyboardInterrupt:
            raise Interrupted(summary) from None
        finally:
            course.order()
            summary.seconds = time.perf_counter() - started
    return summary


class _Course:
    """The course of a simulation: what has been played goes into the summary and the files."""

    def __init__(
        self, tasks: list[Task], summary: Summary, file: Path | None, writer: Writer | None
    ) -> None:
        self._tasks, self._summary, self._file, self._writer = tasks, summary, file, writer
        self._order = {task.seed: number for number, task in enumerate(tasks)}

    def left(self) -> list[Task]:
        """Take what the files have already; return what is still to be played."""
        known = self._known()
        left = []
        for number, task in enumerate(self._tasks):
            line = known.get(key_of(task))
            if line is not None:
                self._summary.results.append(line.result)
                if self._writer is not None:
                    self._writer.add(number, None)
            else:
                left.append(msgspec.structs.replace(task, tables=self._writer is not None))
        return left

    def _known(self) -> dict[bytes, Line]:
        if self._file is None:
            return {}
        seeds = None if self._writer is None else self._writer.seeds
        return {
            key_of(line.task): line
            for line in read_lines(self._file, Line)
            if seeds is None or line.task.seed in seeds
        }

    def take(self, task: Task, outcome: Result | Failure) -> None:
        if isinstance(outcome, Failure):
            self._summary.failures.append(outcome)
        else:
            result = msgspec.structs.replace(outcome, tables=None)
            self._summary.results.append(result)
            if self._file is not None:
                add_line(self._file, Line(msgspec.structs.replace(task, tables=False), result))
        if self._writer is not None:
            self._writer.add(self._order[task.seed], getattr(outcome, "tables", None))

    def order(self) -> None:
        self._summary.results.sort(key=lambda result: self._order[result.seed])
        self._summary.failures.sort(key=lambda failure: self._order[failure.seed])


def _tasks(task: Task, games: int) -> list[Task]:
    """Return the games to play; BadInput if they cannot be set up."""
    rules = rules_of(task.game)
    names = tuple(map(str, range(task.players)))
    check_header(Header(task.game, names, task.edition, None, rules.version, task.options), rules)
    check_bots(task.bots, task.players, games)
    return [msgspec.structs.replace(task, seed=seed_of(task.seed, n)) for n in range(games)]
