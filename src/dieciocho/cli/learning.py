"""The command that makes a learned judge."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from .. import rules_of
from ..bots.planner.judge import Judge
from ..engine.errors import BadInput
from ..sim.lessons import lessons, study
from ..sim.training import train as learn
from ..sim.training import written
from .errors import Group
from .files import write_file
from .options import GameId, Language, LanguageOption, WorkersOption, progress_bar
from .words import say

app = typer.Typer(cls=Group, name="dieciocho", pretty_exceptions_enable=False)


@app.command(rich_help_panel="Many games")
def train(
    game: GameId,
    out: Annotated[Path, typer.Option(metavar="FILE.toml", help="Where the judge is written.")],
    games: Annotated[
        int, typer.Option(metavar="K", help="Games; one of four is tested with.")
    ] = 400,
    players: Annotated[
        str, typer.Option(metavar="N,N,..", help="Numbers of players, in turn.")
    ] = "4",
    seed: Annotated[int, typer.Option(metavar="S", help="Each game derives its own.")] = 1,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Games by line; what it has is not played again."),
    ] = None,
    workers: WorkersOption = None,
    language: LanguageOption = Language.en,
) -> None:
    """Learn from games what a position is worth, for the planner; status 1 if any goes wrong."""
    wanted = lessons(game, _numbers(players), games, seed)
    with progress_bar() as bar:
        task = bar.add_task("", total=games)
        courses, failures = study(
            wanted,
            file=results,
            workers=workers or os.cpu_count() or 1,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    command = f"dieciocho train {game} --games {games} --players {players} --seed {seed}"
    judge = learn(courses, command, _commit(), rules_of(game).version)
    write_file(out, written(judge))
    _print(judge, language.value)
    for failure in failures:
        typer.echo(f"{failure.seed}: {failure.error}\n{failure.traceback}", err=True)
    if failures:
        raise typer.Exit(1)


def _numbers(text: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not all(part.isdecimal() and len(part) < 3 for part in parts):
        raise BadInput("cli.numbers", text=text)
    return tuple(map(int, parts))


def _commit() -> str:
    """Return the commit that is checked out; empty outside of a checkout."""
    git = shutil.which("git")
    if git is None:
        return ""
    here = Path(__file__).parent
    found = subprocess.run(
        [git, "-C", here, "rev-parse", "--short", "HEAD"], capture_output=True, text=True
    )
    return found.stdout.strip()


def _print(judge: Judge, language: str) -> None:
    tested = judge.tested
    console = Console()
    console.print(say("judge_tested", language, games=judge.recipe.tested))
    figures = Table(header_style="dim", box=None)
    for column in ("", "judge_learned", "judge_hand", "judge_equal"):
        figures.add_column(say(column, language) if column else "", justify="right")
    explained, brier = say("judge_explained", language), say("judge_brier", language)
    figures.add_row(explained, f"{tested.explained:.3f}", f"{tested.by_hand:.3f}", "0")
    row = (tested.brier, tested.brier_by_hand, tested.brier_equal)
    figures.add_row(brier, *(f"{value:.3f}" for value in row))
    console.print(figures)
    table = Table(header_style="dim", box=None)
    for column in ("judge_chance", "judge_won", "judge_count"):
        table.add_column(say(column, language), justify="right")
    for one in tested.reliability:
        table.add_row(f"{one.chance:.2f}", f"{one.won:.2f}", str(one.count))
    console.print(table)
