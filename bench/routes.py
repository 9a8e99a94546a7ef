"""How the cost of best routes grows with track and trains, on random boards.

Run from the project's folder: `python -m bench.routes`.
"""

from __future__ import annotations

import statistics
import time

from rich.console import Console
from rich.table import Table

from dieciocho.engine.earnings import solution
from tests.brute import random_board
from tests.g1862.rails import random_rails

TRAINS = ("3", "5", "D", "33", "55", "5D", "DD")
# Of 1862; the last ones are what companies own after mergers.
FLEETS = (
    "6E",
    "9F",
    "6L",
    "6E 6E",
    "9F 9F",
    "6E 6L 9F",
    "4/5E 5L 5E 9F 9F",
    "3F 3F 5F 4E 4L 4L 5L 4/5E",
    "2F 2F 3F 3L 3L 2/3L 3E 2/3E 2/3E 4E",
)


def main(boards: int = 6) -> None:
    """Print median and maximum milliseconds for growing boards and trains."""
    table = Table("tiles laid", *TRAINS, title="best routes on random boards, ms: median / max")
    for lays in (30, 60, 100, 150, 200):
        row = []
        for kinds in TRAINS:
            times = []
            for seed in range(boards):
                game = random_board(seed, lays, companies=2)
                company = sorted({c for s in game.state.stations.values() for c in s if c})[0]
                start = time.process_time()
                solution(game, company, kinds=tuple(kinds))
                times.append((time.process_time() - start) * 1000)
            row.append(f"{statistics.median(times):.1f} / {max(times):.0f}")
        table.add_row(str(lays), *row)
    Console().print(table)
    shared_track(boards)


def shared_track(boards: int) -> None:
    """Print the same for 1862, whose trains share track and are paid once."""
    table = Table("tiles", *FLEETS, title="best routes of 1862 on random boards, ms: median / max")
    for lays in (10, 20, 30, 37):
        row = []
        for fleet in FLEETS:
            times = []
            for seed in range(boards):
                rails = random_rails(seed, lays, 0)
                start = time.process_time()
                solution(rails.game, rails.company, kinds=tuple(fleet.split()))
                times.append((time.process_time() - start) * 1000)
            row.append(f"{statistics.median(times):.1f} / {max(times):.0f}")
        table.add_row(str(lays), *row)
    Console().print(table)


if __name__ == "__main__":
    main()
