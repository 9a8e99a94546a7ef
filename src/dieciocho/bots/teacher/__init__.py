"""A teacher: what to do now, and where a game was decided; from playouts of the planner."""

from __future__ import annotations

from .analysis import Analysis, Findings, Point, Turning
from .analyst import Analyst, analyse
from .hint import Hint, Prospect, advise
from .reasons import told

__all__ = [
    "Analysis",
    "Analyst",
    "Findings",
    "Hint",
    "Point",
    "Prospect",
    "Turning",
    "advise",
    "analyse",
    "told",
]
