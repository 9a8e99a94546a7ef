"""Where traces of 18ESP and our edition `online` may differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....interop.exceptions import ExpectedDifference
from ..facts import EspTurn
from .state import card_out, name_out

if TYPE_CHECKING:
    from ....engine.game import Game


def _other_side(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    """Tell whether we list nothing more than trains of other companies with the other side up."""
    if where != "/buy_train/trains":
        return False
    names = {
        (owner, card_out(game, card)): name_out(game, card)
        for owner, cards in game.state.trains.items()
        for card in cards
    }
    lying = [
        row for row in ours if names.get((row["from"], row["train"])) in (None, row["variant"])
    ]
    return len(lying) < len(ours) and lying == theirs


def _no_way_on(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    """Tell whether the bank's trains are all that is left to a director who has sold shares."""
    turn = game.state.turn
    sold = isinstance(turn, EspTurn) and turn.sold
    rows = {"/buy_train/trains": (theirs, ours), "/buy_train/refused": (ours, theirs)}
    nothing, bank = rows.get(where, (True, None))
    return sold and not nothing and bool(bank) and all(row["from"] == "depot" for row in bank)


EXPECTED = (
    ExpectedDifference(
        "legal",
        "18ESP D49: a director who has sold shares gets no loan on the site, so with no other "
        "train for sale the game cannot go on there; ours lends him the rest then.",
        _no_way_on,
    ),
    ExpectedDifference(
        "legal",
        "18ESP D39: the site lists a train of another company as it lies, but accepts it with "
        "either side up; we list what is accepted.",
        _other_side,
    ),
)
