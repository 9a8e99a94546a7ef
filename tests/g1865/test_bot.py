"""Positions of 1865 that show what a computer player has learnt."""

from __future__ import annotations

import pytest

from dieciocho.bots import make_bot
from dieciocho.engine.actions import BuyShare, Dividend, StartCompany
from dieciocho.games.g1865.bot.values import position

from .scenes import Scene

BOTS = ("sensible", "quick")


@pytest.mark.parametrize("bot", BOTS)
def test_a_company_pays_though_the_money_would_buy_a_train(bot: str) -> None:
    scene = Scene(4).phase(3).company("FMS", treasury=150, traffic=20)
    scene.train("FMS", "PH2")
    game = scene.operate("FMS", "pay_dividend")
    assert make_bot(bot).choose(game) == Dividend("pay")


@pytest.mark.parametrize("bot", BOTS)
def test_a_president_buys_shares_of_others_instead_of_a_second_company(bot: str) -> None:
    scene = Scene(4).phase(3).company("FMS", 0, treasury=100, traffic=8)
    scene.company("RCSF", 1, held={1: 2}, treasury=100, traffic=14)
    scene.train("FMS", "PH3").train("RCSF", "PH3")
    game = scene.cash(0, 450).stock_round()
    action = make_bot(bot).choose(game)
    assert isinstance(action, BuyShare)
    assert action.company == "RCSF"


@pytest.mark.parametrize("bot", BOTS)
def test_money_that_buys_no_share_starts_a_second_company(bot: str) -> None:
    scene = Scene(4).phase(3).company("FMS", 0, treasury=100, traffic=8)
    game = scene.train("FMS", "PH3").cash(0, 450).stock_round()
    assert isinstance(make_bot(bot).choose(game), StartCompany)


def test_a_maritime_company_is_worth_what_it_will_pay() -> None:
    """Given to a company it pays its owner nothing any more."""
    scene = Scene(4).phase(2)
    before = position(scene.game, 0)
    scene.state.private_owner["M5"] = 0
    assert position(scene.game, 0) > before + 50
