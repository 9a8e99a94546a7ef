"""Which decisions are planned, and what may be chosen there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.actions import (
    Action,
    Answer,
    Bid,
    BuyShare,
    BuyTrain,
    Distribute,
    Dividend,
    LayTile,
    PlaceStation,
    Run,
    StartCompany,
)

if TYPE_CHECKING:
    from ...engine.actions import Choice
    from ...engine.game import Game
    from ..sensible.situation import Situation

# What is built and run is left to the policy: there is far too much of it, and what it brings shows
# late in playouts that run as before.
GROUND: frozenset[type[Action]] = frozenset({LayTile, PlaceStation, Run})
# A step is about money if it knows one of these, whatever powers may build in it besides.
MONEY: frozenset[type[Action]] = frozenset(
    {Answer, Bid, BuyShare, BuyTrain, Distribute, Dividend, StartCompany}
)


def left_alone(game: Game) -> bool:
    """Tell whether a decision is about what is built or run."""
    known = {move.action for move in game.step.moves}
    return bool(known & GROUND) and not known & MONEY


def choices(situation: Situation) -> list[Choice]:
    """Return what is legal besides building and running."""
    kinds = dict.fromkeys(move.action for move in situation.game.step.moves)
    return [c for kind in kinds if kind not in GROUND for _, c in situation.of(kind)]
