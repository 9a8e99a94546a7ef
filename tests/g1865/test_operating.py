"""Operating rounds: section 4.1."""

from __future__ import annotations

from dieciocho.engine.actions import BuyTrain, Dividend, Pass, PlaceStation
from dieciocho.engine.game import Play
from dieciocho.engine.shares import move_price
from dieciocho.engine.state import BANK
from dieciocho.games.g1865.actions import RepayLoan, Transfer
from dieciocho.games.g1865.facts import facts, loans_of

from ..support import legal, refused, rule
from .scenes import Scene

MINE = "D37 8 5; C38 173 4"  # Cagliari to Monteponi


@rule("1865-4.1.2", "1865-4.1.3")
def test_launched_companies_operate_once_by_price() -> None:
    scene = Scene().company("FMS", 0, 80, traffic=0).company("FA", 1, 100, traffic=0)
    scene.company("SFS", 2, 80, traffic=0).company("CFC", 2, 120, held={2: 2}, launched=False)
    game = scene.stock_round()
    for _ in range(3):
        game.play(Pass())
    assert list(game.state.round.order) == ["FA", "FMS", "SFS"]
    move_price(Play(game), "SFS", "right", 5)  # the order stays as it was
    seen: list[str] = []
    while game.state.round.part == 1:
        assert game.state.turn is not None
        if game.state.turn.company not in seen[-1:]:
            seen.append(game.state.turn.company)
        game.play(Pass())
    assert seen == ["FA", "FMS", "SFS"]
    assert game.state.round.order.index("SFS") == 0  # the next round reads the prices anew


@rule("1865-4.1.4")
def test_the_order_of_a_turn() -> None:
    scene = Scene().company("FMS", 0, 100, treasury=900, traffic=5, held={0: 3}).tiles(MINE)
    scene.train("FMS", "PH2")
    game = scene.operate("FMS", "track")
    station = PlaceStation("C38", 0, "E38-D37-C38")
    for action in (station, Dividend("pay"), BuyTrain("PH2-0", BANK, 100)):
        refused(game, action, "1865-4.1.4")
    game.play(Pass())
    refused(game, "lay 4 on E36 turned 0", "1865-4.1.4")  # no way back
    game.play(station)
    refused(game, station, "1865-4.1.4")
    refused(game, Pass(), "1865-4.5.2")
    game.play(Dividend("keep"))
    refused(game, Dividend("keep"), "1865-4.1.4")
    assert legal(game, BuyTrain("PH2-0", BANK, 100))


@rule("1865-4.1.5", "1865-5.5.4", "1865-5.5.3", "1865-2.6.2")
def test_transfers_and_repayments_at_any_moment() -> None:
    scene = Scene().company("FMS", 0, 100, treasury=1700, traffic=9).tiles(MINE)
    scene.train("FMS", "PH2").loans("FMS", 3).maritime(0, "M1", "M3")
    game = scene.operate("FMS", "track").play(RepayLoan())
    assert (loans_of(game, "FMS"), game.state.cash["FMS"]) == (2, 1200)
    game.play(Pass()).play(RepayLoan()).play(Transfer("M1")).play(Pass())
    assert game.step.id == "pay_dividend"
    game.play(Transfer("M3"))
    assert facts(game).traffic["FMS"] == 11
    game.play(Dividend("keep")).play(Pass())
    assert game.state.cash["FMS"] == 700 + 110  # no interest
    poor = Scene().company("FMS", 0, 100, treasury=499).loans("FMS", 1).operate("FMS", "track")
    refused(poor, RepayLoan(), "1865-5.5.4")
    none = Scene().company("FMS", 0, 100, treasury=900).operate("FMS", "track")
    refused(none, RepayLoan(), "1865-5.5.4")
    refused(Scene().company("FMS", 0).loans("FMS", 1).stock_round(), RepayLoan(), "1865-5.5.4")


@rule("1865-4.1.6", "1865-2.2.2")
def test_two_rounds_in_every_phase() -> None:
    for phase in range(2, 8):
        scene = Scene().phase(phase).company("FCS", 0, 100, held={0: 3})
        game = scene.operate("FCS", "track", part=1).play(Pass())
        while game.step.id == "trains":
            game.play(Pass())
        assert (game.state.round.kind, game.state.round.part) == ("operating", 2)
        game.play(Pass())
        while game.step.id == "trains":
            game.play(Pass())
        assert (game.state.round.kind, game.state.round.number) == ("stock", 3)
