"""What an action would do: it is played on a copy, and the log tells."""

from __future__ import annotations

from ...engine.actions import Action
from ...engine.game import Game
from ...engine.text import Message

# From here on the log tells of what comes after the action.
_AFTERMATH = {
    "log.stock_round",
    "log.operating_round",
    "log.income",
    "log.income_round",
    "log.home_station",
    "log.no_revenue",
    "log.sold_out",
}
# What the offer itself says already.
_RESTATED = {
    "log.passed",
    "log.bid",
    "log.private_bought",
    "log.private_sold",
    "log.started",
    "log.share_bought",
    "log.exchanged",
    "log.laid",
    "log.power",
    "log.station",
    "log.train_bought",
    "log.director_pays",
    "log.discarded",
    "log.sold",
    "log.price_moved",
    "log.answer_agree",
    "log.answer_decline",
}


def foresee(game: Game, action: Action) -> tuple[Message, ...]:
    """Return what the log would say of a legal action, up to the next round."""
    trial = game.copy()
    trial.play(action)
    found: list[Message] = []
    for message in trial.history[-1].log:
        if message.id in _AFTERMATH:
            break
        found.append(message)
    return tuple(found)


def consequences(game: Game, messages: tuple[Message, ...], language: str) -> tuple[str, ...]:
    """Return what follows from an action besides itself, in words."""
    shown = [m for m in messages if m.id not in _RESTATED]
    return tuple(game.rules.texts.show(message, language) for message in shown)
