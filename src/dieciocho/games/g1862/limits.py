"""The certificate limit (1862-6.5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.shares import certificates
from .facts import facts

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...engine.state import Seat


def certificate_limit(game: Game) -> int:
    """Return how many certificates a player may have."""
    fixed = facts(game).limit
    if fixed is not None:
        return fixed
    return game.definition.table.certificate_limit[str(len(game.header.players))]


def must_sell(game: Game, seat: Seat) -> bool:
    """Tell whether a player is above the limit; nobody has to sell after the LNER."""
    return not facts(game).lner and certificates(game, seat) > certificate_limit(game)
