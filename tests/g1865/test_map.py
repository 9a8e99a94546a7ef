"""The map and the tiles: what the rulebook says of them, and how mistakes in the data are found."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import dieciocho
from dieciocho.engine.definition import load_definition
from dieciocho.engine.errors import DefinitionError
from dieciocho.games.g1865.check.atlas import Atlas, kind_of
from dieciocho.games.g1865.check.clues import disagreements, example_roads
from dieciocho.games.g1865.check.sanity import oddities
from dieciocho.games.g1865.components import components
from dieciocho.games.g1865.connections import traffic_at
from dieciocho.games.g1865.printed import PrintedSardinia

from ..support import NAMES, rule
from .maps import lay
from .scenes import Scene

DATA = files("dieciocho.games.g1865") / "data"


def altered(**changes: Any) -> PrintedSardinia:
    return load_definition(DATA, changes, kind=PrintedSardinia)


def test_our_data_agree_with_the_rulebook_and_with_our_guesses() -> None:
    assert disagreements(components()) == []
    assert oddities(components()) == []
    assert "not available" in components().reconstructed  # and say that they are a guess


@rule("1865-1.1")
def test_a_hex_holds_one_location_at_most() -> None:
    definition = components()
    tiles = [*definition.tiles.values(), *(h.printed.tile for h in definition.hex_list)]
    assert {len(tile.stops) for tile in tiles} == {0, 1}
    kinds = Counter(kind_of(spot) for spot in definition.hex_list)
    assert kinds == {"plain": 55, "town": 21, "city": 11, "mine": 8}
    game = dieciocho.new_game("1865", NAMES[:2])
    scene = Scene().company("FMS", treasury=100)
    answer = scene.operate("FMS").why_not("lay 8 on Z99 turned 0")
    assert answer is not None
    assert answer["rule"] == "1865-1.1"
    assert len(game.definition.hex_list) == 95


@rule("1865-1.2")
def test_terrain_lies_on_sides_and_every_side_has_one_kind() -> None:
    definition = components()
    assert not any(spot.entry.terrain or spot.cost for spot in definition.hex_list)
    for crossing, beyond in enumerate(definition.across):
        terrain = definition.side_terrain[crossing]
        if beyond < 0:
            assert terrain == ""
            continue
        assert terrain in ("plain", "river", "mountain", "link")
        assert definition.side_terrain[beyond] == terrain  # the same seen from both hexes
        assert definition.side_cost[beyond] == definition.side_cost[crossing]
    raw = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
    both = {"terrain": "mountain", "name": "X", "sides": ["E34|E36"]}  # a river as well
    with pytest.raises(DefinitionError, match="no free side"):
        altered(map={"borders": [*raw["borders"], both]})


@rule("1865-1.3")
def test_only_sea_links_join_the_islands() -> None:
    definition = components()
    atlas = Atlas(definition)
    cagliari = atlas.places["Cagliari"]
    sardinia = {h for h, x in definition.entries.items() if x.region == "Sardinia"}
    assert atlas.component(cagliari, links=False) == sardinia
    assert len(atlas.component(cagliari, links=True)) == 95
    link = definition.sea_links["L1"]
    start = definition.hexes["C22"].index * 6 + 3
    assert definition.side_cost[start] == link.cost == 100
    assert definition.across[definition.across[start]] == start


@rule("1865-1.10")
def test_traffic_is_that_of_the_tile() -> None:
    scene = Scene()
    assert traffic_at(scene.game, "E38") == 3  # printed
    assert traffic_at(scene.game, "F33") == 0  # Isili without a tile
    lay(scene, "F33 57 N S; C38 173 NE; E36 4 N S")
    assert [traffic_at(scene.game, h) for h in ("F33", "C38", "E36")] == [2, 2, 1]
    lay(scene, "E38 C-green SW NW N NE; F33 14 N S SW NE")
    assert [traffic_at(scene.game, h) for h in ("E38", "F33", "E34")] == [4, 3, 0]


def test_tiles_of_the_rulebook() -> None:
    definition = components()
    assert sum(definition.tile_counts.values()) == 171
    by_colour = Counter[str]()
    for name, tile in definition.tiles.items():
        by_colour[tile.colour] += definition.tile_counts[name]
    assert by_colour == {"yellow": 66, "green": 56, "brown": 43, "gray": 6}


def test_the_worked_example_finds_its_hexes() -> None:
    atlas = Atlas(components())
    names = [
        ["-".join(atlas.spots[atlas.definition.across[c] // 6].name for c in road) for road in pair]
        for pair in example_roads(atlas)
    ]
    assert names == [["D37-C38", "E36-E34-D33-D31-C30"]]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"map": {"side_costs": {"river": 30}}}, "a river side costs 40"),
    ({"map": {"hexes": {"C38": {"region": "Corsica"}}}}, "Monteponi lies in Sardinia"),
    ({"map": {"hexes": {"E36": {"track": "city"}}}}, "Sanluri is a town"),
    ({"map": {"hexes": {"E38": {"label": "X"}}}}, "letter C"),
    ({"map": {"hexes": {"E38": {"track": "city 3x2: 0 5"}}}}, "worked example"),
    ({"map": {"hexes": {"E38": {"track": "city 3x2: 3 5"}}}}, "ends at the sea"),
    ({"map": {"hexes": {"E36": {"place": "Sanluri vecchio"}}}}, "not on the map: Sanluri"),
    ({"map": {"hexes": {"A22": {"track": ""}}}}, "Sardinia has 6 mines"),
    ({"map": {"hexes": {"C36": {"district": ""}}}}, "Carbonia district"),
    ({"map": {"hexes": {"C30": {"track": "city 3: 4 5"}}}}, "room for two companies"),
    ({"map": {"sea_links": {"L1": {"cost": 0}}}}, "joins the islands for a printed cost"),
    ({"tiles": {"8": {"count": 15}}}, "171 tiles"),
    ({"tiles": {"57": {"track": "city 3: 0 3"}}}, "a yellow city without a letter"),
    ({"tiles": {"4": {"track": "town 2: 0 3"}}}, "a yellow town"),
    ({"tiles": {"174": {"track": "mine 2x1: 0"}}}, "mine tile 174 is green with traffic 1"),
    ({"tiles": {"63": {"places": ["Isili", "Olbia"]}}}, "tile 63 goes to"),
    ({"tiles": {"146": {"coast": False}}}, "towns on the coast"),
    ({"tiles": {"146": {"track": "town 2: 0 1 2 3 4 5"}}}, "can be laid in Alghero"),
    ({"tiles": {"C-brown": {"count": 2}}}, "one brown tile C"),
    ({"tiles": {"N-green": {"track": "city 4x3: 0 1"}}}, "Nuoro: the green tile keeps"),
    ({"tiles": {"145": {"track": "town 4: 0 1 3 4"}}}, "traffic of a town never falls"),
    (
        {"tiles": {n: {"track": "town 3: 0 1 3"} for n in ("141", "142", "143", "144")}},
        "these more than towns",
    ),
]


@pytest.mark.parametrize(("changes", "found"), WRONG, ids=[text for _, text in WRONG])
def test_data_that_contradict_the_rulebook_are_named(changes: Any, found: str) -> None:
    wrong = disagreements(altered(**changes))
    assert any(found in text for text in wrong), wrong


ODD: list[tuple[dict[str, Any], str]] = [
    ({"map": {"hexes": {"E20": {"place": "Alghero"}, "B23": {"place": "Tempio"}}}}, "lies west of"),
    ({"map": {"hexes": {"D27": {"place": "Bosa"}}}}, "several places are called Bosa"),
    ({"map": {"hexes": {"D29": {"place": "Nowhere"}}}}, "D29: every town"),
    ({"map": {"hexes": {"A10": {"region": "Corsica"}}}}, "one piece of land"),
    ({"tiles": {"143": {"track": "town 1: 0 2 4"}}}, "tile 3 can go green"),
]


@pytest.mark.parametrize(("changes", "found"), ODD, ids=[text for _, text in ODD])
def test_a_strange_map_is_called_odd_not_wrong(changes: Any, found: str) -> None:
    definition = altered(**changes)
    assert any(found in text for text in oddities(definition)), oddities(definition)


def test_a_broken_river_is_odd() -> None:
    raw = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
    borders = [dict(b) for b in raw["borders"]]
    tirso = next(b for b in borders if b["name"] == "Tirso")
    tirso["sides"] = [side for side in tirso["sides"] if side != "E28|E30"]
    assert "Tirso is one unbroken line" in oddities(altered(map={"borders": borders}))


def test_wrong_data_do_not_start_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    import dieciocho.games.g1865.components as module

    wrong = altered(tiles={"8": {"count": 15}})
    monkeypatch.setattr(module, "unchecked", lambda: wrong)
    with pytest.raises(DefinitionError, match="the rulebook says otherwise: there are 171 tiles"):
        module.components.__wrapped__(False)


MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"sea_links": {"L1": {"ends": ["C22.0", "D11.1"]}}}, "not at the edge"),
    ({"sea_links": {"L1": {"ends": ["C22.3", "D99.1"]}}}, "there is no side D99.1"),
    ({"borders": [{"terrain": "river", "sides": ["C22|E38"]}]}, "no free side"),
    ({"borders": [{"terrain": "swamp", "sides": ["E36|E38"]}]}, "no cost of swamp"),
    ({"hexes": {"G20": {"place": "Terranova"}}}, "no place"),
]


@pytest.mark.parametrize(("changes", "found"), MISTAKES, ids=[text for _, text in MISTAKES])
def test_slips_of_the_pen_are_errors_with_a_name(changes: Any, found: str) -> None:
    with pytest.raises(DefinitionError, match=found):
        altered(map=changes)


@rule("1865-4.2.20", "1865-4.2.21", "1865-4.2.22")
def test_bound_tiles_suit_their_places_only() -> None:
    definition = components()

    def places(tile: str, kind: str) -> set[str]:
        return {
            h.entry.place
            for h in definition.hex_list
            if definition.suits(tile, h.name) and kind_of(h) == kind
        }

    assert places("63", "city") == {"Isili", "Olbia", "Ajaccio"}
    assert places("700", "city") == {"Arbatax", "Calvi"}
    towns = places("146", "town")
    assert {"Alghero", "Tempio", "Propriano"} <= towns
    assert not {"Sanluri", "Chilivani", "Corte", "Macomer"} & towns


def test_the_page_for_owners_of_the_board_names_what_exists() -> None:
    page = Path(__file__).parents[2] / "docs" / "1865-map.md"
    text = page.read_text(encoding="utf-8")
    for name in ("map.toml", "tiles.toml", "clues.toml"):
        assert name in text
        assert (DATA / name).is_file()
    for field in ("region", "district", "side_costs", "borders", "sea_links", "places", "coast"):
        assert f"`{field}" in text or f"[{field}" in text or f"[[{field}" in text
