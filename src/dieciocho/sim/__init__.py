"""Many games between bots: who wins, how long they take, and whether everything holds."""

from __future__ import annotations

from .run import Failure, Result
from .summary import Summary, simulate

__all__ = ["Failure", "Result", "Summary", "simulate"]
