"""What a club player would do: positions in which computer players used to go wrong."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho import new_game
from dieciocho.bots import make_bot
from dieciocho.bots.planner.value import wealth
from dieciocho.engine.actions import (
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Distribute,
    Pass,
    PlaceStation,
    Run,
    SellShares,
    Take,
    Use,
)
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import LastRun
from dieciocho.games.g18mag.bot.majors import plan
from dieciocho.games.g18mag.bot.worth import rounds_left
from dieciocho.games.g18mag.turn import RunTrains

from ..support import NAMES
from .cpsat import random_case
from .scenes import Scene
from .test_runs import buda

BOTS = ("sensible", "quick")


def chosen(game: Game, bot: str = "sensible") -> Any:
    return make_bot(bot, 1).choose(game)


def final(scene: Scene, part: int, parts: int = 3) -> Scene:
    """Set an operating round of the last set."""
    scene.phase("gray")
    Play(scene.game).set_facts(last_set=scene.state.round.number)
    Play(scene.game).set_round(part=part, parts=parts)
    return scene


@pytest.mark.parametrize("bot", BOTS)
def test_idle_money_buys_the_train_that_runs_far(bot: str) -> None:
    game = buda("2").money(m3=400).turn("3", "trains")
    action = chosen(game, bot)
    assert isinstance(action, BuyTrain)
    assert game.definition.trains[game.kind_of(action.train)].range > 2


@pytest.mark.parametrize("bot", BOTS)
def test_a_short_train_makes_room_for_a_long_one(bot: str) -> None:
    rich = buda("2", "2").money(m3=500).turn("3", "scrap")
    assert isinstance(chosen(rich, bot), DiscardTrain)
    poor = buda("2", "2").money(m3=40).turn("3", "scrap")
    assert chosen(poor, bot) == Pass()


@pytest.mark.parametrize("bot", BOTS)
def test_in_the_last_round_trains_are_bought_of_ones_own_majors_only(bot: str) -> None:
    """They run no more, but half of their price is paid out by the seller."""
    mine = final(buda("2").money(m3=320).held("MAVAG", 0, p0=6), 3).turn("3", "trains")
    bought = chosen(mine, bot)
    assert isinstance(bought, BuyTrain)
    assert mine.kind_of(bought.train) == "6"
    theirs = final(buda("2").money(m3=320).held("MAVAG", 1, p1=6), 3).turn("3", "trains")
    assert chosen(theirs, bot) == Pass()


def test_dividends_are_spread_so_that_the_price_rises_most() -> None:
    scene = Scene("6", "8").held("RABA", 0, p0=4).money(RABA=90)
    assert chosen(final(scene, 1).turn("RABA").play(Pass())) == Distribute(60)
    scene = Scene("6", "8").held("RABA", 0, p0=4).money(RABA=90)
    assert chosen(final(scene, 3).turn("RABA").play(Pass())) == Distribute(90)


def test_a_plan_of_dividends_is_the_best_there_is() -> None:
    moves = (-1, 0, 0, 1, 1, 1, 2)  # 0, 10, ... 60
    assert plan(moves, 1, 5, 0) == (1, 5)
    assert plan(moves, 2, 6, 0) == (2, 3)  # 30 and 30, or 60 and then nothing
    assert plan(moves, 3, 6, 3)[0] == 4  # 30, 30, 60


def test_shares_that_do_not_grow_make_room_for_those_that_do() -> None:
    scene = Scene("6", "8").money(p0=10).held("SIK", 1, p0=3, p1=4).held("G&C", 1, p1=2)
    scene.price("SIK", 110).price("G&C", 110)
    for major, paid in (("SIK", 0), ("G&C", 210)):
        scene.state.last_runs[major] = LastRun(1, 1, paid, "distribute")
    game = scene.stock()
    assert chosen(game) == SellShares("SIK", 3)
    game.play(SellShares("SIK", 3))
    assert chosen(game) == BuyShare("G&C", "pool")


def test_the_draft_begins_with_the_best_surroundings() -> None:
    """Whatever the seed: not the corner of Croatia while Budapest is free."""
    game = new_game("18mag", NAMES[:4], seed=1)
    for seed in range(5):
        assert make_bot("sensible", seed).choose(game) != Take("8")


def test_a_major_builds_where_its_directors_minors_run() -> None:
    scene = buda("4").tiles("E10 14 4").held("SIK", 0, p0=3).money(SIK=60).phase("green")
    assert chosen(scene.turn("SIK")) == PlaceStation("E10", 0)


@pytest.mark.parametrize("bot", BOTS)
def test_a_wagon_that_needs_another_one_gets_it(bot: str) -> None:
    """Further towns lie beyond a mine: no run is listed before the second wagon is hired."""
    game, _ = random_case(109)
    game.state.agenda = [RunTrains()]
    game.play(Use("G&C"))
    assert isinstance(chosen(game, bot), Use)
    assert isinstance(chosen(game.play(chosen(game, bot)), bot), Run)


def test_the_last_set_begins_with_a_stock_round() -> None:
    """Shares that are bought there still pay three times."""
    scene = final(Scene(), part=1)
    assert rounds_left(scene.game) == 3
    Play(scene.game).set_round(kind="stock", part=1, parts=1)
    assert rounds_left(scene.game) == 3


def test_what_minors_earn_counts_for_the_planner() -> None:
    """What they ran for last is only a part of it: in most games others catch up."""
    game = final(buda("2"), part=1).turn("3", "trains")
    owner = game.state.president["3"]
    game.state.last_runs["3"] = LastRun(1, 1, 100, "pay")
    before = wealth(game)[owner]
    game.state.last_runs["3"] = LastRun(1, 1, 300, "pay")
    assert before < wealth(game)[owner] < before + 300


def test_trains_count_before_they_have_run() -> None:
    """Who has bought at the end of a set is better off, though nothing was earned yet."""
    game = buda("2").money(m3=400).turn("3", "trains")
    owner = game.state.president["3"]
    after = game.copy().play(chosen(game))
    assert len(after.state.trains["3"]) == 2
    assert wealth(after)[owner] > wealth(game)[owner]


def test_what_a_major_keeps_is_not_lost() -> None:
    """It will be paid, and lift the price: whoever holds the shares is better off."""
    poor = Scene("6", "8").held("RABA", 0, p0=4).turn("RABA")
    rich = Scene("6", "8").held("RABA", 0, p0=4).money(RABA=100).turn("RABA")
    assert wealth(rich)[0] - wealth(poor)[0] >= 40
    assert wealth(rich)[1] == wealth(poor)[1]
