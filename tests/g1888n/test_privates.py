"""Private companies: ownership, sale, income, closing, the Forbidden City (section 4.3.1)."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import (
    Answer,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choice,
    Exchange,
    LayTile,
    Pass,
    SellShares,
    StartCompany,
)
from dieciocho.engine.game import Game
from dieciocho.engine.shares import certificates
from dieciocho.engine.state import BANK, IPO, OUT, POOL

from ..support import NAMES, holdings, legal, listed, refused, refused_to, rule
from .scenes import Table, everybody_passes

A, B, C, D = range(4)
# Table 1: face value, lowest and highest price for a company, income.
PRIVATES = {
    "KT": (25, 13, 37, 5),
    "TA": (50, 25, 75, 10),
    "HS": (75, 38, 112, 15),
    "GW": (100, 50, 150, 20),
    "YRF": (125, 63, 187, 25),
    "FC": (150, 75, 225, 30),
}


def selling(phase: str = "3", treasury: int = 900, **owners: int | str) -> Game:
    """JHR (director Ana) operates; all privates are Ana's unless said otherwise."""
    table = Table().privates(**owners).company("JHR", A, treasury=treasury)
    table.company("SSL", B, price_at=(6, 3)).phase(phase)
    table.train("JHR", "3")
    return table.operate("JHR")


def owner(game: Game, private: str) -> int | str:
    return game.state.private_owner[private]


# --- ownership --------------------------------------------------------------------------


@rule("1888N-4.3.1.1", "1888N-4.3.1.7")
def test_a_private_passes_from_a_player_to_a_company() -> None:
    game = selling()
    assert owner(game, "HS") == A
    bank = game.state.cash[BANK]
    game.play("buy private HS for 100")
    assert owner(game, "HS") == "JHR"
    assert (game.state.cash["JHR"], game.state.cash[A]) == (800, 700)
    assert game.state.cash[BANK] == bank  # the bank has no part in it


@rule("1888N-4.3.1.2", "1888N-4.3.1.3")
def test_players_do_not_trade_privates() -> None:
    game = Table().privates(HS=B).company("JHR", B).phase("3").stock_round()
    assert not listed(game, BuyPrivate)
    refused(game, BuyPrivate("HS", 75), "1888N-7.1.1")
    with pytest.raises(dieciocho.BadInput):
        game.play("sell HS to Carla for 75")
    fields = {f for kind in game.rules.actions for f in kind.__struct_fields__}
    assert not fields & {"player", "buyer", "seller", "target_player"}


@rule("1888N-4.3.1.3")
def test_in_an_operating_round_it_is_the_company_that_buys() -> None:
    game = selling(HS=B)
    game.play("buy private HS for 75").play("agree to proposal")
    assert owner(game, "HS") == "JHR"
    assert (game.state.cash["JHR"], game.state.cash[A], game.state.cash[B]) == (825, 600, 675)


@rule("1888N-4.3.1.4")
def test_a_company_never_sells_a_private() -> None:
    game = selling(HS="SSL")
    refused(game, BuyPrivate("HS", 75), "1888N-4.3.1.4")
    refused(selling(HS="JHR"), BuyPrivate("HS", 75), "1888N-4.3.1.4")
    offered = {a.private for a in listed(game, BuyPrivate) if isinstance(a, BuyPrivate)}
    assert offered == set(PRIVATES) - {"HS"}


# --- sale to a company ------------------------------------------------------------------


@rule("1888N-4.3.1.5")
@pytest.mark.parametrize(
    ("phase", "open_"), [("1", False), ("2", False), ("3", True), ("4", True), ("5", False)]
)
def test_t103_companies_buy_privates_in_phases_3_and_4(phase: str, open_: bool) -> None:
    table = Table().privates().company("JHR", A).phase(phase)
    table.train("JHR", "3")
    game = table.operate("JHR")
    if open_:
        assert legal(game, BuyPrivate("KT", 25))
    else:
        refused(game, BuyPrivate("KT", 25), "1888N-4.3.1.5")
        assert not listed(game, BuyPrivate)


@rule("1888N-4.3.1.5")
def test_a_private_that_closed_is_no_longer_for_sale() -> None:
    refused(selling(FC=OUT), BuyPrivate("FC", 150), "1888N-4.3.1.5")


@rule("1888N-4.3.1.5", "1888N-8.3.1.8")
def test_a_company_buys_at_any_moment_of_its_turn_and_only_then() -> None:
    table = Table().privates().company("LYR", A, treasury=900).phase("3")
    table.lay("G15", "9", 0).lay("H14", "5", 3).station("LYR")
    card = table.train("LYR", "3")
    game = table.operate("LYR")
    moves = {
        "track": "pass",
        "station": "pass",
        "run_trains": f"run {card}: F16.0-G15-H14.0-H16.0",
        "pay_dividend": "pay dividend",
        "trains": "pass",
        "privates": "pass",
    }
    seen = []
    while game.state.turn is not None:
        seen.append(game.step.id)
        assert legal(game, BuyPrivate("KT", 25))
        assert game.copy().play("buy private KT for 25").state.private_owner["KT"] == "LYR"
        game.play(moves[game.step.id])
    assert seen == list(moves)
    refused(game, BuyPrivate("KT", 25), "1888N-7.1.1")  # a stock round


@rule("1888N-4.3.1.6")
@pytest.mark.parametrize("private", PRIVATES)
def test_the_price_lies_between_half_and_one_and_a_half_of_the_face_value(private: str) -> None:
    value, low, high, income = PRIVATES[private]
    game = selling()
    card = game.definition.privates[private]
    assert (card.value, card.income) == (value, income)
    for price in (low - 1, high + 1, 0):
        refused(game, BuyPrivate(private, price), "1888N-4.3.1.6")
    for price in (low, value, high):
        assert legal(game, BuyPrivate(private, price))
    game.play(BuyPrivate(private, high))
    assert game.state.cash["JHR"] == 900 - high


@rule("1888N-4.3.1.6")
def test_t102_heng_shan_costs_38_to_112() -> None:
    game = selling()
    assert [legal(game, BuyPrivate("HS", p)) for p in (37, 38, 112, 113)] == [
        False,
        True,
        True,
        False,
    ]


@rule("1888N-4.3.1.6")
def test_prices_are_whole_numbers() -> None:
    game = selling()
    before = game.state.copy()
    with pytest.raises(dieciocho.BadInput):
        game.play("buy private HS for 50.5")
    with pytest.raises(dieciocho.DieciochoError):
        game.play(BuyPrivate("HS", 50.5))  # type: ignore[arg-type]
    assert game.state == before


@rule("1888N-4.3.1.7")
def test_the_treasury_pays_alone() -> None:
    game = selling(treasury=74)
    refused(game, BuyPrivate("HS", 75), "1888N-4.3.1.7")
    assert Choice(BuyPrivate("HS", 38), 38, 74) in game.legal_actions()
    game.play("buy private HS for 74")
    assert (game.state.cash["JHR"], game.state.cash[A]) == (0, 674)


@rule("1888N-4.3.1.8")
def test_the_owner_must_agree() -> None:
    game = selling(HS=C)
    game.play("buy private HS for 75")
    assert (game.actor, owner(game, "HS")) == (C, C)
    assert [c.action for c in game.legal_actions()] == [Answer("agree"), Answer("decline")]
    game.play("decline to proposal")
    assert (game.actor, owner(game, "HS"), game.state.cash["JHR"]) == (A, C, 900)
    game.play("buy private HS for 112").play("agree to proposal")
    assert (game.actor, owner(game, "HS"), game.state.cash["JHR"]) == (A, "JHR", 788)
    assert game.state.cash[C] == 712


@rule("1888N-4.3.1.8")
def test_an_offer_that_was_declined_can_only_be_raised() -> None:
    game = selling(HS=C)
    game.play("buy private HS for 75").play("decline to proposal")
    refused(game, BuyPrivate("HS", 75), "1888N-4.3.1.8")
    assert legal(game, BuyPrivate("HS", 76))


@rule("1888N-4.3.1.8")
def test_while_an_offer_stands_nothing_else_is_done() -> None:
    game = selling(HS=C)
    game.play("buy private HS for 75")
    refused(game, Pass(), "1888N-4.3.1.8")


@rule("1888N-4.3.1.8")
def test_online_the_buyer_alone_decides() -> None:
    table = Table(edition="online").privates(HS=C).company("JHR", A).phase("3")
    game = table.operate("JHR")
    game.play("buy private HS for 38")
    assert (owner(game, "HS"), game.state.cash[C]) == ("JHR", 638)


@rule("1888N-4.3.1.9")
def test_a_company_may_buy_and_own_any_number_of_privates() -> None:
    game = selling()
    for private, row in PRIVATES.items():
        game.play(BuyPrivate(private, row[1]))
    assert {owner(game, private) for private in PRIVATES} == {"JHR"}
    assert game.state.cash["JHR"] == 900 - (13 + 25 + 38 + 50 + 63 + 75)


# --- income, limit, closing -------------------------------------------------------------


@rule("1888N-4.3.1.10", "1888N-4.3.1.1")
def test_every_operating_round_begins_with_the_incomes() -> None:
    table = Table().privates(KT=B, TA=B, HS="JHR", GW="JHR", YRF=C, FC=D)
    table.company("JHR", A, treasury=100).phase("3")
    table.train("JHR", "3")
    bank = table.state.cash[BANK]
    game = everybody_passes(table.stock_round())
    assert (game.state.round.kind, game.state.round.part, game.state.round.parts) == (
        *("operating", 1, 2),
    )
    assert [game.state.cash[p] for p in (A, B, C, D, "JHR")] == [600, 615, 625, 630, 135]
    assert game.state.cash[BANK] == bank - 105
    while game.state.round.part == 1:
        game.play("pass")
    assert [game.state.cash[p] for p in (A, B, C, D, "JHR")] == [600, 630, 650, 660, 170]


@rule("1888N-4.3.1.11")
def test_a_private_counts_for_its_player_and_not_once_a_company_owns_it() -> None:
    table = Table().privates(KT=B, TA=B, HS="JHR").company("JHR", D)
    assert [certificates(table.game, seat) for seat in (A, B, C)] == [3, 2, 0]


@rule("1888N-4.3.1.12", "1888N-8.3.10.2")
def test_the_first_5_train_closes_all_privates_wherever_they_are() -> None:
    table = Table().privates(KT=B, TA="JHR", HS="SSL").company("JHR", A, treasury=500)
    table.company("SSL", B, price_at=(6, 3)).phase("4").empty_deck_down_to("5")
    table.train("SSL", "4")
    game = table.operate("JHR", "trains")
    game.play("buy train 5-0 from bank for 500")
    assert game.phase.name == "5"
    assert set(game.state.private_owner.values()) == {OUT}
    assert [game.state.cash[p] for p in (A, B, "JHR", "SSL")] == [600, 600, 0, 900]
    assert certificates(game, A) == 5  # only her shares of JHR


@rule("1888N-4.3.1.12")
def test_closed_privates_pay_nothing_have_no_power_and_their_tiles_are_gone() -> None:
    table = Table().privates(TA="SSL", HS="SSL", GW="SSL", YRF="SSL")
    table.company("SSL", B, price_at=(6, 3)).company("JHR", A, treasury=500)
    table.phase("4").empty_deck_down_to("5")
    table.train("SSL", "4")
    game = table.operate("JHR", "trains")
    assert legal(game, BuyTrain("5-0", BANK, 500))
    game.play("buy train 5-0 from bank for 500")
    while game.state.turn is None or game.state.turn.company != "SSL":
        game.play("pass")
    for tile in (
        LayTile("H2", "L39", 5, "TA"),
        LayTile("C5", "L41", 0, "HS"),
        LayTile("C7", "9", 1, "GW"),
        LayTile("E17", "L40a", 0, "YRF"),
    ):
        refused(game, tile, "1888N-4.3.1.13")
    assert not [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.power]
    cash = [game.state.cash[seat] for seat in range(4)]
    while game.state.round.kind == "operating":
        game.play("pass")
    everybody_passes(game)
    assert game.state.round.kind == "operating"
    assert [game.state.cash[seat] for seat in range(4)] == cash


@rule("1888N-4.3.1.16")
def test_kaiping_has_no_power() -> None:
    game = selling(KT="JHR")
    powers = {a.power for a in listed(game, LayTile) if isinstance(a, LayTile)}
    assert "KT" not in powers
    assert "KT" not in game.state.powers
    game = Table().privates().company("JZR", B).station("JZR").stock_round()
    refused(game, Exchange("KT", "JZR", "ipo"), "1888N-4.3.1.32")


@rule("1888N-4.3.1.16")
def test_kaiping_lays_no_tile() -> None:
    refused(selling(KT="JHR"), LayTile("C7", "9", 1, "KT"), "1888N-4.3.1.16")


# --- the Forbidden City -----------------------------------------------------------------


def beijing(edition: str = "rulebook", **owners: int | str) -> Table:
    """JZR (director Carla) and JHR (Dani) have their home stations in Beijing, SSL has none."""
    table = Table(edition=edition).privates(**owners)
    table.company("JZR", C, held={C: 4, A: 2}, pool=2).station("JZR")
    table.company("JHR", D, held={D: 6}, pool=1).station("JHR")
    return table.company("SSL", B, held={B: 6}).station("SSL")


@rule("1888N-4.3.1.32", "1888N-4.3.1.33")
@pytest.mark.parametrize(("source", "ipo", "pool"), [("ipo", 1, 2), ("pool", 2, 1)])
def test_the_forbidden_city_is_exchanged_for_a_share(source: str, ipo: int, pool: int) -> None:
    game = beijing().stock_round()
    bank = game.state.cash[BANK]
    game.play(f"exchange FC for JZR from {source}")
    assert owner(game, "FC") == OUT
    assert holdings(game, "JZR") == {C: 3, A: 3, IPO: ipo, POOL: pool}
    assert (game.state.cash[A], game.state.cash[BANK]) == (600, bank)
    assert game.actor == B  # the exchange was the purchase of the turn
    refused_to(game, A, BuyShare("JHR", "pool"), "1888N-7.2.1")


@rule("1888N-4.3.1.32")
def test_only_the_owner_exchanges_on_his_own_turn_of_a_stock_round() -> None:
    game = beijing(FC=B).stock_round()
    refused(game, Exchange("FC", "JZR", "ipo"), "1888N-4.3.1.32")
    refused_to(game, B, Exchange("FC", "JZR", "ipo"), "1888N-7.2.1")
    game.play("pass")
    assert legal(game, Exchange("FC", "JZR", "ipo"))
    refused(beijing().operate("JZR"), Exchange("FC", "JZR", "ipo"), "1888N-8.3.1.1")


@rule("1888N-4.3.1.32", "1888N-4.3.1.39")
def test_any_station_in_any_city_of_beijing_counts_at_that_moment() -> None:
    game = beijing().stock_round()
    refused(game, Exchange("FC", "SSL", "ipo"), "1888N-4.3.1.39")
    table = beijing().lay("C9", "L42", 0)
    table.station("SSL", "C9", 1)
    assert legal(table.stock_round(), Exchange("FC", "SSL", "ipo"))


@rule("1888N-4.3.1.33", "1888N-7.2.2")
def test_the_exchange_keeps_the_round_going() -> None:
    game = beijing(FC=B).stock_round()
    game.play("pass").play(Exchange("FC", "JZR", "ipo"))
    for _ in range(3):
        game.play("pass")
    assert (game.state.round.kind, game.actor) == ("stock", B)


@rule("1888N-4.3.1.34")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_t29_no_exchange_after_a_sale_in_the_same_turn(edition: str) -> None:
    game = beijing(edition).stock_round()
    game.play("sell 1 of JZR")
    refused(game, Exchange("FC", "JZR", "ipo"), "1888N-4.3.1.34")
    refused(game, Exchange("FC", "JHR", "ipo"), "1888N-4.3.1.34")
    assert not listed(game, Exchange)


@rule("1888N-4.3.1.34")
def test_no_sale_after_the_exchange() -> None:
    game = beijing().stock_round()
    game.play("exchange FC for JZR from ipo")
    refused_to(game, A, SellShares("JZR", 1), "1888N-7.2.1")


@rule("1888N-4.3.1.35", "1888N-7.5.9")
def test_t30_no_exchange_for_a_company_sold_in_this_round() -> None:
    game = beijing().stock_round()
    for move in ("sell 1 of JZR", "pass", "pass", "pass", "pass"):
        game.play(move)
    assert game.actor == A
    refused(game, Exchange("FC", "JZR", "pool"), "1888N-4.3.1.35")
    assert legal(game, Exchange("FC", "JHR", "pool"))


@rule("1888N-4.3.1.35")
def test_t30_online_the_exchange_ignores_earlier_sales() -> None:
    game = beijing("online").stock_round()
    for move in ("sell 1 of JZR", "pass", "pass", "pass", "pass"):
        game.play(move)
    game.play(Exchange("FC", "JZR", "pool"))
    assert holdings(game, "JZR")[A] == 2


@rule("1888N-4.3.1.35", "1888N-7.5.8")
def test_the_exchange_obeys_the_sixty_percent() -> None:
    table = Table().privates().company("JZR", A, held={A: 6}).station("JZR")
    refused(table.stock_round(), Exchange("FC", "JZR", "ipo"), "1888N-4.3.1.35")


def hand_of(count: int, edition: str = "rulebook") -> Game:
    """Ana counts 16 or 17 certificates (limit 16), the Forbidden City is one of them."""
    table = beijing(edition, KT=B, TA=B, HS=B, GW=B, YRF=B)  # FC and two of JZR: 3
    for company, held in (("CDL", 6), ("HJR", 6), ("TJL", count - 12)):
        table.company(company, A, held={A: held})
    game = table.stock_round()
    assert certificates(game, A) == count
    return game


@rule("1888N-4.3.1.36")
def test_at_the_limit_the_exchange_is_neutral() -> None:
    game = hand_of(16)
    refused(game, BuyShare("JZR", "ipo"), "1888N-7.3.6")
    game.play("exchange FC for JZR from ipo")
    assert certificates(game, A) == 16


@rule("1888N-4.3.1.36", "1888N-7.3.7")
def test_above_the_limit_one_must_sell_and_cannot_exchange() -> None:
    game = hand_of(17)
    refused(game, Exchange("FC", "JZR", "ipo"), "1888N-4.3.1.36")
    game.play("sell 1 of CDL")
    refused(game, Exchange("FC", "JZR", "ipo"), "1888N-4.3.1.34")


@rule("1888N-4.3.1.36")
def test_online_the_exchange_is_possible_above_the_limit() -> None:
    game = hand_of(17, "online")
    game.play("exchange FC for JZR from ipo")
    assert (owner(game, "FC"), certificates(game, A)) == (OUT, 17)


@rule("1888N-4.3.1.37")
def test_the_company_gets_nothing_for_the_exchanged_share() -> None:
    game = beijing().stock_round()
    before = game.state.cash.copy()
    game.play("exchange FC for JHR from pool")
    assert game.state.cash == before
    assert game.state.president["JHR"] == D


@rule("1888N-4.3.1.38", "1888N-4.3.1.10")
def test_a_company_that_owns_the_forbidden_city_gets_its_income() -> None:
    table = beijing(FC="SSL")
    treasury = table.state.cash["SSL"]
    game = table.stock_round()
    assert not listed(game, Exchange)
    everybody_passes(game)
    assert game.state.cash["SSL"] == treasury + 30


@rule("1888N-4.3.1.38")
def test_the_exchange_is_lost_once_a_company_owns_the_forbidden_city() -> None:
    game = beijing(FC="SSL").stock_round(first=B)  # Bela is SSL's director
    refused(game, Exchange("FC", "JZR", "ipo"), "1888N-4.3.1.38")


@rule("1888N-4.3.1.39")
def test_without_a_station_in_beijing_or_a_share_there_is_no_exchange() -> None:
    table = Table().privates().company("JZR", C, held={C: 6, D: 4})
    game = table.stock_round()
    refused(game, Exchange("FC", "JZR", "ipo"), "1888N-4.3.1.39")  # no station yet
    game = table.station("JZR").stock_round()
    refused(game, Exchange("FC", "JZR", "ipo"), "1888N-4.3.1.39")  # sold out
    refused(game, Exchange("FC", "JZR", "pool"), "1888N-4.3.1.39")
    assert not listed(game, Exchange)


@rule("1888N-4.3.1.39")
def test_the_exchange_never_starts_a_company() -> None:
    game = beijing().stock_round()
    refused(game, Exchange("FC", "CDL", "ipo"), "1888N-4.3.1.39")
    game.play("exchange FC for JZR from ipo")
    assert game.state.shares["JZR"][0] == C
    assert "CDL" not in game.state.par


@rule("1888N-4.3.1.2")
def test_after_the_auction_no_player_gets_a_private() -> None:
    game = dieciocho.new_game("1888n", NAMES[:3])
    for private, row in PRIVATES.items():
        game.play(BuyPrivate(private, row[0]))
    before = dict(game.state.private_owner)
    assert not [c for c in game.legal_actions() if isinstance(c.action, BuyPrivate)]
    refused(game, BuyPrivate("KT", 25), "1888N-7.1.1")
    game.play(StartCompany("JHR", 70))
    assert game.state.private_owner == before
