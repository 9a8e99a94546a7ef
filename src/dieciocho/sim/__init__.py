"""Many games between bots: who wins, how long they take, and whether everything holds."""

from __future__ import annotations

from importlib.resources import files

from ..engine.text import tell_from
from .run import Failure, Result
from .summary import Summary, simulate

tell_from(files(__name__))

__all__ = ["Failure", "Result", "Summary", "simulate"]
