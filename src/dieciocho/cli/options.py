"""Arguments and options that several commands have, and how they print."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..games import GAMES
from .errors import LANGUAGE, note_language

RULEBOOK = "rulebook"  # the usual edition
STOPPED = 130  # status of a command that Ctrl-C has stopped


class Language(StrEnum):
    """The languages of the texts."""

    en = "en"
    es = "es"


LanguageOption = Annotated[
    Language,
    typer.Option(
        "--language",
        envvar=LANGUAGE,
        help="Language of texts.",
        callback=note_language,
        is_eager=True,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
GameFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="Saved game, or recorded game of 18xx.games.")
]
AtOption = Annotated[
    int | None,
    typer.Option("--at", metavar="N", help="Position after N actions.", show_default="the end"),
]
Out = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="File to write.")]
EditionOption = Annotated[str, typer.Option(help="rulebook, or online as on 18xx.games.")]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="Option of the game, e.g. length=short; a wrong one is told which there are.",
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(min=1, help="Processes.", show_default="one for each processor"),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Play on a cluster of Ray: its address, or auto for the one here."
    ),
]
WHICH = f"Which game: {', '.join(GAMES)}."
GameId = Annotated[str, typer.Argument(metavar="GAME", help=WHICH)]


def print_json(data: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def progress_bar() -> Progress:
    """Return a progress bar on stderr, so that output can be piped."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
