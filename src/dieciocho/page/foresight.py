"""What follows from an action, in words."""

from __future__ import annotations

from ..engine.actions import Action
from ..engine.text import Message
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
    "log.answer_agree",
    "log.answer_decline",
}


def consequences(tell: Teller, action: Action, *, shown: str = "") -> tuple[str, ...]:
    """Return what follows from an action besides itself, until somebody else's turn begins.

    `shown` is the company of which the card says itself where its price goes.
    """
    restated = _RESTATED | tell.page.restated
    return tuple(
        _price_move(tell, message) if message.id == "log.price_moved" else told(tell, message)
        for message in tell.foresee(action).told
        if message.id not in restated
        and not (message.id == "log.price_moved" and message.params["company"] == shown)
    )


def _price_move(tell: Teller, message: Message) -> str:
    company, old, new = (message.params[name] for name in ("company", "old", "new"))
    return tell.say("price_then", company=company, old=tell.money(old), new=tell.money(new))
