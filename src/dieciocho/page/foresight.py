"""What an action would do: it is played on a copy, and the log tells."""

from __future__ import annotations

from ..engine.actions import Action
from ..engine.game import Game, Play
from ..engine.state import BANK, Owner
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


def carried_out(game: Game, action: Action) -> Play:
    """Return a copy in which a legal action has been carried out, and nothing that follows."""
    trial = Play(game.copy())
    move, step = trial._prepare(action, None)
    move.apply(trial, step, action)
    return trial


def foresee(game: Game, action: Action) -> tuple[Message, ...]:
    """Return what the log would say of a legal action, until somebody else's turn begins."""
    trial = carried_out(game, action)
    turn = _turn(trial)
    told = tuple(trial._messages)
    while trial.state.agenda and trial.step.settle(trial) and _turn(trial) == turn:
        told = tuple(trial._messages)
    return told


def _turn(game: Game) -> tuple[object, ...]:
    """Tell turns apart: of companies, and of players in a round."""
    current, turn = game.state.round, game.state.turn
    company = turn.company if turn is not None else ""
    return (current.kind, current.number, current.part, current.index, company)


def payments(game: Game, action: Action) -> list[tuple[Owner, int]]:
    """Return who would be paid how much by a legal action, companies first."""
    before, after = game.state.cash, carried_out(game, action).state.cash
    gains = [(owner, after[owner] - before[owner]) for owner in before]
    return sorted(((o, g) for o, g in gains if g > 0), key=lambda pair: (pair[0] == BANK, pair[1]))


def consequences(tell: Teller, messages: tuple[Message, ...]) -> tuple[str, ...]:
    """Return what follows from an action besides itself, in words."""
    restated = _RESTATED | tell.page.restated
    return tuple(told(tell, message) for message in messages if message.id not in restated)
