"""The sensible player in 1865, where companies carry traffic and run no routes."""

from __future__ import annotations

from ....bots.sensible.advice import Advice
from .player import decide
from .values import horizon, position

ADVICE = Advice(decide=decide, horizon=horizon, wealth=position)
