"""The ways of playing between which an edition of 18ESP chooses; see editions.toml."""

from __future__ import annotations

from typing import Literal

from ...engine.editions import Policy
from ...engine.own import policy_of


class EspPolicy(Policy, frozen=True, kw_only=True):
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
    pass_after_station: bool
    poor_bidders_asked: bool
    route_remembered: bool
    combine_later: bool
    # track and stations
    north_second_tile_early: bool
    dismantling_pays_second: bool
    new_mine_dismantled: bool
    discount_only: bool
    power_lays_near: bool
    pass_power_counted: bool
    small_opens_pass: bool
    small_builds_north: bool
    madrid_home_free: bool
    brown_home_asked: bool
    shared_slot_stays: bool
    absorbed_slot_goes: bool
    marker_owner_chooses: bool
    double_hex_closed_to_brown: bool
    # goals and absorption
    port_goal: bool
    mine_port_goal_ends_in_phase_7: bool
    connection_over_passes: Literal["one_map", "open_passes", "everything"]
    destination_in_one_map: bool
    connection_uses_track_once: bool
    connection_at_once: bool
    one_absorption: bool
    small_must_run: bool
    absorption_unlocks: bool
    small_freeze: bool
    # trains and routes
    usable_train: bool
    purchase_leaves_usable: bool
    director_pays_companies: bool
    sell_or_borrow: bool
    sale_binds: bool
    interest_per_loan: bool
    free_combining: bool
    recycled_once: bool
    sides_free: bool
    special_train_free: bool
    tender_assigned: bool
    tender_to_able: bool
    income_at_once: bool
    late_discards: bool
    discards_like_site: bool
    buys_while_discarding: bool
    strawberry_counts: bool
    loan_after_sale: bool
    floor_after_sale: bool
    bonus_both: int
    pass_ends_free: bool
    small_ends_in_pass: bool
    strawberry_hexes: bool
    last_run_factor: int
    # course of the game
    export_always: bool
    tie_break: bool


policy = policy_of(EspPolicy)
