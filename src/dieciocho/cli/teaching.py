"""What the teacher says, in the terminal: a hint, and the analysis of a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .. import advise
from .. import analyse as analyse_game
from ..bots.teacher import Analysis, Hint, Prospect, told
from ..bots.teacher.analyst import UNITS
from ..bots.teacher.ending import Estimate
from ..engine.errors import BadInput
from ..engine.game import Game
from ..engine.words import money
from .errors import Group
from .files import open_game
from .options import GameFile, JsonOption, Language, LanguageOption, print_json, progress_bar
from .words import say

SECONDS = 5  # for a hint: somebody waits
MOST_SECONDS = 600
LINES = 12  # of the course of a game

app = typer.Typer(cls=Group, name="dieciocho", pretty_exceptions_enable=False)


@app.command(rich_help_panel="Study a game")
def analyse(
    file: GameFile,
    work: Annotated[
        int, typer.Option(min=1, metavar="N", help="Actions that are played out.")
    ] = UNITS,
    language: LanguageOption = Language.en,
    json: JsonOption = False,
) -> None:
    """Say how a game went, and which decisions cost most (docs/planner.md)."""
    game = open_game(file)
    with progress_bar() as bar:
        task = bar.add_task("", total=100)
        found = analyse_game(
            game, units=work, progress=lambda done: bar.update(task, completed=round(100 * done))
        )
    if json:
        print_json(found)
        return
    _print(game, found, language.value)


def hint_lines(game: Game, seconds: float, language: str) -> Iterator[str]:
    """Yield what the planner would do, the next best plans, and why."""
    hint = advise(game, seconds=seconds)
    for place, plan in enumerate(hint.plans):
        yield _plan(game, hint, plan, place, language)
        if plan.why:
            why = "; ".join(told(game, reason, language) for reason in plan.why)
            yield "      " + say("hint_first" if not place else "hint_then", language, why=why)
    if not hint.compared:
        yield "  " + say("hint_building" if hint.building else "hint_alone", language)


def seconds_of(text: str) -> float:
    """Read how long the planner is to think; BadInput if that is no number of seconds."""
    try:
        seconds = float(text or SECONDS)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_SECONDS:
        raise BadInput("cli.hint_seconds", most=MOST_SECONDS)
    return seconds


def _plan(game: Game, hint: Hint, plan: Prospect, place: int, language: str) -> str:
    text = f"  {place + 1}. {plan.action}"
    if plan.worth is not None:
        text += " · " + say("hint_worth", language, worth=_money(game, plan.worth))
    if plan.than_first is not None:
        text += " · " + say("hint_than_first", language, gain=_money(game, plan.than_first))
    return text


def _money(game: Game, amount: Estimate) -> str:
    return f"{money(game, round(amount.mean))} ± {round(amount.margin)}"


def _points(part: Estimate) -> str:
    return f"{100 * part.mean:.1f} ± {100 * part.margin:.1f}"


def _print(game: Game, found: Analysis, language: str) -> None:
    course = Table(header_style="dim", box=None)
    for name in (say("analysis_after", language), *game.players):
        course.add_column(escape(name), justify="right")
    every = max(1, len(found.points) // LINES)
    for point in found.points[::every]:
        course.add_row(str(point.at), *(_points(part) for part in point.shares))
    console = Console()
    console.print(say("analysis_course", language))
    console.print(course)
    said = {"looked": found.looked_at, "of": found.decisions, "playouts": found.playouts}
    console.print("\n" + say("analysis_turning" if found.turning else "analysis_none", language))
    for turn in found.turning:
        line = say(
            "analysis_turn",
            language,
            at=turn.at + 1,
            player=game.name(turn.seat),
            played=turn.played,
            better=turn.better,
            loss=_points(turn.loss),
            money=_money(game, turn.money),
        )
        console.print("  " + escape(line), highlight=False, soft_wrap=True)
        why = "; ".join(told(game, reason, language) for reason in turn.why)
        if why:
            console.print("      " + escape(why), style="dim", highlight=False, soft_wrap=True)
    console.print(say("analysis_work", language, **said), style="dim")
