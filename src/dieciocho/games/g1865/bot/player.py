"""Which decision is due, by the kinds of actions that its step knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import (
    Action,
    Answer,
    BuyTrain,
    Choose,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceStation,
    SellShares,
    StartCompany,
    Take,
)
from ..actions import Absorb, Convert
from ..connections import traffic_at
from ..replacement import LeaveMines, ReplaceInMines
from . import build, money, stock

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....bots.sensible.situation import Situation


def choose_place(situation: Situation) -> Action:
    """Choose a marker or a home by the traffic of its place; barren mines are given up."""
    options = [action for action, _ in situation.of(Choose)]
    step = situation.game.step

    def points(action: Choose) -> float:
        return traffic_at(situation.game, action.option) + 0.1 * situation.dice.random()

    if isinstance(step, LeaveMines):
        barren = [a for a in options if not traffic_at(situation.game, a.option)]
        return barren[0] if barren else Pass()
    best = max(options, key=points)
    return Pass() if isinstance(step, ReplaceInMines) and points(best) < 1 else best


_DECISIONS: tuple[tuple[type[Action], Callable[[Situation], Action]], ...] = (
    (Answer, money.answer),
    (DiscardTrain, money.discard),
    (Choose, choose_place),
    (Take, stock.take),
    (Convert, stock.convert),
    (StartCompany, stock.trade),
    (Absorb, money.absorb),
    (LayTile, build.lay),
    (PlaceStation, build.place),
    (Dividend, money.dividend),
    (BuyTrain, money.buy_train),
    (SellShares, money.raise_money),
)


def decide(situation: Situation) -> Action:
    """Return the action to play now."""
    known = {move.action for move in situation.game.step.moves}
    decision = next(d for kind, d in _DECISIONS if kind in known)
    if decision in (build.lay, money.buy_train):
        between = money.transfer(situation) or money.repay(situation)
        if between is not None:
            return between
    return decision(situation)
