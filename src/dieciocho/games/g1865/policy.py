"""Where the rulebook of 1865 leaves doubts: how an edition reads it; see editions.toml."""

from __future__ import annotations

from msgspec import Struct


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    dragons_prolong_round: bool
    offer_at_market: bool
    absorbed_by_any: bool
    replaced_join_each_other: bool
    help_buys_discounted: bool
    absorber_may_be_absorbed: bool
