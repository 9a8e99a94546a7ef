"""Mines and markers (1865-4.3, 1865-4.4) and the decline of mines (1865-3.12.1)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import LayTile, PlaceStation
from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK
from dieciocho.games.g1865.facts import facts
from dieciocho.games.g1865.launch import convertible
from dieciocho.games.g1865.stations import marked, remove_marker

from ..support import legal, listed, refused, rule
from .maps import lay, laying, station, ways
from .scenes import Scene

ROAD = "E36 4 N S; E34 8 S NW; D33 58 SE N; D31 8 S NW"  # Cagliari to Oristano
ORISTANO = "E38-E36-E34-D33-D31-C30"
MINE = "D37 8 SE SW; C38 173 NE"
MONTEPONI = "E38-D37-C38"


def traffic(game: Game, company: str) -> int:
    return facts(game).traffic.get(company, 0)


def fms(tiles: str = ROAD, treasury: int = 300, *, markers: tuple[str, ...] = ()) -> Scene:
    return lay(Scene().company("FMS", treasury=treasury), tiles).marker("FMS", *markers)


@rule("1865-4.4.4", "1865-4.4.7", "1865-4.4.2")
def test_a_marker_costs_its_sides_and_collects_towns_and_end() -> None:
    game = fms().operate("FMS", "station")
    bank = game.state.cash[BANK]
    game.play(station(game, ORISTANO))
    assert game.state.cash["FMS"] == 300 - (10 + 40 + 10 + 10 + 10)
    assert game.state.cash[BANK] == bank + 80
    assert traffic(game, "FMS") == 3 + 1 + 1 + 3  # nothing for Cagliari itself
    assert marked(game, "FMS") == ["E38", "C30"]


@rule("1865-4.4.1", "1865-4.1.4")
def test_one_marker_in_a_turn_and_only_in_its_step() -> None:
    scene = fms(f"{ROAD}; {MINE}")
    game = scene.operate("FMS", "track")
    refused(game, station(game, ORISTANO), "1865-4.1.4")  # before its step
    game.play("pass")
    game.play(station(game, ORISTANO))
    refused(game, station(game, MONTEPONI))
    assert game.state.stations_left["FMS"] == 1


@rule("1865-4.4.1")
def test_without_markers_on_the_charter_the_step_is_over() -> None:
    scene = fms(f"{ROAD}; {MINE}", markers=("C30",))
    assert scene.state.stations_left["FMS"] == 1
    game = scene.operate("FMS", "station")
    assert legal(game, station(game, MONTEPONI))
    scene.state.stations_left["FMS"] = 0
    refused(game, station(game, MONTEPONI), "1865-4.4.1")
    assert listed(game, PlaceStation) == []


@rule("1865-4.4.2")
def test_the_end_is_a_city_or_mine_with_room_at_the_end_of_a_connection() -> None:
    scene = fms(ROAD)
    game = scene.operate("FMS", "station")
    refused(game, PlaceStation("E36", 0, "E38-E36"), "1865-4.4.2")  # a town
    refused(game, PlaceStation("E34", 0, "E38-E36-E34"), "1865-4.4.2")  # nothing there
    refused(game, PlaceStation("G26", 0, "E38-G26"), "1865-4.4.2")  # no track leads there
    refused(game, PlaceStation("G20", 0, "E38-G20"), "1865-4.4.2")  # a city without a tile


@rule("1865-4.4.2", "1865-2.4.4")
def test_a_full_city_takes_no_marker_whoever_is_in_it() -> None:
    """The home marker of FCS fills yellow Isili before FCS is launched."""
    scene = fms("E36 58 S NE; F35 58 SW N; F33 57 S N")
    game = scene.operate("FMS", "track")
    assert ways(game, "FMS", "F33")
    game.play("pass")
    assert game.step.id != "station"  # nothing that can be placed
    scene = fms("E36 58 S NE; F35 58 SW N; F33 14 S N NE SW")
    game = scene.operate("FMS", "station")
    assert legal(game, station(game, "E38-E36-F35-F33"))  # green: room for two


@rule("1865-4.4.3")
def test_one_marker_of_a_company_on_a_tile() -> None:
    scene = fms(f"{ROAD}; {MINE}", markers=("C30",))
    lay(scene, "E38 C-green SW NW N NE")  # three spaces
    game = scene.operate("FMS", "station")
    refused(game, station(game, ORISTANO), "1865-4.4.3")
    refused(game, PlaceStation("E38", 0, "C30-D31-D33-E34-E36-E38"), "1865-4.4.3")


@rule("1865-4.4.5")
def test_the_treasury_pays_alone() -> None:
    scene = fms(f"{ROAD}; {MINE}", treasury=79).cash(0, 500)
    game = scene.operate("FMS", "station")
    refused(game, station(game, ORISTANO), "1865-4.4.5")
    assert legal(game, station(game, MONTEPONI))  # 70
    assert station(game, ORISTANO) not in listed(game, PlaceStation)
    scene = fms(treasury=80)
    game = scene.operate("FMS", "station")
    game.play(station(game, ORISTANO))
    assert game.state.cash["FMS"] == 0


@rule("1865-4.4.6", "1865-4.4.4", "1865-4.4.7")
def test_the_president_chooses_among_connections() -> None:
    """Vector TV-52. Arbatax to Cagliari over Jerzu and Muravera, or over Seui and Mandas."""
    scene = Scene().company("SFS", treasury=300)
    lay(scene, "H31 5 S SW; H33 4 S N; H35 58 N SW; G36 9 NE SW; F37 24 NE SW N")
    lay(scene, "G32 58 NE S; G34 8 N SW; F35 58 NE S")
    game = scene.operate("SFS", "station")
    coast, inland = "H31-H33-H35-G36-F37-E38", "H31-G32-G34-F35-F37-E38"
    assert ways(game, "SFS", "E38") == {coast: (130, 5), inland: (130, 5)}
    assert legal(game, station(game, coast))
    refused(game, PlaceStation("E38", 0, "H31-H33-H35-G36-E38"), "1865-4.4.6")
    refused(game, PlaceStation("E38", 0), "1865-4.4.6")  # it must be named
    game.play(station(game, inland))
    assert game.state.cash["SFS"] == 170
    assert traffic(game, "SFS") == 5


@rule("1865-4.4.6", "1865-4.4.7", "1865-4.4.4")
def test_cost_and_traffic_are_those_of_the_chosen_way() -> None:
    """From Sanluri to Uras straight on, or with a bend to the east: dearer by two sides."""
    scene = fms("E36 4 S N; E34 24 S N NW; D33 143 SE NE N; E32 7 S SW; D31 8 S NW")
    joins = scene.state.board[scene.game.definition.hexes["E34"].index].joins()
    assert set(joins) == {frozenset((0, 3)), frozenset((0, 2))}
    game = scene.operate("FMS", "station")
    longer = "E38-E36-E34-E32-D33-D31-C30"
    assert ways(game, "FMS", "C30") == {ORISTANO: (80, 5), longer: (10 + 40 + 10 + 60 + 20, 5)}
    game.play(station(game, longer))
    assert game.state.cash["FMS"] == 300 - 140


@rule("1865-4.4.7")
def test_towns_pay_again_for_a_later_marker() -> None:
    """A-21: each new marker collects all towns on its own connection."""
    scene = fms("E36 141 N S NE")
    lay(scene, "E34 8 S NW; D33 58 SE N; D31 8 S NW; F35 58 SW N; F33 14 S N NE SW")
    scene.phase(3)
    game = scene.operate("FMS", "station")
    game.play(station(game, ORISTANO))
    assert traffic(game, "FMS") == 3 + 2 + 3
    game = scene.operate("FMS", "station")
    game.play(station(game, "E38-E36-F35-F33"))
    assert traffic(game, "FMS") == 8 + 1 + 1 + 3  # Sanluri a second time


@rule("1865-4.4.4", "1865-4.2.17")
def test_a_sea_link_costs_its_printed_value_once() -> None:
    """Vector TV-41."""
    scene = Scene().company("SFSS", treasury=100)
    lay(scene, "C22 S-green N SE S SW; D11 57 SW NE")
    game = scene.operate("SFSS", "station")
    before = traffic(game, "SFSS")
    game.play(station(game, "C22-D11"))
    assert game.state.cash["SFSS"] == 0
    assert traffic(game, "SFSS") == before + 2


@rule("1865-6.1.1")
def test_no_marker_in_corsica_in_the_short_game() -> None:
    scene = Scene(2, short=True).company("SFSS", treasury=100)
    lay(scene, "C22 S-green N SE S SW; D11 57 SW NE; B23 3 NE N; A22 173 NE")
    lay(scene, "B21 7 S SW")
    game = scene.operate("SFSS", "station")
    refused(game, station(game, "C22-D11"), "1865-6.1.1")
    assert [a.hex for a in listed(game, PlaceStation) if isinstance(a, PlaceStation)] == ["A22"]


@rule("1865-4.4.8", "1865-2.6.6")
def test_a_maritime_bonus_still_due_is_added() -> None:
    """Vector TV-13. RCSF received M3 without a marker in Cagliari; in phase 6 it comes there."""
    scene = Scene().company("RCSF", treasury=300).maritime("RCSF", "M3")
    scene.phase(6)
    lay(scene, ROAD)
    game = scene.operate("RCSF", "station")
    game.play(station(game, "C30-D31-D33-E34-E36-E38"))
    assert traffic(game, "RCSF") == 3 + (1 + 1 + 3) + 6
    assert facts(game).bonus_paid == {"M3"}


@rule("1865-4.4.9")
def test_a_marker_stays_where_it_is() -> None:
    """Nothing in a turn takes a marker off the map: tiles change, it remains."""
    scene = fms(f"{ROAD}; {MINE}", markers=("C30", "C38"))
    scene.phase(3)
    game = scene.operate("FMS")
    game.play(laying("E38 C-green SW NW N NE"))
    game.play(laying("C30 O-green N NE SE"))
    while game.state.turn is not None and game.step.id not in ("stock_turn",):
        choices = game.legal_actions()
        game.play(next((c for c in choices if c.action.notation == "pass"), choices[0]))
        assert set(marked(game, "FMS")) == {"E38", "C30", "C38"}


@rule("1865-4.4.11", "1865-2.4.4")
def test_home_markers_lie_on_the_map_from_the_start() -> None:
    game = Scene(4).game
    for company, charter in game.definition.companies.items():
        assert marked(game, company) == [charter.home]
        assert company not in game.state.floated


@rule("1865-4.3.1", "1865-4.3.4")
@pytest.mark.parametrize(("tile", "points"), [("173", 2), ("174", 1), ("175", 0)])
def test_mines_give_traffic_after_the_track(tile: str, points: int) -> None:
    scene = fms(f"D37 8 SE SW; C38 {tile} NE", markers=("C38",))
    game = scene.operate("FMS")
    assert traffic(game, "FMS") == 3
    game.play(laying("E36 4 N S"))
    assert traffic(game, "FMS") == 3  # not yet
    game.play("pass")
    assert traffic(game, "FMS") == 3 + points


@rule("1865-4.3.4", "1865-4.3.1")
def test_a_new_marker_in_a_mine_collects_once() -> None:
    game = fms(MINE).operate("FMS")
    game.play("pass")
    game.play(station(game, MONTEPONI))
    assert traffic(game, "FMS") == 3 + 2


@rule("1865-4.3.1")
def test_several_mines_add_up() -> None:
    scene = fms("D37 8 SE SW; C38 173 NE; C34 173 SE", markers=("C38", "C34"))
    game = scene.operate("FMS")
    game.play("pass")
    assert traffic(game, "FMS") == 3 + 4


@rule("1865-4.3.2")
def test_a_mine_has_room_for_one() -> None:
    scene = fms(MINE).company("RCSF", treasury=300)
    scene.marker("RCSF", "C38")
    game = scene.operate("FMS", "track")
    game.play("pass")
    assert marked(game, "FMS") == ["E38"]
    assert game.step.id != "station"
    assert {tile.stops[0].slots for tile in game.definition.tiles.values() if tile.mines} == {1}


@rule("1865-4.3.3", "1865-3.9.2")
def test_one_marker_in_the_carbonia_district() -> None:
    """Vector TV-42. FMS is in Monteponi and reaches Serbariu: no marker, but conversion."""
    scene = fms(f"{ROAD}; C38 173 NE", treasury=500, markers=("C38",))
    scene.phase(3)
    direct = _to_serbariu(scene)
    game = scene.operate("FMS", "station")
    assert ways(game, "FMS", "C40")[direct]
    refused(game, PlaceStation("C40", 0, direct), "1865-4.3.3")
    assert convertible(game) == ["FMS"]
    remove_marker(game, "FMS", "C38")
    scene.state.stations_left["FMS"] += 1
    assert legal(game, PlaceStation("C40", 0, direct))


@rule("1865-4.3.3", "1865-4.4.1", "1865-4.4.5")
@pytest.mark.parametrize("step", ["pay_dividend", "trains"])
def test_a_step_left_out_for_want_of_places_says_why(step: str) -> None:
    """Serbariu is all that FMS reaches: the step does not come, the reason is the district."""
    scene = fms("C38 173 N", treasury=500, markers=("C38",)).phase(3)
    direct = _to_serbariu(scene)
    scene.train("FMS", "PH3", *(["PH2"] if step == "trains" else []))
    game = scene.operate("FMS", "station")
    assert game.step.id == "pay_dividend"
    if step == "trains":
        game.play("keep dividend")
    assert game.step.id == step
    refused(game, PlaceStation("C40", 0, direct), "1865-4.3.3")
    poor = fms("D37 8 SE SW; C38 173 NE", treasury=10).train("FMS", "PH2")
    game = poor.operate("FMS", "station")
    refused(game, station(game, MONTEPONI), "1865-4.4.5")
    passed = fms("D37 8 SE SW; C38 173 NE", treasury=500).train("FMS", "PH2")
    game = passed.operate("FMS", "station").play("pass")
    refused(game, station(game, MONTEPONI), "1865-4.1.4")  # it could have been placed before


def _to_serbariu(scene: Scene) -> str:
    """Lay track from Cagliari to Serbariu beside that to Monteponi; return the way."""
    definition = scene.game.definition
    for tile in ("28", "29"):
        for turned in range(6):
            joins = set(definition.placed[tile, turned].joins())
            if joins == {frozenset((5, 1)), frozenset((5, 0))}:
                scene.tiles(f"D37 {tile} {turned}")
    lay(scene, "D39 8 N SW; C40 173 NE")
    return "E38-D37-D39-C40"


@rule("1865-4.3.3")
def test_other_mines_and_other_companies_are_not_bound() -> None:
    scene = fms("C34 173 SE; D35 8 NW NE; E34 7 SW S; E36 4 N S; C38 173 NE", markers=("C38",))
    scene.cash("FMS", 300)
    game = scene.operate("FMS", "station")
    assert legal(game, station(game, "E38-E36-E34-D35-C34"))  # Montevecchio is not of Carbonia
    scene = fms("D37 8 SE SW; C38 173 NE; C36 173 SE").company("RCSF")
    scene.marker("RCSF", "C36")
    assert legal(scene.operate("FMS", "station"), station(scene.game, MONTEPONI))


@rule("1865-3.12.1", "1865-3.12.2")
@pytest.mark.parametrize(
    ("phase", "tiles"),
    [(2, ["173", "173"]), (3, ["174", "174"]), (4, ["174", "174"]), (5, ["174", "175"])],
)
def test_occupied_mines_decline_one_level_before_each_stock_round(
    phase: int, tiles: list[str]
) -> None:
    """Vector TV-32 (phase 5)."""
    scene = fms("D37 8 SE SW; C38 173 NE; C34 173 SE", markers=("C38",))
    scene.phase(phase)
    points = traffic(scene.game, "FMS")
    for tile in tiles:
        game = scene.before_stock_round()
        lying = game.state.board[game.definition.hexes["C38"].index]
        assert lying.name == tile
        assert lying.exits == (4,)  # the orientation stays
        empty = game.state.board[game.definition.hexes["C34"].index]
        assert empty.name == "173"
        assert traffic(game, "FMS") == points
        assert "FMS" in game.state.stations["C38", 0]
        scene.state.agenda.clear()


@rule("1865-3.12.1")
def test_a_brown_mine_declines_no_further_and_tiles_return() -> None:
    scene = fms("D37 8 SE SW; C38 173 NE", markers=("C38",))
    scene.phase(7)
    for left in ((8, 7, 8), (8, 8, 7), (8, 8, 7)):
        game = scene.before_stock_round()
        assert tuple(game.state.supply[t] for t in ("173", "174", "175")) == left
        scene.state.agenda.clear()


def test_every_listed_way_is_accepted_and_costs_what_it_says() -> None:
    scene = fms(f"{ROAD}; {MINE}; F37 9 SW NE; G36 9 SW NE; H35 58 SW N; H33 4 S N; H31 57 S N")
    game = scene.operate("FMS", "station")
    offers = [a for a in listed(game, PlaceStation) if isinstance(a, PlaceStation)]
    assert {a.hex for a in offers} == {"C30", "C38"}  # Arbatax is full
    for action in offers:
        copy = game.copy()
        copy.play(action)
        cost, points = ways(game, "FMS", action.hex)[str(action.way)]
        assert copy.state.cash["FMS"] == 300 - cost
        assert traffic(copy, "FMS") == 3 + points
    refused(game, LayTile("E32", "9", 0), "1865-4.1.4")  # never back to an earlier step
