"""How long the hardest route questions of machine-played games take to be proven.

Run from the project's folder: `python -m bench.worst_routes GAME [GAMES [SEED]]`. Bots play games
of a title, with all its player counts and editions; every company that is about to run its trains
asks for its best routes, without a limit and with empty caches. Without GAME the hardest ones kept
in `bench/positions` are asked, whose names end with what the best set brings.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from dieciocho import from_position, new_game
from dieciocho.bench import forget_routes, seconds
from dieciocho.bots import make_bot
from dieciocho.engine.earnings import solution
from dieciocho.engine.game import Game
from dieciocho.engine.steps.operating import RunStep
from dieciocho.games import rules_of

TABLES = (("sensible",), ("quick",), ("wayward",), ("sensible", "wayward", "curious"))
# 1862: long games with few kinds of trains have the largest fleets.
OPTIONS: dict[str, tuple[dict[str, str], ...]] = {
    "1862": (
        {},
        {"length": "long"},
        {"length": "long", "stations": "8"},
        {"trains": "express+local", "length": "long"},
        {"trains": "freight+local"},
        {"trains": "express"},
        {"trains": "freight"},
    ),
}
MOST_ACTIONS = 5000
SHOWN = 10  # of the hardest questions

KEPT = Path(__file__).parent / "positions"

Asked = tuple[float, int, int, str, str]  # seconds, seed, action, company, its trains


def played(name: str, seed: int) -> Game:
    """Play one game to its end."""
    dice = random.Random(f"{name}/{seed}")
    rules = rules_of(name)
    players = dice.choice([count for count in rules.player_counts if count > 1])
    edition, table = dice.choice(rules.editions), dice.choice(TABLES)
    options = dice.choice(OPTIONS.get(name, ({},)))
    names = [f"P{n}" for n in range(players)]
    game = new_game(name, names, seed=seed, edition=edition, options=options)
    bots = [make_bot(table[n % len(table)], seed + n) for n in range(players)]
    while not game.over and len(game.history) < MOST_ACTIONS:
        game.play(bots[game.step.actor(game)].choose(game))
    return game


def kept(path: Path) -> tuple[Game, str, int]:
    """Return a position that was hard, the company that is to run, and what its best set brings."""
    game = from_position(path.read_text(encoding="utf-8"))
    assert game.state.turn is not None
    return game, game.state.turn.company, int(path.stem.rpartition("-")[2])


def hardest() -> None:
    """Time the positions that are kept."""
    table = Table("position", "trains", "nodes", "ms", title="the hardest that are kept")
    for path in sorted(KEPT.glob("*.toml")):
        game, company, _ = kept(path)
        forget_routes()
        taken = seconds(lambda g=game, c=company: solution(g, c))  # type: ignore[misc]
        nodes = solution(game, company).proof.nodes
        trains = " ".join(sorted(map(game.kind_of, game.state.trains[company])))
        table.add_row(path.stem, trains, str(nodes), f"{taken * 1000:.0f}")
    Console().print(table)


def questions(game: Game, seed: int) -> list[Asked]:
    """Time the best routes of every run of a game."""
    found: list[Asked] = []
    walk = Game(game.header, game.rules)
    for number, record in enumerate(game.history):
        if isinstance(walk.step, RunStep) and walk.state.turn is not None:
            company = walk.state.turn.company
            forget_routes()
            taken = seconds(lambda w=walk, c=company: solution(w, c))  # type: ignore[misc]
            trains = " ".join(sorted(map(walk.kind_of, walk.state.trains[company])))
            found.append((taken, seed, number, company, trains))
        walk.play(record.action)
    return found


def main(name: str, games: int = 20, seed: int = 0) -> None:
    """Print median, 95 %, 99 % and maximum, and the hardest questions."""
    asked: list[Asked] = []
    for number in range(seed, seed + games):
        asked += questions(played(name, number), number)
    asked.sort(reverse=True)
    table = Table("game", "games", "runs", "total s", "median ms", "95 %", "99 %", "max")
    spread = (asked[int(len(asked) * part)][0] * 1000 for part in (0.5, 0.05, 0.01, 0))
    total = sum(entry[0] for entry in asked)
    table.add_row(
        name, str(games), str(len(asked)), f"{total:.1f}", *(f"{value:.2f}" for value in spread)
    )
    hardest = Table("ms", "seed", "action", "company", "trains", title="the hardest")
    for taken, number, action, company, trains in asked[:SHOWN]:
        hardest.add_row(f"{taken * 1000:.1f}", str(number), str(action), company, trains)
    console = Console()
    console.print(table)
    console.print(hardest)


if __name__ == "__main__":
    if sys.argv[1:]:
        main(sys.argv[1], *map(int, sys.argv[2:]))
    else:
        hardest()
