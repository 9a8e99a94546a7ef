"""Where the rulebook of 1865 leaves doubts: how an edition reads it; see editions.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.editions import Policy

if TYPE_CHECKING:
    from ...engine.game import Game


class SardiniaPolicy(Policy, frozen=True, kw_only=True):
    dragons_prolong_round: bool
    offer_at_market: bool
    absorbed_by_any: bool
    replaced_join_each_other: bool
    help_buys_discounted: bool
    absorber_may_be_absorbed: bool


def policy(game: Game) -> SardiniaPolicy:
    """Return how a game is played."""
    chosen = game.policy
    assert isinstance(chosen, SardiniaPolicy)
    return chosen
