"""How the cost of best routes grows with track and trains, on random boards.

Run from the project's folder: `python -m bench.routes`.
"""

from __future__ import annotations

import statistics
import time

from rich.console import Console
from rich.table import Table

from dieciocho.engine.study import solution
from tests.brute import random_board

TRAINS = ("3", "5", "D", "33", "55", "5D", "DD")


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


if __name__ == "__main__":
    main()
