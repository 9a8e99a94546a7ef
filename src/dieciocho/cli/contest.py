"""Commands for bots among themselves: one as a program, and contests between several."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..bots.characters import characters
from ..bots.protocol import serve
from ..engine.errors import BadInput
from ..engine.text import error_texts
from ..sim.arena import Contest, Played, Standing, compete, standings
from ..sim.lines import read_lines
from ..sim.pool import Interrupted
from ..sim.rating import Question, Rating, ratings
from ..sim.run import Failure
from .errors import Group
from .files import names_of
from .options import (
    RULEBOOK,
    STOPPED,
    ClusterOption,
    EditionOption,
    GameId,
    JsonOption,
    Language,
    LanguageOption,
    OptionsOption,
    WorkersOption,
    print_json,
    progress_bar,
)
from .table import options_of

PANEL = "Many games"
WIDTH = 130  # of the table, also where nobody looks

app = typer.Typer(cls=Group, name="dieciocho", pretty_exceptions_enable=False)


@app.command(rich_help_panel=PANEL)
def bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Which bot, e.g. planner:0.5.")],
) -> None:
    """Let a bot answer other programs, line by line (docs/protocol.md)."""
    serve(name, sys.stdin, sys.stdout)


@app.command(rich_help_panel=PANEL)
def opponents(language: LanguageOption = Language.en) -> None:
    """List the opponents to choose from, by strength and temper."""
    table = Table(header_style="dim", box=None, show_header=False)
    for one in characters().values():
        level = one.level
        strength = f"{level.name.said(language.value)}: {level.told.said(language.value)}"
        table.add_row(one.id, strength, one.told(language.value))
    Console(width=max(Console().width, WIDTH)).print(table)


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
    time: Annotated[
        float | None,
        typer.Option(metavar="S", help="CPU seconds that a move may take; later ones are counted."),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="Stop when the first bot is known to be A or B Elo points stronger."
        ),
    ] = None,
    edition: EditionOption = RULEBOOK,
    option: OptionsOption = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Results by line; it is continued.")
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    language: LanguageOption = Language.en,
    json: JsonOption = False,
) -> None:
    """Find out which bot is better; status 1 if a game goes wrong.

    Every start is played with every rotation of the seats.
    """
    contest = Contest(game, tuple(names_of(bots)), players, seed, edition, options_of(option), time)
    question = _question(contest, until) if until is not None else None
    status = 0
    with progress_bar() as bar:
        task = bar.add_task("", total=games)
        try:
            played, failures = compete(
                contest,
                games,
                file=out,
                workers=workers or os.cpu_count(),
                cluster=cluster,
                progress=lambda done, total: bar.update(task, completed=done, total=total),
                known=lambda games: bool(question and question.answer(games).verdict),
            )
        except Interrupted as stop:
            (played, failures), status = stop.so_far, STOPPED
    rows = standings(contest, played)
    rated = {rating.bot: rating for rating in ratings(played)}
    answer = question.answer(played) if question is not None else None
    if json:
        print_json({"standings": rows, "ratings": rated, "test": answer, "failures": failures})
    else:
        say = _words(language.value)
        _print(say, rows, rated, failures)
        if question is not None and answer is not None:
            told = msgspec.structs.asdict(question) | msgspec.structs.asdict(answer)
            typer.echo(say(answer.verdict or "open", **told))
    if status or failures:
        raise typer.Exit(status or 1)


@app.command(rich_help_panel=PANEL)
def rating(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE..", exists=True, dir_okay=False, help="Results that arena wrote."
        ),
    ],
    language: LanguageOption = Language.en,
    json: JsonOption = False,
) -> None:
    """Rate all bots that played in some contests, also those that never met."""
    played: list[Played] = []
    for file in files:
        played += read_lines(file, Played)
    found = ratings(played)
    if json:
        print_json(found)
        return
    say = _words(language.value)
    table = _table(say, ("rating", "played"))
    for row in found:
        table.add_row(escape(row.bot), _points(row), str(row.games))
    _show(table)


def _question(contest: Contest, text: str) -> Question:
    """Read between which ratings a contest is to decide."""
    try:
        worse, better = map(float, text.split(","))
    except ValueError:
        worse = better = 0.0
    if not worse < better:
        raise BadInput("sim.until", text=text)
    return Question(contest.bots[0] if contest.bots else "", worse, better)


_COLUMNS = ("won", "par", "interval", "wealth", "rating", "game", "move", "worst", "faults", "late")


def _row(row: Standing, rating: Rating | None) -> tuple[str, ...]:
    return (
        escape(row.bot),
        f"{row.wins:g} / {row.games}",
        f"{row.par:.2f}",
        f"{row.share:.3f} ({row.low:.3f}–{row.high:.3f})" if row.games else "—",
        f"{row.wealth:.3f}",
        _points(rating) if rating is not None else "—",
        f"{row.per_game:.2f} s",
        f"{row.per_move * 1000:.2f} ms",
        f"{row.worst_move * 1000:.0f} ms",
        str(row.faults),
        str(row.late),
    )


def _points(rating: Rating) -> str:
    return f"{rating.points:+.0f} ±{rating.high - rating.points:.0f}"


_Words = Callable[..., str]


def _words(language: str) -> _Words:
    def say(key: str, **params: Any) -> str:
        return error_texts().template(f"contest.{key}", language).format(**params)

    return say


def _table(say: _Words, columns: tuple[str, ...]) -> Table:
    table = Table(header_style="dim", box=None)
    table.add_column(say("bot"), overflow="fold", min_width=12)
    for column in columns:
        table.add_column(say(column), justify="right", no_wrap=True)
    return table


def _show(table: Table) -> None:
    Console(width=max(Console().width, WIDTH)).print(table)


def _print(
    say: _Words, rows: list[Standing], rated: dict[str, Rating], failures: list[Failure]
) -> None:
    table, console = _table(say, _COLUMNS), Console()
    for row in rows:
        table.add_row(*_row(row, rated.get(row.bot)))
    _show(table)
    for failure in failures:
        text = say("failed", seed=failure.seed, actions=failure.actions, error=failure.error)
        console.print(text, markup=False, highlight=False)
        console.print(failure.traceback.rstrip(), markup=False, style="dim", highlight=False)
