"""Laying and replacing tiles (1865-4.2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dieciocho.engine.actions import LayTile, Pass
from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK
from dieciocho.games.g1865.facts import facts
from dieciocho.games.g1865.printed import printed

from ..support import legal, listed, refused, rule
from .maps import lay, laying
from .scenes import Scene


def fms(treasury: int = 200, tiles: str = "", phase: int = 2) -> tuple[Scene, Game]:
    """FMS at home in Cagliari (exits NW, N, NE), about to lay track."""
    scene = Scene().company("FMS", treasury=treasury)
    scene.phase(phase)
    if tiles:
        lay(scene, tiles)
    return scene, scene.operate("FMS")


def traffic(game: Game, company: str) -> int:
    return facts(game).traffic.get(company, 0)


@rule("1865-4.2.1")
def test_the_first_tile_is_free_the_second_costs_twenty_and_there_is_no_third() -> None:
    _, game = fms()
    bank = game.state.cash[BANK]
    game.play(laying("D37 8 SE SW"))  # between a river, mountains and the plain
    assert game.state.cash["FMS"] == 200
    game.play(laying("E36 4 N S"))
    assert game.state.cash["FMS"] == 180
    assert game.state.cash[BANK] == bank + 20
    assert game.step.id != "track"
    refused(game, laying("E34 9 N S"))


@rule("1865-4.2.1")
def test_the_second_tile_is_paid_by_the_treasury_only() -> None:
    scene, game = fms(treasury=19)
    scene.cash(0, 300)
    game.play(laying("D37 8 SE SW"))
    assert game.step.id != "track"
    assert game.state.cash["FMS"] == 19
    _, game = fms(treasury=20)
    game.play(laying("D37 8 SE SW"))
    assert game.step.id == "track"


@rule("1865-4.2.2")
def test_both_tiles_may_be_of_any_kind_even_in_one_hex() -> None:
    _, game = fms(tiles="E36 4 N S", phase=3)
    game.play(laying("D37 8 SE SW"))
    fitting = [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex == "D37"]
    greens = [a for a in fitting if game.definition.tiles[a.tile].colour == "green"]
    assert greens  # a new tile may be upgraded in the same turn
    assert any(game.definition.tiles[a.tile].colour == "yellow" for a in fitting)  # or replaced
    game.play(greens[0])
    assert game.state.cash["FMS"] == 180


@rule("1865-4.2.19")
def test_nobody_has_to_lay_track() -> None:
    _, game = fms()
    assert legal(game, Pass())
    game.play("pass")
    assert game.step.id != "track"


@rule("1865-4.2.3")
def test_an_upgrade_keeps_all_track_connected_or_not() -> None:
    _, game = fms(tiles="E36 4 N S", phase=3)
    for tile in ("141", "142"):
        for turned in range(6):
            exits = set(game.definition.placed[tile, turned].exits)
            action = LayTile("E36", tile, turned)
            if {0, 3} <= exits:
                assert legal(game, action)
            else:
                refused(game, action, "1865-4.2.3")
    refused(game, laying("E36 144 S NW NE"), "1865-4.2.3")  # the loose end in the north as well


@rule("1865-4.2.4")
def test_colours_follow_each_other() -> None:
    _, game = fms(tiles="E36 4 N S; D37 24 SE SW NW; F37 43 SW NW N NE", phase=7)
    refused(game, laying("E34 23 S N NE"), "1865-4.2.4")  # green on an empty hex
    refused(game, laying("E36 145 N S NW SE"), "1865-4.2.4")  # brown on yellow
    refused(game, laying("D37 8 SE SW"), "1865-4.2.4")  # yellow on green
    refused(game, laying("F37 8 SW N"), "1865-4.2.4")  # yellow on brown
    assert legal(game, laying("E38 C-green SW NW N NE"))  # green on printed yellow
    refused(game, laying("E38 C-brown S SW NW N NE"), "1865-4.2.4")
    lay_green = laying("E38 C-green SW NW N NE")
    game.play(lay_green)
    assert legal(game, laying("E38 C-brown S SW NW N NE"))


@rule("1865-2.2.5", "1865-2.2.4")
@pytest.mark.parametrize("phase", range(2, 8))
def test_colours_become_available_and_stay(phase: int) -> None:
    scene, game = fms(phase=phase)
    assert legal(game, laying("E36 4 N S"))  # yellow in every phase
    steps = [("C-green", 3, "SW NW N NE"), ("C-brown", 5, "S SW NW N NE")]
    steps.append(("C-gray", 7, "S SW NW N NE"))
    for tile, first, sides in steps:
        action = laying(f"E38 {tile} {sides}")
        if phase >= first:
            assert legal(game, action)
        else:
            refused(game, action, "1865-2.2.5")
        lay(scene, f"E38 {tile} {sides}")


@rule("1865-4.2.5", "1865-4.2.25")
def test_a_city_that_grows_pays_every_launched_company_there() -> None:
    """Vector TV-15. Nuoro goes from green to brown with RCSF and FA in it."""
    scene = Scene().company("FA", traffic=7, treasury=100).company("RCSF", traffic=5)
    scene.phase(5)
    lay(scene, "G26 N-green N S SE SW")
    scene.marker("RCSF", "G26")
    game = scene.operate("FA")
    before = game.state.stations["G26", 0]
    game.play(laying("G26 N-brown S SW NW N NE SE"))
    assert (traffic(game, "FA"), traffic(game, "RCSF")) == (8, 6)
    assert game.state.stations["G26", 0] == before
    assert {"FA", "RCSF"} <= set(before)


@rule("1865-4.2.5", "1865-3.6.4")
def test_the_first_tile_of_a_home_brings_its_whole_traffic_to_a_launched_company() -> None:
    """Vector TV-39 (a)."""
    scene = Scene().company("FCS", treasury=50)
    game = scene.operate("FCS")
    assert traffic(game, "FCS") == 0
    game.play(laying("F33 57 N S"))
    assert traffic(game, "FCS") == 2


@rule("1865-3.6.4", "1865-4.2.5")
def test_a_company_that_is_not_launched_collects_nothing() -> None:
    scene = Scene().company("SFS", treasury=50).company("FCS", launched=False)
    lay(scene, "H31 57 S N; H33 3 N NW; G32 58 SE SW")
    game = scene.operate("SFS")
    game.play(laying("F33 57 NE SW"))
    assert traffic(game, "FCS") == 0
    assert "FCS" in game.state.stations["F33", 0]


@rule("1865-3.6.3", "1865-3.6.4", "1865-4.2.5")
def test_a_company_launched_later_gets_what_its_home_has_then() -> None:
    """Vector TV-39 (b): Isili is laid and upgraded before FCS is launched."""
    scene = Scene().company("SFS", treasury=50)
    scene.company("FCS", 0, 60, held={0: 2}, launched=False, operated=False)
    scene.phase(3).cash(0, 200)
    lay(scene, "H31 57 S N; H33 3 N NW; G32 58 SE SW")
    game = scene.operate("SFS")
    game.play(laying("F33 57 NE SW"))
    game.play(laying("F33 14 NE SW N S"))
    assert traffic(game, "FCS") == 0
    game = scene.stock_round()
    game.play("buy share of FCS from ipo")
    assert "FCS" in game.state.floated
    assert traffic(game, "FCS") == 3


@rule("1865-4.2.6")
def test_a_town_that_grows_pays_nobody_until_a_connection_passes_it() -> None:
    scene = Scene().company("FMS", treasury=300)
    scene.phase(5)
    lay(scene, "E36 141 N S NE")
    lay(scene, "E34 8 S NW; D33 58 SE N; D31 8 S NW")
    game = scene.operate("FMS")
    game.play(laying("E36 145 N S NE SW"))
    assert traffic(game, "FMS") == 3
    game.play("pass")
    game.play("station in C30.0 by E38-E36-E34-D33-D31-C30")
    assert traffic(game, "FMS") == 3 + 3 + 1 + 2


@rule("1865-4.2.7", "1865-4.2.8", "1865-4.2.1", "1865-4.2.5")
def test_isili_grows_and_the_straight_of_sanluri_becomes_a_curve() -> None:
    """Vector TV-16. FCS, in Isili and Oristano: a traffic upgrade, then a competitive one."""
    scene = Scene().company("FCS", treasury=100, traffic=9)
    scene.phase(3)
    lay(scene, "F33 57 N S; F35 58 N SW; E36 4 NE SW")
    scene.marker("FCS", "C30")
    game = scene.operate("FCS")
    game.play(laying("F33 14 N S NE SW"))
    assert traffic(game, "FCS") == 10
    curve = laying("E36 58 NE NW")
    assert legal(game, curve)
    game.play(curve)
    assert traffic(game, "FCS") == 10
    assert game.state.cash["FCS"] == 80
    assert game.state.supply["58"] == game.definition.tile_counts["58"] - 2
    assert game.state.supply["4"] == game.definition.tile_counts["4"]  # the old one is back


@rule("1865-4.2.7")
def test_a_connection_to_adjacent_track_is_kept() -> None:
    """Vector TV-43: a straight connected at both ends does not become a curve."""
    _, game = fms(tiles="E36 4 N S; E34 9 N S; E32 9 N S")
    refused(game, laying("E34 8 S NW"), "1865-4.2.7")  # connected at both ends
    refused(game, laying("E36 58 S NE"), "1865-4.2.7")
    assert legal(game, laying("E32 8 S NW"))  # only its south end is connected
    refused(game, laying("E32 8 N SW"), "1865-4.2.7")


@rule("1865-4.2.7")
def test_what_was_joined_stays_joined() -> None:
    """All four ends of a crossing meet other track: another tile must not swap its lines."""
    tiles = "E36 4 N S; E34 20 N S NW SE; E32 9 N S; D33 58 N SE; F35 58 NW S"
    _, game = fms(tiles=tiles, phase=3)
    sides = {0, 2, 3, 5}
    others = [
        LayTile("E34", tile, turned)
        for tile in ("16", "17", "18", "19", "20")
        for turned in range(6)
        if set(game.definition.placed[tile, turned].exits) == sides
    ]
    joined = {frozenset((0, 3)), frozenset((2, 5))}
    assert len(others) > 3
    for action in others:
        new = game.definition.placed[action.tile, action.rotation]
        assert set(new.joins()) == joined or refused(game, action, "1865-4.2.7")


@rule("1865-4.2.7")
def test_the_end_at_a_sea_link_is_a_connection() -> None:
    scene = Scene().company("SFSS", treasury=100)
    lay(scene, "G20 57 NE SW")
    scene.marker("SFSS", "G20")
    game = scene.operate("SFSS")
    refused(game, laying("G20 6 SW N"), "1865-4.2.7")
    assert legal(game, laying("G20 6 NE S"))


@rule("1865-4.2.7")
def test_the_same_track_is_no_upgrade() -> None:
    _, game = fms(tiles="E36 4 N S")
    for turned in (0, 3):
        refused(game, LayTile("E36", "4", turned), "1865-4.2.7")


@rule("1865-4.2.9")
def test_printed_track_has_no_competitive_upgrade() -> None:
    _, game = fms(phase=3)
    refused(game, LayTile("E38", "57", 0), "1865-4.2.9")
    refused(game, LayTile("E38", "6", 1), "1865-4.2.9")


@rule("1865-4.2.10")
def test_a_tile_must_be_connected_to_a_marker() -> None:
    _, game = fms()
    assert legal(game, laying("E36 4 N S"))
    refused(game, laying("E36 58 N SE"), "1865-4.2.10")  # beside the track, not on it
    refused(game, laying("D39 8 N SE"), "1865-4.2.10")
    refused(game, laying("D29 9 N S"), "1865-4.2.10")  # somewhere else
    game.play(laying("E36 4 N S"))
    assert legal(game, laying("E34 9 N S"))  # any length


@rule("1865-4.2.10")
def test_a_junction_joins_only_what_its_track_joins() -> None:
    """From Sanluri to N and to NE, but not from N to NE."""
    south, north_east = frozenset((0, 3)), frozenset((0, 4))
    scene = Scene().company("FMS", treasury=100)
    lay(scene, "E36 4 N S")
    turns = (t for t in range(6) if _joins(scene, "23", t) == {south, north_east})
    scene.tiles(f"E34 23 {next(turns)}")
    game = scene.operate("FMS")
    assert legal(game, laying("E32 9 N S"))
    assert legal(game, laying("F33 57 SW NE"))
    scene = Scene().company("FMS", treasury=100)
    lay(scene, "E36 4 N S")
    turns = (t for t in range(6) if _joins(scene, "24", t) == {south, frozenset((3, 5))})
    scene.tiles(f"E34 24 {next(turns)}")  # a branch that joins N and SE, reached from the south
    game = scene.operate("FMS")
    assert legal(game, laying("E32 9 N S"))
    refused(game, laying("F35 3 NW N"), "1865-4.2.10")


@rule("1865-4.2.10")
def test_continuous_track_may_come_back_by_a_loop() -> None:
    """Beyond that branch the line turns round and comes back to it from the north."""
    scene = Scene().company("FMS", treasury=100)
    lay(scene, "E36 4 N S")
    branch = {frozenset((0, 3)), frozenset((3, 5))}
    turns = (t for t in range(6) if _joins(scene, "24", t) == branch)
    scene.tiles(f"E34 24 {next(turns)}")
    loop = {frozenset((0, 1)), frozenset((0, 2))}
    turns = (t for t in range(6) if _joins(scene, "29", t) == loop)
    scene.tiles(f"E32 29 {next(turns)}")  # from the south to SW and to NW
    lay(scene, "D31 7 S SE; D33 3 N NE")
    game = scene.operate("FMS")
    assert legal(game, laying("F35 3 NW N"))


def _joins(scene: Scene, tile: str, turned: int) -> set[frozenset[int]]:
    return set(scene.game.definition.placed[tile, turned].joins())


@rule("1865-4.2.11")
def test_the_own_home_needs_no_track_to_it() -> None:
    scene = Scene().company("FCS", treasury=50).company("SFS", treasury=50)
    game = scene.operate("FCS")
    assert legal(game, laying("F33 57 N S"))
    refused(game, laying("H31 57 N S"), "1865-4.2.10")  # SFS's home
    refused(game, laying("F31 9 N S"), "1865-4.2.10")
    assert {a.hex for a in listed(game, LayTile) if isinstance(a, LayTile)} == {"F33"}


def sfs_at_isili(*, green: bool) -> Game:
    """SFS's track from Arbatax ends in Isili, where FCS lives and track goes on to the west."""
    scene = Scene().company("SFS", treasury=100).company("FCS", launched=False)
    scene.phase(3)
    lay(scene, "H31 57 S N; H33 3 N NW; G32 58 SE SW")
    isili = "F33 14 NE SW N S" if green else "F33 57 NE SW"
    lay(scene, f"{isili}; E34 9 NE SW")
    return scene.operate("SFS")


@rule("1865-4.2.12", "1865-4.4.10")
def test_a_city_full_of_others_blocks_but_may_be_upgraded_itself() -> None:
    """Vector TV-44."""
    game = sfs_at_isili(green=False)
    beyond = laying("D35 9 NE SW")
    refused(game, beyond, "1865-4.2.10")
    game.play(laying("F33 14 NE SW N S"))
    assert legal(game, beyond)  # green: a free space


@rule("1865-4.2.12", "1865-4.4.10")
def test_a_free_space_or_an_own_marker_lets_pass() -> None:
    game = sfs_at_isili(green=True)
    assert legal(game, laying("D35 9 NE SW"))
    scene = Scene().company("FCS", treasury=100)
    lay(scene, "F33 57 NE SW; E34 9 NE SW")
    assert legal(scene.operate("FCS"), laying("D35 9 NE SW"))  # its own home, full


@rule("1865-4.2.13")
def test_any_of_six_orientations() -> None:
    scene = Scene().company("FCS", treasury=50)
    game = scene.operate("FCS")
    turns = {a.rotation for a in listed(game, LayTile) if isinstance(a, LayTile) and a.tile == "6"}
    assert turns == set(range(6))
    refused(game, LayTile("F33", "6", 6), "1865-4.2.13")


@rule("1865-4.2.14")
def test_tiles_suit_what_is_on_the_hex() -> None:
    _, game = fms(tiles="D37 8 SE SW", phase=3)
    refused(game, laying("E36 9 N S"), "1865-4.2.14")  # plain tile on a town
    refused(game, laying("E36 57 N S"), "1865-4.2.14")  # city tile on a town
    refused(game, laying("F37 4 SW NE"), "1865-4.2.14")  # town tile on a plain hex
    refused(game, laying("C38 7 NE N"), "1865-4.2.14")  # plain tile on a mine
    refused(game, laying("D37 143 S SE SW"), "1865-4.2.14")
    assert legal(game, laying("C38 173 NE"))
    scene = Scene().company("FCS", treasury=50)
    refused(scene.operate("FCS"), laying("F33 4 N S"), "1865-4.2.14")  # town tile on a city


@rule("1865-4.2.15")
def test_letters_belong_together() -> None:
    scene, game = fms(phase=3)
    refused(game, LayTile("E38", "14", 2), "1865-4.2.15")
    refused(game, laying("E38 O-green NW N NE"), "1865-4.2.15")
    assert legal(game, laying("E38 C-green SW NW N NE"))
    scene = Scene().company("FCS", treasury=50)
    scene.phase(3)
    lay(scene, "F33 57 N S")
    refused(scene.operate("FCS"), LayTile("F33", "C-green", 0), "1865-4.2.15")


@rule("1865-4.2.16")
def test_no_track_ends_at_the_sea_except_at_a_link() -> None:
    scene = Scene().company("SFSS", treasury=100)
    game = scene.operate("SFSS")
    refused(game, laying("B23 4 NE SW"), "1865-4.2.16")
    scene = Scene().company("SFSS", treasury=100)
    scene.marker("SFSS", "G20")
    game = scene.operate("SFSS")
    assert legal(game, laying("G20 57 NE SW"))  # the link of Olbia
    scene = Scene().company("SFS", treasury=100)
    refused(scene.operate("SFS"), laying("H31 57 NE SW"), "1865-4.2.16")


@rule("1865-4.2.17")
def test_track_goes_on_beyond_a_sea_link() -> None:
    scene = Scene().company("SFSS", treasury=100)
    scene.phase(3)
    game = scene.operate("SFSS")
    refused(game, laying("D11 57 SW NE"), "1865-4.2.10")  # Sassari has no track to the link yet
    game.play(laying("C22 S-green N SE S SW"))
    assert legal(game, laying("D11 57 SW NE"))
    refused(game, laying("D11 57 N S"), "1865-4.2.10")
    game.play(laying("D11 57 SW NE"))
    assert game.state.cash["SFSS"] == 80


@rule("1865-4.2.18")
def test_tiles_come_from_the_supply_and_return_to_it() -> None:
    scene, game = fms(tiles="E36 4 N S", phase=3)
    scene.state.supply["58"] = 0
    assert not legal(game, laying("E36 58 S NE"))  # neither listed
    refused(game, laying("E36 58 S NE"), "1865-4.2.18")  # nor accepted
    refused(game, LayTile("E36", "999", 0), "1865-4.2.18")
    scene.state.supply["58"] = 7
    left = game.state.supply["4"]
    game.play(laying("E36 141 N S NE"))
    assert game.state.supply["4"] == left + 1
    assert game.state.supply["141"] == game.definition.tile_counts["141"] - 1


@rule("1865-4.2.20")
def test_tile_63_goes_to_isili_olbia_and_ajaccio() -> None:
    scene = Scene().company("FCS", treasury=50).company("SFS", treasury=50)
    scene.phase(5)
    lay(scene, "F33 14 N S NE SW; H31 15 S SW NW N")
    game = scene.operate("FCS")
    assert legal(game, LayTile("F33", "63", 0))
    game = scene.operate("SFS")
    refused(game, LayTile("H31", "63", 0), "1865-4.2.20")


@rule("1865-4.2.21")
def test_tile_700_goes_to_arbatax_and_calvi() -> None:
    scene = Scene().company("FCS", treasury=50).company("SFS", treasury=50)
    scene.phase(5)
    lay(scene, "F33 15 N S SW NW; H31 15 S SW NW N")
    game = scene.operate("SFS")
    assert legal(game, laying("H31 700 S SW NW N"))
    game = scene.operate("FCS")
    refused(game, laying("F33 700 S SW NW N"), "1865-4.2.21")


@rule("1865-4.2.22")
def test_tile_146_goes_to_towns_on_the_coast() -> None:
    scene = Scene().company("SFSS", treasury=50).company("FMS", treasury=50)
    scene.phase(5)
    lay(scene, "B23 143 N NE SE; E36 141 N S NE")
    game = scene.operate("SFSS")
    assert legal(game, laying("B23 146 N NE SE S"))
    game = scene.operate("FMS")
    refused(game, laying("E36 146 N NE SE S"), "1865-4.2.22")


@rule("1865-4.2.22", "1865-4.2.7")
def test_bound_tiles_are_no_competitive_upgrade_elsewhere() -> None:
    _, game = fms(tiles="E36 145 N S NE SW", phase=5)
    action = laying("E36 146 N NE SE S")
    assert not legal(game, action)
    refused(game, action, "1865-4.2.22")
    assert legal(game, laying("E36 147 S NW N NE"))


@rule("1865-4.2.10")
def test_nothing_turns_round_in_a_town() -> None:
    """Track to Mandas passes a branch that can be taken only by coming back from there."""
    scene = Scene().company("FMS", treasury=100)
    branch = {frozenset((1, 3)), frozenset((3, 5))}
    turns = (t for t in range(6) if _joins(scene, "25", t) == branch)
    scene.tiles(f"F37 25 {next(turns)}")
    lay(scene, "F35 58 S NE")
    game = scene.operate("FMS")
    assert legal(game, laying("G34 9 SW NE"))  # beyond Mandas
    refused(game, laying("G38 7 NW N"), "1865-4.2.10")


@rule("1865-4.2.23")
def test_mine_tiles_go_to_mines_and_players_lay_the_first_level_only() -> None:
    _, game = fms(tiles="D37 8 SE SW", phase=5)
    assert legal(game, laying("C38 173 NE"))
    refused(game, laying("C38 174 NE"), "1865-4.2.23")
    refused(game, laying("C38 175 NE"), "1865-4.2.23")
    refused(game, laying("E36 173 S"), "1865-4.2.23")
    refused(game, laying("F37 174 SW"), "1865-4.2.23")


@rule("1865-4.2.24", "1865-4.2.9")
def test_players_never_replace_a_mine() -> None:
    _, game = fms(tiles="D37 8 SE SW; C38 173 NE", phase=5)
    for tile in ("173", "174", "175"):
        for turned in range(6):
            refused(game, LayTile("C38", tile, turned), "1865-4.2.24")
    assert all(a.hex != "C38" for a in listed(game, LayTile) if isinstance(a, LayTile))


@rule("1865-6.1.1")
def test_nothing_is_laid_in_corsica_in_the_short_game() -> None:
    scene = Scene(2, short=True).company("SFSS", treasury=100)
    scene.phase(3)
    lay(scene, "C22 S-green N SE S SW")
    game = scene.operate("SFSS")
    refused(game, laying("D11 57 SW NE"), "1865-6.1.1")
    assert all(
        printed(game).entries[a.hex].region == "Sardinia"
        for a in listed(game, LayTile)
        if isinstance(a, LayTile)
    )


@rule("1865-6.1.8", "1865-6.1.6")
def test_track_may_end_at_a_link_that_leads_nowhere() -> None:
    scene = Scene(2, short=True).company("SFSS", treasury=100)
    scene.phase(3)
    game = scene.operate("SFSS")
    assert legal(game, laying("C22 S-green N SE S SW"))
    assert game.state.supply["173"] == 8
    assert game.state.supply["B-green"] == 1


def test_what_is_listed_is_what_is_accepted() -> None:
    """Every tile on every hex in every rotation: listed if and only if it is not refused."""
    tiles = "E36 4 N S; E34 20 N S NW SE; D37 8 SE SW; C38 173 NE; F37 9 SW NE; D33 58 N SE"
    _, game = fms(tiles=tiles, phase=5)
    offered = {
        replace(choice.action, rotation=turned)
        for choice in game.legal_actions()
        if isinstance(choice.action, LayTile)
        for turned in (choice.action.rotation, *choice.turns)
    }
    near = ("E38", "E36", "E34", "D37", "C38", "F37", "D33", "G36", "E32", "F35", "D31", "E40")
    for hex_name in near:
        for tile in game.definition.tiles:
            for turned in range(6):
                action = LayTile(hex_name, tile, turned)
                assert (action in offered) == (game.why_not(action) is None), action
    assert {action.hex for action in offered} <= set(near)
