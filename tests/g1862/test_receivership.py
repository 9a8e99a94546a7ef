"""Companies without director (1862-7.3, 8)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyShare, BuyTrain, Run, SellShares
from dieciocho.engine.game import Game
from dieciocho.engine.invariants import check
from dieciocho.engine.shares import price
from dieciocho.engine.state import BANK, POOL
from dieciocho.games.g1862.facts import facts
from dieciocho.games.g1862.receivership import decider
from dieciocho.games.g1862.stations import stops_of
from dieciocho.games.g1862.trains import Trains

from ..support import legal, refused, rule
from .scenes import Scene

C = "NGC"
HOLDERS = {POOL: 3, 1: 2, 2: 2}


def headless(cash: int = 0, train: str = "2E", phase: str = "B", **options: object) -> Scene:
    scene = Scene(C, "FDR", "E&H", players=3, edition=str(options.get("edition", "rulebook")))
    scene.phase(phase)
    permits = options.get("permits", ("express",))
    scene.found(C, HOLDERS, price=74, cash=cash, permits=permits)  # type: ignore[arg-type]
    scene.found("FDR", {0: 5}, price=54, cash=500)
    scene.lay("C10", "57", 0).lay("C8", "621", 0).station(C, "C10")
    scene.lay("G12", "57", 0).station("FDR", "G12")
    if train:
        scene.train(C, train)
    scene.train("FDR", "2E")
    return scene


@rule("1862-7.3.1", "1862-7.3.2", "1862-8.4", "1862-8.7")
def test_it_runs_for_the_maximum_and_keeps_it() -> None:
    scene = headless()
    hexes = scene.state.board.copy()
    game = scene.operate(C)
    assert game.state.turn is not None
    assert game.state.turn.company == "FDR"  # nobody was asked
    assert game.state.board == hexes
    assert stops_of(game, C) == [("C10", 0)]
    run = game.state.last_runs[C]
    assert (run.revenue, run.kind) == (50, "keep")  # 20 and 30
    assert game.state.cash[C] == 50
    assert price(game, C) == 68


@rule("1862-7.3.2")
def test_the_subsidy_counts_for_the_maximum() -> None:
    """To Ely 60 and two hexes; to Bishop's Stortford 50, but over four hexes."""
    scene = headless(train="2L", permits=("local",)).lay("C10", "14", 0)
    scene.lay("C12", "22_1a", 0).lay("B11", "18_1a", 4).lay("B13", "57", 0)
    game = scene.operate(C)
    run = game.state.last_runs[C]
    assert (run.revenue, run.bonus_income) == (50, 40)
    assert game.state.cash[C] == 90


@rule("1862-7.3.2", "1862-8.3")
def test_online_the_largest_holder_runs() -> None:
    game = headless(edition="online").operate(C)
    assert game.step.id == "run_trains"
    assert game.actor == 1  # of equals the first after the priority deal
    game.state.priority = 2
    assert decider(game, C) == 2
    game.play(Run(()))
    assert game.state.last_runs[C].revenue == 0


@rule("1862-8.3")
def test_the_largest_holder_decides_ties_from_the_priority_deal() -> None:
    scene = headless()
    scene.state.priority = 2
    assert decider(scene.game, C) == 2
    scene.state.priority = 0
    assert decider(scene.game, C) == 1


@rule("1862-7.3.3", "1862-8.4", "1862-8.7", "1862-7.10.1.1")
def test_it_buys_one_train_if_it_can() -> None:
    game = headless(cash=700).operate(C)
    assert game.state.trains[C] == ("2E-0", "2/3E-0")  # one, though money is left
    assert game.state.cash[C] == 700 + 50 - 200
    assert not facts(game).warranties  # it buys none


@rule("1862-8.4", "1862-7.9.6")
@pytest.mark.parametrize(("edition", "count"), [("rulebook", 3), ("online", 4)])
def test_the_limit_holds_for_it_too(edition: str, count: int) -> None:
    scene = headless(cash=900, train="5E", phase="G", edition=edition)
    scene.train(C, "5L")
    scene.train(C, "4/5L")
    game = scene.operate(C, Trains)
    assert len(game.state.trains[C]) == count


@rule("1862-8.6")
@pytest.mark.parametrize(
    ("permits", "train"),
    [
        (("local", "freight", "express"), "2/3E-0"),
        (("local", "freight"), "2F-0"),
        (("local",), "2/3L-0"),
    ],
)
def test_the_kind_that_it_buys(permits: tuple[str, ...], train: str) -> None:
    game = headless(cash=200, train="", permits=permits).operate(C, Trains)
    assert game.state.trains[C] == (train,)


@rule("1862-7.3.4", "1862-8.5")
def test_without_train_and_money_it_is_bankrupt() -> None:
    scene = headless(cash=199, train="")
    cash = scene.state.cash[1]
    game = scene.operate(C, Trains)
    assert C not in game.state.floated
    assert game.state.cash[1] == cash + 2 * 37
    check(game)


@rule("1862-8.5")
def test_a_bank_without_trains_spares_it() -> None:
    """A-27: there is no train that it could not pay for."""
    scene = headless(train="")
    scene.state.trains["out"] = (*scene.state.trains["out"], *scene.state.trains[BANK])
    scene.state.trains[BANK] = ()
    game = scene.operate(C, Trains)
    assert C in game.state.floated
    assert game.state.turn is not None
    assert game.state.turn.company == "FDR"


@rule("1862-8.1", "1862-8.2")
def test_its_shares_are_traded_as_usual() -> None:
    scene = headless()
    game = scene.stock(1)
    assert legal(game, SellShares(C, 1))
    game.play(BuyShare(C, "treasury"))
    assert game.state.president[C] == 1


@rule("1862-8.7", "1862-7.9.4", "1862-N.6")
def test_it_sells_no_trains() -> None:
    game = headless().operate("FDR", Trains)
    assert not legal(game, BuyTrain("2E-0", C, 50))
    refused(game, BuyTrain("2E-0", C, 50), "1862-8.7")


@rule("1862-8.7", "1862-7.13.2")
def test_it_redeems_nothing() -> None:
    scene = headless(cash=900)
    scene.state.shares[C] = (POOL, POOL, POOL, 1, 1, 2, 2, C)
    game: Game = scene.operate(C)
    assert game.state.turn is not None
    assert game.state.turn.company == "FDR"  # nobody was asked
    assert game.state.shares[C].count(C) == 1


@rule("1862-8.8")
def test_it_places_no_home_station_before_it_has_a_director() -> None:
    scene = Scene(C, "FDR").phase("B")
    scene.found(C, {POOL: 3, 1: 2, 2: 2, 0: 2}, price=74, cash=500)
    scene.found("FDR", {0: 5}, price=54, cash=500)
    game = scene.operate(C)
    assert stops_of(game, C) == []
    assert C not in facts(game).homed
    again = Scene(C, "FDR").phase("B")
    again.found(C, {1: 3, 2: 2}, price=74, cash=500)
    game = again.operate(C)
    assert stops_of(game, C) == [("C10", 0)]
