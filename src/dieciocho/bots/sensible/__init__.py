"""A fast greedy player: simple valuations, one small function for each kind of decision."""

from __future__ import annotations

from .player import QuickBot, SensibleBot

__all__ = ["QuickBot", "SensibleBot"]
