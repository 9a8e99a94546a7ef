"""The sensible player in games where companies carry traffic and run no routes (1865)."""

from __future__ import annotations

from .player import decide

__all__ = ["decide"]
