"""Stock rounds and directors (1862-6.1 to 6.3, 6.6)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyShare, Pass, SellShares, StartCompany
from dieciocho.engine.game import Game
from dieciocho.engine.shares import ordinary, price
from dieciocho.engine.state import POOL
from dieciocho.games.g1862.holdings import held

from ..support import legal, refused, rule
from .scenes import Scene


@rule("1862-6.1.1", "1862-6.6.1")
def test_the_round_ends_when_all_pass_in_a_row() -> None:
    made = Scene("ESR").found("ESR", {0: 5}, price=100)
    made.train("ESR", "2E")
    game = made.stock(1)
    assert game.actor == 1
    game.play(Pass())
    assert game.actor == 2
    game.play(BuyShare("ESR", "treasury"))
    game.play(Pass())  # seat 0
    game.play(Pass())  # seat 1
    assert game.state.round.kind == "stock"
    game.play(Pass())  # seat 2
    assert game.state.round.kind == "operating"
    assert game.state.priority == 0  # to the left of the last to act


@rule("1862-6.2.1", "1862-N.3")
def test_sell_first_then_buy_one() -> None:
    scene = Scene("ESR", "FDR").found("ESR", {0: 6, 1: 2}).found("FDR", {1: 5, 0: 2})
    scene.train("ESR", "2E")
    game = scene.stock(0)
    game.play(SellShares("FDR", 1))
    game.play(SellShares("ESR", 1))
    assert game.actor == 0
    game.play(StartCompany("EUR", 54))
    assert game.actor == 1  # the purchase ends the turn: no sale after it
    game.play(BuyShare("FDR", "treasury"))
    assert game.actor == 2


@rule("1862-6.2.2")
def test_passing_does_not_exclude() -> None:
    scene = Scene("ESR").found("ESR", {0: 5})
    game = scene.stock(0)
    game.play(Pass())
    game.play(BuyShare("ESR", "treasury"))
    game.play(Pass())
    assert game.actor == 0
    assert legal(game, BuyShare("ESR", "treasury"))


@rule("1862-6.3.1", "1862-6.3.2", "1862-6.3.8")
def test_more_shares_make_a_director() -> None:
    scene = Scene("ESR").found("ESR", {0: 3, 1: 3, POOL: 2})
    game = scene.stock(1)
    assert game.state.president["ESR"] == 0
    at = price(game, "ESR")
    game.play(BuyShare("ESR", "pool"))
    assert game.state.president["ESR"] == 1
    assert game.state.shares["ESR"][0] == 1
    assert (held(game, "ESR", 0), held(game, "ESR", 1)) == (3, 4)
    assert price(game, "ESR") == at
    game.play(Pass())
    game.play(BuyShare("ESR", "pool"))  # seat 0: equal numbers change nothing
    assert game.state.president["ESR"] == 1


@rule("1862-6.3.2", "1862-6.3.5")
def test_a_sale_hands_the_directorship_on() -> None:
    scene = Scene("ESR").found("ESR", {0: 5, 1: 3})
    game = scene.stock(0)
    game.play(SellShares("ESR", 3))
    assert game.state.president["ESR"] == 1
    assert game.state.shares["ESR"][0] == 1
    assert held(game, "ESR", 0) == 2
    assert ordinary(game, "ESR", POOL) == 3


@rule("1862-6.3.2")
def test_a_sale_down_to_equal_numbers_changes_nothing() -> None:
    game = Scene("ESR").found("ESR", {0: 5, 1: 4}).stock(0)
    game.play(SellShares("ESR", 1))
    assert (held(game, "ESR", 0), held(game, "ESR", 1)) == (4, 4)
    assert game.state.president["ESR"] == 0


@rule("1862-6.3.3")
def test_of_equal_heirs_the_nearest_to_the_left() -> None:
    scene = Scene("ESR", players=4).found("ESR", {1: 4, 0: 3, 3: 3})
    game = scene.stock(1)
    game.play(SellShares("ESR", 4))
    assert game.state.president["ESR"] == 3


@rule("1862-6.3.3")
def test_the_largest_heir_comes_first() -> None:
    scene = Scene("ESR", players=4).found("ESR", {0: 4, 1: 3, 2: 3})
    scene.state.shares["ESR"] = (0, 0, 1, 1, 1, 2, 2, 2)
    game = scene.stock(0)
    game.play(SellShares("ESR", 2))
    assert game.state.president["ESR"] == 1


@rule("1862-6.3.4")
@pytest.mark.parametrize(("in_pool", "counts"), [(0, [1, 3, 4]), (1, [1, 2, 3, 4])])
def test_what_a_director_keeps_must_be_there(in_pool: int, counts: list[int]) -> None:
    scene = Scene("ESR").found("ESR", {0: 4, 1: 2, POOL: in_pool})
    game = scene.stock(0)
    allowed = [n for n in range(1, 5) if legal(game, SellShares("ESR", n))]
    assert allowed == counts
    if not in_pool:
        refused(game, SellShares("ESR", 2), "1862-6.3.4")


@rule("1862-6.3.4", "1862-8.1")
def test_the_certificate_may_go_to_the_pool() -> None:
    scene = Scene("ESR").found("ESR", {0: 4, 1: 2, POOL: 1})
    game = scene.stock(0)
    game.play(SellShares("ESR", 2))
    assert "ESR" not in game.state.president
    assert game.state.shares["ESR"][0] == POOL
    assert ordinary(game, "ESR", 0) == 2
    assert held(game, "ESR", POOL) == 3


@rule("1862-6.3.6", "1862-N.3")
def test_the_certificate_in_the_pool_is_not_for_sale() -> None:
    scene = Scene("ESR").found("ESR", {POOL: 3, 0: 2, 1: 2, 2: 2, "ESR": 1})
    game = scene.stock(0)
    assert not legal(game, BuyShare("ESR", "pool"))
    refused(game, BuyShare("ESR", "pool"), "1862-6.5.1.1")
    refused(game, BuyShare("ESR", "board"))


@rule("1862-6.3.7", "1862-8.2")
def test_three_ordinary_shares_end_the_receivership() -> None:
    scene = Scene("ESR").found("ESR", {POOL: 3, 0: 2, 1: 2})
    game = scene.stock(1)
    game.play(BuyShare("ESR", "treasury"))
    assert game.state.president["ESR"] == 1
    assert game.state.shares["ESR"][0] == 1
    assert ordinary(game, "ESR", POOL) == 3


@rule("1862-6.6.2")
def test_sold_out_companies_do_not_rise() -> None:
    scene = Scene("ESR").found("ESR", {0: 6, 1: 4}, price=100)
    scene.train("ESR", "2E")
    game = scene.stock(0)
    while game.state.round.kind == "stock":
        game.play(Pass())
    assert price(game, "ESR") == 100


@pytest.mark.parametrize(
    ("mine", "in_pool", "counts"),
    [(4, 1, [1, 3, 4]), (4, 2, [1, 2, 3, 4]), (5, 0, [1, 2, 3, 4, 5]), (3, 1, [2, 3])],
)
def test_online_needs_the_pool_for_what_is_kept(mine: int, in_pool: int, counts: list[int]) -> None:
    """D12: there the shares that are sold do not help, unless three or more are sold."""
    scene = Scene("ESR", edition="online").found("ESR", {0: mine, 1: 2, POOL: in_pool})
    game: Game = scene.stock(0)
    assert [n for n in range(1, mine + 1) if legal(game, SellShares("ESR", n))] == counts
