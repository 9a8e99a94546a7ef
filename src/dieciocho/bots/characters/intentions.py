"""What somebody wants who does something, in a word by which characters are told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.actions import (
    Answer,
    Bid,
    BuyShare,
    BuyTrain,
    Distribute,
    Dividend,
    Pass,
    SellShares,
    StartCompany,
)
from ...engine.shares import successor
from ...engine.state import BANK

if TYPE_CHECKING:
    from ...engine.actions import Action
    from ...engine.game import Game

# By the kind of action, where nothing else matters.
_PLAIN: dict[type[Action], str] = {
    Answer: "deal",
    Bid: "bid",
    BuyShare: "invest",
    Distribute: "pay",
    Pass: "pass",
    StartCompany: "start",
}
INTENTIONS = (*_PLAIN.values(), "keep", "sell", "dump", "train", "rust", "other")


def intention(game: Game, action: Action) -> str:
    """Return what an action is meant for."""
    if isinstance(action, Dividend):
        return action.kind
    if isinstance(action, SellShares):
        return "dump" if _hands_over(game, action) else "sell"
    if isinstance(action, BuyTrain):
        return "rust" if _scraps(game, action) else "train"
    return _PLAIN.get(type(action), "other")


def _hands_over(game: Game, sale: SellShares) -> bool:
    """Tell whether somebody else becomes director by a sale."""
    if game.state.president.get(sale.company) != game.actor:
        return False
    return successor(game, sale.company, 10 * sale.count) is not None


def _scraps(game: Game, purchase: BuyTrain) -> bool:
    """Tell whether the first train of a kind ends those of another, which companies have."""
    trains, kind = game.definition.trains, game.kind_of(purchase.train)
    cards = game.state.trains
    if purchase.source != BANK or any(
        game.kind_of(card) == kind for company in game.state.president for card in cards[company]
    ):
        return False
    return any(
        trains[game.kind_of(card)].scrapped_by == kind
        for company in game.state.president
        for card in cards[company]
    )
