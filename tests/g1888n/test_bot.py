"""Positions of 1888-N that show what a computer player has learnt."""

from __future__ import annotations

import pytest

from dieciocho.bots import make_bot
from dieciocho.bots.sensible.situation import Situation
from dieciocho.bots.sensible.stock import reserve
from dieciocho.bots.sensible.values import horizon, share_worth
from dieciocho.engine.actions import BuyShare, BuyTrain, Dividend, StartCompany
from dieciocho.engine.game import Play
from dieciocho.engine.shares import price

from .scenes import CLOSED, Table

BOTS = ("sensible", "quick")


@pytest.mark.parametrize("bot", BOTS)
def test_a_company_pays_though_it_needs_a_train(bot: str) -> None:
    """The price rises, and what was paid helps later."""
    table = Table().privates().phase("3").company("LYR", treasury=250)
    table.empty_deck_down_to("4")
    table.train("LYR", "2")
    game = table.lay("G15", "9").lay("H14", "5", 2).operate("LYR", "run_trains")
    table.change_turn(revenue=60)
    Play(game).pop()
    assert make_bot(bot).choose(game) == Dividend("pay")


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("treasury", "buys"), [(500, True), (200, False)])
def test_money_that_lies_idle_buys_a_train_that_lasts(bot: str, treasury: int, buys: bool) -> None:
    """No route is there yet for a third train, but the twos will be scrapped."""
    table = Table().privates(**CLOSED).phase("3").company("LYR", treasury=treasury)
    table.train("LYR", "2")
    table.train("LYR", "2")
    game = table.lay("G15", "9").lay("H14", "5", 2).operate("LYR", "trains")
    action = make_bot(bot).choose(game)
    assert isinstance(action, BuyTrain) == buys
    if isinstance(action, BuyTrain):
        assert game.kind_of(action.train) == "3"


@pytest.mark.parametrize("bot", BOTS)
def test_of_two_shares_that_pay_alike_the_cheap_one_is_bought(bot: str) -> None:
    table = Table().privates(**CLOSED).phase("3")
    for company, at in (("LYR", (6, 3)), ("SSL", (1, 7))):
        table.company(company, 1, held={1: 3}, pool=3, price_at=at)
        table.train(company, "3")
        table.station(company)
    game = table.cash(0, 139).stock_round()  # nobody starts a company with so little
    assert price(game, "LYR") < 100 < price(game, "SSL")
    assert make_bot(bot).choose(game) == BuyShare("LYR", "pool")


def test_cash_is_not_kept_for_the_train_of_a_company() -> None:
    table = Table().privates(**CLOSED).phase("4").company("LYR", treasury=0)
    table.station("LYR").cash(0, 200)
    game = table.stock_round()
    assert reserve(Situation(game, make_bot("sensible"))) == 0


def test_a_game_lasts_longer_than_its_bank_at_todays_dividends() -> None:
    """Money for trains and shares goes back to the bank."""
    game = Table().privates(**CLOSED).company("LYR").stock_round()
    assert horizon(game) > 9
    assert share_worth(game, "LYR") > 2 * price(game, "LYR")


@pytest.mark.parametrize("bot", BOTS)
def test_who_can_float_a_third_company_alone_starts_it(bot: str) -> None:
    """Fresh companies buy the trains that last."""
    table = Table().privates(**CLOSED).phase("4")
    for company in ("LYR", "SSL"):
        table.company(company, 0).station(company)
        table.train(company, "4")
    game = table.cash(0, 600).stock_round()
    assert isinstance(make_bot(bot).choose(game), StartCompany)
