"""The map and the tiles (section 4.1 and the tables 2.7 and 2.8 of the catalogue)."""

from __future__ import annotations

from collections import Counter

import pytest

from dieciocho.engine.actions import LayTile
from dieciocho.engine.definition import Definition
from dieciocho.engine.game import Game
from dieciocho.engine.tiles import STOP, Placed
from dieciocho.engine.track import keeps_track, next_colour, rotations, same_kind

from ..support import legal, refused, rule, tile_on
from .scenes import Table, quiet_table, run, tiles

SIDES = ("SW", "W", "NW", "NE", "E", "SE")

# Hex, kind, cost, terrain (W: Great Wall, m: mountain, r: river), closed sides with the reason:
# o off the grid, n a red or gray side without track, s sea, b barrier.
HEXES = """
B2 town 40 m SWo Wo NEn | B4 - 40 Wm NEo | B6 2towns 30 Wm NWo | B8 - 30 Wm NEo
B10 - 20 Wm NWo NEo | B12 town 20 m NWo NEo | B14 - 20 m NWo | B16 2towns 10 W NWn
B18 2cities 0 - | B20 2cities 0 - Eo | C3 city 40 Wm Wo | C5 - 40 m | C7 - 10 W
C9 2cities 10 W | C11 - 20 Wm | C13 city 20 Wm SEs | C15 - 10 W SWs Eb SEb
C17 town 0 - Wb | C19 - 30 m En | D2 - 40 Wm SWo Wo NWo | D4 - 40 Wm | D6 - 40 Wm | D8 - 0 -
D10 city 0 - SEs | D12 town 0 - SWs Es SEs | D16 - 0 - SWs Ws NWb | D18 - 0 - SEs
E3 city 40 Wm Wo | E5 city 0 - | E7 town 0 - | E9 - 0 - Es | F2 town 40 m SWo Wo NWo
F4 - 40 Wm | F6 city 0 - | F8 - 0 - | F10 - 20 r NEs | F12 town 20 r NWs NEs Eb
F14 - 0 - Wb NWs NEs | G3 - 40 m Wo | G5 2towns 0 - | G7 - 20 r | G9 city 20 r | G11 city 0 -
G13 town 0 - | G15 - 30 m SEs | G17 - 0 - SWs NEs Eo SEo | H4 2cities 20 m SWo | H6 - 20 r SEo
H8 town 0 - SWo SEo | H10 - 20 m SWo | H12 - 20 m SEo | H14 city 0 - SWo SEo
"""
# Red, gray and blue hexes: stops (values, slots) and exits.
PRINTED = """
A1 red 40x0 SE | A3 red 40x0 SE | A19 red 20/30/40/50x1 SW W E SE | A21 red - SW W
H2 red 20/30/40/50x0 NE E | I11 red 30/40/50/60x0 NW NE | I5 gray 30/40/50/60x2 NW NE
A7 gray - SW SE | A15 gray - SW E | A17 gray 20x0 SW W E SE | C21 gray - SW NW
D20 gray 30x0 W NW NE | E17 blue 20/30/40/50x2 NW NE | F16 blue 40x2 SW W SE | H16 blue 10x0 W
D14 blue - | E11 blue - | E13 blue - | E15 blue - | E19 blue - | F18 blue -
"""
WALL = "B4 B6 B8 B10 B16 C3 C7 C11 C13 C15 D2 D4 D6 E3 F4"
CITIES = "C3 C13 D10 E3 E5 F6 G9 G11 H14"
# Tile, count, kind with value and slots, sides of each part, upgrades.
TILES = """
yellow: 1 1 town10 13/04 - | 2 1 town10 03/12 - | 55 1 town10 03/14 - | 56 1 town10 02/13 -
yellow: 69 1 town10 03/24 - | 3 2 town10 01 - | 4 4 town10 03 - | 58 5 town10 02 -
yellow: 5 3 city20x1 01 14,15 | 6 3 city20x1 02 14,15 | 57 3 city20x1 03 14,15
yellow: 7 4 track 01 18,26,27,28,29 | 8 11 track 02 16,19,23,24,25,28,29
yellow: 9 9 track 03 18,19,20,23,24,26,27 | L41 1 town0 024 -
green: 14 3 city30x2 0134 611 | 15 4 city30x2 0123 611 | 16 1 track 02/13 43,70
green: 18 1 track 03/12 43 | 19 1 track 03/24 45,46 | 20 1 track 03/14 44,47
green: 23 3 track 03/04 41,43,45,47 | 24 3 track 03/02 42,43,46,47 | 25 2 track 02/04 40,45,46
green: 26 1 track 03/05 42,44,45 | 27 1 track 03/01 41,44,46 | 28 1 track 04/05 39,43,46,70
green: 29 1 track 02/01 39,43,45,70 | 8858 1 city40x1 02/13 X7 OO | 8859 1 city40x1 03/25 X7 OO
green: 8860 1 city40x1 15/24 X7 OO | 8863 1 city40x1 01/25 X7 OO | 8864 1 city40x1 15/23 X7 OO
green: 8865 1 city40x1 15/34 X7 OO | L42 1 city40x1 1/3/4/5 8892 B
brown: 39 1 track 02/01/12 - | 40 1 track 02/24/04 - | 41 2 track 03/01/13 -
brown: 42 2 track 03/35/05 - | 43 1 track 03/02/13/12 - | 44 1 track 03/14/01/34 -
brown: 45 2 track 03/24/04/23 - | 46 2 track 03/24/34/02 - | 47 2 track 03/14/13/04 -
brown: 70 1 track 01/02/13/23 - | 611 6 city40x2 01234 51 | X7 2 city50x2 01245 512 OO
brown: 8892 1 city60x4 012345 8893 B
gray: 51 2 city50x2 01234 - | 512 1 city60x3 01345 - OO | 8893 1 city70x4 012345 - B
red: L39 1 area40/50/60/70x0 45 -
blue: L40a 1 city20/30/40/50x2 023 - | L40b 1 city40x2 0135 -
"""


def rows(text: str) -> list[list[str]]:
    return [row.split() for row in text.replace("\n", "|").split("|") if row.strip()]


def tile_rows() -> list[tuple[str, list[str]]]:
    return [
        (colour, entry)
        for line in TILES.strip().split("\n")
        for colour, _, rest in [line.partition(":")]
        for entry in rows(rest)
    ]


@pytest.fixture
def printed() -> Definition:
    return Table().game.definition


# --- the tables -------------------------------------------------------------------------


@rule("1888N-4.1.1")
def test_every_hex_has_the_places_cost_terrain_and_closed_sides_of_the_table(
    printed: Definition,
) -> None:
    reasons = {"o": "off_map", "n": "no_track", "s": "sea", "b": "barrier"}
    kinds = {(1, 0): "city", (2, 0): "2cities", (0, 1): "town", (0, 2): "2towns", (0, 0): "-"}
    letters = {"wall": "W", "mountain": "m", "river": "r"}
    seen = set()
    for name, kind, cost, terrain, *closed in rows(HEXES):
        spot = printed.hexes[name]
        tile = spot.printed.tile
        assert spot.buildable, name
        assert (kinds[tile.cities, tile.towns], spot.cost) == (kind, int(cost)), name
        assert "".join(letters[t] for t in spot.entry.terrain) == terrain.strip("-"), name
        assert spot.closed == {SIDES.index(c[:-1]): reasons[c[-1]] for c in closed}, name
        seen.add(name)
    assert seen == {spot.name for spot in printed.hex_list if spot.buildable}


@rule("1888N-4.1.2")
def test_red_gray_and_blue_hexes_are_printed_as_in_the_table(printed: Definition) -> None:
    seen = set()
    for name, colour, place, *exits in rows(PRINTED):
        spot = printed.hexes[name]
        stops = spot.printed.tile.stops
        assert spot.entry.colour == colour, name
        shown = ["/".join(map(str, s.values)) + f"x{s.slots}" for s in stops]
        assert shown == ([] if place == "-" else [place]), name
        assert {SIDES[side] for side in spot.printed.exits} == set(exits), name
        seen.add(name)
    assert seen == {spot.name for spot in printed.hex_list if not spot.buildable}
    ends = {s.name for s in printed.hex_list if any(stop.end for stop in s.printed.tile.stops)}
    assert ends == {"A1", "A3", "A19", "H2", "I11", "H16"}


@rule("1888N-2.1.2")
def test_the_tiles_are_those_of_the_manifest(printed: Definition) -> None:
    totals: Counter[str] = Counter()
    for colour, (name, count, kind, parts, _, *label) in tile_rows():
        tile = printed.tiles[name]
        sides = [tuple(map(int, part)) for part in parts.split("/")]
        assert (tile.colour, printed.tile_counts[name]) == (colour, int(count)), name
        assert tile.label == (label[0] if label else None), name
        if kind == "track":
            assert (tile.track, tile.stops) == (tuple(sides), ()), name
        else:
            assert all(end >= STOP for _, end in tile.track), name
            assert Placed(tile, 0).stop_sides == tuple(sides), name
            for stop in tile.stops:
                text = stop.kind + "/".join(map(str, stop.values))
                assert kind in (text, f"{text}x{stop.slots}"), name
        totals[colour] += int(count)
    assert {name for _, (name, *_) in tile_rows()} == set(printed.tiles)
    # The rulebook counts one blue tile; ours is cut in two.
    assert totals == {"yellow": 50, "green": 30, "brown": 24, "gray": 4, "red": 1, "blue": 2}


@rule("1888N-2.1.2", "1888N-8.3.4.5", "1888N-8.3.4.6", "1888N-8.3.4.13")
def test_every_tile_has_the_upgrades_of_the_manifest(printed: Definition) -> None:
    for _, (name, _, _, _, upgrades, *_) in tile_rows():
        old = printed.placed[name, 0]
        found = {
            other
            for other, tile in printed.tiles.items()
            if tile.colour == next_colour(old.tile.colour)
            and old.tile.label == tile.label
            and same_kind(old.tile, tile)
            and any(keeps_track(old, printed.placed[other, turn]) for turn in range(6))
        }
        assert found == set(upgrades.strip("-").split(",")) - {""}, name


@rule("1888N-8.3.3.1")
def test_a_yellow_city_tile_is_always_left_for_an_empty_city(printed: Definition) -> None:
    plain = {
        s.name for s in printed.hex_list if s.entry.colour == "white" and s.printed.tile.cities == 1
    }
    assert plain == {*CITIES.split()}
    assert sum(printed.tile_counts[tile] for tile in ("5", "6", "57")) == len(CITIES.split())


@rule("1888N-8.3.4.8", "1888N-8.3.4.4")
def test_green_beijing_fits_in_three_rotations_and_keeps_both_cities(printed: Definition) -> None:
    beijing = printed.hexes["C9"].printed
    assert rotations(printed, "C9", beijing, "L42") == (0, 2, 4)
    shenyang = printed.hexes["B18"].printed
    for tile in ("8858", "8859", "8860", "8863", "8864", "8865"):
        for turn in range(6):
            sides = printed.placed[tile, turn].stop_sides
            west = any(1 in city for city in sides)
            assert (turn in rotations(printed, "B18", shenyang, tile)) == west, (tile, turn)


@rule("1888N-3.3")
def test_the_three_barriers_and_no_others(printed: Definition) -> None:
    barriers = {
        frozenset((spot.name, printed.hex_list[spot.neighbours[side]].name))
        for spot in printed.hex_list
        for side, why in spot.closed.items()
        if why == "barrier"
    }
    assert barriers == {
        frozenset(("C15", "C17")),
        frozenset(("C15", "D16")),
        frozenset(("F12", "F14")),
    }


@rule("1888N-3.3", "1888N-8.3.3.12")
@pytest.mark.parametrize("phase", ["2", "7"])
def test_no_track_points_at_a_barrier_in_any_phase(phase: str) -> None:
    table = quiet_table(phase=phase).company("LYR")
    game = table.operate("LYR")
    assert legal(game, LayTile("F14", "8", 4))  # E and SW
    refused(game, LayTile("F14", "9", 1), "1888N-8.3.3.12")  # E and W


@rule("1888N-4.3.1.25")
def test_the_great_wall_runs_over_fifteen_hexes_and_beijing(printed: Definition) -> None:
    wall = {s.name for s in printed.hex_list if "wall" in s.entry.terrain}
    assert wall == {*WALL.split(), "C9"}


# --- where tiles may lie ----------------------------------------------------------------


@rule("1888N-4.1.1", "1888N-8.3.3.2")
def test_tiles_lie_on_light_green_hexes_and_on_the_four_yellow_ones() -> None:
    table = quiet_table(phase="3").company("JZR", treasury=100)
    game = table.operate("JZR")
    game.copy().play(LayTile("C7", "9", 1))
    assert legal(game, LayTile("C9", "L42", 0))
    refused(game, LayTile("C9", "57", 1), "1888N-8.3.3.2")  # no yellow tile on a yellow hex
    fitting = {
        spot.name
        for spot in game.definition.hex_list
        if any(
            rotations(game.definition, spot.name, spot.printed, tile)
            for tile in game.definition.tiles
        )
    }
    assert fitting == {row[0] for row in rows(HEXES)}
    yellow = {s.name for s in game.definition.hex_list if s.entry.colour == "yellow"}
    assert yellow == {"B18", "B20", "C9", "H4"}


@rule("1888N-4.1.2")
@pytest.mark.parametrize("hex_name", [row[0] for row in rows(PRINTED)])
def test_red_gray_and_sea_hexes_take_no_tile(hex_name: str) -> None:
    game = quiet_table(phase="7").company("LYR").operate("LYR")
    for tile in ("9", "57", "14", "611", "51"):
        refused(game, LayTile(hex_name, tile, 0), "1888N-4.1.2")


@rule("1888N-4.1.1")
def test_there_are_no_hexes_outside_the_grid() -> None:
    game = quiet_table().company("LYR").operate("LYR")
    refused(game, LayTile("A5", "9", 0), "1888N-4.1.1")
    refused(game, LayTile("J10", "9", 0), "1888N-4.1.1")


@rule("1888N-4.1.3")
def test_the_red_tile_is_laid_on_xian_by_the_terracotta_army_only() -> None:
    table = Table().privates(TA="LYR").company("LYR").phase("3")
    game = table.operate("LYR")
    refused(game, LayTile("I11", "L39", 4, "TA"), "1888N-4.1.3")
    refused(game, LayTile("H2", "9", 0, "TA"), "1888N-4.1.3")
    game.play(LayTile("H2", "L39", 5, "TA"))
    assert tile_on(game, "H2") == ("L39", 5)


@rule("1888N-4.1.3")
def test_the_red_tile_is_not_laid_by_the_normal_track_action() -> None:
    game = Table().privates(TA="LYR").company("LYR").phase("3").operate("LYR")
    refused(game, LayTile("H2", "L39", 5), "1888N-4.1.3")


@rule("1888N-4.1.4")
def test_the_ferry_is_laid_on_its_place_by_its_private_only() -> None:
    table = Table().privates(YRF="LYR").company("LYR").phase("3")
    game = table.operate("LYR")
    for spot, tile, turn in (("E15", "L40a", 0), ("E17", "L40b", 0), ("E17", "L40a", 1)):
        refused(game, LayTile(spot, tile, turn, "YRF"), "1888N-4.1.4")
    game.play(LayTile("E17", "L40a", 0, "YRF"))
    assert tile_on(game, "E17") == ("L40a", 0)


@rule("1888N-4.1.4")
def test_the_ferry_is_not_laid_by_the_normal_track_action() -> None:
    game = Table().privates(YRF="LYR").company("LYR").phase("3").operate("LYR")
    refused(game, LayTile("E17", "L40a", 0), "1888N-4.1.4")


# --- values and areas -------------------------------------------------------------------


@rule("1888N-4.1.5", "1888N-8.3.7.2")
@pytest.mark.parametrize(
    ("phase", "changchun"),
    [("2", 20), ("3", 30), ("4", 30), ("5", 40), ("6", 40), ("7", 50)],
)
def test_coloured_values_follow_the_phase(phase: str, changchun: int) -> None:
    table = quiet_table(phase=phase).company("CDL")
    card = table.train("CDL", "5")
    game = table.operate("CDL", "run_trains")
    assert run(game, f"{card}: A17.0-A19.0") == (20 + changchun, 0)


@rule("1888N-4.1.5")
def test_the_value_is_looked_up_when_the_train_runs() -> None:
    """CDL buys the first 3-train after its run: its next run is worth more."""
    table = quiet_table(phase="2").empty_deck_down_to("3").company("CDL", treasury=500)
    card = table.train("CDL", "2")
    game = table.operate("CDL", "run_trains")
    assert run(game, f"{card}: A17.0-A19.0") == (40, 0)
    game.play("keep dividend").play("buy train 3-0 from bank for 180")
    assert game.phase.name == "3"
    assert run(table.operate("CDL", "run_trains"), f"{card}: A17.0-A19.0") == (50, 0)


def baotou() -> tuple[Game, str]:
    """JZR has a station in Datong (C3); Baotou is reached by A1 over Hohhot and by A3."""
    table = tiles(quiet_table().company("JZR"), "B2:4/2 C3:5/2 B4:8/0").station("JZR", "C3")
    card = table.train("JZR", "4")
    table.station("JZR")
    return table.operate("JZR", "run_trains"), card


@rule("1888N-4.1.6", "1888N-8.3.6.4")
def test_baotou_is_one_location_on_two_hexes() -> None:
    game, card = baotou()
    refused(game, f"run {card}: A1.0-B2.0-C3.0-B4-A3.0", "1888N-8.3.6.4")
    assert run(game, f"{card}: A1.0-B2.0-C3.0") == (40 + 10 + 20, 0)


@rule("1888N-4.1.6", "1888N-8.3.6.4")
def test_changchun_is_one_location_on_two_hexes() -> None:
    table = tiles(quiet_table(phase="3").company("CDL"), "B20:8863/2").station("CDL")
    card = table.train("CDL", "4")
    game = table.operate("CDL", "run_trains")
    assert game.definition.placed["8863", 2].stop_sides[0] == (2, 3)  # to A19 and to A21
    refused(game, f"run {card}: A19.0-B20.0-A21-A19.0", "1888N-8.3.6.4")
    assert run(game, f"{card}: A19.0-A21-B20.0") == (30 + 40, 0)
