"""The sensible player in games where companies carry traffic and run no routes (1865)."""

from __future__ import annotations

from ..sensible.hooks import Hooks
from .player import decide

HOOKS = Hooks(decide=decide)
