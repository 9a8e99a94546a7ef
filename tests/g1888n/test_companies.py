"""Share companies: starting, launching and the director (sections 4.3.2, 7.4.4, 7.6, 7.7)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyShare, Exchange, LayTile, Pass, SellShares, StartCompany
from dieciocho.engine.shares import percent, value_of_holdings
from dieciocho.engine.state import BANK, IPO, POOL

from ..support import cell_of, holdings, legal, listed, refused, refused_to, rule
from .scenes import Table, everybody_passes, operating, quiet_table

A, B, C, D = range(4)


# --- 4.3.2 ------------------------------------------------------------------------------


@rule("1888N-4.3.2.2")
def test_the_director_decides_for_the_company() -> None:
    table = quiet_table().company("LYR", C, held={C: 4, A: 2}).company("JHR", A)
    game = table.operate("LYR")
    assert game.actor == C
    game.play(LayTile("G15", "9", 0), by="Carla")
    assert game.actor == C


@rule("1888N-4.3.2.2")
def test_nobody_else_decides_for_the_company() -> None:
    game = quiet_table().company("LYR", C, held={C: 4, A: 2}).operate("LYR")
    refused_to(game, A, LayTile("G15", "9", 0), "1888N-4.3.2.2")


@rule("1888N-4.3.2.2")
def test_treasury_and_directors_purse_are_separate() -> None:
    table = quiet_table().company("LYR", C, treasury=29).cash(C, 500)
    game = table.operate("LYR")
    refused(game, LayTile("G15", "9", 0), "1888N-8.3.3.6")  # 30, and the director may not help
    table = quiet_table().company("LYR", C, treasury=30).cash(C, 500)
    game = table.operate("LYR")
    game.play(LayTile("G15", "9", 0))
    assert (game.state.cash["LYR"], game.state.cash[C]) == (0, 500)
    table = quiet_table().company("JHR", A, held={A: 6}, treasury=900).cash(A, 0)
    refused(table.stock_round(), StartCompany("SSL", 70), "1888N-7.6.1")


@rule("1888N-4.3.2.3")
def test_the_directors_certificate_is_worth_two_shares() -> None:
    table = quiet_table().company("JHR", A, held={A: 2, B: 2}, launched=True)
    assert percent(table.game, "JHR", A) == percent(table.game, "JHR", B) == 20
    assert value_of_holdings(table.game, A) == value_of_holdings(table.game, B) == 180
    assert holdings(table.game, "JHR") == {A: 1, B: 2, IPO: 6}


@rule("1888N-4.3.2.3", "1888N-8.3.7.7")
def test_the_directors_certificate_earns_two_dividends() -> None:
    table = quiet_table().company("CDL", A, held={A: 2, B: 2, C: 2}).cash(A, 0).cash(B, 0)
    card = table.train("CDL", "2")
    game = table.operate("CDL", "run_trains")
    game.play(f"run {card}: A17.0-A19.0").play("pay dividend")
    assert (game.state.cash[A], game.state.cash[B]) == (8, 8)


# --- 7.6 starting and launching ---------------------------------------------------------


@rule("1888N-7.6.1", "1888N-7.6.2", "1888N-4.2.2")
@pytest.mark.parametrize(
    ("par", "cell"),
    [(70, (6, 3)), (75, (5, 3)), (80, (4, 3)), (85, (3, 3)), (90, (2, 3)), (95, (1, 3))],
)
def test_the_starter_sets_the_par_and_pays_it_twice(par: int, cell: tuple[int, int]) -> None:
    game = quiet_table().stock_round()
    bank = game.state.cash[BANK]
    game.play(StartCompany("JHR", par))
    assert (game.state.cash[A], game.state.cash[BANK]) == (600 - 2 * par, bank + 2 * par)
    assert game.state.par == {"JHR": par}
    assert cell_of(game, "JHR") == cell
    assert game.state.president == {"JHR": A}
    assert game.state.shares["JHR"] == (A, *[IPO] * 8)
    assert game.state.cash["JHR"] == 0


@rule("1888N-7.6.1", "1888N-4.2.2")
@pytest.mark.parametrize("par", [0, 65, 72, 100, -70])
def test_other_par_values_are_refused(par: int) -> None:
    refused(quiet_table().stock_round(), StartCompany("JHR", par), "1888N-7.6.1")


@rule("1888N-7.6.1")
def test_whoever_cannot_pay_twice_the_par_does_not_start_a_company() -> None:
    game = quiet_table().cash(A, 179).stock_round()
    refused(game, StartCompany("JHR", 90), "1888N-7.6.1")
    assert legal(game, StartCompany("JHR", 85))
    pars = {a.par for a in listed(game, StartCompany) if isinstance(a, StartCompany)}
    assert pars == {70, 75, 80, 85}


@rule("1888N-7.6.3")
def test_several_companies_may_have_the_same_par() -> None:
    game = quiet_table().stock_round()
    game.play("start JHR at 70").play("start SSL at 70")
    assert game.state.par == {"JHR": 70, "SSL": 70}


@rule("1888N-7.6.4")
def test_t20_at_sixty_percent_the_company_gets_ten_times_its_par() -> None:
    game = quiet_table().company("LYR", B, 95, held={B: 3, C: 2}).stock_round()
    bank = game.state.cash[BANK]
    assert (game.state.cash["LYR"], "LYR" in game.state.floated) == (0, False)
    game.play("buy share of LYR from ipo")
    assert "LYR" in game.state.floated
    assert game.state.cash["LYR"] == 950
    assert game.state.cash[BANK] == bank + 95 - 950


@rule("1888N-7.6.4")
def test_t21_shares_that_went_to_the_pool_still_count_as_sold() -> None:
    game = quiet_table().company("JHR", A, 85, held={A: 5}).stock_round()
    game.play("sell 1 of JHR").play("pass")
    assert "JHR" not in game.state.floated
    game.play("buy share of JHR from ipo")
    assert holdings(game, "JHR") == {A: 3, B: 1, POOL: 1, IPO: 4}
    assert game.state.cash["JHR"] == 850


@rule("1888N-7.6.4")
def test_a_share_from_the_pool_does_not_launch() -> None:
    game = quiet_table().company("JHR", B, 85, held={B: 4}, pool=1).stock_round()
    game.play("buy share of JHR from pool")
    assert "JHR" not in game.state.floated
    assert game.state.cash["JHR"] == 0


@rule("1888N-7.6.5")
def test_a_company_operates_from_the_next_operating_round_after_its_launch() -> None:
    table = quiet_table().company("JHR", A, 95, held={A: 3, B: 2}).company("SSL", B, held={B: 5})
    game = table.stock_round()
    assert game.state.turn is None
    game.play("buy share of JHR from ipo")
    everybody_passes(game)
    assert game.state.round.kind == "operating"
    assert game.state.round.order == ("JHR",)
    assert operating(game) == "JHR"


@rule("1888N-7.6.5")
def test_a_started_company_below_sixty_percent_does_not_operate_but_its_price_moves() -> None:
    game = quiet_table().company("SSL", A, held={A: 5}).stock_round()
    game.play("sell 1 of SSL")
    assert cell_of(game, "SSL") == (3, 3)
    everybody_passes(game)
    assert (game.state.round.kind, game.state.round.number) == ("stock", 3)
    assert game.state.stations == {}
    assert (game.state.cash["SSL"], cell_of(game, "SSL")) == (0, (3, 3))


@rule("1888N-7.6.6")
def test_a_company_is_launched_once_and_never_unlaunched() -> None:
    table = quiet_table().company("JHR", A, 85, held={A: 6}, treasury=100)
    game = table.stock_round()
    game.play("sell 4 of JHR").play("pass")
    assert "JHR" in game.state.floated
    game.play("buy share of JHR from ipo")
    assert game.state.cash["JHR"] == 100  # no second capital
    everybody_passes(game)
    assert operating(game) == "JHR"


# --- 7.7 director -----------------------------------------------------------------------


@rule("1888N-7.7.1", "1888N-7.7.2")
def test_a_buyer_with_strictly_more_shares_becomes_director_at_once() -> None:
    table = quiet_table().company("JHR", B, held={B: 3, A: 2, C: 1}, treasury=320)
    card = table.train("JHR", "2")
    game = table.station("JHR").stock_round()
    game.play("buy share of JHR from ipo")
    assert game.state.president["JHR"] == B  # equal: no change
    for move in ("pass", "pass", "pass", "buy share of JHR from ipo"):
        game.play(move)
    assert game.state.president["JHR"] == A
    assert game.state.shares["JHR"][0] == A
    assert holdings(game, "JHR") == {A: 3, B: 3, C: 1, IPO: 2}  # 40 %, 30 %, 10 %
    assert (percent(game, "JHR", A), percent(game, "JHR", B)) == (40, 30)
    everybody_passes(game)
    assert (operating(game), game.actor) == ("JHR", A)
    assert (game.state.cash["JHR"], game.state.trains["JHR"]) == (320, (card,))


@rule("1888N-7.7.2")
def test_privates_of_the_company_go_along_with_the_charter() -> None:
    table = Table().privates(TA="JHR").company("JHR", B, held={B: 3, A: 3}).phase("3")
    game = table.stock_round()
    game.play("buy share of JHR from ipo")
    everybody_passes(game)
    assert (game.actor, game.state.private_owner["TA"]) == (A, "JHR")
    game.play("lay L39 on H2 turned 5 by TA")
    assert game.history[-1].by == A


@rule("1888N-7.7.3")
def test_a_directorship_is_given_up_by_selling_only() -> None:
    table = quiet_table().company("JHR", A, held={A: 3, B: 3})
    game = table.stock_round()
    assert {type(c.action) for c in game.legal_actions()} == {
        BuyShare,
        StartCompany,
        SellShares,
        Pass,
    }
    for choice in game.legal_actions():
        changed = game.copy().play(choice).state.president["JHR"] != A
        assert changed == isinstance(choice.action, SellShares)
    names = {kind.__name__ for kind in game.rules.actions}
    assert not {name for name in names if "Director" in name or "Resign" in name}


@rule("1888N-7.4.4", "1888N-7.7.2", "1888N-7.7.4", "1888N-9.3.1")
def test_t3_the_example_of_the_rulebook() -> None:
    game = quiet_table().company("JHR", A, 90, held={A: 5, B: 2}).stock_round()
    game.play("sell 4 of JHR")
    assert game.state.president["JHR"] == B
    assert game.state.shares["JHR"][0] == B
    assert holdings(game, "JHR") == {B: 1, A: 1, POOL: 4, IPO: 3}
    assert game.state.cash[A] == 600 + 360
    assert cell_of(game, "JHR") == (6, 3)


@rule("1888N-7.4.4")
def test_the_directors_certificate_itself_never_goes_to_the_pool() -> None:
    game = quiet_table().company("JHR", A, held={A: 2, B: 2}).stock_round()
    game.play("sell 2 of JHR")
    assert game.state.shares["JHR"][0] == B
    assert holdings(game, "JHR") == {B: 1, POOL: 2, IPO: 6}
    assert game.state.cash[A] == 600 + 180


@rule("1888N-7.7.4")
@pytest.mark.parametrize(
    ("director", "others", "heir"), [(A, (B, C), B), (B, (A, D), D), (C, (A, B), A), (D, (A, C), A)]
)
def test_t27_a_tie_goes_to_the_nearest_after_the_old_director(
    director: int, others: tuple[int, int], heir: int
) -> None:
    held = {director: 3, **dict.fromkeys(others, 2)}
    game = quiet_table().company("JHR", director, held=held).stock_round(first=director)
    game.play("sell 2 of JHR")
    assert game.state.president["JHR"] == heir
    assert percent(game, "JHR", director) == 10


@rule("1888N-7.7.4")
def test_the_player_with_the_most_shares_becomes_director() -> None:
    game = quiet_table().company("JHR", A, held={A: 4, B: 2, D: 3}).stock_round()
    game.play("sell 1 of JHR")
    assert game.state.president["JHR"] == A  # equal to D: no change
    game.play("sell 1 of JHR")
    assert game.state.president["JHR"] == D
    assert (percent(game, "JHR", A), percent(game, "JHR", D)) == (20, 30)


@rule("1888N-7.7.5", "1888N-7.4.4")
def test_t28_without_a_successor_the_director_keeps_twenty_percent() -> None:
    game = quiet_table().company("JHR", A, held={A: 2, B: 1, C: 1}).stock_round()
    refused(game, SellShares("JHR", 1), "1888N-7.7.5")
    refused(game, SellShares("JHR", 2), "1888N-7.7.5")
    assert not listed(game, SellShares)


@rule("1888N-7.7.5")
def test_a_director_may_sell_down_to_the_certificate() -> None:
    game = quiet_table().company("JHR", A, held={A: 5, B: 1}).stock_round()
    refused(game, SellShares("JHR", 4), "1888N-7.7.5")
    game.play("sell 3 of JHR")
    assert holdings(game, "JHR") == {A: 1, B: 1, POOL: 3, IPO: 4}
    refused(game, SellShares("JHR", 1), "1888N-7.7.5")


@rule("1888N-7.7.6")
def test_the_director_of_a_company_that_is_not_launched_changes_too() -> None:
    table = quiet_table().company("JHR", A, held={A: 2, B: 2})
    by_sale = table.stock_round().copy()
    by_sale.play("sell 1 of JHR")
    by_purchase = table.stock_round(first=B)
    by_purchase.play("buy share of JHR from ipo")
    for game in (by_sale, by_purchase):
        assert "JHR" not in game.state.floated
        assert (game.state.president["JHR"], game.state.shares["JHR"][0]) == (B, B)


@rule("1888N-7.7.1", "1888N-4.3.1.37")
def test_the_exchange_of_the_forbidden_city_can_make_a_director() -> None:
    table = Table().privates(FC=A).company("JZR", B, held={B: 3, A: 3}).station("JZR")
    game = table.stock_round()
    treasury = game.state.cash["JZR"]
    game.play(Exchange("FC", "JZR", "ipo"))
    assert game.state.president["JZR"] == A
    assert percent(game, "JZR", A) == 40
    assert (game.state.cash["JZR"], game.state.cash[A]) == (treasury, 600)
