"""Trains and routes of 18ESP (sections 4.4, 5.2 and 7), with the examples of the rulebook."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import Choose, Dividend, Route
from dieciocho.engine.earnings import RunValue, solution, value_of
from dieciocho.engine.game import Play
from dieciocho.engine.routes import trace
from dieciocho.games.g18esp.connection import joined

from ..support import refused, rule
from .scenes import Scene, run
from .ways import NORTHERN, SOUTHERN, across, lisbon, refused_route, value

# --- the examples of the rulebook ------------------------------------------------------


def muros(tender: bool) -> tuple[Scene, str, str]:
    """T4: CFEA runs from Oviedo past a mine and Muros to the port of San Esteban."""
    scene = Scene("2").major("CFEA", held={0: 5, 1: 1}, price=100).done("CFEA")
    scene.build("D6 2/3; C5 3 5")
    city = scene.stop("D6", 2)
    scene.station("CFEA", "D6", int(city[-1]))
    if tender:
        scene.tender("CFEA")
    return scene, scene.trains("CFEA", "1+2")[0], f"{city}-C5.0-C3.0-C1.0"


@rule("18ESP-2.2.24", "18ESP-4.4.1.2", "18ESP-4.4.1.3", "18ESP-4.4.3.3", "18ESP-4.5.6")
def test_a_tender_reaches_one_small_stop_more() -> None:
    scene, card, path = muros(tender=True)
    game = scene.turn("CFEA", "run_trains")
    before, owner = scene.state.cash["CFEA"], scene.state.cash[0]
    game.play(run(**{card: path}))
    assert scene.state.cash["CFEA"] == before + 30 + 40  # mine and port, at once
    game.play(Dividend("pay"))
    assert scene.state.cash["CFEA"] == before + 70
    assert scene.state.cash[0] == owner + 5 * 4
    assert game.definition.market.price[game.state.cell["CFEA"]] == 110


@rule("18ESP-4.5.2", "18ESP-4.4.3.3")
def test_what_is_withheld_joins_the_income_of_mine_and_port() -> None:
    scene, card, path = muros(tender=True)
    game = scene.turn("CFEA", "run_trains")
    before = scene.state.cash["CFEA"]
    game.play(run(**{card: path})).play(Dividend("keep"))
    assert scene.state.cash["CFEA"] == before + 70 + 40
    assert game.definition.market.price[game.state.cell["CFEA"]] == 90


@rule("18ESP-4.4.1.2", "18ESP-2.2.24")
def test_without_a_tender_three_small_stops_are_too_many() -> None:
    # T4b
    scene, card, path = muros(tender=False)
    refused_route(scene.game, "CFEA", card, path, "18ESP-4.4.1.2")
    short = path.rpartition("-")[0]
    assert value(scene.game, "CFEA", card, short) == RunValue(((40, 0),), 40, 0, 30, (30,))


@rule("18ESP-2.2.23", "18ESP-2.2.24")
def test_the_tender_serves_one_train_of_a_run_and_any_kind_of_train() -> None:
    scene = Scene("3").major("CRB").tender("CRB").station("CRB", "B26")
    scene.build("B26 2 5; B26 1 2 4 5; C25 1 3; C23 0 4")
    one, other = scene.trains("CRB", "2", "2")
    refused_route(scene.game, "CRB", one, "A25.0-B26.0-C25.0-C23.0", "18ESP-4.4.1.1")
    short, three = "A25.0-B26.0", "B26.0-C25.0-C23.0"
    assert value(scene.game, "CRB", one, three).income == 20
    assert value(scene.game, "CRB", other, three).income == 20
    both = (Route(one, three), Route(other, short))
    assert value_of(scene.game, "CRB", both).revenue == 50 + 60
    Play(scene.game).set_facts(tenders=frozenset())
    refused_route(scene.game, "CRB", one, three, "18ESP-4.4.1.1")


@rule("18ESP-2.2.23")
def test_there_is_one_tender_for_all_trains() -> None:
    scene = Scene("3").major("CRB").tender("CRB").station("CRB", "B26")
    scene.build("B26 2 5; B26 1 2 4 5; C25 1 3; C23 0 4; C27 1 2; B28 0 4; B30 3 5")
    one, other = scene.trains("CRB", "2", "2")
    both = (Route(one, "B26.0-C25.0-C23.0"), Route(other, "B26.0-C27.0-B28-B30.1"))
    for route in both:
        assert value_of(scene.game, "CRB", (route,)).revenue >= 50
    with pytest.raises(dieciocho.IllegalAction) as caught:
        value_of(scene.game, "CRB", both)
    assert caught.value.rule == "18ESP-2.2.23"


def test_online_the_tender_is_given_to_a_train_before_it_runs() -> None:
    scene = Scene("3", edition="online").major("CRB").tender("CRB").station("CRB", "B26")
    scene.build("B26 2 5; B26 1 2 4 5; C25 1 3; C23 0 4")
    two, three = scene.trains("CRB", "2", "3")
    long, longer = "B26.0-C25.0-C23.0", "A25.0-B26.0-C25.0-C23.0"
    game = scene.turn("CRB", "run_trains")
    refused_route(game, "CRB", two, long, "18ESP-4.4.1.1")
    game.play(Choose(three))
    refused(game, Choose(two))
    refused_route(game, "CRB", two, long, "18ESP-4.4.1.1")
    assert value(game, "CRB", three, longer).income == 20


def green_north() -> Scene:
    """T5: the green phase of N, a station in Reinosa, Bilbao full without N, the pass open."""
    scene = Scene("3").major("N").major("FdSB", 1).major("FdLR", 2)
    scene.build(f"{NORTHERN}; {SOUTHERN}; K5 1 2 3 4; H8 0 2 3 4; E21 0 1 3 4; D22 2 4")
    scene.build("F24 0 1/2 3/0 4; J4 1 5").open("H12").tender("N")
    scene.station("FdSB", "K5").station("FdLR", "K5")
    return scene.station("N", "F24", 1).station("N", "H8").station("FdLR", "H8")


@rule("18ESP-5.2.0.14", "18ESP-4.4.3.4", "18ESP-4.2.3.2", "18ESP-5.2.2.7", "18ESP-4.4.3.9")
def test_a_pass_without_an_own_station_is_worth_nothing_but_counts() -> None:
    scene = green_north()
    plus, four = scene.trains("N", "3+4", "4")
    path = "H12.0-H10-H8.0-I7.0-J6.0-K5.0"
    assert value(scene.game, "N", plus, path) == RunValue(((80, 0),), 80, 0, 20, (20,))
    south = "F24.1-E23-E21.0-D22.0-C21.0"
    assert value(scene.game, "N", four, south).revenue == 120  # T5b
    both = (Route(plus, path), Route(four, south))
    assert value_of(scene.game, "N", both).revenue == 200
    scene.station("N", "H12")
    assert value(scene.game, "N", plus, path).revenue == 110


@rule("18ESP-4.4.2.2", "18ESP-5.2.0.13")
def test_a_full_city_ends_the_route() -> None:
    scene = green_north()
    (plus,) = scene.trains("N", "3+4")
    refused_route(scene.game, "N", plus, "H8.0-I7.0-J6.0-K5.0-J4.0", "18ESP-4.4.2.2")
    assert value(scene.game, "N", plus, "H8.0-I7.0-J6.0-K5.0").revenue == 80
    # A company with a station in Bilbao goes on.
    (own,) = scene.trains("FdSB", "3+4")
    assert value(scene.game, "FdSB", own, "J6.0-K5.0-J4.0").revenue == 60
    # And FdSB ends in full Reinosa, though the pass beyond is open (T3).
    scene.station("N", "H12")
    refused_route(scene.game, "FdSB", own, "K5.0-J6.0-I7.0-H8.0-H10-H12.0", "18ESP-4.4.2.2")
    assert value(scene.game, "FdSB", own, "K5.0-J6.0-I7.0-H8.0").revenue == 80


@rule("18ESP-4.4.2.2")
def test_from_the_south_past_reinosa_and_bilbao() -> None:
    """T3b, T3c: N is in Reinosa but not in full Bilbao; FdLR is in both."""
    scene = Scene("5").major("N").major("FdSB", 1).major("FdLR", 2)
    scene.build(f"{NORTHERN}; {SOUTHERN}; K5 1 2 3 4; H8 0 2 3 4; J4 1 5; L4 1 5").open("H12")
    scene.station("FdSB", "K5").station("FdLR", "K5").station("N", "H8").station("FdLR", "H8")
    (own,), (other,) = scene.trains("N", "5&2+3"), scene.trains("FdLR", "4+5&3")
    path = "E21.0-E19.1-H12.0-H10-H8.0-I7.0-J6.0-K5.0"
    assert value(scene.game, "N", own, path).revenue == 20 + 10 + 0 + 30 + 10 + 40
    for beyond in ("L4-M5.0", "J4.0"):
        refused_route(scene.game, "N", own, f"{path}-{beyond}", "18ESP-4.4.2.2")
        assert value(scene.game, "FdLR", other, f"{path}-{beyond}").revenue >= 120


@rule("18ESP-5.2.0.13", "18ESP-4.4.2.2")
def test_two_stations_of_others_block_a_pass() -> None:
    # V28
    scene, card = across()
    scene.major("CFLG", 1).major("N", 1).station("CFLG", "H12")
    path = "H8.0-H10-H12.0-E19.1-E21.0"
    assert value(scene.game, "FdLR", card, path).revenue == 20 + 0 + 10 + 20
    scene.station("N", "H12")
    refused_route(scene.game, "FdLR", card, path, "18ESP-4.4.2.2")
    (plus,) = scene.trains("FdLR", "3+4")
    assert value(scene.game, "FdLR", plus, "H8.0-H10-H12.0").revenue == 20


@rule("18ESP-4.4.2.14", "18ESP-5.2.1.1", "18ESP-4.4.2.9")
def test_only_a_combined_train_goes_through_a_pass() -> None:
    scene = green_north()
    plus, four, idle = scene.trains("N", "3+4", "4", "4")
    for card in (plus, four):  # T5d
        refused_route(scene.game, "N", card, "H8.0-H10-H12.0-E19.1", "18ESP-4.4.2.14")
    south = (Route(four, "F24.1-E23-E21.0-D22.0-C21.0"), Route(idle, "F24.1-E23-E21.0"))
    with pytest.raises(dieciocho.IllegalAction) as caught:
        value_of(scene.game, "N", south)
    assert caught.value.rule == "18ESP-4.4.2.9"
    # With a station in the pass the second train has a route of its own (T5c).
    scene.station("N", "H12")
    free = (south[0], Route(idle, "H12.0-E19.1-E21.0"))
    assert value_of(scene.game, "N", free).revenue == 120 + 30 + 10 + 30


@rule("18ESP-4.5.4", "18ESP-4.5.6", "18ESP-4.2.3.2", "18ESP-4.4.3.2", "18ESP-6.11")
def test_shares_in_the_market_pay_the_treasury_and_reserved_ones_nobody() -> None:
    scene = lisbon()
    one, other = scene.trains("CRB", "3", "3")
    game = scene.turn("CRB", "run_trains")
    cash = dict(scene.state.cash)
    game.play(run(**{one: "A25.0-B26.0-C27.0", other: "B26.0-C25.0-C23.0"}))
    assert game.state.turn is not None
    assert (game.state.turn.revenue, game.state.turn.bonus_income) == (130, 20)
    game.play(Dividend("pay"))
    now = scene.game.state.cash
    assert now[0] - cash[0] == 65
    assert now[1] - cash[1] == 26
    assert now["CRB"] - cash["CRB"] == 20 + 26
    assert game.definition.market.price[game.state.cell["CRB"]] == 144


@rule("18ESP-4.5.2", "18ESP-4.5.1")
def test_all_or_nothing_is_withheld() -> None:
    scene = lisbon()
    one, other = scene.trains("CRB", "3", "3")
    game = scene.turn("CRB", "run_trains")
    cash = scene.state.cash["CRB"]
    game.play(run(**{one: "A25.0-B26.0-C27.0", other: "B26.0-C25.0-C23.0"}))
    game.play(Dividend("keep"))
    assert game.state.cash["CRB"] - cash == 150
    assert game.definition.market.price[game.state.cell["CRB"]] == 120


@rule("18ESP-4.4.2.9")
def test_two_trains_enter_lisbon_by_different_ways() -> None:
    # T6c
    scene = lisbon()
    one, other = scene.trains("CRB", "3", "3")
    routes = (Route(one, "A25.0-B26.0-C27.0"), Route(other, "A27.0-B26.0-C25.0"))
    assert value_of(scene.game, "CRB", routes).revenue == 80 + 80
    shared = (routes[0], Route(other, "A25.0-B26.0-C25.0"))
    with pytest.raises(dieciocho.IllegalAction) as caught:
        value_of(scene.game, "CRB", shared)
    assert caught.value.rule == "18ESP-4.4.2.9"


# --- what a route is -------------------------------------------------------------------


@rule("18ESP-4.4.2.1", "18ESP-4.4.2.6")
def test_a_route_has_two_stops_and_an_own_station() -> None:
    scene = lisbon("; D22 1 4")
    (card,) = scene.trains("CRB", "4")
    refused_route(scene.game, "CRB", card, "B26.0", "18ESP-4.4.2.1")
    refused_route(scene.game, "CRB", card, "C25.0-C23.0", "18ESP-4.4.2.1")
    refused_route(scene.game, "CRB", card, "B26-C25.0", "18ESP-4.4.2.6")
    assert value(scene.game, "CRB", card, "B26.0-C25.0").revenue == 50


@rule("18ESP-4.4.2.6")
def test_red_areas_and_ports_are_ends_only() -> None:
    scene = Scene("3").major("CRB").station("CRB", "B26")
    scene.build("B26 1 4; B26 0 1 3 4; B28 2 4; C27 1 3; C25 0 1")
    (card,) = scene.trains("CRB", "4")
    assert value(scene.game, "CRB", card, "B26.0-A27.0").revenue == 60
    through = "B26.0-A27.0-B28-C27.0"
    refused_route(scene.game, "CRB", card, through, "18ESP-4.4.2.6")


@rule("18ESP-4.4.1.4")
def test_no_stop_is_skipped() -> None:
    scene = lisbon()
    (card,) = scene.trains("CRB", "4")
    refused_route(scene.game, "CRB", card, "B26.0-C25-C23.0", "18ESP-4.4.1.4")


@rule("18ESP-4.4.1.1")
def test_a_conventional_train_counts_every_stop() -> None:
    scene = lisbon()
    two, three = scene.trains("CRB", "2", "3")
    path = "B26.0-C25.0-C23.0"
    refused_route(scene.game, "CRB", two, path, "18ESP-4.4.1.1")
    assert value(scene.game, "CRB", three, path).revenue == 50
    refused_route(scene.game, "CRB", three, f"C27.0-{path}", "18ESP-4.4.1.1")


@rule("18ESP-4.4.1.1", "18ESP-4.4.1.2", "18ESP-4.2.0.2")
def test_each_kind_of_train_keeps_to_its_gauge() -> None:
    scene = Scene("3").major("N").build(f"{NORTHERN}; {SOUTHERN}")
    scene.station("N", "F24", 1).station("N", "H8")
    plus, four = scene.trains("N", "2+3", "3")
    refused_route(scene.game, "N", four, "H8.0-I7.0", "18ESP-4.4.2.14")
    refused_route(scene.game, "N", plus, "F24.1-E23-E21.0", "18ESP-4.4.2.14")
    assert value(scene.game, "N", plus, "H8.0-I7.0-J6.0").revenue == 30
    assert value(scene.game, "N", four, "F24.1-E23-E21.0").revenue == 50


@rule("18ESP-4.4.1.2", "18ESP-4.4.1.3")
def test_a_plus_train_limits_large_stops_apart() -> None:
    scene = green_north()
    (plus,) = scene.trains("N", "2+3")
    path = "H12.0-H10-H8.0-I7.0-J6.0-K5.0"  # pass, city, mine, town, city
    refused_route(scene.game, "N", plus, path, "18ESP-4.4.1.2")
    assert value(scene.game, "N", plus, "H8.0-I7.0-J6.0-K5.0").revenue == 80
    # Small stops may stand for large ones, not the other way round.
    (one,) = scene.trains("N", "1+2")
    assert value(scene.game, "N", one, "H8.0-I7.0-J6.0").revenue == 40
    refused_route(scene.game, "N", one, "H12.0-H10-H8.0", "18ESP-4.4.1.2")


@rule("18ESP-4.4.2.3")
def test_no_stretch_of_track_twice() -> None:
    scene = lisbon()
    (card,) = scene.trains("CRB", "4")
    refused_route(scene.game, "CRB", card, "B26.0-C25.0-B26.0", "18ESP-4.4.2.3")


@rule("18ESP-4.4.2.4")
@pytest.mark.parametrize(
    ("tile", "loop", "way", "legal"),
    [
        ("20", "I23 0 5; J24 1 2", "I23.0-J24.1", True),  # 0-3 and 1-4 cross
        ("18", "I23 0 1; H24 4 5", "I23.0-H24", False),  # 0-3 and 1-2 do not
    ],
)
def test_a_plain_tile_is_passed_twice_only_where_its_tracks_cross(
    tile: str, loop: str, way: str, legal: bool
) -> None:
    scene = Scene("3").major("MCP").station("MCP", "G27")
    scene.build(f"I29 0 3; I27 0 3; H26 1 4; {loop}").tiles(f"I25 9 0; I25 {tile} 0")
    (card,) = scene.trains("MCP", "4")
    path = f"I29.0-I27-I25-{way}-I25-H26-G27.0"
    best = solution(scene.game, "MCP").best
    if legal:
        assert value(scene.game, "MCP", card, path).revenue == 30 + 10 + 30
        assert len(trace(scene.game, best.routes[0][1]).stops) == 4
    else:
        refused_route(scene.game, "MCP", card, path, "18ESP-4.4.2.4")
        assert best.total == 30 + 20
        online = Scene("3", edition="online").major("MCP").station("MCP", "G27")
        online.build(f"I29 0 3; I27 0 3; H26 1 4; {loop}").tiles(f"I25 9 0; I25 {tile} 0")
        (card,) = online.trains("MCP", "4")
        assert value(online.game, "MCP", card, path).revenue == 60


@rule("18ESP-4.4.2.5")
def test_no_stop_twice() -> None:
    scene = Scene("3").major("CRB").station("CRB", "B26")
    scene.build("B26 0 5; C27 1 2; B28 3 4")
    (card,) = scene.trains("CRB", "4")
    refused_route(scene.game, "CRB", card, "B26.0-C27.0-B28-B26.0", "18ESP-4.4.2.5")


@rule("18ESP-4.4.2.5")
def test_both_cities_of_a_double_hex_on_one_route() -> None:
    scene = Scene("3").major("CFEA").build("D6 2/3; C5 4 5; D4 0 1")
    one, other = scene.stop("D6", 2), scene.stop("D6", 3)
    scene.station("CFEA", "D6", int(one[-1]))
    (card,) = scene.trains("CFEA", "3+4")
    found = value(scene.game, "CFEA", card, f"{one}-C5.0-D4.0-{other}")
    assert (found.revenue, found.income) == (30 + 20 + 30, 20)


@rule("18ESP-4.4.2.5")
def test_madrid_is_one_stop() -> None:
    scene = Scene("3").major("MCP").station("MCP", "F24").build("E25 3 4; E23 0 5")
    (card,) = scene.trains("MCP", "4")
    refused_route(scene.game, "MCP", card, "F24.0-E25-E23-F24.1", "18ESP-4.4.2.5")


@rule("18ESP-4.4.2.5")
def test_the_two_towns_of_f26_are_two_stops() -> None:
    for edition, legal in (("rulebook", True), ("online", False)):
        scene = Scene("5", edition=edition).major("MCP").station("MCP", "F24")
        scene.build("F26 0 3/1 5; F28 3 4")
        (card,) = scene.trains("MCP", "5")
        first, second = scene.stop("F26", 3), scene.stop("F26", 5)
        path = f"F24.0-{first}-F28.0-G27.0-{second}"
        if legal:
            assert value(scene.game, "MCP", card, path).revenue == 30 + 10 + 10 + 30 + 10
        else:
            refused_route(scene.game, "MCP", card, path, "18ESP-4.4.2.5")


@rule("18ESP-4.4.2.15", "18ESP-4.4.2.9")
def test_the_south_side_of_madrid_is_one_stretch() -> None:
    scene = Scene("3").major("MCP").major("MZA", 1).station("MCP", "F24").station("MZA", "F24", 2)
    scene.build("F26 0 3/1 5; F28 3 4")
    town = scene.stop("F26", 3)
    (one,), (other,) = scene.trains("MCP", "3"), scene.trains("MZA", "3")
    assert value(scene.game, "MCP", one, f"F24.0-{town}").revenue == 40
    assert value(scene.game, "MZA", other, f"F24.2-{town}").revenue == 40
    scene.state.stations["F24", 2] = ("MCP",)
    (more,) = scene.trains("MCP", "3")
    with pytest.raises(dieciocho.IllegalAction) as caught:
        value_of(
            scene.game, "MCP", (Route(one, f"F24.0-{town}"), Route(more, f"F24.2-{town}-F28.0"))
        )
    assert caught.value.rule == "18ESP-4.4.2.9"


# --- the way to a destination ----------------------------------------------------------


@rule("18ESP-5.1.1.5")
def test_the_way_to_a_destination_does_not_turn_back() -> None:
    scene = Scene("3").build("C25 2 5; D26 2 5; D26 2 5/3 5; E27 0 2; E29 0 3; D24 0 3")
    assert joined(scene.game, ("C25", 0), "E29")
    assert not joined(scene.game, ("C25", 0), "D24")  # only by turning back in Córdoba
    assert joined(scene.game, ("E29", 0), "D24")


@rule("18ESP-5.1.1.5", "18ESP-4.4.2.6")
@pytest.mark.parametrize(("edition", "through"), [("rulebook", False), ("online", True)])
def test_the_way_to_a_destination_does_not_lead_through_a_red_area(
    edition: str, through: bool
) -> None:
    scene = Scene("3", edition=edition).build("B26 3 5; C25 2 5")
    assert joined(scene.game, ("B26", 0), "B24")
    assert joined(scene.game, ("B26", 0), "C25") == through  # over Castelo Branco (D37)
