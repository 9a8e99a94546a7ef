"""Positions of 18ESP that show what a computer player has learnt."""

from __future__ import annotations

import pytest

from dieciocho.bots import make_bot
from dieciocho.bots.planner.value import wealth
from dieciocho.bots.sensible.situation import Situation
from dieciocho.engine.actions import LayTile, PlaceStation, Run, StartCompany
from dieciocho.engine.state import OUT
from dieciocho.games.g18esp.bot.building import useful
from dieciocho.games.g18esp.homes import ChooseCity

from .scenes import Scene

BOTS = ("sensible", "quick")
NORTHERN = ("CFLG", "CFEA", "FdLR", "FdSB")
GONE = dict.fromkeys(("P1", "P2", "P3", "P4", "P5", "P6a", "P6b", "P7"), OUT)


@pytest.mark.parametrize("bot", BOTS)
def test_a_home_with_two_cities_is_built_at_once(bot: str) -> None:
    """Its marker waits beside the map: what the first tile opens is seen with the city chosen."""
    scene = Scene("2").pioneers(**GONE).major("CFEA")
    scene.trains("CFEA", "1+2")
    game = scene.turn("CFEA", "home")
    action = make_bot(bot).choose(game)
    assert isinstance(action, LayTile)
    assert action.hex == "D6"
    game.play(action)
    assert isinstance(game.step, ChooseCity)
    city = make_bot(bot).choose(game)
    assert isinstance(city, PlaceStation)
    game.play(city)
    exits = game.state.board[game.definition.hexes["D6"].index].stop_sides[city.city]
    assert exits


def test_northern_majors_leave_the_south_to_others() -> None:
    scene = Scene("3").major("FdLR")
    scene.open("H12").build("H8 0 3; H10 0 3").station("FdLR", "H8").trains("FdLR", "2+3")
    game = scene.turn("FdLR")
    situation = Situation(game, make_bot("sensible"))
    lays = [lay for lay, _ in situation.of(LayTile)]
    south = [lay for lay in lays if int(lay.hex[1:]) > 12]
    assert south
    assert not any(useful(situation, lay) for lay in south)
    assert any(useful(situation, lay) for lay in lays)


@pytest.mark.parametrize(("done", "to"), [((), "B24.0"), (("area",), "C27.0")])
def test_a_run_reaches_a_goal_whose_capital_is_worth_more(done: tuple[str, ...], to: str) -> None:
    """Mérida pays 10 more than Castelo Branco, the goal brings capital."""
    scene = Scene("3").pioneers(**GONE).major("CRB")
    scene.build("B26 3 5; C27 2 5; C27 2 5 0 3").station("CRB", "B26")
    scene.trains("CRB", "2")
    if done:
        scene.done("CRB", *done)
    game = scene.turn("CRB", "run_trains")
    action = make_bot("sensible").choose(game)
    assert isinstance(action, Run)
    assert {to, "B26.0"} == set(action.routes[0].path.split("-"))


@pytest.mark.parametrize("bot", BOTS)
def test_northern_majors_are_started_first(bot: str) -> None:
    """Several short trains run on their small map."""
    action = make_bot(bot).choose(Scene("3").pioneers(**GONE).first(0).cash(0, 450).stock())
    assert isinstance(action, StartCompany)
    assert action.company in NORTHERN


@pytest.mark.parametrize(("phase", "cash", "starts"), [("4", 450, False), ("5", 650, True)])
def test_southern_majors_wait_for_the_full_capital(phase: str, cash: int, starts: bool) -> None:
    scene = Scene(phase).pioneers(**GONE)
    for company in NORTHERN:
        scene.major(company, 1)
    action = make_bot("sensible").choose(scene.first(0).cash(0, cash).stock())
    assert isinstance(action, StartCompany) == starts


def test_what_the_planner_hopes_for() -> None:
    """Cheap shares grow as dear ones do; trains that stay and full treasuries are worth more."""
    scene = Scene("3").pioneers(**GONE).major("CRB")
    before = wealth(scene.turn("CRB"))
    scene.trains("CRB", "3")
    running = wealth(scene.turn("CRB"))
    director = scene.game.state.president["CRB"]
    assert running[director] > before[director]
    assert all(
        b == a for s, (a, b) in enumerate(zip(before, running, strict=True)) if s != director
    )
