"""Measures the engine and prints figures: `make bench` or `dieciocho bench`."""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from . import loads, new_game
from .engine import board, earnings, routes
from .engine.game import Game
from .engine.memory import Memory
from .engine.routing import segments
from .engine.step import Step
from .engine.steps.operating import RunStep
from .games import GAMES, rules_of
from .interop.site import import_game, read_file

console = Console()


def random_game(name: str, seed: int) -> Game:
    """Play a random game to its end, in the edition of recorded games where there is one."""
    rules = rules_of(name)
    counts = [count for count in rules.player_counts if count > 2]
    players = [f"P{n}" for n in range(counts[seed % len(counts)])]
    game = new_game(name, players, edition=rules.editions[-1])
    dice = random.Random(seed)
    while not game.over and len(game.history) < 900:
        game.play(dice.choice(game.legal_actions()))
    return game


def recorded(name: str, folder: Path | None) -> list[Game]:
    """Return the recorded games of a title, or random ones where there are none."""
    if folder is None or not (folder / name).is_dir():
        return [random_game(name, seed) for seed in range(4)]
    paths = [p for p in sorted((folder / name).glob("*.json.gz")) if ".trace." not in p.name]
    return [import_game(read_file(path)) for path in paths]


def forget() -> None:
    """Empty all caches, so that a measurement starts cold."""
    forget_routes()
    for cache in (board._cache, segments._cache, segments._known, routes._traced):
        cache.clear()


def forget_routes() -> None:
    """Empty all caches but those that playing itself fills: of track, reach and traced routes."""
    played = (board, segments, routes)
    modules = [m for name, m in sys.modules.items() if name.startswith("dieciocho.")]
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, Memory) and module not in played:
                value.clear()


def seconds(function: Callable[[], object]) -> float:
    """Return the processor time; as in timeit, without collecting what others left behind."""
    gc.disable()
    try:
        start = time.process_time()
        function()
        return time.process_time() - start
    finally:
        gc.enable()


def replay(games: list[Game]) -> None:
    texts = [game.to_json() for game in games]
    actions = sum(len(game.history) for game in games)
    cold = 0.0
    for text in texts:
        forget()
        cold += seconds(lambda text=text: loads(text))  # type: ignore[misc]
    for text in texts:
        loads(text)
    # The best of three: the processor may be busy with something else.
    warm = min(seconds(lambda: [loads(text) for text in texts]) for _ in range(3))
    console.print(
        f"replay with full validation, {len(games)} games, {actions} actions: "
        f"{actions / cold:,.0f} actions/s cold, {actions / warm:,.0f} warm (aim 20,000)"
    )


def load_and_jump(games: list[Game]) -> None:
    """Time loading the largest game, and going to moments all over it."""
    game = max(games, key=lambda game: len(game.history))
    text, count = game.to_json(), len(game.history)
    forget()
    load = seconds(lambda: loads(text))
    jumps = [seconds(lambda n=n: game.at(n)) for n in range(0, count, max(1, count // 50))]  # type: ignore[misc]
    console.print(
        f"largest game, {count} actions: load {_ms(load)} ms, jump {_ms(statistics.mean(jumps))} "
        f"ms, at worst {_ms(max(jumps))} ms (aim 200)"
    )


def copies(games: list[Game]) -> None:
    game = games[0].at(len(games[0].history) * 2 // 3)
    count = 20_000

    def repeat(copy: Callable[[], object]) -> float:
        return count / seconds(lambda: [None for _ in range(count) if copy() is None])

    state, whole = repeat(game.state.copy), repeat(game.copy)
    console.print(f"copies: {state:,.0f} states/s, {whole:,.0f} games with history/s (aim 20,000)")


def legal_sets(games: list[Game]) -> None:
    """Time legal_actions() at every decision, by kind of step."""
    times: dict[type[Step], list[float]] = defaultdict(list)
    for game in games:
        forget()
        walk = Game(game.header, game.rules)
        for record in game.history:
            times[type(walk.step)].append(seconds(walk.legal_actions))
            walk.play(record.action)
    table = Table("step", "decisions", "mean ms", "median ms", "95 % ms", "max ms")
    for step, values in sorted(times.items(), key=lambda item: -sum(item[1])):
        table.add_row(step.id, str(len(values)), *map(_ms, _spread(values)))
    quick = [values for step, values in times.items() if not issubclass(step, RunStep)]
    everything = [value for values in quick for value in values]
    table.add_row("all without routes", str(len(everything)), *map(_ms, _spread(everything)))
    console.print("legal_actions() by kind of step (aim: mean 1 ms, track 5 ms)")
    console.print(table)


def best_routes(games: list[Game]) -> None:
    """Time the solver at every recorded run, with empty caches for each."""
    times: list[float] = []
    for game in games:
        walk = Game(game.header, game.rules)
        for record in game.history:
            if isinstance(walk.step, RunStep) and walk.state.turn is not None:
                company = walk.state.turn.company
                forget_routes()
                times.append(seconds(lambda w=walk, c=company: earnings.best_routes(w, c)))  # type: ignore[misc]
            walk.play(record.action)
    if not times:
        return  # a game without routes
    ordered = sorted(times)
    shown = ", ".join(
        f"{name} {_ms(ordered[min(int(len(ordered) * part), len(ordered) - 1)])}"
        for name, part in (("median", 0.5), ("95 %", 0.95), ("99 %", 0.99), ("max", 1.0))
    )
    console.print(
        f"best routes with proof, {len(times)} runs, ms: {shown} (aim 5 / - / 100 / 1,000)"
    )


def _spread(values: list[float]) -> tuple[float, float, float, float]:
    ordered = sorted(values)
    return (
        statistics.mean(ordered),
        ordered[len(ordered) // 2],
        ordered[int(len(ordered) * 0.95)],
        ordered[-1],
    )


def _ms(value: float) -> str:
    return f"{value * 1000:.3f}"


def main(folder: Path | None = None) -> None:
    """Run all measurements on recorded games, a folder for each title, or on random ones."""
    for name in GAMES:
        games = recorded(name, folder)
        console.rule(games[0].rules.title)
        replay(games)
        load_and_jump(games)
        copies(games)
        legal_sets(games)
        best_routes(games)
