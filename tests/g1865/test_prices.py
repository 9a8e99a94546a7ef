"""Price moves: section 3.11."""

from __future__ import annotations

from dieciocho.engine.actions import Answer, BuyTrain, Dividend, SellShares
from dieciocho.engine.game import Play
from dieciocho.engine.shares import move_price, price
from dieciocho.engine.state import BANK

from ..support import rule
from .scenes import Scene


@rule("1865-3.11.1", "1865-3.11.2", "1865-3.11.4", "1865-3.11.5", "1865-3.11.6", "1865-3.11.7")
def test_the_example_of_the_book() -> None:
    """Vector TV-10: FMS pays and buys, RCSF keeps and buys from FMS, SFSS earns nothing."""
    scene = Scene().company("FMS", 0, 100, traffic=13, treasury=400, held={0: 3})
    scene.company("RCSF", 1, 90, traffic=16, treasury=200, held={1: 3})
    scene.company("SFSS", 2, 80, traffic=3, treasury=900, held={2: 3}).company("FA", 2, 80)
    scene.train("FMS", "PH2", "PH2").train("RCSF", "PH2", "PH2").stack_down_to("PH3")
    game = scene.operate("FMS", "pay_dividend").play(Dividend("pay"))
    assert price(game, "FMS") == 110
    game.play(BuyTrain("PH3-0", BANK, 200))
    assert price(game, "FMS") == 120
    scene.operate("RCSF", "pay_dividend").play(Dividend("keep"))
    game.play(BuyTrain("PH3-0", "FMS", 150)).play(Answer("agree"))
    assert "PH3-0" in game.state.trains["RCSF"]
    assert price(game, "RCSF") == 90
    scene.stack_down_to("PH4")
    pile = game.state.stacks[game.state.cell["SFSS"]]
    assert pile == ("SFSS", "FA")
    scene.operate("SFSS", "pay_dividend")
    assert price(game, "SFSS") == 70
    game.play(BuyTrain("PH4-0", BANK, 350))
    assert price(game, "SFSS") == 80
    assert game.state.stacks[game.state.cell["SFSS"]] == ("FA", "SFSS")


@rule("1865-3.11.2")
def test_several_new_trains_move_the_price_once() -> None:
    scene = Scene().company("FMS", 0, 100, treasury=900, traffic=13)
    game = scene.operate("FMS", "trains")
    game.play(BuyTrain("PH2-0", BANK, 100)).play(BuyTrain("PH2-1", BANK, 100))
    assert price(game, "FMS") == 110


@rule("1865-3.11.6", "1865-4.6.15")
def test_an_old_train_moves_no_price_and_no_phase() -> None:
    scene = Scene().company("FMS", 0, 100, treasury=900, traffic=13).train("pool", "PH3")
    game = scene.operate("FMS", "trains").play(BuyTrain("PH3-3", "pool", 200))
    assert price(game, "FMS") == 100
    assert game.phase.name == "2"


@rule("1865-3.11.4")
def test_no_revenue_lowers_the_price_also_in_the_first_turn() -> None:
    scene = Scene().company("FMS", 0, 100, treasury=900, traffic=13, operated=False)
    game = scene.operate("FMS", "pay_dividend")
    assert price(game, "FMS") == 90


@rule("1865-3.11.8", "1865-3.11.7")
def test_at_the_ends_of_the_track_the_marker_stays() -> None:
    """Its place in the pile stays as well (A-08)."""
    scene = Scene().company("FMS", 0, 490).company("FA", 1, 490)
    scene.company("SFS", 0, 10).company("FCS", 1, 10)
    game = scene.game
    move_price(Play(game), "FMS", "right")
    move_price(Play(game), "SFS", "left", 3)
    assert (price(game, "FMS"), price(game, "SFS")) == (490, 10)
    assert game.state.stacks[game.state.cell["FMS"]] == ("FMS", "FA")
    assert game.state.stacks[game.state.cell["SFS"]] == ("SFS", "FCS")
    move_price(Play(game), "FA", "left")
    move_price(Play(game), "FA", "right")
    assert game.state.stacks[game.state.cell["FMS"]] == ("FMS", "FA")
    move_price(Play(game), "FMS", "left")
    move_price(Play(game), "FMS", "right")
    assert game.state.stacks[game.state.cell["FMS"]] == ("FA", "FMS")


@rule("1865-3.11.3")
def test_one_step_down_for_each_share_of_the_president() -> None:
    scene = Scene().company("FMS", 0, 100, held={0: 5, 1: 2}, major=True)
    game = scene.stock_round().play(SellShares("FMS", 3))
    assert price(game, "FMS") == 70
