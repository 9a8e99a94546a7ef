"""Companies without director: who decides what is left to decide (1862-8.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.shares import seats_after
from ...engine.state import Seat
from .holdings import most_shares

if TYPE_CHECKING:
    from ...engine.game import Game


def decider(game: Game, company: str) -> Seat:
    """Return the director or, without one, the largest holder after the priority deal."""
    director = game.state.president.get(company)
    if director is not None:
        return director
    first = game.state.priority
    found = most_shares(game, company, [first, *seats_after(game, first)], 1)
    return first if found is None else found
