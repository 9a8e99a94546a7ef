"""The auction of the privates (sections 5.2 and 6)."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import Bid, BuyPrivate, BuyShare, Pass, StartCompany
from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK
from dieciocho.engine.steps.auction import bids_on, locked

from ..support import NAMES, legal, listed, refused, refused_to, rule
from .scenes import Table

A, B, C, D = range(4)


def auction(players: int = 4, edition: str = "rulebook") -> Game:
    return dieciocho.new_game("1888n", NAMES[:players], edition=edition)


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game.play(move)
    return game


def all_pass(game: Game, times: int = 1) -> Game:
    return play(game, *["pass"] * (len(game.players) * times))


def rulebook_example() -> Game:
    """The example of section 6 up to A's purchase of the first private (T1)."""
    return play(
        auction(),
        "bid 80 on HS",
        "bid 147 on YRF",
        "bid 85 on HS",
        "bid 55 on TA",
        "buy private KT for 25",
    )


def cash(game: Game) -> list[int]:
    return [game.state.cash[seat] for seat in range(len(game.players))]


def owners(game: Game) -> dict[str, int | str]:
    return {p: o for p, o in game.state.private_owner.items() if o != "unsold"}


# --- the example of the rulebook --------------------------------------------------------


@rule("1888N-6.8", "1888N-6.9")
def test_t1_the_lowest_bidder_opens_the_auction_of_heng_shan() -> None:
    game = rulebook_example()
    assert owners(game) == {"KT": A, "TA": D}
    assert cash(game) == [575, 600, 600, 545]
    assert game.actor == A
    refused(game, Bid("HS", 89), "1888N-6.4")
    assert legal(game, Bid("HS", 90))


@rule("1888N-6.2", "1888N-6.5", "1888N-6.8", "1888N-6.10", "1888N-6.12")
def test_t1_after_the_auction_the_turn_goes_left_of_the_face_value_buyer() -> None:
    game = play(rulebook_example(), "bid 90 on HS", "bid 95 on HS", "pass")
    assert owners(game) == {"KT": A, "TA": D, "HS": C}
    assert cash(game) == [575, 600, 505, 545]
    assert [locked(game, seat) for seat in range(4)] == [0, 147, 0, 0]
    assert game.actor == B


def second_example() -> Game:
    """T1b: the auction of the Forbidden City among B, C and D."""
    game = play(rulebook_example(), "bid 90 on HS", "bid 95 on HS", "pass")
    return play(game, "bid 155 on FC", "bid 160 on FC", "bid 165 on FC", "buy private GW for 100")


@rule("1888N-6.8", "1888N-6.9", "1888N-6.11")
def test_t1b_the_only_bid_wins_and_the_next_private_is_auctioned() -> None:
    game = second_example()
    assert owners(game) == {"KT": A, "TA": D, "HS": C, "GW": A, "YRF": B}
    assert cash(game) == [475, 453, 505, 545]
    assert game.actor == B
    refused(game, Bid("FC", 164), "1888N-6.4")
    refused(game, Bid("FC", 169), "1888N-6.4")
    assert legal(game, Bid("FC", 170))


@rule("1888N-6.10", "1888N-6.12", "1888N-6.16")
def test_t1c_share_trading_starts_left_of_the_last_face_value_buyer() -> None:
    game = play(second_example(), "bid 170 on FC", "pass", "pass")
    assert owners(game)["FC"] == B
    assert cash(game) == [475, 283, 505, 545]
    assert (game.state.round.kind, game.state.round.number) == ("stock", 1)
    assert game.actor == B
    assert legal(game, StartCompany("JHR", 95))


# --- turns ------------------------------------------------------------------------------


@rule("1888N-6.1")
def test_turns_go_clockwise_from_the_priority_deal() -> None:
    game = auction()
    assert game.state.priority == A
    seen = []
    for move in ("bid 155 on FC", "pass", "buy private KT for 25", "pass", "pass"):
        seen.append(game.actor)
        game.play(move)
    assert seen == [A, B, C, D, A]


@rule("1888N-6.1")
def test_nobody_acts_out_of_turn_in_the_auction() -> None:
    refused_to(auction(), B, BuyPrivate("KT", 25), "1888N-6.1")


@rule("1888N-6.2")
def test_a_turn_is_one_purchase_one_bid_or_a_pass() -> None:
    game = auction()
    choices = [c for c in game.legal_actions() if not isinstance(c.action, Bid)]
    assert [c.action for c in choices] == [BuyPrivate("KT", 25), Pass()]
    offered = [bid.target for bid in listed(game, Bid) if isinstance(bid, Bid)]
    assert offered == ["TA", "HS", "GW", "YRF", "FC"]
    for move in ("buy private KT for 25", "bid 155 on FC", "pass"):
        assert game.copy().play(move).actor == B


@rule("1888N-6.2")
def test_the_cheapest_private_costs_its_present_price_exactly() -> None:
    game = auction()
    refused(game, BuyPrivate("KT", 24), "1888N-6.2")
    refused(game, BuyPrivate("KT", 30), "1888N-6.2")
    game.play(BuyPrivate("KT", 25))
    assert cash(game) == [575, 600, 600, 600]
    assert game.state.cash[BANK] == 6625


@rule("1888N-6.3")
def test_the_cheapest_private_takes_no_bids_and_the_others_are_not_simply_bought() -> None:
    game = auction()
    refused(game, Bid("KT", 30), "1888N-6.3")
    refused(game, BuyPrivate("TA", 50), "1888N-6.3")
    game.play(BuyPrivate("KT", 25))
    refused(game, Bid("TA", 55), "1888N-6.3")
    assert legal(game, BuyPrivate("TA", 50))


@rule("1888N-4.3.1.2")
def test_a_private_that_was_sold_is_no_longer_in_the_auction() -> None:
    game = auction().play(BuyPrivate("KT", 25))
    refused(game, BuyPrivate("KT", 25), "1888N-4.3.1.2")
    refused(game, Bid("KT", 30), "1888N-4.3.1.2")


@rule("1888N-6.7")
def test_a_player_who_passed_may_buy_or_bid_on_the_next_turn() -> None:
    game = play(auction(2), "pass", "bid 155 on FC")
    assert game.actor == A
    assert legal(game, BuyPrivate("KT", 25))
    assert legal(game, Bid("FC", 160))
    game.play("buy private KT for 25")
    assert owners(game) == {"KT": A}


@rule("1888N-5.2")
@pytest.mark.parametrize("action", [StartCompany("JHR", 70), BuyShare("JHR", "ipo")])
def test_no_share_is_bought_while_a_private_is_unsold(action: StartCompany | BuyShare) -> None:
    game = auction()
    refused(game, action, "1888N-5.2")
    for price in (25, 50, 75, 100, 125):
        game.play(BuyPrivate(list(game.definition.privates)[len(owners(game))], price))
    refused(game, action, "1888N-5.2")
    game.play("buy private FC for 150")
    assert legal(game, StartCompany("JHR", 70))


@rule("1888N-5.2")
def test_not_even_during_the_auction_of_a_single_private() -> None:
    refused(rulebook_example(), StartCompany("JHR", 70), "1888N-5.2")


# --- bids -------------------------------------------------------------------------------


@rule("1888N-6.4")
def test_a_bid_beats_the_face_value_and_then_the_highest_bid_by_five() -> None:
    game = auction()
    refused(game, Bid("YRF", 125), "1888N-6.4")
    refused(game, Bid("YRF", 129), "1888N-6.4")
    assert legal(game, Bid("YRF", 130))
    game.play("bid 147 on YRF")  # not a multiple of five
    refused(game, Bid("YRF", 151), "1888N-6.4")
    game.play("bid 152 on YRF")
    refused(game, Bid("YRF", 156), "1888N-6.4")
    assert legal(game, Bid("YRF", 157))


@rule("1888N-6.5")
def test_t13_the_money_of_standing_bids_is_locked() -> None:
    game = play(auction(), "bid 155 on FC", "pass", "pass", "pass", "bid 130 on YRF")
    play(game, "pass", "pass", "pass")
    refused(game, Bid("GW", 320), "1888N-6.5")
    refused(game, Bid("GW", 316), "1888N-6.5")
    assert legal(game, Bid("GW", 315))


@rule("1888N-6.5")
def test_locked_money_does_not_buy_the_cheapest_private() -> None:
    game = play(auction(), "bid 576 on FC", "pass", "pass", "pass")
    refused(game, BuyPrivate("KT", 25), "1888N-6.5")
    assert not listed(game, BuyPrivate)
    other = play(auction(), "bid 575 on FC", "pass", "pass", "pass")
    assert legal(other, BuyPrivate("KT", 25))


@rule("1888N-6.5")
def test_a_bid_that_was_outbid_stays_locked_until_the_private_is_sold() -> None:
    game = play(auction(2), "bid 700 on TA", "bid 705 on TA")
    refused(game, Bid("FC", 501), "1888N-6.5")
    assert legal(game, Bid("FC", 500))
    play(game, "pass", "buy private KT for 25", "pass")  # A leaves Terracotta to B
    assert owners(game) == {"KT": B, "TA": B}
    assert game.actor == A
    assert legal(game, Bid("FC", 1200))


@rule("1888N-6.6")
def test_t14_a_second_bid_replaces_the_first() -> None:
    game = play(auction(), "bid 155 on FC", "pass", "pass", "pass")
    refused(game, Bid("FC", 156), "1888N-6.4")
    game.play("bid 160 on FC")
    assert bids_on(game, "FC") == ((A, 160),)
    assert locked(game, A) == 160


@rule("1888N-6.6", "1888N-6.5")
def test_the_own_earlier_bid_counts_towards_the_new_one() -> None:
    game = play(auction(), "bid 400 on FC", "pass", "pass", "pass")
    assert legal(game, Bid("FC", 600))
    refused(game, Bid("FC", 601), "1888N-6.5")
    refused(game, Bid("YRF", 201), "1888N-6.5")


@rule("1888N-6.6")
def test_any_number_of_players_may_bid_on_the_same_private() -> None:
    game = play(auction(6), *(f"bid {155 + 5 * n} on FC" for n in range(6)))
    assert [seat for seat, _ in bids_on(game, "FC")] == [0, 1, 2, 3, 4, 5]


# --- single bids and auctions -----------------------------------------------------------


@rule("1888N-6.8")
def test_single_bids_are_settled_in_a_chain_until_a_private_has_none() -> None:
    game = play(auction(), "bid 55 on TA", "bid 80 on HS", "bid 130 on YRF")
    game.play("buy private KT for 25")
    assert owners(game) == {"KT": D, "TA": A, "HS": B}  # no bid on the Great Wall
    assert cash(game) == [545, 520, 600, 575]
    assert bids_on(game, "YRF") == ((C, 130),)
    assert game.actor == A


@rule("1888N-6.12")
def test_the_turn_does_not_go_left_of_the_winner_of_an_auction() -> None:
    game = play(auction(), "bid 55 on TA", "pass", "bid 60 on TA", "buy private KT for 25")
    assert game.actor == A  # opens the auction against C
    game.play("bid 65 on TA").play("pass")
    assert owners(game) == {"KT": D, "TA": A}
    assert game.actor == A  # left of D, although A won last


@rule("1888N-6.9")
def test_the_highest_bidder_is_skipped() -> None:
    game = play(auction(), "bid 55 on TA", "pass", "bid 60 on TA", "pass")
    play(game, "pass", "bid 65 on TA", "pass", "buy private KT for 25")
    assert game.actor == A
    game.play("pass")
    assert game.actor == C  # B sits next but leads with 65
    game.play("pass")
    assert (owners(game)["TA"], game.state.cash[B]) == (B, 535)


@rule("1888N-6.9")
def test_who_drops_out_of_an_auction_is_out_for_good() -> None:
    game = play(auction(), "bid 55 on TA", "bid 60 on TA", "bid 65 on TA", "buy private KT for 25")
    seen = []
    for move in ("bid 70 on TA", "pass", "bid 75 on TA", "bid 80 on TA", "pass"):
        seen.append(game.actor)
        game.play(move)
    assert seen == [A, B, C, A, C]
    assert owners(game)["TA"] == A
    assert cash(game) == [520, 600, 600, 575]


@rule("1888N-6.9")
def test_the_highest_bidder_need_not_speak_when_all_others_drop_out() -> None:
    game = play(auction(), "bid 55 on TA", "bid 60 on TA", "pass", "buy private KT for 25")
    assert game.actor == A
    game.play("pass")
    assert owners(game)["TA"] == B
    assert cash(game) == [600, 540, 600, 575]


@rule("1888N-6.9")
@pytest.mark.parametrize(("edition", "second"), [("rulebook", C), ("online", D)])
def test_t12_raises_go_clockwise_and_online_to_the_lowest_bid(edition: str, second: int) -> None:
    game = auction(4, edition)
    play(game, "buy private KT for 25", "bid 155 on FC", "pass", "bid 160 on FC")
    play(game, "buy private TA for 50", "pass", "bid 165 on FC", "pass")
    play(game, "buy private HS for 75", "buy private GW for 100", "buy private YRF for 125")
    assert game.actor == B
    game.play("bid 170 on FC")
    assert game.actor == second
    game.play("pass")
    assert game.actor == {C: D, D: C}[second]
    game.play("pass")
    assert owners(game)["FC"] == B
    assert game.state.cash[B] == 600 - 100 - 170


@rule("1888N-6.10")
def test_the_winner_pays_the_last_bid_and_the_others_money_is_free_at_once() -> None:
    game = play(auction(2), "bid 600 on TA", "bid 605 on TA", "pass", "buy private KT for 25")
    assert locked(game, A) == 600
    game.play("bid 610 on TA").play("pass")
    assert cash(game) == [590, 1175]
    assert game.state.cash[BANK] == 9000 - 590 - 1175
    assert [locked(game, seat) for seat in (A, B)] == [0, 0]


@rule("1888N-6.10", "1888N-6.5")
def test_the_locked_money_counts_towards_the_raise_in_an_auction() -> None:
    game = play(auction(2), "bid 1000 on TA", "bid 1005 on TA", "pass", "buy private KT for 25")
    refused(game, Bid("TA", 1201), "1888N-6.5")
    assert legal(game, Bid("TA", 1200))


@rule("1888N-6.11")
def test_only_the_bidders_are_asked_in_an_auction() -> None:
    game = second_example()  # B, C and D bid for the Forbidden City
    seen = []
    for price in range(170, 220, 5):
        seen.append(game.actor)
        game.play(Bid("FC", price))
    assert seen == [B, C, D] * 3 + [B]


@rule("1888N-6.11")
def test_nobody_without_a_bid_joins_an_auction() -> None:
    game = second_example()
    refused_to(game, A, Bid("FC", 200), "1888N-6.11")
    play(game, "bid 170 on FC", "pass")
    refused_to(game, C, Bid("FC", 200), "1888N-6.11")  # C's bid is gone


@rule("1888N-6.11")
def test_an_auction_is_about_one_private_only() -> None:
    game = rulebook_example()
    refused(game, Bid("FC", 155), "1888N-6.11")
    refused(game, BuyPrivate("GW", 100), "1888N-5.2")


# --- everybody passes -------------------------------------------------------------------


@rule("1888N-6.13", "1888N-6.14", "1888N-6.15")
def test_t10_kaiping_gets_cheaper_until_the_starting_player_must_take_it() -> None:
    game = auction(3)
    prices = []
    for _ in range(4):
        all_pass(game)
        prices.append(game.state.prices["KT"])
        assert legal(game, BuyPrivate("KT", prices[-1]))
        refused(game, BuyPrivate("KT", 25), "1888N-6.2")
    assert prices == [20, 15, 10, 5]
    all_pass(game)
    assert owners(game) == {"KT": A}
    assert cash(game) == [800, 800, 800]  # no income was due
    assert game.actor == B
    assert legal(game, BuyPrivate("TA", 50))


@rule("1888N-6.14")
def test_a_pass_of_some_players_does_not_lower_the_price() -> None:
    game = play(auction(3), "pass", "bid 155 on FC", "pass", "pass")
    assert game.state.prices["KT"] == 25
    game.play("pass")  # the bidder: now all have passed in succession
    assert game.state.prices["KT"] == 20


@rule("1888N-6.14")
def test_only_kaiping_loses_value() -> None:
    game = auction(3).play("buy private KT for 25")
    all_pass(game, 3)
    assert game.state.prices == {"KT": 25, "TA": 50, "HS": 75, "GW": 100, "YRF": 125, "FC": 150}


@rule("1888N-6.15")
def test_kaiping_for_nothing_goes_to_whoever_opened_the_passes_and_bids_are_settled() -> None:
    game = play(auction(3), "bid 55 on TA")
    all_pass(game, 5)  # B opens every round of passes
    assert owners(game) == {"KT": B, "TA": A}
    assert cash(game) == [745, 800, 800]
    assert game.actor == C


@rule("1888N-6.13", "1888N-6.15")
def test_whoever_had_to_take_the_first_private_counts_as_the_last_to_buy() -> None:
    game = play(auction(3), "bid 55 on TA")  # by A; then all pass until KT costs nothing
    for _ in range(5):
        play(game, "pass", "pass", "pass")
    assert game.state.private_owner["KT"] == B
    assert game.state.private_owner["TA"] == A
    assert game.actor == C
    play(game, "pass", "pass", "pass")  # incomes are paid; left of B goes on, not left of A
    assert (game.state.priority, game.actor) == (C, C)


@rule("1888N-6.13", "1888N-4.3.1.10")
@pytest.mark.parametrize(("edition", "top"), [("rulebook", "2-0"), ("online", "2-1")])
def test_t11_after_an_all_pass_only_incomes_are_paid(edition: str, top: str) -> None:
    game = play(auction(3, edition), "buy private KT for 25", "pass", "pass", "pass")
    assert cash(game) == [780, 800, 800]
    assert game.actor == B
    assert (game.state.round.kind, game.state.trains[BANK][0]) == ("auction", top)
    assert game.phase.name == {"2-0": "1", "2-1": "2"}[top]


@rule("1888N-6.13")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_no_edition_exports_a_train_while_kaiping_is_unsold(edition: str) -> None:
    game = all_pass(auction(3, edition), 2)
    assert game.state.trains[BANK][0] == "2-0"


@rule("1888N-6.13")
def test_bids_survive_the_income_round() -> None:
    game = play(auction(3), "buy private KT for 25", "bid 80 on HS", "pass", "pass", "pass")
    assert cash(game) == [780, 800, 800]
    assert bids_on(game, "HS") == ((B, 80),)
    assert game.actor == C  # left of B, the last who bought or bid
    game.play("buy private TA for 50")
    assert owners(game) == {"KT": A, "TA": C, "HS": B}


@rule("1888N-6.13")
def test_the_priority_deal_lies_left_of_the_last_bidder_after_the_income_round() -> None:
    game = play(auction(3), "buy private KT for 25", "pass", "pass", "pass")
    assert game.state.priority == B


@rule("1888N-6.17", "1888N-4.3.1.6", "1888N-10.2.1")
def test_t15_kaiping_bought_for_ten_still_counts_twenty_five() -> None:
    table = Table(3)
    game = all_pass(table.game, 3).play("buy private KT for 10")
    assert game.state.cash[A] == 790
    all_pass(game)
    assert game.state.cash[A] == 795  # income as printed
    assert game.scores()["Ana"] == 795 + 25
    table.company("JHR", A).phase("3")
    game = table.operate("JHR")
    for price, fits in ((12, False), (13, True), (37, True), (38, False)):
        assert legal(game, BuyPrivate("KT", price)) is fits


@rule("1888N-6.16")
def test_share_trading_follows_in_the_same_round_once_all_privates_are_sold() -> None:
    game = auction()
    for private, card in game.definition.privates.items():
        game.play(BuyPrivate(private, card.value))
    assert owners(game) == {"KT": A, "TA": B, "HS": C, "GW": D, "YRF": A, "FC": B}
    assert (game.state.round.kind, game.state.round.number) == ("stock", 1)
    assert game.actor == C
    assert cash(game) == [450, 400, 525, 500]
