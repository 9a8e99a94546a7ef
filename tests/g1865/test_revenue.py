"""Revenue and dividends (1865-4.5)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import Dividend
from dieciocho.engine.errors import BadInput
from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK

from ..support import listed, refused, rule
from .scenes import Scene


def running(traffic: int, *trains: str, maritime: tuple[str, ...] = ()) -> Game:
    """FMS, a minor at 100, about to decide; one share each in offer, pool, with the Dragons."""
    scene = Scene().company("FMS", held={0: 2}, pool=1, dragons=1, treasury=0, traffic=traffic)
    scene.train("FMS", *trains).maritime("FMS", *maritime)
    return scene.operate("FMS", "pay_dividend")


@rule("1865-4.5.1", "1865-1.12")
@pytest.mark.parametrize(
    ("traffic", "trains", "maritime", "revenue"),
    [
        (14, ("PH2", "PH2"), (), 140),
        (30, ("PH2", "PH3"), (), 220),
        (30, ("PH2",), ("M1", "M2"), 240),
        (30, (), ("M1", "M2"), 0),
        (0, ("PH2",), (), 0),
        (100, ("PH5", "PH7"), (), 600),
    ],
)
def test_ten_for_each_point_within_the_capacity(
    traffic: int, trains: tuple[str, ...], maritime: tuple[str, ...], revenue: int
) -> None:
    """Vectors TV-14 (the first two) and TV-49 (the next two)."""
    game = running(traffic, *trains, maritime=maritime)
    if revenue:
        game.play("keep dividend")
    assert game.state.last_runs["FMS"].revenue == revenue


@rule("1865-4.5.2")
def test_everything_is_paid_or_kept() -> None:
    game = running(14, "PH2", "PH2")
    assert listed(game, Dividend) == [Dividend("pay"), Dividend("keep")]
    refused(game, "pass", "1865-4.5.2")
    with pytest.raises(BadInput, match="half"):
        game.play("half dividend")


@rule("1865-4.5.3", "1865-4.5.5")
def test_a_dividend_by_percentage() -> None:
    """Vector TV-40. Revenue 70: the president 28, the company 14 for its offer, no more moves."""
    game = running(7, "PH2")
    cash, bank, cell = game.state.cash[0], game.state.cash[BANK], game.state.cell["FMS"]
    game.play("pay dividend")
    assert game.state.cash[0] == cash + 28
    assert game.state.cash["FMS"] == 14
    assert game.state.cash[BANK] == bank - 42
    assert game.state.cell["FMS"] == cell + 1


@rule("1865-4.5.3")
def test_a_major_pays_ten_percent_for_each_share() -> None:
    scene = Scene().company("FMS", held={0: 3, 1: 2}, pool=2, major=True, traffic=13)
    game = scene.train("FMS", "PH3").operate("FMS", "pay_dividend")
    cash = [game.state.cash[seat] for seat in (0, 1)]
    game.play("pay dividend")
    assert [game.state.cash[seat] for seat in (0, 1)] == [cash[0] + 39, cash[1] + 26]
    assert game.state.cash["FMS"] == 39  # three shares in the initial offer


@rule("1865-4.5.4", "1865-4.5.5")
def test_kept_revenue_goes_to_the_treasury_and_the_price_stays() -> None:
    game = running(14, "PH2", "PH2")
    bank, cell = game.state.cash[BANK], game.state.cell["FMS"]
    game.play("keep dividend")
    assert game.state.cash["FMS"] == 140
    assert game.state.cash[BANK] == bank - 140
    assert game.state.cell["FMS"] == cell


@rule("1865-4.5.6", "1865-4.5.5")
def test_without_revenue_there_is_nothing_to_decide() -> None:
    scene = Scene().company("FMS", 0, 100, treasury=0, traffic=9)
    game = scene.operate("FMS", "pay_dividend")
    assert game.step.id != "pay_dividend"
    assert game.definition.market.price[game.state.cell["FMS"]] == 90
