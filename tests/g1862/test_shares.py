"""Selling, buying, limits, founding and floating (1862-3.1, 3.2, 6.4, 6.5)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyShare, Choose, Pass, SellShares, StartCompany
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import certificates, price
from dieciocho.engine.state import BANK, IPO, POOL
from dieciocho.games.g1862.facts import facts
from dieciocho.games.g1862.floating import startable
from dieciocho.games.g1862.holdings import held

from ..support import legal, refused, rule
from .scenes import Scene


def market(at: int, seller: int, count: int, train: bool = True, floated: bool = True) -> Game:
    """Let seat 0 (director) or 1 sell shares of ESR at a price."""
    made = Scene("ESR").found("ESR", {0: 5, 1: 3}, price=at, floated=floated)
    if train:
        made.train("ESR", "2E")
    game = made.stock(seller)
    game.play(SellShares("ESR", count))
    return game


# --- selling ---------------------------------------------------------------------------------


@rule("1862-6.4.2.1")
@pytest.mark.parametrize(("count", "after"), [(1, 71), (2, 68), (3, 65)])
def test_each_share_sold_is_one_step(count: int, after: int) -> None:
    assert price(market(74, 1, count), "ESR") == after


@rule("1862-6.4.2.2", "1862-6.4.2.3")
@pytest.mark.parametrize(
    ("at", "count", "after"),
    [
        (310, 1, 310),
        (275, 3, 245),
        (400, 2, 400),
        (400, 3, 375),
        (36, 1, 36),
        (36, 2, 31),
        (40, 1, 36),
        (200, 1, 191),
        (210, 1, 210),
        (375, 2, 350),
    ],
)
def test_the_first_shares_of_others_do_not_count_in_green(at: int, count: int, after: int) -> None:
    assert price(market(at, 1, count), "ESR") == after


@rule("1862-6.4.2.4")
@pytest.mark.parametrize(("at", "after"), [(310, 292), (400, 375), (36, 31), (74, 71)])
def test_what_a_director_sells_always_counts(at: int, after: int) -> None:
    assert price(market(at, 0, 1), "ESR") == after


@rule("1862-6.4.2.4")
def test_also_when_he_sells_all() -> None:
    made = Scene("ESR").found("ESR", {0: 8}, price=310)
    made.train("ESR", "2E")
    game = made.stock(0).play(SellShares("ESR", 8))
    assert price(game, "ESR") == 200
    assert "ESR" not in game.state.president


@rule("1862-6.4.1.1", "1862-6.4.0.1")
def test_half_price_without_train() -> None:
    made = Scene("ESR").found("ESR", {0: 5}, price=71)
    game = made.stock(0)
    cash = game.state.cash[0]
    game.play(SellShares("ESR", 2))
    assert game.state.cash[0] == cash + 2 * 35
    assert price(game, "ESR") == 65
    game = market(71, 1, 2)
    assert game.state.cash[1] == 800 + 2 * 71  # one price for the block


@rule("1862-6.4.2.5")
def test_no_movement_before_floating() -> None:
    made = Scene("ESR").found("ESR", {0: 4}, price=74, floated=False)
    game = made.stock(0)
    game.play(SellShares("ESR", 1))
    assert price(game, "ESR") == 74
    assert game.state.cash[0] == 800 + 37


@rule("1862-6.4.2.5")
def test_no_movement_after_the_lner() -> None:
    made = Scene("ESR").found("ESR", {0: 5, 1: 3}, price=74)
    made.train("ESR", "2E")
    Play(made.game).set_facts(lner=True, limit=20)
    game = made.stock(1).play(SellShares("ESR", 2))
    assert price(game, "ESR") == 74


@rule("1862-6.4.2.6")
def test_exchanged_shares_move_no_price() -> None:
    """Three shares of the pool for the certificate are no sale."""
    made = Scene("ESR").found("ESR", {0: 5, 1: 3, POOL: 2}, price=74)
    made.train("ESR", "2E")
    game = made.stock(0).play(SellShares("ESR", 3))
    assert game.state.president["ESR"] == 1
    assert price(game, "ESR") == 65  # three steps for three shares, none for the exchange


@rule("1862-6.4.2.7", "1862-7.12.4")
def test_a_price_of_zero_is_bankruptcy() -> None:
    made = Scene("ESR").found("ESR", {0: 5, 1: 3}, price=14, cash=100)
    made.train("ESR", "2E")
    game = made.stock(0).play(SellShares("ESR", 2))
    assert "ESR" not in game.state.cell
    assert set(game.state.shares["ESR"]) == {IPO}


@rule("1862-6.4.2.1", "1862-7.1.2")
def test_the_marker_goes_under_the_stack() -> None:
    made = Scene("ESR", "FDR").found("FDR", {2: 5}, price=71).found("ESR", {0: 5, 1: 3}, price=74)
    made.train("ESR", "2E")
    game = made.stock(1).play(SellShares("ESR", 1))
    assert game.state.stacks[game.state.cell["ESR"]] == ("FDR", "ESR")


@rule("1862-6.4.0.1")
def test_one_block_of_a_company_in_a_turn() -> None:
    made = Scene("ESR", "FDR").found("ESR", {0: 5, 1: 3}).found("FDR", {1: 5}, price=74)
    game = made.stock(1).play(SellShares("ESR", 1))
    refused(game, SellShares("ESR", 1), "1862-6.4.0.1")
    game.play(SellShares("FDR", 1))


@rule("1862-6.4.0.2")
def test_the_pool_has_no_limit() -> None:
    made = Scene("ESR").found("ESR", {0: 3, 1: 2, POOL: 5})
    made.train("ESR", "2E")
    game = made.stock(0)
    assert legal(game, SellShares("ESR", 3))
    game.play(SellShares("ESR", 3))
    assert held(game, "ESR", POOL) == 8


@rule("1862-6.4.0.3", "1862-N.3")
def test_shares_bought_in_the_round_are_kept() -> None:
    made = Scene("ESR").found("ESR", {0: 3, POOL: 3})
    made.train("ESR", "2E")
    game = made.stock(0).play(BuyShare("ESR", "pool")).play(Pass()).play(Pass())
    assert game.actor == 0
    assert legal(game, SellShares("ESR", 1))
    refused(game, SellShares("ESR", 4), "1862-6.4.0.3")


@rule("1862-6.4.0.3", "1862-6.5.3.1")
def test_a_founder_keeps_his_three_shares_in_that_round() -> None:
    game = Scene("ESR").stock(0).play(StartCompany("ESR", 54)).play(Pass()).play(Pass())
    assert game.actor == 0
    for count in (1, 2, 3):
        refused(game, SellShares("ESR", count), "1862-6.4.0.3")


# --- buying ----------------------------------------------------------------------------------


@rule("1862-6.5.1.1", "1862-6.5.1.3", "1862-4.2.5")
def test_where_shares_come_from_and_what_they_cost() -> None:
    made = Scene("ESR", "FDR").found("ESR", {0: 4, POOL: 2}, price=74, cash=10)
    made.found("FDR", {2: 3}, price=82, chartered=True, floated=False)
    game = made.stock(1)
    refused(game, BuyShare("FDR", "pool"), "1862-6.5.1.1")
    refused(game, BuyShare("FDR", "treasury"), "1862-6.5.1.1")
    refused(game, BuyShare("ESR", "ipo"), "1862-6.5.1.1")
    bank = game.state.cash[BANK]
    treasury = game.copy().play(BuyShare("ESR", "treasury"))
    assert (treasury.state.cash["ESR"], treasury.state.cash[1]) == (84, 800 - 74)
    pool = game.copy().play(BuyShare("ESR", "pool"))
    assert (pool.state.cash[BANK], pool.state.cash["ESR"]) == (bank + 74, 10)
    offer = game.copy().play(BuyShare("FDR", "ipo"))
    assert offer.state.cash[BANK] == bank + 82


@rule("1862-6.5.1.3")
def test_initial_shares_cost_par_whatever_the_price() -> None:
    made = Scene("FDR").found("FDR", {2: 5}, price=150, par=82, chartered=True)
    game = made.stock(1).play(BuyShare("FDR", "ipo"))
    assert game.state.cash[1] == 800 - 82


@rule("1862-6.5.1.2")
def test_no_limit_on_shares_of_one_company() -> None:
    made = Scene("ESR").found("ESR", {0: 9}, price=54)
    game = made.stock(0)
    game.play(BuyShare("ESR", "treasury"))
    assert held(game, "ESR", 0) == 10


@rule("1862-6.5.1.4", "1862-N.3")
def test_nobody_buys_what_he_has_sold() -> None:
    made = Scene("ESR", "FDR").found("ESR", {0: 5, 1: 2})
    made.train("ESR", "2E")
    game = made.stock(1).play(SellShares("ESR", 1))
    refused(game, BuyShare("ESR", "pool"), "1862-6.5.1.4")
    game.play(Pass()).play(Pass()).play(Pass())
    refused(game, BuyShare("ESR", "treasury"), "1862-6.5.1.4")


@rule("1862-6.5.1.4", "1862-6.4.2.7")
def test_nor_does_he_found_it_again() -> None:
    """ESR goes bankrupt by the sale; another player may start it in the same round."""
    made = Scene("ESR").found("ESR", {0: 5, 1: 3}, price=14, chartered=True)
    made.train("ESR", "2E")
    game = made.stock(0).play(SellShares("ESR", 2))
    refused(game, StartCompany("ESR", 54), "1862-6.5.1.4")
    assert not legal(game, StartCompany("ESR", 54))
    game.play(Pass()).play(StartCompany("ESR", 54))
    assert "ESR" not in facts(game).chartered
    assert "ESR" not in game.state.floated  # three shares only have left its treasury
    assert (held(game, "ESR", 1), held(game, "ESR", "ESR")) == (3, 7)


@rule("1862-6.5.1.3")
def test_a_share_for_the_last_pound() -> None:
    game = Scene("ESR").found("ESR", {0: 5}, price=74).cash(1, 74).stock(1)
    assert game.actor == 1
    assert legal(game, BuyShare("ESR", "treasury"))
    poor = Scene("ESR").found("ESR", {0: 5, 1: 1}, price=74).cash(1, 73).stock(1)
    refused(poor, BuyShare("ESR", "treasury"), "1862-6.5.1.3")


@rule("1862-6.2.1", "1862-N.3")
def test_selling_comes_before_buying_and_one_purchase_in_a_turn() -> None:
    made = Scene("ESR", "FDR").found("ESR", {0: 5, 1: 2}).found("FDR", {1: 4}, price=54)
    game = made.stock(1).play(SellShares("ESR", 1)).play(BuyShare("FDR", "treasury"))
    assert game.actor == 2  # the turn is over: no second purchase, no sale


@rule("1862-6.3.6", "1862-N.3")
def test_the_director_s_certificate_of_the_pool_cannot_be_bought() -> None:
    made = Scene("ESR").found("ESR", {POOL: 3, 0: 2, 1: 2})
    made.train("ESR", "2E")
    game = made.stock(2)
    refused(game, BuyShare("ESR", "pool"), "1862-6.5.1.1")


@rule("1862-6.3.6", "1862-6.2.2")
@pytest.mark.parametrize(
    ("edition", "cash", "waits"),
    [("rulebook", 60, False), ("online", 60, True), ("online", 59, False)],
)
def test_a_director_s_certificate_in_the_pool_holds_nobody_up(
    edition: str, cash: int, waits: bool
) -> None:
    """After his sale a player can do nothing; the site counts 3 x 20 as something to buy."""
    made = Scene("ESR", "FDR", edition=edition, players=5)
    made.found("ESR", {POOL: 3, 1: 2, 2: 2, 3: 2, 4: 1}, price=20)
    made.found("FDR", {1: 3, 0: 1}, price=100, floated=False)
    game = made.cash(0, cash - 50).stock(0).play(SellShares("FDR", 1))
    assert game.state.cash[0] == cash
    assert (game.actor == 0) == waits
    if waits:
        assert [choice.action for choice in game.legal_actions()] == [Pass()]
        game.play(Pass())
    assert game.actor == 1


@rule("1862-6.5.2.1")
def test_at_the_limit_nothing_is_bought() -> None:
    made = Scene("ESR", "FDR", "EUR", players=8).found("ESR", {0: 10})
    Play(made.game).set_facts(obligations={"EUR": 0})  # which is no certificate
    game = made.found("FDR", {1: 5}, price=54).stock(0)
    assert certificates(game, 0) == 8  # the director's certificate counts one
    refused(game, BuyShare("FDR", "treasury"), "1862-6.5.2.1")
    refused(game, StartCompany("EUR", 54), "1862-6.5.2.1")


@rule("1862-6.5.2.2")
def test_who_is_above_the_limit_sells_first() -> None:
    made = Scene("ESR", "FDR", players=8).found("ESR", {0: 10}).found("FDR", {1: 3, 0: 1}, price=54)
    made.train("ESR", "2E")
    game = made.stock(0)
    refused(game, Pass(), "1862-6.5.2.2")
    refused(game, BuyShare("FDR", "treasury"), "1862-6.5.2.2")
    game.play(SellShares("FDR", 1))
    assert legal(game, Pass())


@rule("1862-6.5.2.2", "1862-6.4.0.3")
def test_who_is_above_the_limit_but_cannot_sell_passes() -> None:
    made = Scene("ESR", "FDR", players=8).found("ESR", {0: 10}).found("FDR", {1: 3, 0: 1}, price=54)
    game = made.stock(0)
    Play(game).set_round(bought={(0, "ESR"): 10, (0, "FDR"): 1})
    assert legal(game, Pass())
    refused(game, BuyShare("FDR", "treasury"), "1862-6.5.2.2")


@rule("1862-6.5.2.3")
def test_nobody_sells_down_after_the_lner() -> None:
    made = Scene("ESR", "FDR", players=8).found("ESR", {0: 10}).found("FDR", {1: 3, 0: 1}, price=54)
    Play(made.game).set_facts(lner=True, limit=9)
    game = made.stock(0)
    assert legal(game, Pass())
    assert not legal(game, BuyShare("FDR", "treasury"))  # nine certificates, the fixed limit


# --- founding --------------------------------------------------------------------------------


@rule("1862-6.5.3.1", "1862-6.5.3.2", "1862-3.1.2", "1862-6.5.3.3")
def test_founding_without_charter() -> None:
    made = Scene("ESR")
    game = made.stock(0).play(StartCompany("ESR", 95))
    assert game.state.cash["ESR"] == 3 * 95
    assert game.state.cash[0] == 800 - 285
    assert (price(game, "ESR"), game.state.par["ESR"]) == (95, 90)
    assert (held(game, "ESR", 0), held(game, "ESR", "ESR")) == (3, 7)
    assert game.actor == 1  # that was the purchase of the turn
    refused(game, StartCompany("ESR", 95), "1862-6.5.3.1")


@rule("1862-6.5.3.2", "1862-N.2")
@pytest.mark.parametrize("start", [52, 55, 210])
def test_starting_prices_are_the_yellow_and_pink_ones(start: int) -> None:
    game = Scene("ESR").cash(0, 900).stock(0)
    refused(game, StartCompany("ESR", start), "1862-6.5.3.2")
    for good in (54, 56, 100, 105, 200):
        assert legal(game, StartCompany("ESR", good))


@rule("1862-N.2", "1862-4.2.2")
def test_three_shares_must_be_paid() -> None:
    game = Scene("ESR").cash(0, 299).stock(0)
    refused(game, StartCompany("ESR", 100), "1862-4.2.2")
    assert legal(game, StartCompany("ESR", 95))


@rule("1862-6.5.3.3")
@pytest.mark.parametrize(("start", "par"), [(54, 54), (56, 54), (78, 74), (100, 100), (200, 100)])
def test_the_par_of_a_starting_price(start: int, par: int) -> None:
    game = Scene("ESR").stock(0).play(StartCompany("ESR", start))
    assert game.state.par["ESR"] == par


@rule("1862-6.5.3.4")
def test_a_company_without_charter_need_not_float() -> None:
    game = Scene("ESR").stock(0).play(StartCompany("ESR", 54))
    for _ in range(8):
        if game.state.round.kind != "stock":
            break
        game.play(Pass())
    assert game.state.cash[0] == 800 - 162
    assert "ESR" in game.state.cell
    assert "ESR" not in game.state.floated


@rule("1862-6.5.4.0.1", "1862-2.1.2", "1862-6.5.4.0.3", "1862-6.5.4.1.1", "1862-6.5.4.2.1")
@pytest.mark.parametrize(("count", "left"), [("2", 395), ("7", 195)])
def test_floating_without_charter(count: str, left: int) -> None:
    made = Scene("ESR").found("ESR", {0: 4}, price=95, floated=False, cash=4 * 95)
    game = made.stock(1).play(BuyShare("ESR", "treasury"))
    assert "ESR" in game.state.floated
    assert game.actor == 0  # the director chooses, though another player bought
    refused(game, Choose("8"), "1862-6.5.4.2.1")
    refused(game, Choose("1"), "1862-6.5.4.2.1")
    game.play(Choose(count))
    assert game.state.cash["ESR"] == left
    assert game.state.stations_left["ESR"] == int(count)
    assert facts(game).permits["ESR"] == (facts(game).licences["ESR"],)
    assert game.actor == 2


@rule("1862-6.5.4.2.1", "1862-2.1.3")
def test_stations_are_paid_at_once_from_the_treasury() -> None:
    made = Scene("ESR").found("ESR", {0: 4}, price=54, floated=False, cash=4 * 54)
    made.cash("ESR", 100)
    game = made.stock(1).play(BuyShare("ESR", "treasury"))
    assert legal(game, Choose("3"))
    refused(game, Choose("4"), "1862-6.5.4.2.1")  # 154 pay for three
    refused(game, Pass(), "1862-6.5.4.0.3")  # nothing else before


@rule("1862-11.4.1", "1862-2.1.4", "1862-3.1.3")
def test_eight_stations_if_agreed() -> None:
    made = Scene("ESR", players=3, edition="rulebook", stations="8")
    made.found("ESR", {0: 4}, price=100, floated=False, cash=400)
    game = made.stock(1).play(BuyShare("ESR", "treasury")).play(Choose("8"))
    assert game.state.stations_left["ESR"] == 8


@rule("1862-11.4.1")
def test_online_at_most_seven_are_bought() -> None:
    """D19: an eighth one comes with a merger only."""
    made = Scene("ESR", edition="online", stations="8")
    made.found("ESR", {0: 4}, price=100, floated=False, cash=400)
    game = made.stock(1).play(BuyShare("ESR", "treasury"))
    assert legal(game, Choose("7"))
    refused(game, Choose("8"), "1862-6.5.4.2.1")


@rule("1862-6.5.4.2.1", "1862-8.3")
def test_without_director_the_largest_holder_buys_the_stations() -> None:
    """The founder has sold the certificate to the pool before the company floats."""
    made = Scene("ESR").found("ESR", {POOL: 3, 2: 1}, price=74, floated=False, cash=300)
    game = made.stock(1).play(BuyShare("ESR", "treasury"))
    assert "ESR" in game.state.floated
    assert game.actor == 1  # as many as seat 2, but nearer to the priority deal
    game.play(Choose("2"))
    assert game.state.stations_left["ESR"] == 2
    assert game.actor == 2


@rule("1862-3.1.1", "1862-3.1.3", "1862-6.5.4.1.1", "1862-6.5.4.2.1")
@pytest.mark.parametrize(
    ("par", "left"),
    [(54, 360), (58, 400), (62, 440), (68, 500), (74, 560), (82, 640), (90, 720), (100, 820)],
)
def test_floating_with_charter(par: int, left: int) -> None:
    made = Scene("ESR").found("ESR", {0: 4}, price=par, chartered=True, floated=False)
    Play(made.game).set_facts(obligations={"ESR": 0})
    game = made.stock(1).play(BuyShare("ESR", "ipo"))
    assert (game.state.cash["ESR"], game.state.stations_left["ESR"]) == (left, 3)
    assert facts(game).obligations == {}


@rule("1862-4.2.4", "1862-7.1.1")
@pytest.mark.parametrize(
    ("edition", "order"), [("rulebook", ("FDR", "ESR")), ("online", ("ESR", "FDR"))]
)
def test_a_charter_enters_the_market_when_it_floats(edition: str, order: tuple[str, ...]) -> None:
    """ESR was chartered first; FDR with the same par value floats before it."""
    made = Scene("ESR", "FDR", edition=edition)
    made.found("ESR", {0: 4}, price=74, chartered=True, floated=False)
    made.found("FDR", {2: 5}, price=74, chartered=True)
    game = made.stock(1).play(BuyShare("ESR", "ipo"))
    while game.state.round.kind == "stock":
        game.play(Pass())
    assert game.state.round.order == order


@rule("1862-6.5.3.2", "1862-7.1.1")
def test_a_company_without_charter_enters_the_market_when_it_starts() -> None:
    made = Scene("ESR", "FDR").found("ESR", {0: 4}, price=74, floated=False, cash=300)
    game = made.found("FDR", {2: 5}, price=74).stock(1).play(BuyShare("ESR", "treasury"))
    game.play(Choose("2"))
    assert game.state.stacks[game.state.cell["ESR"]] == ("ESR", "FDR")


@rule("1862-6.5.4.1.1", "1862-10.2.2")
@pytest.mark.parametrize(("bank", "broken"), [(738, True), (739, False)])
def test_the_bank_pays_the_whole_capital_before_it_sells_stations(bank: int, broken: bool) -> None:
    made = Scene("ESR").found("ESR", {0: 4}, price=82, chartered=True, floated=False)
    made.cash(2, made.state.cash[2] + made.state.cash[BANK] - bank)
    game = made.stock(1).play(BuyShare("ESR", "ipo"))  # 82 come in, 820 go out
    assert ("bank" in game.state.ending) == broken
    assert game.state.cash["ESR"] == 640


@rule("1862-6.5.4.0.1")
def test_it_does_not_matter_where_the_shares_are() -> None:
    made = Scene("ESR").found("ESR", {0: 3, POOL: 1}, price=74, floated=False, cash=300)
    game = made.stock(1).play(BuyShare("ESR", "pool"))
    assert "ESR" not in game.state.floated  # four have left the treasury
    game.play(Pass()).play(Pass()).play(BuyShare("ESR", "treasury"))
    assert "ESR" in game.state.floated


@rule("1862-6.5.4.0.2")
def test_a_floated_company_operates_in_the_next_round() -> None:
    made = Scene("ESR").found("ESR", {0: 4}, price=74, floated=False, cash=300)
    game = made.stock(1).play(BuyShare("ESR", "treasury")).play(Choose("2"))
    for _ in range(6):
        if game.state.round.kind != "stock":
            break
        game.play(Pass())
    assert game.state.round.order == ("ESR",)


@rule("1862-6.5.4.3.1", "1862-2.1.5")
def test_a_company_takes_its_own_permit() -> None:
    made = Scene("ESR")
    licence = facts(made.game).licences["ESR"]
    made.found("ESR", {0: 4}, price=74, floated=False, cash=300)
    game = made.stock(1).play(BuyShare("ESR", "treasury"))
    assert facts(game).permits["ESR"] == (licence,)


@rule("1862-3.2.1")
@pytest.mark.parametrize(("phase", "count"), [("A", 8), ("B", 12), ("C", 16), ("H", 16)])
def test_waves_of_companies(phase: str, count: int) -> None:
    made = Scene().phase(phase)
    game = made.stock(0)
    assert len(startable(game)) == count
    late = [c for c, wave in facts(game).waves.items() if wave > game.state.phase]
    for company in late[:1]:
        refused(game, StartCompany(company, 54), "1862-3.2.1")
    outside = next(iter(game.state.closed))
    refused(game, StartCompany(outside, 54), "1862-2.4.1.1")


# --- homes -----------------------------------------------------------------------------------


def blocked(hex_name: str, home: str, tile: str, turn: int, *others: str, phase: str) -> Game:
    made = Scene(home, *others).phase(phase).lay(hex_name, tile, turn)
    for seat, company in enumerate(others):
        made.found(company, {seat: 5}, price=74).station(company, hex_name)
    return made.stock(0)


@rule("1862-3.2.2", "1862-3.2.3", "1862-3.2.4")
@pytest.mark.parametrize("phase", ["B", "D"])
def test_a_home_that_gains_no_slot_keeps_a_company_out(phase: str) -> None:
    game = blocked("D13", "ECR", "14", 0, "SVR", "EUR", phase=phase)
    refused(game, StartCompany("ECR", 54), "1862-3.2.3")
    assert "ECR" not in startable(game)


@rule("1862-3.2.2", "1862-3.2.4")
def test_a_home_that_can_be_upgraded_lets_it_start() -> None:
    early = blocked("F11", "ESR", "790", 1, "WVR", "N&B", phase="A")
    refused(early, StartCompany("ESR", 54), "1862-3.2.3")
    assert legal(blocked("F11", "ESR", "790", 1, "WVR", "N&B", phase="B"), StartCompany("ESR", 54))
    none_left = blocked("F11", "ESR", "790", 1, "WVR", "N&B", phase="B")
    none_left.state.supply["791"] = 0
    refused(none_left, StartCompany("ESR", 54), "1862-3.2.3")


@rule("1862-3.2.2")
def test_an_empty_home_or_a_free_slot_is_enough() -> None:
    assert legal(Scene("ECR").stock(0), StartCompany("ECR", 54))
    assert legal(blocked("D13", "ECR", "14", 0, "SVR", phase="B"), StartCompany("ECR", 54))
    full = blocked("D13", "ECR", "57", 0, "SVR", phase="A")
    refused(full, StartCompany("ECR", 54), "1862-3.2.3")
