"""Our own errors become one line and an exit status instead of a traceback."""

from __future__ import annotations

import os
from typing import Any

import typer
from typer.core import TyperGroup

from ..engine.errors import DieciochoError

LANGUAGE = "DIECIOCHO_LANGUAGE"  # in the environment; for commands that have no option for it


def note_language(context: typer.Context, value: Any) -> Any:
    """Keep the language that was asked for, for errors."""
    context.meta[LANGUAGE] = str(value)
    return value


class Group(TyperGroup):
    """The program: every error raised on purpose is printed on stderr, with exit status 2."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except DieciochoError as error:
            language = ctx.meta.get(LANGUAGE) or os.environ.get(LANGUAGE, "en")
            text = " ".join(error.said(language).split())
            typer.secho(f"dieciocho: {text}", err=True, fg=typer.colors.RED)
            raise typer.Exit(2) from None
