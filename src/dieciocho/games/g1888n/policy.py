"""The ways of playing between which an edition of 1888-N chooses; see editions.toml."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    consent: bool
    claim_maximum: bool
    home_tile_duty: bool
    auction_clockwise: bool
    income_round_exports: bool
    trade_from_start: bool
    protect_all_directors: bool
    bankrupt_sells: bool
    exchange_after_sale_bar: bool
    lenient_train_limit: bool
    emergency_by_certificate: bool
    ferry_in_one: bool
    powers_hold_steps: bool
    wall_waits: bool
    bonus_needs_home_station: bool
    discards_by_order: Literal["operating", "charter"]
