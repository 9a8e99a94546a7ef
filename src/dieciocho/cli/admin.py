"""Commands for those who run a server: backup, restore, check, tidy, invite."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..engine.errors import BadInput
from . import words
from .errors import Group, language
from .preparing import answering_database, django, prepare

app = typer.Typer(
    cls=Group, help="Keep a server: copies, checks, cleaning up.", no_args_is_help=True
)
File = Annotated[Path, typer.Argument(metavar="FILE", help="A copy of everything (.zip).")]


@app.command()
def backup(
    file: File,
    check: Annotated[bool, typer.Option(help="Play every game of the copy again.")] = True,
) -> None:
    """Copy everything as it is at this moment into one file, while the server goes on."""
    django()
    from ..web.upkeep import backup as copying
    from ..web.upkeep import check as checking

    try:
        with answering_database():
            manifest = copying.write(file)
    except OSError as error:
        raise BadInput("input.cannot_write", path=file, why=error.strerror) from None
    if check:
        _tell(checking.copy(file))
    else:
        typer.echo(words.say("copied", language(), rows=sum(manifest.rows.values())))


@app.command()
def restore(file: File) -> None:
    """Fill an empty database from a copy; also of the other kind, or of an earlier version."""
    django()
    from ..web.upkeep import check as checking
    from ..web.upkeep import restore

    with answering_database():
        restore.restore(file)
        report = checking.database()
    _tell(report)


@app.command()
def check(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A copy instead of the database.")
    ] = None,
) -> None:
    """Play every stored game again and say what does not hold; exit status 1 if anything."""
    django()
    from ..web.upkeep import check as checking

    with answering_database():
        report = checking.database() if file is None else checking.copy(file)
    _tell(report)


@app.command()
def tidy(
    days: Annotated[int, typer.Option(min=30, help="Days without any change.")] = 365,
) -> None:
    """Remove ended sessions, and tables of guests alone where nothing has happened for long."""
    prepare()
    from ..web.upkeep.tidy import tidy

    removed = tidy(days)
    typer.echo(words.say("tidied", language(), sessions=removed.sessions, tables=removed.tables))


@app.command()
def invite() -> None:
    """Make an invitation: an address where somebody can make an account, once."""
    prepare()
    from django.conf import settings
    from django.urls import reverse

    from ..web.models import Invitation

    made = Invitation.objects.create()
    typer.echo(settings.SITE + reverse("invited", args=[made.code]))


def _tell(report: Any) -> None:
    for slug, wrong in report.faults:
        typer.secho(f"{slug}: {wrong.said(language())}", err=True, fg=typer.colors.RED)
    count = {"tables": report.tables, "actions": report.actions, "faults": len(report.faults)}
    typer.echo(words.say("checked", language(), **count))
    if report.faults:
        raise typer.Exit(1)
