"""Buying trains (8.3.8); for phases and export see test_phases.py."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import Answer, BuyTrain, DiscardTrain, Pass
from dieciocho.engine.game import Game

from ..support import legal, listed, refused, rule
from .scenes import Table, buy, coast, kinds, offered, operating, quiet_table, step_on, tiles, top


def buying(phase: str, deck: str, *owned: str, treasury: int = 900) -> tuple[Game, list[str]]:
    """LYR in its train step, with a train of kind `deck` on top of the bank's cards."""
    table = coast(phase=phase, treasury=treasury).empty_deck_down_to(deck)
    cards = [table.train("LYR", kind) for kind in owned]
    return table.operate("LYR", "trains"), cards


def at_the_limit(phase: str, deck: str, *owned: str, treasury: int = 900) -> Game:
    """LYR with as many trains as allowed; the last is added inside the step, which would close."""
    table = coast(phase=phase, treasury=treasury).empty_deck_down_to(deck)
    for kind in owned[1:]:
        table.train("LYR", kind)
    game = table.operate("LYR", "trains")
    table.train("LYR", owned[0])
    return game


def two_companies(phase: str, edition: str = "rulebook", seller: int = 1) -> tuple[Table, str]:
    """LYR of Ana with one train, ZDR of Bela (or another) with two; return one of these."""
    table = coast(edition, phase, treasury=300).company("ZDR", seller, par=80, treasury=0)
    tiles(table, "G11:57/0").station("ZDR")
    kind = "2" if phase == "2" else "3"
    table.train("LYR", kind)
    table.train("ZDR", kind)
    return table, table.train("ZDR", kind)


# --- buying from the bank --------------------------------------------------------------


@rule("1888N-8.3.8.1", "1888N-8.3.8.5")
def test_several_trains_may_be_bought_at_the_printed_price() -> None:
    game, _ = buying("2", "2")
    bank = game.state.cash["bank"]
    buy(buy(buy(game, 80), 80), 80)
    assert kinds(game, "LYR") == ["2", "2", "2"]
    assert (game.state.cash["LYR"], game.state.cash["bank"]) == (660, bank + 240)


@rule("1888N-8.3.8.5")
@pytest.mark.parametrize("price", [1, 79, 81])
def test_the_bank_does_not_bargain(price: int) -> None:
    game, _ = buying("2", "2")
    refused(game, f"buy train {top(game)} from bank for {price}", "1888N-8.3.8.5")


@rule("1888N-8.3.8.5")
def test_a_second_train_must_be_paid_by_the_treasury() -> None:
    game, _ = buying("2", "2", "2", treasury=100)
    buy(game, 80)
    assert game.state.round.kind == "stock"  # with 20 there is nothing more to buy
    game, _ = buying("2", "2", "2", treasury=80)
    game.state.cash["LYR"] -= 1
    refused(game, f"buy train {top(game)} from bank for 80", "1888N-8.3.8.5")


@rule("1888N-8.3.8.2", "1888N-8.3.1.7")
def test_a_company_without_a_train_must_buy_one_even_without_a_route() -> None:
    table = tiles(quiet_table().company("HJR"), "F6:57/0").station("HJR")
    game = table.operate("HJR", "trains")
    assert not legal(game, Pass())
    refused(game, "pass", "1888N-8.3.8.2")
    buy(game, 80)
    game.play("pass")
    assert (kinds(game, "HJR"), game.state.cash["HJR"]) == (["2"], 820)


@rule("1888N-8.3.8.2", "1888N-2.1.4")
def test_nobody_must_buy_when_no_train_is_left() -> None:
    table = coast(phase="7")
    table.state.trains["out"] += table.state.trains["bank"]
    table.state.trains["bank"] = ()
    game = table.operate("LYR", "trains")
    assert game.state.round.kind == "stock"


@rule("1888N-2.1.4", "1888N-8.3.8.3")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_the_seventh_diesel_is_the_last_one(edition: str) -> None:
    """D11: online there is always another one."""
    table = coast(edition, "7", treasury=1800).empty_deck_down_to("D")
    if edition == "rulebook":
        assert len(table.state.trains["bank"]) == 7 - 1
        for _ in range(5):
            table.train("out", "D")
    game = table.operate("LYR", "trains")
    buy(game, 900)
    assert kinds(game, "LYR") == ["D"]
    assert [a.price for a in offered(game)] == ([] if edition == "rulebook" else [900])


@rule("1888N-8.3.8.3", "1888N-3.1")
def test_trains_are_sold_from_the_top_of_the_deck() -> None:
    game, _ = buying("2", "2")
    refused(game, "buy train 3-0 from bank for 180", "1888N-8.3.8.3")
    refused(game, "buy train 2-2 from bank for 80", "1888N-8.3.8.3")  # 2-1 lies on top
    table = quiet_table().company("LYR").station("LYR")
    while len([c for c in table.state.trains["bank"] if c.startswith("2-")]) > 1:
        table.train("out", "2")
    game = table.operate("LYR", "trains")
    assert {a.price for a in offered(game)} == {80}
    buy(game, 80)  # the last one: now the next kind is for sale
    assert {a.price for a in offered(game)} == {180}


@rule("1888N-8.3.8.4", "1888N-8.3.8.5", "1888N-8.3.8.17")
def test_any_train_of_the_pool_is_for_sale_at_face_price() -> None:
    table = coast(phase="5", treasury=800)
    five, four = table.train("pool", "5"), table.train("pool", "4")
    game = table.operate("LYR", "trains")
    refused(game, f"buy train {four} from pool for 299", "1888N-8.3.8.5")
    bank = game.state.cash["bank"]
    game.play(f"buy train {four} from pool for 300").play(f"buy train {five} from pool for 500")
    assert game.state.trains["LYR"] == (four, five)
    assert (game.state.trains["pool"], game.state.cash["bank"]) == ((), bank + 800)


@rule("1888N-8.3.8.17")
def test_a_train_of_the_pool_or_of_a_company_starts_no_phase() -> None:
    table = coast(phase="3").company("ZDR", 0, par=80).station("ZDR")
    pool, other = table.train("pool", "4"), table.train("ZDR", "4")
    game = table.operate("LYR", "trains")
    game.play(f"buy train {pool} from pool for 300")
    game.play(f"buy train {other} from ZDR for 1")
    assert game.phase.name == "3"


# --- diesels ---------------------------------------------------------------------------


@rule("1888N-8.3.8.6", "1888N-8.3.8.3")
def test_diesels_come_after_the_last_6_train() -> None:
    table = coast(phase="6", treasury=1800)
    four = table.train("LYR", "4")
    game = table.operate("LYR", "trains")
    refused(game, "buy train D-0 from bank for 900", "1888N-8.3.8.3")
    refused(game, f"buy train D-0 from bank for 700 trading {four}", "1888N-8.3.8.3")
    buy(game, 630)  # the last 6
    assert top(game) == "D-0"


@rule("1888N-8.3.8.6")
def test_a_diesel_costs_900_or_700_with_one_train_handed_in() -> None:
    game, (five,) = buying("7", "D", "5", treasury=1600)
    refused(game, f"buy train {top(game)} from bank for 700", "1888N-8.3.8.5")
    refused(game, f"buy train {top(game)} from bank for 900 trading {five}", "1888N-8.3.8.5")
    buy(game, 700, five)
    assert (kinds(game, "LYR"), game.state.cash["LYR"]) == (["D"], 900)
    buy(game, 900)
    assert (kinds(game, "LYR"), game.state.cash["LYR"]) == (["D", "D"], 0)


@rule("1888N-8.3.8.6", "1888N-8.3.8.7", "1888N-8.3.10.4", "1888N-8.3.8.16")
def test_the_first_diesel_for_a_4_train_scraps_all_the_others() -> None:
    """T75."""
    table = coast(phase="6", treasury=700).empty_deck_down_to("D")
    four = table.train("LYR", "4")
    table.company("ZDR", 1, par=80).station("ZDR")
    table.train("ZDR", "4")
    table.train("pool", "4")
    table.train("ZDR", "5")
    game = table.operate("LYR", "trains")
    buy(game, 700, four)
    assert game.phase.name == "7"
    assert (kinds(game, "LYR"), kinds(game, "ZDR"), kinds(game, "pool")) == (["D"], ["5"], [])
    assert game.state.cash["LYR"] == 0


@rule("1888N-8.3.8.7", "1888N-8.3.8.10", "1888N-4.2.4")
def test_a_train_handed_in_lies_in_the_pool_at_face_price() -> None:
    """T76: at the limit a diesel with trade-in is legal, one without is not."""
    table = coast(phase="7", treasury=900).empty_deck_down_to("D")
    five = table.train("LYR", "5")
    table.train("LYR", "6")
    table.company("ZDR", 1, par=80, treasury=500).station("ZDR").lay("G11", "57", 0)
    game = table.operate("LYR", "trains")
    refused(game, f"buy train {top(game)} from bank for 900", "1888N-8.3.8.10")
    buy(game, 700, five)
    assert (kinds(game, "LYR"), game.state.trains["pool"]) == (["6", "D"], (five,))
    assert (operating(game), game.state.cash["LYR"]) == ("ZDR", 200)
    while game.step.id != "trains":
        step_on(game)
    game.play(f"buy train {five} from pool for 500")
    assert game.state.trains["ZDR"] == (five,)


@rule("1888N-8.3.8.10", "1888N-8.3.8.15")
def test_online_an_affordable_trade_in_opens_the_train_step_at_the_limit() -> None:
    """D12: the plain purchase is accepted, one train must then go."""
    table = coast("online", "7", treasury=900).empty_deck_down_to("D")
    five = table.train("LYR", "5")
    table.train("LYR", "6")
    game = table.operate("LYR", "trains")
    buy(game, 900)
    assert (game.step.id, len(game.state.trains["LYR"])) == ("discard", 3)
    game.play(f"discard train {five} of LYR")
    assert kinds(game, "LYR") == ["6", "D"]


@rule("1888N-8.3.8.8")
@pytest.mark.parametrize(("phase", "kind"), [("5", "2"), ("5", "3")])
def test_2_and_3_trains_are_not_handed_in(phase: str, kind: str) -> None:
    game, (old,) = buying(phase, "D", kind)
    refused(game, f"buy train {top(game)} from bank for 700 trading {old}", "1888N-8.3.8.8")


@rule("1888N-8.3.8.6", "1888N-8.3.8.8")
def test_a_train_is_handed_in_for_a_diesel_only() -> None:
    game, (four,) = buying("5", "6", "4")
    refused(game, f"buy train {top(game)} from bank for 430 trading {four}", "1888N-8.3.8.8")


# --- the train limit -------------------------------------------------------------------


@rule("1888N-8.3.8.9", "1888N-8.3.8.10")
@pytest.mark.parametrize(
    ("phase", "kind", "limit"),
    [("2", "2", 4), ("3", "3", 4), ("4", "4", 3), ("5", "5", 2), ("6", "6", 2), ("7", "D", 2)],
)
def test_the_train_limit_of_each_phase(phase: str, kind: str, limit: int) -> None:
    owned = {"5": "4", "6": "5"}.get(phase, kind)
    price = Table().game.definition.trains[kind].price
    game, _ = buying(phase, kind, *[owned] * (limit - 1))
    buy(game, price)
    assert len(game.state.trains["LYR"]) == limit
    game = at_the_limit(phase, kind, *[owned] * limit)
    assert [a for a in offered(game) if a.trade_in is None] == []
    refused(game, f"buy train {top(game)} from bank for {price}", "1888N-8.3.8.10")


@rule("1888N-8.3.8.10")
def test_at_the_limit_not_even_a_train_that_scraps_others_may_be_bought() -> None:
    """T7b: three trains in phase 4 and the first 5; four 2-trains and the first 4."""
    game = at_the_limit("4", "5", "3", "4", "4")
    refused(game, f"buy train {top(game)} from bank for 500", "1888N-8.3.8.10")
    game = at_the_limit("3", "4", "2", "2", "2", "2")
    refused(game, f"buy train {top(game)} from bank for 300", "1888N-8.3.8.10")


@rule("1888N-8.3.8.11", "1888N-8.3.8.15", "1888N-8.3.10.2", "1888N-4.2.4")
@pytest.mark.parametrize("kind", ["3", "4", "5"])
def test_below_the_old_limit_the_first_5_train_may_be_bought(kind: str) -> None:
    """T7: then the director puts any one of the three into the pool."""
    game, _ = buying("4", "5", "3", "4")
    buy(game, 500)
    assert (game.phase.name, game.step.id, game.actor) == ("5", "discard", 0)
    refused(game, "pass", "1888N-8.3.10.2")
    (card,) = [c for c in game.state.trains["LYR"] if game.kind_of(c) == kind]
    assert len(listed(game, DiscardTrain)) == 3
    money = game.state.cash.copy()
    game.play(f"discard train {card} of LYR")
    assert game.state.trains["pool"] == (card,)
    assert sorted([*kinds(game, "LYR"), kind]) == ["3", "4", "5"]
    assert game.state.cash == money  # no compensation


# --- trains of other companies ---------------------------------------------------------


@rule("1888N-8.3.8.12")
def test_no_trade_between_companies_before_phase_3() -> None:
    """T77."""
    table, card = two_companies("2")
    game = table.operate("LYR", "trains")
    refused(game, f"buy train {card} from ZDR for 1", "1888N-8.3.8.12")


@rule("1888N-8.3.8.12")
def test_online_companies_trade_from_the_start() -> None:
    """D10, D15: and the other director is not asked."""
    table, card = two_companies("2", "online")
    game = table.operate("LYR", "trains")
    game.play(f"buy train {card} from ZDR for 1")
    assert card in game.state.trains["LYR"]
    assert (game.state.cash["LYR"], game.state.cash["ZDR"]) == (299, 1)


@rule("1888N-8.3.8.12")
def test_both_directors_must_agree_to_a_trade() -> None:
    table, card = two_companies("3")
    game = table.operate("LYR", "trains")
    game.play(f"buy train {card} from ZDR for 250")
    assert (game.actor, card in game.state.trains["ZDR"]) == (1, True)
    refused(game, "pass", "1888N-8.3.8.12")
    game.play(Answer("agree"))
    assert card in game.state.trains["LYR"]
    assert (game.state.cash["LYR"], game.state.cash["ZDR"]) == (50, 250)


@rule("1888N-8.3.8.12")
def test_an_offer_may_be_declined_and_then_only_be_raised() -> None:
    table, card = two_companies("3")
    game = table.operate("LYR", "trains")
    game.play(f"buy train {card} from ZDR for 100").play(Answer("decline"))
    assert (game.actor, card in game.state.trains["ZDR"]) == (0, True)
    assert (game.state.cash["LYR"], game.state.cash["ZDR"]) == (300, 0)
    assert legal(game, BuyTrain(card, "ZDR", 101))
    refused(game, f"buy train {card} from ZDR for 100", "1888N-8.3.8.12")


@rule("1888N-8.3.8.12")
def test_one_director_of_two_companies_needs_nobody_s_consent() -> None:
    table, card = two_companies("3", seller=0)
    game = table.operate("LYR", "trains")
    game.play(f"buy train {card} from ZDR for 1")
    assert card in game.state.trains["LYR"]
    assert game.state.cash["ZDR"] == 1


@rule("1888N-8.3.8.12")
def test_the_price_between_companies_is_at_least_one_and_within_the_treasury() -> None:
    table, card = two_companies("3")
    game = table.operate("LYR", "trains")
    assert legal(game, BuyTrain(card, "ZDR", 300))
    refused(game, f"buy train {card} from ZDR for 0", "1888N-8.3.8.12")
    refused(game, f"buy train {card} from ZDR for 301", "1888N-8.3.8.12")


@rule("1888N-8.3.8.12", "1888N-8.3.8.10")
def test_the_buyer_s_limit_holds_between_companies() -> None:
    table, card = two_companies("3")
    for _ in range(2):
        table.train("LYR", "3")
    game = table.operate("LYR", "trains")
    table.train("LYR", "2")
    refused(game, f"buy train {card} from ZDR for 1", "1888N-8.3.8.10")


@rule("1888N-8.3.8.13")
def test_a_company_sells_no_train_in_its_own_turn() -> None:
    table, _ = two_companies("3")
    own = table.state.trains["LYR"][0]
    game = table.operate("LYR", "trains")
    sources = {a.source for a in offered(game)}
    assert sources == {"bank", "ZDR"}
    refused(game, f"buy train {own} from LYR for 1", "1888N-8.3.8.13")


@rule("1888N-8.3.8.14")
def test_trains_are_neither_sold_to_the_bank_nor_scrapped_at_will() -> None:
    game, (card,) = buying("3", "3", "2")
    assert listed(game, DiscardTrain) == []
    refused(game, f"discard train {card} of LYR", "1888N-8.3.8.14")
