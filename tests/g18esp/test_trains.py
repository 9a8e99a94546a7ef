"""Buying trains, forced purchase and loans (section 4.7)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import (
    Answer,
    BuyPrivate,
    BuyTrain,
    DiscardTrain,
    Pass,
    SellShares,
    Use,
)
from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import price
from dieciocho.engine.state import BANK, OUT, LastRun
from dieciocho.games.g18esp.actions import Combine
from dieciocho.games.g18esp.facts import REMOVED, STRAWBERRY_TRAIN, debt, facts
from dieciocho.games.g18esp.forced import must_buy
from dieciocho.games.g18esp.printed import printed
from dieciocho.games.g18esp.stock import REPAY

from ..support import legal, listed, refused, rule
from .scenes import Scene


def reinosa(phase: str = "3", treasury: int = 500) -> Scene:
    """FdLR, directed by seat 0, with a station in Reinosa."""
    return Scene(phase).major("FdLR", treasury=treasury).station("FdLR", "H8").done("FdLR")


def top(game: Game, back: bool = False) -> str:
    card = game.state.trains[BANK][0]
    kind, _, number = card.rpartition("-")
    return f"{printed(game).trains[kind].back}-{number}" if back else card


def operated(scene: Scene, *companies: str) -> Scene:
    for company in companies:
        scene.state.last_runs[company] = LastRun(1, 1, 0, "keep")
    return scene


# --- the obligation --------------------------------------------------------------------


@rule("18ESP-4.7.0.1", "18ESP-4.7.0.4")
def test_a_company_without_a_train_buys_one() -> None:
    game = reinosa().turn("FdLR", "trains")
    refused(game, Pass(), "18ESP-4.7.0.1")
    refused(game, BuyTrain(top(game, back=True), BANK, 150), "18ESP-4.7.0.4")
    refused(game, BuyTrain("4-0", BANK, 300), "18ESP-4.7.0.4")
    assert listed(game, BuyTrain) == [BuyTrain(top(game, back=True), BANK, 200)]
    game.play(BuyTrain(top(game, back=True), BANK, 200))
    assert [game.kind_of(card) for card in game.state.trains["FdLR"]] == ["2+3"]
    assert game.state.cash["FdLR"] == 300
    game.play(Pass())


@rule("18ESP-4.7.0.1")
def test_small_companies_have_the_obligation_too() -> None:
    game = Scene("3").small("SC", treasury=300).station("SC", "C31").turn("SC", "trains")
    refused(game, Pass(), "18ESP-4.7.0.1")
    refused(game, BuyTrain(top(game, back=True), BANK, 200), "18ESP-4.4.1.7")
    game.play(BuyTrain(top(game), BANK, 200))


@rule("18ESP-4.4.1.7", "18ESP-5.2.1.10")
def test_small_companies_buy_conventional_trains_from_companies_too() -> None:
    scene = Scene("4").small("SC", treasury=300).station("SC", "C31").major("FdLR")
    cards = scene.trains("FdLR", "3+4", "3&1+2", "4")
    game = scene.station("FdLR", "H8").turn("SC", "trains")
    for card in cards[:2]:
        assert not legal(game, BuyTrain(card, "FdLR", 1))
        refused(game, BuyTrain(card, "FdLR", 1), "18ESP-4.4.1.7")
    assert legal(game, BuyTrain(cards[2], "FdLR", 1))


@rule("18ESP-4.7.0.5")
def test_a_company_does_not_buy_from_itself() -> None:
    scene = reinosa()
    (own,) = scene.trains("FdLR", "2+3")
    game = scene.turn("FdLR", "trains")
    assert not legal(game, BuyTrain(own, "FdLR", 1))
    refused(game, BuyTrain(own, "FdLR", 1), "18ESP-4.7.0.5")


@rule("18ESP-4.7.0.4")
def test_nothing_is_traded_in() -> None:
    scene = reinosa()
    (old,) = scene.trains("FdLR", "1+2")
    game = scene.turn("FdLR", "trains")
    refused(game, BuyTrain(top(game), BANK, 200, old), "18ESP-4.7.0.4")


@rule("18ESP-4.7.0.2")
def test_a_train_that_cannot_be_used_is_none() -> None:
    scene = reinosa()
    scene.trains("FdLR", "3")
    game = scene.turn("FdLR", "trains")
    assert must_buy(game, "FdLR")
    refused(game, Pass(), "18ESP-4.7.0.1")
    assert "no train that it can use" in str(game.why_not(Pass()))
    game.play(BuyTrain(top(game, back=True), BANK, 200)).play(Pass())


@rule("18ESP-4.7.0.2")
def test_no_train_of_no_use_is_bought_to_dodge_the_obligation() -> None:
    scene = reinosa().major("FdSB", 0, price=75).station("FdSB", "I5")
    (other,) = scene.trains("FdSB", "3")
    game = scene.turn("FdLR", "trains")
    assert not legal(game, BuyTrain(top(game), BANK, 200))
    refused(game, BuyTrain(top(game), BANK, 200), "18ESP-4.7.0.2")
    assert not legal(game, BuyTrain(other, "FdSB", 1))
    refused(game, BuyTrain(other, "FdSB", 1), "18ESP-4.7.0.2")
    game.play(BuyTrain(top(game, back=True), BANK, 200))
    # Who has a usable train buys what it likes.
    assert legal(game, BuyTrain(top(game), BANK, 200))
    assert legal(game, BuyTrain(other, "FdSB", 1))


def before_the_first_4(*kinds: str, version: int | None = None) -> Game:
    """MZA in Madrid with trains and 300, without a route in the north; the first 4 is on top."""
    scene = Scene("3", version=version).major("MZA", treasury=300).station("MZA", "F24", 2)
    scene.trains("MZA", *kinds)
    while scene.game.kind_of(scene.state.trains[BANK][0]) != "4":
        move_train(scene.game, scene.state.trains[BANK][0], BANK, REMOVED)
    return scene.turn("MZA", "trains")


@rule("18ESP-4.7.0.11")
def test_no_purchase_leaves_a_company_without_a_usable_train() -> None:
    """V50: the first 3+4 would scrap the 2 and cannot be used."""
    game = before_the_first_4("2")
    assert not legal(game, BuyTrain("3+4-0", BANK, 300))
    refused(game, BuyTrain("3+4-0", BANK, 300), "18ESP-4.7.0.11")
    game.play(BuyTrain("4-0", BANK, 300))
    assert game.state.trains["MZA"] == ("4-0",)


@rule("18ESP-4.7.0.11")
@pytest.mark.parametrize(("kinds", "version"), [(("2", "3"), 2), (("2",), 1)])
def test_a_usable_train_that_stays_is_enough(kinds: tuple[str, ...], version: int) -> None:
    game = before_the_first_4(*kinds, version=version)
    assert legal(game, BuyTrain("3+4-0", BANK, 300))
    game.play(BuyTrain("3+4-0", BANK, 300))
    assert must_buy(game, "MZA") == (version == 1)  # which could make itself a duty


@rule("18ESP-4.7.0.11")
def test_a_card_that_starts_no_phase_scraps_nothing() -> None:
    scene = Scene("4").major("MZA", treasury=600).station("MZA", "F24", 2)
    scene.trains("MZA", "3")
    game = scene.turn("MZA", "trains")
    assert legal(game, BuyTrain(top(game, back=True), BANK, 300))


@rule("18ESP-4.7.0.2", "18ESP-5.2.2.4")
def test_a_route_on_the_other_map_makes_its_gauge_usable() -> None:
    scene = reinosa("4").build("E29 0 3; E31 0 3").station("FdLR", "E29")
    scene.trains("FdLR", "4")
    assert not must_buy(scene.turn("FdLR", "trains"), "FdLR")


@rule("18ESP-4.7.0.3")
def test_the_strawberry_train_is_not_enough() -> None:
    scene = Scene("5").major("N", treasury=900).station("N", "F24", 1)
    move_train(scene.game, STRAWBERRY_TRAIN, OUT, "N")
    game = scene.turn("N", "trains")
    refused(game, Pass(), "18ESP-4.7.0.1")


# --- other companies' trains -----------------------------------------------------------


@rule("18ESP-4.7.0.5", "18ESP-4.7.1.1")
def test_trains_are_bought_from_companies_whose_director_agrees() -> None:
    scene = reinosa().major("FdSB", 1, price=75).station("FdSB", "I5")
    (card,) = scene.trains("FdSB", "2+3")
    game = scene.turn("FdLR", "trains")
    refused(game, BuyTrain(card, "FdSB", 0), "18ESP-4.7.0.5")
    refused(game, BuyTrain(card, "FdSB", 501), "18ESP-4.7.1.1")  # treasury only
    game.play(BuyTrain(card, "FdSB", 450))
    assert game.actor == 1
    game.play(Answer("decline"))
    refused(game, BuyTrain(card, "FdSB", 450))
    game.play(BuyTrain(card, "FdSB", 451)).play(Answer("agree"))
    assert game.state.trains["FdLR"] == (card,)
    assert game.state.cash["FdLR"] == 49
    assert game.state.cash["FdSB"] == 951


@rule("18ESP-4.7.0.5")
def test_a_director_need_not_ask_himself() -> None:
    scene = reinosa().major("FdSB", 0, price=75).station("FdSB", "I5")
    (card,) = scene.trains("FdSB", "2+3")
    game = scene.turn("FdLR", "trains")
    game.play(BuyTrain(card, "FdSB", 1))
    assert game.state.trains["FdLR"] == (card,)


@rule("18ESP-4.7.0.6")
def test_no_trade_in_phase_2() -> None:
    scene = reinosa("2").major("FdSB", 0, price=75).station("FdSB", "I5")
    (card,) = scene.trains("FdSB", "1+2")
    game = scene.turn("FdLR", "trains")
    refused(game, BuyTrain(card, "FdSB", 50), "18ESP-4.7.0.6")
    assert all(a.source == BANK for a in listed(game, BuyTrain) if isinstance(a, BuyTrain))


@rule("18ESP-4.7.0.7")
def test_trains_that_are_never_sold() -> None:
    scene = Scene("3").major("N", treasury=900).station("N", "F24", 1).small("SC", 0)
    (special,) = scene.trains("SC", "2B")
    game = scene.turn("N", "trains")
    refused(game, BuyTrain(special, "SC", 50), "18ESP-4.7.0.7")
    assert {a.source for a in listed(game, BuyTrain) if isinstance(a, BuyTrain)} == {BANK}
    late = Scene("5").major("N", treasury=900).station("N", "F24", 1).small("SC", 0)
    (card,) = late.trains("SC", "4")
    Play(late.game).set_facts(frozen=frozenset({"SC"}))
    late.major("MZA", 0, price=75).station("MZA", "F24", 2)
    move_train(late.game, STRAWBERRY_TRAIN, OUT, "MZA")
    game = late.turn("N", "trains")
    refused(game, BuyTrain(card, "SC", 50), "18ESP-4.7.0.7")
    refused(game, BuyTrain(STRAWBERRY_TRAIN, "MZA", 50), "18ESP-4.7.0.7")
    assert {a.source for a in listed(game, BuyTrain) if isinstance(a, BuyTrain)} == {BANK}


@rule("18ESP-2.2.31", "18ESP-4.7.0.5")
def test_a_first_train_from_a_company_closes_pioneer_7_too() -> None:
    scene = reinosa().major("FdSB", 0, price=75).station("FdSB", "I5")
    Play(scene.game).set_facts(with_share={"P7": "FdLR"})
    (card,) = scene.trains("FdSB", "2+3")
    game = scene.turn("FdLR", "trains").play(BuyTrain(card, "FdSB", 1))
    assert game.state.private_owner["P7"] == OUT


@rule("18ESP-4.7.0.10")
def test_the_side_of_a_train_is_fixed() -> None:
    scene = reinosa().major("FdSB", 0, price=75).station("FdSB", "I5")
    (card,), (own,) = scene.trains("FdSB", "3"), scene.trains("FdLR", "2+3")
    game = scene.turn("FdLR", "trains")
    turned = f"2+3-{card.rpartition('-')[2]}"
    refused(game, BuyTrain(turned, "FdSB", 50), "18ESP-4.7.0.5")
    game.play(BuyTrain(card, "FdSB", 50))
    assert game.state.trains["FdLR"] == (own, card)


# --- limits and phases -----------------------------------------------------------------


@rule("18ESP-4.7.0.8", "18ESP-6.2")
def test_trains_come_one_at_a_time_and_phases_at_once() -> None:
    scene = reinosa("3", treasury=1000)
    bank = scene.state.trains[BANK]
    scene.state.trains[OUT] += tuple(c for c in bank if c[0] == "3")[1:]
    scene.state.trains[BANK] = (bank[0], *(c for c in bank if c[0] != "3"))
    scene.trains("FdLR", "1+2")
    game = scene.turn("FdLR", "trains")
    game.play(BuyTrain(top(game, back=True), BANK, 200))
    assert game.phase.name == "3"
    game.play(BuyTrain(top(game, back=True), BANK, 300))
    assert game.phase.name == "4"
    kinds = [game.kind_of(card) for card in game.state.trains["FdLR"]]
    assert kinds == ["2+3", "3+4"]  # the 1+2 is gone
    game.play(BuyTrain(top(game, back=True), BANK, 300))


@rule("18ESP-4.7.0.9")
def test_nothing_is_bought_at_the_limit() -> None:
    scene = reinosa("4", treasury=900).major("FdSB", 0, price=75).station("FdSB", "I5")
    scene.state.trains[OUT] += tuple(c for c in scene.state.trains[BANK] if c[0] == "4")
    scene.state.trains[BANK] = tuple(c for c in scene.state.trains[BANK] if c[0] != "4")
    scene.trains("FdLR", "3+4", "3+4", "3+4")
    game = scene.turn("FdLR", "trains")
    refused(game, BuyTrain("5-0", BANK, 500), "18ESP-4.7.0.9")  # V36
    assert legal(game, Combine(game.state.trains["FdLR"][0], "2"))  # V37, 18ESP-5.2.1.7


@rule("18ESP-4.7.1.10")
def test_a_useless_train_makes_room() -> None:
    scene = reinosa("4", treasury=900)
    cards = scene.trains("FdLR", "4", "4", "4")
    game = scene.turn("FdLR", "trains")
    refused(game, BuyTrain(top(game, back=True), BANK, 300), "18ESP-4.7.0.9")
    refused(game, Pass(), "18ESP-4.7.0.1")
    refused(game, DiscardTrain("FdLR", top(game)), "18ESP-4.7.0.5")
    game.play(DiscardTrain("FdLR", cards[0]))
    assert cards[0] in game.state.trains[OUT]
    assert cards[0] not in game.state.trains[REMOVED]  # it cannot be recycled (A16)
    refused(game, DiscardTrain("FdLR", cards[1]), "18ESP-4.7.1.10")
    game.play(BuyTrain(top(game, back=True), BANK, 300)).play(Pass())


@rule("18ESP-4.7.1.10", "18ESP-4.7.1.1")
def test_room_is_made_before_anything_is_sold() -> None:
    scene = poor(0, 0, "4")
    cards = scene.trains("FdLR", "4", "4", "4")
    game = scene.turn("FdLR", "trains")
    refused(game, SellShares("CFLG", 1), "18ESP-4.7.1.1")
    game.play(DiscardTrain("FdLR", cards[0]))
    assert legal(game, SellShares("CFLG", 3))


@rule("18ESP-4.4.1.8", "18ESP-2.2.15")
def test_the_strawberry_train_neither_counts_nor_goes() -> None:
    scene = Scene("5").major("N", treasury=700).station("N", "F24", 1)
    while scene.game.kind_of(top(scene.game)) != "6":
        move_train(scene.game, top(scene.game), BANK, REMOVED)
    move_train(scene.game, STRAWBERRY_TRAIN, OUT, "N")
    scene.trains("N", "5", "4")
    game = scene.turn("N", "trains").play(BuyTrain("6-0", BANK, 600))  # the limit is 2 now
    assert game.step.id == "discard"
    assert STRAWBERRY_TRAIN not in {c.train for c in listed(game, DiscardTrain)}  # type: ignore[attr-defined]
    refused(game, DiscardTrain("N", STRAWBERRY_TRAIN), "18ESP-2.2.15")
    game.play(listed(game, DiscardTrain)[0])
    assert STRAWBERRY_TRAIN in game.state.trains["N"]
    assert len(game.state.trains["N"]) == 3


# --- forced purchase -------------------------------------------------------------------


def poor(treasury: int, director: int, phase: str = "5") -> Scene:
    """A company that must buy a 5 for 500, its director, and his shares of CFLG at 100."""
    scene = reinosa(phase, treasury=treasury).cash(0, director)
    scene.major("CFLG", 1, held={0: 3, 1: 4}, par=100).station("CFLG", "E3")
    return operated(scene, "FdLR", "CFLG")


@rule("18ESP-4.7.1.1", "18ESP-4.7.1.3")
def test_the_director_pays_what_the_treasury_lacks() -> None:
    game = poor(120, 400).turn("FdLR", "trains")
    refused(game, SellShares("CFLG", 1), "18ESP-4.7.1.3")
    game.play(BuyTrain(top(game, back=True), BANK, 500))
    assert (game.state.cash["FdLR"], game.state.cash[0]) == (0, 20)
    assert not facts(game).debts


@rule("18ESP-4.7.1.1")
def test_no_forced_purchase_while_the_treasury_can_pay() -> None:
    game = poor(500, 400).turn("FdLR", "trains")
    refused(game, SellShares("CFLG", 1), "18ESP-4.7.1.1")
    game.play(BuyTrain(top(game, back=True), BANK, 500))
    assert game.state.cash[0] == 400


@rule("18ESP-4.7.1.2", "18ESP-4.7.0.2")
def test_a_forced_purchase_is_of_a_usable_train_and_never_combined() -> None:
    scene = poor(120, 400)
    game = scene.turn("FdLR", "trains")
    refused(game, BuyTrain(top(game), BANK, 500), "18ESP-4.7.1.2")
    assert legal(game, BuyTrain(top(game, back=True), BANK, 500))
    assert not listed(game, Combine)


@rule("18ESP-4.7.1.4", "18ESP-4.7.1.5")
def test_selling_no_more_than_needed_and_never_both() -> None:
    game = poor(120, 200).turn("FdLR", "trains")
    refused(game, SellShares("CFLG", 3), "18ESP-4.7.1.5")  # V35: 180 are missing
    game.play(SellShares("CFLG", 1))
    # One share was sold at 100: no loan any more, the rest is sold.
    refused(game, BuyTrain(top(game, back=True), BANK, 500), "18ESP-4.7.1.4")
    assert price(game, "CFLG") == 95
    game.play(SellShares("CFLG", 1))
    game.play(BuyTrain(top(game, back=True), BANK, 500))
    assert (game.state.cash["FdLR"], game.state.cash[0]) == (0, 15)
    assert not facts(game).debts


@rule("18ESP-4.7.1.1", "18ESP-4.7.1.3")
def test_after_a_sale_all_money_is_for_the_bank_s_train() -> None:
    """Who sells for a train may not spend the treasury otherwise and then borrow after all."""
    scene = poor(250, 20, "4").pioneers(P1=0).market_tenders(1).major("CFEA", 2, par=80)
    (narrow,) = scene.trains("CFEA", "3+4")
    game = scene.turn("FdLR", "trains")
    cheap, tender, pioneer = BuyTrain(narrow, "CFEA", 1), Use("market_tender"), BuyPrivate("P1", 1)
    others = (cheap, tender, pioneer)
    assert all(legal(game, action) for action in others)
    game.play(SellShares("CFLG", 1))
    refused(game, cheap, "18ESP-4.7.1.1")
    refused(game, tender, "18ESP-4.7.1.3")
    refused(game, pioneer, "18ESP-4.7.1.3")
    assert not any(legal(game, action) for action in others)
    game.play(BuyTrain(top(game, back=True), BANK, 300))
    assert (game.state.cash["FdLR"], game.state.cash[0]) == (0, 70)
    assert not facts(game).debts


@rule("18ESP-4.7.1.5")
def test_a_share_that_is_not_needed_is_not_sold() -> None:
    game = poor(120, 280).turn("FdLR", "trains")  # 100 are missing: one share at 100
    refused(game, SellShares("CFLG", 2), "18ESP-4.7.1.5")
    game.play(SellShares("CFLG", 1)).play(BuyTrain(top(game, back=True), BANK, 500))
    assert (game.state.cash["FdLR"], game.state.cash[0]) == (0, 0)


@rule("18ESP-4.7.1.5", "18ESP-3.1.0.4")
def test_shares_of_a_company_that_has_not_operated_are_not_sold() -> None:
    scene = poor(120, 200).major("FdSB", 1, held={0: 3, 1: 4}, par=100)
    game = scene.turn("FdLR", "trains")
    refused(game, SellShares("FdSB", 1), "18ESP-3.1.0.4")
    assert not legal(game, SellShares("FdSB", 1))


@rule("18ESP-4.7.1.5", "18ESP-4.7.1.6")
def test_shares_that_may_not_be_sold_raise_nothing() -> None:
    # 180 are missing; FdSB would have another director, CFLG alone brings 100.
    scene = reinosa("5", treasury=120).cash(0, 200)
    scene.major("FdLR", held={0: 3, 2: 3}, treasury=120)
    scene.major("FdSB", 0, held={0: 3, 1: 3}, par=100).station("FdSB", "I5")
    scene.major("CFLG", 1, held={0: 1, 1: 4}, par=100).station("CFLG", "E3")
    game = operated(scene, "FdLR", "FdSB", "CFLG").turn("FdLR", "trains")
    refused(game, SellShares("CFLG", 1), "18ESP-4.7.1.6")
    assert "a loan must be taken" in str(game.why_not(SellShares("CFLG", 1)))
    game.play(BuyTrain(top(game, back=True), BANK, 500))
    assert facts(game).debts == {0: (180,)}


@rule("18ESP-4.7.1.5", "18ESP-4.7.1.6")
def test_what_is_left_of_a_company_counts_at_its_new_price() -> None:
    # 190 are missing: 100 and then 95 will do; 195 are too much for one after the other.
    for cash, enough in ((190, True), (180, False)):
        scene = reinosa("5", treasury=120).cash(0, cash)
        scene.major("FdLR", held={0: 3, 2: 3}, treasury=120)
        scene.major("CFLG", 1, held={0: 2, 1: 4}, par=100).station("CFLG", "E3")
        game = operated(scene, "FdLR", "CFLG").turn("FdLR", "trains")
        assert legal(game, SellShares("CFLG", 1)) == enough
        assert legal(game, SellShares("CFLG", 2))


@rule("18ESP-4.7.1.5")
def test_no_forced_sale_changes_a_director() -> None:
    scene = poor(120, 200)
    scene.major("FdSB", 0, held={0: 3, 1: 3}, par=100).station("FdSB", "I5")
    operated(scene, "FdSB")
    game = scene.turn("FdLR", "trains")
    refused(game, SellShares("FdSB", 1), "18ESP-4.7.1.5")
    refused(game, SellShares("FdLR", 3), "18ESP-3.1.0.3")
    scene.small("SC", 0)
    operated(scene, "SC")
    refused(scene.turn("FdLR", "trains"), SellShares("SC", 1), "18ESP-3.1.0.6")


@rule("18ESP-4.7.1.6", "18ESP-4.7.1.7")
def test_who_cannot_sell_enough_borrows() -> None:
    scene = reinosa("5", treasury=120).cash(0, 200)
    scene.major("CFLG", 1, held={0: 2, 1: 4}, par=75).station("CFLG", "E3")
    game = operated(scene, "CFLG").turn("FdLR", "trains")
    refused(game, SellShares("CFLG", 2), "18ESP-4.7.1.6")  # V34: 150 are not 180
    game.play(BuyTrain(top(game, back=True), BANK, 500))
    assert facts(game).debts == {0: (180,)}
    assert (game.state.cash["FdLR"], game.state.cash[0]) == (0, 0)


@rule("18ESP-4.7.1.6")
def test_a_sale_must_not_lead_into_a_dead_end() -> None:
    # Three shares at 100 bring 300; sold one by one they bring 100 + 95 + 90.
    scene = reinosa("5", treasury=200).cash(0, 8)
    scene.major("CFLG", 1, held={0: 3, 1: 4}, par=100).station("CFLG", "E3")
    game = operated(scene, "CFLG").turn("FdLR", "trains")
    refused(game, SellShares("CFLG", 1), "18ESP-4.7.1.6")
    game.play(SellShares("CFLG", 3)).play(BuyTrain(top(game, back=True), BANK, 500))
    assert game.state.cash[0] == 8


@rule("18ESP-4.7.1.8")
def test_no_forced_means_for_a_second_train() -> None:
    scene = poor(600, 900)
    scene.major("FdSB", 0, price=75).station("FdSB", "I5")
    scene.trains("FdSB", "4+5")
    game = scene.turn("FdLR", "trains")
    game.play(BuyTrain(top(game, back=True), BANK, 500))
    refused(game, BuyTrain(top(game, back=True), BANK, 500), "18ESP-4.0.7")
    refused(game, SellShares("CFLG", 1), "18ESP-4.7.1.1")


@rule("18ESP-4.7.1.9")
def test_there_is_no_bankruptcy() -> None:
    game = reinosa("7", treasury=0).cash(0, 0).turn("FdLR", "trains")
    game.play(BuyTrain(top(game, back=True), BANK, 800))
    assert facts(game).debts == {0: (800,)}
    assert game.rules.scores(game)[0] == 4 * 80 - 1200


# --- loans -----------------------------------------------------------------------------


@rule("18ESP-4.7.2.1", "18ESP-4.7.2.2")
def test_loans_belong_to_players_and_add_up() -> None:
    scene = reinosa("7", treasury=0).cash(0, 0)
    Play(scene.game).set_facts(debts={0: (75,)})
    game = scene.turn("FdLR", "trains")
    game.play(BuyTrain(top(game, back=True), BANK, 800))
    assert facts(game).debts == {0: (75, 800)}
    game.state.president["FdLR"] = 1  # a new director does not take them over
    assert debt(game, 0) == 1313
    assert debt(game, 1) == 0


@rule("18ESP-4.7.2.3", "18ESP-4.7.2.4", "18ESP-4.7.2.6", "18ESP-3.2.0.3")
def test_a_debt_is_repaid_whole_in_a_stock_round() -> None:
    scene = Scene("5").major("FdLR", 1)
    Play(scene.game).set_facts(debts={0: (75,)})
    scene.cash(0, 112)
    operated(scene.major("CFLG", 1, held={0: 1, 1: 4}, par=100), "CFLG")
    game = scene.stock()
    refused(game, Use(REPAY), "18ESP-4.7.2.4")  # V13: 75 + 38
    game.play(SellShares("CFLG", 1))
    refused(game, "buy share of FdLR from ipo", "18ESP-3.2.0.3")
    game.play(Use(REPAY))
    assert game.state.cash[0] == 112 + 100 - 113
    assert debt(game, 0) == 0
    refused(game, Use(REPAY), "18ESP-4.7.2.3")
    game.play("buy share of FdLR from ipo")


@rule("18ESP-4.7.2.4", "18ESP-4.7.2.5")
@pytest.mark.parametrize(("edition", "owed"), [("rulebook", 3), ("online", 4)])
def test_interest_is_rounded_up_once(edition: str, owed: int) -> None:
    scene = Scene("5", edition=edition)
    Play(scene.game).set_facts(debts={0: (1, 1)})
    assert debt(scene.game, 0) == owed  # V14
    scene.state.round = scene.stock(9).state.round  # much later
    assert debt(scene.game, 0) == owed


def test_online_the_director_may_pay_for_a_train_of_a_company() -> None:
    scene = Scene("4", edition="online").major("FdLR", treasury=50).station("FdLR", "H8")
    scene.cash(0, 100).major("FdSB", 1, price=75).station("FdSB", "I5")
    (card,) = scene.trains("FdSB", "2+3")
    game = scene.turn("FdLR", "trains")
    game.play(BuyTrain(card, "FdSB", 120))
    assert game.state.cash[0] == 30
    assert game.state.cash["FdLR"] == 0


def test_online_the_director_pays_no_more_than_the_face_value() -> None:
    scene = Scene("4", edition="online").major("FdLR", held={0: 3, 2: 3}, treasury=50)
    scene.station("FdLR", "H8").cash(0, 900).major("FdSB", 1, price=75).station("FdSB", "I5")
    (card,) = scene.trains("FdSB", "2+3")
    game = scene.turn("FdLR", "trains")
    assert legal(game, BuyTrain(card, "FdSB", 200))  # D21
    assert not legal(game, BuyTrain(card, "FdSB", 201))
    # Once a share is sold, that must have been needed.
    scene.cash(0, 20).major("CFLG", 1, held={0: 2, 1: 4}, par=100).station("CFLG", "E3")
    game = operated(scene, "FdLR", "CFLG").turn("FdLR", "trains").play(SellShares("CFLG", 1))
    assert not legal(game, BuyTrain(card, "FdSB", 70))
    assert legal(game, BuyTrain(card, "FdSB", 71))
    assert legal(game, BuyTrain(card, "FdSB", 170))


def test_online_a_train_may_be_turned_when_it_changes_hands() -> None:
    scene = Scene("3", edition="online").major("FdLR").station("FdLR", "H8")
    scene.major("FdSB", 1, price=75).station("FdSB", "I5")
    (card,) = scene.trains("FdSB", "3")
    game = scene.turn("FdLR", "trains")
    game.play(BuyTrain(f"2+3-{card.rpartition('-')[2]}", "FdSB", 50))
    assert [game.kind_of(c) for c in game.state.trains["FdLR"]] == ["2+3"]
    assert game.state.trains["FdSB"] == ()


def test_online_who_has_nothing_left_to_sell_borrows_the_rest() -> None:
    scene = Scene("5", edition="online").major("FdLR", held={0: 3, 2: 3}, treasury=120)
    scene.station("FdLR", "H8").cash(0, 200)
    scene.major("CFLG", 1, held={0: 2, 1: 4}, par=75).station("CFLG", "E3")
    game = operated(scene, "FdLR", "CFLG").turn("FdLR", "trains")
    game.play(SellShares("CFLG", 1))
    refused(game, BuyTrain(top(game), BANK, 500), "18ESP-4.7.1.4")
    game.play(SellShares("CFLG", 1)).play(BuyTrain(top(game), BANK, 500))
    assert facts(game).debts == {0: (180 - 75 - 70,)}


def test_online_a_train_of_a_company_makes_others_discard() -> None:
    scene = Scene("4", edition="online").major("FdLR").station("FdLR", "H8")
    scene.major("FdSB", 1, price=75).station("FdSB", "I5").major("N", 2).station("N", "F24", 1)
    (card,) = scene.trains("FdSB", "3+4")
    scene.trains("N", "4", "4", "4", "4")  # one too many since an absorption
    game = scene.turn("FdLR", "trains").play(BuyTrain(card, "FdSB", 1))
    assert (game.step.id, game.actor) == ("discard", 2)
