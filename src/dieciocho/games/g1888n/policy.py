"""The ways of playing between which an edition of 1888-N chooses; see editions.toml."""

from __future__ import annotations

from typing import Literal

from ...engine.editions import Policy
from ...engine.own import policy_of


class Policy1888(Policy, frozen=True, kw_only=True):
    claim_maximum: bool
    home_tile_duty: bool
    home_tile_money: bool
    auction_clockwise: bool
    income_round_exports: bool
    trade_from_start: bool
    protect_all_directors: bool
    bankrupt_sells: bool
    sales_may_ruin: bool
    empty_bank_breaks: bool
    exchange_after_sale_bar: bool
    exchange_holds_turn: bool
    lenient_train_limit: bool
    emergency_by_certificate: bool
    ferry_in_one: bool
    ferry_interruptible: bool
    steps_wait_for: Literal["nothing", "own_powers", "any_power"]
    route_remembered: bool
    unused_power_asks: bool
    wall_waits: bool
    bonus_needs_home_station: bool
    discards_by_order: Literal["operating", "charter"]


policy = policy_of(Policy1888)
