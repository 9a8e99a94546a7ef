"""Stock rounds, operating rounds, export and the end (sections 3, 4, 4.9 and 7)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import (
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    SellShares,
    StartCompany,
    Use,
)
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import price
from dieciocho.engine.state import BANK, IPO, OUT, LastRun, Round
from dieciocho.games.g18esp.combine import recyclable
from dieciocho.games.g18esp.facts import EspTurn, facts
from dieciocho.games.g18esp.rounds import OperatingRound, begin_set, export_train
from dieciocho.games.g18esp.routes import factor
from dieciocho.games.g18esp.shares import deal_cards, return_reserved
from dieciocho.games.g18esp.site.legal_lists import end_trigger
from dieciocho.games.g18esp.stock import REPAY
from dieciocho.games.g18esp.turn import turn_steps

from ..audited import passes
from ..support import legal, listed, refused, rule
from .scenes import Scene, run


def operated(scene: Scene, *companies: str) -> Scene:
    for company in companies:
        scene.state.last_runs[company] = LastRun(1, 1, 0, "keep")
    return scene


def pass_all(game: Game) -> Game:
    """Let everybody pass until the stock round is over."""
    while game.state.round.kind == "stock":
        game.play(Pass())
    return game


# --- the course of a stock round -------------------------------------------------------


@rule("18ESP-3.0.1")
def test_turns_follow_the_cards_in_a_circle() -> None:
    scene = Scene()
    Play(scene.game).set_facts(cards=(2, 0, 3, 1))
    game = scene.stock()
    seen = []
    for company in ("FdSB", "CFEA", "CFLG", "FdLR", "SC"):
        seen.append(game.actor)
        game.play(StartCompany(company, 70))
    assert seen == [2, 0, 3, 1, 2]


@rule("18ESP-3.0.2", "18ESP-3.0.5", "18ESP-3.2.0.1")
def test_selling_and_repaying_come_before_the_one_purchase() -> None:
    scene = operated(Scene("3").major("FdLR", held={0: 4, 1: 2}).major("FdSB", 1), "FdLR")
    Play(scene.game).set_facts(debts={0: (100,)})
    scene.cash(0, 200)
    game = scene.stock()
    refused(game, BuyShare("FdSB", "ipo"), "18ESP-3.2.0.3")
    game.play(SellShares("FdLR", 1)).play(Use(REPAY)).play(SellShares("FdLR", 1))
    assert game.actor == 0
    assert not facts(game).debts
    game.play(BuyShare("FdSB", "ipo"))
    assert game.actor == 1  # the purchase ends the turn: nothing is sold after it


@rule("18ESP-3.0.3", "18ESP-3.0.4", "18ESP-3.0.5")
def test_the_round_ends_when_all_pass_in_a_row() -> None:
    scene = Scene(players=3).major("FdLR", 0, held={0: 4})
    Play(scene.game).set_facts(debts={2: (20,)})
    game = scene.stock()
    game.play(Pass()).play(Pass())
    game.play(Use(REPAY)).play(Pass())  # an action, though nothing was bought
    assert game.state.round.kind == "stock"
    game.play(StartCompany("FdSB", 70))  # who has passed may act again
    for _ in range(2):
        game.play(Pass())
    assert game.actor == 0
    assert game.state.round.kind == "stock"
    game.play(Pass())
    assert game.state.round.kind == "operating"


@rule("18ESP-4.7.2.4", "18ESP-4.7.2.1")
def test_a_debt_is_repaid_with_the_last_peseta() -> None:
    scene = operated(Scene("3", players=3).major("FdLR", 1, held={0: 1, 1: 3}), "FdLR")
    Play(scene.game).set_facts(debts={0: (50, 25), 1: (30,)})
    refused(scene.cash(0, 112).stock(), Use(REPAY), "18ESP-4.7.2.4")
    game = scene.cash(0, 113).stock()
    assert Use(REPAY) in listed(game, Use)
    game.play(Use(REPAY))
    assert game.state.cash[0] == 0
    assert facts(game).debts == {1: (30,)}  # of nobody else


@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_online_who_can_only_repay_must_do_so(edition: str) -> None:
    scene = Scene("3", players=3, edition=edition).cash(0, 75)
    Play(scene.game).set_facts(debts={0: (50,)})
    game = scene.stock()
    assert listed(game, Use) == [Use(REPAY)]
    if edition == "online":
        refused(game, Pass(), "18ESP-4.7.2.3")
        game.play(Use(REPAY))
    else:
        game.play(Pass())
    assert game.actor == 1


# --- the end of a stock round ----------------------------------------------------------


@rule("18ESP-3.3.1", "18ESP-3.3.2", "18ESP-3.3.4")
def test_what_is_sold_out_rises() -> None:
    scene = Scene("3", players=3).small("SC", 0, value=90)
    scene.major("FdLR", 0, held={0: 5, 1: 5}).major("N", 1, held={0: 4, 1: 5})
    scene.major("MZA", 2, held={2: 5}, pool=1)
    game = pass_all(scene.stock())
    assert price(game, "FdLR") == 85
    assert price(game, "N") == 85  # V9: only the reserved share is left
    assert price(game, "MZA") == 80
    assert price(game, "SC") == 90


@rule("18ESP-3.3.1")
def test_a_share_back_in_the_offering_is_not_sold() -> None:
    scene = Scene("3", players=3).major("N", 1, held={0: 4, 1: 5})
    return_reserved(Play(scene.game), "N")
    assert price(pass_all(scene.stock()), "N") == 80  # V10


@rule("18ESP-3.3.1", "18ESP-3.3.5")
@pytest.mark.parametrize(("before", "after"), [(380, 400), (400, 400), (100, 105)])
def test_a_step_of_the_zigzag(before: int, after: int) -> None:
    scene = Scene(players=3).major("FdLR", 0, held={0: 5, 1: 5}, price=before)
    assert price(pass_all(scene.stock()), "FdLR") == after  # V4


@rule("18ESP-3.3.3")
def test_prices_rise_from_the_top_down() -> None:
    scene = Scene(players=3).major("FdLR", 0, held={0: 5, 1: 5}, price=100)
    scene.major("FdSB", 0, held={0: 5, 1: 5}, price=105).major("CFLG", 1, held={1: 6, 2: 4})
    scene.major("CFEA", 1, held={1: 6, 2: 4})
    game = pass_all(scene.stock())
    # FdSB leaves 105 before FdLR comes; of one cell the upper one moves first.
    order = game.state.round.order
    assert order == ("FdSB", "FdLR", "CFLG", "CFEA")


@rule("18ESP-3.3.6")
def test_most_cash_plays_first_in_the_next_round() -> None:
    scene = Scene()
    for seat, money in enumerate((100, 50, 50, 70)):
        scene.cash(seat, money)
    deal_cards(Play(scene.game), most_first=True)
    assert facts(scene.game).cards == (0, 3, 1, 2)  # V12
    scene.cash(1, 900)  # later changes do not matter
    assert scene.stock().state.round.order == (0, 3, 1, 2)


@rule("18ESP-3.3.6")
def test_cards_are_dealt_when_the_round_ends() -> None:
    scene = Scene(players=3).major("FdLR", 0)
    for seat, money in enumerate((10, 60, 40)):
        scene.cash(seat, money)
    game = pass_all(scene.stock())
    assert facts(game).cards == (1, 2, 0)


# --- operating rounds ------------------------------------------------------------------


def begin(scene: Scene, number: int = 2) -> Game:
    begin_set(Play(scene.game), number)
    return scene.ready()


@rule("18ESP-4.0.1", "18ESP-6.3")
@pytest.mark.parametrize(
    ("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("7", 3)]
)
def test_how_many_operating_rounds(phase: str, rounds: int) -> None:
    assert begin(Scene(phase).major("FdLR")).state.round.parts == rounds


@rule("18ESP-4.0.1", "18ESP-6.3")
def test_a_new_phase_changes_the_rounds_of_the_next_set() -> None:
    scene = Scene("2").major("FdLR", treasury=1000).build("H8 0 4").station("FdLR", "H8")
    scene.state.trains[OUT] += tuple(c for c in scene.state.trains[BANK] if c.startswith("2-"))
    scene.state.trains[BANK] = tuple(c for c in scene.state.trains[BANK] if c[:2] != "2-")
    game = scene.turn("FdLR", "trains")
    game.play(BuyTrain("2+3-0", BANK, 200))
    assert game.phase.name == "3"
    assert "green" in game.phase.colours
    assert game.state.round.parts == 1  # V41: no second round in this cycle


@rule("18ESP-4.0.2")
def test_companies_operate_by_price_and_pile() -> None:
    scene = Scene("3").major("FdLR", price=80).small("SC", value=95).major("FdSB", price=80)
    scene.major("CFLG", price=100, launched=False)
    assert begin(scene).state.round.order == ("SC", "FdLR", "FdSB")


@rule("18ESP-4.0.3")
def test_a_forced_sale_sorts_those_who_are_still_to_operate() -> None:
    scene = Scene("5").major("FdLR", 0, price=100, treasury=0)
    scene.major("FdSB", 1, held={0: 3, 1: 4}, price=95).major("CFLG", 1, price=90)
    operated(scene, "FdLR", "FdSB", "CFLG").cash(0, 250)
    game = scene.turn("FdLR", "trains")
    game.play(SellShares("FdSB", 3))
    assert price(game, "FdSB") == 80
    assert game.state.round.order == ("FdLR", "CFLG", "FdSB")


@rule("18ESP-4.0.3")
def test_who_operates_keeps_its_place_whatever_its_price() -> None:
    scene = Scene("5").major("FdLR", 0, held={0: 5}, price=100, treasury=0)
    scene.major("FdSB", 1, price=95).major("CFLG", 1, price=90)
    operated(scene, "FdLR", "FdSB", "CFLG").cash(0, 250)
    game = scene.turn("FdLR", "trains")
    game.play(SellShares("FdLR", 3))
    assert price(game, "FdLR") == 85
    assert game.state.round.order == ("FdLR", "FdSB", "CFLG")


@rule("18ESP-4.0.5")
def test_what_must_be_done_and_what_may() -> None:
    scene = Scene("3").major("FdLR").build("H8 0 3; H6 0 4").station("FdLR", "H8").done("FdLR")
    scene.trains("FdLR", "1+2")
    game = scene.turn("FdLR")
    game.play(Pass())  # track and stations are optional
    refused(game, Pass(), "18ESP-4.0.5")  # running is not, but a train may rest (A29)
    game.play(run())
    assert game.step.id == "trains"  # nothing earned is withheld without asking
    assert price(game, "FdLR") == 70
    game.play(Pass())  # it has a train


@rule("18ESP-4.0.6")
def test_pioneers_may_be_bought_at_any_moment_of_the_turn() -> None:
    scene = Scene("2").major("FdLR").build("H8 0 3; H6 0 4").station("FdLR", "H8").done("FdLR")
    scene.trains("FdLR", "1+2")
    game = scene.turn("FdLR")
    offer = BuyPrivate("P3", 50)
    assert legal(game, offer)
    game.play(Pass())
    assert legal(game, offer)
    game.play(run(**{game.state.trains["FdLR"][0]: "H8.0-H6.0"}))
    assert game.step.id == "earnings"
    assert legal(game, offer)
    game.play(Dividend("pay"))
    assert legal(game, offer)
    game.play(Pass())
    assert game.step.id == "last"
    assert legal(game, offer)


@rule("18ESP-4.0.7")
def test_a_company_spends_no_more_than_it_has() -> None:
    scene = Scene("3").major("FdLR", treasury=20).build("H8 0 4").station("FdLR", "H8")
    scene.done("FdLR").trains("FdLR", "2+3")
    scene.major("FdSB", 1, price=75).trains("FdSB", "2+3")
    game = scene.turn("FdLR")
    refused(game, LayTile("H10", "79", 0), "18ESP-4.2.1.10")
    refused(game, BuyPrivate("P3", 21), "18ESP-4.0.7")
    game.play(Pass())
    while game.step.id != "trains":
        game.play(run() if game.step.id == "run_trains" else Pass())
    top = game.state.trains[BANK][0]
    refused(game, BuyTrain(top, BANK, 200), "18ESP-4.0.7")


@rule("18ESP-4.0.8")
def test_the_director_decides() -> None:
    scene = Scene("3").major("FdLR", 2).build("H8 0 4").station("FdLR", "H8").small("SC", 1)
    game = scene.turn("FdLR")
    assert game.actor == 2
    with pytest.raises(Exception, match="director"):
        game.play(Pass(), by=1)
    assert scene.turn("SC").actor == 1


@rule("18ESP-4.1.1")
def test_pioneers_pay_at_the_start_of_every_operating_round() -> None:
    scene = Scene("3").major("FdLR", treasury=100)
    scene.pioneers(P1="FdLR", P2=1, P3=2, P4=OUT, P5=OUT, P6a=OUT, P7=2)
    before = dict(scene.state.cash)
    game = begin(scene)
    gained = {owner: game.state.cash[owner] - before[owner] for owner in (0, 1, 2, "FdLR")}
    assert gained == {0: 0, 1: 10, 2: 45, "FdLR": 5}


# --- export ----------------------------------------------------------------------------


def end_of_cycle(scene: Scene, company: str) -> Game:
    """Bring a company to the last decision of the last operating round."""
    scene.state.turn = EspTurn(company=company)
    scene.state.round = Round(kind="operating", number=2, part=1, parts=1, order=(company,))
    scene.state.agenda[:] = [OperatingRound()]
    Play(scene.game).push(*turn_steps(scene.game)[5:])
    return scene.ready()


@rule("18ESP-4.9.1", "18ESP-4.9.3")
def test_a_train_is_exported_at_the_end_of_a_cycle() -> None:
    scene = Scene("3").major("FdLR").station("FdLR", "H8")
    scene.trains("FdLR", "2+3")
    top = scene.state.trains[BANK][0]
    game = end_of_cycle(scene, "FdLR")
    assert top in game.state.trains[BANK]
    game.play(Pass())
    while game.state.round.kind == "operating":
        game.play(Pass())
    assert top in game.state.trains["removed"]
    assert game.state.round.kind == "stock"


@rule("18ESP-4.9.1")
def test_a_train_is_exported_though_no_company_operates() -> None:
    scene = Scene("2", players=3)
    top = scene.state.trains[BANK][0]
    game = scene.stock()
    for _ in range(3):
        game.play(Pass())
    assert top in game.state.trains["removed"]  # A31
    assert (game.state.round.kind, game.state.round.number) == ("stock", 3)


def test_online_nothing_is_exported_before_a_company_is_launched() -> None:
    scene = Scene("2", players=3, edition="online")
    top = scene.state.trains[BANK][0]
    game = scene.stock()
    for _ in range(3):
        game.play(Pass())
    assert game.state.trains[BANK][0] == top
    assert (game.state.round.kind, game.state.round.number) == ("stock", 3)


def test_online_a_game_without_companies_ends_after_turn_100() -> None:
    """Nobody can found a company and nothing is exported (D24): nothing would happen again."""
    scene = Scene("2", players=3, edition="online")
    for seat in range(3):
        scene.cash(seat, 0)
    scene.cash(0, 999).pioneers(**dict.fromkeys(scene.state.private_owner, OUT))
    game = scene.stock()
    game.state.cash[0] = 0
    game.state.cash[BANK] += 999
    passes(game, Pass())
    assert game.over
    assert (game.state.ending, game.state.round.number) == (("turns",), 100)
    assert end_trigger(game) is None  # no end that is known there
    assert set(game.scores().values()) == {0}


@rule("18ESP-4.9.2", "18ESP-4.4.1.8")
def test_after_an_export_surplus_trains_go_before_the_stock_round() -> None:
    scene = Scene("3").major("FdLR", 2).station("FdLR", "H8")
    cards = scene.trains("FdLR", "2+3", "2+3", "2+3", "3")
    bank = scene.state.trains[BANK]
    scene.state.trains[OUT] += tuple(c for c in bank if c[0] == "3")
    scene.state.trains[BANK] = tuple(c for c in bank if c[0] != "3")
    game = end_of_cycle(scene, "FdLR")
    while game.state.round.kind == "operating":
        game.play(Pass())
    assert game.phase.name == "4"
    assert (game.step.id, game.actor) == ("discard", 2)
    refused(game, Pass(), "18ESP-4.4.1.8")
    refused(game, DiscardTrain("FdC", cards[0]), "18ESP-4.4.1.8")
    game.play(DiscardTrain("FdLR", cards[0]))
    assert game.step.id == "stock_round"


@rule("18ESP-4.9.2", "18ESP-6.1")
def test_an_export_starts_a_phase() -> None:
    scene = Scene("4").major("FdLR").small("SC")
    bank = scene.state.trains[BANK]
    scene.state.trains["removed"] += tuple(c for c in bank if c[0] == "4")
    scene.state.trains[BANK] = tuple(c for c in bank if c[0] != "4")
    scene.stock()
    assert scene.game.phase.name == "4"  # being on top is not enough
    export_train(Play(scene.game))
    assert scene.game.phase.name == "5"
    assert facts(scene.game).frozen == {"SC"}
    begin_set(Play(scene.game), 2)
    assert scene.game.state.round.parts == 3  # V40


@rule("18ESP-4.9.4", "18ESP-5.2.1.3")
def test_an_exported_train_may_be_recycled_when_it_is_obsolete() -> None:
    scene = Scene("3").major("FdLR", treasury=900).station("FdLR", "H8")
    scene.state.trains[OUT] += scene.state.trains["removed"]
    scene.state.trains["removed"] = ()
    export_train(Play(scene.game))  # a 3, not obsolete before phase 6
    assert recyclable(scene.game) == []
    scene.state.phase = 4
    assert recyclable(scene.game) == ["3", "2+3"]


@rule("18ESP-4.9.5", "18ESP-7.1", "18ESP-7.3")
def test_the_second_last_train_may_be_exported() -> None:
    scene = Scene("7").major("FdLR")
    scene.stock(5)
    export_train(Play(scene.game))
    assert facts(scene.game).last_set == 5  # the stock round that begins is the last one
    begin_set(Play(scene.game), 5)
    assert scene.game.state.round.parts == 3


# --- the end ---------------------------------------------------------------------------


def before_the_end(part: int) -> Game:
    scene = Scene("7").major("FdLR", treasury=900).major("FdSB", 1, price=75)
    scene.station("FdLR", "H8").station("FdSB", "I5")
    scene.state.round = Round(kind="operating", number=4, part=part, parts=3)
    scene.trains("FdSB", "4+5")
    return scene.turn("FdLR", "trains")


@rule("18ESP-7.1", "18ESP-7.2", "18ESP-7.4")
def test_the_second_last_train_ends_the_set() -> None:
    game = before_the_end(1)
    game.play(BuyTrain("6+8-1", BANK, 800))
    assert facts(game).last_set == 5
    assert game.state.ending == ("second_last_train",)
    while game.state.round.kind == "operating":
        assert game.state.round.part == 1  # V39: the round is finished, not the set
        game.play(run() if game.step.id == "run_trains" else Pass())
    assert (game.state.round.kind, game.state.round.number) == ("stock", 5)
    rounds = set()
    while not game.over:
        if game.state.round.kind == "operating":
            rounds.add(game.state.round.part)
        game.play(run() if game.step.id == "run_trains" else Pass())
    assert rounds == {1, 2, 3}


@rule("18ESP-7.12")
def test_trains_are_bought_in_the_last_rounds_too() -> None:
    scene = Scene("7").last_round().major("FdLR", treasury=900).station("FdLR", "H8")
    game = scene.turn("FdLR", "trains")
    refused(game, Pass(), "18ESP-4.7.0.1")
    game.play(BuyTrain("6+8-1", BANK, 800))
    assert game.over or game.step.id in ("trains", "last")


@rule("18ESP-7.6")
@pytest.mark.parametrize(("before", "after"), [(310, 400), (325, 400), (151, 196), (126, 165)])
def test_northern_majors_jump_in_the_last_round(before: int, after: int) -> None:
    scene = Scene("7").last_round().major("FdLR", price=before).station("FdLR", "H8")
    scene.trains("FdLR", "4+5")
    game = scene.earned("FdLR", 100)
    game.play(Dividend("pay"))
    assert price(game, "FdLR") == after  # V5


@rule("18ESP-7.5", "18ESP-7.6", "18ESP-7.7")
@pytest.mark.parametrize(("edition", "times"), [("rulebook", 3), ("online", 2)])
@pytest.mark.parametrize(
    ("number", "part", "parts", "last"),
    [(4, 1, 1, False), (5, 1, 3, False), (5, 2, 3, False), (5, 3, 3, True)],
)
def test_only_the_very_last_round_multiplies(
    number: int, part: int, parts: int, last: bool, edition: str, times: int
) -> None:
    scene = Scene("7", edition=edition).major("FdLR").major("N", 1)
    Play(scene.game).set_facts(final=True, last_set=5)  # known since a round of the fourth set
    scene.state.round = Round(kind="operating", number=number, part=part, parts=parts)
    assert factor(scene.game, "FdLR") == (times if last else 1)
    assert factor(scene.game, "N") == 1


@rule("18ESP-7.6")
def test_who_withholds_in_the_last_round_moves_left_once() -> None:
    scene = Scene("7").last_round().major("FdLR", price=151).station("FdLR", "H8")
    scene.trains("FdLR", "4+5")
    game = scene.earned("FdLR", 300)
    money = game.state.cash["FdLR"]
    game.play(Dividend("keep"))
    assert price(game, "FdLR") == 138
    assert game.state.cash["FdLR"] == money + 300


@rule("18ESP-7.8", "18ESP-7.9", "18ESP-7.10", "18ESP-4.7.2.7")
def test_final_wealth() -> None:
    scene = Scene("7", players=3).major("FdLR", 0, held={0: 4, 1: 3}, price=151, treasury=999)
    for seat, money in enumerate((100, 200, 50)):
        scene.cash(seat, money)
    Play(scene.game).set_facts(debts={1: (75,)})
    scores = scene.game.rules.scores(scene.game)
    assert scores == {0: 100 + 4 * 151, 1: 200 + 3 * 151 - 113, 2: 50}
    assert scene.game.rules.places(scene.game) == {0: 1, 1: 2, 2: 3}


def test_open_pioneers_are_worth_their_value() -> None:
    scene = Scene("4", players=3).cash(0, 100)
    assert scene.game.rules.scores(scene.game)[0] == 100 + 10 + 40 + 70 + 100 + 130 + 160 + 190


@rule("18ESP-7.9")
def test_a_frozen_small_company_is_worth_twice_its_value() -> None:
    scene = Scene("4", players=3).small("SC", 2, value=100)
    cell = scene.game.definition.market.price.index(138)
    scene.state.stacks = {cell: ("SC",)}
    scene.state.cell["SC"] = cell
    Play(scene.game).set_facts(frozen=frozenset({"SC"}))
    scene.pioneers(**dict.fromkeys(scene.state.private_owner, OUT))
    assert scene.game.rules.scores(scene.game)[2] == scene.state.cash[2] + 276  # V38


@rule("18ESP-7.11")
def test_ties() -> None:
    scene = Scene("7", players=3).major("FdLR", 0, held={0: 2, 1: 3}, price=100)
    scene.major("FdSB", 2, held={2: 3}, price=95).major("A", 2, held={2: 4}, price=400)
    scene.cash(0, 2000).cash(1, 1900).cash(2, 2200 - 285 - 1600)  # A is dearer, but southern
    Play(scene.game).set_facts(cards=(2, 0, 1))
    scores = scene.game.rules.scores(scene.game)
    assert set(scores.values()) == {2200}
    # More of FdLR, the dearest northern major; then the lower card.
    assert list(scene.game.places()) == [scene.game.name(seat) for seat in (1, 0, 2)]
    scene.state.shares["FdLR"] = (0, IPO, IPO, IPO, IPO, IPO, IPO, IPO, IPO)
    scene.cash(1, 2200)
    assert scene.game.rules.places(scene.game) == {0: 1, 2: 2, 1: 3}


def test_online_has_no_tie_break() -> None:
    scene = Scene("7", players=3, edition="online")
    Play(scene.game).set_facts(cards=(2, 0, 1))
    scene.pioneers(**dict.fromkeys(scene.state.private_owner, OUT))
    assert scene.game.rules.places(scene.game) == {0: 1, 1: 1, 2: 1}
    assert listed(scene.stock(), StartCompany)
