"""Commands for bots among themselves: one as a program, and contests between several."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..bots.protocol import serve
from ..engine.text import error_texts
from ..sim.arena import Contest, Standing, compete, standings
from ..sim.run import Failure
from .errors import Group
from .files import names_of
from .options import (
    RULEBOOK,
    EditionOption,
    GameId,
    JsonOption,
    Language,
    LanguageOption,
    OptionsOption,
    print_json,
    progress_bar,
)
from .table import options_of

PANEL = "Many games"
WIDTH = 100  # of the table, also where nobody looks

app = typer.Typer(cls=Group, name="dieciocho", pretty_exceptions_enable=False)


@app.command(rich_help_panel=PANEL)
def bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Which bot, e.g. sensible.")],
) -> None:
    """Let a bot answer other programs, line by line (docs/protocol.md)."""
    serve(name, sys.stdin, sys.stdout)


@app.command(rich_help_panel=PANEL)
def arena(
    game: GameId,
    bots: Annotated[
        str,
        typer.Option(
            metavar="B,B,..",
            help="Bots around the table, repeated; also FILE.py:CLASS, exec:COMMAND.",
        ),
    ],
    players: Annotated[int, typer.Option(metavar="N", help="Players in each game.")] = 4,
    games: Annotated[
        int, typer.Option(metavar="K", help="How many games; all rotations are completed.")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="S", help="Each start derives its own.")] = 0,
    edition: EditionOption = RULEBOOK,
    option: OptionsOption = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Results by line; it is continued.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes.", show_default="one for each processor")
    ] = None,
    language: LanguageOption = Language.en,
    json: JsonOption = False,
) -> None:
    """Find out which bot is better; status 1 if a game goes wrong.

    Every start is played with every rotation of the seats.
    """
    contest = Contest(game, tuple(names_of(bots)), players, seed, edition, options_of(option))
    with progress_bar() as bar:
        task = bar.add_task("", total=games)
        played, failures = compete(
            contest,
            games,
            file=out,
            workers=workers or os.cpu_count(),
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    rows = standings(contest, played)
    if json:
        print_json({"standings": rows, "failures": failures})
    else:
        _print(Console(), rows, failures, language.value)
    if failures:
        raise typer.Exit(1)


_COLUMNS = ("won", "par", "interval", "wealth", "game", "move", "worst", "faults")


def _row(row: Standing) -> tuple[str, ...]:
    return (
        escape(row.bot),
        f"{row.wins:g} / {row.games}",
        f"{row.par:.2f}",
        f"{row.share:.3f} ({row.low:.3f}–{row.high:.3f})" if row.games else "—",
        f"{row.wealth:.3f}",
        f"{row.per_game:.2f} s",
        f"{row.per_move * 1000:.2f} ms",
        f"{row.worst_move * 1000:.0f} ms",
        str(row.faults),
    )


def _print(console: Console, rows: list[Standing], failures: list[Failure], language: str) -> None:
    def say(key: str, **params: Any) -> str:
        return error_texts().template(f"contest.{key}", language).format(**params)

    table = Table(header_style="dim", box=None)
    table.add_column(say("bot"), overflow="fold", min_width=12)
    for column in _COLUMNS:
        table.add_column(say(column), justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*_row(row))
    console.print(table, width=max(console.width, WIDTH), crop=False)
    for failure in failures:
        text = say("failed", seed=failure.seed, actions=failure.actions, error=failure.error)
        console.print(text, markup=False, highlight=False)
        console.print(failure.traceback.rstrip(), markup=False, style="dim", highlight=False)
