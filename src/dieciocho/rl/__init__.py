"""Games as environments for learning: PettingZoo's, with observations and actions as arrays.

Needs the extra `rl` (pip install 'dieciocho[rl]'); docs/environments.md says what the numbers mean.
"""

from __future__ import annotations

from importlib.resources import files

from ..engine.text import tell_from
from .environment import Environment, env
from .observation import Observer
from .slots import Slots

tell_from(files(__name__))

__all__ = ["Environment", "Observer", "Slots", "env"]
