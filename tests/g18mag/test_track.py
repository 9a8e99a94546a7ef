"""Laying and upgrading track: sections VI.3.2 and VI.3.3, III.1."""

from __future__ import annotations

from dieciocho.engine.actions import Choose, LayTile, Pass, Use
from dieciocho.engine.game import Game
from dieciocho.engine.steps.track import lay_cost
from dieciocho.engine.track import candidates, rotations

from ..support import legal, listed, refused, rule
from .scenes import Scene

# Tile -> what replaces it, from the chart (K hexes apart).
CHART = {
    "6": "14 15 619", "5": "14 15 619", "57": "14 15 619", "3": "204 87 88", "58": "204 87 88",
    "4": "204 87 88", "7": "26 27 28 29 30 31", "8": "16 19 23 24 25 28 29 30 31",
    "9": "19 20 23 24 26 27", "16": "43 70", "19": "45 46", "20": "44 47", "23": "41 43 45 47",
    "24": "42 43 46 47", "25": "40 45 46", "26": "42 44 45", "27": "41 44 46",
    "28": "39 43 46 70", "29": "39 43 45 70", "30": "42 70", "31": "41 70", "204": "G17",
    "88": "G17", "87": "G17", "619": "611", "14": "611", "15": "611", "G17": "L38", "611": "455",
    "39": "", "455": "",
}  # fmt: skip


def hexes(game: Game) -> set[str]:
    return {a.hex for a in listed(game, LayTile) if isinstance(a, LayTile)}


def kolozsvar(edition: str = "rulebook") -> Scene:
    """Minor 6 has a station in F23 and track to D23, a hex with three symbols."""
    scene = Scene("6", edition=edition)
    return scene.tiles("F23 57 0; E24 58 0").station("6", "F23")


@rule("18MAG-VI.3.2.11")
def test_terrain_costs_ten_for_each_symbol() -> None:
    """Vector V1."""
    game = Scene("6").game
    assert [lay_cost(game, name) for name in ("C14", "H11", "D23")] == [20, 30, 30]
    for spot in game.definition.hex_list:
        assert spot.cost == 10 * len(spot.entry.terrain)


@rule("18MAG-VI.3.2.11", "18MAG-VI.3.2.12", "18MAG-III.3.2.6", "18MAG-VI.4.3.10")
def test_terrain_is_paid_to_sik_by_treasury_or_token() -> None:
    """Vector V2."""
    paid = kolozsvar().money(m6=50).turn("6").play(LayTile("D23", "9", 2))
    assert (paid.state.cash["6"], paid.state.cash["SIK"]) == (20, 30)
    assert lay_cost(paid, "D23") == 0  # later tiles are free of it
    spent = kolozsvar().money(m6=50).turn("6").play(LayTile("D23", "9", 2, "token"))
    assert (spent.state.cash["6"], spent.state.cash["SIK"]) == (50, 30)
    assert spent.state.powers["6"] == 0
    refused(spent, LayTile("B17", "57", 0, "token"), "18MAG-VI.3.2.12")


@rule("18MAG-VI.3.2.12")
def test_online_a_token_is_spent_beforehand() -> None:
    game = kolozsvar("online").money(m6=50).turn("6")
    refused(game, LayTile("D23", "9", 2, "token"), "18MAG-VI.3.2.12")
    game.play(Use("token"))
    refused(game, Use("token"), "18MAG-VI.3.2.12")
    game.play(LayTile("D23", "9", 2))
    assert (game.state.cash["6"], game.state.cash["SIK"], game.state.powers["6"]) == (50, 30, 0)
    refused(kolozsvar().turn("6"), Use("token"), "18MAG-VI.3.2.12")


@rule("18MAG-VI.3.2.13", "18MAG-VI.3.2.14", "18MAG-III.3.2.5")
def test_a_token_pays_terrain_only() -> None:
    """Vector W21: 10 for the tile must be paid; the token covers the terrain."""
    game = kolozsvar().tiles("B17 57 1; B15 4 1").money(m6=15).turn("6")
    refused(game, LayTile("B13", "9", 1), "18MAG-VI.3.2.14")  # 20 of terrain
    refused(game, LayTile("C14", "57", 0, "token"), "18MAG-VI.3.2.7")
    game = Scene("6").tiles("B17 57 1; B15 4 1").money(m6=15).turn("6")
    game.play(LayTile("B19", "9", 1, "token"))
    assert game.state.cash["6"] == 15
    free = Scene("12").tiles("H23 57 1; G22 3 4").money(m12=50).turn("12")
    refused(free, LayTile("G18", "58", 0, "token"), "18MAG-VI.3.2.13")


@rule("18MAG-VI.3.2.1", "18MAG-VI.3.2.2", "18MAG-VI.3.2.3", "18MAG-VI.3.2.23")
def test_one_tile_is_free_of_the_fee_the_second_costs_ten() -> None:
    game = Scene("3").turn("3").play(LayTile("E10", "5", 4))
    assert (game.state.cash["3"], game.state.cash["SKEV"]) == (50, 0)
    game.play(LayTile("F11", "7", 2))
    assert (game.state.cash["3"], game.state.cash["SKEV"], game.state.cash["SIK"]) == (20, 10, 20)
    assert game.step.id != "track"
    refused(game, LayTile("E8", "9", 1), "18MAG-VI.3.1.1")
    assert Scene("3").turn("3").play(Pass()).step.id != "track"
    refused(Scene("3").tiles("E10 5 4").turn("3"), LayTile("E10", "6", 0), "18MAG-VI.3.2.1")


@rule("18MAG-VI.3.2.2", "18MAG-VI.3.2.14")
def test_without_ten_there_is_no_second_tile() -> None:
    game = Scene("3").money(m3=9).turn("3").play(LayTile("E10", "5", 4))
    assert game.step.id != "track"


@rule("18MAG-VI.3.2.2", "18MAG-VI.3.2.4", "18MAG-VI.3.3.7")
def test_the_first_tile_may_be_upgraded_but_never_two_tiles() -> None:
    game = Scene("3").phase("green").turn("3").play(LayTile("E10", "57", 1))
    assert game.state.supply["57"] == game.state.supply["5"] == 9
    game.play(LayTile("E10", "14", 0))
    assert game.state.cash["SKEV"] == 10
    assert game.state.supply["57"] == 10
    two = (
        Scene("3").tiles("E10 57 1; E8 9 1").phase("green").turn("3").play(LayTile("E10", "14", 0))
    )
    refused(two, LayTile("E8", "23", 1), "18MAG-VI.3.2.2")
    assert any(a.tile in ("7", "8", "9", "58", "4", "3") for a in listed(two, LayTile))  # type: ignore[attr-defined]


@rule("18MAG-VI.3.2.5", "18MAG-VI.3.2.6", "18MAG-III.1.3")
def test_the_first_tile_goes_home_except_in_budapest() -> None:
    assert hexes(Scene("6").turn("6")) == {"B17"}
    refused(Scene("6").turn("6"), LayTile("B15", "58", 0), "18MAG-VI.3.2.6")
    assert hexes(Scene("1").turn("1")) == {"E12", "D13"}


@rule("18MAG-III.1.3", "18MAG-III.1.4")
def test_printed_cities() -> None:
    game = Scene("1").game
    pest = game.definition.hexes["E12"].printed
    assert [stop.values for stop in pest.tile.stops] == [(20,), (20,)]
    assert pest.stop_sides == ((0,), (3,))
    double = game.definition.hexes["D19"].printed
    assert [(stop.slots, stop.values) for stop in double.tile.stops] == [(1, (0,)), (1, (0,))]
    assert double.exits == ()


@rule("18MAG-VI.3.2.6", "18MAG-VI.2.7", "18MAG-VI.3.3.6", "18MAG-VI.3.3.5")
def test_a_full_city_blocks_building_and_a_free_slot_does_not() -> None:
    blocked = Scene("6").tiles("B17 57 0; C16 57 0").station("SIK", "C16")
    assert "D15" not in hexes(blocked.turn("6"))
    free = Scene("6").tiles("B17 57 0; C16 57 0")
    assert "D15" in hexes(free.turn("6"))
    wide = Scene("6").phase("green").tiles("B17 57 0; C16 57 0; C16 14 0").station("SIK", "C16")
    assert "D15" in hexes(wide.turn("6"))


@rule("18MAG-VI.3.2.7", "18MAG-VI.3.2.8", "18MAG-VI.3.2.9", "18MAG-VI.3.2.10", "18MAG-III.1.1")
def test_tiles_suit_their_hexes() -> None:
    game = Scene("13", "1").phase("green").tiles("I2 57 2").turn("13")
    refused(game, LayTile("C10", "57", 0), "18MAG-VI.3.2.7")
    refused(game, LayTile("B15", "9", 0), "18MAG-VI.3.2.7")
    refused(game, LayTile("C16", "58", 0), "18MAG-VI.3.2.7")
    refused(game, LayTile("D19", "57", 0), "18MAG-VI.3.2.8")
    refused(game, LayTile("C16", "L32", 0), "18MAG-VI.3.2.8")
    refused(game, LayTile("E12", "57", 0), "18MAG-VI.3.2.9")
    refused(game, LayTile("C16", "L33", 2), "18MAG-VI.3.2.9")
    refused(game, LayTile("I2", "14", 0), "18MAG-VI.3.2.10")
    assert {a.tile for a in listed(game, LayTile) if a.hex == "I2"} <= {"236", "237", "238"}  # type: ignore[attr-defined]
    refused(game, LayTile("B23", "57", 0), "18MAG-III.1.1")
    refused(game, LayTile("A10", "57", 0), "18MAG-III.1.1")
    refused(game, LayTile("Z9", "57", 0), "18MAG-III.1.1")
    city = Scene("3").phase("green").tiles("E10 57 0").turn("3")
    refused(city, LayTile("E10", "236", 0), "18MAG-VI.3.2.10")


@rule("18MAG-VI.3.2.15", "18MAG-VI.3.2.20", "18MAG-VI.3.3.8")
def test_closed_sides() -> None:
    """Vector W25: the sticks; also off the map and gray hexes without track."""
    game = Scene("6").turn("6")
    refused(game, LayTile("A12", "9", 2), "18MAG-VI.3.2.15")
    refused(game, LayTile("C8", "57", 0), "18MAG-VI.3.2.20")
    refused(game, LayTile("D7", "57", 0), "18MAG-VI.3.2.20")
    refused(game, LayTile("F5", "9", 0), "18MAG-VI.3.2.20")
    refused(game, LayTile("J5", "8", 1), "18MAG-VI.3.2.20")
    for name, side in (("F5", 0), ("G4", 3), ("I6", 0), ("J5", 3)):
        assert game.definition.hexes[name].closed[side] == "barrier"
    two = Scene("11", players=2).turn("11")
    refused(two, LayTile("B3", "57", 0), "18MAG-VI.3.2.15")
    up = Scene("6").phase("green").tiles("C8 5 3").turn("6")
    refused(up, LayTile("C8", "15", 3), "18MAG-VI.3.2.20")


@rule("18MAG-VI.3.2.16")
def test_track_may_end_at_a_side_without_track() -> None:
    game = Scene("6", "3").tiles("C16 57 1").turn("6")
    assert legal(game, LayTile("B17", "57", 0))  # points at C16, whose track lies elsewhere


@rule("18MAG-VI.3.2.21", "18MAG-VI.3.3.8")
def test_balaton() -> None:
    """Vectors W23 and W24."""
    definition = Scene("6").game.definition
    lake = definition.hexes["F9"]
    assert rotations(definition, "F9", lake.printed, "7") == (1, 2, 4, 5)
    assert rotations(definition, "F9", lake.printed, "8") == (1, 4)
    assert rotations(definition, "F9", lake.printed, "9") == ()
    north = definition.placed["8", 1]
    assert dict(candidates(definition, "F9", north)) == {"28": (3,), "29": (1,)}
    assert dict(candidates(definition, "F9", definition.placed["28", 3])) == {"39": (1,)}
    game = Scene("3").tiles("E10 57 0").turn("3")
    assert legal(game, LayTile("F9", "8", 1))
    refused(game, LayTile("F9", "9", 0), "18MAG-VI.3.2.21")
    refused(game, LayTile("F9", "7", 3), "18MAG-VI.3.2.21")
    small = Scene("3", players=2).game.definition
    assert rotations(small, "D5", small.hexes["D5"].printed, "9") == ()


@rule("18MAG-VI.3.3.1.1", "18MAG-VI.3.2.22", "18MAG-VI.3.3.1.2")
def test_two_faces_share_one_count() -> None:
    """Vector V4."""
    scene = Scene("3").phase("green")
    plain = ["C10", "D15", "E8", "E16", "E20", "F7"]
    for n, name in enumerate(plain):
        scene.tiles(f"{name} 9 0; {name} {'23' if n < 4 else '24'} 0")
    assert scene.state.supply["23"] == scene.state.supply["24"] == 0
    game = scene.tiles("E10 57 0; F9 8 1; I8 9 1").turn("3")
    refused(game, LayTile("I8", "23", 1), "18MAG-VI.3.2.22")
    refused(game, LayTile("I8", "24", 1), "18MAG-VI.3.2.22")
    refused(game, LayTile("C10", "24", 0), "18MAG-VI.3.3.1")  # never turned over in place
    totals: dict[str, int] = {}
    for name, tile in game.definition.tiles.items():
        if game.definition.faces[name][0] == name:
            count = game.definition.tile_counts[name]
            totals[tile.colour] = totals.get(tile.colour, 0) + count
    assert totals == {"yellow": 65, "green": 51, "brown": 28, "gray": 6}


@rule("18MAG-VI.3.3.9", "18MAG-VI.3.3.4")
def test_the_upgrade_of_budapest_costs_twenty() -> None:
    """Vector W22."""
    poor = Scene("1").phase("green").tiles("E12 L33 2").money(m1=15).turn("1")
    refused(poor, LayTile("E12", "209", 2), "18MAG-VI.3.3.9")
    scene = Scene("1").phase("green").tiles("E12 L33 2").money(m1=15)
    scene.state.powers["1"] = 1
    game = scene.turn("1").play(LayTile("E12", "209", 2, "token"))
    assert (game.state.cash["1"], game.state.cash["SIK"]) == (15, 20)
    assert game.state.stations["E12", 0] == ("1", None, None)
    oo = Scene("2").phase("green").tiles("D19 L32 4").turn("2")
    assert lay_cost(oo, "D19") == 20
    brown = Scene("2").tiles("D19 L32 4; D19 8858 0").game
    assert lay_cost(brown, "D19") == 0


@rule("18MAG-VI.3.2.17")
def test_the_river_of_budapest() -> None:
    game = Scene("1").turn("1")
    assert [a.rotation for a in listed(game, LayTile) if a.hex == "E12"] == [2]  # type: ignore[attr-defined]
    refused(game, LayTile("E12", "L33", 0), "18MAG-VI.3.2.17")


@rule("18MAG-VI.3.2.18", "18MAG-VI.3.2.19")
def test_stations_on_oo_tiles() -> None:
    """The single station gets the track; of two, the layer's own (vector W41 for the first)."""
    alone = Scene("4").turn("4").play(LayTile("G14", "L32", 2))
    assert alone.state.stations["G14", 0] == ("4",)
    both = Scene("4").station("SIK", "G14", 0).turn("4").play(LayTile("G14", "L32", 2))
    assert both.state.stations["G14", 0] == ("4",)
    assert both.state.stations["G14", 1] == ("SIK",)
    online = Scene("4", edition="online").station("SIK", "G14", 0).turn("4")  # D8
    refused(online, LayTile("G14", "L32", 2), "18MAG-VI.3.2.6")
    kept = Scene("1").tiles("E12 L33 2").game
    assert kept.state.stations["E12", 0] == ("1",)  # Pest has the track to the north-east


@rule("18MAG-VI.3.2.19")
def test_a_stranger_chooses_which_city_gets_the_track() -> None:
    scene = Scene("4", "10", owners={"10": 1}).station("SIK", "G14", 0)
    game = scene.tiles("G16 57 1").station("10", "G16").turn("10").play(LayTile("G14", "L32", 2))
    assert game.step.id == "join_city"
    assert game.step.actor(game) == 1
    refused(game, Pass(), "18MAG-VI.3.2.19")
    refused(game, Choose("9"), "18MAG-VI.3.2.19")
    other = game.copy().play(Choose("SIK"))
    assert other.state.stations["G14", 0] == ("SIK",)
    game.play(Choose("4"))
    assert game.state.stations["G14", 0] == ("4",)
    assert game.state.homes["4"] == ("G14", 0)


@rule("18MAG-VI.3.2.19")
def test_who_has_a_station_there_gets_the_track_without_being_asked() -> None:
    game = Scene("4").station("SIK", "G14", 0).money(m4=50).turn("4").play(LayTile("G14", "L32", 2))
    assert game.step.id == "track"
    assert game.state.stations["G14", 0] == ("4",)
    assert game.state.stations["G14", 1] == ("SIK",)


@rule("18MAG-VI.3.3.1", "18MAG-VI.3.3.2", "18MAG-VI.3.3.3", "18MAG-VI.3.3.4")
def test_upgrades() -> None:
    yellow = Scene("3").tiles("E10 57 0").turn("3")
    refused(yellow, LayTile("E10", "14", 0), "18MAG-VI.3.3.1")
    green = Scene("3").phase("green").tiles("E10 57 0; E18 57 0").turn("3")
    refused(green, LayTile("E10", "611", 0), "18MAG-VI.3.3.1")  # one step at a time
    refused(green, LayTile("E18", "14", 0), "18MAG-VI.3.3.2")
    refused(green, LayTile("E10", "14", 1), "18MAG-VI.3.3.3")
    refused(green, LayTile("E10", "87", 0), "18MAG-VI.3.3.4")
    assert legal(green, LayTile("E10", "14", 0))


@rule("18MAG-VI.3.3.10", "18MAG-VI.3.2.10", "18MAG-VI.3.3.4")
def test_the_upgrade_chart() -> None:
    definition = Scene("3").game.definition
    for name, wanted in CHART.items():
        old = definition.placed[name, 0]
        # A hex that no border disturbs: every rotation may be tried.
        spot = "E16" if not old.tile.stops else "F17" if old.tile.towns else "E18"
        found = {tile for tile, _ in candidates(definition, spot, old)}
        assert found == set(wanted.split()), name
    k_hex = {t for t, _ in candidates(definition, "I2", definition.placed["5", 3])}
    assert k_hex <= {"236", "237", "238"}
    oo = {t for t, _ in candidates(definition, "D19", definition.placed["L32", 0])}
    assert oo == {"8858", "8859", "8860", "8863", "8864", "8865"}
    assert [t for t, _ in candidates(definition, "D19", definition.placed["8858", 0])] == ["L17"]
    assert [t for t, _ in candidates(definition, "E12", definition.placed["209", 0])] == ["L35"]


@rule("18MAG-X.15", "18MAG-III.1.1")
def test_gray_towns_of_the_small_map() -> None:
    game = Scene("11", players=2).turn("11")
    for name in ("A4", "a11"):
        refused(game, LayTile(name, "58", 0), "18MAG-III.1.1")
        for phase in ("yellow", "brown"):
            assert game.definition.hexes[name].printed.tile.stops[0].value(phase) == 10
