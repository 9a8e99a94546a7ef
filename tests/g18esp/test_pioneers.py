"""The pioneers and the tenders (section 2.2)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import (
    Answer,
    BuyPrivate,
    BuyTrain,
    Choose,
    DiscardTrain,
    LayTile,
    Pass,
    SellShares,
    StartCompany,
    Use,
)
from dieciocho.engine.depot import move_train
from dieciocho.engine.errors import IllegalAction
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import certificates, percent
from dieciocho.engine.state import BANK, OUT
from dieciocho.games.g18esp.auction import UNSOLD, PioneerAuction, win
from dieciocho.games.g18esp.facts import REMOVED, facts
from dieciocho.games.g18esp.rounds import begin_operating_round

from ..support import legal, listed, refused, rule
from .scenes import Scene, run

OWNERS, MARKET = "tender", "market_tender"


def madrid(phase: str = "3", treasury: int = 500, *, director: int = 0) -> Scene:
    """MCP in Madrid; all pioneers belong to seat 0."""
    scene = Scene(phase).major("MCP", director, treasury=treasury).done("MCP")
    return scene.station("MCP", "F24")


def first_five(scene: Scene, company: str = "MCP") -> Game:
    """Let a company be about to buy the first 5/4+5."""
    while scene.game.kind_of(scene.state.trains[BANK][0]) != "5":
        move_train(scene.game, scene.state.trains[BANK][0], BANK, REMOVED)
    scene.cash(company, 1000)
    return scene.turn(company, "trains")


# --- income and sale -------------------------------------------------------------------


@rule("18ESP-2.2.1", "18ESP-2.2.13", "18ESP-4.1.1")
def test_pioneers_pay_their_owner_at_the_start_of_a_round() -> None:
    scene = madrid("4").pioneers(P1=1, P3="MCP", P4=OUT)
    cash = dict(scene.state.cash)
    begin_operating_round(Play(scene.game), 2, 1, 2)
    now = scene.state.cash
    assert now[1] - cash[1] == 5
    assert now["MCP"] - cash["MCP"] == 15
    assert now[0] - cash[0] == 10 + 10 + 20 + 30  # 2, 5, 6 and 7


@rule("18ESP-2.2.2", "18ESP-2.2.5", "18ESP-4.8.1", "18ESP-3.2.2.9", "18ESP-4.0.6")
@pytest.mark.parametrize("step", ["track", "run_trains", "trains"])
def test_a_pioneer_is_bought_at_any_moment_of_the_turn(step: str) -> None:
    scene = madrid().build("E25 1 4; D26 2 4; C25 2 5")
    scene.trains("MCP", "3")
    game = scene.turn("MCP", step)
    cash = game.state.cash[0]
    game.play(BuyPrivate("P4", 120))
    assert game.state.private_owner["P4"] == "MCP"
    assert (game.state.cash["MCP"], game.state.cash[0]) == (380, cash + 120)


@rule("18ESP-2.2.2", "18ESP-3.2.1.5")
def test_small_companies_buy_pioneers_too() -> None:
    scene = Scene("2").small("MS", 1).build("C27 0 3").station("MS", "C27")
    game = scene.turn("MS")
    game.play(BuyPrivate("P1", 10))  # from another player, who is asked
    assert game.actor == 0
    game.play(Answer("agree"))
    assert game.state.private_owner["P1"] == "MS"


@rule("18ESP-2.2.2")
def test_the_owner_may_decline() -> None:
    game = madrid(director=1).turn("MCP").play(BuyPrivate("P4", 100)).play(Answer("decline"))
    assert game.state.private_owner["P4"] == 0
    refused(game, BuyPrivate("P4", 100), "18ESP-1.6.1")
    assert legal(game, BuyPrivate("P4", 101))
    assert BuyPrivate("P4", 101) in listed(game, BuyPrivate)  # the lowest one that is offered


def test_online_nobody_is_asked() -> None:
    scene = Scene("3", edition="online").major("MCP", 1, treasury=500).done("MCP")
    game = scene.station("MCP", "F24").turn("MCP")
    game.play(BuyPrivate("P4", 100)).play(Use(OWNERS))
    assert game.actor == 1
    assert game.state.private_owner["P4"] == "MCP"
    assert facts(game).tenders == {"MCP"}


@rule("18ESP-2.2.4", "18ESP-4.8.1", "18ESP-6.4", "18ESP-6.5", "18ESP-6.6")
@pytest.mark.parametrize(
    ("phase", "private", "high"),
    [("2", "P3", 70), ("3", "P3", 105), ("4", "P3", 140), ("3", "P1", 15), ("4", "P6a", 320)],
)
def test_prices_of_pioneers(phase: str, private: str, high: int) -> None:
    # V19
    game = madrid(phase, 900).turn("MCP")
    for price in (0, high + 1):
        refused(game, BuyPrivate(private, price), "18ESP-2.2.4")
    for price in (1, high):
        assert legal(game, BuyPrivate(private, price))


@rule("18ESP-2.2.5")
def test_the_company_needs_the_money() -> None:
    game = madrid(treasury=50).turn("MCP")
    assert game.why_not(BuyPrivate("P4", 51)) is not None
    assert legal(game, BuyPrivate("P4", 50))


@rule("18ESP-2.2.3", "18ESP-3.1.0.5")
def test_pioneers_go_to_companies_only_and_stay_there() -> None:
    scene = madrid().pioneers(P4="CRB").major("CRB", 1).station("CRB", "B26")
    refused(scene.turn("MCP"), BuyPrivate("P4", 50), "18ESP-2.2.3")
    game = madrid().stock()
    assert listed(game, BuyPrivate) == []
    assert game.why_not(BuyPrivate("P4", 50)) is not None
    refused(game, SellShares("P4", 1), "18ESP-3.1.0.5")


@rule("18ESP-2.2.6")
def test_pioneers_have_no_price_on_the_market() -> None:
    game = madrid().turn("MCP")
    assert not set(game.definition.privates) & (set(game.state.cell) | set(game.state.par))
    assert not set(game.definition.privates) & set(game.state.shares)


@rule("18ESP-2.2.7", "18ESP-2.2.26", "18ESP-6.2", "18ESP-6.7")
def test_pioneers_close_with_the_first_5() -> None:
    scene = madrid("4").pioneers(P1="MCP")
    game = first_five(scene.market_tenders(1))
    cash = dict(game.state.cash)
    game.play(BuyTrain("5-0", BANK, 500))
    assert set(game.state.private_owner.values()) == {OUT}
    assert game.state.cash[0] == cash[0]  # no compensation
    assert facts(game).tenders_of_owner == 0
    assert facts(game).tenders_for_sale == 1  # those on the open market stay


@rule("18ESP-2.2.7", "18ESP-4.8.1")
def test_no_pioneer_is_sold_from_phase_5_on() -> None:
    game = first_five(madrid("4")).play(BuyTrain("5-0", BANK, 500))
    refused(game, BuyPrivate("P4", 10), "18ESP-2.2.7")


# --- pioneer 1 -------------------------------------------------------------------------


@rule("18ESP-2.2.8")
def test_pioneer_1_pays_for_a_mine() -> None:
    scene = Scene("3").major("FdLR", treasury=0).done("FdLR").build("H8 0 4")
    game = scene.station("FdLR", "H8").pioneers(P1="FdLR").turn("FdLR")
    refused(game, LayTile("H10", "79", 0, "P1"), "18ESP-2.2.8")
    refused(game, LayTile("I7", "L94", 1, "P4"), "18ESP-2.2.8")  # no power of another pioneer
    game.play(LayTile("I7", "L94", 1, "P1"))
    assert game.state.private_owner["P1"] == OUT
    assert game.state.cash["FdLR"] == 0
    assert game.state.turn is not None
    assert game.state.turn.mine_laid  # type: ignore[attr-defined]


@rule("18ESP-2.2.8")
def test_pioneer_1_pays_for_dismantling_but_is_no_additional_lay() -> None:
    scene = Scene("3").major("FdLR", treasury=20).done("FdLR").build("H8 0 4; I7 1 4")
    game = scene.station("FdLR", "H8").pioneers(P1="FdLR").turn("FdLR")
    game.play(LayTile("H8", "L109", 0))
    refused(game, LayTile("I7", "678", 1, "P1"), "18ESP-4.2.1.3")  # two upgrades
    scene = Scene("3").major("FdLR", treasury=0).done("FdLR").build("H8 0 4; I7 1 4")
    game = scene.station("FdLR", "H8").pioneers(P1="FdLR").turn("FdLR")
    game.play(LayTile("I7", "678", 1, "P1"))
    assert game.state.cash["FdLR"] == 0
    # As the second action it costs the 20 of the second action.
    scene = Scene("3").major("FdLR", treasury=50).done("FdLR").build("H8 0 4; I7 1 4")
    game = scene.station("FdLR", "H8").pioneers(P1="FdLR").turn("FdLR")
    game.play(LayTile("H10", "79", 0)).play(LayTile("I7", "678", 1, "P1"))
    assert game.state.cash["FdLR"] == 0


# --- pioneer 2 -------------------------------------------------------------------------


@rule("18ESP-2.2.9", "18ESP-2.2.10", "18ESP-4.4.3.10")
@pytest.mark.parametrize("side", ["2", "1+2"])
def test_pioneer_2_gives_its_train(side: str) -> None:
    scene = madrid().build("E25 1 4; D26 2 4; C25 2 5")
    game = scene.turn("MCP").play(BuyPrivate("P2", 40))
    game.play(Choose(side))
    card = f"{side}B-0"
    assert game.state.trains["MCP"] == (card,)
    assert game.state.private_owner["P2"] == OUT
    game.play(Pass())
    assert game.step.id != "run_trains"  # it does not run in this round


@rule("18ESP-2.2.9")
def test_small_companies_get_the_2() -> None:
    scene = Scene("2").small("MS").build("C27 0 3").station("MS", "C27")
    game = scene.turn("MS").play(BuyPrivate("P2", 40))
    assert game.state.trains["MS"] == ("2B-0",)


@rule("18ESP-2.2.10", "18ESP-4.4.1.9")
def test_the_special_train_is_never_sold_and_goes_with_the_first_4() -> None:
    scene = madrid().major("CRB", 1).station("CRB", "B26")
    (card,) = scene.trains("MCP", "2B")
    game = scene.turn("CRB", "trains")
    refused(game, BuyTrain(card, "MCP", 10), "18ESP-4.7.0.7")
    while game.kind_of(game.state.trains[BANK][0]) != "4":
        move_train(game, game.state.trains[BANK][0], BANK, REMOVED)
    game.play(BuyTrain(game.state.trains[BANK][0], BANK, 300))
    assert game.state.trains["MCP"] == ()


@rule("18ESP-2.2.11")
def test_pioneer_2_without_a_train_in_phase_4() -> None:
    game = madrid("4").turn("MCP").play(BuyPrivate("P2", 80))
    assert game.state.trains["MCP"] == ()
    assert game.state.private_owner["P2"] == OUT


@rule("18ESP-2.2.12", "18ESP-4.4.1.8")
def test_at_the_limit_a_train_goes_or_the_special_one_is_forgone() -> None:
    scene = madrid()
    cards = scene.trains("MCP", "3", "3", "3", "2")
    game = scene.turn("MCP").play(BuyPrivate("P2", 40))
    game.play(Choose("none"))
    assert len(game.state.trains["MCP"]) == 4
    scene = madrid()
    cards = scene.trains("MCP", "3", "3", "3", "2")
    game = scene.turn("MCP").play(BuyPrivate("P2", 40)).play(Choose("2"))
    game.play(DiscardTrain("MCP", cards[-1]))
    assert set(game.state.trains["MCP"]) == {*cards[:3], "2B-0"}


# --- pioneer 3 -------------------------------------------------------------------------


@rule("18ESP-2.2.14")
@pytest.mark.parametrize(("owner", "stays"), [(0, False), ("MCP", True)])
def test_pioneer_3_becomes_a_train_of_a_company(owner: int | str, stays: bool) -> None:
    game = first_five(madrid("4").pioneers(P3=owner)).play(BuyTrain("5-0", BANK, 500))
    assert ("2F-0" in game.state.trains["MCP"]) == stays
    assert game.state.private_owner["P3"] == OUT
    assert game.definition.trains["2F"].scrapped_by is None


@rule("18ESP-2.2.15", "18ESP-4.7.0.3")
def test_the_strawberry_train_is_outside_the_limit_and_meets_no_duty() -> None:
    scene = Scene("6").major("MCP", treasury=1300).done("MCP").station("MCP", "F24")
    scene.trains("MCP", "2F", "6")
    game = scene.turn("MCP", "trains")
    assert listed(game, BuyTrain)  # two trains, but one counts
    scene = Scene("6").major("MCP", treasury=1300).done("MCP").station("MCP", "F24")
    scene.trains("MCP", "2F")
    refused(scene.turn("MCP", "trains"), Pass(), "18ESP-4.7.0.1")
    other = Scene("6").major("MCP").major("A", 1).station("A", "E33").station("MCP", "F24")
    other.trains("MCP", "2F")
    refused(other.turn("A", "trains"), BuyTrain("2F-0", "MCP", 10), "18ESP-4.7.0.7")


@rule("18ESP-2.2.17", "18ESP-4.4.3.10")
def test_the_strawberry_train_rests_in_the_round_of_its_purchase() -> None:
    game = madrid("4").turn("MCP").play(BuyPrivate("P3", 70))
    assert game.state.turn is not None
    assert "2F-0" in game.state.turn.idle  # type: ignore[attr-defined]


# --- tenders ---------------------------------------------------------------------------


@rule("18ESP-2.2.19", "18ESP-2.2.22")
def test_the_owner_of_pioneer_5_sells_four_tenders() -> None:
    scene = madrid()
    game = scene.turn("MCP")
    cash = dict(game.state.cash)
    game.play(Use(OWNERS))
    now = game.state.cash
    assert (now["MCP"] - cash["MCP"], now[0] - cash[0], now[BANK] - cash[BANK]) == (-80, 20, 60)
    assert facts(game).tenders == {"MCP"}
    assert facts(game).tenders_of_owner == 3
    scene = madrid()
    Play(scene.game).set_facts(tenders_of_owner=0)
    refused(scene.turn("MCP"), Use(OWNERS), "18ESP-2.2.19")
    refused(madrid(treasury=79).turn("MCP"), Use(OWNERS), "18ESP-2.2.19")
    assert madrid(treasury=80).turn("MCP").play(Use(OWNERS)).state.cash["MCP"] == 0


@rule("18ESP-2.2.22", "18ESP-2.2.24")
def test_a_tender_is_used_in_the_same_round() -> None:
    scene = madrid().build("E25 1 4; D26 2 4; C25 3 5; C23 0 4")
    (card,) = scene.trains("MCP", "2")
    game = scene.turn("MCP", "run_trains")
    path = "F24.0-E25-D26-C25.0-C23.0"
    refused(game, run(**{card: path}), "18ESP-4.4.1.1")
    game.play(Use(OWNERS)).play(run(**{card: path}))
    assert game.state.turn is not None
    assert (game.state.turn.revenue, game.state.turn.bonus_income) == (50, 20)


@rule("18ESP-2.2.19")
def test_the_owner_of_pioneer_5_is_asked() -> None:
    game = madrid(director=1).turn("MCP").play(Use(OWNERS))
    assert game.actor == 0
    game.play(Answer("decline"))
    assert facts(game).tenders == frozenset()
    refused(game, Use(OWNERS), "18ESP-2.2.19")


@rule("18ESP-2.2.20", "18ESP-2.2.21")
def test_who_buys_pioneer_5_keeps_one_tender() -> None:
    game = madrid().turn("MCP").play(BuyPrivate("P5", 130))
    assert game.state.private_owner["P5"] == OUT
    assert facts(game).tenders == {"MCP"}
    assert facts(game).tenders_for_sale == 4


@rule("18ESP-2.2.21", "18ESP-2.2.25")
def test_one_tender_for_a_company_others_are_for_sale() -> None:
    game = madrid().tender("MCP").turn("MCP")
    refused(game, Use(OWNERS), "18ESP-2.2.21")
    game.play(BuyPrivate("P5", 130))
    assert facts(game).tenders_for_sale == 4
    refused(game, Use(MARKET), "18ESP-2.2.21")
    game = madrid().market_tenders(1).turn("MCP")
    cash = dict(game.state.cash)
    game.play(Use(MARKET))
    now = game.state.cash
    assert (now[BANK] - cash[BANK], now[0] - cash[0]) == (80, 0)
    assert facts(game).tenders_for_sale == 0


@rule("18ESP-2.2.25")
def test_tenders_survive_all_phases_and_are_never_traded() -> None:
    scene = madrid("4").tender("MCP")
    game = first_five(scene).play(BuyTrain("5-0", BANK, 500))
    assert facts(game).tenders == {"MCP"}
    other = madrid().tender("MCP").major("CRB", 1).station("CRB", "B26").pioneers(P5=OUT)
    refused(other.turn("CRB"), Use(OWNERS), "18ESP-2.2.19")
    refused(other.turn("CRB"), Use(MARKET), "18ESP-2.2.19")


# --- pioneers 6 and 7 ------------------------------------------------------------------


def auctioned(item: str, company: str, seat: int = 1) -> Scene:
    """Let a player win a pioneer that comes with a certificate of a company."""
    scene = Scene("2")
    scene.state.private_owner[item] = UNSOLD
    Play(scene.game).set_facts(with_share={item: company})
    from dieciocho.games.g18esp.facts import AuctionRound18

    scene.state.round = AuctionRound18(kind="auction", order=(0, 1, 2, 3), bidders=(0, 1, 2, 3))
    scene.state.agenda[:] = [PioneerAuction()]
    win(Play(scene.game), item, seat, 100)
    return scene


@rule("18ESP-2.2.27", "18ESP-2.2.28")
def test_pioneer_6_brings_a_share() -> None:
    scene = auctioned("P6a", "CRB")
    game = scene.game
    assert percent(game, "CRB", 1) == 10
    assert certificates(game, 1) == 2
    assert "CRB" not in game.state.par


@rule("18ESP-2.2.28", "18ESP-3.1.0.7")
def test_the_share_of_pioneer_6_is_not_sold_before_there_is_a_par() -> None:
    scene = auctioned("P6a", "CRB", seat=0)
    scene.state.agenda.clear()
    refused(scene.stock(), SellShares("CRB", 1), "18ESP-3.1.0.7")


@rule("18ESP-2.2.28", "18ESP-3.2.2.3")
def test_the_share_of_pioneer_6_counts_for_the_launch() -> None:
    scene = auctioned("P6a", "CRB")
    scene.state.agenda.clear()
    scene.major("CRB", 0, held={0: 2, 1: 1}, launched=False).cash(0, 500)
    scene.state.phase = 1
    game = scene.stock()
    game.play("buy share of CRB from ipo")
    assert "CRB" in game.state.floated
    assert game.state.cash["CRB"] == 4 * 80


@rule("18ESP-2.2.29", "18ESP-3.2.0.5")
def test_pioneer_7_brings_a_director() -> None:
    game = auctioned("P7", "FdLR").game
    game._advance()
    assert game.actor == 1
    refused(game, StartCompany("FdLR", 105), "18ESP-3.2.2.2")
    cash = game.state.cash[1]
    game.play(StartCompany("FdLR", 95))
    assert (game.state.par["FdLR"], game.state.president["FdLR"]) == (95, 1)
    assert percent(game, "FdLR", 1) == 20
    assert game.state.cash[1] == cash  # free


@rule("18ESP-2.2.30")
def test_pioneer_7_is_not_for_sale() -> None:
    game = madrid().turn("MCP")
    refused(game, BuyPrivate("P7", 100), "18ESP-2.2.30")
    assert BuyPrivate("P7", 1) not in listed(game, BuyPrivate)


@rule("18ESP-2.2.31")
def test_pioneer_7_closes_with_the_first_train_of_its_major() -> None:
    scene = Scene("2").major("FdLR").build("H8 0 4").station("FdLR", "H8").major("CFLG", 1)
    scene.station("CFLG", "E3")
    Play(scene.game).set_facts(with_share={"P7": "FdLR"})
    game = scene.turn("CFLG", "trains").play(BuyTrain("1+2-0", BANK, 100))
    assert game.state.private_owner["P7"] == 0
    game = scene.turn("FdLR", "trains").play(BuyTrain("1+2-1", BANK, 100))
    assert game.state.private_owner["P7"] == OUT


@rule("18ESP-2.2.31", "18ESP-2.2.9")
@pytest.mark.parametrize(("edition", "owner"), [("rulebook", 0), ("online", OUT)])
def test_the_special_train_is_not_bought(edition: str, owner: int | str) -> None:
    scene = Scene("2", edition=edition).major("FdLR").build("H8 0 4").station("FdLR", "H8")
    Play(scene.game).set_facts(with_share={"P7": "FdLR"})
    scene.turn("FdLR").play(BuyPrivate("P2", 40)).play(Choose("1+2"))
    assert scene.state.private_owner["P7"] == owner  # D35


@rule("18ESP-2.2.9")
def test_the_side_of_the_special_train_is_chosen_first_and_is_printed_on_it() -> None:
    scene = madrid().build("E25 1 4; D26 2 4; C25 2 5")
    game = scene.turn("MCP").play(BuyPrivate("P2", 40))
    for action, reason in ((Choose("3"), "no_such_side"), (Pass(), "choose_side_first")):
        with pytest.raises(IllegalAction) as caught:
            game.play(action)
        assert (caught.value.reason, caught.value.rule) == (reason, "18ESP-2.2.9")
