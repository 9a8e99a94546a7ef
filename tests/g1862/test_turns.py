"""Order of operating, first turns, displaced stations (1862-7.1, 7.2)."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.engine.actions import Answer, Choose, LayTile, Pass, PlaceStation, Run
from dieciocho.engine.errors import IllegalAction
from dieciocho.engine.game import Game, Play
from dieciocho.engine.invariants import check
from dieciocho.engine.shares import price
from dieciocho.games.g1862.actions import Merge, RecordedRun
from dieciocho.games.g1862.facts import facts, receivership
from dieciocho.games.g1862.rounds import begin_operating_round
from dieciocho.games.g1862.run_step import RunTrains
from dieciocho.games.g1862.stations import stops_of, waiting_in
from dieciocho.games.g1862.track import Track
from dieciocho.games.g1862.turn import turn_steps

from ..support import legal, listed, refused, refused_to, rule, tile_on
from .scenes import Scene


@rule("1862-7.1.1", "1862-7.1.3")
def test_companies_operate_by_price_and_stack() -> None:
    scene = Scene("ESR", "FDR", "EUR", "NGC")
    scene.found("ESR", {0: 5}, price=74).found("FDR", {0: 5}, price=100)
    scene.found("EUR", {0: 5}, price=74).found("NGC", {0: 3}, price=200, floated=False)
    scene.state.agenda.clear()
    begin_operating_round(Play(scene.game), 2, 1, 1)
    assert scene.game.state.round.order == ("FDR", "ESR", "EUR")  # NGC has not floated


@rule("1862-7.1.3")
def test_the_director_decides() -> None:
    scene = Scene("ESR").found("ESR", {1: 5}, price=74, cash=300)
    game = scene.operate("ESR")
    assert game.actor == 1
    refused_to(game, 0, Pass(), "1862-7.1.3")


@rule("1862-7.1.4")
def test_the_order_of_a_turn() -> None:
    names = [step.id for step in turn_steps(Scene("ESR").game, "ESR")]
    assert names == [
        "home_station",
        "merger",
        "track",
        "station",
        "run_trains",
        "pay_dividend",
        "trains",
        "redeem",
        "acquisition",
    ]
    game = Scene("ESR").found("ESR", {0: 5}, cash=300).operate("ESR")
    refused(game, PlaceStation("F11", 0), "1862-7.1.4")


@rule("1862-7.8.0.1", "1862-7.1.4")
@pytest.mark.parametrize(
    ("edition", "before", "asked"),
    [("rulebook", True, False), ("online", True, True), ("online", False, False)],
)
def test_without_a_route_nothing_is_run(edition: str, before: bool, asked: bool) -> None:
    """The site never forgets that a company had a route, in an earlier life either."""
    scene = Scene("ESR", edition=edition).phase("B")
    scene.found("ESR", {0: 5}, price=74, permits=("express",)).station("ESR", "F11")
    scene.train("ESR", "2/3E")
    if before:
        Play(scene.game).set_facts(routed=frozenset({"ESR"}))
    game = scene.operate("ESR", RunTrains)
    assert (game.step.id == "run_trains") == asked
    if asked:
        assert listed(game, Run) == [Run(())]
        game.play(Run(()))
    assert price(game, "ESR") == 68  # nothing was earned


@rule("1862-7.8.0.1")
def test_online_a_route_is_remembered_when_there_is_one() -> None:
    scene = Scene("ECR", edition="online").phase("B").found("ECR", {0: 5}, price=74)
    scene.lay("D13", "57", 0).lay("D11", "57", 0).station("ECR", "D13")
    assert "ECR" in facts(scene.operate("ECR", RunTrains)).routed


# --- the first turn ----------------------------------------------------------------------


def first(company: str = "ESR", phase: str = "A", **options: Any) -> Scene:
    others = [c for c in ("SVR", "WVR", "N&B", "EUR") if c != company]
    scene = Scene(company, *others, **options).phase(phase)
    return scene.found(company, {0: 5}, price=100, cash=500, stations=3)


@rule("1862-7.2.1", "1862-7.2.2", "1862-7.2.5")
def test_the_home_station_and_the_home_tile() -> None:
    game = first().operate("ESR")
    assert stops_of(game, "ESR") == [("F11", 0)]
    assert game.state.stations_left["ESR"] == 2
    refused(game, Pass(), "1862-7.2.2")
    lays = {action.hex for action in listed(game, LayTile) if isinstance(action, LayTile)}
    assert lays == {"F11"}
    assert {a.tile for a in listed(game, LayTile) if isinstance(a, LayTile)} == {"790"}  # N
    game.play(LayTile("F11", "790", 1))
    assert waiting_in(game, "ESR") is None


@rule("1862-7.2.2")
def test_nothing_is_built_before_the_home() -> None:
    scene = first("SVR").found("EUR", {0: 5}, price=54)
    scene.lay("E12", "790", 0).station("EUR", "E12")
    game = scene.operate("SVR")
    refused(game, LayTile("D13", "57", 0), "1862-7.2.2")


@rule("1862-7.2.2", "1862-7.6.4.1")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_no_small_station_before_the_home(edition: str) -> None:
    game = first("FDR", "B", edition=edition).lay("C12", "20_1", 0).operate("FDR")
    if edition == "online":
        game.play(Pass())  # no merger
        assert legal(game, LayTile("C12", "20_2", 0))  # D5
    else:
        refused(game, LayTile("C12", "20_2", 0), "1862-7.2.2")
        assert not legal(game, LayTile("C12", "20_2", 0))


@rule("1862-7.2.2")
def test_a_home_that_no_tile_fits_forces_nothing() -> None:
    game = first(edition="online").operate("ESR").play(Pass())
    refused(game, Pass(), "1862-7.2.2")
    game.state.supply["790"] = 0
    assert legal(game, Pass())


@rule("1862-7.2.7", "1862-7.7.1")
def test_a_second_station_in_the_first_turn() -> None:
    scene = first().lay("F11", "790", 1).lay("E12", "790", 3)
    game = scene.operate("ESR")
    assert stops_of(game, "ESR") == [("F11", 0)]
    game.play(Pass())
    assert legal(game, PlaceStation("E12", 0))
    game.play(PlaceStation("E12", 0))
    assert game.step.id != "station"


def full_home(phase: str, **options: Any) -> Scene:
    """Ipswich is yellow and full of WVR and N&B, in this order."""
    scene = first("ESR", phase, **options)
    scene.found("WVR", {1: 5}, price=58).found("N&B", {1: 5}, price=54)
    scene.lay("F11", "790", 1)
    return scene.station("WVR", "F11").station("N&B", "F11")


@rule("1862-7.2.3", "1862-3.2.2", "1862-7.2.8")
@pytest.mark.parametrize("home", ["must", "may"])  # after a merger it makes a difference
def test_a_full_home_is_upgraded(home: str) -> None:
    game = full_home("B", home=home).operate("ESR")
    assert waiting_in(game, "ESR") == "F11"
    game.play(Pass())  # it might merge first
    refused(game, Pass(), "1862-7.2.2")
    assert {a.hex for a in listed(game, LayTile) if isinstance(a, LayTile)} == {"F11"}
    game.play(next(iter(listed(game, LayTile))))
    assert tile_on(game, "F11")[0] == "791"  # type: ignore[index]
    assert waiting_in(game, "ESR") is None
    assert game.state.stations["F11", 0] == ("WVR", "N&B", "ESR")
    assert game.step.id != "track"  # the whole build of the turn
    check(game)


@rule("1862-7.2.3")
def test_online_the_upgrade_comes_before_everything() -> None:
    game = full_home("B", edition="online").operate("ESR")
    assert game.step.id == "home_upgrade"
    refused(game, LayTile("F11", "790", 1), "1862-7.2.3")
    game.play(listed(game, LayTile)[0])
    assert game.step.id == "merger"


@rule("1862-7.2.4", "1862-7.7.3")
@pytest.mark.parametrize(("edition", "displaced"), [("rulebook", "WVR"), ("online", "N&B")])
def test_the_latest_station_gives_way(edition: str, displaced: str) -> None:
    """WVR was placed last but stands in the first slot."""
    scene = first("ESR", "A", edition=edition)
    scene.found("WVR", {1: 5}, price=58).found("N&B", {1: 5}, price=54)
    scene.lay("F11", "790", 1).station("WVR", "F11").station("N&B", "F11")
    Play(scene.game).set_facts(arrivals={"F11": ("N&B", "WVR")})
    left = scene.state.stations_left[displaced]
    game = scene.operate("ESR")
    assert ("F11", 0) in stops_of(game, "ESR")
    assert stops_of(game, displaced) == []
    assert game.state.stations_left[displaced] == left + 1
    check(game)


@rule("1862-7.2.4")
def test_after_displacing_it_may_build() -> None:
    """V-O25: Witham in phase A."""
    scene = first("ECR").found("SVR", {1: 5}, price=54)
    scene.lay("D13", "57", 0).station("SVR", "D13")
    game = scene.operate("ECR")
    assert game.state.stations["D13", 0] == ("ECR",)
    assert game.step.id == "track"
    assert listed(game, LayTile)


@rule("1862-7.2.4")
def test_a_station_that_still_waits_gives_way() -> None:
    """N&E waits for a slot in Witham, inherited from a merger, when ECR comes home."""
    scene = Scene("ECR", "SVR", "N&E").phase("B")
    for company, at in (("ECR", 100), ("SVR", 58), ("N&E", 54)):
        scene.found(company, {0: 5}, price=at, cash=300)
    scene.lay("D13", "57", 0).station("SVR", "D13").station("N&E", "D13")
    assert waiting_in(scene.game, "N&E") == "D13"
    game = scene.operate("ECR")
    assert stops_of(game, "N&E") == []
    assert game.state.stations["D13", 0] == ("SVR", "ECR")
    assert waiting_in(game, "ECR") == "D13"


# --- merging first -----------------------------------------------------------------------


def merged_first(**options: Any) -> Game:
    """ESR, whose home is full, merges with N&B before it builds."""
    scene = full_home("B", **options)
    scene.state.shares["N&B"] = (0, 0, 0, "N&B", "N&B", "N&B", "N&B", "N&B")
    scene.state.president["N&B"] = 0
    scene.lay("E10", "8852", 2).lay("E8", "57", 0)
    game = scene.operate("ESR")
    assert legal(game, Merge("N&B"))  # connected though the station waits
    game.play(Merge("N&B"))
    game.play(Choose("ESR"))
    while game.step.id == "odd_share":
        game.play(Choose("sell"))
    return game


@rule("1862-7.2.5", "1862-7.2.6")
def test_it_may_merge_first() -> None:
    game = merged_first()
    assert game.step.id == "track"
    assert waiting_in(game, "ESR") is None  # N&B's slot serves
    assert game.state.stations["F11", 0].count("ESR") == 1


@rule("1862-7.2.6", "1862-7.2.8", "1862-13.1")
@pytest.mark.parametrize(("home", "must"), [("must", True), ("may", False)])
def test_the_first_build_is_at_home_even_after_a_merger(home: str, must: bool) -> None:
    """FDR merges in its first turn; Felixstowe has no tile yet."""
    scene = Scene("FDR", "ESR", home=home).phase("B")
    scene.found("FDR", {0: 5}, price=100, cash=500).found("ESR", {0: 5}, price=90, cash=100)
    scene.lay("F11", "790", 1).station("ESR", "F11")
    game = scene.operate("FDR")
    assert stops_of(game, "FDR") == [("G12", 0)]
    game.play(Merge("ESR"))
    game.play(Choose("ESR"))
    while game.step.id == "odd_share":
        game.play(Choose("sell"))
    assert game.step.id == "track"
    assert game.state.turn is not None
    assert game.state.turn.company == "ESR"
    assert waiting_in(game, "ESR") == "G12"
    assert legal(game, Pass()) != must
    lays = {a.hex for a in listed(game, LayTile) if isinstance(a, LayTile)}
    assert (lays == {"G12"}) == must
    assert facts(game).homed == {"ESR"}


@rule("1862-7.2.6", "1862-7.2.8", "1862-13.1")
@pytest.mark.parametrize(("home", "must"), [("must", True), ("may", False)])
def test_a_station_that_waits_in_a_later_turn(home: str, must: bool) -> None:
    """ESR got the bare home of FDR in a merger that ended the turn."""
    scene = Scene("FDR", "ESR", home=home).phase("B").found("ESR", {0: 5}, cash=100)
    scene.lay("F11", "790", 1).station("ESR", "F11").station("ESR", "G12")
    game = scene.operate("ESR")
    assert game.step.id == "track"
    assert legal(game, Pass()) != must
    lays = {a.hex for a in listed(game, LayTile) if isinstance(a, LayTile)}
    assert (lays == {"G12"}) == must


@rule("1862-7.2.6", "1862-7.6.2.1")
@pytest.mark.parametrize("other", ["E12", "D13"])
def test_only_the_first_build_is_for_a_station_that_waits(other: str) -> None:
    """ESR got the bare home of FDR and that of EUR, or the full one of ECR, by mergers."""
    scene = Scene("ESR", "FDR", "EUR", "ECR", "SVR").phase("B").found("ESR", {0: 5}, cash=100)
    scene.lay("F11", "790", 1).station("ESR", "F11").station("ESR", "G12")
    if other == "D13":
        scene.found("SVR", {1: 5}, price=54).lay("D13", "57", 0).station("SVR", "D13")
    game = scene.station("ESR", other).operate("ESR", Track)
    refused(game, Pass(), "1862-7.2.2")
    assert {a.hex for a in listed(game, LayTile) if isinstance(a, LayTile)} == {"G12"}
    game.play(listed(game, LayTile)[0])
    assert waiting_in(game, "ESR") == other
    assert legal(game, Pass())
    assert {"E10", "G10"} <= {a.hex for a in listed(game, LayTile) if isinstance(a, LayTile)}


@rule("1862-7.2.2", "1862-7.2.6")
@pytest.mark.parametrize(("home", "gone"), [("G12", "5 6 57"), ("D13", "14 15 619")])
def test_a_hex_without_a_tile_left_for_it_binds_nobody(home: str, gone: str) -> None:
    scene = Scene("ESR", "FDR", "ECR", "SVR").phase("B").found("ESR", {0: 5}, cash=100)
    scene.lay("F11", "790", 1).station("ESR", "F11")
    scene.found("SVR", {1: 5}, price=54).lay("D13", "57", 0).station("SVR", "D13")
    game = scene.station("ESR", home).operate("ESR", Track)
    assert {a.hex for a in listed(game, LayTile) if isinstance(a, LayTile)} == {home}
    for tile in gone.split():
        assert game.state.supply.get(tile, 0) > 0, tile
        game.state.supply[tile] = 0
    assert legal(game, Pass())
    found = {a.hex for a in listed(game, LayTile) if isinstance(a, LayTile)}
    assert "E10" in found
    assert home not in found


def bare_home(rotation: int, edition: str = "rulebook") -> Scene:
    """FDR is in its first turn; track of ESR in Ipswich may lead to Felixstowe."""
    scene = Scene("FDR", "ESR", "NGC", edition=edition).phase("B")
    scene.found("FDR", {0: 3, 1: 1, 2: 1}, price=100, cash=500)
    scene.found("ESR", {1: 3, 0: 1, 2: 1}, price=90, cash=100)
    return scene.lay("F11", "790", rotation).station("ESR", "F11")


@rule("1862-7.2.6", "1862-7.5.2.1")
@pytest.mark.parametrize(
    ("rotation", "edition", "leads"),
    [(1, "rulebook", True), (0, "rulebook", False), (1, "online", False)],
)
def test_a_route_to_the_bare_home_hex_is_enough(rotation: int, edition: str, leads: bool) -> None:
    game = bare_home(rotation, edition).operate("FDR")
    assert (game.step.id == "merger" and legal(game, Merge("ESR"))) == leads
    game = bare_home(rotation, edition).operate("ESR")  # it is not the other way round
    assert not legal(game, Merge("FDR"))


@rule("1862-7.2.6", "1862-7.5.2.1")
def test_track_that_meets_none_of_the_home_tile_is_no_route() -> None:
    """EUR's track ends at the side of Ipswich where the yellow tile has none."""
    scene = full_home("B").found("EUR", {0: 5}, price=62)
    scene.lay("F7", "57", 0).lay("F9", "8852", 0).station("EUR", "F7")
    game = scene.operate("ESR")
    assert waiting_in(game, "ESR") == "F11"
    assert legal(game, Merge("WVR"))
    refused(game, Merge("EUR"), "1862-7.5.2.1")


@rule("1862-7.2.4", "1862-8.4")
def test_a_station_on_a_bare_home_gives_way() -> None:
    """FDR merged from its bare home into a company without director: nobody lays a tile there."""
    game = bare_home(1).operate("FDR")
    game.play(Merge("ESR"))
    game.play(Choose("ESR"))
    game.play(Answer("agree"))
    while game.step.id == "odd_share":
        game.play(Choose("sell"))
    assert receivership(game, "ESR")
    assert stops_of(game, "ESR") == [("F11", 0), ("G12", 0)]
    left = game.state.stations_left["ESR"]
    scene = bare_home(1)
    scene.game = game
    scene.state = game.state
    game = scene.found("FDR", {1: 5}, price=54, cash=400).operate("FDR")
    assert stops_of(game, "FDR") == [("G12", 0)]
    assert stops_of(game, "ESR") == [("F11", 0)]
    assert game.state.stations_left["ESR"] == left + 1
    check(game)


@rule("1862-7.8.5.1")
def test_only_a_recording_brings_its_own_revenue() -> None:
    scene = Scene("NGC", "E&H").phase("C").found("NGC", {0: 6}, price=100, permits=("express",))
    scene.train("NGC", "3E")
    scene.lay("C10", "57", 0).lay("C8", "621", 0).station("NGC", "C10")
    game = scene.operate("NGC", RunTrains)
    with pytest.raises(IllegalAction) as caught:
        game.play(RecordedRun((), 500, 0))
    assert (caught.value.reason, caught.value.rule) == ("revenue_as_computed", "1862-7.8.5.1")
