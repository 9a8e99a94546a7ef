"""Emergency money and bankruptcy (8.3.9)."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.engine.actions import BuyTrain, DeclareBankruptcy, SellShares
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import percent

from ..support import legal, listed, refused, rule
from .scenes import Table, buy, cell, coast, kinds, offered, operating, quiet_table, top


def poor(
    treasury: int, cash: int, phase: str = "7", deck: str = "D", edition: str = "rulebook"
) -> Table:
    """LYR without a train; its director Ana has some cash."""
    table = coast(edition, phase, treasury=treasury).empty_deck_down_to(deck)
    return table.cash(0, cash)


def in_need(table: Table) -> Game:
    return table.operate("LYR", "trains")


def sales(game: Game) -> set[tuple[str, int]]:
    """Return which sales are legal: company and number of shares."""
    actions = [a for a in listed(game, SellShares) if isinstance(a, SellShares)]
    return {(a.company, a.count) for a in actions}


@rule("1888N-8.3.9.1", "1888N-8.3.9.5", "1888N-8.3.9.7")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_the_director_pays_what_is_missing(edition: str) -> None:
    """T80: 573 in the treasury, 319 in cash, a D for 900; one JHR share at 100 must be sold."""
    table = poor(573, 319, edition=edition).company("JHR", 1, held={1: 5, 0: 2}, price_at=(1, 4))
    game = in_need(table)
    refused(game, f"buy train {top(game)} from bank for 900", "1888N-8.3.9.1")
    refused(game, "sell 2 of JHR", "1888N-8.3.9.7")
    game.play("sell 1 of JHR")
    assert (game.state.cash[0], cell(game, "JHR")) == (419, (2, 4))
    bank = game.state.cash["bank"]
    buy(game, 900)
    assert (game.state.cash[0], game.state.cash["LYR"]) == (92, 0)
    assert game.state.cash["bank"] == bank + 900
    assert kinds(game, "LYR") == ["D"]


@rule("1888N-8.3.9.1", "1888N-8.3.9.5", "1888N-8.3.9.7")
def test_cash_comes_before_shares() -> None:
    table = poor(30, 50, "2", "2").company("JHR", 1, held={1: 5, 0: 2})
    game = in_need(table)
    assert sales(game) == set()
    refused(game, "sell 1 of JHR", "1888N-8.3.9.7")
    buy(game, 80)
    assert (game.state.cash[0], game.state.cash["LYR"]) == (0, 0)


@rule("1888N-8.3.9.2", "1888N-8.3.9.5")
def test_with_the_director_s_money_only_the_cheapest_train() -> None:
    """T82: a 5 in the pool for 500, a 6 in the bank for 630."""
    table = poor(100, 1000, "5", "6")
    five = table.train("pool", "5")
    game = in_need(table)
    refused(game, f"buy train {top(game)} from bank for 630", "1888N-8.3.9.2")
    assert offered(game) == [BuyTrain(five, "pool", 500)]
    game.play(f"buy train {five} from pool for 500")
    assert (game.state.cash[0], game.state.cash["LYR"]) == (600, 0)
    assert kinds(game, "LYR") == ["5"]


@rule("1888N-8.3.9.2")
def test_the_director_s_money_buys_no_train_of_another_company() -> None:
    table = poor(10, 1000, "3", "3").company("ZDR", 0, par=80).station("ZDR")
    card = table.train("ZDR", "3")
    game = in_need(table)
    refused(game, f"buy train {card} from ZDR for 11", "1888N-8.3.9.2")


@rule("1888N-8.3.9.2")
def test_after_a_sale_the_train_comes_from_the_bank() -> None:
    """Shares are sold for the cheapest train of the bank, not to spare the treasury."""
    table = poor(10, 0, "3", "3").company("ZDR", 0, par=80, treasury=0).station("ZDR")
    card = table.train("ZDR", "3")
    game = in_need(table)
    assert legal(game, BuyTrain(card, "ZDR", 10))
    game.play("sell 1 of LYR")
    assert not legal(game, BuyTrain(card, "ZDR", 10))
    refused(game, f"buy train {card} from ZDR for 10", "1888N-8.3.9.2")


@rule("1888N-8.3.9.3")
def test_a_train_of_another_company_paid_by_the_treasury_fulfils_the_duty() -> None:
    table = poor(10, 1000, "3", "3").company("ZDR", 0, par=80, treasury=0).station("ZDR")
    card = table.train("ZDR", "3")
    table.train("ZDR", "3")
    game = in_need(table)
    game.play(f"buy train {card} from ZDR for 10")
    assert game.state.trains["LYR"] == (card,)
    assert (game.state.cash[0], game.state.cash["LYR"], game.state.cash["ZDR"]) == (1000, 0, 10)
    assert operating(game) == "ZDR"


@rule("1888N-8.3.9.4")
def test_a_treasury_that_can_pay_gets_no_help() -> None:
    """T81: 550, a 5 in the pool for 500, a D in the bank."""
    table = poor(550, 1000)
    table.train("pool", "5")
    game = in_need(table)
    refused(game, f"buy train {top(game)} from bank for 900", "1888N-8.3.9.4")


@rule("1888N-8.3.9.4", "1888N-8.3.9.7")
def test_nothing_is_sold_for_a_treasury_that_can_pay() -> None:
    """T81 as well: the 5 must be bought, and from the treasury."""
    table = poor(550, 0).company("JHR", 1, held={1: 5, 0: 2})
    five = table.train("pool", "5")
    game = in_need(table)
    refused(game, "pass", "1888N-8.3.8.2")
    refused(game, "sell 1 of JHR", "1888N-8.3.9.4")
    game.play(f"buy train {five} from pool for 500")
    assert (game.state.cash[0], game.state.cash["LYR"]) == (0, 50)


@rule("1888N-8.3.9.4")
def test_a_treasury_that_can_pay_may_choose_the_dearer_train() -> None:
    table = poor(630, 0, "5", "6")
    table.train("pool", "5")
    game = in_need(table)
    assert sorted(a.price for a in offered(game)) == [500, 630]
    buy(game, 630)
    assert (kinds(game, "LYR"), game.state.cash["LYR"]) == (["6"], 0)


@rule("1888N-8.3.9.6", "1888N-8.3.9.5")
def test_no_second_train_with_the_director_s_money() -> None:
    game = in_need(poor(50, 500, "2", "2"))
    buy(game, 80)
    assert (game.state.cash[0], game.state.cash["LYR"]) == (470, 0)
    assert operating(game) is None  # nothing in the treasury: the turn is over
    table = poor(0, 500, "2", "2")
    table.train("LYR", "2")
    game = table.cash("LYR", 80).operate("LYR", "trains")
    table.cash("LYR", 79)
    refused(game, f"buy train {top(game)} from bank for 80", "1888N-8.3.8.5")


@rule("1888N-8.3.9.7")
def test_no_more_shares_are_sold_than_needed() -> None:
    """T83: 70 are missing; one share at 80 is enough."""
    table = poor(10, 0, "2", "2").company("JHR", 1, held={1: 5, 0: 3}, price_at=(4, 3))
    game = in_need(table)
    assert sales(game) == {("JHR", 1), ("LYR", 1)}
    refused(game, "sell 2 of JHR", "1888N-8.3.9.7")
    game.play("sell 1 of JHR")
    refused(game, "sell 1 of JHR", "1888N-8.3.9.7")
    buy(game, 80)
    assert game.state.cash[0] == 10


@rule("1888N-8.3.9.7", "1888N-8.3.9.8", "1888N-7.4.6")
def test_two_shares_may_be_sold_at_once_if_one_is_not_enough() -> None:
    table = poor(0, 0, "3", "3").company("JHR", 1, held={1: 5, 0: 4}, price_at=(2, 3))
    game = in_need(table)
    refused(game, "sell 3 of JHR", "1888N-8.3.9.7")
    game.play("sell 2 of JHR")  # both at 90, then two cells down
    assert (game.state.cash[0], cell(game, "JHR")) == (180, (4, 3))
    assert percent(game, "JHR", "pool") == 20
    buy(game, 180)
    assert game.state.cash[0] == 0


@rule("1888N-8.3.9.8", "1888N-7.4.3", "1888N-7.7.5")
def test_the_rules_of_selling_hold_in_an_emergency() -> None:
    """The pool takes five shares; the director's certificate stays where it is."""
    table = poor(0, 0).company("JHR", 1, held={1: 3, 0: 3}, pool=4)
    table.company("SSL", 0, held={0: 2, 1: 1}, price_at=(2, 3), launched=False)
    game = in_need(table)
    refused(game, "sell 2 of JHR", "1888N-7.4.3")
    refused(game, "sell 3 of ZDR", "1888N-7.4.9")
    refused(game, "sell 1 of SSL", "1888N-7.7.5")
    assert sales(game) == {("JHR", 1), ("LYR", 1), ("LYR", 2), ("LYR", 3), ("LYR", 4)}
    game.play("sell 1 of JHR")
    refused(game, "sell 1 of JHR", "1888N-7.4.3")


@rule("1888N-8.3.9.8")
def test_the_ban_of_the_first_stock_round_does_not_bind_operating_rounds() -> None:
    table = poor(0, 0, "2", "2").company("JHR", 1, held={1: 5, 0: 2})
    game = in_need(table)
    Play(game).set_round(number=1)
    game.play("sell 1 of JHR")
    assert game.state.cash[0] == 90


@rule("1888N-8.3.9.9")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_no_directorship_may_change_by_an_emergency_sale(edition: str) -> None:
    """T84: Ana and Bela hold 30 % of ZDR each; online only LYR itself is protected (D5)."""
    table = poor(0, 0, "2", "2", edition).company("ZDR", 0, held={0: 3, 1: 3})
    game = in_need(table)
    if edition == "rulebook":
        assert ("ZDR", 1) not in sales(game)
        refused(game, "sell 1 of ZDR", "1888N-8.3.9.9")
    else:
        game.play("sell 1 of ZDR")
        assert game.state.president["ZDR"] == 1


def test_online_no_more_than_needed_goes_by_certificates() -> None:
    """80 are missing; Ana has nothing of ZDR (at 95) but the director's certificate."""
    table = poor(0, 0, "2", "2", "online").company("ZDR", 0, held={0: 2, 1: 2}, price_at=(1, 3))
    game = in_need(table)
    assert ("ZDR", 2) in sales(game)
    table = poor(0, 0, "2", "2", "online").company("ZDR", 0, held={0: 3, 1: 3}, price_at=(1, 3))
    game = in_need(table)  # one more share, which is enough
    assert ("ZDR", 1) in sales(game)
    refused(game, "sell 2 of ZDR", "1888N-8.3.9.7")


@rule("1888N-8.3.9.9")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_the_operating_company_keeps_its_director(edition: str) -> None:
    table = quiet_table(edition=edition).company("LYR", 0, held={0: 3, 1: 3}, treasury=0)
    table.company("JHR", 1, held={1: 3, 0: 1}).station("LYR").cash(0, 0)
    game = in_need(table)
    refused(game, "sell 1 of LYR", "1888N-8.3.9.9")
    assert sales(game) == {("JHR", 1)}


@rule("1888N-8.3.9.10", "1888N-4.3.1.5")
def test_privates_raise_money_only_by_sale_to_a_company() -> None:
    """In phase 2 Ana cannot turn Forbidden City into cash; in phase 3 LYR itself may buy it."""
    table = Table().privates().phase("2").company("LYR", treasury=10).station("LYR").cash(0, 0)
    game = in_need(table)
    assert sales(game) == {("LYR", 1)}
    refused(game, "buy private FC for 75", "1888N-4.3.1.5")
    refused(game, "exchange FC for LYR from ipo", "1888N-8.3.1.1")
    table = Table().privates().phase("3").company("LYR", treasury=100).station("LYR").cash(0, 0)
    game = in_need(table)
    game.play("buy private FC for 100")
    assert (game.state.cash[0], game.state.cash["LYR"]) == (100, 0)


def share_by_share(**kind: Any) -> Game:
    """T86: 500 are missing and Ana has nothing but five shares of JHR, which stand at 100."""
    table = coast(kind.pop("edition", "rulebook"), "7", treasury=0, **kind)
    table.empty_deck_down_to("D").cash(0, 0)
    table.train("pool", "5")
    table.state.shares["LYR"] = (0, *("pool",) * 5, "ipo", "ipo", "ipo")
    table.company("JHR", 1, held={1: 5, 0: 5}, price_at=(1, 4))
    return in_need(table)


@rule("1888N-8.3.9.13", "1888N-8.3.9.11", "1888N-7.4.7")
def test_t86_nobody_sells_himself_into_bankruptcy() -> None:
    """One share brings 100, the other four then at most 95 each: 480 of 500."""
    game = share_by_share()
    assert sales(game) == {("JHR", 5)}
    for count in range(1, 5):
        refused(game, f"sell {count} of JHR", "1888N-8.3.9.13")
    refused(game, "declare bankruptcy", "1888N-8.3.9.11")
    game.play("sell 5 of JHR").play("buy train 5-2 from pool for 500")
    assert (game.state.cash[0], kinds(game, "LYR")) == (0, ["5"])


@rule("1888N-8.3.9.13")
def test_who_cannot_raise_the_money_anyhow_may_sell_as_he_likes() -> None:
    game = share_by_share()
    game.state.cash["bank"] -= 1
    game.state.cash["LYR"] += 1
    game.state.trains["pool"] = ()
    assert legal(game, DeclareBankruptcy())  # the D costs 900
    assert {("JHR", count) for count in range(1, 6)} <= sales(game)


@rule("1888N-8.3.9.13")
def test_small_sales_that_leave_the_money_within_reach_are_free() -> None:
    """With 20 in cash 480 are missing: one share first leaves 4 x 95, four leave one at 80."""
    game = share_by_share()
    game.state.cash["bank"] -= 20
    game.state.cash[0] += 20
    assert {count for _, count in sales(game)} == {1, 4, 5}
    game.play("sell 1 of JHR")
    assert sales(game) == {("JHR", 4)}


@rule("1888N-8.3.9.13")
@pytest.mark.parametrize(
    "kind",
    [
        {"edition": "online"},  # D23: only the moment of the declaration counts
        {"version": 1},
        {"house": {"sales_may_ruin": "yes"}},
    ],
)
def test_where_a_table_allows_it_sales_may_ruin(kind: dict[str, Any]) -> None:
    game = share_by_share(**kind)
    refused(game, "declare bankruptcy", "1888N-8.3.9.11")
    game.play("sell 1 of JHR").play("declare bankruptcy")
    assert game.over


# --- bankruptcy ------------------------------------------------------------------------


def last_turn(edition: str) -> tuple[Table, Game]:
    """T85: ZDR of Dani has 107 and no train; a D costs 900."""
    table = quiet_table(edition=edition, phase="7").empty_deck_down_to("D")
    table.company("HJR", 3, par=80, held={3: 6}, pool=4, price_at=(3, 3))  # 85
    table.company("SSL", 1, par=70, held={1: 5, 0: 1, 2: 1, 3: 1}, price_at=(7, 3))  # 65
    table.company("LYR", 0, par=70, held={0: 5, 3: 1}, price_at=(8, 2))  # 55
    held = {3: 2, 0: 1, 1: 1, 2: 1}
    table.company("ZDR", 3, par=70, held=held, pool=1, price_at=(8, 3), treasury=107)  # 60
    for seat, cash in enumerate((119, 80, 175, 48)):
        table.cash(seat, cash)
    return table, table.station("ZDR").operate("ZDR", "trains")


@rule("1888N-8.3.9.11", "1888N-8.3.9.12", "1888N-10.1.5", "1888N-10.1.6")
def test_bankruptcy_ends_the_game_and_takes_nothing() -> None:
    """T85: 107 + 48 + 85 + 65 + 55 = 360 are less than 900."""
    _, game = last_turn("rulebook")
    assert sales(game) == {("HJR", 1), ("SSL", 1), ("LYR", 1)}
    before = game.scores()
    assert before["Dani"] == 48 + 6 * 85 + 65 + 55 + 2 * 60 == 798
    game.play(DeclareBankruptcy())
    assert game.over
    assert game.scores() == before
    assert (game.state.cash[3], game.state.cash["ZDR"]) == (48, 107)


@rule("1888N-8.3.9.11", "1888N-10.1.6")
def test_online_a_bankrupt_player_loses_what_can_be_sold() -> None:
    """D4: one HJR, SSL and LYR share go, prices fall, the cash goes to the bank: 520."""
    _, game = last_turn("online")
    before = game.scores()
    game.play(DeclareBankruptcy())
    assert game.over
    assert game.scores()["Dani"] == 5 * 80 + 2 * 60 == 520
    assert game.state.cash[3] == 0
    assert (cell(game, "HJR"), cell(game, "SSL"), cell(game, "LYR")) == ((4, 3), (8, 3), (8, 2))
    after = game.scores()
    assert [before[name] - after[name] for name in ("Ana", "Bela", "Carla")] == [5, 25, 5]


@rule("1888N-8.3.9.11")
def test_who_can_raise_the_money_is_not_bankrupt() -> None:
    """10 + 20 + one share at 50 make 80, not one yuan less."""
    for cash, bankrupt in ((20, False), (19, True)):
        table = poor(10, cash, "2", "2").company("JHR", 1, held={1: 5, 0: 1}, price_at=(7, 0))
        table.state.shares["LYR"] = (0, *("pool",) * 5, "ipo", "ipo", "ipo")
        game = in_need(table)
        assert legal(game, DeclareBankruptcy()) is bankrupt
        if not bankrupt:
            refused(game, "declare bankruptcy", "1888N-8.3.9.11")
            game.play("sell 1 of JHR")
            buy(game, 80)
            assert game.state.cash[0] == 0


@rule("1888N-8.3.9.11")
def test_nobody_is_bankrupt_while_cash_suffices_or_nothing_is_due() -> None:
    refused(in_need(poor(10, 70, "2", "2")), "declare bankruptcy", "1888N-8.3.9.11")
    table = poor(900, 0, "2", "2")
    table.train("LYR", "2")
    refused(table.operate("LYR", "trains"), "declare bankruptcy", "1888N-8.3.9.11")


@rule("1888N-8.3.9.12", "1888N-8.3.9.9")
@pytest.mark.parametrize(
    ("held", "pool", "shares"),
    [
        ({0: 5, 1: 3}, 0, 2),  # not below Bela's 30 %
        ({0: 5, 1: 3}, 2, 2),
        ({0: 5}, 3, 2),  # the pool takes two more
        ({0: 4}, 0, 2),  # the director's certificate stays
        ({1: 4, 0: 3}, 0, 3),  # not director: all of them
        ({1: 3, 0: 3}, 4, 1),
    ],
)
def test_how_much_a_holding_can_raise(held: dict[int, int], pool: int, shares: int) -> None:
    """JHR at 90: bankruptcy is declared only if that many shares do not make up the sum."""
    for missing, bankrupt in ((90 * shares, False), (90 * shares + 1, True)):
        table = poor(900 - missing, 0)
        table.state.shares["LYR"] = (0, *("pool",) * 5, "ipo", "ipo", "ipo")
        table.company("JHR", next(iter(held)), held=held, pool=pool, price_at=(2, 3))
        game = in_need(table)
        assert legal(game, DeclareBankruptcy()) is bankrupt
