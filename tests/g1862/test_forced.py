"""Forced purchases, refinancing, bankruptcy (1862-7.11, 7.12)."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.engine.actions import (
    BuyTrain,
    Choose,
    DeclareBankruptcy,
    Dividend,
    Pass,
    SellShares,
)
from dieciocho.engine.game import Play
from dieciocho.engine.invariants import check
from dieciocho.engine.shares import price
from dieciocho.engine.state import BANK, IPO, POOL, Owner
from dieciocho.games.g1862.actions import RaiseMoney
from dieciocho.games.g1862.consolidation import OddShare
from dieciocho.games.g1862.facts import facts
from dieciocho.games.g1862.floating import startable
from dieciocho.games.g1862.holdings import held
from dieciocho.games.g1862.stations import stops_of
from dieciocho.games.g1862.trains import Trains

from ..support import legal, refused, rule
from .scenes import Scene

C = "NGC"


def trainless(
    cash: int,
    *,
    at: int = 128,
    par: int = 100,
    phase: str = "H",
    shares: dict[Owner, int] | None = None,
    seller: str | None = None,
    owner: int = 1,
    lner: bool = False,
    **options: Any,
) -> Scene:
    scene = Scene(C, "FDR", **options).phase(phase)
    scene.found(C, shares or {0: 5}, price=at, par=par, cash=cash, permits=("express",))
    scene.lay("C10", "57", 0).station(C, "C10")
    if seller:
        scene.found("FDR", {owner: 5}, price=54)
        scene.train("FDR", seller)
        scene.train("FDR", seller)
    if lner:
        Play(scene.game).set_facts(lner=True, limit=20)
    return scene


@rule("1862-7.11.0.1", "1862-7.9.11")
def test_a_company_must_own_a_train() -> None:
    game = trainless(900).operate(C, Trains)
    refused(game, Pass(), "1862-7.11.0.1")
    refused(game, RaiseMoney("shares"), "1862-7.11.0.2")
    game.play(BuyTrain("6E-0", "bank", 800))
    assert game.step.id != "trains" or legal(game, Pass())


@rule("1862-7.11.0.1")
def test_a_train_of_another_company_will_do() -> None:
    game = trainless(900, phase="G", seller="5E", owner=0).operate(C, Trains)
    assert legal(game, BuyTrain("5E-0", "FDR", 300))
    game.play(BuyTrain("5E-0", "FDR", 300))
    assert game.state.trains[C] == ("5E-0",)


@rule("1862-7.11.0.2", "1862-7.11.1.1", "1862-7.11.1.2")
def test_treasury_shares_are_sold_just_enough() -> None:
    """V-O17: 732 of 800, price 128."""
    game = trainless(732).operate(C, Trains)
    assert legal(game, RaiseMoney("refinancing"))  # neither way is preferred
    game.play(RaiseMoney("shares"))
    assert held(game, C, POOL) == 1
    assert game.state.cash[C] == 860
    assert price(game, C) == 122
    assert game.step.id == "trains"


@rule("1862-7.11.1.2")
def test_the_price_drops_as_for_a_director() -> None:
    game = trainless(500, at=400).operate(C, Trains)
    game.play(RaiseMoney("shares"))
    assert price(game, C) == 375  # no share is ignored


@rule("1862-7.11.1.2", "1862-10.3.2")
@pytest.mark.parametrize(("edition", "after"), [("rulebook", 128), ("online", 122)])
def test_after_the_lner_it_stays(edition: str, after: int) -> None:
    game = trainless(732, lner=True, edition=edition).operate(C, Trains)
    game.play(RaiseMoney("shares"))
    assert price(game, C) == after


@rule("1862-7.11.0.3", "1862-N.6")
def test_raised_money_is_for_a_train_of_the_bank() -> None:
    scene = trainless(650, phase="G", seller="5E")
    game = scene.operate(C, Trains)
    assert legal(game, BuyTrain("5E-0", "FDR", 300))
    game.play(RaiseMoney("shares"))
    refused(game, BuyTrain("5E-0", "FDR", 300), "1862-7.11.0.3")
    refused(game, RaiseMoney("refinancing"), "1862-7.11.0.2")  # not combined
    refused(game, Pass(), "1862-7.11.0.1")
    assert legal(game, BuyTrain("8F-0", "bank", 700))  # the kind is chosen now
    game.play(BuyTrain("5/6E-0", "bank", 700))


@rule("1862-7.11.0.2", "1862-N.6")
@pytest.mark.parametrize(("owner", "alone"), [(0, True), (1, False)])
def test_who_can_buy_from_himself_raises_no_money(owner: int, alone: bool) -> None:
    """V-O29: 150 do not pay for a train of 280, but for one of 50."""
    game = trainless(150, at=62, par=62, phase="C", seller="2E", owner=owner).operate(C, Trains)
    assert legal(game, BuyTrain("2E-0", "FDR", 50))
    for means in ("shares", "refinancing"):
        assert legal(game, RaiseMoney(means)) != alone
        if alone:
            refused(game, RaiseMoney(means), "1862-7.11.0.2")
    game.play(BuyTrain("2E-0", "FDR", 50))
    assert (game.step.id == "train_consent") != alone


@rule("1862-7.11.0.2", "1862-7.12.1")
def test_who_can_buy_from_himself_is_not_bankrupt() -> None:
    options: dict[str, Any] = {"at": 58, "par": 54, "phase": "G", "shares": {0: 6, 1: 4}}
    game = trainless(150, seller="3E", owner=0, **options).operate(C, Trains)
    refused(game, DeclareBankruptcy(), "1862-7.11.0.2")
    refused(game, Pass(), "1862-7.11.0.1")
    game = trainless(130, seller="3E", owner=0, **options).operate(C, Trains)
    assert C not in game.state.floated  # 140 are too much


@rule("1862-7.11.0.2")
@pytest.mark.parametrize("options", [{"edition": "online"}, {"own_trains_first": "no"}])
def test_others_raise_money_whenever_the_bank_is_too_dear(options: dict[str, Any]) -> None:
    scene = trainless(150, at=62, par=62, phase="C", seller="2E", owner=0, **options)
    game = scene.operate(C, Trains)
    assert legal(game, RaiseMoney("shares"))
    assert legal(game, RaiseMoney("refinancing"))


@rule("1862-7.11.0.2", "1862-7.9.6")
def test_a_train_for_which_there_is_no_room_bars_nothing() -> None:
    scene = trainless(650, phase="G", seller="5E", owner=0, lner=True)
    game = scene.operate(C, Trains)
    assert legal(game, RaiseMoney("shares"))  # after the LNER nobody sells trains


@rule("1862-7.11.1.1")
def test_shares_must_suffice() -> None:
    scene = trainless(200, at=100, shares={0: 5, 1: 4, C: 1}, seller="4E", phase="F")
    game = scene.operate(C, Trains)
    assert legal(game, BuyTrain("4E-0", "FDR", 180))
    refused(game, RaiseMoney("shares"), "1862-7.11.1.1")


@rule("1862-7.11.2.1", "1862-7.11.0.2")
def test_refinancing_brings_ten_times_par() -> None:
    """V-O18: cash 220, train 280, price 62, par 62."""
    scene = Scene(C).phase("C")
    scene.found(C, {0: 5}, price=62, par=62, chartered=True, cash=220)
    scene.lay("C10", "57", 0).station(C, "C10")
    game = scene.operate(C, Trains)
    assert isinstance(game.step, OddShare)  # there was no other way
    cash = game.state.cash[0]
    game.play(Choose("redeem"))
    assert game.state.cash[0] == cash - 31
    assert game.state.cash[C] == 840
    assert (held(game, C, 0), held(game, C, POOL), held(game, C, IPO)) == (3, 7, 0)
    assert game.state.president[C] == 0
    refused(game, Pass(), "1862-7.11.0.1")


@rule("1862-7.13.1", "1862-7.11.2.1")
@pytest.mark.parametrize(
    ("edition", "shares", "cash", "step"),
    [
        ("rulebook", 6, 40, "redeem"),
        ("rulebook", 5, 40, "redeem"),
        ("online", 6, 40, "redeem"),  # nobody has an option: the money is there
        ("online", 5, 61, "acquisition"),
        ("online", 5, 62, "redeem"),
    ],
)
def test_a_share_can_be_redeemed_after_refinancing(
    edition: str, shares: int, cash: int, step: str
) -> None:
    """The site judges that, without a choice, with the first option: shares are in the pool then,
    but the capital is not in the treasury (D28)."""
    scene = Scene(C, edition=edition).phase("C")
    scene.found(C, {0: shares}, price=62, par=62, chartered=True, cash=cash)
    game = scene.lay("C10", "57", 0).station(C, "C10").operate(C, Trains)
    if shares == 5:
        game.play(Choose("redeem"))
    game.play(BuyTrain("3E-0", "bank", 280)).play(Pass())
    assert held(game, C, POOL) == 7
    assert game.step.id == step


@rule("1862-7.12.1")
@pytest.mark.parametrize(("cash", "stands"), [(57, False), (58, True)])
def test_online_a_company_that_ends_without_a_decision_may_stop_the_round(
    cash: int, stands: bool
) -> None:
    """Where it could have redeemed a share the site waits for it in vain; here somebody passes."""
    scene = trainless(
        cash, at=58, par=54, shares={0: 6, 1: 2, POOL: 2}, lner=True, edition="online"
    )
    scene.found("FDR", {1: 6}, price=54, cash=2000).train("FDR", "5E")
    game = scene.operate(C, Trains)
    assert C not in game.state.floated
    assert (game.step.id == "stranded") == stands
    if stands:
        assert game.actor == game.state.priority
        game.play(Pass())
    assert game.state.turn is not None
    assert game.state.turn.company == "FDR"


@rule("1862-7.11.2.2", "1862-7.12.1", "1862-7.12.2", "1862-7.12.3")
def test_too_little_is_bankruptcy() -> None:
    """V-O20: 100 + 540 for a train of 700."""
    scene = trainless(100, at=58, par=54, phase="G", shares={0: 5, 1: 2, POOL: 3})
    before = dict(scene.state.cash)
    licence = facts(scene.game).licences[C]
    game = scene.operate(C, Trains)
    assert C not in game.state.floated  # at once
    assert game.state.cash[0] == before[0] + 5 * 29
    assert game.state.cash[1] == before[1] + 2 * 29
    assert game.state.cash[C] == 0
    assert stops_of(game, C) == []
    assert game.state.shares[C] == (IPO,) * 8
    assert facts(game).permits[C] == (licence,)
    assert C in startable(game)
    check(game)


@rule("1862-7.11.2.2", "1862-N.6")
def test_refinancing_that_does_not_suffice_is_refused() -> None:
    scene = trainless(150, at=58, par=54, phase="G", shares={0: 6, 1: 4}, seller="3E")
    game = scene.operate(C, Trains)
    assert legal(game, BuyTrain("3E-0", "FDR", 140))
    refused(game, RaiseMoney("refinancing"), "1862-7.11.2.2")
    assert legal(game, DeclareBankruptcy())


@rule("1862-7.12.1", "1862-7.11.2.2")
@pytest.mark.parametrize(("edition", "lost"), [("rulebook", False), ("online", True)])
def test_money_for_the_train_is_not_spent_on_a_share(edition: str, lost: bool) -> None:
    """A-44: 70 and 740 buy the train, but not after 64 for the company's own option."""
    scene = trainless(70, par=74, shares={0: 7}, edition=edition)
    game = scene.operate(C, Trains)
    assert not legal(game, RaiseMoney("shares"))
    if isinstance(game.step, Trains):
        game.play(RaiseMoney("refinancing"))
    assert (game.step.id, game.actor) == ("odd_share", 0)
    game.play(Choose("redeem"))
    if lost:
        assert isinstance(game.step, OddShare)
        assert game.step.holder == C
        game.play(Choose("redeem"))
    assert (C in game.state.floated) != lost
    if not lost:  # the option was given up
        assert game.state.cash[C] == 70 + 64 + 740
        refused(game, Pass(), "1862-7.11.0.1")


@rule("1862-7.12.1")
def test_bankruptcy_is_no_choice() -> None:
    game = trainless(900).operate(C, Trains)
    refused(game, DeclareBankruptcy(), "1862-7.12.1")


@rule("1862-7.12.2", "1862-7.12.4", "1862-6.4.2.7")
def test_a_worthless_company_ends_at_once_in_a_stock_round() -> None:
    scene = Scene(C).found(C, {0: 5, 1: 3}, price=14)
    train = scene.train(C, "2E")
    game = scene.stock(0)
    cash = dict(game.state.cash)
    game.play(SellShares(C, 2))
    assert C not in game.state.cell
    assert game.state.cash[0] == cash[0] + 28
    assert game.state.cash[1] == cash[1]  # nothing for the rest
    assert train in game.state.trains["out"]


@rule("1862-7.12.4")
def test_and_in_an_operating_round() -> None:
    from .test_dividends import paying

    game = paying(50, at=14)
    game.play(Dividend("keep"))
    assert "ESR" not in game.state.floated
    check(game)


@rule("1862-7.12.4")
def test_and_by_the_sale_of_treasury_shares() -> None:
    game = trainless(795, at=7).operate(C, Trains)
    game.play(RaiseMoney("shares"))
    assert C not in game.state.floated
    check(game)


def test_a_bank_without_trains_forces_nobody() -> None:
    """A-27: with the last card sold a company goes on without a train."""
    scene = trainless(900)
    scene.state.trains["out"] = (*scene.state.trains["out"], *scene.state.trains[BANK])
    scene.state.trains[BANK] = ()
    game = scene.operate(C, Trains)
    assert C in game.state.floated
    assert game.step.id != "trains"
    scene = trainless(900, seller="5E")
    scene.state.trains["out"] = (*scene.state.trains["out"], *scene.state.trains[BANK])
    scene.state.trains[BANK] = ()
    game = scene.operate(C, Trains)
    assert legal(game, BuyTrain("5E-0", "FDR", 300))
    assert legal(game, Pass())


@rule("1862-7.11.0.2")
def test_players_never_pay() -> None:
    game = trainless(790, at=54, par=54, shares={0: 6, 1: 4}).cash(0, 5000).operate(C, Trains)
    assert game.state.cash[0] == 5000  # refinanced, whatever the director owns
    assert game.state.cash[C] == 790 + 540
