"""The recorded games and golden traces, where they are."""

from __future__ import annotations

from pathlib import Path

from dieciocho.games import GAMES

from .support import conformance

FOLDERS = [folder for game in (*GAMES, "found") if (folder := conformance(game)) is not None]

# Games that part from the site in a rule that is still to be mended.
OPEN = {
    "1888n": "p4_s88205_shy p5_s77015 p5_s88204_rash p6_s88202_rash",
    "18esp": "18ESP_destination_token_release p3_s88115_power p4_s644_core p4_s88101_power "
    "p4_s88106_power p5_s650 p5_s88111_core_rash p5_s88116_undo p6_s41_core_bots p6_s88104_core",
    "1862": "p2_s77014 p2_s88005_merge p2_s88013_short_length_freight "
    "p2_s88021_long_length-eight_tokens_undo p3_s51_bots p3_s88009_merge p4_s77012_long_length "
    "p4_s88001_merge p6_s77016_short_length p6_s88003_eight_tokens-short_length_merge "
    "p6_s88010_long_length_freight p6_s88017_rash p7_s88007_short_length_merge "
    "p7_s88014_eight_tokens_merge p8_s88006_freight p3_s88002_long_length_freight",
    "found": "04_18esp_route_once 05_1862_redeem 06_1862_freights_refused "
    "06_1862_freights_shared_link 07_18esp_tender 08_18esp_pioneer1 09_1888n_ferry 10_1862_fines "
    "11_1862_charter_limit 12_1862_seller_on_turn 13_1888n_exchange_only 14_18esp_poor_bidder "
    "15_18esp_closed_minor_train 15_18esp_home_station 16_18esp_home_connects "
    "17_18esp_no_loan_after_sale 18_18esp_extra_slot 19_18esp_floor_after_sale "
    "20_18esp_destination_same_track 21_1862_bankrupt_on_turn 22_1862_second_town",
}


def name_of(path: Path) -> str:
    return path.name.split(".")[0]


def _mended(path: Path) -> bool:
    return name_of(path) not in OPEN.get(path.parent.name, "").split()


FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.json.gz")) if _mended(path)]
TRACES = [path for path in FILES if path.name.endswith(".trace.json.gz")]
RECORDED = [path for path in FILES if path not in TRACES]
