"""Routes: what a route is, what trains may run, the destination bonus (8.2, 8.3.6)."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import Run
from dieciocho.engine.game import Game
from dieciocho.games.g1888n.privates import this_turn

from ..support import listed, refused, rule
from .scenes import COAST, cell, coast, quiet_table, run, tiles

TO_HENG_SHAN = "C9:L42/4 C7:8/2 B6:2/4 C5:L41/1"  # Beijing - Zhangjiakou - Heng Shan
FERRY = "E17:L40a/0 F16:L40b/0"
WEST = "C3:5/2 B2:4/2 B4:8/0"  # Datong between the two hexes of Baotou
THROUGH_H14 = "G15:9/0 H12:8/4"  # Yantai - Qingdao - Xuzhou, without the tile of Qingdao


def yantai(
    board: str, *trains: str, edition: str = "rulebook", also: str = ""
) -> tuple[Game, list[str]]:
    """LYR in phase 3 with its home station and perhaps another, some trains and some tiles."""
    table = tiles(quiet_table(edition=edition, phase="3").company("LYR"), board).station("LYR")
    if also:
        table.station("LYR", also)
    cards = [table.train("LYR", kind) for kind in trains]
    return table.operate("LYR", "run_trains"), cards


def datong(board: str, *trains: str, edition: str = "rulebook") -> tuple[Game, list[str]]:
    """JZR in phase 3 with stations in Beijing and in Datong."""
    table = tiles(quiet_table(edition=edition, phase="3").company("JZR"), board)
    table.station("JZR").station("JZR", "C3")
    cards = [table.train("JZR", kind) for kind in trains]
    return table.operate("JZR", "run_trains"), cards


# --- what a route is -------------------------------------------------------------------


@rule("1888N-8.2.1", "1888N-8.3.7.2")
@pytest.mark.parametrize(
    ("path", "revenue"),
    [
        ("F16.0-G15-H14.0", 40 + 30 + 20),  # a city, here the destination
        ("F16.0-F14-G13.0", 40 + 10),  # a town
        ("H14.0-H16.0", 30 + 10),  # the port
        ("H14.0-H12-I11.0", 30 + 40),  # a red area
    ],
)
def test_cities_towns_areas_and_the_port_are_locations(path: str, revenue: int) -> None:
    board = "G15:9/0 H14:15/1 F14:8/4 G13:3/2 H12:8/4"
    game, (card,) = yantai(board, "2", edition="online", also="H14")
    assert run(game, f"{card}: {path}") == (revenue, 0)


@rule("1888N-8.2.1", "1888N-8.3.6.11")
def test_the_mountain_tile_is_a_location_and_may_be_the_end_of_a_route() -> None:
    game, (card,) = datong("C3:57/1 C5:L41/1", "2")  # T9
    assert run(game, f"{card}: C3.0-C5.0") == (20, 40)


@rule("1888N-8.2.1")
def test_plain_track_is_no_location() -> None:
    game, (card,) = yantai(COAST, "2")
    refused(game, f"run {card}: F16.0-G15.0", "1888N-8.2.1")


@rule("1888N-8.2.2")
def test_a_route_has_two_locations_and_continuous_track() -> None:
    game, (card,) = yantai(COAST, "3")
    refused(game, f"run {card}: F16.0", "1888N-8.2.2")
    refused(game, f"run {card}: F16.0-H14.0", "1888N-8.2.2")
    refused(game, f"run {card}: F16.0-G15", "1888N-8.2.2")


@rule("1888N-8.2.2")
def test_a_route_needs_track_on_every_hex() -> None:
    game, (card,) = yantai(COAST, "3")
    refused(game, f"run {card}: F16.0-F14-G13.0", "1888N-8.2.2")


@rule("1888N-8.2.2")
def test_a_route_without_an_own_station_is_no_route() -> None:
    """T4c: where no station lies, no train runs."""
    game, (card,) = yantai("G15:9/0 H14:6/1 H12:8/4", "3")
    refused(game, f"run {card}: H14.0-H12-I11.0", "1888N-8.2.2")
    assert run(game, f"{card}: F16.0-G15-H14.0-H12-I11.0") == (40 + 20 + 40 + 20, 0)


@rule("1888N-8.2.3")
def test_no_piece_of_track_is_used_twice() -> None:
    game, (card,) = yantai(COAST, "3")
    refused(game, f"run {card}: H16.0-H14.0-G15-F16.0-G15-H14.0", "1888N-8.2.3")


@rule("1888N-8.2.3", "1888N-4.1.5")
def test_two_separate_tracks_of_one_tile_may_both_be_used() -> None:
    board = "H10:41/2 G9:611/5 F10:45/2 F12:3/0 G11:51/5 E9:9/2 D8:43/3 C9:8893/0"
    table = tiles(quiet_table(phase="7").company("ZDR"), board).station("ZDR")
    card = table.train("ZDR", "5")
    game = table.operate("ZDR", "run_trains")
    way = "I11.0-H10-G9.0-F10-F12.0-G11.0-F10-E9-D8-C9.0"
    assert run(game, f"{card}: {way}") == (60 + 40 + 10 + 50 + 70 + 40, 0)


@rule("1888N-8.2.4")
def test_a_route_does_not_turn_back_at_a_junction() -> None:
    """On G15 the lines to Yantai and to F14 leave together to the south-west."""
    game, (card,) = yantai("G15:24/0 F14:7/5 G13:58/1 H14:5/3", "3")
    assert run(game.copy(), f"{card}: F16.0-G15-H14.0-H16.0") == (90, 0)
    refused(game, f"run {card}: F16.0-G15-F14-G13.0", "1888N-8.2.4")


@rule("1888N-8.2.5")
def test_a_route_does_not_change_track_where_tracks_cross() -> None:
    game, (card,) = yantai("G15:20/0 G13:4/1 H14:5/3", "3")
    refused(game, f"run {card}: F16.0-G15-G13.0", "1888N-8.2.5")


@rule("1888N-8.2.6")
@pytest.mark.parametrize(
    ("path", "revenue"),
    [
        ("F16.0-G15-H14.0-H16.0", 100),
        ("F16.0-G15-H14.0-H12-I11.0", 130),
        ("F16.0-G15-H14.0-G13.0", 100),
        ("G13.0-H14.0-H16.0", 50),
        ("G13.0-H14.0-H12-I11.0", 80),
    ],
)
def test_a_city_is_left_by_any_other_track(path: str, revenue: int) -> None:
    board = "G15:9/0 H14:15/1 H12:8/4 G13:4/2"
    game, (card,) = yantai(board, "3", edition="online", also="H14")
    assert run(game, f"{card}: {path}") == (revenue, 0)


@rule("1888N-8.2.7")
def test_red_areas_are_only_ends_of_routes() -> None:
    game, (card,) = yantai("G15:9/0 H14:6/1 H12:8/4 H10:8/3 G11:57/0", "4")
    refused(game, f"run {card}: F16.0-G15-H14.0-H12-I11.0-H10-G11.0", "1888N-8.2.7")


@rule("1888N-8.2.7")
def test_nobody_passes_through_changchun() -> None:
    """T55: Changchun is a city with a station, but on a red hex."""
    table = tiles(quiet_table(phase="3").company("CDL"), "B20:8865/4").station("CDL")
    card = table.train("CDL", "3")
    game = table.operate("CDL", "run_trains")
    refused(game, f"run {card}: A17.0-A19.0-B20.1", "1888N-8.2.7")
    assert run(game, f"{card}: D20.0-C21-B20.0-A21-A19.0") == (30 + 40 + 30, 0)


@rule("1888N-8.2.8", "1888N-8.2.9", "1888N-8.3.6.9")
@pytest.mark.parametrize(
    ("tile", "stations", "passable"),
    [
        ("6/1", "", True),  # the slot is free
        ("6/1", "ZDR", False),
        ("6/1", "LYR", True),
        ("15/1", "ZDR", True),  # one of two slots is free
        ("15/1", "ZDR JHR", False),
        ("15/1", "ZDR LYR", True),
    ],
)
def test_a_city_full_of_other_stations_is_an_end_only(
    tile: str, stations: str, passable: bool
) -> None:
    table = tiles(quiet_table(phase="3").company("LYR"), f"{THROUGH_H14} H14:{tile}")
    table.station("LYR")
    for company in stations.split():
        if company != "LYR":
            table.station(company)
        table.station(company, "H14")
    card = table.train("LYR", "3")
    game = table.operate("LYR", "run_trains")
    value = 20 if tile == "6/1" else 30
    through = f"{card}: F16.0-G15-H14.0-H12-I11.0"
    if passable:
        assert run(game, through) == (40 + value + 40 + 20, 0)
    else:
        refused(game, f"run {through}", "1888N-8.2.8")
        # The destination counts even in a blocked city.
        assert run(game, f"{card}: F16.0-G15-H14.0") == (40 + value + 20, 0)


@rule("1888N-8.2.9")
def test_towns_and_the_mountain_never_block() -> None:
    game, (card,) = datong(f"{TO_HENG_SHAN} C3:15/2", "4")
    assert run(game, f"{card}: C9.1-C7-B6.1-C5.0-C3.0") == (40 + 10 + 30 + 40, 40)


@rule("1888N-8.2.10", "1888N-8.3.6.5")
def test_the_separate_cities_of_beijing_are_two_locations() -> None:
    """T56: JHR's city has only the line to the south-east."""
    board = "C9:L42/4 D10:5/1 D8:8/2 C7:7/4"
    table = tiles(quiet_table(phase="3").company("JHR"), board).station("JHR")
    card = table.train("JHR", "3")
    game = table.operate("JHR", "run_trains")
    assert run(game.copy(), f"{card}: C9.0-D10.0-D8-C7-C9.1") == (40 + 20 + 40, 0)
    refused(game, f"run {card}: D10.0-C9.0-C7-D8-D10.0", "1888N-8.2.10")


@rule("1888N-8.2.10", "1888N-8.3.6.5")
def test_both_cities_of_a_green_double_city_may_be_in_a_route() -> None:
    board = "B18:8864/5 B20:8865/4 D18:8/2 C17:58/3"
    table = tiles(quiet_table(phase="4").company("CDL"), board).station("CDL")
    card = table.train("CDL", "D")
    game = table.operate("CDL", "run_trains")
    loop = "B20.0-C21-D20.0-D18-C17.0-B18.0-B20.1"
    refused(game, f"run {card}: {loop}", "1888N-8.2.2")  # no station on it
    assert run(game, f"{card}: A19.0-A21-{loop}") == (30 + 40 + 30 + 10 + 40 + 40, 0)


@pytest.mark.parametrize("path", ["F16.²-G15-H14.0", "F16.-G15-H14.0", "F16.9-G15-H14.0", "-"])
def test_a_malformed_route_is_refused_with_an_error_of_ours(path: str) -> None:
    game, (card,) = yantai(COAST, "2")
    before = game.state.copy()
    with pytest.raises(dieciocho.DieciochoError):
        game.play(f"run {card}: {path}")
    assert game.state == before


# --- trains ----------------------------------------------------------------------------


@rule("1888N-8.3.6.1")
def test_a_train_runs_one_route_and_only_for_its_owner() -> None:
    game, (card, _) = yantai("G15:9/0 H14:5/3 F14:8/4 G13:3/2", "2", "3")
    twice = f"run {card}: F16.0-G15-H14.0; {card}: F16.0-F14-G13.0"
    refused(game, twice, "1888N-8.3.6.1")
    refused(game, f"run {game.state.trains['bank'][0]}: F16.0-G15-H14.0", "1888N-8.3.6.1")


@rule("1888N-8.3.6.2")
def test_a_train_counts_no_more_locations_than_its_number() -> None:
    board = "G15:9/0 H14:6/1 H12:8/4"
    way = "F16.0-G15-H14.0-H12-I11.0"
    game, (card,) = yantai(board, "2")
    refused(game, f"run {card}: {way}", "1888N-8.3.6.2")
    game, (card,) = yantai(board, "3")
    assert run(game, f"{card}: {way}") == (120, 0)


@rule("1888N-8.3.6.3")
def test_no_location_on_the_way_is_skipped() -> None:
    """A 2-train cannot rush through Weifang (G13) to Zibo."""
    game, (card,) = yantai("F14:8/4 G13:58/1 G11:57/1", "2")
    refused(game, f"run {card}: F16.0-F14-G13-G11.0", "1888N-8.3.6.3")


@rule("1888N-8.3.6.3", "1888N-8.3.6.2")
def test_every_location_on_the_way_counts_for_range_and_revenue() -> None:
    board = "F14:8/4 G13:58/1 G11:57/1"
    way = "F16.0-F14-G13.0-G11.0"
    game, (card,) = yantai(board, "2")
    refused(game, f"run {card}: {way}", "1888N-8.3.6.2")
    game, (card,) = yantai(board, "3")
    assert run(game, f"{card}: {way}") == (40 + 10 + 20, 0)


@rule("1888N-8.3.6.4")
def test_no_location_twice_in_a_route() -> None:
    game, (card,) = yantai("G15:7/3 G17:7/1 F14:8/4 G13:3/2", "3")
    refused(game, f"run {card}: F16.0-G15-G17-F16.0-F14-G13.0", "1888N-8.3.6.4")


@rule("1888N-8.3.6.4", "1888N-8.3.6.6", "1888N-4.1.6")
def test_the_two_hexes_of_baotou_are_one_location() -> None:
    """T54: not both in one route, but one train to each."""
    game, (card, other) = datong(WEST, "4", "4")
    refused(game, f"run {card}: A1.0-B2.0-C3.0-B4-A3.0", "1888N-8.3.6.4")
    assert run(game, f"{card}: A1.0-B2.0-C3.0", f"{other}: C3.0-B4-A3.0") == (70 + 60, 0)


@rule("1888N-8.3.6.6")
def test_two_trains_share_no_track_but_may_meet_in_a_city() -> None:
    game, (one, two) = yantai("G15:9/0 H14:15/1 H12:8/4", "2", "2", also="H14")
    refused(game, f"run {one}: F16.0-G15-H14.0-H16.0; {two}: H14.0-H16.0", "1888N-8.3.6.6")
    both = (f"{one}: F16.0-G15-H14.0-H16.0", f"{two}: H14.0-H12-I11.0")
    assert run(game, *both) == (100 + 70, 0)


@rule("1888N-8.3.6.6", "1888N-8.3.6.7")
def test_a_junction_serves_one_train() -> None:
    """On G15 the lines to Qingdao and to Weifang leave Yantai by the same side."""
    game, (one, two) = yantai("G15:23/3 H14:15/1 G13:4/1", "2", "2")
    both = f"run {one}: F16.0-G15-H14.0-H16.0; {two}: F16.0-G15-G13.0"
    refused(game, both, "1888N-8.3.6.6")
    assert run(game, f"{one}: F16.0-G15-H14.0-H16.0") == (100, 0)


@rule("1888N-8.3.6.10", "1888N-8.3.6.6")
def test_the_port_is_an_end_that_uses_no_range() -> None:
    """T8: a 2-train may run station - port; two 2-trains of LYR make 80 + 30."""
    table = coast().station("LYR", "H14")
    one, two = table.train("LYR", "2"), table.train("LYR", "2")
    game = table.operate("LYR", "run_trains")
    refused(game, f"run {one}: H14.0-H16.0-H14.0-G15-F16.0", "1888N-8.2.3")
    assert run(game, f"{one}: F16.0-G15-H14.0", f"{two}: H14.0-H16.0") == (80 + 30, 0)


@rule("1888N-8.3.6.11", "1888N-8.3.6.2", "1888N-4.3.1.24")
def test_the_mountain_tile_uses_range() -> None:
    game, (card,) = datong(f"{TO_HENG_SHAN} C3:57/1", "3")
    refused(game, f"run {card}: C9.1-C7-B6.1-C5.0-C3.0", "1888N-8.3.6.2")
    assert run(game, f"{card}: C9.1-C7-B6.1-C5.0") == (40 + 10 + 40, 40)


@rule("1888N-8.3.6.12", "1888N-8.3.7.10", "1888N-9.2.2")
def test_a_company_without_a_route_earns_nothing() -> None:
    table = tiles(quiet_table().company("HJR", price_at=(2, 4)), "F6:57/0").station("HJR")
    table.train("HJR", "2")
    game = table.operate("HJR", "run_trains")
    assert game.step.id == "trains"  # nothing to run, nothing to pay
    assert this_turn(game).revenue == 0
    assert (game.state.cash["HJR"], cell(game, "HJR")) == (900, (2, 3))


@rule("1888N-8.3.6.13", "1888N-8.3.8.1")
def test_a_train_bought_in_this_turn_does_not_run() -> None:
    game = coast(treasury=500).operate("LYR", "run_trains")
    assert game.step.id == "trains"
    card = game.state.trains["bank"][0]
    game.play(f"buy train {card} from bank for 80")
    assert listed(game, Run) == []
    refused(game, f"run {card}: F16.0-G15-H14.0", "1888N-8.3.1.1")


# --- the destination bonus -------------------------------------------------------------

EXAMPLE = "E3:14/2 F2:58/3 G3:9/2 H4:8860/0 H6:8/1 G7:8/0 F6:57/2"


def example_of_the_rulebook(company: str, *trains: str) -> tuple[Game, list[str]]:
    """T4: A = Taiyuan, D = Changzhi, G = a city of H4 with HJR's station, B = Handan."""
    table = quiet_table(phase="5").company("TJL").company("HJR", 1)
    tiles(table, EXAMPLE).station("TJL").station("HJR").station("HJR", "H4", 1)
    cards = [table.train(company, kind) for kind in trains]
    return table.operate(company, "run_trains"), cards


@rule("1888N-8.3.6.8", "1888N-8.3.6.9", "1888N-8.3.6.6", "1888N-8.2.8")
def test_the_bonus_example_of_the_rulebook_for_tjl() -> None:
    """The 5-train makes A-D-G, 30 + 10 + 40 and the bonus of 20; the 4-train cannot run."""
    game, (four, five) = example_of_the_rulebook("TJL", "4", "5")
    way = "E3.0-F2.0-G3-H4.1"
    refused(game, f"run {five}: {way}-H6-G7-F6.0", "1888N-8.2.8")
    refused(game, f"run {five}: {way}; {four}: E3.0-F2.0", "1888N-8.3.6.6")
    assert run(game, f"{five}: {way}") == (30 + 10 + 40 + 20, 0)


@rule("1888N-8.3.7.1", "1888N-8.2.9", "1888N-8.3.6.8")
def test_the_example_of_the_rulebook_for_hjr() -> None:
    """B-G-D-A with a 5-train: HJR passes its own station; no destination, no bonus."""
    game, (five,) = example_of_the_rulebook("HJR", "5")
    assert run(game, f"{five}: F6.0-G7-H6-H4.1-G3-F2.0-E3.0") == (20 + 40 + 10 + 30, 0)


@rule("1888N-8.3.6.8")
@pytest.mark.parametrize(("edition", "revenue"), [("rulebook", 70), ("online", 100)])
def test_the_bonus_needs_the_city_with_the_home_station(edition: str, revenue: int) -> None:
    """T57: JHR runs from Tangshan into JZR's city of Beijing (D9)."""
    table = quiet_table(edition=edition, phase="3").company("JHR")
    tiles(table, "C9:L42/4 D12:3/1 D10:57/1 D8:8/2 C7:7/4").station("JHR").station("JHR", "D10")
    card = table.train("JHR", "3")
    game = table.operate("JHR", "run_trains")
    assert run(game, f"{card}: D12.0-D10.0-D8-C7-C9.1") == (revenue, 0)


@rule("1888N-8.3.6.8", "1888N-8.3.6.9", "1888N-8.2.8")
def test_a_blocked_destination_still_gives_the_bonus() -> None:
    """T5: CDL and JHR fill Qinhuangdao; SSL may run there but not through."""
    table = quiet_table(phase="3").company("SSL").company("CDL", 1)
    tiles(table, "B16:1/0 C15:8/1 C13:14/0 D12:58/1 D10:57/1").station("SSL")
    for company in ("CDL", "JHR"):
        table.station(company).station(company, "C13")
    card, other = table.train("SSL", "4"), table.train("CDL", "4")
    game = table.operate("SSL", "run_trains")
    way = "B18.0-B16.1-C15-C13.0"
    refused(game, f"run {card}: {way}-D12.0", "1888N-8.2.8")
    assert run(game, f"{card}: {way}") == (30 + 10 + 30 + 20, 0)
    game = table.operate("CDL", "run_trains")
    assert run(game, f"{other}: {way}-D12.0") == (30 + 10 + 30 + 10, 0)


@rule("1888N-8.3.6.8", "1888N-3.4")
def test_the_bonus_is_paid_again_in_every_turn() -> None:
    table = coast()
    card = table.train("LYR", "2")
    for _ in range(2):
        game = table.operate("LYR", "run_trains")
        assert run(game, f"{card}: F16.0-G15-H14.0-H16.0") == (90, 0)


# --- runs of recorded games ------------------------------------------------------------

RAIL_NORTH = "B18:8864/5 B20:8865/4"
LATE = "D10:611/0 D8:43/3 E9:9/2 F10:45/2 G9:611/5 H8:58/1 H6:8/4 H4:X7/3"
CDL_LATE = "CDL:A19 CDL:B18 CDL:B20 CDL:F16"
FULL_H4 = "TJL:E3 HJR:F6 TJL:H4 HJR:H4"
FULL_C9 = "JHR:C9 JZR:C9 HJR:C9 LYR:F16 LYR:C9"


@rule(
    "1888N-8.3.6.2",
    "1888N-8.3.6.5",
    "1888N-8.3.6.6",
    "1888N-8.3.6.8",
    "1888N-8.3.6.10",
    "1888N-8.3.6.11",
    "1888N-8.3.7.1",
    "1888N-8.3.7.2",
    "1888N-8.3.7.5",
    "1888N-8.2.7",
    "1888N-4.1.5",
    "1888N-4.3.1.18",
    "1888N-4.3.1.31",
)
@pytest.mark.parametrize(
    ("phase", "company", "board", "stations", "routes", "expected"),
    [
        pytest.param("2", "LYR", COAST, "LYR:F16", "2 F16.0-G15-H14.0-H16.0", (90, 0), id="T40"),
        pytest.param(
            "2",
            "ZDR",
            "G11:5/2 F10:7/4 F12:3/0",
            "ZDR:G11",
            "2 G11.0-F10-F12.0; 2 G11.0-F12.0",
            (70 + 70, 0),
            id="T41",
        ),
        pytest.param(
            "4",
            "LYR",
            f"{FERRY} F14:8/4 G13:58/3 H14:15/1 G15:9/0",
            "LYR:F16",
            "3 F16.0-F14-G13.0-H14.0; 3 H16.0-H14.0-G15-F16.0-E17.0",
            (100 + 130, 0),
            id="T42",
        ),
        pytest.param(
            "4",
            "CDL",
            RAIL_NORTH,
            "CDL:A19 SSL:B18.1 CDL:B18.0",
            "3 A19.0-A21-B20.0-C21-D20.0; 3 B18.0-B20.1-A19.0",
            (100 + 110, 0),
            id="T43",
        ),
        pytest.param(
            "4", "JZR", TO_HENG_SHAN, "JZR:C9.1", "3 C9.1-C7-B6.1-C5.0", (90, 40), id="T44"
        ),
        pytest.param(
            "4",
            "JZR",
            f"{TO_HENG_SHAN} C3:6/2",
            "JZR:C9.1 JZR:C3",
            "4 C3.0-C5.0; 3 C9.1-C7-B6.1-C5.0",
            (20 + 90, 80),
            id="T45",
        ),
        pytest.param(
            "4",
            "JZR",
            f"{TO_HENG_SHAN} C3:15/2 B2:4/2",
            "JZR:C9.1 JZR:C3",
            "4 C9.1-C7-B6.1-C5.0-C3.0; 3 C3.0-B2.0-A1.0",
            (120 + 80, 40),
            id="T46",
        ),
        pytest.param(
            "4",
            "HJR",
            "F6:15/0 G5:1/0 G3:8/4 H2:L39/5",
            "HJR:F6",
            "3 F6.0-G5.0-G3-H2.0",
            (30 + 10 + 50, 0),
            id="T47",
        ),
        pytest.param(
            "4",
            "HJR",
            "F6:15/0 G5:1/0 G3:8/4",
            "HJR:F6",
            "3 F6.0-G5.0-G3-H2.0",
            (30 + 10 + 30, 0),
            id="T47-without-the-red-tile",
        ),
        pytest.param(
            "5",
            "JHR",
            "C9:8892/0 C7:8/2 B6:2/4 C5:L41/1 C3:6/2 D10:6/2",
            "JHR:C9 JZR:C9 JZR:C3",
            "5 C9.0-C7-B6.1-C5.0-C3.0; 3 C9.0-D10.0",
            (90 + 80, 40),
            id="T48",
        ),
        pytest.param(
            "7",
            "CDL",
            f"{FERRY} B18:X7/2 B20:X7/1 D18:45/0 F14:8/4 G13:58/3 H14:15/1 H12:25/4",
            f"{CDL_LATE} LYR:F16 SSL:B18 SSL:B20 SSL:E17",
            "D A19.0-A17.0-B18.0-B20.0-C21-D20.0-D18-E17.0-F16.0-F14-G13.0-H14.0-H12-I11.0",
            (410, 0),
            id="T49",
        ),
        pytest.param(
            "7",
            "TJL",
            f"{LATE} H2:L39/5 C9:8893/0",
            f"{FULL_H4} {FULL_C9}",
            "6 H2.0-H4.0-I5.0-H6-H8.0-G9.0-F10-E9-D8-C9.0",
            (300, 0),
            id="T50",
        ),
        pytest.param(
            "7",
            "CDL",
            f"{LATE} B20:X7/1 C19:7/5 D18:45/0 C17:4/2 B16:69/1 B18:512/3"
            " B14:47/0 B12:4/1 B10:29/4 C11:19/4",
            f"{CDL_LATE} SSL:B18 SSL:B20 {FULL_H4}",
            "D A19.0-A21-B20.0-C21-D20.0-C19-D18-C17.0-B16.1-A17.0-B18.0-B16.0-B14-B12.0-B10"
            "-C11-D10.0-D8-E9-F10-G9.0-H8.0-H6-I5.0-H4.0",
            (450, 0),
            id="T51",
        ),
        pytest.param(
            "7",
            "JZR",
            f"{LATE} B2:4/2 C3:611/2 C5:L41/1 B6:2/4 C7:8/2 C9:8893/0 C11:19/4 C13:611/0 D12:58/1",
            f"{FULL_C9} {FULL_H4} JZR:C3 JZR:C13 JHR:C13",
            "D A1.0-B2.0-C3.0-C5.0-B6.1-C7-C9.0-C11-C13.0-D12.0-D10.0-D8-E9-F10-G9.0-H8.0-H6"
            "-I5.0-H4.0",
            (460, 40),
            id="T52",
        ),
    ],
)
def test_runs_of_recorded_games(
    phase: str, company: str, board: str, stations: str, routes: str, expected: tuple[int, int]
) -> None:
    table = tiles(quiet_table(phase=phase).company(company), board)
    for entry in stations.split():
        owner, _, place = entry.partition(":")
        hex_name, _, city = place.partition(".")
        table.station(owner, hex_name, int(city or 0))
    chosen = []
    for route in routes.split("; "):
        kind, path = route.split(" ")
        chosen.append(f"{table.train(company, kind)}: {path}")
    assert run(table.operate(company, "run_trains"), *chosen) == expected
