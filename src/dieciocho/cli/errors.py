"""Our own errors become one line and an exit status instead of a traceback."""

from __future__ import annotations

import errno
import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from ..engine.errors import BadInput, DieciochoError

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # what is printed finds no room
LANGUAGE = "DIECIOCHO_LANGUAGE"  # in the environment; for commands that have no option for it


def note_language(context: typer.Context, value: Any) -> Any:
    """Keep the language that was asked for, for errors."""
    context.meta[LANGUAGE] = str(value)
    return value


def language() -> str:
    """Return the language of the environment."""
    return os.environ.get(LANGUAGE, "en")


class Group(TyperGroup):
    """The program: every error raised on purpose is printed on stderr, with exit status 2."""

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # while it can still be said that there is no room
            return result
        except DieciochoError as error:
            _tell(ctx, error)
        except OSError as error:
            if error.errno not in FULL:
                raise
            # Python would try once more to write what is left, and complain again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            _tell(ctx, BadInput("cli.no_room", why=error.strerror))
        raise typer.Exit(2)


def _tell(ctx: Any, error: DieciochoError) -> None:
    text = " ".join(error.said(ctx.meta.get(LANGUAGE) or language()).split())
    typer.secho(f"dieciocho: {text}", err=True, fg=typer.colors.RED)
