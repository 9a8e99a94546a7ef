"""Playing one game between bots, and the result that is kept of it."""

from __future__ import annotations

import random
import time
import traceback
from contextlib import nullcontext

from msgspec import Struct

from .. import new_game
from ..bots import Bot, make_bot
from ..engine.game import Game
from .checks import Checker
from .reach import Seen, Watch
from .tables import Tables, tabulate

MOST_ACTIONS = 20_000
ROUNDS = ("log.stock_round", "log.operating_round")


class Stuck(RuntimeError):
    """A game that does not come to an end."""


class Task(Struct, frozen=True):
    """What a game to be simulated needs; it travels to another process."""

    game: str
    players: int
    seed: int
    bots: tuple[str, ...]
    edition: str = "rulebook"
    check: bool = False
    most_actions: int | None = None  # stop here without complaint
    options: dict[str, str] = {}  # of the game
    reach: bool = False  # note which rules' code the game reaches
    every: int = 8  # one position in so many is checked at length
    tables: bool = False  # return the game as rows of tables


class Result(Struct, frozen=True):
    """What one game came to."""

    seed: int
    seats: tuple[str, ...]  # the bot of each seat
    scores: tuple[int, ...]  # by seat
    actions: int
    rounds: int  # stock and operating rounds begun
    over: bool
    reason: str
    seconds: float  # by the clock on the wall
    seen: Seen | None = None
    tables: Tables | None = None
    cpu: float = 0.0  # seconds that its process was busy

    @property
    def winners(self) -> list[int]:
        """Return the seats with the highest score."""
        best = max(self.scores)
        return [seat for seat, score in enumerate(self.scores) if score == best]


class Failure(Struct, frozen=True):
    """A game that went wrong, with all that is needed to see it again."""

    seed: int
    error: str
    traceback: str
    actions: int
    saved: str  # the game until then

    @classmethod
    def of(cls, seed: int, error: Exception, game: Game) -> Failure:
        """Return what an error that is being handled leaves of a game."""
        text = f"{type(error).__name__}: {error}"
        return cls(seed, text, traceback.format_exc(), len(game.history), game.to_json())


def seed_of(seed: int, number: int) -> int:
    """Return the seed of the n-th game of a simulation."""
    return random.Random(f"{seed}/{number}").randrange(2**31)


def seat_bots(players: int, bots: tuple[str, ...], seed: int) -> dict[str, Bot]:
    """Give every player of a simulation a name and a bot; bots are repeated as needed."""
    return {
        f"{bots[n % len(bots)]}-{n + 1}": make_bot(bots[n % len(bots)], seed + n)
        for n in range(players)
    }


def play_out(task: Task) -> Result | Failure:
    """Play one game; whatever goes wrong is returned with its seed, never swallowed."""
    started, busy = time.perf_counter(), time.process_time()
    bots = seat_bots(task.players, task.bots, task.seed)
    game = new_game(
        task.game, list(bots), seed=task.seed, edition=task.edition, options=task.options
    )
    checker = Checker(game, task.seed, every=task.every) if task.check else None
    watch = Watch(game.rules) if task.reach else None
    spent: list[float] = []
    try:
        with watch or nullcontext():
            _play(game, bots, task, checker, spent)
    except Exception as error:  # any error is a result of the simulation
        return Failure.of(task.seed, error, game)
    scores = game.rules.scores(game)
    # An automaton sits there under its own name.
    seats = tuple(name.rpartition("-")[0] if name in bots else name for name in game.players)
    return Result(
        seed=task.seed,
        seats=seats,
        scores=tuple(scores[seat] for seat in range(len(game.players))),
        actions=len(game.history),
        rounds=_rounds(game),
        over=game.over,
        reason=game.state.ending[0] if game.over and game.state.ending else "unfinished",
        seconds=time.perf_counter() - started,
        seen=watch.seen(game, dict(checker.reasons) if checker else {}) if watch else None,
        tables=tabulate(game, seats, spent) if task.tables else None,
        cpu=time.process_time() - busy,
    )


def _rounds(game: Game) -> int:
    """Return how many stock and operating rounds were begun."""
    lines = (*game.opening_log, *(line for record in game.history for line in record.log))
    return sum(line.id in ROUNDS for line in lines)


def _play(
    game: Game, bots: dict[str, Bot], task: Task, checker: Checker | None, spent: list[float]
) -> None:
    """Play a game; note the CPU time of every decision."""
    limit = MOST_ACTIONS if task.most_actions is None else task.most_actions
    while not game.over and len(game.history) < limit:
        seat = game.step.actor(game)
        start = time.process_time()
        action = bots[game.name(seat)].choose(game)
        spent.append(time.process_time() - start)
        game.play(action, by=seat)
        if checker is not None:
            checker.after(game)
    if not game.over and task.most_actions is None:
        raise Stuck(f"not over after {limit} actions")
    if checker is not None:
        checker.at_end(game)
