"""What computer players must know of 1888-N: its privates."""

from __future__ import annotations

from ...bots.sensible.advice import Advice

ADVICE = Advice(
    private_worth={"KT": 1.0, "TA": 1.1, "HS": 1.1, "GW": 1.15, "YRF": 1.15, "FC": 1.25},
)
