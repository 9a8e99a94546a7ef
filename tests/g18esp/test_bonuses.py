"""What routes of 18ESP bring: letters, bonuses, passes, and special trains (sections 4.4, 7)."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import Route
from dieciocho.engine.earnings import solution, value_of
from dieciocho.engine.game import Play
from dieciocho.engine.routes import trace
from dieciocho.games.g18esp.routes import factor

from ..support import assess, refused, rule
from .scenes import Scene, run
from .ways import NORTHERN, SOUTHERN, WAY, WAY_SOUTH, WITH_MH, across, lisbon, refused_route, value

# --- letters and bonuses ---------------------------------------------------------------

COAST = "C33 1 5; D34 2 4; E33 1 4; F32 1 5; G33 2 4; H32 1 5"
ALONG = "B34.0-C33.0-D34-E33.0-F32.0-G33-H32.0-I33.0"


@rule("18ESP-4.4.3.6", "18ESP-4.4.2.11", "18ESP-6.11")
@pytest.mark.parametrize(("phase", "ports"), [("2", 60), ("3", 60), ("5", 60), ("7", 80)])
def test_from_west_to_east(phase: str, ports: int) -> None:
    # V29: from the port of Cádiz to one of the east
    scene = Scene(phase).major("A").build(COAST).station("A", "E33")
    (card,) = scene.trains("A", "6" if phase != "7" else "8")
    found = value(scene.game, "A", card, ALONG)
    assert (found.revenue, found.income) == (20 + 30 + 20 + 20 + 100, ports)
    half = value(scene.game, "A", card, ALONG.rpartition("-")[0])
    assert half.revenue == 90


@rule("18ESP-4.4.2.10", "18ESP-4.4.2.11")
def test_no_route_from_east_to_east_or_west_to_west() -> None:
    scene = Scene("5").major("ZPB").build("M21 1 2 4 5; N20 1 3").station("ZPB", "M21")
    (card,) = scene.trains("ZPB", "5")
    refused_route(scene.game, "ZPB", card, "N22.0-M21.0-N20.0-N18.0", "18ESP-4.4.2.10")
    assert value(scene.game, "ZPB", card, "N22.0-M21.0-N20.0").revenue == 50
    west = Scene("3").major("CRB").station("CRB", "B26").build("B26 2 3")
    (card,) = west.trains("CRB", "3")
    refused_route(west.game, "CRB", card, "A25.0-B26.0-B24.0", "18ESP-4.4.2.10")
    assert value(west.game, "CRB", card, "A25.0-B26.0").revenue == 50


@rule("18ESP-4.4.2.11")
def test_the_letters_on_the_map() -> None:
    hexes = Scene().game.definition.hexes.values()
    ends = {h.name: h.entry.label for h in hexes if h.printed.tile.colour in ("red", "blue")}
    east = {"M5", "I15", "J16", "K15", "L16", "M17", "N18", "N22", "L26", "K31", "I33"}
    west = {"A5", "A9", "A11", "C21", "B24", "A25", "A27", "A29", "A31", "B34"}
    assert {name for name, label in ends.items() if label == "E"} == east
    assert {name for name, label in ends.items() if label == "O"} == west
    assert {name for name, label in ends.items() if label is None} == {"C1", "E1", "K3", "F34"}


@rule("18ESP-4.4.3.5", "18ESP-5.2.1.1", "18ESP-5.2.1.11", "18ESP-5.2.1.13", "18ESP-5.2.2.5")
def test_from_north_to_south_with_a_combined_train() -> None:
    scene, card = across()
    refused_route(scene.game, "FdLR", card, WAY, "18ESP-4.4.1.2")  # 5+2: three small stops
    scene.tender("FdLR")
    found = value(scene.game, "FdLR", card, WAY)
    assert (found.revenue, found.income) == (30 + 10 + 20 + 0 + 10 + 20 + 30 + 100, 20)
    shorter = WAY.rpartition("-E23")[0]
    assert value(scene.game, "FdLR", card, shorter).revenue == 90  # without Madrid no bonus


@rule("18ESP-4.4.3.5")
def test_from_gijon_to_madrid_and_from_bilbao_to_barcelona() -> None:
    scene = Scene("7").major("CFLG").station("CFLG", "E3").open("D12")
    scene.build("E3 0 1; E5 0 3; E7 0 3; E9 1 3; D10 0 4; E19 0 2; E21 0 3; E23 3 5")
    (card,) = scene.trains("CFLG", "8&3+4")
    path = "E3.0-E5.0-E7.1-E9.0-D10-D12.0-D18.0-E19.1-E21.0-E23-F24.1"
    found = value(scene.game, "CFLG", card, path)
    assert found.revenue == 30 + 10 + 10 + 0 + 0 + 30 + 10 + 20 + 30 + 100
    scene = Scene("7").major("FdSB").station("FdSB", "K5").open("L8")
    scene.build("K5 0 1 2 3; K7 3 5; I17 2 5; J18 2 5; K19 2 5; L20 2 5")
    (card,) = scene.trains("FdSB", "8&3+4")
    path = "K5.0-K7-L8.0-H16.0-I17.0-J18-K19.0-L20-M21.1"
    assert value(scene.game, "FdSB", card, path).revenue == 40 + 0 + 30 + 10 + 20 + 30 + 100


@rule("18ESP-4.2.3.3", "18ESP-4.2.3.4")
def test_a_mine_or_its_town() -> None:
    scene, card = across()
    scene.tender("FdLR")
    town = value(scene.game, "FdLR", card, WAY)
    mine = value(scene.game, "FdLR", card, WAY.replace("E19.1", "E19.0"))
    assert (mine.revenue, mine.income) == (town.revenue - 10, town.income + 20)
    assert solution(scene.game, "FdLR").best.total == mine.revenue + mine.income
    gray, card = across("7", kind="8&1+2")
    town, mine = (
        value(gray.game, "FdLR", card, WAY.replace("E19.1", e)) for e in ("E19.1", "E19.0")
    )
    assert (town.income, mine.income) == (0, 0)
    assert mine.revenue == town.revenue - 10
    # In gray a mine brings nothing, but it is a stop.
    (plus,) = gray.trains("FdLR", "6+8")
    assert len(trace(gray.game, "H8.0-I7.0-J6.0").stops) == 3
    assert value(gray.game, "FdLR", plus, "H8.0-I7.0").revenue == 20


@rule("18ESP-4.2.3.4")
def test_never_mine_and_town_for_one_train() -> None:
    # V32
    scene = Scene("5").major("ZPB").build("I21 3 4; I19 0 5; J20 1/2; J20 0 2/1 3; J20 0 1 2 3 4")
    scene.station("ZPB", "J20")
    (card,) = scene.trains("ZPB", "5")
    refused_route(scene.game, "ZPB", card, "I21.0-J20.0-I19-I21.1", "18ESP-4.4.2.5")
    assert value(scene.game, "ZPB", card, "I21.0-J20.0").income == 10
    assert value(scene.game, "ZPB", card, "I21.1-J20.0").revenue == 60


@rule("18ESP-4.2.3.2")
@pytest.mark.parametrize(
    ("phase", "income"), [("2", 30), ("3", 20), ("4", 20), ("6", 10), ("7", 0)]
)
def test_what_a_mine_brings(phase: str, income: int) -> None:
    scene = Scene(phase).major("FdLR").build(NORTHERN).station("FdLR", "H8")
    (card,) = scene.trains("FdLR", "6+8")
    found = value(scene.game, "FdLR", card, "H8.0-I7.0-J6.0")
    assert (found.revenue, found.income) == (30, income)


@rule("18ESP-4.4.3.8", "18ESP-5.2.2.8", "18ESP-4.4.3.5")
def test_two_routes_that_meet_in_a_pass_have_no_bonus() -> None:
    scene = Scene("4").major("N").build(f"{NORTHERN}; {SOUTHERN}").open("H12")
    scene.station("N", "F24", 1).station("N", "H12")
    plus, four = scene.trains("N", "3+4", "4")
    north, south = WAY.partition("-H12.0-")[0] + "-H12.0", WAY_SOUTH
    found = value_of(scene.game, "N", (Route(plus, north), Route(four, south)))
    assert found.revenue == (30 + 10 + 20 + 30) + (30 + 10 + 20 + 30)


@rule("18ESP-4.4.2.10", "18ESP-4.4.2.12")
def test_no_route_from_east_to_east_over_a_pass() -> None:
    """V30: Irún - Bilbao - pass - San Sebastián - Bayonne."""
    scene = Scene("5").major("FdSB").build("K5 0 1 2 3; K5 0 1 2 3 4; K7 3 5; L4 1 5").open("L8")
    scene.station("FdSB", "K5")
    (card,) = scene.trains("FdSB", "5&2+3")
    path = "M5.0-L4-K5.0-K7-L8.0-H16.0"
    assert value(scene.game, "FdSB", card, path).revenue == 50 + 50 + 0 + 30
    refused_route(scene.game, "FdSB", card, f"{path}-I15.0", "18ESP-4.4.2.10")


LONG = "L4 1 5; C25 2 5; D26 2 4; E25 1 4; F24 0 1/2 3/0 4; F24 0 1 2 3 4 5; K5 1 2 3 4"
LONG_WAY = f"M5.0-L4-{WAY}-E25-D26-C25.0-B24.0".replace("F24.1", "F24.0")


@rule("18ESP-4.4.3.7", "18ESP-7.5", "18ESP-7.7")
@pytest.mark.parametrize(
    ("company", "last", "factor", "edition"),
    [
        ("FdLR", False, 1, "rulebook"),
        ("FdLR", True, 3, "rulebook"),
        ("N", True, 1, "rulebook"),
        ("N", False, 1, "online"),  # where both bring 200 (D16)
        ("FdLR", True, 2, "online"),  # and the last round twice as much (D17)
    ],
)
def test_both_bonuses_are_150_and_the_north_is_tripled_at_the_end(
    company: str, last: bool, factor: int, edition: str
) -> None:
    # V31 with our own way: 450 instead of 500 for such a route, three times that at the end
    bonus = 150 if edition == "rulebook" else 200
    scene = (
        Scene("7", edition=edition)
        .major(company)
        .build(f"{NORTHERN}; {SOUTHERN}; {LONG}")
        .open("H12")
    )
    scene.station(company, "H12")
    if last:
        scene.last_round()
    (card,) = scene.trains(company, "8&3+4")
    stops = 60 + 40 + 10 + 20 + 30 + 10 + 20 + 60 + 20 + 50  # the mine apart
    found = value(scene.game, company, card, LONG_WAY)
    assert (found.revenue, found.income) == (factor * (stops + bonus), 0)
    best = solution(scene.game, company).best
    assert best.revenue == found.revenue


@rule("18ESP-7.5")
def test_only_the_third_round_after_the_last_stock_round_is_tripled() -> None:
    scene = Scene("7").last_round()
    assert factor(scene.game, "FdLR") == 3
    Play(scene.game).set_round(part=2)
    assert factor(scene.game, "FdLR") == 1


@rule("18ESP-7.5", "18ESP-7.7")
def test_ports_and_mines_are_not_tripled() -> None:
    scene = Scene("6").major("CFEA").build("D6 2/3; C5 3 5").last_round()
    city = scene.stop("D6", 2)
    scene.station("CFEA", "D6", int(city[-1]))
    (card,) = scene.trains("CFEA", "5+6")
    found = value(scene.game, "CFEA", card, f"{city}-C5.0-C3.0-C1.0")
    assert (found.revenue, found.income) == (3 * 40, 10 + 20)


# --- passes and combined trains --------------------------------------------------------


@rule("18ESP-5.2.1.12")
def test_a_combined_train_must_stop_on_both_maps() -> None:
    scene, card = across()
    for path in ("H8.0-I7.0-J6.0", "H8.0-H10-H12.0"):
        refused_route(scene.game, "FdLR", card, path, "18ESP-5.2.1.12")
    assert value(scene.game, "FdLR", card, "H8.0-H10-H12.0-E19.1").revenue == 30


@rule("18ESP-5.2.0.15")
def test_a_closed_pass_is_no_stop() -> None:
    scene = Scene("3").major("FdLR").build(NORTHERN).station("FdLR", "H8")
    (card,) = scene.trains("FdLR", "3+4")
    refused_route(scene.game, "FdLR", card, "H8.0-H10-H12.0", "18ESP-4.4.2.1")
    scene.open("H12")
    assert value(scene.game, "FdLR", card, "H8.0-H10-H12.0").revenue == 20


@rule("18ESP-4.4.3.4", "18ESP-5.2.0.14")
@pytest.mark.parametrize(
    ("name", "worth", "south"),
    [("D12", 50, "D18"), ("H12", 30, ""), ("J10", 40, ""), ("L8", 40, "H16")],
)
def test_what_passes_are_worth(name: str, worth: int, south: str) -> None:
    scene = Scene("3").major("N").open(name).station("N", name)
    (card,) = scene.trains("N", "3")
    best = {"H12": "E19 0 3", "J10": "G17 0 3"}
    if name in best:
        scene.build(best[name])
    target = south + ".0" if south else best[name].split()[0] + ".1"
    found = value(scene.game, "N", card, f"{name}.0-{target}")
    assert found.revenue == worth + (30 if south else 10)


@rule("18ESP-4.4.2.1", "18ESP-5.2.2.7")
def test_a_station_in_a_pass_is_a_station_of_the_route() -> None:
    scene = Scene("3").major("N").open("H12").build("E19 0 3")
    (card,) = scene.trains("N", "3")
    refused_route(scene.game, "N", card, "H12.0-E19.1", "18ESP-4.4.2.1")
    scene.station("N", "H12")
    assert value(scene.game, "N", card, "H12.0-E19.1").revenue == 40


@rule("18ESP-4.4.2.7", "18ESP-4.4.2.8", "18ESP-4.2.1.9")
def test_small_companies_stay_out_of_passes_and_red_areas() -> None:
    scene = Scene("3", options=WITH_MH).small("MH").small("MS", 1).open("H12")
    scene.build("E19 0 3; E21 0 3; B26 2 5; C27 2 5").station("MH", "E21").station("MS", "C27")
    (card,), (other,) = scene.trains("MH", "3"), scene.trains("MS", "3")
    refused_route(scene.game, "MH", card, "E21.0-E19.1-H12.0", "18ESP-4.4.2.7")
    assert value(scene.game, "MH", card, "E21.0-E19.1").revenue == 30
    refused_route(scene.game, "MS", other, "C27.0-B26.0-A25.0", "18ESP-4.4.2.8")
    assert value(scene.game, "MS", other, "C27.0-B26.0").revenue == 40
    assert solution(scene.game, "MS").best.revenue == 40


def test_online_small_companies_may_end_in_a_pass() -> None:
    # D29
    scene = Scene("3", edition="online", options=WITH_MH).small("MH").open("H12")
    scene.build("E19 0 3; E21 0 3").station("MH", "E21")
    (card,) = scene.trains("MH", "3")
    assert value(scene.game, "MH", card, "E21.0-E19.1-H12.0").revenue == 30


# --- special trains --------------------------------------------------------------------


def fresa() -> Scene:
    scene = Scene("5").major("MCP").station("MCP", "F24").station("MCP", "G27")
    scene.build("F26 0 3/1 5; F28 3 4").trains("MCP", "2F")
    return scene


@rule("18ESP-2.2.16")
def test_the_first_route_of_the_strawberry_train() -> None:
    scene = fresa()  # V43
    aranjuez, toledo = scene.stop("F26", 3), scene.stop("F26", 5)
    refused_route(scene.game, "MCP", "2F-0", f"{toledo}-G27.0", "18ESP-2.2.16")
    game = scene.turn("MCP", "run_trains")
    refused(game, run(**{"2F-0": f"{toledo}-G27.0"}), "18ESP-2.2.16")
    assert solution(game, "MCP").best.revenue == 40
    game.play(run(**{"2F-0": f"F24.0-{aranjuez}"}))
    assert value(game, "MCP", "2F-0", f"{toledo}-G27.0").revenue == 40


@rule("18ESP-2.2.16")
def test_another_train_does_not_run_for_the_strawberry_train() -> None:
    scene = fresa()
    (card,) = scene.trains("MCP", "5")
    game = scene.turn("MCP", "run_trains").play(run(**{card: f"F24.0-{scene.stop('F26', 3)}"}))
    refused_route(game, "MCP", "2F-0", f"{scene.stop('F26', 5)}-G27.0", "18ESP-2.2.16")


@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_online_the_strawberry_train_visits_madrid_too(edition: str) -> None:
    scene = Scene("5", edition=edition).major("MCP").station("MCP", "F24").station("MCP", "G27")
    scene.build("F26 1 4/3 5").trains("MCP", "2F")
    aranjuez = scene.stop("F26", 3)
    if edition == "online":  # D25
        refused_route(scene.game, "MCP", "2F-0", f"{aranjuez}-G27.0", "18ESP-2.2.16")
    else:
        assert value(scene.game, "MCP", "2F-0", f"{aranjuez}-G27.0").revenue == 40
    assert value(scene.game, "MCP", "2F-0", f"F24.0-{aranjuez}").revenue == 40


@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_online_toledo_will_do_for_the_strawberry_train(edition: str) -> None:
    scene = Scene("5", edition=edition).major("MCP").station("MCP", "F24")
    scene.build("E25 4 5; F26 0 3/2 4").trains("MCP", "2F")
    toledo = f"F24.0-E25-{scene.stop('F26', 2)}"
    if edition == "online":  # D25: the hexes of Aranjuez and Madrid, whichever town
        assert value(scene.game, "MCP", "2F-0", toledo).revenue == 40
    else:
        refused_route(scene.game, "MCP", "2F-0", toledo, "18ESP-2.2.16")


@rule("18ESP-4.4.2.14", "18ESP-4.5.3")
def test_who_has_no_track_for_its_trains_is_not_asked_to_run() -> None:
    scene = Scene("3").major("N").done("N").open("H12").build("H8 0 4; H10 0 3")
    scene.station("N", "F24", 1).station("N", "H12").trains("N", "3")
    game = scene.turn("N", "run_trains")
    assert game.step.id == "trains"
    assert game.definition.market.price[game.state.cell["N"]] == 70


@rule("18ESP-2.2.15")
def test_the_strawberry_train_runs_without_another_train() -> None:
    scene = fresa()
    game = scene.turn("MCP", "run_trains")
    assert game.step.id == "run_trains"
    assert scene.state.trains["MCP"] == ("2F-0",)


@rule("18ESP-4.4.3.10", "18ESP-2.2.10")
def test_a_train_that_came_with_a_pioneer_rests() -> None:
    scene = lisbon()
    card, late = scene.trains("CRB", "3", "2B")
    game = scene.turn("CRB", "run_trains")
    Play(game).set_turn(idle=frozenset({late}))
    refused(game, run(**{late: "B26.0-C27.0"}), "18ESP-4.4.3.10")
    assert [train for train, _ in solution(game, "CRB").best.routes] == [card]


@rule("18ESP-4.4.3.1")
def test_the_director_need_not_run_the_best() -> None:
    scene = lisbon()
    one, _ = scene.trains("CRB", "3", "3")
    game = scene.turn("CRB", "run_trains")
    routes = (Route(one, "B26.0-C27.0"),)
    assert assess(game, "CRB", routes).loss > 0
    game.play(run(**{one: "B26.0-C27.0"}))
    assert game.state.turn is not None
    assert game.state.turn.revenue == 50


@rule("18ESP-4.4.3.1")
def test_a_train_runs_one_route() -> None:
    scene = lisbon()
    (card,) = scene.trains("CRB", "3")
    with pytest.raises(dieciocho.IllegalAction) as caught:
        value_of(scene.game, "CRB", (Route(card, "B26.0-C27.0"), Route(card, "B26.0-C25.0")))
    assert caught.value.rule == "18ESP-4.4.3.1"


@rule("18ESP-4.4.3.2")
def test_printed_values() -> None:
    scene = Scene("3").major("N").station("N", "G27").build("H26 1 4; F28 3 4; F26 0 3/1 5")
    (card,) = scene.trains("N", "3")
    town = scene.stop("F26", 5)
    assert value(scene.game, "N", card, f"{town}-G27.0-F28.0").revenue == 10 + 30 + 10
    colours = ("yellow", "green", "brown", "gray")
    hexes = scene.game.definition.hexes
    shown = {
        name: tuple(hexes[name].printed.tile.stops[0].value(colour) for colour in colours)
        for name in ("C1", "E1", "K3", "B34", "L26", "A5", "J16", "K15", "A25", "D18", "H16", "J30")
    }
    assert shown == {
        "C1": (40, 30, 20, 20),
        "E1": (20, 30, 40, 50),
        "K3": (0, 30, 40, 50),
        "B34": (40, 30, 30, 40),
        "L26": (20, 30, 50, 60),
        "A5": (0, 30, 40, 50),
        "J16": (0, 50, 60, 80),
        "K15": (0, 50, 60, 80),
        "A25": (0, 30, 50, 60),
        "D18": (30, 30, 30, 30),
        "H16": (30, 30, 30, 30),
        "J30": (20, 20, 20, 20),
    }


@rule("18ESP-4.2.3.8", "18ESP-4.2.3.4")
def test_the_mine_of_leon_lies_on_one_line() -> None:
    scene = Scene("3").major("N").open("D12").station("N", "D12").build("D20 3 5")
    (card,) = scene.trains("N", "3")
    assert value(scene.game, "N", card, "D12.0-D18.1").income == 20
    assert value(scene.game, "N", card, "D12.0-D18.0-D20.0").revenue == 50 + 30 + 10
    refused_route(scene.game, "N", card, "D12.0-D18.1-D20.0", "18ESP-4.4.2.1")
