"""The ways of playing between which an edition of 1862 chooses; see editions.toml."""

from __future__ import annotations

from typing import Literal

from ...engine.editions import Policy
from ...engine.own import policy_of


class Policy1862(Policy, frozen=True, kw_only=True):
    restack: bool
    displace_latest: bool
    upgrade_home_first: bool
    build_home_first: bool
    link_anywhere: bool
    freight_sets_site: bool
    permanent_from_six: bool
    hudson_from: int
    half_option_up: bool
    failed_at_once: bool
    keep_from_sale: bool
    lner_stops_drops: bool
    receivership_total_limit: bool
    receivership_maximum: bool
    merger_ends_game: bool
    buy_eight: bool
    any_excess_station: bool
    half_per_certificate: bool
    runs_required: bool
    late_home_station: bool
    ask_always: bool
    route_remembered: bool
    faces_share: bool
    merged_receiver_runs: bool
    keep_for_train: bool
    leftover_trains: bool
    charters_stay: bool
    redeem_judged: Literal["late", "early", "at_first_option"]
    merge_from_bare_home: bool
    fine_is_one_sale: bool
    marker_at_launch: bool
    chain_is_one_route: bool
    closed_chains: bool
    ends_of_one_train: bool
    own_trains_first: bool
    fines: Literal["by_company", "together", "summed"]
    ask_at_limit: bool
    director_for_sale: bool
    standstill_ends: bool
    towns_rejoin_track: bool
    bankrupt_in_the_way: bool
    final_run_stays: bool
    skips_as_listed: bool
    empty_bank_breaks: bool


policy = policy_of(Policy1862)
