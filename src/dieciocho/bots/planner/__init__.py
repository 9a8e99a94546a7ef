"""A player that looks ahead: plans, played out by the quick policy, compared fairly."""

from __future__ import annotations

from .player import PlannerBot

__all__ = ["PlannerBot"]
