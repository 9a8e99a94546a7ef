"""What computer players must know of 1888-N: its privates, its shares and how long it lasts."""

from __future__ import annotations

from ....bots.sensible.advice import Advice
from ..turn import PayDividend, Trains
from . import trains, values

ADVICE = Advice(
    private_worth={"KT": 1.0, "TA": 1.1, "HS": 1.1, "GW": 1.15, "YRF": 1.15, "FC": 1.25},
    horizon=values.rounds_left,
    companies=3,
    saving=False,
    share_worth=values.share_worth,
    decisions={PayDividend: trains.dividend, Trains: trains.buy},
)
