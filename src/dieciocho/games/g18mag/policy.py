"""The ways of playing between which an edition of 18Magyarország chooses; see editions.toml."""

from __future__ import annotations

from ...engine.editions import Policy
from ...engine.own import policy_of


class MagPolicy(Policy, frozen=True, kw_only=True):
    claim_maximum: bool
    wagons_must_serve: bool
    token_with_tile: bool
    tokens_stay: bool
    limit_after_exchange: bool
    director_for_sale: bool
    choose_joined_city: bool
    route_remembered: bool
    sell_above_limit: bool
    skip_without_seller: bool
    equal_tiles_once: bool
    upgrades_by_routes: bool
    card_limits_holding: bool


policy = policy_of(MagPolicy)
