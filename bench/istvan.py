"""How hard István is: `python -m bench.istvan [games] [bot] [workers]`.

Plays solo games of 18Magyarország with the same seeds in every colour and length and prints the
human's share of victories with its 95 % interval, how much it falls from colour to colour, and how
many of his minors ended with something on their cards undone. `data/istvan.toml` states the result.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise, product
from math import sqrt
from statistics import mean, stdev

from dieciocho.games.g18mag.cards import COLOURS, LENGTHS
from dieciocho.sim.run import seed_of
from tests.g18mag.solo import Outcome, play

SEED = 18


def interval(values: list[float]) -> str:
    """Return the mean and its 95 % interval."""
    return f"{mean(values):+.3f} ± {1.96 * stdev(values) / sqrt(len(values)):.3f}"


def main(games: int = 200, bot: str = "sensible", workers: int = 1) -> None:
    seeds = [seed_of(SEED, number) for number in range(games)]
    won: dict[str, list[float]] = {colour: [] for colour in COLOURS}
    with ProcessPoolExecutor(workers) as pool:
        for colour, length in product(COLOURS, LENGTHS):
            task = partial(play, length=length, colour=colour, bot=bot)
            played = list(pool.map(task, seeds))
            won[colour] += [outcome.won for outcome in played]
            _tell(f"{colour} {length}", played)
    for colour in COLOURS:
        print(f"{colour}: the human wins {interval(won[colour])} of {len(won[colour])}")
    for easier, harder in pairwise(COLOURS):
        falls = [a - b for a, b in zip(won[easier], won[harder], strict=True)]
        print(f"{easier} to {harder}: {interval(falls)}")


def _tell(name: str, played: list[Outcome]) -> None:
    minors = sum(outcome.minors for outcome in played)
    stations = sum(outcome.stations_open for outcome in played)
    trains = sum(outcome.trains_open for outcome in played)
    rounds = [outcome.rounds for outcome in played]
    ahead = mean(outcome.human - outcome.istvan for outcome in played)
    print(
        f"{name}: wins {mean(o.won for o in played):.3f}, ahead by {ahead:.0f}, "
        f"{min(rounds)} to {max(rounds)} operating rounds; of {minors} minors {stations} with a "
        f"station open, {trains} with a train that they could pay",
        flush=True,
    )


if __name__ == "__main__":
    words = sys.argv[1:]
    main(
        int(words[0]) if words else 200,
        words[1] if len(words) > 1 else "sensible",
        int(words[2]) if len(words) > 2 else 1,
    )
