"""Building track and mines in 18ESP (section 4.2)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import LayTile, PlaceStation
from dieciocho.engine.track import candidates
from dieciocho.games.g18esp.actions import OpenPass

from ..support import legal, listed, refused, rule
from .scenes import Scene
from .ways import WITH_MH, north, paid, small, south

# --- gauges ----------------------------------------------------------------------------


@rule("18ESP-4.2.0.1")
def test_each_map_has_its_face_of_the_tiles() -> None:
    game = north().turn("FdLR")
    refused(game, LayTile("H10", "9", 0), "18ESP-4.2.0.1")
    assert legal(game, LayTile("H10", "79", 0))
    game = south().turn("MCP")
    refused(game, LayTile("E25", "79", 1), "18ESP-4.2.0.1")
    assert legal(game, LayTile("E25", "9", 1))


@rule("18ESP-4.2.1.12", "18ESP-5.2.2.1", "18ESP-5.2.2.5", "18ESP-5.2.2.3", "18ESP-5.2.0.16")
def test_an_open_pass_joins_the_maps() -> None:
    scene = north().build("H10 0 3")
    game = scene.turn("FdLR")
    refused(game, LayTile("E19", "L97", 0), "18ESP-4.2.1.17")
    scene.open("H12")
    refused(game, LayTile("E19", "L100", 0), "18ESP-4.2.0.1")
    game.play(LayTile("E19", "L97", 0))  # Iberian in the south, by a northern major
    game.play(LayTile("E21", "57", 0))
    game.play(LayTile("H8", "L109", 0))  # and narrow in the north in the same turn


@rule("18ESP-4.2.1.12", "18ESP-4.2.1.18", "18ESP-5.2.0.13")
def test_a_blocked_pass_does_not_join_them() -> None:
    scene = north().build("H10 0 3").open("H12").major("N", 1).major("CFLG", 2)
    scene.station("N", "F24", 1).station("N", "H12").station("CFLG", "E3").station("CFLG", "H12")
    game = scene.turn("FdLR")
    refused(game, LayTile("E19", "L97", 0), "18ESP-4.2.1.17")
    free = north().build("H10 0 3").open("H12").major("N", 1)
    game = free.station("N", "F24", 1).station("N", "H12").turn("FdLR")
    assert legal(game, LayTile("E19", "L97", 0))


# --- how much is built -----------------------------------------------------------------


@rule("18ESP-4.2.1.1", "18ESP-4.2.2.11", "18ESP-4.2.1.5")
def test_a_small_company_lays_one_tile_and_a_mine() -> None:
    # V24
    scene = small().build("C25 0 3")
    game = scene.turn("MS")
    game.play(LayTile("C29", "9", 0))
    refused(game, LayTile("C31", "L131", 0), "18ESP-4.2.1.2")
    assert paid(game, "MS", LayTile("C23", "L90", 0)) == 30
    assert game.step.id != "track"


@rule("18ESP-4.2.1.2", "18ESP-4.2.1.10")
def test_the_second_tile_of_a_major_costs_20_more() -> None:
    game = south().turn("MCP")
    assert paid(game, "MCP", LayTile("E25", "9", 1)) == 40
    assert paid(game, "MCP", LayTile("D26", "8", 2)) == 10 + 20
    refused(game, LayTile("C25", "57", 2), "18ESP-4.2.1.2")
    early = north("2").turn("FdLR")  # in phase 2 as well
    assert paid(early, "FdLR", LayTile("H10", "79", 0)) == 30
    early.play(LayTile("I7", "L94", 1))
    assert paid(early, "FdLR", LayTile("J6", "74", 1)) == 30 + 20


@rule("18ESP-4.2.1.3", "18ESP-4.2.2.11")
def test_one_of_two_actions_is_a_yellow_tile() -> None:
    # V20
    scene = south().build("E25 1 4; D26 2 4; C25 2 5")
    game = scene.turn("MCP")
    assert paid(game, "MCP", LayTile("C25", "14", 2)) == 0
    refused(game, LayTile("E25", "24", 1), "18ESP-4.2.1.3")
    assert legal(game, LayTile("F26", "L113", 0))


@rule("18ESP-4.2.1.4")
def test_what_was_just_laid_is_not_upgraded() -> None:
    # V22
    game = south().turn("MCP").play(LayTile("E25", "9", 1))
    refused(game, LayTile("E25", "24", 1), "18ESP-4.2.1.4")
    earlier = south().build("E25 1 4").turn("MCP").play(LayTile("F26", "L113", 0))
    assert paid(earlier, "MCP", LayTile("E25", "24", 1)) == 20


@rule("18ESP-4.2.1.4", "18ESP-4.2.1.5")
def test_a_mine_in_between_changes_nothing_about_the_tile_before() -> None:
    game = north().turn("FdLR").play(LayTile("H10", "79", 0)).play(LayTile("I7", "L94", 1))
    refused(game, LayTile("H10", "678", 0), "18ESP-4.2.1.4")


@rule("18ESP-4.2.1.4", "18ESP-4.2.3.6")
def test_a_mine_laid_this_turn_is_dismantled_by_either_action() -> None:
    """V51: 30 and 30, and 20 more with the second action."""
    game = north().turn("FdLR")
    assert paid(game, "FdLR", LayTile("I7", "L94", 1)) == 30
    assert paid(game, "FdLR", LayTile("I7", "678", 1)) == 30
    assert legal(game, LayTile("H10", "79", 0))  # the second action is left
    game = north().turn("FdLR").play(LayTile("H10", "79", 0))
    assert paid(game, "FdLR", LayTile("I7", "L94", 1)) == 30
    assert paid(game, "FdLR", LayTile("I7", "678", 1)) == 30 + 20


@rule("18ESP-4.2.1.4")
@pytest.mark.parametrize(("edition", "version"), [("online", 2), ("rulebook", 1)])
def test_the_second_action_left_a_new_mine_alone(edition: str, version: int) -> None:
    scene = Scene("3", edition=edition, version=version).major("FdLR").done("FdLR")
    scene.build("H8 0 4").station("FdLR", "H8")
    game = scene.turn("FdLR").play(LayTile("I7", "L94", 1))
    assert legal(game, LayTile("I7", "678", 1))  # D51
    game.play(LayTile("H10", "79", 0))
    refused(game, LayTile("I7", "678", 1), "18ESP-4.2.1.4")


@rule("18ESP-4.2.1.4", "18ESP-4.2.1.3")
def test_dismantling_a_new_mine_is_an_upgrade() -> None:
    game = north().turn("FdLR").play(LayTile("I7", "L94", 1)).play(LayTile("H8", "L109", 0))
    refused(game, LayTile("I7", "678", 1), "18ESP-4.2.1.3")


@rule("18ESP-4.3.8", "18ESP-4.2.1.7")
def test_a_station_and_a_pass_are_left_when_all_tiles_are_laid() -> None:
    scene = north().build("H10 0 3").station("FdLR", "K5")
    game = scene.turn("FdLR").play(LayTile("I7", "L94", 1)).play(LayTile("H8", "L109", 0))
    game.play(LayTile("J6", "74", 1))
    assert game.step.id == "track"
    assert not listed(game, LayTile)
    assert legal(game, OpenPass("H12"))
    game.play(OpenPass("H12"))
    assert legal(game, PlaceStation("H12", 0))
    game.play(PlaceStation("H12", 0))
    assert game.step.id != "track"


@rule("18ESP-4.2.1.5", "18ESP-4.2.3.1", "18ESP-4.2.1.11", "18ESP-4.2.1.2")
def test_a_mine_is_laid_besides_and_without_surcharge() -> None:
    game = north().turn("FdLR")
    assert paid(game, "FdLR", LayTile("H10", "79", 0)) == 30
    assert paid(game, "FdLR", LayTile("I7", "L94", 1)) == 30  # between the others
    assert paid(game, "FdLR", LayTile("J6", "74", 1)) == 30 + 20


@rule("18ESP-4.2.1.2", "18ESP-4.2.1.3", "18ESP-4.2.1.5")
def test_a_yellow_tile_an_upgrade_elsewhere_and_a_mine() -> None:
    """V21: 50 and the terrain."""
    game = north().turn("FdLR")
    cash = game.state.cash["FdLR"]
    game.play(LayTile("H10", "79", 0)).play(LayTile("H8", "L109", 0)).play(LayTile("I7", "L94", 1))
    assert cash - game.state.cash["FdLR"] == 50 + 30


@rule("18ESP-4.2.1.5", "18ESP-4.2.3.1", "18ESP-4.2.1.6")
def test_one_mine_in_a_round_towns_or_not() -> None:
    # V25
    scene = Scene("3").major("CFLG").done("CFLG").build("E3 0 1; E5 0 3").station("CFLG", "E3")
    game = scene.turn("CFLG")
    assert paid(game, "CFLG", LayTile("E7", "L100", 0)) == 30  # mine and town
    assert game.state.turn is not None
    assert game.state.turn.laid == 0
    refused(game, LayTile("E9", "L94", 0), "18ESP-4.2.1.5")


@rule("18ESP-4.2.1.8", "18ESP-4.2.2.10", "18ESP-4.2.1.9")
def test_small_companies_build_up_to_a_pass_but_not_beyond() -> None:
    scene = Scene("3", options=WITH_MH).small("MH").build("E21 0 3").station("MH", "E21")
    game = scene.turn("MH")
    game.play(LayTile("E19", "L97", 0))  # towards the pass
    scene = Scene("3", options=WITH_MH).small("MH").build("E21 0 3; E19 0 3; H8 0 4; H10 0 3")
    game = scene.open("H12").station("MH", "E21").turn("MH")
    refused(game, LayTile("I7", "L94", 1), "18ESP-4.2.1.8")
    refused(game, LayTile("H8", "L109", 0), "18ESP-4.2.1.8")
    assert {action.hex for action in listed(game, LayTile) if isinstance(action, LayTile)} <= {
        h.name for h in game.definition.hex_list if h.entry.gauge == ""
    }


def test_online_small_companies_build_in_the_north() -> None:
    scene = Scene("3", edition="online", options=WITH_MH).small("MH")
    scene.build("E21 0 3; E19 0 3; H8 0 4; H10 0 3").open("H12").station("MH", "E21")
    assert legal(scene.turn("MH"), LayTile("I7", "L94", 1))
    assert legal(scene.turn("MH"), LayTile("H8", "L109", 0))


def online(phase: str) -> Scene:
    scene = Scene(phase, edition="online").major("FdLR").done("FdLR", "destination")
    return scene.build("H8 0 4").station("FdLR", "H8")


def test_online_northern_majors_lay_one_tile_in_phase_2() -> None:
    # D7
    game = online("2").turn("FdLR").play(LayTile("H10", "79", 0)).play(LayTile("I7", "L94", 1))
    assert not listed(game, LayTile)
    game = online("3").turn("FdLR").play(LayTile("H10", "79", 0)).play(LayTile("I7", "L94", 1))
    assert legal(game, LayTile("J6", "74", 1))


def test_online_dismantling_second_costs_30() -> None:
    # D26
    game = online("3").build("I7 1 4").turn("FdLR").play(LayTile("H10", "79", 0))
    assert paid(game, "FdLR", LayTile("I7", "678", 1)) == 30


def test_online_pioneer_1_lays_besides() -> None:
    # D27
    scene = online("3").pioneers(P1="FdLR")
    game = scene.turn("FdLR").play(LayTile("I7", "L94", 1, "P1"))
    assert game.state.turn is not None
    assert not game.state.turn.mine_laid  # type: ignore[attr-defined]
    scene = online("3").build("I7 1 4").pioneers(P1="FdLR")
    game = scene.turn("FdLR").play(LayTile("I7", "678", 1, "P1"))
    assert game.state.turn is not None
    assert (game.state.turn.laid, game.state.turn.upgraded) == (0, False)
    assert legal(game, LayTile("H8", "L109", 0))


# --- what a tile costs -----------------------------------------------------------------


@rule("18ESP-4.2.1.10")
def test_terrain_is_paid_before_the_lay() -> None:
    scene = north(treasury=29)
    game = scene.turn("FdLR")
    refused(game, LayTile("H10", "79", 0), "18ESP-4.2.1.10")
    scene.cash("FdLR", 30)
    assert paid(game, "FdLR", LayTile("H10", "79", 0)) == 30
    free = Scene("3").major("A").build("E33 1 4").station("A", "E33").turn("A")
    assert paid(free, "A", LayTile("D34", "8", 2)) == 0


@rule("18ESP-4.2.2.7")
def test_upgrades_pay_no_terrain() -> None:
    game = south().build("E25 1 4").turn("MCP")
    assert paid(game, "MCP", LayTile("E25", "24", 1)) == 0


# --- what fits where -------------------------------------------------------------------


def names(scene: Scene, hex_name: str) -> set[str]:
    return {tile for tile, _ in scene.options(hex_name)}


@rule("18ESP-4.2.1.13", "18ESP-4.2.1.16", "18ESP-4.2.1.15", "18ESP-4.2.1.6")
@pytest.mark.parametrize(
    ("hex_name", "tiles"),
    [
        ("H10", "77 78 79"),
        ("D26", "7 8 9"),
        ("D22", "5 6 57"),
        ("D4", "75 76 956"),
        ("E3", "L80 L81 L82"),
        ("E33", "201 202 621"),
        ("D6", "L132 L133 L134"),
        ("J20", "L129 L130 L131"),
        ("D20", "3 4 58"),
        ("F6", "72 73 74"),
        ("F26", "L79 L113"),
        ("C9", "L92 L93 L94"),
        ("D8", "L98 L99 L100"),
        ("D32", "L89 L90 L91"),
        ("I21", "L95 L96 L97"),
    ],
)
def test_the_yellow_tile_shows_what_the_hex_shows(hex_name: str, tiles: str) -> None:
    assert names(Scene(), hex_name) == set(tiles.split())


@rule("18ESP-4.2.1.13")
def test_letters() -> None:
    scene = Scene("3").major("A").station("A", "E33")
    game = scene.turn("A")
    refused(game, LayTile("E33", "57", 1), "18ESP-4.2.1.13")
    oviedo = Scene("3").major("CFEA").station("CFEA", "D6").turn("CFEA")
    refused(oviedo, LayTile("D6", "L82", 0), "18ESP-4.2.1.13")
    granada = Scene("3").major("A").build("E33 1 4").station("A", "E33").turn("A")
    refused(granada, LayTile("F32", "621", 1), "18ESP-4.2.1.13")
    assert legal(granada, LayTile("F32", "57", 1))


@rule("18ESP-4.2.1.14", "18ESP-4.2.2.2")
def test_printed_hexes_have_their_tile_already() -> None:
    scene = Scene("2").major("FdSB").station("FdSB", "I5").build("J4 1 5")
    game = scene.turn("FdSB")
    refused(game, LayTile("K5", "L80", 1), "18ESP-4.2.1.14")
    refused(game, LayTile("C3", "72", 0), "18ESP-4.2.1.14")
    for name in ("C3", "D18", "G27", "H16", "J30"):
        assert names(scene, name) == set()


@rule("18ESP-4.2.2.2", "18ESP-4.2.2.1")
def test_gray_is_the_last_colour() -> None:
    scene = Scene("7").build("D20 3 5; D20 2 3 4 5; D20 1 3 4 5 2; D20 0 1 2 3 4 5")
    assert names(scene, "D20") == set()


@rule("18ESP-4.2.1.15", "18ESP-4.2.1.16")
def test_a_tile_of_another_kind_is_refused() -> None:
    game = north().turn("FdLR")
    refused(game, LayTile("I7", "79", 1), "18ESP-4.2.1.16")
    refused(game, LayTile("I7", "L100", 1), "18ESP-4.2.1.16")
    refused(game, LayTile("H10", "74", 0), "18ESP-4.2.1.16")


@rule("18ESP-4.2.1.17", "18ESP-4.4.2.13")
def test_track_continues_track_of_the_company() -> None:
    game = north().turn("FdLR")
    refused(game, LayTile("J6", "74", 1), "18ESP-4.2.1.17")
    refused(game, LayTile("H10", "78", 2), "18ESP-4.2.1.17")  # not with the side that meets
    home = Scene("3").major("FdLR").station("FdLR", "H8").turn("FdLR")
    assert legal(home, LayTile("H8", "956", 0))


@rule("18ESP-4.2.1.18", "18ESP-4.4.2.13")
def test_no_building_beyond_a_full_city() -> None:
    scene = Scene("3").major("MCP").major("CRB", 1).station("MCP", "F24").station("CRB", "B26")
    scene.build("E25 1 4; D26 2 4; C25 1 5; B26 4 0")
    game = scene.turn("MCP")
    refused(game, LayTile("B28", "9", 0), "18ESP-4.2.1.17")
    own = south().build("E25 1 4; D26 2 4; C25 1 5; B26 4 0").station("MCP", "B26").turn("MCP")
    assert legal(own, LayTile("B28", "9", 0))


@rule("18ESP-4.2.1.19")
@pytest.mark.parametrize(
    ("hex_name", "side", "reason"),
    [
        ("A3", 3, "off_map"),
        ("C11", 0, "off_map"),
        ("C11", 5, "no_track"),  # the flank of a pass
        ("E11", 1, "no_track"),
        ("L6", 0, "no_track"),
        ("D2", 2, "sea"),
        ("J4", 4, "sea"),
        ("G5", 0, "barrier"),
        ("G7", 4, "barrier"),
        ("H30", 2, "barrier"),
        ("H26", 3, None),
        ("G29", 3, "no_track"),  # Alcázar
        ("B28", 2, None),
        ("H10", 0, None),  # into a pass
        ("E19", 3, None),
    ],
)
def test_sides_where_no_track_may_lead(hex_name: str, side: int, reason: str | None) -> None:
    definition = Scene().game.definition
    assert definition.hexes[hex_name].closed.get(side) == reason
    for tile, rotations in candidates(definition, hex_name, definition.hexes[hex_name].start):
        for rotation in rotations:
            assert reason is None or side not in definition.placed[tile, rotation].exits


@rule("18ESP-4.2.1.19", "18ESP-4.2.2.4")
def test_track_into_a_closed_side_is_refused() -> None:
    scene = Scene("3").major("CFEA").done("CFEA").build("D6 2/4; E5 1 4; F4 1 5; F6 2 5")
    game = scene.station("CFEA", "D6", int(scene.stop("D6", 4)[-1])).turn("CFEA")
    refused(game, LayTile("G5", "73", 0), "18ESP-4.2.1.19")  # over the bar, from F4
    assert legal(game, LayTile("G5", "73", 2))
    refused(game, LayTile("F4", "116", 0), "18ESP-4.2.1.19")  # off the map, an upgrade


@rule("18ESP-4.2.1.20", "18ESP-4.2.2.4")
def test_track_may_end_at_a_blank_side() -> None:
    scene = north().build("I7 4 1")
    game = scene.turn("FdLR")
    # The upgrade of Reinosa gets stretches that meet nothing.
    assert legal(game, LayTile("H8", "L109", 0))
    scene = south().build("E25 1 4")
    game = scene.turn("MCP")
    assert legal(game, LayTile("D26", "7", 3))  # points at E27's side without track


@rule("18ESP-4.2.1.21")
def test_a_double_tile_may_be_turned_at_will() -> None:
    game = Scene("2").major("CFEA").station("CFEA", "D6").turn("CFEA")
    lays = [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex == "D6"]
    assert len(lays) == 3 * 6


@rule("18ESP-4.2.1.22")
def test_aranjuez_is_joined_to_madrid() -> None:
    scene = south()
    game = scene.turn("MCP")
    for tile, rotations in scene.options("F26"):
        for rotation in range(6):
            exits = game.definition.placed[tile, rotation].exits
            assert (rotation in rotations) == (3 in exits)
    refused(game, LayTile("F26", "L79", 0), "18ESP-4.2.1.22")
    assert legal(game, LayTile("F26", "L113", 0))


@rule("18ESP-4.2.1.23", "18ESP-4.2.2.9")
def test_one_piece_serves_both_gauges_and_returns() -> None:
    scene = south().build("E25 1 4")
    game = scene.turn("MCP")
    assert game.state.supply["9"] == game.state.supply["79"] == 14
    game.play(LayTile("E25", "24", 1))
    assert game.state.supply["9"] == game.state.supply["79"] == 15
    assert game.state.supply["24"] == game.state.supply["678"] == 3


@rule("18ESP-4.2.1.23")
def test_a_tile_that_is_used_up() -> None:
    scene = north().tiles("J8 77 1; L4 77 0; K7 77 1; L6 77 0; C19 7 0")
    game = scene.turn("FdLR")
    assert game.state.supply["7"] == 0
    refused(game, LayTile("H10", "77", 3), "18ESP-4.2.1.23")
    assert legal(game, LayTile("H10", "79", 0))


# --- upgrades --------------------------------------------------------------------------


@rule("18ESP-4.2.2.1")
def test_colours_follow_each_other_as_the_phase_allows() -> None:
    scene = south("2").build("E25 1 4; D26 2 4; C25 2 5")
    game = scene.turn("MCP")
    refused(game, LayTile("C25", "14", 2), "18ESP-4.2.2.1")
    scene = south("5").build("E25 1 4; D26 2 4; C25 2 5")
    game = scene.turn("MCP")
    refused(game, LayTile("C25", "611", 1), "18ESP-4.2.2.1")
    game.play(LayTile("C25", "14", 2))
    assert names(scene, "C25") == {"611"}
    later = south("5").build("E25 1 4; D26 2 4; C25 2 5; C25 2 3 5 0").turn("MCP")
    assert legal(later, LayTile("C25", "611", 5))


@rule("18ESP-4.2.2.3")
def test_old_track_stays() -> None:
    game = south().build("E25 1 4").turn("MCP")
    refused(game, LayTile("E25", "25", 0), "18ESP-4.2.2.3")
    assert legal(game, LayTile("E25", "20", 1))


@rule("18ESP-4.2.2.5")
@pytest.mark.parametrize(
    ("built", "tiles"),
    [
        ("E25 1 4", "16 18 19 20 23 24 25 26 27 28 29 30 31"),
        ("D20 3 5", "87 88 204"),
        ("D22 2 4", "14 15 619"),
        ("E33 1 4", "207 208 622"),
    ],
)
def test_kinds_stay(built: str, tiles: str) -> None:
    scene = Scene("3").build(built)
    found = names(scene, built.split()[0])
    assert found
    assert found <= set(tiles.split())


@rule("18ESP-4.2.2.6", "18ESP-4.2.1.13")
def test_letters_stay_and_a_double_becomes_a_y() -> None:
    scene = Scene("7").build("J20 1/2; J20 0 2/1 3")
    assert names(scene, "J20") == {"216"}
    scene.build("J20 0 1 2 3 4")
    assert names(scene, "J20") == {"L116"}
    assert names(Scene(), "F24") == {"L83"}
    assert names(Scene().build("F24 0 1/2 3/0 4"), "F24") == {"L86"}
    assert names(Scene(), "M21") == {"L84"}


@rule("18ESP-4.2.2.8", "18ESP-4.4.2.13")
def test_only_connected_hexes_are_upgraded() -> None:
    scene = south().build("E25 1 4; D30 0 3")
    game = scene.turn("MCP")
    refused(game, LayTile("D30", "24", 0), "18ESP-4.2.2.8")
    assert legal(game, LayTile("E25", "24", 1))


@rule("18ESP-4.2.2.12")
def test_stations_keep_their_cities() -> None:
    scene = south().major("N", 1).major("MZA", 2).station("N", "F24", 1).station("MZA", "F24", 2)
    game = scene.turn("MCP")
    game.play(LayTile("F24", "L83", 0))
    assert [game.state.stations["F24", k] for k in range(3)] == [("MCP",), ("N",), ("MZA",)]
    brown = south("5").major("N", 1).station("N", "F24", 1).build("F24 0 1/2 3/0 4")
    game = brown.turn("MCP")
    game.play(LayTile("F24", "L86", 0))
    slots = game.state.stations["F24", 0]
    assert len(slots) == 4
    assert {"MCP", "N"} <= set(slots)


@rule("18ESP-4.2.2.12")
def test_a_station_in_a_double_hex_follows_its_track() -> None:
    scene = Scene("3").major("CFEA").build("D6 2/3")
    city = int(scene.stop("D6", 3)[-1])
    scene.station("CFEA", "D6", city)
    scene.build("D6 0 2/1 3")
    assert scene.state.stations == {("D6", int(scene.stop("D6", 3)[-1])): ("CFEA",)}


@rule("18ESP-4.2.2.12", "18ESP-4.3.13")
def test_nobody_chooses_again_when_a_double_tile_is_upgraded() -> None:
    scene = Scene("3").major("CFEA").build("D6 2/3")
    city = int(scene.stop("D6", 3)[-1])
    game = scene.station("CFEA", "D6", city).turn("CFEA")
    tile, turns = scene.options("D6")[0]
    game.play(LayTile("D6", tile, turns[0]))
    assert game.step.id == "track"
    assert game.state.stations == {("D6", int(scene.stop("D6", 3)[-1])): ("CFEA",)}


# --- mines -----------------------------------------------------------------------------


@rule("18ESP-4.2.3.5", "18ESP-4.2.3.7", "18ESP-4.2.2.7", "18ESP-4.2.3.6")
def test_a_mine_is_dismantled() -> None:
    scene = north().build("I7 1 4")
    assert all(scene.game.definition.tiles[tile].mines == 0 for tile in names(scene, "I7"))
    game = scene.turn("FdLR")
    refused(game, LayTile("I7", "678", 0), "18ESP-4.2.2.3")
    assert paid(game, "FdLR", LayTile("I7", "678", 1)) == 30
    tile = game.state.board[game.definition.hexes["I7"].index]
    assert tile.tile.stops == ()
    assert frozenset((1, 4)) in set(tile.joins())
    assert game.state.turn is not None
    assert game.state.turn.upgraded


@rule("18ESP-4.2.3.6", "18ESP-4.2.1.2")
def test_dismantling_second_costs_50() -> None:
    # V23
    game = north().build("I7 1 4").turn("FdLR")
    game.play(LayTile("H10", "79", 0))
    assert paid(game, "FdLR", LayTile("I7", "678", 1)) == 30 + 20


@rule("18ESP-4.2.3.5")
def test_the_town_of_a_mine_stays() -> None:
    scene = Scene("3").build("I21 1 4")
    found = names(scene, "I21")
    assert found
    assert found <= {"87", "88", "204"}
    scene.build("I21 1 4 0 3")
    tile = scene.state.board[scene.game.definition.hexes["I21"].index].tile
    assert (tile.towns, tile.mines) == (1, 0)


@rule("18ESP-4.2.3.8", "18ESP-4.2.2.2")
def test_leon_keeps_its_mine() -> None:
    scene = Scene("7").major("N").open("D12").station("N", "F24", 1).station("N", "D12")
    assert names(scene, "D18") == set()
    game = scene.turn("N")
    refused(game, LayTile("D18", "88", 0), "18ESP-4.2.1.14")
