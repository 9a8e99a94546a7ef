"""Shares and stock rounds: sections III.3.3, VII and VIII.3."""

from __future__ import annotations

from typing import Any

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import BuyShare, Pass, SellShares
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import certificates, percent, price
from dieciocho.engine.state import BANK, POOL

from ..support import NAMES, legal, listed, refused, rule
from .scenes import Scene


@rule("18MAG-III.3.3.4", "18MAG-VII.5.1", "18MAG-VIII.3.3", "18MAG-VI.4.3.4")
def test_the_second_share_makes_a_director() -> None:
    """Vector W6."""
    scene = Scene("6").held("SIK", p0=1, p1=1).price("SIK", 100).money(p0=100)
    game = scene.stock().play(BuyShare("SIK", "pool"))
    assert game.state.president["SIK"] == 0
    assert percent(game, "SIK", 0) == 20
    assert certificates(game, 0) == 1
    assert game.state.shares["SIK"].count(POOL) == 7
    assert game.state.cash[0] == 0
    assert game.state.cash["SIK"] == 0  # the money goes to the bank
    assert price(game, "SIK") == 100


@rule("18MAG-III.3.3.5", "18MAG-VII.6.1")
def test_no_exchange_while_there_is_a_director() -> None:
    """Vector W7."""
    scene = Scene("6").held("SIK", 1, p1=3, p0=1).price("SIK", 100).money(p0=100)
    game = scene.stock().play(BuyShare("SIK", "pool"))
    assert game.state.president["SIK"] == 1
    assert certificates(game, 0) == 2


@rule("18MAG-VII.6.1", "18MAG-VII.6.2", "18MAG-III.3.3.1")
def test_who_holds_more_becomes_director() -> None:
    """Vector W8."""
    scene = Scene("6").held("SIK", 1, p1=3, p0=3).price("SIK", 100).money(p0=100)
    assert scene.state.president["SIK"] == 1  # equality changes nothing
    game = scene.stock().play(BuyShare("SIK", "pool"))
    assert game.state.president["SIK"] == 0
    assert (percent(game, "SIK", 0), percent(game, "SIK", 1)) == (40, 30)
    assert game.state.shares["SIK"][0] == 0
    assert certificates(game, 1) == 3


@rule("18MAG-VII.4.2", "18MAG-VII.6.4", "18MAG-VII.6.5")
def test_a_director_needs_a_successor() -> None:
    """Vectors W9 and W10."""
    alone = Scene("6").held("SIK", 0, p0=2, p1=1).price("SIK", 100).money(p0=500).stock()
    refused(alone, SellShares("SIK", 1), "18MAG-VII.4.2")
    game = Scene("6").held("SIK", 0, p0=3, p1=2).price("SIK", 100).stock()
    game.play(SellShares("SIK", 2))
    assert game.state.president["SIK"] == 1
    assert percent(game, "SIK", 0) == 10
    assert price(game, "SIK") == 95


@rule("18MAG-VII.6.3")
def test_of_equals_the_first_clockwise_takes_over() -> None:
    """Vector W11: seats A, C, B; the first after A is the new director."""
    game = Scene("6").held("SIK", 0, p0=4, p2=3, p1=3).price("SIK", 100).stock()
    game.play(SellShares("SIK", 2))
    assert game.state.president["SIK"] == 1
    later = Scene("6").held("SIK", 2, p2=4, p0=3, p1=3).price("SIK", 100).stock(2)
    later.play(SellShares("SIK", 2))
    assert later.state.president["SIK"] == 0


@rule("18MAG-VII.4.3", "18MAG-VII.4.4", "18MAG-VII.4.5", "18MAG-VIII.3.1", "18MAG-VII.4.6")
def test_a_block_is_sold_at_the_old_price() -> None:
    """Vector V5."""
    scene = Scene("6").held("G&C", 1, p1=3, p0=3).price("G&C", 75)
    game = scene.held("SNW", p0=1).price("SNW", 55).stock()
    refused(game, SellShares("G&C", 4), "18MAG-VII.4.4")
    game.play(SellShares("G&C", 2))
    assert game.state.cash[0] == 150
    assert price(game, "G&C") == 70
    assert percent(game, "G&C", POOL) == 60
    refused(game, SellShares("G&C", 1), "18MAG-VII.4.5")
    game.play(SellShares("SNW", 1))
    assert price(game, "SNW") == 55
    whole = Scene("6").held("G&C", 1, p1=3, p0=3).price("G&C", 75).stock()
    whole.play(SellShares("G&C", 3))
    assert (whole.state.cash[0], price(whole, "G&C")) == (225, 70)


@rule("18MAG-VII.5.3", "18MAG-VII.5.4", "18MAG-VII.1.2", "18MAG-VII.1.3")
def test_selling_then_buying() -> None:
    """Vector W12."""
    scene = Scene("6").held("SIK", 1, p1=3, p0=2).held("SNW", p0=1)
    game = scene.money(p0=500, p1=500).stock()
    game.play(SellShares("SIK", 1))
    refused(game, BuyShare("SIK", "pool"), "18MAG-VII.5.3")
    game.play(BuyShare("G&C", "pool"))
    assert game.step.actor(game) == 1  # one purchase ends the turn
    game.play(Pass())
    while game.step.actor(game) != 0:
        game.play(Pass())
    refused(game, BuyShare("SIK", "pool"), "18MAG-VII.5.3")
    assert legal(game, SellShares("G&C", 1))  # bought in an earlier turn
    game.play(BuyShare("SNW", "pool"))
    assert game.state.president["SNW"] == 0
    assert game.step.actor(game) == 1
    assert listed(game, BuyShare)  # who has passed may act again


@rule("18MAG-VII.2.1", "18MAG-VII.2.2")
def test_the_round_ends_when_all_pass_and_priority_moves_on() -> None:
    scene = Scene("6").money(p0=500, p1=500, p2=500)
    game = scene.stock(1)
    assert game.step.actor(game) == 1
    game.play(BuyShare("SIK", "pool"))
    for _ in range(3):
        game.play(Pass())
    assert game.state.round.kind == "operating"
    assert game.state.priority == 2
    idle = Scene("6").money(p0=500, p1=500, p2=500).stock(1)
    for _ in range(3):
        idle.play(Pass())
    assert idle.state.priority == 1


@rule("18MAG-VII.3.1", "18MAG-VII.3.2", "18MAG-III.3.3.2")
def test_the_certificate_limit() -> None:
    """Vector W42 for the count; at the limit an exchange is possible (D7: not online)."""
    for edition in ("rulebook", "online"):
        scene = Scene("6", players=6, edition=edition).held("SIK", 0, p0=6).held("SKEV", 0, p0=2)
        scene.held("SNW", p0=1).held("G&C", p0=1).held("RABA", p0=1).money(p0=900)
        assert certificates(scene.game, 0) == 5 + 1 + 3
        game = scene.stock()
        refused(game, BuyShare("MAVAG", "pool"), "18MAG-VII.3.2")
        if edition == "rulebook":
            assert legal(game, BuyShare("SNW", "pool"))
        else:
            refused(game, BuyShare("SNW", "pool"), "18MAG-VII.3.2")
    w42 = Scene("6").held("SIK", 0, p0=6).held("SKEV", 0, p0=2).held("SNW", p0=1).held("RABA", p0=1)
    assert certificates(w42.game, 0) == 8


def dethroned(**kind: Any) -> Game:
    """Six players: the first has 9 certificates until the second takes SIK over; he is on turn."""
    scene = Scene("6", players=6, **kind).held("SIK", 0, p0=3, p1=3).money(p0=500, p1=500)
    scene.held("SKEV", 0, p0=6).held("SNW", p0=1).held("G&C", p0=1)
    assert certificates(scene.game, 0) == 2 + 5 + 2
    game = scene.stock(1).play(BuyShare("SIK", "pool"))
    while game.step.actor(game) != 0:
        game.play(Pass())
    assert certificates(game, 0) == 10
    return game


@rule("18MAG-VII.3.4")
def test_who_gets_above_the_limit_need_not_sell_but_buys_nothing() -> None:
    game = dethroned()
    assert legal(game, Pass())
    for company in ("MAVAG", "SNW"):  # not even a share that would be exchanged
        refused(game, BuyShare(company, "pool"), "18MAG-VII.3.4")
    assert not listed(game, BuyShare)
    game.play(SellShares("SNW", 1))
    refused(game, BuyShare("MAVAG", "pool"), "18MAG-VII.3.2")  # now he is at the limit
    game.play(SellShares("SKEV", 1))
    assert legal(game, BuyShare("MAVAG", "pool"))


@rule("18MAG-VII.3.4")
@pytest.mark.parametrize(
    "kind", [{"edition": "online"}, {"version": 1}, {"house": {"sell_above_limit": "yes"}}]
)
def test_elsewhere_who_gets_above_the_limit_must_sell(kind: dict[str, Any]) -> None:
    game = dethroned(**kind)
    refused(game, Pass(), "18MAG-VII.3.4")
    refused(game, BuyShare("MAVAG", "pool"), "18MAG-VII.3.4")
    game.play(SellShares("SNW", 1))
    assert legal(game, Pass())


@rule("18MAG-VII.1.1")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_shares_and_money_move_between_a_player_and_the_bank_only(edition: str) -> None:
    with pytest.raises(dieciocho.BadInput):
        Scene("6").held("SIK", p1=3).money(p0=500).stock().play("buy share of SIK from Luis")
    deals = 0
    for seed in range(6):
        game = dieciocho.new_game("18mag", NAMES[:4], seed=seed, edition=edition)
        bot = make_bot("random", seed)
        while not game.over and deals < 400:
            action, seat = bot.choose(game), game.step.actor(game)
            others = [s for s in range(4) if s != seat]
            before = game.state.copy()
            if not isinstance(action, BuyShare | SellShares):
                game.play(action)
                continue
            # What the action itself does, before anybody else's turn.
            move, step = game._prepare(action, None)
            trial = game.copy()
            move.apply(Play(trial), step, action)
            parts = [percent(trial, action.company, s) for s in others]
            assert parts == [percent(game, action.company, s) for s in others]
            assert [trial.state.cash[s] for s in others] == [before.cash[s] for s in others]
            paid = before.cash[seat] - trial.state.cash[seat]
            assert trial.state.cash[BANK] - before.cash[BANK] == paid
            game.play(action)
            deals += 1
    assert deals > 100


@rule("18MAG-VII.3.3", "18MAG-VII.5.2", "18MAG-VII.5.1")
def test_what_cannot_be_bought() -> None:
    scene = Scene("6").held("SIK", 0, p0=6).price("SIK", 80).price("SNW", 90).money(p0=85)
    game = scene.held("G&C", 1, p1=6, p2=4).price("G&C", 80).stock()
    refused(game, BuyShare("SIK", "pool"), "18MAG-VII.3.3")
    refused(game, BuyShare("SNW", "pool"), "18MAG-VII.5.2")
    refused(game, BuyShare("G&C", "pool"), "18MAG-VII.5.1")  # players do not sell to each other
    refused(game, BuyShare("SNW", "ipo"), "18MAG-VII.5.1")


@rule("18MAG-III.3.2.1")
def test_minors_are_never_sold() -> None:
    game = Scene("6").held("SIK", p0=1).money(p0=500).stock()
    refused(game, SellShares("6", 1), "18MAG-III.3.2.1")
    refused(game, BuyShare("6", "pool"), "18MAG-III.3.2.1")


@rule("18MAG-VIII.3.2")
def test_sold_out_companies_rise() -> None:
    scene = Scene("6").held("SIK", 0, p0=6, p1=4).price("SIK", 100).held("SNW", 0, p0=6, p1=4)
    scene.price("SNW", 110).held("G&C", p0=2, p2=6).price("G&C", 110).price("RABA", 400)
    scene.held("RABA", 1, p1=6, p2=4)
    game = scene.stock()
    while game.state.round.kind == "stock":
        game.play(Pass())
    # The run of the majors in the next operating round has not begun: minor 6 is on turn.
    assert (price(game, "SIK"), price(game, "SNW"), price(game, "RABA")) == (110, 120, 400)
    assert price(game, "G&C") == 110  # its director's certificate lies on the board
