"""Stations, homes and markers in 18ESP (section 4.3)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import LayTile, PlaceStation
from dieciocho.engine.game import Play
from dieciocho.engine.track import put_tile
from dieciocho.games.g18esp.stations import available, remove_station, station_problem
from dieciocho.games.g18esp.track import after_lay

from ..support import legal, listed, refused, rule
from .scenes import Scene
from .ways import north, paid, small, south


@rule("18ESP-4.3.1", "18ESP-4.3.6", "18ESP-4.3.9", "18ESP-4.3.7")
def test_a_station_in_a_city_that_is_connected() -> None:
    scene = south().build("E25 1 4; D26 2 4; C25 2 5; E21 0 3")
    scene.done("MCP", "destination")
    game = scene.turn("MCP")
    refused(game, PlaceStation("E21", 0), "18ESP-4.3.9")
    assert paid(game, "MCP", PlaceStation("C25", 0)) == 50
    refused(game, PlaceStation("E21", 0), "18ESP-4.3.7")


@rule("18ESP-4.3.1", "18ESP-5.2.0.15")
def test_no_station_in_towns_mines_or_closed_passes() -> None:
    scene = north().build("H10 0 3; I7 1 4; J6 1 4")
    game = scene.turn("FdLR")
    for name in ("I7", "J6"):
        refused(game, PlaceStation(name, 0), "18ESP-4.3.1")
    refused(game, PlaceStation("H12", 0), "18ESP-5.2.0.15")


@rule("18ESP-4.3.6")
def test_a_station_needs_50() -> None:
    scene = south(treasury=49).build("E25 1 4; D26 2 4; C25 2 5").done("MCP", "destination")
    game = scene.turn("MCP")
    refused(game, PlaceStation("C25", 0), "18ESP-4.3.6")
    scene.cash("MCP", 50)
    assert paid(game, "MCP", PlaceStation("C25", 0)) == 50


@rule("18ESP-4.3.2", "18ESP-4.3.7")
def test_the_home_station_is_free_and_not_the_station_of_the_turn() -> None:
    scene = Scene("3").major("MCP").build("E25 1 4; D26 2 4; C25 2 5")
    game = scene.turn("MCP", "home")
    assert game.state.stations["F24", 0] == ("MCP",)
    assert game.state.cash["MCP"] >= 500
    assert legal(game, PlaceStation("C25", 0))


@rule("18ESP-4.3.3", "18ESP-4.3.15", "18ESP-1.5.1.2", "18ESP-1.5.2.4")
def test_homes_are_reserved_but_not_those_of_companies_out_of_play() -> None:
    scene = Scene("3").major("CRB").station("CRB", "B26").done("CRB")
    scene.build("B26 2 5; C27 2 5")
    game = scene.turn("CRB")
    refused(game, PlaceStation("C27", 0), "18ESP-4.3.3")  # MS is in play
    scene = Scene("3").major("A").build("E33 1 4; F32 1 5; G33 2 4; H32 1 5").done("A")
    game = scene.station("A", "E33").turn("A")
    assert legal(game, PlaceStation("H32", 0))  # the home of CSE, which is not


@rule("18ESP-4.3.3")
def test_a_home_has_its_own_slot() -> None:
    """Santander is the home of FdSB, here of FdC too."""
    options = {
        "setup": "random",
        "out": "SFVA CFEA GSSR AVT TBF CSE CA AC",
        "pioneer6": "CRB",
        "pioneer7": "FdLR",
    }
    game = Scene("3", options=options).major("FdC").turn("FdC", "home")
    assert game.state.stations["I5", 0] == (None, "FdC")
    scene = Scene("3").major("FdLR").major("FdSB", 1, price=75).done("FdLR")
    scene.build("H8 0 4; I7 1 4; J6 1 4; J4 1 5").station("FdLR", "H8")
    game = scene.turn("FdLR").play(PlaceStation("I5", 0))
    assert game.state.stations["I5", 0] == (None, "FdLR")
    game = scene.turn("FdSB", "home")
    assert game.state.stations["I5", 0] == ("FdSB", "FdLR")


@rule("18ESP-4.3.3")
def test_a_reserved_home_can_be_passed() -> None:
    scene = Scene("3").major("CRB").station("CRB", "B26").build("B26 2 5; C27 2 5")
    game = scene.turn("CRB")
    assert legal(game, LayTile("D28", "9", 2))


@rule("18ESP-4.3.4", "18ESP-4.3.5")
def test_small_companies_have_their_home_only() -> None:
    scene = small("3").build("C25 0 3")
    game = scene.turn("MS")
    refused(game, PlaceStation("C25", 0), "18ESP-4.3.5")


@rule("18ESP-4.3.5", "18ESP-5.1.3.1", "18ESP-5.1.3.4", "18ESP-3.2.2.5", "18ESP-5.1.3.2")
def test_majors_have_one_station_until_they_reach_goals() -> None:
    scene = Scene("3").major("MCP").build("E23 3 5; E21 0 3").station("MCP", "F24")
    assert available(scene.game, "MCP") == 1
    scene.station("MCP", "E21")
    game = scene.turn("MCP")
    refused(game, PlaceStation("G27", 0), "18ESP-5.1.3.4")
    scene.done("MCP", "area")
    assert available(game, "MCP") == 1


@rule("18ESP-3.2.2.6", "18ESP-4.3.5", "18ESP-5.1.3.1")
def test_who_is_launched_with_full_capital_has_all_stations() -> None:
    scene = Scene("5").major("N").station("N", "F24", 1)
    assert available(scene.game, "N") == 1
    Play(scene.game).set_facts(full=frozenset({"N"}))
    assert available(scene.game, "N") == 5


@rule("18ESP-4.3.8", "18ESP-4.0.4")
def test_stations_come_before_running_and_need_no_train() -> None:
    scene = south().build("E25 1 4; D26 2 4; C25 2 5")
    game = scene.turn("MCP")
    assert game.state.trains["MCP"] == ()
    assert legal(game, PlaceStation("C25", 0))
    scene = south().build("E25 1 4; D26 2 4; C25 2 5")
    scene.trains("MCP", "3")
    game = scene.turn("MCP", "run_trains")
    refused(game, PlaceStation("C25", 0), "18ESP-4.0.4")


@rule("18ESP-4.3.10")
def test_one_station_in_a_hex() -> None:
    scene = south().build("E25 3 4; E23 0 5").done("MCP")
    game = scene.turn("MCP")
    refused(game, PlaceStation("F24", 1), "18ESP-4.3.10")


@rule("18ESP-4.3.11")
@pytest.mark.parametrize("layers", [1, 2, 3, 4])
def test_a_double_home_waits_for_its_company(layers: int) -> None:
    scene = Scene("7").major("ZPB").done("ZPB").station("ZPB", "M21", 1)
    for tiles in ("J20 1/2", "J20 0 2/1 3", "J20 0 1 2 3 4")[: min(layers, 3)]:
        scene.build(tiles)
    if layers == 4:  # gray
        tile, turns = scene.options("J20")[0]
        scene.tiles(f"J20 {tile} {turns[0]}")
    expected = None if layers == 4 else "double_hex_reserved"
    assert station_problem(scene.game, "ZPB", ("J20", 0)) == expected
    scene.small("ZP", 1).station("ZP", "J20", 1 if layers < 3 else 0)
    assert station_problem(scene.game, "ZPB", ("J20", 0)) is None


@rule("18ESP-4.3.11")
def test_on_gray_a_slot_is_left_for_each_home() -> None:
    scene = Scene("7").major("A").major("N").major("ZPB").station("ZPB", "M21", 1)
    scene.build("J20 1/2; J20 0 2/1 3; J20 0 1 2 3 4")
    tile, turns = scene.options("J20")[0]
    scene.tiles(f"J20 {tile} {turns[0]}").station("A", "J20")
    assert station_problem(scene.game, "ZPB", ("J20", 0)) is None
    scene.station("N", "J20")
    assert station_problem(scene.game, "ZPB", ("J20", 0)) == "double_hex_reserved"


def test_online_a_brown_double_home_keeps_one_slot_only() -> None:
    # D32
    scene = Scene("5", edition="online").major("ZPB").station("ZPB", "M21", 1).major("N")
    scene.build("J20 1/2; J20 0 2/1 3")
    assert station_problem(scene.game, "ZPB", ("J20", 0)) == "double_hex_reserved"
    scene.build("J20 0 1 2 3 4")
    assert station_problem(scene.game, "ZPB", ("J20", 0)) is None
    scene.station("N", "J20")
    assert station_problem(scene.game, "ZPB", ("J20", 0)) == "double_hex_reserved"


@rule("18ESP-4.3.12")
def test_who_begins_in_a_double_hex_chooses_the_city() -> None:
    scene = Scene("3").major("CFEA").build("D6 2/3")
    game = scene.turn("CFEA", "home")
    assert {a.city for a in listed(game, PlaceStation) if isinstance(a, PlaceStation)} == {0, 1}
    game.play(PlaceStation("D6", 1))
    assert game.state.stations == {("D6", 1): ("CFEA",)}


@rule("18ESP-4.3.13", "18ESP-4.3.12")
def test_the_owner_of_a_marker_chooses_when_the_tile_comes() -> None:
    scene = Scene("3").major("CFEA", 1).major("CFLG", 0).station("CFEA", "D6")
    scene.build("E3 0 1; D4 4 0").station("CFLG", "E3")
    game = scene.turn("CFLG")
    game.play(LayTile("D6", "L134", 0))
    assert game.actor == 1  # the director of CFEA, not of CFLG
    refused(game, LayTile("E5", "74", 0), None)
    city = int(scene.stop("D6", 3)[-1])
    game.play(PlaceStation("D6", 1 - city))
    assert game.state.stations["D6", 1 - city] == ("CFEA",)
    assert game.actor == 0


def test_online_who_lays_the_tile_chooses_for_the_marker() -> None:
    # D34
    scene = Scene("3", edition="online").major("CFEA", 1).major("CFLG", 0).done("CFLG")
    scene.station("CFEA", "D6").build("E3 0 1; D4 4 0").station("CFLG", "E3")
    game = scene.turn("CFLG").play(LayTile("D6", "L134", 0))
    assert game.actor == 0  # the director of CFLG, who may take the city that he came for
    city = int(scene.stop("D6", 3)[-1])
    game.play(PlaceStation("D6", city))
    assert game.state.stations["D6", city] == ("CFEA",)


@rule("18ESP-4.3.13")
def test_of_two_markers_the_first_comer_chooses_first() -> None:
    options = {
        "setup": "random",
        "out": "FdSB FdC GSSR AVT TBF CSE CA AC",
        "pioneer6": "CRB",
        "pioneer7": "FdLR",
    }
    scene = Scene("3", options=options).major("CFEA", 1).major("SFVA", 2).major("CFLG", 0)
    scene.turn("CFEA", "home")
    scene.turn("SFVA", "home")
    scene.build("E3 0 1; D4 4 0").station("CFLG", "E3")
    game = scene.turn("CFLG").play(LayTile("D6", "L134", 0))
    assert game.actor == 1
    game.play(PlaceStation("D6", 1))
    assert game.actor == 2
    assert listed(game, PlaceStation) == [PlaceStation("D6", 0)]
    game.play(PlaceStation("D6", 0))
    assert game.actor == 0
    assert game.state.homes["CFEA"] == ("D6", 1)


@rule("18ESP-4.3.13", "18ESP-4.6.1.11")
def test_a_marker_of_an_absorption_is_no_home() -> None:
    scene = Scene("5").major("N").station("N", "F24", 1).station("N", "J20")
    game = scene.turn("N").play(LayTile("J20", "L131", 0)).play(PlaceStation("J20", 1))
    assert game.state.stations["J20", 1] == ("N",)
    assert game.state.homes["N"] == ("F24", 1)


@rule("18ESP-4.3.14", "18ESP-4.2.2.12")
def test_mz_and_mza_share_their_slot_on_every_tile_of_madrid() -> None:
    scene = Scene("7").small("MZ", 1).major("MZA").station("MZ", "F24", 2)
    scene.station("MZA", "F24", 2)
    for tile in ("L83", "L86", "L88"):
        scene.turn("MZA").play(LayTile("F24", tile, 0))
    slots = scene.state.stations["F24", 0]
    assert slots[4:] == ("MZA",)
    assert slots[:4].count(None) == 3
    # When MZ goes, MZA has the slot for itself.
    remove_station(scene.game, "MZ")
    slots = scene.state.stations["F24", 0]
    assert (len(slots), slots.count("MZA"), slots.count(None)) == (4, 1, 3)


@rule("18ESP-4.3.14")
def test_mz_may_come_after_mza_and_go_before() -> None:
    scene = Scene("3").small("MZ", 1).major("MZA").station("MZA", "F24", 2)
    game = scene.turn("MZ", "home")
    assert list(game.state.stations["F24", 2]) == ["MZA", "MZ"]
    remove_station(game, "MZ")
    assert list(game.state.stations["F24", 2]) == ["MZA"]


def test_online_mz_chooses_its_city_and_mza_shares_only_a_full_one() -> None:
    scene = Scene("5", edition="online").small("MZ", 1).major("MZA")
    game = scene.turn("MZ", "home")
    assert {a.city for a in listed(game, PlaceStation) if isinstance(a, PlaceStation)} == {0, 1, 2}
    game.play(PlaceStation("F24", 2))
    game = scene.turn("MZA", "home")
    assert game.state.stations["F24", 2] == ("MZ", "MZA")
    brown = Scene("5", edition="online").small("MZ", 1).major("MZA").station("MZ", "F24", 2)
    game = brown.build("F24 0 1/2 3/0 4; F24 0 1 2 3 4 5").turn("MZA", "home")
    slots = game.state.stations["F24", 0]
    assert (len(slots), slots.count(None)) == (4, 2)


@rule("18ESP-4.3.14", "18ESP-4.3.3")
@pytest.mark.parametrize("started", [False, True])
def test_one_slot_is_kept_for_mz_and_mza_together(started: bool) -> None:
    options = {
        "setup": "random",
        "out": "SFVA FdC N MCP TBF CSE CA AC",
        "pioneer6": "CRB",
        "pioneer7": "FdLR",
    }
    scene = Scene("5", options=options).major("GSSR", 1).major("AVT", 1).major("A", 1).major("MZA")
    scene.major("CRB").done("CRB").build("F24 0 1/2 3/0 4; F24 0 1 2 3 4 5")
    if started:
        scene.station("MZA", "F24").station("GSSR", "F24").station("AVT", "F24")
    else:
        scene.station("GSSR", "F24").station("AVT", "F24")
    assert station_problem(scene.game, "CRB", ("F24", 0)) is None
    scene.station("A", "F24")
    expected = "no_free_slot" if started else "slot_reserved"
    assert station_problem(scene.game, "CRB", ("F24", 0)) == expected


@rule("18ESP-4.3.14")
def test_mz_and_mza_share_a_slot() -> None:
    scene = Scene("3").small("MZ", 1).major("MZA").station("MZ", "F24", 2)
    game = scene.turn("MZA", "home")
    assert game.state.stations["F24", 2] == ("MZ", "MZA")
    brown = Scene("4").small("MZ", 1).major("MZA").station("MZ", "F24", 2)
    brown.build("F24 0 1/2 3/0 4; F24 0 1 2 3 4 5")
    game = brown.turn("MZA", "home")
    slots = game.state.stations["F24", 0]
    assert slots.count(None) == 3  # stacked though slots are free
    assert {"MZ", "MZA"} <= set(slots)


@rule("18ESP-4.3.14")
@pytest.mark.parametrize("first", ["MZ", "MZA"])
def test_the_shared_slot_stays_one_slot_on_every_tile_of_madrid(first: str) -> None:
    """Whoever came first, the other one lies on top of it."""
    second = "MZA" if first == "MZ" else "MZ"
    scene = Scene("4").small("MZ", 1).major("MZA").station(first, "F24", 2)
    game = scene.turn(second, "home")
    assert game.state.stations["F24", 2] == (first, second)
    for tile, city, count in (("L83", 2, 1), ("L86", 0, 4), ("L88", 0, 4)):
        put_tile(game.definition, game.state, "F24", game.definition.placed[tile, 0])
        after_lay(Play(game), "F24", bare=False)
        slots = game.state.stations["F24", city]
        assert (len(slots), slots.count(None)) == (count + 1, count - 1)
        assert {"MZ", "MZA"} <= set(slots)


@rule("18ESP-4.3.14", "18ESP-4.3.1")
def test_mz_blocks_its_slot() -> None:
    scene = Scene("3").small("MZ", 1).station("MZ", "F24", 2).major("CRB").done("CRB")
    scene.station("CRB", "B26").station("CRB", "G27").build("F26 0 3/1 5; F28 3 4")
    game = scene.turn("CRB")
    refused(game, PlaceStation("F24", 2), "18ESP-4.3.1")


@rule("18ESP-4.3.16", "18ESP-4.3.15")
def test_the_very_city_must_be_reached() -> None:
    options = {
        "setup": "random",
        "out": "SFVA FdC N MCP TBF CSE CA MZ",
        "pioneer6": "CRB",
        "pioneer7": "FdLR",
    }
    scene = Scene("3", options=options).major("CRB").done("CRB").station("CRB", "B26")
    scene.station("CRB", "G27").build("F26 0 3/1 5; F28 3 4; E23 3 5")
    game = scene.turn("CRB")
    assert legal(game, PlaceStation("F24", 0))  # the home of MCP, which is not in play
    refused(game, PlaceStation("F24", 1), "18ESP-4.3.9")
    # A full city stops the way through it, not the one through its neighbour.
    scene.major("GSSR", 1).station("GSSR", "I29").station("GSSR", "F24", 0)
    game = scene.turn("CRB")
    refused(game, LayTile("E25", "9", 1), "18ESP-4.2.1.17")
    assert legal(game, LayTile("G23", "58", 1))
