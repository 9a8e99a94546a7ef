"""The auction of the pioneers (section 2.3)."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import Bid, Pass, StartCompany
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import certificates
from dieciocho.games.g18esp.auction import auction as auction_round
from dieciocho.games.g18esp.auction import opener, unsold
from dieciocho.games.g18esp.facts import facts
from dieciocho.games.g18esp.shares import deal_cards

from ..support import NAMES, listed, refused, rule


def auction(players: int = 3, edition: str = "rulebook") -> Game:
    return dieciocho.new_game("18esp", NAMES[:players], edition=edition)


def sell(game: Game, bid: int = 0) -> Game:
    """Let the opener buy the present pioneer at its value, or a bit above."""
    item = unsold(game)[0]
    game.play(Bid(item, game.definition.privates[item].value + bid))
    while not game.over and item in unsold(game):
        game.play(Pass())
    return game


@rule("18ESP-2.3.1", "18ESP-2.3.2")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_pioneers_are_auctioned_in_order_and_opened_in_turn(players: int) -> None:
    game = auction(players)
    items: list[str] = []
    openers: list[int | None] = []
    while len(items) < 7:
        items.append(unsold(game)[0])
        openers.append(game.actor)
        refused(game, Bid("P7" if items[-1] != "P7" else "P1", 500), "18ESP-2.3.1")
        # Whoever cannot pay is out at once: the next one to the left opens in his place.
        sell(game)
    assert items == list(game.state.private_owner)
    assert openers == [k % players for k in range(7)]  # V15


@rule("18ESP-2.3.3")
def test_first_bids_and_raises() -> None:
    game = auction()
    refused(game, Bid("P1", 5), "18ESP-2.3.3")
    refused(game, Bid("P1", 12), "18ESP-2.3.3")  # V18
    game.play(Bid("P1", 40))
    refused(game, Bid("P1", 40), "18ESP-2.3.3")
    refused(game, Bid("P1", 44), "18ESP-2.3.3")
    game.play(Bid("P1", 45)).play(Bid("P1", 50)).play(Bid("P1", 60))
    assert listed(game, Bid) == [Bid("P1", 65)]
    assert auction_round(game).bids == ((1, 45), (2, 50), (0, 60))  # the latest of each


@rule("18ESP-2.3.4")
def test_nobody_bids_more_than_he_has() -> None:
    game = auction()
    refused(game, Bid("P1", 865), "18ESP-2.3.4")
    game.play(Bid("P1", 860))
    assert game.state.private_owner["P1"] == 0  # the others cannot follow
    game = auction()
    game.play(Bid("P1", 855))
    assert listed(game, Bid) == [Bid("P1", 860)]  # just enough
    game.play(Bid("P1", 860))
    assert game.state.private_owner["P1"] == 1


@rule("18ESP-2.3.5", "18ESP-2.3.6")
def test_who_passes_is_out_of_this_auction_only() -> None:
    game = auction()
    game.play(Pass())  # the opener may pass too
    game.play(Bid("P1", 10)).play(Bid("P1", 15))
    assert game.actor == 1  # not the opener
    game.play(Bid("P1", 30))
    assert auction_round(game).bidders == (1, 2)
    game.play(Pass())
    assert game.state.private_owner["P1"] == 1
    assert game.state.cash[1] == 860 - 30
    assert game.actor == 1  # the second one opens the next auction, and all are in
    game.play(Pass()).play(Pass())
    assert game.actor == 0


@rule("18ESP-2.3.4", "18ESP-2.3.5")
def test_the_bids_of_those_who_left_are_taken_away() -> None:
    game = auction(4)
    game.play(Bid("P1", 10)).play(Bid("P1", 15)).play(Bid("P1", 20)).play(Pass())
    game.play(Pass())
    assert auction_round(game).bids == ((1, 15), (2, 20))
    game = auction(4)
    game.state.cash[0] = 30
    game.play(Bid("P1", 10)).play(Bid("P1", 15)).play(Bid("P1", 30))
    assert auction_round(game).bids == ((1, 15), (2, 30))  # the first one cannot follow
    assert auction_round(game).bidders == (1, 2, 3)


@rule("18ESP-2.3.7")
def test_pioneer_1_gets_cheaper_until_its_opener_takes_it() -> None:
    game = auction()
    for _ in range(3):
        game.play(Pass())
    assert unsold(game)[0] == "P1"
    assert game.actor == 0
    assert listed(game, Bid) == [Bid("P1", 5)]
    for _ in range(3):
        game.play(Pass())
    assert game.state.private_owner["P1"] == 0  # V16
    assert game.state.cash[0] == 860


@rule("18ESP-2.3.8")
def test_when_nobody_wants_another_pioneer_incomes_are_paid() -> None:
    game = auction(4)
    for _ in range(3):
        sell(game)
    for private, owner in (("P1", 2), ("P2", 0), ("P3", 2)):
        game.state.private_owner[private] = owner
    before = dict(game.state.cash)
    for _ in range(4):
        game.play(Pass())
    assert unsold(game)[0] == "P4"
    assert game.state.cash[2] == before[2] + 5 + 15  # V17
    assert game.state.cash[0] == before[0] + 10
    assert game.state.cash[3] == before[3]
    assert game.actor == opener(game) == 3
    assert listed(game, Bid) == [Bid("P4", 100)]


@rule("18ESP-2.3.9")
def test_pioneers_count_for_the_certificate_limit() -> None:
    game = sell(auction())
    assert certificates(game, 0) == 1


@rule("18ESP-2.3.10")
def test_least_cash_plays_first() -> None:
    game = auction(4)
    for seat, money in enumerate((100, 50, 50, 70)):
        game.state.cash[seat] = money
    deal_cards(Play(game), most_first=False)
    assert facts(game).cards == (1, 2, 3, 0)  # V11
    assert game.state.priority == 1
    Play(game).set_facts(cards=(3, 2, 1, 0))
    deal_cards(Play(game), most_first=False)
    assert facts(game).cards == (2, 1, 3, 0)  # of equals, who came first comes first
    deal_cards(Play(game), most_first=True)
    assert facts(game).cards == (0, 3, 2, 1)


@rule("18ESP-2.3.10", "18ESP-3.0.1")
def test_the_first_stock_round_follows_the_auction() -> None:
    game = auction()
    for _ in range(7):
        sell(game)
    assert game.step.id == "set_par"
    refused(game, StartCompany("SC", 80), "18ESP-2.2.29")
    game.play(StartCompany(game.step.major, 80))  # type: ignore[attr-defined]
    cash = game.state.cash
    order = game.state.round.order
    assert game.state.round.kind == "stock"
    assert [cash[seat] for seat in order] == sorted(cash[seat] for seat in order)
    assert game.actor == order[0]


def test_online_bids_need_not_be_multiples() -> None:
    game = auction(edition="online")
    game.play(Bid("P1", 22)).play(Bid("P1", 27))
    refused(game, Bid("P1", 31), "18ESP-2.3.3")


@pytest.mark.parametrize(("edition", "highest"), [("rulebook", 100), ("online", 90)])
def test_online_the_major_of_pioneer_7_starts_at_90_at_most(edition: str, highest: int) -> None:
    game = auction(edition=edition)
    for _ in range(7):
        sell(game)
    major = game.step.major  # type: ignore[attr-defined]
    assert max(a.par for a in listed(game, StartCompany) if isinstance(a, StartCompany)) == highest
    if highest < 100:
        refused(game, StartCompany(major, highest + 5), "18ESP-3.2.2.2")
