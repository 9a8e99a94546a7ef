"""What people played, beside what computer players would: `python -m bench.people GAME.json.gz...`.

For decisions about money, spread over each recorded game: how often what was played is what
`sensible` would do, the planner's first plan, one of its three, by the kind of action. And whether
the winner is found out when half and three quarters of the game are over: Brier scores of chances
to win, by playouts from there. `--decisions N` (of a game, 24),
`--units N` (of work for one, 600), `--json`.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.bots.planner.budget import Budget
from dieciocho.bots.planner.decisions import left_alone
from dieciocho.bots.planner.judge import judge_of
from dieciocho.bots.planner.playout import last_cycle, play_out
from dieciocho.bots.planner.value import wealth
from dieciocho.cli.files import open_game
from dieciocho.engine.game import Game

PASSES = 6  # playouts of a position, as an analysis makes them
PARTS = (0.5, 0.75)
Counts = dict[str, list[int]]


def decisions(game: Game, most: int) -> list[int]:
    """Return so many decisions about money, spread over a game, in which there was a choice."""
    found = []
    for at in range(len(game.history)):
        now = game.at(at)
        if not left_alone(now) and len(now.legal_actions()) > 1:
            found.append(at)
    every = max(1, len(found) // most)
    return found[every // 2 :: every][:most]


def agreement(game: Game, most: int, units: int) -> Counts:
    """Count by kind: decisions, alike with sensible, the planner's first, among its three."""
    counts: Counts = defaultdict(lambda: [0, 0, 0, 0])
    for at in decisions(game, most):
        now, played = game.at(at), str(game.history[at].action)
        sensible = str(make_bot("sensible", at).choose(now))
        plans = [plan.action for plan in dieciocho.advise(now, units=units, seed=at).plans]
        kind = game.history[at].action.__struct_config__.tag
        told = (True, sensible == played, plans[:1] == [played], played in plans)
        counts[str(kind)] = [a + b for a, b in zip(counts[str(kind)], told, strict=True)]
    return counts


def prospects(game: Game, part: float) -> dict[str, list[float]]:
    """Return everybody's chances to win at a part of a game: all equal, by hand, learned.

    By hand it is the part of the playouts that leave somebody ahead.
    """
    start = game.at(round(part * len(game.history)))
    judge = judge_of(game.header.game)
    count = len(game.players)
    found = {"equal": [1 / count] * count}
    ends = [play_out(start, None, n + 1, last_cycle(start), Budget()) for n in range(PASSES)]
    hoped = [wealth(end) for end in ends]
    found["by hand"] = _mean([[float(worth == max(row)) for worth in row] for row in hoped])
    if judge is not None:
        found["learned"] = _mean([judge.chances(end) for end in ends])
    return found


def _mean(rows: list[list[float]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def winners(game: Game) -> Iterator[dict[str, Any]]:
    """Yield how near the chances at some parts of a game came to who has won."""
    scores = list(game.scores().values())
    won = [float(score == max(scores)) for score in scores]
    for part in PARTS:
        for by, given in prospects(game, part).items():
            brier = sum((p - w) ** 2 for p, w in zip(given, won, strict=True))
            yield {
                "part": part,
                "by": by,
                "brier": brier,
                "first": won[given.index(max(given))] if by != "equal" else 1 / len(won),
            }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--decisions", type=int, default=24)
    parser.add_argument("--units", type=int, default=600)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    kinds: Counts = defaultdict(lambda: [0, 0, 0, 0])
    ends: list[dict[str, Any]] = []
    for path in told.games:
        game = open_game(path)
        for kind, row in agreement(game, told.decisions, told.units).items():
            kinds[kind] = [a + b for a, b in zip(kinds[kind], row, strict=True)]
        if game.over:
            ends += [found | {"game": path.name} for found in winners(game)]
    if told.json:
        print(json.dumps({"kinds": kinds, "ends": ends}))
        return
    kinds["all"] = [sum(column) for column in zip(*kinds.values(), strict=True)]
    print(f"{'':14}{'decisions':>10}{'sensible':>10}{'first':>8}{'of three':>10}")
    for kind, (count, *alike) in sorted(kinds.items(), key=lambda entry: entry[1][0]):
        sensible, first, three = (f"{100 * n / count:.0f} %" for n in alike)
        print(f"{kind:14}{count:>10}{sensible:>10}{first:>8}{three:>10}")
    for part in PARTS:
        for by in dict.fromkeys(row["by"] for row in ends):
            rows = [row for row in ends if (row["part"], row["by"]) == (part, by)]
            brier = sum(row["brier"] for row in rows) / len(rows)
            first = sum(row["first"] for row in rows)
            print(f"at {part:.0%} {by:8} Brier {brier:.3f}, winner first {first:g} of {len(rows)}")


if __name__ == "__main__":
    main()
