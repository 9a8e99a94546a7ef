"""Goals, capital, phases and what they do to trains (sections 5.1 and 6)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import (
    BuyTrain,
    Choose,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceStation,
    Use,
)
from dieciocho.engine.components import Kind
from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK, OUT, LastRun
from dieciocho.games.g18esp.actions import Absorb, OpenPass
from dieciocho.games.g18esp.facts import REMOVED, facts
from dieciocho.games.g18esp.forced import must_buy, usable
from dieciocho.games.g18esp.goals import destination_reached, reach_goal
from dieciocho.games.g18esp.rounds import export_train
from dieciocho.games.g18esp.stations import available

from ..support import legal, listed, refused, rule
from .scenes import Scene, run
from .ways import NORTHERN, SOUTHERN

ASTURIAS = "D6 2/3; C5 3 5"  # Oviedo - mine - Muros - port


def oviedo(phase: str = "3", options: dict[str, str] | None = None) -> tuple[Scene, str]:
    scene = Scene(phase, options=options).major("CFEA").build(ASTURIAS)
    city = scene.stop("D6", 2)
    return scene.station("CFEA", "D6", int(city[-1])), city


def cash_of(game: Game, company: str) -> int:
    return game.state.cash[company]


# --- destinations ----------------------------------------------------------------------


@rule("18ESP-5.1.1.2", "18ESP-5.1.1.5", "18ESP-5.1.1.7", "18ESP-5.1.2.2", "18ESP-5.1.2.3")
def test_track_to_the_destination_is_a_goal() -> None:
    scene = Scene("3").major("MCP", par=90, price=126).build("E25 1 4; D26 2 4")
    game = scene.station("MCP", "F24").turn("MCP")
    cash = cash_of(game, "MCP")
    game.play(LayTile("C25", "57", 2))
    assert facts(game).goals["MCP"] == ("destination",)
    assert cash_of(game, "MCP") == cash - 10 + 90  # PAR, not the price
    assert available(game, "MCP") == 2


@rule("18ESP-5.1.1.7", "18ESP-5.1.1.5")
def test_others_may_build_the_way_and_stations_do_not_matter() -> None:
    scene = Scene("3").major("FdSB", 1).station("FdSB", "I5").major("FdLR").station("FdLR", "H8")
    scene.build("H8 0 4; I7 1 4; K5 0 1 2 3").station("FdLR", "K5")
    scene.major("CFLG", 2).station("CFLG", "E3").station("CFLG", "K5").done("CFLG")
    assert "FdSB" not in facts(scene.game).goals
    game = scene.turn("FdLR")
    game.play(LayTile("J6", "74", 1))
    assert facts(game).goals["FdLR"] == ("destination",)  # into Bilbao, full of stations
    assert "FdSB" not in facts(game).goals


@rule("18ESP-5.1.1.8")
def test_no_destination_before_the_home_station() -> None:
    scene = Scene("3").major("MCP").major("N", 1).station("N", "F24", 1)
    scene.build("E25 1 4; D26 2 4; C25 2 5; E23 3 5")
    game = scene.turn("N").play(LayTile("E21", "57", 0))
    assert "N" in facts(game).goals
    assert "MCP" not in facts(game).goals
    game = scene.turn("MCP", "home")
    assert facts(game).goals["MCP"] == ("destination",)


# From Reinosa down over Alar del Rey and up over País Vasco 2 to Bilbao.
TWO_PASSES = "H8 0 4; H10 0 3; E19 3 4; F18 1 4; G17 1 4; K5 0 1 2 3; K7 3 5"
ONE_MAP = {"destination_in_one_map": "yes"}


@rule("18ESP-5.1.1.5")
@pytest.mark.parametrize(
    ("passes", "edition", "version", "options", "counts"),
    [
        (("H12", "L8"), "rulebook", 2, {}, True),
        (("H12",), "rulebook", 2, {}, False),
        ((), "rulebook", 2, {}, False),
        (("H12", "L8"), "rulebook", 2, ONE_MAP, False),
        (("H12", "L8"), "rulebook", 1, {}, False),
        ((), "online", 2, {}, True),  # D37
    ],
)
def test_the_way_leads_over_open_passes(
    passes: tuple[str, ...], edition: str, version: int, options: dict[str, str], counts: bool
) -> None:
    scene = Scene("3", edition=edition, version=version, options=options).major("FdLR")
    scene.build(TWO_PASSES).open(*passes).station("FdLR", "H8")
    assert destination_reached(scene.game, "FdLR") == counts
    scene.build("I7 1 4; J6 1 4")
    assert destination_reached(scene.game, "FdLR")


@rule("18ESP-5.1.1.5", "18ESP-5.1.1.7")
def test_opening_a_pass_may_reach_the_destination() -> None:
    """V52: the second pass is opened, and stations of others there do not matter."""
    scene = Scene("3").major("FdLR").major("FdSB", 1).done("FdSB").build(TWO_PASSES).open("H12")
    scene.station("FdLR", "H8").station("FdSB", "I5").station("FdSB", "K5")
    for other, city in (("N", 1), ("MCP", 0)):
        scene.major(other, 2).station(other, "F24", city).station(other, "H12").done(other)
    game = scene.turn("FdSB")
    assert not destination_reached(game, "FdLR")
    game.play(OpenPass("L8"))
    assert facts(game).goals["FdLR"] == ("destination",)


@rule("18ESP-5.1.1.5")
def test_red_areas_and_ports_end_the_way() -> None:
    """TBF gets to Perpignan over Toulouse only online."""
    for edition, counts in (("rulebook", False), ("online", True)):
        options = {"setup": "random", "out": "SFVA FdC N A MZA MH CSE CA"}
        options |= {"pioneer6": "CRB", "pioneer7": "FdLR"}
        scene = Scene("3", edition=edition, options=options).major("TBF")
        # Tarragona - Toulouse - Perpignan
        scene.build("L22 2 3; L20 0 3; L18 0 4; M19 3 4").station("TBF", "L22")
        assert destination_reached(scene.game, "TBF") == counts


def test_online_the_connection_is_declared_before_the_turn_goes_on() -> None:
    scene = Scene("3", edition="online").major("MCP", par=90).build("E25 1 4; D26 2 4")
    game = scene.station("MCP", "F24").turn("MCP")
    game.play(LayTile("C25", "57", 2))
    assert "MCP" not in facts(game).goals
    refused(game, Pass(), "18ESP-5.1.1.7")
    game.play(Use("connection"))
    assert facts(game).goals["MCP"] == ("destination",)


@rule("18ESP-5.1.1.7", "18ESP-5.1.3.2", "18ESP-5.1.3.4")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_the_station_of_a_destination_serves_in_the_same_turn(edition: str) -> None:
    scene = Scene("3", edition=edition).major("MCP").build("E25 1 4; D26 2 4; E21 0 3; E23 0 3")
    scene.station("MCP", "F24").station("MCP", "E21")
    game = scene.turn("MCP")
    assert available(game, "MCP") == 0
    game.play(LayTile("C25", "57", 2))
    if edition == "online":
        game.play(Use("connection"))
    game.play(PlaceStation("C25", 0))
    assert available(game, "MCP") == 0


@rule("18ESP-5.1.1.7", "18ESP-2.2.8")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_the_tile_of_pioneer_1_may_reach_the_destination(edition: str) -> None:
    """Langreo is a mine."""
    scene = Scene("3", edition=edition).major("CFLG").build("E3 0 3; E5 0 3").pioneers(P1="CFLG")
    game = scene.station("CFLG", "E3").turn("CFLG")
    game.play(LayTile("E7", "L100", 0, "P1"))
    if edition == "online":
        game.play(Use("connection"))
    assert facts(game).goals["CFLG"] == ("destination",)


def test_online_every_station_counts_for_the_destination() -> None:
    for edition, counts in (("rulebook", False), ("online", True)):
        scene = Scene("3", edition=edition).major("MCP").station("MCP", "F24")
        scene.build("B26 1 4; C25 1 4").station("MCP", "B26")
        assert destination_reached(scene.game, "MCP") == counts


# --- goals by running ------------------------------------------------------------------


@rule("18ESP-5.1.1.2", "18ESP-5.1.1.6", "18ESP-5.1.1.9")
def test_mine_and_port_on_one_route() -> None:
    scene, city = oviedo()
    (card,) = scene.trains("CFEA", "2+3")
    game = scene.turn("CFEA", "run_trains")
    cash = cash_of(game, "CFEA")
    game.play(run(**{card: f"{city}-C5.0-C3.0-C1.0"}))
    assert facts(game).goals["CFEA"] == ("mine_port",)
    assert cash_of(game, "CFEA") == cash + 80 + 20 + 30  # at once, before the earnings
    assert game.step.id == "earnings"
    assert available(game, "CFEA") == 2
    assert game.why_not(PlaceStation("D4", 0)) is not None  # not in this turn


@rule("18ESP-5.1.1.6")
def test_two_routes_do_not_add_up() -> None:
    scene, city = oviedo()
    (one,) = scene.trains("CFEA", "2+3")
    game = scene.turn("CFEA", "run_trains")
    game.play(run(**{one: f"{city}-C5.0"}))
    assert "CFEA" not in facts(game).goals
    # A mine with a town counts only as mine.
    scene = Scene("3").major("CFLG").build("E3 0 3; E5 0 3; E7 0 3")
    scene.done("CFLG", "destination").station("CFLG", "E3")
    (card,) = scene.trains("CFLG", "2+3")
    game = scene.turn("CFLG", "run_trains")
    game.play(run(**{card: "E1.0-E3.0-E5.0-E7.1"}))
    assert facts(game).goals["CFLG"] == ("destination",)
    game = scene.turn("CFLG", "run_trains").play(run(**{card: "E1.0-E3.0-E5.0-E7.0"}))
    assert facts(game).goals["CFLG"] == ("destination", "mine_port")


@rule("18ESP-5.1.1.2", "18ESP-6.9")
def test_a_worthless_mine_serves_the_goal_in_phase_7() -> None:
    scene, city = oviedo("7")
    (card,) = scene.trains("CFEA", "6+8")
    game = scene.turn("CFEA", "run_trains")
    cash = cash_of(game, "CFEA")
    game.play(run(**{card: f"{city}-C5.0-C3.0-C1.0"}))
    assert facts(game).goals["CFEA"] == ("mine_port",)
    assert cash_of(game, "CFEA") == cash + 80 + 0 + 20


@rule("18ESP-5.1.1.2", "18ESP-6.9")
@pytest.mark.parametrize(("phase", "counts"), [("6", True), ("7", False)])
def test_a_table_may_end_the_goal_of_mine_and_port_with_phase_7(phase: str, counts: bool) -> None:
    """V53, with the house rule."""
    scene, city = oviedo(phase, {"mine_port_goal_ends_in_phase_7": "yes"})
    (card,) = scene.trains("CFEA", "5+6")
    game = scene.turn("CFEA", "run_trains").play(run(**{card: f"{city}-C5.0-C3.0-C1.0"}))
    assert ("CFEA" in facts(game).goals) == counts


@rule("18ESP-5.1.1.3", "18ESP-5.1.1.2")
def test_a_route_to_a_red_area() -> None:
    scene = Scene("3").major("CRB").station("CRB", "B26").build("B26 2 5")
    (card,) = scene.trains("CRB", "3")
    game = scene.turn("CRB", "run_trains").play(run(**{card: "A25.0-B26.0"}))
    assert facts(game).goals["CRB"] == ("area",)
    # Again it brings nothing.
    game = scene.turn("CRB", "run_trains")
    cash = cash_of(game, "CRB")
    game.play(run(**{card: "A25.0-B26.0"}))
    assert cash_of(game, "CRB") == cash


@rule("18ESP-5.1.1.3")
def test_southern_majors_have_no_goal_of_mine_and_port() -> None:
    scene = Scene("3").major("A").done("A", "destination").build("E33 1 3; E33 1 3 4 5; E31 0 3")
    scene.station("A", "E33")
    (card,) = scene.trains("A", "3")
    game = scene.turn("A", "run_trains")
    game.play(run(**{card: "F34.0-E33.0-E31.0"}))
    assert facts(game).goals["A"] == ("destination",)


def test_online_a_port_is_the_third_goal_of_all_majors() -> None:
    scene = Scene("3", edition="online").major("A").build("E33 1 3; E33 1 3 4 5; E31 0 3")
    scene.station("A", "E33")
    (card,) = scene.trains("A", "3")
    game = scene.turn("A", "run_trains")
    game.play(run(**{card: "E33.0-E31.0"}))
    assert facts(game).goals == {}  # a mine is none
    game = scene.turn("A", "run_trains")
    game.play(run(**{card: "F34.0-E33.0-E31.0"}))
    assert facts(game).goals["A"] == ("port",)


@rule("18ESP-5.1.1.9", "18ESP-5.1.2.2", "18ESP-5.1.1.4")
def test_two_goals_in_one_run_pay_one_after_the_other() -> None:
    scene, city = oviedo()
    scene.build("D4 0 2; B4 1 4").station("CFEA", "D4")
    one, other = scene.trains("CFEA", "2+3", "2+3")
    game = scene.turn("CFEA", "run_trains")
    cash = cash_of(game, "CFEA")
    game.play(run(**{one: f"{city}-C5.0-C3.0-C1.0", other: "D4.0-C3.0-B4.0-A5.0"}))
    assert facts(game).goals["CFEA"] == ("mine_port", "area")
    assert cash_of(game, "CFEA") - cash == 20 + 30 + 80 + 160
    reach_goal(Play(game), "CFEA", "destination")
    assert cash_of(game, "CFEA") - cash == 50 + 80 + 160 + 240  # V6
    assert available(game, "CFEA") == 3  # of five, two lie on the map


@rule("18ESP-5.1.1.1")
def test_small_companies_have_no_goals() -> None:
    scene = Scene("3").small("MS").station("MS", "C27").build("C27 0 3; C25 0 3; C23 0 4")
    (card,) = scene.trains("MS", "3")
    game = scene.turn("MS", "run_trains").play(run(**{card: "C27.0-C25.0-C23.0"}))
    assert facts(game).goals == {}


@rule("18ESP-5.1.2.4", "18ESP-5.1.2.5")
def test_goals_of_majors_launched_before_and_after_phase_5() -> None:
    for full, goals in ((frozenset(), ("area",)), (frozenset({"CRB"}), ())):
        scene = Scene("6").major("CRB").station("CRB", "B26").build("B26 2 5")
        Play(scene.game).set_facts(full=full)
        (card,) = scene.trains("CRB", "6")
        game = scene.turn("CRB", "run_trains").play(run(**{card: "A25.0-B26.0"}))
        assert facts(game).goals.get("CRB", ()) == goals


@rule("18ESP-5.1.1.3", "18ESP-5.1.3.2", "18ESP-5.1.3.3", "18ESP-4.6.0.11")
@pytest.mark.parametrize(("place", "left"), [("map", 3), ("charter", 4)])
def test_an_absorption_unlocks_two_stations(place: str, left: int) -> None:
    scene = Scene("3").major("CRB", treasury=500).station("CRB", "B26").small("MS")
    scene.build("C27 0 3").station("MS", "C27")
    scene.state.last_runs["MS"] = LastRun(1, 1, 20, "pay")
    Play(scene.game).set_facts(ran=frozenset({"MS"}))
    assert available(scene.game, "CRB") == 1
    game = scene.turn("CRB", "absorption").play(Absorb("MS")).play(Choose(place))
    assert facts(game).goals["CRB"] == ("absorption",)
    assert available(game, "CRB") == left - 1
    assert ("C27", 0) in game.state.stations or place == "charter"


# --- phases ----------------------------------------------------------------------------


def yard(phase: str, kind: str) -> Scene:
    """N may buy the first train of a kind."""
    scene = Scene(phase).major("N", treasury=2000).station("N", "F24", 1)
    while scene.game.kind_of(scene.state.trains[BANK][0]) != kind:
        move_train(scene.game, scene.state.trains[BANK][0], BANK, REMOVED)
    return scene


@rule("18ESP-6.1", "18ESP-6.2")
def test_a_phase_begins_with_the_first_purchase() -> None:
    scene = yard("2", "3")
    game = scene.turn("N", "trains")
    assert game.phase.name == "2"  # though 3s are on sale
    game.play(BuyTrain("3-0", BANK, 200))
    assert game.phase.name == "3"
    assert "green" in game.phase.colours  # at once


@rule("18ESP-6.1", "18ESP-4.9.2")
def test_a_phase_begins_with_an_export() -> None:
    scene = yard("2", "3")
    export_train(Play(scene.game))
    assert scene.game.phase.name == "3"


@rule("18ESP-6.3", "18ESP-4.0.1")
def test_more_rounds_wait_for_the_next_set() -> None:
    scene = yard("2", "3")  # V41
    game = scene.turn("N", "trains").play(BuyTrain("3-0", BANK, 200))
    assert game.state.round.parts == 1
    while game.state.round.kind == "operating":
        game.play(Pass())
    while game.state.round.kind == "stock":
        game.play(Pass())
    assert game.state.round.parts == 2


@rule("18ESP-4.4.1.9", "18ESP-6.6", "18ESP-6.10")
def test_obsolete_trains_go_at_once() -> None:
    scene = yard("3", "4").major("A", 1, treasury=0).station("A", "E33")
    scene.trains("A", "2", "1+2", "3")
    game = scene.turn("N", "trains").play(BuyTrain("4-0", BANK, 300))
    assert [game.kind_of(card) for card in game.state.trains["A"]] == ["3"]
    assert cash_of(game, "A") == 0


@rule("18ESP-4.4.1.8", "18ESP-6.2")
def test_a_lower_limit_makes_directors_discard() -> None:
    scene = yard("3", "4").major("A", 1).station("A", "E33").small("MS", 2)
    scene.station("MS", "C27")
    scene.trains("A", "3", "3", "2+3", "2+3")
    scene.trains("MS", "3", "3")
    game = scene.turn("N", "trains").play(BuyTrain("4-0", BANK, 300))
    choosers = set()
    while game.step.id == "discard":
        action = listed(game, DiscardTrain)[0]
        assert isinstance(action, DiscardTrain)
        choosers.add(game.actor)
        refused(game, DiscardTrain(action.company, "8-0"), None)
        game.play(action)
        assert any(card == action.train or card[0] == "3" for card in game.state.trains[OUT])
    assert choosers == {1, 2}
    assert (len(game.state.trains["A"]), len(game.state.trains["MS"])) == (3, 1)


# --- trains that can be used -----------------------------------------------------------


@rule("18ESP-5.2.2.4", "18ESP-4.7.0.2")
def test_with_a_route_on_both_maps_either_gauge_will_do() -> None:
    scene = Scene("4").major("N").build(f"{NORTHERN}; {SOUTHERN}").station("N", "F24", 1)
    scene.trains("N", "3+4")
    assert not usable(scene.game, "N", Kind("3+4"))
    assert must_buy(scene.game, "N")
    scene.open("H12").station("N", "H8")
    assert usable(scene.game, "N", Kind("3+4"))
    assert not must_buy(scene.game, "N")


@rule("18ESP-5.2.1.10", "18ESP-4.7.0.5")
def test_combined_trains_are_sold_between_majors_only() -> None:
    scene = Scene("4").major("N", treasury=500).station("N", "F24", 1).small("MS")
    scene.station("MS", "C27").major("FdLR").station("FdLR", "H8")
    (card,) = scene.trains("FdLR", "3+4&2")
    scene.trains("N", "4")
    game = scene.turn("MS", "trains")
    assert game.why_not(BuyTrain(card, "FdLR", 10)) is not None
    game = scene.turn("N", "trains")
    assert legal(game, BuyTrain(card, "FdLR", 10))
    game.play(BuyTrain(card, "FdLR", 10))
    assert card in game.state.trains["N"]
    assert card in facts(game).recycled
