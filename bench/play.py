"""What whole games of computer players cost, and the lists of what was legal in them.

`python -m bench.speed` runs this in processes of their own, one for each title: prints figures as
JSON. Nothing is known of any board when a game begins.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Iterator
from typing import Any

import dieciocho
from dieciocho.bench import forget
from dieciocho.bots import make_bot
from dieciocho.engine.steps.operating import RunStep

PLAYERS = ["Ana", "Bea", "Carla", "Dora"]
BOTS = ("sensible", "quick", "random")
EVERY = 10  # how many positions there are to one whose legal actions are listed
Moves = list[tuple[float, bool]]  # the seconds of a move, and whether it was a run of trains


def played(title: str, bot: str, seed: int) -> tuple[Any, float, Moves]:
    """Play a game of four; return it, what it cost, and what each move did."""
    forget()
    begun, moves = time.process_time(), []
    game = dieciocho.new_game(title, PLAYERS, seed=seed)
    bots = [make_bot(bot, 10 * seed + seat) for seat in range(len(PLAYERS))]
    while not game.over:
        step, before = game.step, time.process_time()
        action = bots[step.actor(game)].choose(game)
        moves.append((time.process_time() - before, isinstance(step, RunStep)))
        game.play(action)
    return game, time.process_time() - begun, moves


def listing(game: Any, every: int) -> Iterator[float]:
    """Yield the milliseconds that lists of legal actions take, each on a board never seen."""
    for position in range(0, len(game.history), every):
        walk = game.at(position)
        if isinstance(walk.step, RunStep):
            continue  # that is the search for the best routes, measured by itself
        forget()
        begun = time.process_time()
        walk.legal_actions()
        yield 1000 * (time.process_time() - begun)


def measure(title: str, games: int) -> dict[str, float]:
    gc.disable()
    played(title, "quick", games)  # everything is loaded
    found: dict[str, float] = {}
    lists: list[float] = []
    for bot in BOTS:
        seconds, moves = [], []
        for seed in range(games):
            game, cost, those = played(title, bot, seed)
            seconds.append(cost)
            moves += those
            if bot != "quick":
                lists += listing(game, EVERY)
            gc.collect()
        if bot != "random":
            found[f"{bot}_game"] = sum(seconds) / games
            found[f"{bot}_run"] = 1000 * max((s for s, run in moves if run), default=0)
            found[f"{bot}_other"] = 1000 * max(s for s, run in moves if not run)
    return {**found, "played_mean": sum(lists) / len(lists), "played_max": max(lists)}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
