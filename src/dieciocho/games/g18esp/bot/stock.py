"""Stock rounds of 18ESP: which companies to start, and for how long they will pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible import stock
from ....bots.sensible.situation import Situation
from ....engine.actions import Action, Use
from ....engine.state import BANK
from ..facts import NORTH, kind
from ..printed import train_of

if TYPE_CHECKING:
    from ....engine.game import Game

CARDS_A_ROUND = 2.5  # trains that leave the bank in an operating round
LAST_ROUNDS = 4
MANY_TRAINS = 300  # what it is worth to run several short trains on a small map
POOR_START = ("3", "4")  # phases in which others begin with too little for their dear trains


def rounds_left(game: Game) -> float:
    """Guess how long the game lasts: until the last trains, and three rounds more."""
    left = sum(1 for card in game.state.trains[BANK] if train_of(game, card).count > 0)
    return min(9.0, LAST_ROUNDS + left / CARDS_A_ROUND)


def promise(game: Game, company: str) -> float | None:
    """Prefer northern majors; others wait for the full capital of phase 5."""
    if kind(game, company) == NORTH:
        return MANY_TRAINS
    return None if game.phase.name in POOR_START else 0.0


def trade(situation: Situation) -> Action:
    """Repay loans as soon as possible, then trade as in other games."""
    for action, _ in situation.of(Use):
        return action
    return stock.decide(situation)
