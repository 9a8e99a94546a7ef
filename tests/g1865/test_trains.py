"""Trains, forced purchases and sales, personal loans: sections 4.6 to 4.9."""

from __future__ import annotations

from dieciocho.engine.actions import Answer, BuyTrain, DiscardTrain, Pass, SellShares
from dieciocho.engine.shares import ordinary, percent, price
from dieciocho.engine.state import BANK, OUT, POOL
from dieciocho.games.g1865.actions import RepayLoan
from dieciocho.games.g1865.facts import loans_of
from dieciocho.page.purchases import train_cards
from dieciocho.page.teller import Teller

from ..support import legal, listed, refused, rule
from .scenes import Scene, said


@rule("1865-4.6.1", "1865-4.6.2", "1865-4.6.3")
def test_trains_are_bought_one_at_a_time_in_order() -> None:
    scene = Scene().company("FMS", 0, treasury=900, traffic=5)
    game = scene.operate("FMS", "trains")
    refused(game, BuyTrain("PH3-0", BANK, 200), "1865-4.6.3")
    refused(game, BuyTrain("PH2-1", BANK, 100), "1865-4.6.3")
    refused(game, BuyTrain("PH2-0", POOL, 100), "1865-4.6.2")
    for number in range(4):
        game.play(BuyTrain(f"PH2-{number}", BANK, 100))
    assert len(game.state.trains["FMS"]) == 4
    assert game.state.cash["FMS"] == 500


@rule("1865-4.6.5")
def test_printed_prices_and_endless_ph7() -> None:
    scene = Scene().phase(7).company("FMS", 0, treasury=2000, traffic=5)
    game = scene.operate("FMS", "trains")
    refused(game, BuyTrain("PH7-1", BANK, 799), "1865-4.6.5")
    game.play(BuyTrain("PH7-1", BANK, 800)).play(BuyTrain("PH7-2", BANK, 800))
    assert game.state.trains[BANK] == ("PH7-3",)
    assert game.state.cash["FMS"] == 400
    again = Scene().company("FMS", 0, treasury=900, traffic=5).train("FMS", "PH2")
    game = again.operate("FMS", "trains")
    refused(game, BuyTrain("PH2-0", BANK, 50, "PH2-4"), "1865-4.6.5")  # no trading in


def _discount(treasury: int, version: int | None = None) -> Scene:
    """FMS must buy; the pool has a PH3 at 200 and the one at 160, the stack PH4."""
    scene = Scene(version=version).company("FMS", 0, treasury=treasury, traffic=5)
    scene.phase(3).train(POOL, "PH3", "PH3d").stack_down_to("PH4").cash(0, 900)
    return scene


@rule("1865-4.7.6", "1865-4.6.4", "1865-4.7.1")
def test_no_help_for_a_discounted_train_beside_one_at_the_full_price() -> None:
    """Vector TV-55."""
    game = _discount(150).operate("FMS", "trains")
    assert {game.kind_of(a.train) for a in listed(game, BuyTrain)} == {"PH3", "PH4"}  # type: ignore[attr-defined]
    refused(game, BuyTrain("PH3d-0", POOL, 160), "1865-4.7.6")
    rich = _discount(170).operate("FMS", "trains")
    assert {rich.kind_of(a.train) for a in listed(rich, BuyTrain)} == {"PH3d"}  # type: ignore[attr-defined]
    rich.play(BuyTrain("PH3d-0", POOL, 160))
    assert rich.state.cash["FMS"] == 10


@rule("1865-4.7.6")
def test_help_for_a_discounted_train_that_is_the_only_one_of_its_kind() -> None:
    alone = Scene().company("FMS", 0, treasury=150, traffic=5)
    alone.phase(3).train(POOL, "PH3d").stack_down_to("PH4").cash(0, 900)
    game = alone.operate("FMS", "trains").play(BuyTrain("PH3d-0", POOL, 160))
    assert (game.state.cash["FMS"], game.state.cash[0]) == (0, 890)
    top = Scene().company("FMS", 0, treasury=50, traffic=5).train(POOL, "PH2").cash(0, 900)
    game = top.stack_down_to("PH2d").operate("FMS", "trains")  # in the stack, the other in the pool
    refused(game, BuyTrain("PH2d-0", BANK, 70), "1865-4.7.6")
    earlier = _discount(150, version=1).operate("FMS", "trains")
    assert legal(earlier, BuyTrain("PH3d-0", POOL, 160))


@rule("1865-4.6.6", "1865-4.6.7", "1865-4.6.8")
def test_trains_of_other_companies() -> None:
    scene = Scene().company("FMS", 0, treasury=90, traffic=5, at=120).company("FA", 1, treasury=7)
    scene.train("FA", "PH2").train("FMS", "PH2")
    game = scene.operate("FMS", "trains")
    offer = listed(game, BuyTrain)[0]
    assert isinstance(offer, BuyTrain)
    card = offer.train
    shown = train_cards(Teller(game, "en"), [c for c in game.legal_actions() if c.action == offer])
    assert [f"{game.name(1)} must agree" in each.facts for each in shown] == [True]
    refused(game, BuyTrain(card, "FA", 0), "1865-4.6.6")
    refused(game, BuyTrain(card, "FA", 91), "1865-4.6.6")
    refused(game, BuyTrain(card, "RCSF", 10), "1865-4.6.2")
    game.play(BuyTrain(card, "FA", 50))
    assert game.actor == 1
    refused(game, Pass(), "1865-4.6.6")
    game.play(Answer("decline"))
    assert game.actor == 0
    refused(game, BuyTrain(card, "FA", 50), "1865-4.6.8")
    game.play(BuyTrain(card, "FA", 60)).play(Answer("agree"))
    assert card in game.state.trains["FMS"]
    assert game.state.trains["FA"] == ()  # its last train
    assert (game.state.cash["FMS"], game.state.cash["FA"]) == (30, 67)


@rule("1865-4.6.6")
def test_a_president_of_both_is_not_asked() -> None:
    scene = Scene().company("FMS", 0, treasury=90, traffic=5, at=120).company("FA", 0, treasury=7)
    scene.train("FA", "PH2")
    game = scene.operate("FMS", "trains").play(BuyTrain("PH2-4", "FA", 1))
    assert game.state.trains["FMS"] == ("PH2-4",)
    assert game.state.cash["FA"] == 8


@rule("1865-4.6.9", "1865-4.6.10", "1865-4.6.12", "1865-4.6.13", "1865-4.6.14", "1865-4.6.11")
def test_a_phase_change_comes_before_the_next_purchase() -> None:
    """Vector TV-35 for another company and for the buyer itself."""
    scene = Scene().company("FMS", 0, treasury=900, traffic=5, at=120, held={0: 3})
    scene.company("FA", 1, at=100, traffic=20, treasury=150).maritime(1, "M1").maritime(0, "M3")
    scene.train("FA", "PH2", "PH2", "PH2", "PH2d").train("FMS", "PH2", "PH2")
    scene.stack_down_to("PH3")
    game = scene.operate("FMS", "trains").play(BuyTrain("PH3-0", BANK, 200))
    assert game.phase.name == "3"
    assert price(game, "FMS") == 130
    assert (game.step.id, game.actor) == ("discard", 1)  # its president chooses
    refused(game, Pass(), "1865-4.6.12")
    refused(game, DiscardTrain("FMS", "PH3-0"), "1865-4.6.12")
    game.play(DiscardTrain("FA", "PH2d-0"))
    assert game.state.trains[POOL] == ("PH2d-0",)
    assert game.state.cash["FA"] == 150  # no compensation
    refused(game, BuyTrain("PH3-1", BANK, 200), "1865-4.6.14")  # three is the limit now
    refused(game, DiscardTrain("FMS", "PH3-0"), "1865-4.6.11")
    game.play(Pass())
    third = Scene().phase(3).company("FA", 1, at=100, traffic=20, treasury=150)
    third.train(POOL, "PH2d").train("FA", "PH2")
    game = third.operate("FA", "trains").play(BuyTrain("PH2d-0", POOL, 70))
    assert game.state.cash["FA"] == 80


@rule("1865-4.6.13")
def test_eliminated_trains_are_not_for_sale_again() -> None:
    scene = Scene().company("FMS", 0, treasury=900, traffic=5).train(POOL, "PH2")
    scene.stack_down_to("PH4")
    game = scene.operate("FMS", "trains").play(BuyTrain("PH4-0", BANK, 350))
    assert game.state.trains[POOL] == ()
    refused(game, BuyTrain("PH2-4", POOL, 100), "1865-4.6.2")
    assert "PH2-4" in game.state.trains[OUT]


@rule("1865-4.6.16", "1865-4.6.17")
def test_only_a_company_with_traffic_needs_a_train() -> None:
    idle = Scene().company("FCS", 0, treasury=150).operate("FCS", "trains")
    assert legal(idle, Pass())
    busy = Scene().company("FMS", 0, treasury=150, traffic=1).operate("FMS", "trains")
    refused(busy, Pass(), "1865-4.6.17")
    busy.play(BuyTrain("PH2-0", BANK, 100))
    assert busy.state.trains["FMS"] == ("PH2-0",)


@rule("1865-4.7.1", "1865-4.7.2", "1865-4.7.3", "1865-4.7.5")
def test_the_president_helps_with_one_train() -> None:
    scene = Scene().company("FMS", 0, 100, treasury=120, traffic=5).cash(0, 900)
    scene.company("FA", 1, at=90).train("FA", "PH2").train(POOL, "PH4").stack_down_to("PH5")
    game = scene.operate("FMS", "trains")
    # Not necessarily the cheapest, but never one of another company with his money.
    assert {a.train for a in listed(game, BuyTrain) if a.source != "FA"} == {"PH4-2", "PH5-0"}  # type: ignore[attr-defined]
    refused(game, BuyTrain("PH2-4", "FA", 130), "1865-4.7.2")
    game.play(BuyTrain("PH5-0", BANK, 500))
    assert (game.state.cash["FMS"], game.state.cash[0]) == (0, 520)
    assert game.phase.name == "5"
    assert price(game, "FMS") == 110
    assert game.state.turn is None or game.state.turn.company != "FMS"  # exactly one train


@rule("1865-4.7.1", "1865-2.1.3")
def test_no_help_while_the_treasury_pays_for_any_train() -> None:
    """A-34."""
    scene = Scene().company("FMS", 0, 100, treasury=120, traffic=5).cash(0, 900)
    scene.train(POOL, "PH2").stack_down_to("PH3")
    game = scene.operate("FMS", "trains")
    refused(game, BuyTrain("PH3-0", BANK, 200), "1865-4.7.1")
    refused(game, Pass(), "1865-4.6.17")
    game.play(BuyTrain("PH2-4", POOL, 100))
    assert game.state.cash[0] == 900


def forced(**more: object) -> Scene:
    """FMS has traffic, no train and 120; only a PH4 is on sale."""
    scene = Scene().company("FMS", 0, 100, treasury=120, traffic=5, **more)  # type: ignore[arg-type]
    return scene.stack_down_to("PH4").cash(0, 100)


@rule("1865-4.7.4", "1865-4.8.1", "1865-4.8.5", "1865-4.8.6", "1865-3.11.2")
def test_a_forced_sale_of_just_enough() -> None:
    """Vector TV-27."""
    scene = forced(held={0: 2}).company("FA", 1, 80, held={1: 4, 0: 3}, major=True)
    game = scene.operate("FMS", "trains").play(BuyTrain("PH4-0", BANK, 350))
    assert game.step.id == "raise_money"
    refused(game, Pass(), "1865-4.7.4")
    refused(game, SellShares("FA", 3), "1865-4.8.5")
    refused(game, SellShares("FA", 1), "1865-4.9.1")  # loans come after all sales
    refused(game, SellShares("FA", 4), "1865-3.4.1")
    game.play(SellShares("FA", 2))
    assert game.state.cash["FMS"] == 0
    assert game.state.cash[0] == 30
    assert price(game, "FA") == 80
    assert price(game, "FMS") == 110
    assert game.state.trains["FMS"] == ("PH4-0",)


@rule("1865-4.8.2")
def test_the_buying_company_keeps_its_president() -> None:
    scene = forced(held={0: 4, 1: 3}, major=True).cash(0, 0)
    game = scene.operate("FMS", "trains").play(BuyTrain("PH4-0", BANK, 350))
    refused(game, SellShares("FMS", 2), "1865-4.8.2")
    game.play(SellShares("FMS", 1))  # all that may be sold, then a loan
    assert game.state.president["FMS"] == 0
    assert loans_of(game, 0) == 1
    other = forced(held={0: 2}).company("FA", 0, 80, held={0: 3, 1: 3}, major=True)
    game = other.operate("FMS", "trains").play(BuyTrain("PH4-0", BANK, 350))
    game.play(SellShares("FA", 2))
    assert game.state.president["FA"] == 1  # of another company he may lose it
    assert price(game, "FA") == 60  # the president's sale


@rule("1865-4.8.3", "1865-4.8.1")
def test_one_block_of_each_company_in_any_order() -> None:
    scene = forced(held={0: 2}).company("FA", 1, 60, held={1: 3, 0: 2}, major=True).cash(0, 0)
    scene.company("SFS", 1, 50, held={1: 4, 0: 3}, major=True)
    game = scene.operate("FMS", "trains").play(BuyTrain("PH4-0", BANK, 350))
    game.play(SellShares("SFS", 3))
    refused(game, SellShares("SFS", 1), "1865-4.8.3")
    game.play(SellShares("FA", 2))
    assert game.state.cash[0] == 150 + 120 - 230
    assert loans_of(game, 0) == 0


@rule("1865-4.8.4")
def test_the_usual_rules_of_sales_hold() -> None:
    scene = forced(held={0: 2}).company("FA", 1, 80, held={1: 3, 0: 2}, major=True, pool=5)
    scene.company("SFS", 1, 80, held={1: 3, 0: 1}, operated=False)
    scene.company("CFC", 0, 80, held={0: 2, 1: 1}, major=True)
    scene.company("CFD", 1, 80, held={1: 3, 0: 2}, major=True)
    game = scene.operate("FMS", "trains").play(BuyTrain("PH4-0", BANK, 350))
    refused(game, SellShares("FA", 1), "1865-3.4.7")
    refused(game, SellShares("SFS", 1), "1865-3.4.6")
    refused(game, SellShares("CFC", 1), "1865-3.10.4")
    assert [a.company for a in listed(game, SellShares)] == ["CFD"]  # type: ignore[attr-defined]
    game.play(SellShares("CFD", 2))
    assert percent(game, "CFD", POOL) == 20


@rule("1865-4.9.1", "1865-4.9.2", "1865-4.9.3", "1865-5.5.2", "1865-5.5.5")
def test_personal_loans_instead_of_bankruptcy() -> None:
    """Vector TV-28."""
    scene = Scene().company("FMS", 0, 100, held={0: 2}, traffic=5).cash(0, 0).stack_down_to("PH6")
    game = scene.operate("FMS", "trains")
    bank = game.state.cash[BANK]
    game.play(BuyTrain("PH6-0", BANK, 650))
    assert "personal_loans" in said(game)
    assert (loans_of(game, 0), game.state.cash[0]) == (2, 350)
    assert game.state.cash[BANK] == bank - 1000 + 650
    assert game.rules.scores(game)[0] == 350 + 2 * price(game, "FMS") - 1000
    assert not game.over
    again = Scene().company("FMS", 0, 100, held={0: 2}, traffic=5).cash(0, 0).loans(0, 7)
    game = again.stack_down_to("PH7").operate("FMS", "trains").play(BuyTrain("PH7-0", BANK, 800))
    assert loans_of(game, 0) == 9  # no limit
    rich = Scene().company("FMS", 0, 100, treasury=900).cash(0, 5000).loans(0, 1)
    refused(rich.operate("FMS", "track"), RepayLoan(), "1865-5.5.4")  # players cannot repay


@rule("1865-4.9.1")
def test_every_share_is_sold_before_a_loan() -> None:
    """A-36: a block may be small only while others can make up for it."""
    scene = forced(held={0: 2}).company("FA", 1, 60, held={1: 3, 0: 2}, major=True).cash(0, 0)
    game = scene.operate("FMS", "trains").play(BuyTrain("PH4-0", BANK, 350))
    refused(game, SellShares("FA", 1), "1865-4.9.1")
    game.play(SellShares("FA", 2))
    assert ordinary(game, "FA", 0) == 0
    assert (loans_of(game, 0), game.state.cash[0]) == (1, 120 + 500 - 230)


@rule("1865-4.7.1", "1865-4.6.6")
def test_a_treasury_that_is_just_enough() -> None:
    scene = Scene().company("FMS", 0, 100, treasury=100, traffic=5).cash(0, 900)
    scene.company("FA", 0, at=90).train("FA", "PH3")
    game = scene.operate("FMS", "trains")
    assert legal(game, BuyTrain("PH2-0", BANK, 100))
    assert legal(game, BuyTrain("PH3-3", "FA", 100))
    refused(game, BuyTrain("PH3-3", "FA", 101), "1865-4.7.2")
    game.play(BuyTrain("PH2-0", BANK, 100))
    assert (game.state.cash["FMS"], game.state.cash[0]) == (0, 900)
    one = Scene().company("FMS", 0, 100, treasury=1, traffic=5).cash(0, 900)
    one.company("FA", 0, at=90).train("FA", "PH3")
    assert legal(one.operate("FMS", "trains"), BuyTrain("PH3-3", "FA", 1))
    both = Scene().company("FMS", 0, 100, treasury=100, traffic=5).cash(0, 900)
    both.train("pool", "PH2").stack_down_to("PH3")
    refused(both.operate("FMS", "trains"), BuyTrain("PH3-0", BANK, 200), "1865-4.7.1")
