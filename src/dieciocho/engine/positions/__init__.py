"""Positions: a table in the middle of a game as a document, for people and for programs.

A position says what lies on the table and whose decision it is; docs/positions.md describes it.
`document` makes one of a game, `lay_out` sets a table up by it. What a position does not mention is
as at the start of the game.
"""

from __future__ import annotations

from . import text
from .reading import lay_out
from .sections import FORMAT
from .writing import document, outline, table_of

__all__ = ["FORMAT", "document", "lay_out", "outline", "table_of", "text"]
