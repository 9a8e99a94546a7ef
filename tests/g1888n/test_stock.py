"""Stock rounds: turns, order, certificate limit, selling and buying (sections 7.1 to 7.5)."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import (
    BuyPrivate,
    BuyShare,
    Exchange,
    Pass,
    SellShares,
    StartCompany,
)
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import certificates
from dieciocho.engine.state import BANK, IPO, POOL
from dieciocho.games.g1888n.turn import PayDividend

from ..support import NAMES, cell_of, holdings, legal, listed, refused, refused_to, rule
from .scenes import Table, everybody_passes, quiet_table

A, B, C, D = range(4)


def kinds(game: Game) -> set[type]:
    return {type(choice.action) for choice in game.legal_actions()}


def first_round() -> Game:
    """Return the share trading of the first stock round; C begins."""
    game = dieciocho.new_game("1888n", NAMES[:4])
    for private, card in game.definition.privates.items():
        game.play(BuyPrivate(private, card.value))
    return game


# --- 7.1 turns --------------------------------------------------------------------------


@rule("1888N-7.1.1")
def test_a_turn_is_a_pass_a_purchase_sales_or_sales_and_then_a_purchase() -> None:
    table = quiet_table().company("JHR", A, held={A: 6}).company("SSL", B, held={B: 4})
    game = table.stock_round()
    assert kinds(game) == {StartCompany, BuyShare, SellShares, Pass}
    for single in ("pass", "buy share of SSL from ipo", "start CDL at 70"):
        assert game.copy().play(single).actor == B
    game.play("sell 1 of JHR")
    assert game.actor == A
    assert game.copy().play("pass").actor == B
    assert game.play("buy share of SSL from ipo").actor == B
    assert game.state.cash[A] == 600 + 90 - 90


@rule("1888N-7.1.1")
def test_other_actions_have_no_place_in_a_stock_round() -> None:
    game = quiet_table().company("JHR").stock_round()
    refused(game, "buy train 2-1 from bank for 80", "1888N-7.1.1")
    refused(game, "lay 9 on D8 turned 0", "1888N-7.1.1")


@rule("1888N-7.1.2")
def test_after_a_purchase_nothing_is_sold() -> None:
    game = quiet_table().company("JHR", A, held={A: 5}).company("SSL", B).stock_round()
    game.play("buy share of JHR from ipo")
    assert game.actor == B
    refused_to(game, A, SellShares("JHR", 1), "1888N-7.2.1")


@rule("1888N-7.1.3")
@pytest.mark.parametrize("cell", [(2, 3), (8, 0)])
def test_only_one_certificate_is_bought_in_a_turn_in_any_zone(cell: tuple[int, int]) -> None:
    table = quiet_table().company("JHR", B, held={B: 4}, pool=4, price_at=cell)
    game = table.stock_round()
    game.play("buy share of JHR from pool")
    assert (game.actor, holdings(game, "JHR")[A]) == (B, 1)
    refused_to(game, A, BuyShare("JHR", "pool"), "1888N-7.2.1")


@rule("1888N-7.1.4")
def test_shares_are_traded_with_the_bank_only() -> None:
    game = quiet_table().company("JHR", B, held={B: 6}, pool=1).stock_round()
    sources = {a.source for a in listed(game, BuyShare) if isinstance(a, BuyShare)}
    assert sources == {"ipo", "pool"}
    with pytest.raises(dieciocho.BadInput):
        game.play("buy share of JHR from Bela")
    with pytest.raises(dieciocho.BadInput):
        game.play("sell 1 of JHR to Bela")


@rule("1888N-7.1.4")
def test_a_program_cannot_take_a_share_from_another_player() -> None:
    game = quiet_table().company("JHR", B, held={B: 6}).stock_round()
    before = game.state.copy()
    with pytest.raises(dieciocho.DieciochoError):
        game.play(BuyShare("JHR", B))  # type: ignore[arg-type]
    assert game.state == before


@rule("1888N-7.1.5")
def test_a_player_who_passed_may_act_later_in_the_round() -> None:
    game = quiet_table().stock_round()
    for move in ("pass", "start JHR at 70", "pass", "pass"):
        game.play(move)
    assert game.actor == A
    game.play("buy share of JHR from ipo")
    assert holdings(game, "JHR")[A] == 1


@rule("1888N-7.1.6")
def test_a_player_with_nothing_to_do_passes_automatically() -> None:
    table = quiet_table().company("JHR", A, held={A: 4}).cash(B, 69).cash(C, 90)
    game = table.stock_round()
    game.play("pass")
    assert game.actor == C  # B can neither buy nor sell
    assert B in game.state.round.passed
    game.play("pass").play("pass")
    assert game.state.round.number == 3  # four passes, one of them automatic


# --- 7.2 order and end ------------------------------------------------------------------


@rule("1888N-7.2.1")
def test_the_holder_of_the_priority_deal_begins_and_play_goes_clockwise() -> None:
    game = quiet_table().stock_round(first=C)
    seen = []
    for move in ("start JHR at 70", "pass", "pass", "pass", "pass"):
        seen.append(game.actor)
        game.play(move)
    assert seen == [C, D, A, B, C]


@rule("1888N-7.2.1")
def test_nobody_acts_out_of_turn() -> None:
    refused_to(quiet_table().stock_round(), C, StartCompany("JHR", 70), "1888N-7.2.1")


@rule("1888N-7.2.2")
def test_the_round_ends_when_all_have_passed_in_succession() -> None:
    game = quiet_table().stock_round()
    for move in ("pass", "pass", "start JHR at 70", "pass", "pass", "pass"):
        game.play(move)
    assert (game.state.round.kind, game.state.round.number, game.actor) == ("stock", 2, C)
    game.play("pass")
    assert game.state.round.number == 3  # by way of an operating round without companies


@rule("1888N-7.2.2", "1888N-7.2.3")
def test_a_sale_counts_as_an_action() -> None:
    game = quiet_table().company("JHR", B, held={B: 4}).stock_round()
    for move in ("pass", "sell 1 of JHR", "pass", "pass", "pass", "pass"):
        game.play(move)
    assert (game.state.round.number, game.actor) == (2, B)
    game.play("pass")
    assert (game.state.round.number, game.state.priority, game.actor) == (3, C, C)


@rule("1888N-7.2.3")
def test_the_priority_deal_goes_left_of_the_last_who_acted() -> None:
    game = quiet_table().stock_round()
    game.play("start JHR at 70").play("pass").play("buy share of JHR from ipo")
    everybody_passes(game)
    assert (game.state.round.number, game.state.priority, game.actor) == (3, D, D)


@rule("1888N-7.2.3")
def test_the_priority_deal_stays_if_nobody_acts() -> None:
    game = everybody_passes(quiet_table().stock_round(first=C))
    assert (game.state.round.number, game.state.priority, game.actor) == (3, C, C)


@rule("1888N-7.2.3", "1888N-4.3.1.33")
def test_the_exchange_counts_for_the_priority_deal() -> None:
    table = Table().privates(FC=B).company("JZR", C, held={C: 6}).station("JZR")
    game = table.stock_round()
    game.play("pass").play(Exchange("FC", "JZR", "ipo"))
    everybody_passes(game)
    assert game.state.priority == C


# --- 7.3 certificate limit --------------------------------------------------------------


def full_hand(players: int = 4) -> Table:
    """Ana holds 16 counted certificates: 6 privates, 5 of JHR and 5 of SSL."""
    table = Table(players).privates().company("JHR", A, held={A: 6})
    return table.company("SSL", A, held={A: 6})


@rule("1888N-7.3.1", "1888N-7.3.6")
@pytest.mark.parametrize(
    ("players", "edition", "limit"),
    [
        (2, "rulebook", 28),
        (3, "rulebook", 20),
        (4, "rulebook", 16),
        (5, "rulebook", 13),
        (6, "rulebook", 11),
        (2, "online", 20),  # D2
        (4, "online", 16),
    ],
)
def test_the_last_certificate_within_the_limit_may_be_bought_and_no_more(
    players: int, edition: str, limit: int
) -> None:
    table = quiet_table(players, edition).cash(A, 1000)
    wanted = limit - 1
    for company in ("SSL", "CDL", "HJR", "TJL", "LYR"):
        count = min(wanted, 6)
        if count:
            table.company(company, B, held={B: 2, A: count}, launched=False)
        wanted -= count
    game = table.company("JHR", B, held={B: 2}, launched=False).stock_round()
    assert certificates(game, A) == limit - 1
    game.play("buy share of JHR from ipo")
    assert certificates(game, A) == limit
    for _ in range(players - 1):
        game.play("pass")
    refused(game, BuyShare("JHR", "ipo"), "1888N-7.3.6")
    refused(game, StartCompany("ZDR", 70), "1888N-7.3.6")


@rule("1888N-7.3.2", "1888N-4.3.2.3")
def test_the_directors_certificate_counts_once() -> None:
    table = quiet_table().company("JHR", A, held={A: 2})
    assert certificates(table.game, A) == 1
    table.company("SSL", A, held={A: 6})
    assert certificates(table.game, A) == 1 + 5


@rule("1888N-7.3.3", "1888N-4.3.1.11")
def test_every_private_counts_as_a_certificate_of_its_player() -> None:
    table = full_hand().company("CDL", B, held={B: 4})
    game = table.stock_round()
    assert certificates(game, A) == 16
    refused(game, BuyShare("CDL", "ipo"), "1888N-7.3.6")
    table = full_hand().privates(KT="JHR").company("CDL", B, held={B: 4})
    game = table.stock_round()
    assert certificates(game, A) == 15
    assert legal(game, BuyShare("CDL", "ipo"))


@rule("1888N-7.3.4", "1888N-7.3.6", "1888N-4.2.3")
@pytest.mark.parametrize(("cell", "fits"), [((7, 1), True), ((7, 3), False)])
def test_t24_at_the_limit_only_red_zone_shares_may_be_bought(
    cell: tuple[int, int], fits: bool
) -> None:
    game = full_hand().company("CDL", B, held={B: 5}, pool=1, price_at=cell).stock_round()
    if fits:
        game.play("buy share of CDL from pool")
        assert (certificates(game, A), game.state.cash[A]) == (16, 600 - 55)
    else:
        refused(game, BuyShare("CDL", "pool"), "1888N-7.3.6")


def leave_red_zone() -> Game:
    """T25: CDL pays a dividend and leaves the red zone; Ana then counts 18 of 16."""
    table = full_hand().company("CDL", B, held={B: 4, A: 2}, price_at=(6, 1))
    table.train("CDL", "2")
    game = table.operate("CDL", "trains")
    table.change_turn(revenue=100)
    Play(game).push(PayDividend())
    assert certificates(game, A) == 16
    game.play("pay dividend")
    assert cell_of(game, "CDL") == (6, 2)
    return table.stock_round()


@rule("1888N-7.3.5", "1888N-7.3.7")
def test_t25_certificates_count_again_and_the_surplus_must_be_sold() -> None:
    game = leave_red_zone()
    assert certificates(game, A) == 18
    for action in (Pass(), BuyShare("CDL", "ipo"), StartCompany("ZDR", 70)):
        refused(game, action, "1888N-7.3.7")
    assert kinds(game) == {SellShares}
    game.play("sell 1 of JHR")
    refused(game, Pass(), "1888N-7.3.7")
    refused(game, BuyShare("CDL", "ipo"), "1888N-7.3.7")
    game.play("sell 1 of SSL")
    refused(game, BuyShare("CDL", "ipo"), "1888N-7.3.6")
    game.play("pass")
    assert game.actor == B


@rule("1888N-7.3.7")
def test_after_selling_enough_the_player_may_buy_in_the_same_turn() -> None:
    game = leave_red_zone()
    game.play("sell 3 of JHR")
    assert certificates(game, A) == 15
    game.play("start ZDR at 70")
    assert (certificates(game, A), game.actor) == (16, B)


def stuck_hand() -> Table:
    """Ana counts 17 of 16, but the pools are full and nobody can take a directorship."""
    table = Table().privates()
    for company in ("JHR", "SSL"):
        table.company(company, A, held={A: 5}, pool=5)
    for company in ("CDL", "HJR", "TJL"):
        table.company(company, A, held={A: 2})
    return table


@rule("1888N-7.3.7", "1888N-7.1.6")
def test_a_player_above_the_limit_who_can_sell_nothing_passes() -> None:
    game = stuck_hand().stock_round()
    assert certificates(game, A) == 17
    assert game.actor == B
    assert game.state.round.passed == {A}


@rule("1888N-7.3.7")
def test_who_cannot_sell_may_still_buy_what_does_not_count() -> None:
    table = stuck_hand().company("LYR", B, held={B: 5}, pool=1, price_at=(7, 1))
    game = table.stock_round()
    assert game.actor == A
    assert legal(game, BuyShare("LYR", "pool"))


@rule("1888N-7.3.8")
def test_the_limit_has_no_effect_outside_stock_rounds() -> None:
    table = full_hand().company("CDL", A, held={A: 6}).phase("3")
    game = table.operate("CDL")
    assert certificates(game, A) == 21
    assert legal(game, Pass())  # her company operates as usual
    game.play("buy private KT for 37")
    assert game.state.private_owner["KT"] == "CDL"
    refused(game, SellShares("JHR", 1), "1888N-8.3.1.1")


# --- 7.4 selling ------------------------------------------------------------------------


@rule("1888N-7.4.1")
def test_t31_nothing_is_sold_in_the_first_stock_round() -> None:
    game = first_round()
    game.play("start JHR at 70").play("pass").play("pass").play("pass")
    game.play("buy share of JHR from ipo").play("pass").play("pass").play("pass")
    refused(game, SellShares("JHR", 1), "1888N-7.4.1")
    assert not listed(game, SellShares)
    everybody_passes(game)
    assert game.state.round.number == 2
    while game.actor != C:
        game.play("pass")
    assert legal(game, SellShares("JHR", 1))


@rule("1888N-7.4.2")
def test_shares_of_several_companies_are_sold_in_any_order() -> None:
    table = quiet_table().company("JHR", A, held={A: 6}).company("SSL", A, held={A: 4})
    game = table.stock_round()
    for move in ("sell 2 of SSL", "sell 3 of JHR"):
        game.play(move)
    assert game.actor == A
    assert game.state.cash[A] == 600 + 2 * 90 + 3 * 90
    assert (cell_of(game, "SSL"), cell_of(game, "JHR")) == ((4, 3), (5, 3))
    other = table.game.at(0)
    other.play("sell 3 of JHR").play("sell 2 of SSL")
    assert other.state.cash[A] == game.state.cash[A]


@rule("1888N-7.4.3")
def test_t22_the_pool_never_holds_more_than_five_shares() -> None:
    game = quiet_table().company("JHR", B, held={B: 3, A: 3}, pool=3).stock_round()
    refused(game, SellShares("JHR", 3), "1888N-7.4.3")
    game.play("sell 2 of JHR")
    assert holdings(game, "JHR")[POOL] == 5
    refused(game, SellShares("JHR", 1), "1888N-7.4.3")


@rule("1888N-7.4.5", "1888N-7.4.6", "1888N-7.4.7")
def test_one_sale_has_one_price_and_the_next_sale_a_lower_one() -> None:
    table = quiet_table().company("JHR", B, held={B: 4, A: 4})
    at_once = table.stock_round().copy()
    at_once.play("sell 3 of JHR")
    assert at_once.state.cash[A] == 600 + 3 * 90
    one_by_one = table.stock_round()
    for _ in range(3):
        one_by_one.play("sell 1 of JHR")
    assert one_by_one.state.cash[A] == 600 + 90 + 85 + 80
    assert cell_of(at_once, "JHR") == cell_of(one_by_one, "JHR") == (5, 3)
    assert sum(one_by_one.state.cash.values()) == 9000


@rule("1888N-7.4.6", "1888N-9.3.1")
def test_the_price_stops_at_the_bottom_of_the_column() -> None:
    table = quiet_table().company("JHR", B, held={B: 4, A: 4}, price_at=(7, 3))
    game = table.stock_round()
    game.play("sell 4 of JHR")
    assert (cell_of(game, "JHR"), game.state.cash[A]) == ((8, 3), 600 + 4 * 65)


@rule("1888N-7.4.8")
def test_shares_of_a_company_that_is_not_launched_may_be_sold() -> None:
    game = quiet_table().company("JHR", A, held={A: 4}).stock_round()
    assert "JHR" not in game.state.floated
    game.play("sell 1 of JHR")
    assert (game.state.cash[A], cell_of(game, "JHR")) == (690, (3, 3))
    assert holdings(game, "JHR") == {A: 2, POOL: 1, IPO: 6}
    assert game.state.cash["JHR"] == 0


@rule("1888N-7.4.9")
@pytest.mark.parametrize(("company", "count"), [("JHR", 3), ("SSL", 1), ("CDL", 1)])
def test_nobody_sells_what_he_does_not_hold(company: str, count: int) -> None:
    table = quiet_table().company("JHR", B, held={B: 4, A: 2}).company("SSL", B, held={B: 4})
    refused(table.stock_round(), SellShares(company, count), "1888N-7.4.9")


@rule("1888N-7.4.9")
@pytest.mark.parametrize("count", [0, -1])
def test_a_sale_is_of_one_share_at_least(count: int) -> None:
    game = quiet_table().company("JHR", B, held={B: 4, A: 2}).stock_round()
    refused(game, SellShares("JHR", count), "1888N-7.4.9")


@rule("1888N-7.4.9")
def test_what_is_sold_goes_to_the_pool_never_to_offering_or_company() -> None:
    game = quiet_table().company("JHR", B, held={B: 4, A: 2}).stock_round()
    game.play("sell 2 of JHR")
    assert holdings(game, "JHR") == {B: 3, POOL: 2, IPO: 4}
    with pytest.raises(dieciocho.BadInput):
        game.play("sell 1 of JHR to ipo")


# --- 7.5 buying -------------------------------------------------------------------------


@rule("1888N-7.5.1", "1888N-4.3.2.1")
def test_started_companies_offer_ordinary_shares_and_others_the_directors_certificate() -> None:
    game = quiet_table().company("JHR", B, held={B: 4}).stock_round()
    assert listed(game, BuyShare) == [BuyShare("JHR", "ipo")]
    started = {a.company for a in listed(game, StartCompany) if isinstance(a, StartCompany)}
    assert started == set(game.definition.companies) - {"JHR"}
    refused(game, StartCompany("JHR", 90), "1888N-4.3.2.1")
    refused(game, BuyShare("JHR", "pool"), "1888N-7.5.1")


@rule("1888N-7.5.7")
def test_an_ordinary_share_of_an_unstarted_company_is_refused() -> None:
    game = quiet_table().stock_round()
    refused(game, BuyShare("JHR", "ipo"), "1888N-7.5.7")


@rule("1888N-7.5.2", "1888N-7.5.3", "1888N-7.5.4", "1888N-7.5.5")
@pytest.mark.parametrize(("source", "price"), [("ipo", 90), ("pool", 130)])
def test_t26_the_buyer_chooses_par_from_the_offering_or_the_price_of_the_pool(
    source: str, price: int
) -> None:
    table = quiet_table().company("JHR", B, 90, held={B: 4, C: 3}, pool=1, price_at=(1, 7))
    game = table.stock_round()
    bank, treasury = game.state.cash[BANK], game.state.cash["JHR"]
    assert {a.source for a in listed(game, BuyShare) if isinstance(a, BuyShare)} == {"ipo", "pool"}
    game.play(f"buy share of JHR from {source}")
    assert game.state.cash[A] == 600 - price
    assert game.state.cash[BANK] == bank + price
    assert game.state.cash["JHR"] == treasury
    assert holdings(game, "JHR")[A] == 1
    assert holdings(game, "JHR").get(source, 0) == {"ipo": 1, "pool": 0}[source]


@rule("1888N-7.5.6")
def test_nobody_buys_on_credit() -> None:
    table = quiet_table().company("JHR", B, 90, held={B: 4}, pool=1, price_at=(1, 7))
    game = table.cash(A, 129).stock_round()
    refused(game, BuyShare("JHR", "pool"), "1888N-7.5.6")
    assert legal(game, BuyShare("JHR", "ipo"))
    table = quiet_table().company("JHR", B, 90, held={B: 4}, pool=1, price_at=(1, 7))
    assert legal(table.cash(A, 130).stock_round(), BuyShare("JHR", "pool"))


@rule("1888N-7.5.8")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_nobody_holds_more_than_sixty_percent(source: str) -> None:
    table = quiet_table().company("JHR", A, held={A: 5}, pool=2)
    game = table.stock_round()
    game.play(f"buy share of JHR from {source}").play("pass").play("pass").play("pass")
    assert holdings(game, "JHR")[A] == 5  # 20 % and four of 10 %
    refused(game, f"buy share of JHR from {source}", "1888N-7.5.8")


@rule("1888N-7.5.9")
def test_t23_who_sold_a_company_may_not_buy_it_again_in_this_round() -> None:
    game = quiet_table().company("JHR", B, held={B: 3, A: 2}).stock_round()
    game.play("sell 1 of JHR")
    refused(game, BuyShare("JHR", "ipo"), "1888N-7.5.9")
    refused(game, BuyShare("JHR", "pool"), "1888N-7.5.9")
    game.play("pass")
    assert legal(game, BuyShare("JHR", "pool"))  # others may
    for _ in range(3):
        game.play("pass")
    refused(game, BuyShare("JHR", "ipo"), "1888N-7.5.9")
    everybody_passes(game)
    while game.actor != A:
        game.play("pass")
    assert legal(game, BuyShare("JHR", "ipo"))


@rule("1888N-7.5.10")
def test_companies_never_buy_shares() -> None:
    table = quiet_table().company("JHR", A, held={A: 4, B: 2}, treasury=900)
    game = table.company("SSL", B, held={B: 4}, pool=2).operate("JHR")
    seen = kinds(game)
    while game.state.turn is not None and game.state.turn.company == "JHR":
        refused(game, BuyShare("SSL", "pool"), "1888N-8.3.1.1")
        refused(game, StartCompany("CDL", 70), "1888N-8.3.1.1")
        game.play("pass" if game.why_not("pass") is None else "buy train 2-1 from bank for 80")
        seen |= kinds(game) if game.state.turn is not None else set()
    assert not seen & {BuyShare, StartCompany, Exchange}
    assert "JHR" not in {h for holders in game.state.shares.values() for h in holders}
