"""The ways of playing between which an edition of 18ESP chooses; see editions.toml."""

from __future__ import annotations

from msgspec import Struct


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    # set-up and auction
    tenders: int
    bid_step: int
    # shares
    reserved_shares: bool
    north_pars_limited: bool
    heir_by_card: bool
    # course of a turn
    asks_for_connection: bool
    asks_idly: bool
    combine_later: bool
    consent: bool
    # track and stations
    north_second_tile_early: bool
    dismantling_pays_second: bool
    discount_only: bool
    pass_power_counted: bool
    small_opens_pass: bool
    small_builds_north: bool
    madrid_home_free: bool
    shared_slot_stays: bool
    marker_owner_chooses: bool
    double_hex_closed_to_brown: bool
    # goals and absorption
    port_goal: bool
    connection_over_passes: bool
    one_absorption: bool
    small_must_run: bool
    absorption_unlocks: bool
    small_freeze: bool
    # trains and routes
    usable_train: bool
    director_pays_companies: bool
    sell_or_borrow: bool
    interest_per_loan: bool
    free_combining: bool
    sides_free: bool
    special_train_free: bool
    tender_assigned: bool
    income_at_once: bool
    late_discards: bool
    bonus_both: int
    small_ends_in_pass: bool
    strawberry_hexes: bool
    last_run_factor: int
    # course of the game
    export_always: bool
    tie_break: bool
