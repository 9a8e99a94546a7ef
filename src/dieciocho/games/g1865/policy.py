"""Where the rulebook of 1865 leaves doubts: how an edition reads it; see editions.toml."""

from __future__ import annotations

from ...engine.editions import Policy
from ...engine.own import policy_of


class SardiniaPolicy(Policy, frozen=True, kw_only=True):
    dragons_prolong_round: bool
    offer_at_market: bool
    absorbed_by_any: bool
    replaced_join_each_other: bool
    help_buys_discounted: bool
    absorber_may_be_absorbed: bool
    repays_to_absorb: bool


policy = policy_of(SardiniaPolicy)
