"""Laying yellow tiles and upgrading (8.3.3, 8.3.4)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyPrivate, LayTile
from dieciocho.engine.game import Game

from ..support import legal, listed, refused, rule
from .scenes import Table, coast, on_hex, quiet_table, sit_out, slots, tiles


def fits(game: Game, hex_name: str) -> set[tuple[str, int]]:
    """Return which tiles the company may lay on a hex, and how turned."""
    return {
        (lay.tile, turned)
        for choice in game.legal_actions()
        if isinstance(lay := choice.action, LayTile) and lay.hex == hex_name
        for turned in (lay.rotation, *choice.turns)
    }


def yantai(board: str = "", phase: str = "2", treasury: int = 900) -> Game:
    """LYR lays track from Yantai (F16)."""
    table = tiles(quiet_table(phase=phase).company("LYR", treasury=treasury), board)
    return table.station("LYR").operate("LYR")


def operated(company: str, board: str = "", phase: str = "2", treasury: int = 900) -> Game:
    """A company that has its home station lays track."""
    table = tiles(quiet_table(phase=phase).company(company, treasury=treasury), board)
    return table.station(company).operate(company)


# --- the duty to build at home ---------------------------------------------------------


@rule("1888N-8.3.3.1", "1888N-8.3.3.6")
@pytest.mark.parametrize(
    ("company", "lay", "cost"),
    [
        ("ZDR", "lay 57 on G11 turned 0", 0),
        ("HJR", "lay 57 on F6 turned 0", 0),
        ("TJL", "lay 57 on E3 turned 2", 40),
    ],
)
def test_three_companies_must_lay_their_home_tile_first(company: str, lay: str, cost: int) -> None:
    """T94."""
    game = quiet_table().company(company).operate(company)
    refused(game, "pass", "1888N-8.3.3.1")
    refused(game, "lay 9 on F8 turned 1", "1888N-8.3.3.1")
    home = game.definition.companies[company].home
    assert {a.hex for a in listed(game, LayTile) if isinstance(a, LayTile)} == {home}
    game.play(lay)
    assert on_hex(game, home)[0] == "57"
    assert game.state.cash[company] == 900 - cost


@rule("1888N-8.3.3.1")
def test_a_tile_that_lies_at_home_already_fulfils_the_duty() -> None:
    game = tiles(quiet_table().company("ZDR"), "G11:57/0").operate("ZDR")
    game.play("pass")
    assert game.step.id == "trains"


@rule("1888N-8.3.3.1")
def test_companies_with_printed_track_may_skip_the_first_track() -> None:
    game = quiet_table().company("LYR").operate("LYR")
    game.play("pass")
    assert game.step.id == "trains"


@rule("1888N-8.3.3.1")
def test_online_the_home_tile_may_be_skipped() -> None:
    """D13."""
    game = quiet_table(edition="online").company("ZDR").operate("ZDR")
    game.play("pass")
    assert on_hex(game, "G11") == ("G11", 0)


def poor_tjl(at_home: str = "", *, version: int | None = None, treasury: int = 120) -> Game:
    """TJL's first turn in phase 3: its director Ana owns all privates."""
    table = Table(version=version).privates().phase("3").company("TJL", treasury=treasury)
    return tiles(table, at_home).operate("TJL")


@rule("1888N-8.3.3.15")
def test_t104_the_money_for_the_home_tile_is_not_spent_on_privates() -> None:
    """Of 120 in the treasury 40 are for Taiyuan."""
    game = poor_tjl()
    refused(game, "buy private HS for 100", "1888N-8.3.3.15")
    refused(game, "buy private HS for 81", "1888N-8.3.3.15")
    assert legal(game, BuyPrivate("HS", 80))
    assert not any(choice.allows(BuyPrivate("HS", 81)) for choice in game.legal_actions())
    game.play("buy private HS for 80").play("lay 57 on E3 turned 2")
    assert game.state.cash["TJL"] == 0


@rule("1888N-8.3.3.15")
def test_t105_once_a_tile_lies_at_home_the_money_is_free() -> None:
    """Another company has laid it, TJL itself, or the Great Wall earlier in the turn."""
    assert legal(poor_tjl("E3:57/2"), BuyPrivate("HS", 100))
    game = poor_tjl().play("lay 57 on E3 turned 2")
    assert legal(game, BuyPrivate("HS", 80))
    game = poor_tjl(treasury=200).play("buy private GW for 80")
    refused(game, "buy private HS for 100", "1888N-8.3.3.15")
    game.play("lay 57 on E3 turned 2 by GW")
    assert legal(game, BuyPrivate("HS", 100))


@rule("1888N-8.3.3.15", "1888N-8.3.3.1")
def test_in_version_1_who_could_no_longer_pay_was_released_from_the_duty() -> None:
    game = poor_tjl(version=1).play("buy private HS for 100").play("pass")
    assert on_hex(game, "E3") == ("E3", 0)


@rule("1888N-8.3.3.1")
def test_a_company_that_spent_its_money_on_privates_is_not_stuck() -> None:
    """TJL has little left, and the Great Wall has been built elsewhere."""
    game = Table().privates().phase("3").company("TJL", par=70).operate("TJL")
    for action in (
        "buy private FC for 225",
        "buy private YRF for 187",
        "buy private GW for 150",
        "buy private HS for 112",
        "buy private TA for 26",
        "lay 9 on B8 turned 1 by GW",
        "lay 9 on B10 turned 1 by GW",
        "lay L39 on H2 turned 5 by TA",
        "lay L41 on C5 turned 0 by HS",
        "lay L40a on E17 turned 0 by YRF",
    ):
        if game.why_not(action) is None:
            game.play(action)
    assert game.legal_actions() != []


# --- yellow tiles ----------------------------------------------------------------------


@rule("1888N-8.3.3.2", "1888N-8.3.4.9")
@pytest.mark.parametrize(
    ("company", "hex_name"), [("SSL", "B18"), ("CDL", "B20"), ("JZR", "C9"), ("HJR", "H4")]
)
def test_no_yellow_tile_on_the_printed_yellow_hexes(company: str, hex_name: str) -> None:
    game = operated(company, "F6:57/0")
    for rotation in range(6):
        refused(game, LayTile(hex_name, "57", rotation), "1888N-8.3.3.2")


@rule("1888N-8.3.3.2")
def test_no_yellow_tile_on_another_tile() -> None:
    game = yantai("G15:9/0")
    refused(game, "lay 8 on G15 turned 1", "1888N-8.3.3.2")


@rule("1888N-8.3.3.3")
def test_new_track_must_reach_an_own_station() -> None:
    game = yantai("G15:9/0")
    refused(game, "lay 9 on F8 turned 1", "1888N-8.3.3.3")
    refused(game, "lay 57 on H14 turned 1", "1888N-8.3.3.3")
    assert legal(game, LayTile("H14", "6", 1))


@rule("1888N-8.3.3.3", "1888N-8.2.8")
def test_another_company_s_station_blocks_the_way_to_new_track() -> None:
    table = tiles(quiet_table().company("LYR"), "G15:9/0 H14:6/1").station("LYR")
    game = table.operate("LYR")
    assert legal(game, LayTile("H12", "9", 1))
    table.station("ZDR").station("ZDR", "H14")
    game = table.operate("LYR")
    refused(game, "lay 9 on H12 turned 1", "1888N-8.3.3.3")


@rule("1888N-8.3.3.3", "1888N-8.2.7")
def test_the_way_to_new_track_does_not_lead_through_a_red_area() -> None:
    game = yantai("G15:9/0 H14:6/1 H12:8/4")  # as far as Xuzhou
    assert fits(game, "H10") == set()
    refused(game, "lay 9 on H10 turned 2", "1888N-8.3.3.3")


@rule("1888N-8.3.3.4")
@pytest.mark.parametrize(
    ("board", "hex_name", "tile", "rotation", "good"),
    [
        ("F14:8/4", "G13", "9", 0, "58"),  # a town: not plain track,
        ("F14:8/4", "G13", "57", 0, "58"),  # not a city,
        ("F14:8/4", "G13", "55", 0, "58"),  # not two towns
        ("G15:9/0", "H14", "9", 1, "6"),  # a city: not plain track,
        ("G15:9/0", "H14", "4", 1, "6"),  # not a town
        ("", "G15", "4", 0, "9"),  # open country: neither town
        ("", "G15", "57", 0, "9"),  # nor city
    ],
)
def test_a_tile_shows_the_kind_of_place_of_its_hex(
    board: str, hex_name: str, tile: str, rotation: int, good: str
) -> None:
    game = yantai(board)
    refused(game, LayTile(hex_name, tile, rotation), "1888N-8.3.3.4")
    assert good in {name for name, _ in fits(game, hex_name)}


@rule("1888N-8.3.3.4")
def test_a_hex_with_two_towns_takes_a_tile_with_two_of_which_one_is_connected() -> None:
    game = operated("JZR", "C7:8/2")
    refused(game, "lay 58 on B6 turned 3", "1888N-8.3.3.4")
    assert {name for name, _ in fits(game, "B6")} == {"2", "56", "69"}
    game.play("lay 2 on B6 turned 4")  # W - E is not connected, SW - SE is
    assert on_hex(game, "B6") == ("2", 4)


@rule("1888N-8.3.3.5", "1888N-4.3.1.19")
def test_heng_shan_is_closed_while_a_player_owns_it() -> None:
    table = Table().privates(HS=2).phase("3").company("JZR")
    tiles(table, "C7:9/1").station("JZR")
    game = table.operate("JZR")
    refused(game, "lay 9 on C5 turned 1", "1888N-4.3.1.19")
    table.privates(HS="JZR")
    game = table.operate("JZR")
    game.play("lay 9 on C5 turned 1")
    assert game.state.cash["JZR"] == 900 - 40


@rule("1888N-8.3.3.6")
def test_the_treasury_pays_for_terrain_and_the_director_may_not_help() -> None:
    game = operated("JZR", treasury=9)
    assert game.state.cash[0] == 600
    refused(game, "lay 9 on C7 turned 1", "1888N-8.3.3.6")
    game = operated("JZR", treasury=10)
    bank = game.state.cash["bank"]
    game.play("lay 9 on C7 turned 1")
    assert (game.state.cash["JZR"], game.state.cash["bank"]) == (0, bank + 10)
    assert game.state.cash[0] == 600


@rule("1888N-8.3.3.7", "1888N-8.3.3.6")
@pytest.mark.parametrize(
    ("company", "board", "lay", "cost"),
    [
        ("JZR", "C7:8/2", "lay 2 on B6 turned 4", 30),  # Wall and mountain
        ("SSL", "", "lay 1 on B16 turned 0", 10),  # Wall
        ("LYR", "", "lay 9 on G15 turned 0", 30),  # mountain
        ("ZDR", "G11:5/2", "lay 3 on F12 turned 0", 20),  # river
        ("LYR", "", "lay 8 on F14 turned 4", 0),
    ],
)
def test_a_hex_has_one_cost_whatever_its_terrain(
    company: str, board: str, lay: str, cost: int
) -> None:
    game = operated(company, board)
    game.play(lay)
    assert game.state.cash[company] == 900 - cost


@rule("1888N-8.3.3.8")
def test_track_may_end_at_a_neighbour_without_track() -> None:
    game = yantai("G13:58/3")  # Weifang: NE and SE, nothing to the east
    assert legal(game, LayTile("G15", "8", 1))  # W - NE
    assert legal(game, LayTile("F14", "7", 4))  # SE towards an empty hex


@rule("1888N-8.3.3.9")
def test_a_company_may_build_on_another_one_s_home() -> None:
    game = yantai("F14:8/4 G13:58/1")
    game.play("lay 57 on G11 turned 1")
    assert on_hex(game, "G11") == ("57", 1)
    assert slots(game, "G11") == (None,)


@rule("1888N-8.3.3.10", "1888N-8.3.3.13")
def test_on_g17_only_one_tile_fits() -> None:
    """T100: the sea to the south-west, the edge of the map to the east."""
    game = yantai()
    assert fits(game, "G17") == {("7", 1)}
    refused(game, "lay 8 on G17 turned 2", "1888N-8.3.3.10")
    refused(game, "lay 8 on G17 turned 0", "1888N-8.3.3.13")
    for tile in ("8", "9"):
        for rotation in range(6):
            assert not legal(game, LayTile("G17", tile, rotation))


@rule("1888N-8.3.3.11")
def test_no_track_towards_a_gray_or_red_side_without_track() -> None:
    game = operated("SSL")
    refused(game, "lay 69 on B16 turned 0", "1888N-8.3.3.11")  # NW: gray A15
    assert legal(game, LayTile("B16", "69", 1))
    table = tiles(quiet_table().company("JZR"), "C3:57/2").station("JZR").station("JZR", "C3")
    game = table.operate("JZR")
    refused(game, "lay 58 on B2 turned 3", "1888N-8.3.3.11")  # NE: red A3
    assert legal(game, LayTile("B2", "4", 2))


@rule("1888N-8.3.3.12", "1888N-3.3")
def test_no_track_towards_a_barrier() -> None:
    game = operated("SSL", "B16:1/0")
    refused(game, "lay 7 on C15 turned 3", "1888N-8.3.3.12")  # E: C17
    refused(game, "lay 8 on C15 turned 3", "1888N-8.3.3.12")  # SE: D16
    assert fits(game, "C15") == {("7", 2), ("8", 1)}


@rule("1888N-8.3.3.13", "1888N-8.3.3.4")
def test_no_track_into_the_sea() -> None:
    """T101: Tangshan (D12) is open to W, NW and NE only; the port has one line."""
    game = operated("JHR", "D10:6/2")
    assert fits(game, "D12") == {("3", 1), ("58", 1)}
    refused(game, "lay 3 on D12 turned 2", "1888N-8.3.3.3")  # fits, but is not connected
    for rotation in range(6):
        refused(game, LayTile("D12", "4", rotation), "1888N-8.3.3.13")
    refused(yantai(), "lay 8 on G15 turned 3", "1888N-8.3.3.13")  # SE: the port's other side


@rule("1888N-8.3.3.14", "1888N-8.3.3.12")
def test_upgrades_may_not_point_at_closed_sides_either() -> None:
    game = operated("SSL", "B16:1/0 C15:8/1", phase="3")
    refused(game, "lay 25 on C15 turned 1", "1888N-8.3.3.12")
    assert fits(game, "C15") == {("28", 3), ("29", 1)}


@rule("1888N-8.3.3.14", "1888N-4.3.1.26")
def test_the_great_wall_may_not_point_at_closed_sides_either() -> None:
    table = Table().privates(GW="LYR").phase("3").company("LYR").station("LYR")
    game = table.operate("LYR")
    refused(game, "lay 7 on C15 turned 3 by GW", "1888N-8.3.3.12")
    refused(game, "lay 9 on B8 turned 0 by GW", "1888N-8.3.3.10")
    assert legal(game, LayTile("C15", "7", 2, "GW"))


# --- upgrades --------------------------------------------------------------------------


@rule("1888N-8.3.4.1", "1888N-8.3.4.12")
@pytest.mark.parametrize(
    ("old", "new", "too_early", "phase"),
    [("5/2", "15", "2", "3"), ("15/0", "611", "4", "5"), ("611/0", "51", "6", "7")],
)
def test_each_colour_has_its_phase(old: str, new: str, too_early: str, phase: str) -> None:
    lay = f"lay {new} on G11 turned 0"
    refused(operated("ZDR", f"G11:{old}", too_early), lay, "1888N-8.3.4.1")
    game = operated("ZDR", f"G11:{old}", phase)
    name = old.partition("/")[0]
    stock = game.state.supply[name]
    game.play(lay)
    assert on_hex(game, "G11") == (new, 0)
    assert game.state.supply[name] == stock + 1
    assert game.state.cash["ZDR"] == 900


@rule("1888N-8.3.4.1")
def test_no_colour_is_skipped() -> None:
    refused(yantai(phase="7"), "lay 23 on G15 turned 0", "1888N-8.3.4.1")
    refused(operated("ZDR", "G11:5/2", "7"), "lay 611 on G11 turned 0", "1888N-8.3.4.1")
    refused(operated("ZDR", "G11:15/0", "7"), "lay 51 on G11 turned 0", "1888N-8.3.4.1")


@rule("1888N-8.3.4.2", "1888N-8.3.10.1")
def test_green_is_usable_by_the_next_company_of_the_same_round() -> None:
    table = coast().empty_deck_down_to("3").company("ZDR", 1, par=80)
    tiles(table, "G11:5/2").station("ZDR").train("ZDR", "2")
    game = table.operate("LYR", "trains")
    card = game.state.trains["bank"][0]
    game.play(f"buy train {card} from bank for 180")
    sit_out(game)
    assert game.actor == 1
    game.play("lay 15 on G11 turned 0")
    assert on_hex(game, "G11") == ("15", 0)


@rule("1888N-8.3.4.3")
def test_an_upgraded_tile_must_be_connected() -> None:
    game = yantai("F8:9/1", phase="3")
    refused(game, "lay 23 on F8 turned 1", "1888N-8.3.4.3")


@rule("1888N-8.3.4.3")
def test_the_new_track_of_an_upgrade_need_not_be_of_use() -> None:
    game = yantai("G15:9/0", phase="3")
    game.play("lay 20 on G15 turned 0")  # adds W - E, which LYR does not reach
    assert on_hex(game, "G15") == ("20", 0)


@rule("1888N-8.3.4.4")
def test_old_track_stays_where_it_was() -> None:
    game = operated("HJR", "F6:57/1 F8:9/1", "3")
    assert {turn for name, turn in fits(game, "F8") if name == "23"} == {1, 4}
    for rotation in (0, 2, 3, 5):
        refused(game, LayTile("F8", "23", rotation), "1888N-8.3.4.4")


@rule("1888N-8.3.4.5")
def test_places_stay_and_none_is_added() -> None:
    game = yantai("G15:9/0 H14:6/1", phase="3")
    refused(game, "lay 14 on G15 turned 0", "1888N-8.3.4.5")
    refused(game, "lay 23 on H14 turned 0", "1888N-8.3.4.5")
    assert {name for name, _ in fits(game, "H14")} == {"15"}


@rule("1888N-8.3.4.5", "1888N-8.3.4.4")
def test_a_city_keeps_its_connections() -> None:
    game = operated("ZDR", "G11:57/0", "3")
    refused(game, "lay 14 on G11 turned 1", "1888N-8.3.4.4")
    assert {turn for name, turn in fits(game, "G11") if name == "14"} == {0, 2, 3, 5}


@rule("1888N-8.3.4.6", "1888N-8.3.4.7", "1888N-8.3.4.9", "1888N-8.3.4.10")
def test_beijing_grows_to_four_cities_and_then_to_one() -> None:
    """T99: the first tile costs 10, the next one nothing."""
    table = quiet_table(phase="5").company("JZR").station("JZR").station("JHR")
    game = table.operate("JZR")
    assert {turn for _, turn in fits(game, "C9")} == {0, 2, 4}
    game.play("lay L42 on C9 turned 4")
    assert game.state.turn is not None
    assert game.state.turn.upgraded
    assert game.state.cash["JZR"] == 890
    assert [slots(game, "C9", city) for city in range(4)] == [
        ("JHR",),
        ("JZR",),
        (None,),
        (None,),
    ]
    game = table.operate("JZR")
    game.play("lay 8892 on C9 turned 0")
    assert game.state.cash["JZR"] == 890
    assert sorted(map(str, slots(game, "C9"))) == ["JHR", "JZR", "None", "None"]
    assert game.state.homes["JZR"] == game.state.homes["JHR"] == ("C9", 0)


@rule("1888N-8.3.4.10")
def test_beijing_cannot_be_upgraded_for_less_than_ten() -> None:
    """T99."""
    game = operated("JZR", phase="3", treasury=9)
    assert fits(game, "C9") == set()
    refused(game, "lay L42 on C9 turned 4", "1888N-8.3.4.10")


@rule("1888N-8.3.4.6", "1888N-8.3.4.7")
def test_stations_stay_with_their_track_in_shenyang() -> None:
    table = quiet_table(phase="5").company("SSL").station("SSL")
    game = table.operate("SSL")
    game.play("lay 8864 on B18 turned 5")  # W and NW are now the second city
    assert (slots(game, "B18", 0), slots(game, "B18", 1)) == ((None,), ("SSL",))
    assert game.state.cash["SSL"] == 900
    table.station("CDL").station("CDL", "B18", 0)
    game = table.operate("SSL")
    game.play("lay X7 on B18 turned 2")
    assert sorted(map(str, slots(game, "B18"))) == ["CDL", "SSL"]


@rule("1888N-8.3.4.7")
def test_new_slots_are_empty() -> None:
    game = operated("ZDR", "G11:5/2", "3")
    game.play("lay 15 on G11 turned 0")
    assert slots(game, "G11") == ("ZDR", None)


@rule("1888N-8.3.4.8")
@pytest.mark.parametrize(
    ("company", "board", "lay"),
    [
        ("SSL", "", "lay 14 on B18 turned 0"),
        ("SSL", "", "lay L42 on B18 turned 0"),
        ("JZR", "", "lay 8859 on C9 turned 0"),
        ("JZR", "", "lay 15 on C9 turned 0"),
        ("ZDR", "G11:5/2", "lay 8858 on G11 turned 2"),
        ("ZDR", "G11:5/2", "lay L42 on G11 turned 0"),
    ],
)
def test_double_city_and_beijing_tiles_have_their_own_hexes(
    company: str, board: str, lay: str
) -> None:
    refused(operated(company, board, "3"), lay, "1888N-8.3.4.8")


@rule("1888N-8.3.4.9", "1888N-8.3.4.1")
def test_the_first_tile_on_a_printed_yellow_hex_is_green() -> None:
    refused(operated("SSL"), "lay 8864 on B18 turned 5", "1888N-8.3.4.1")
    refused(operated("SSL", phase="5"), "lay X7 on B18 turned 2", "1888N-8.3.4.1")


@rule("1888N-8.3.4.10")
@pytest.mark.parametrize(
    ("company", "board", "lay", "cost"),
    [
        ("HJR", "F6:57/0 G5:55/0", "lay 8864 on H4 turned 0", 20),
        ("JHR", "", "lay L42 on C9 turned 4", 10),
        ("SSL", "", "lay 8864 on B18 turned 5", 0),
        ("LYR", "G15:9/0", "lay 23 on G15 turned 0", 0),  # mountain
        ("TJL", "E3:57/2", "lay 14 on E3 turned 2", 0),  # Wall and mountain
    ],
)
def test_upgrades_are_free_but_for_beijing_and_h4(
    company: str, board: str, lay: str, cost: int
) -> None:
    game = operated(company, board, "3")
    game.play(lay)
    assert game.state.cash[company] == 900 - cost


@rule("1888N-8.3.4.11", "1888N-8.2.9")
def test_a_free_slot_lets_the_way_to_an_upgrade_pass() -> None:
    table = quiet_table(phase="3").company("LYR")
    tiles(table, "G15:9/0 H14:15/1 H12:9/1").station("LYR")
    table.station("ZDR").station("ZDR", "H14")
    game = table.operate("LYR")
    assert legal(game, LayTile("H12", "24", 1))
    table.station("JHR").station("JHR", "H14")
    game = table.operate("LYR")
    assert fits(game, "H12") == set()
    refused(game, "lay 24 on H12 turned 1", "1888N-8.3.4.3")


@rule("1888N-8.3.4.13")
@pytest.mark.parametrize(
    ("company", "board", "lay"),
    [
        ("LYR", "F14:8/4 G13:58/1", "lay 15 on G13 turned 0"),
        ("LYR", "F14:8/4 G13:58/1", "lay 24 on G13 turned 1"),
        ("JZR", "C7:8/2 B6:2/4", "lay 18 on B6 turned 4"),
        ("JZR", "C7:9/1 C5:L41/0", "lay 25 on C5 turned 0"),
    ],
)
def test_towns_and_the_mountain_are_never_upgraded(company: str, board: str, lay: str) -> None:
    game = operated(company, board, "7")
    hex_name = lay.split()[3]
    assert fits(game, hex_name) == set()
    refused(game, lay, "1888N-8.3.4.13")
