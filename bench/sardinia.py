"""Many games of 1865: `python -m bench.sardinia [games] [bot] [workers]` shows what they were like.

For each table (2 to 4 players, the short game for 2 and 3) it prints how long the games were, who
won, what was launched, converted and absorbed, and how fast games are played and replayed.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from statistics import mean, quantiles

from msgspec import Struct

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from dieciocho.engine.invariants import check
from dieciocho.games.g1865.facts import facts, loans_of

TABLES = ((2, False), (3, False), (4, False), (2, True), (3, True))
ENDLESS = 20_000
COUNTED = (
    "launched_incremental",
    "converted",
    "absorbed",
    "company_loans",
    "personal_loans",
    "marker",
    "dragons_sell",
    "transferred",
)


class Played(Struct, frozen=True):
    """What one game came to."""

    actions: int
    sets: int  # stock rounds
    phase: str
    scores: tuple[int, ...]  # by seat
    counts: dict[str, int]
    launched: tuple[str, ...]
    prices: dict[str, int]
    traffic: dict[str, int]
    seconds: float
    replay: float


def play(players: int, short: bool, bot: str, seed: int) -> Game:
    """Play one game with everything checked to be complete after each action."""
    options = {"variant": "short"} if short else None
    names = [f"P{n}" for n in range(players)]
    game = dieciocho.new_game("1865", names, seed=seed, options=options)
    bots = [make_bot(bot, seed + seat) for seat in range(players)]
    while not game.over:
        seat = game.step.actor(game)
        game.play(bots[seat].choose(game), by=seat)
        check(game)
        if len(game.history) > ENDLESS:
            raise RuntimeError(f"seed {seed}: endless")
    return game


def result(task: tuple[int, bool, str, int]) -> Played:
    start = time.process_time()
    game = play(*task)
    seconds = time.process_time() - start
    text = game.to_json()
    start = time.process_time()
    dieciocho.loads(text)
    replay = time.process_time() - start
    lines = [message for record in game.history for message in record.log]
    counts = Counter(message.id.removeprefix("log.") for message in lines)
    market = game.definition.market
    launched = [m.params["company"] for m in lines if m.id == "log.launched_incremental"]
    assert all(loans_of(game, c) <= 3 for c in game.definition.companies)
    return Played(
        actions=len(game.history),
        sets=game.state.round.number,
        phase=game.phase.name,
        scores=tuple(game.rules.scores(game)[seat] for seat in range(task[0])),
        counts={name: counts[name] for name in COUNTED},
        launched=tuple(launched),
        prices={c: market.price[cell] for c, cell in game.state.cell.items()},
        traffic=dict(facts(game).traffic),
        seconds=seconds,
        replay=replay,
    )


def spread(values: list[int]) -> str:
    low, *_, high = quantiles(values, n=20)
    return f"{mean(values):.1f} ({min(values)}–{max(values)}, 90 % {low:.0f}–{high:.0f})"


def shown(counter: Counter[str] | Counter[int]) -> str:
    total = sum(counter.values())
    return ", ".join(f"{k} {100 * n / total:.0f} %" for k, n in sorted(counter.items()))


def report(players: int, short: bool, games: list[Played]) -> None:
    print(f"\n{players} players{', short game' if short else ''}: {len(games)} games")
    print(f"  actions {spread([g.actions for g in games])}")
    print(f"  stock rounds {shown(Counter(g.sets for g in games))}")
    print(f"  last phase {shown(Counter(g.phase for g in games))}")
    print(f"  wealth {spread([s for g in games for s in g.scores])}")
    wins: Counter[int] = Counter()
    for game in games:
        best = [seat + 1 for seat, s in enumerate(game.scores) if s == max(game.scores)]
        wins.update(best)
    print(f"  won by seat: {shown(wins)}")
    rates = {name: mean(g.counts[name] for g in games) for name in COUNTED}
    print("  per game: " + ", ".join(f"{name} {rate:.1f}" for name, rate in rates.items()))
    starts = Counter(c for g in games for c in g.launched)
    print("  launches: " + ", ".join(f"{c} {n / len(games):.2f}" for c, n in starts.most_common()))
    for what in ("prices", "traffic"):
        table: dict[str, list[int]] = {}
        for game in games:
            for company, value in getattr(game, what).items():
                table.setdefault(company, []).append(value)
        means = {company: mean(values) for company, values in table.items()}
        order = sorted(means, key=lambda c: -means[c])
        print(f"  {what} at the end: " + ", ".join(f"{c} {means[c]:.0f}" for c in order))
    actions = sum(g.actions for g in games)
    print(
        f"  {len(games) / sum(g.seconds for g in games):.2f} games/s, replay with validation "
        f"{actions / sum(g.replay for g in games):,.0f} actions/s"
    )


def main(games: int = 20, bot: str = "sensible", workers: int = 1) -> None:
    for players, short in TABLES:
        tasks = [(players, short, bot, seed) for seed in range(games)]
        if workers == 1:
            found = [result(task) for task in tasks]
        else:
            with ProcessPoolExecutor(workers) as pool:
                found = list(pool.map(result, tasks, chunksize=4))
        report(players, short, found)


if __name__ == "__main__":
    words = sys.argv[1:]
    main(
        int(words[0]) if words else 20,
        words[1] if len(words) > 1 else "sensible",
        int(words[2]) if len(words) > 2 else 1,
    )
