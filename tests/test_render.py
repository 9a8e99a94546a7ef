"""The pictures: valid, complete, and drawn where the track is."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

import dieciocho
from dieciocho.engine.definition import Definition, load_definition
from dieciocho.engine.game import Game
from dieciocho.engine.geometry import opposite
from dieciocho.engine.render import board_svg, company_svg, market_svg, tile_svg
from dieciocho.engine.render.curve import Point, distance
from dieciocho.engine.render.hexagon import beyond, middle
from dieciocho.engine.render.plan import plan
from dieciocho.engine.tiles import STOP
from tests.g1888n.scenes import Table
from tests.support import NAMES, conformance

LAYOUTS = ("pointy", "flat")
ROUTE = "F16.0-G15-H14.0"


@pytest.fixture(scope="module")
def game() -> Game:
    return dieciocho.new_game("1888n", NAMES[:3])


@pytest.fixture(scope="module")
def definition(game: Game) -> Definition:
    return game.definition


@pytest.fixture
def table() -> Game:
    """A position with tiles, stations, trains and shares in several hands."""
    table = Table(players=3)
    table.company("LYR", 0, 90, held={0: 5, 1: 2}, pool=1).company("CDL", 1, 90, held={1: 6})
    table.company("JHR", 2, 85, held={2: 2}).phase("3").train("LYR", "3")
    table.lay("G15", "9").lay("H14", "57").lay("G11", "5").privates(KT="LYR")
    table.station("LYR").station("CDL").station("LYR", "H14", 0)
    return table.operate("LYR")


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def having(root: ET.Element, attribute: str) -> list[ET.Element]:
    return [element for element in root.iter() if attribute in element.attrib]


def values(root: ET.Element, attribute: str) -> list[str]:
    return [element.attrib[attribute] for element in having(root, attribute)]


def words(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter() if element.tag.endswith("}text")]


def ends(data: str) -> list[tuple[Point, Point]]:
    """Return the first and last point of each line of a path."""
    lines = []
    for line in filter(None, data.split("M")):
        numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", line)]
        lines.append(((numbers[0], numbers[1]), (numbers[-2], numbers[-1])))
    return lines


def side_at(point: Point, layout: str) -> int | None:
    """Return the side in whose middle a point lies."""
    near = [s for s in range(6) if distance(point, middle(layout, s)) < 0.2]
    return near[0] if near else None


# --- the board -------------------------------------------------------------------------


def test_every_hex_appears_once_with_its_name(game: Game) -> None:
    root = parse(board_svg(game))
    assert values(root, "data-hex") == list(game.definition.hexes)
    titles = {h.attrib["data-hex"]: h[0].text for h in having(root, "data-hex")}
    assert titles["C9"] == "C9 Beijing"
    assert titles["B6"] == "B6 Zhangjiakou & Xuanhua"


def test_every_slot_and_every_token_appears(table: Game) -> None:
    root = parse(board_svg(table))
    shown: dict[str, list[str | None]] = {}
    for slot in having(root, "data-slot"):
        shown.setdefault(slot.attrib["data-stop"], []).append(slot.attrib.get("data-token"))
    expected = {
        f"{spot.name}.{number}": list(
            table.state.stations.get((spot.name, number), (None,) * stop.slots)
        )
        for spot, placed in zip(table.definition.hex_list, table.state.board, strict=True)
        for number, stop in enumerate(placed.tile.stops)
        if stop.kind == "city"
    }
    assert shown == expected
    assert sorted(values(root, "data-token")) == ["CDL", "LYR", "LYR"]


def test_every_stop_can_be_found(game: Game) -> None:
    expected = {
        f"{spot.name}.{number}"
        for spot in game.definition.hex_list
        for number in range(len(spot.printed.tile.stops))
    }
    assert set(values(parse(board_svg(game)), "data-stop")) == expected


def test_companies_to_come_are_announced(game: Game, table: Game) -> None:
    companies = sorted(game.definition.companies)
    root = parse(board_svg(game))
    assert sorted(values(root, "data-reserved")) == companies
    assert sorted(values(root, "data-destination")) == companies
    here = {e.attrib["data-reserved"]: e.attrib["data-stop"] for e in having(root, "data-reserved")}
    assert here["JHR"] == "C9.1"
    assert here["JZR"] == "C9.0"
    assert "LYR" not in values(parse(board_svg(table)), "data-reserved")


def test_laid_tiles_show_their_number_and_hide_the_cost(table: Game) -> None:
    spots = {e.attrib["data-hex"]: e for e in having(parse(board_svg(table)), "data-hex")}
    assert "9" in words(spots["G15"])
    assert "¥30" not in words(spots["G15"])
    assert "¥20" in words(spots["H12"])


def test_the_value_of_the_present_phase_is_emphasised(game: Game, table: Game) -> None:
    rows = sum(len(s.values) > 1 for h in game.definition.hex_list for s in h.printed.tile.stops)
    assert values(parse(board_svg(game)), "data-phase") == ["yellow"] * rows
    assert values(parse(board_svg(table)), "data-phase") == ["green"] * rows


def test_barriers_are_marked_once_each(game: Game) -> None:
    assert sorted(values(parse(board_svg(game)), "data-barrier")) == ["C15", "C15", "F12"]


def test_coordinates_can_be_left_out(game: Game) -> None:
    assert "C9" in words(parse(board_svg(game)))
    assert "C9" not in words(parse(board_svg(game, coordinates=False)))


def test_highlights_appear_in_the_order_of_the_map(game: Game) -> None:
    picture = board_svg(game, highlights={"D8", "A1", "C9"})
    assert values(parse(picture), "data-highlight") == ["A1", "C9", "D8"]
    assert picture == board_svg(game, highlights=["C9", "D8", "A1"])
    with pytest.raises(dieciocho.BadInput, match="Z99"):
        board_svg(game, highlights=["Z99"])


def test_a_board_of_flat_hexes_is_drawn_too(definition: Definition) -> None:
    game = dieciocho.new_game("1888n", NAMES[:2])
    rules = dieciocho.rules_of("1888n")
    changes = {"map": {"layout": "flat"}}
    game.definition = load_definition(rules.folder / "data", changes, kind=rules.definition_type)
    game.state.board = [spot.printed for spot in game.definition.hex_list]
    root = parse(board_svg(game))
    assert values(root, "data-hex") == list(definition.hexes)


# --- routes ----------------------------------------------------------------------------


def test_a_route_is_one_unbroken_line(table: Game) -> None:
    spots = {
        e.attrib["data-hex"]: e
        for e in having(parse(board_svg(table, routes=[ROUTE])), "data-hex")
        if having(e, "data-route")
    }
    assert set(spots) == {"F16", "G15", "H14"}
    lines = {}
    for name, spot in spots.items():
        shift = [float(n) for n in re.findall(r"-?[\d.]+", spot.attrib["transform"])]
        (route,) = having(spot, "data-route")
        start, end = ends(route[-1].attrib["d"])[0]
        lines[name] = [(p[0] + shift[0], p[1] + shift[1]) for p in (start, end)]
    assert distance(lines["F16"][1], lines["G15"][0]) < 0.3
    assert distance(lines["G15"][1], lines["H14"][0]) < 0.3


def test_routes_differ_in_dashes_and_share_track_side_by_side(table: Game) -> None:
    root = parse(board_svg(table, routes=[ROUTE, ROUTE]))
    first, second = having(root, "data-route")[2:4]
    assert [first.attrib["data-route"], second.attrib["data-route"]] == ["0", "1"]
    assert first[-1].attrib.get("stroke-dasharray") != second[-1].attrib.get("stroke-dasharray")
    assert first[-1].attrib["d"] != second[-1].attrib["d"]


@pytest.mark.parametrize("path", ["", "nonsense", "F16.0-G15", "F16.0-C9.0", "A1.0-B2-C3.0"])
def test_routes_without_track_are_refused(table: Game, path: str) -> None:
    with pytest.raises(dieciocho.IllegalAction):
        board_svg(table, routes=[path])


# --- tiles -----------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
def test_track_ends_in_the_middle_of_the_right_sides(definition: Definition, layout: str) -> None:
    for placed in definition.placed.all():
        name, rotation = placed.name, placed.rotation
        root = parse(tile_svg(definition, name, rotation, layout))
        (rails,) = having(root, "data-rails")
        drawn = [
            tuple(sorted(s for s in (side_at(a, layout), side_at(b, layout)) if s is not None))
            for a, b in ends(rails.attrib["d"])
        ]
        expected = [(a,) if b >= STOP else tuple(sorted((a, b))) for a, b in placed.track]
        assert sorted(drawn) == sorted(expected), (name, rotation)


def test_plain_track_meets_the_sides_at_right_angles(definition: Definition) -> None:
    for placed in definition.placed.all():
        for a, b, curve in plan(placed, "pointy").plain:
            for side, handle in ((a, curve.pull), (b, curve.push)):
                x, y = middle("pointy", side)
                assert abs(handle[0] * y - handle[1] * x) < 1e-6


@pytest.mark.parametrize("layout", LAYOUTS)
def test_stops_stay_apart_and_inside(definition: Definition, layout: str) -> None:
    printed = [spot.printed for spot in definition.hex_list]
    for placed in [*definition.placed.all(), *printed]:
        places = plan(placed, layout).places
        for one, other in combinations(places, 2):
            for a, size in one.discs():
                for b, other_size in other.discs():
                    gap = distance(a, b) - (size + other_size if one.slots else 30)
                    assert gap > 0, placed
        for place in places:
            for at in place.slots:
                assert beyond(layout, at) + place.radius < 0, placed


def test_a_turned_tile_is_the_same_tile_turned(definition: Definition) -> None:
    for name in ("8858", "8863", "69", "L42"):
        for rotation in range(6):
            angle = math.radians(60 * rotation)
            turned = plan(definition.placed[name, rotation], "pointy").places
            for place, other in zip(
                plan(definition.placed[name, 0], "pointy").places, turned, strict=True
            ):
                x, y = place.at
                at = (
                    x * math.cos(angle) - y * math.sin(angle),
                    x * math.sin(angle) + y * math.cos(angle),
                )
                assert distance(at, other.at) < 1e-6, (name, rotation)


def test_tiles_show_number_value_and_label(definition: Definition) -> None:
    assert {"8858", "40", "OO"} <= set(words(parse(tile_svg(definition, "8858"))))
    assert tile_svg(definition, "57", 6) == tile_svg(definition, "57", 0)


def test_unknown_tiles_and_layouts_are_refused(definition: Definition) -> None:
    with pytest.raises(dieciocho.BadInput, match="no tile"):
        tile_svg(definition, "nonsense")
    with pytest.raises(dieciocho.BadInput, match="layout"):
        tile_svg(definition, "57", layout="round")


# --- market and sheets -----------------------------------------------------------------


def test_the_market_shows_every_cell_and_stacks_in_order(table: Game) -> None:
    root = parse(market_svg(table))
    market = table.definition.market
    assert values(root, "data-cell") == [str(i) for i in range(len(market.cells))]
    cell = having(root, "data-cell")[market.par_cells[90]]
    heights = {
        m.attrib["data-marker"]: float(m[1].attrib["y"]) for m in having(cell, "data-marker")
    }
    assert table.state.stacks[market.par_cells[90]] == ("LYR", "CDL")
    assert heights["LYR"] < heights["CDL"]
    assert words(root).count("PAR") == len(market.par_cells)
    assert words(root).count("◆") == sum("r" in c.marks for c in market.cells) + 1


def test_a_sheet_shows_what_a_company_has(table: Game) -> None:
    root = parse(company_svg(table, "LYR"))
    assert values(root, "data-holder") == ["0", "1", "ipo", "pool"]
    assert values(root, "data-train") == list(table.state.trains["LYR"])
    assert values(root, "data-station") == ["2"]
    shown = words(root)
    assert {"Lanyan Railway", "Ana", "¥90", "50 %", "20 %", "10 %"} <= set(shown)
    assert f"¥{table.state.cash['LYR']}" in shown
    assert any(word.startswith("Kaiping Tramway") for word in shown)


def test_a_sheet_of_a_company_yet_to_come(game: Game) -> None:
    shown = words(parse(company_svg(game, "TJL")))
    assert "not yet started" in shown
    assert "100 %" in shown
    with pytest.raises(dieciocho.BadInput, match="no company"):
        company_svg(game, "XYZ")


# --- all pictures ----------------------------------------------------------------------


def pictures(game: Game, language: str = "en") -> list[str]:
    return [
        board_svg(game, language=language),
        market_svg(game, language),
        *(company_svg(game, company, language) for company in game.definition.companies),
    ]


def test_names_are_escaped() -> None:
    names = ['<b>&"Ana"</b>', "Luis & 'Eva'", "nul\0"]
    position = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])
    position.players = tuple(names)
    for seat, company in enumerate(("LYR", "CDL", "JHR")):
        position.state.president[company] = seat
        position.state.shares[company] = (seat,) * 9
    for seat, company in enumerate(("LYR", "CDL", "JHR")):
        shown = words(parse(company_svg(position, company)))
        assert names[seat].replace("\0", "\ufffd") in shown


def test_ids_are_unique_and_nothing_comes_from_outside(table: Game) -> None:
    for picture in pictures(table):
        root = parse(picture)
        ids = values(root, "id")
        assert len(ids) == len(set(ids))
        assert "viewBox" in root.attrib
        assert "<script" not in picture
        assert "<style" not in picture
        for used in values(root, "href"):
            assert used.removeprefix("#") in ids


def test_pictures_do_not_depend_on_the_order_of_the_state(table: Game) -> None:
    before = pictures(table)
    assert before == pictures(table)
    for name in table.state.__slots__:
        value = getattr(table.state, name)
        if isinstance(value, dict):
            setattr(table.state, name, dict(reversed(value.items())))
    assert pictures(table) == before


def test_pictures_speak_spanish(table: Game) -> None:
    shown = words(parse(company_svg(table, "LYR", "es")))
    assert {"Tesorería", "Trenes", "Reserva"} <= set(shown)
    assert "los certificados no cuentan" in words(parse(market_svg(table, "es")))
    assert company_svg(table, "LYR", "xx") == company_svg(table, "LYR", "en")


def test_a_recorded_game_stays_small_and_complete() -> None:
    folder = conformance("1888n")
    if folder is None:
        pytest.skip("no recorded games here")
    from dieciocho.interop.site import import_game, read_file

    played = import_game(read_file(str(folder / "128097.json.gz")))
    picture = board_svg(played)
    assert len(picture.encode()) < 200_000
    tokens = sorted(c for slots in played.state.stations.values() for c in slots if c)
    assert sorted(values(parse(picture), "data-token")) == tokens
    position = played.at(300)
    assert position.state.turn is not None
    routes = [route.path for route in position.state.turn.routes]
    assert routes
    drawn = set(values(parse(board_svg(position, routes=routes)), "data-route"))
    assert drawn == {str(n) for n in range(len(routes))}


def test_opposite_sides_lie_opposite() -> None:
    for layout in LAYOUTS:
        for side in range(6):
            x, y = middle(layout, side)
            assert distance((-x, -y), middle(layout, opposite(side))) < 1e-9
