"""Our own errors become one line and an exit status instead of a traceback."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from ..engine.errors import DieciochoError


class Group(TyperGroup):
    """The program: every error raised on purpose is printed on stderr, with exit status 2."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except DieciochoError as error:
            text = " ".join(str(error).split())
            typer.secho(f"dieciocho: {text}", err=True, fg=typer.colors.RED)
            raise typer.Exit(2) from None
