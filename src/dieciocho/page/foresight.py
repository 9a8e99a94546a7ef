"""What follows from an action, in words."""

from __future__ import annotations

from ..engine.actions import Action
from .names import told
from .teller import Teller

# What the offer itself says already; a game adds messages of its own.
_RESTATED = {
    "log.passed",
    "log.bid",
    "log.private_bought",
    "log.private_sold",
    "log.started",
    "log.share_bought",
    "log.exchanged",
    "log.laid",
    "log.route",
    "log.power",
    "log.station",
    "log.home_station",
    "log.train_bought",
    "log.director_pays",
    "log.discarded",
    "log.sold",
    "log.price_moved",
    "log.answer_agree",
    "log.answer_decline",
}


def moves_and_consequences(tell: Teller, action: Action) -> tuple[str, ...]:
    """Return what follows from an action, prices that move told as well."""
    told = []
    for message in tell.foresee(action).told:
        if message.id == "log.price_moved":
            company, old, new = (message.params[name] for name in ("company", "old", "new"))
            prices = {"old": tell.money(old), "new": tell.money(new)}
            told.append(tell.say("price_moves", company=company, **prices))
    return (*told, *consequences(tell, action))


def consequences(tell: Teller, action: Action) -> tuple[str, ...]:
    """Return what follows from an action besides itself, until somebody else's turn begins."""
    restated = _RESTATED | tell.page.restated
    messages = tell.foresee(action).told
    return tuple(told(tell, message) for message in messages if message.id not in restated)
