"""Golden games: whole games with a digest of table and legal actions after every action.

A change of the rules, wherever it is made, shows in them without any data from outside. The
table is digested as its notation (docs/positions.md), with what every company last earned; legal
actions as the set of their texts, a proposed run as what it earns (of runs worth the same any may
be proposed). `python -m tests.golden` plays the games anew, after a change of the rules that is
meant; `python -m tests.golden --check` compares every position, the suite one in eight.
"""

from __future__ import annotations

import gzip
import json
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

import dieciocho
from dieciocho import GAMES
from dieciocho.bots import make_bot
from dieciocho.engine.actions import Choice, Run
from dieciocho.engine.earnings import value_of
from dieciocho.engine.game import Game
from dieciocho.engine.save import FORMAT
from dieciocho.engine.steps.common import CompanyStep
from dieciocho.games import rules_of
from dieciocho.sim.run import Task

from .nets import tasks

FOLDER = Path(__file__).parent / "golden_games"
BOTS = (("quick",), ("quick", "curious"), ("quick", "quick", "random"))
SEED = 18


class Golden(NamedTuple):
    """A game as it was played: its header, and a line for every position."""

    header: str
    lines: list[Line]

    def start(self) -> Game:
        return dieciocho.loads(f'{{"format":"{FORMAT}","header":{self.header},"actions":[]}}')


class Line(NamedTuple):
    """What was played in a position, and the digests of its table and its legal actions."""

    table: str
    legal: str
    action: str  # empty at the end


def _digest(text: str) -> str:
    return f"{zlib.crc32(text.encode()) & 0xFFFF:04x}"


def _told(game: Game, choice: Choice) -> str:
    step, action = game.step, choice.action
    if not isinstance(action, Run) or not isinstance(step, CompanyStep):
        return str(choice)
    worth = value_of(game, step.company(game), action.routes)
    return f"run for {worth.revenue} and {worth.income} ({worth.kind})"


def line(game: Game, action: str) -> Line:
    choices = game.legal_actions()
    legal = sorted(f"{_told(game, c)} {c.low} {c.high} {c.step} {c.turns}" for c in choices)
    return Line(_digest(game.position()), _digest("\n".join(legal)), action)


def different(golden: Golden, every: int = 1) -> Iterator[str]:
    """Yield where a game is not what it was: one position in so many is looked at, and the last."""
    game = golden.start()
    for number, kept in enumerate(golden.lines):
        if number % every == 0 or not kept.action:
            found = line(game, kept.action)
            if found != kept:
                last = game.history[-1].action if game.history else "the start"
                yield f"after {number} actions, {last}: {found} and not {kept}"
        if kept.action:
            game.play(kept.action)
    if not game.over:
        yield "the game is not over"


def read(path: Path) -> Golden:
    header, *rows = gzip.decompress(path.read_bytes()).decode().splitlines()
    return Golden(header, [Line(*row.split(" ", 2)) for row in rows])


def write(path: Path, golden: Golden) -> None:
    rows = [golden.header, *(" ".join(row) for row in golden.lines)]
    path.write_bytes(gzip.compress("\n".join(rows).encode(), mtime=0))


def play(task: Task, bots: tuple[str, ...]) -> Golden:
    names = [f"P{number + 1}" for number in range(task.players)]
    game = dieciocho.new_game(
        task.game, names, seed=task.seed, edition=task.edition, options=task.options
    )
    seated = [make_bot(bots[n % len(bots)], task.seed + n) for n in range(len(game.players))]
    header = json.dumps(json.loads(game.to_json())["header"], separators=(",", ":"))
    lines = []
    while not game.over:
        action = str(seated[game.step.actor(game)].choose(game))
        lines.append(line(game, action))
        game.play(action)
    return Golden(header, [*lines, line(game, "")])


def wanted() -> Iterator[tuple[str, Task, tuple[str, ...]]]:
    """Yield a game for every edition and number of players, with variants drawn by lot."""
    for title in GAMES:
        seen: set[str] = set()
        kinds = len(rules_of(title).player_counts) * len(rules_of(title).editions)
        for number, task in zip(range(kinds), tasks(title, SEED, 1), strict=False):
            name = f"{title}-{task.players}-{task.edition}"
            if name not in seen:  # the solo game has one edition: its sorts come round sooner
                seen.add(name)
                yield name, replace(task, bots=()), BOTS[number % len(BOTS)]


def main() -> int:
    if "--check" in sys.argv:
        wrong = [
            f"{path.name}: {where}"
            for path in sorted(FOLDER.glob("*.gz"))
            for where in different(read(path))
        ]
        print(*wrong, sep="\n")
        return len(wrong) > 0
    FOLDER.mkdir(exist_ok=True)
    for name, task, bots in wanted():
        golden = play(task, bots)
        write(FOLDER / f"{name}.gz", golden)
        print(name, len(golden.lines) - 1, "actions", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
