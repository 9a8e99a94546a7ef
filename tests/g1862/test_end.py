"""The ends of the game, the LNER, the shorter game and the one for new players (1862-10, 11)."""

from __future__ import annotations

from typing import Any

import pytest

import dieciocho
from dieciocho.engine.actions import (
    BuyShare,
    BuyTrain,
    Choose,
    Pass,
    Route,
    Run,
    SellShares,
    StartCompany,
)
from dieciocho.engine.game import Game, Play
from dieciocho.engine.invariants import check
from dieciocho.engine.ledger import pay
from dieciocho.engine.shares import price, put_marker
from dieciocho.engine.state import BANK, IPO, POOL
from dieciocho.games.g1862.facts import facts, this_turn
from dieciocho.games.g1862.floating import startable
from dieciocho.games.g1862.holdings import held
from dieciocho.games.g1862.limits import certificate_limit
from dieciocho.games.g1862.rounds import begin_operating_round, note_last_price
from dieciocho.games.g1862.site.state import end_trigger
from dieciocho.games.g1862.stations import remove_all
from dieciocho.games.g1862.trains import Trains

from ..support import legal, listed, refused, rule
from .scenes import NAMES, Scene, new

LAST = 66  # the last space of the market


def running(phase: str = "D", **options: Any) -> Scene:
    """Two companies with trains and a route each."""
    scene = Scene("NGC", "FDR", "ESR", "WNR", "EUR", **options).phase(phase)
    scene.found("NGC", {0: 6, 1: 4}, price=100, cash=2000, permits=("express",))
    scene.found("FDR", {1: 6, 2: 4}, price=90, cash=2000, permits=("express",))
    scene.lay("C10", "57", 0).lay("C8", "621", 0).station("NGC", "C10")
    scene.lay("G12", "57", 0).station("FDR", "G12")
    scene.train("NGC", "4/5E")
    scene.train("FDR", "4/5E")
    return scene


def begin(scene: Scene, part: int = 1, parts: int = 3) -> Game:
    scene.state.agenda.clear()
    begin_operating_round(Play(scene.game), 3, part, parts)
    return scene.ready()


def play_on(game: Game, until: str = "") -> None:
    """Play the quietest legal action until another kind of round begins or the game is over."""
    kind = game.state.round.kind
    while not game.over and game.state.round.kind == kind and until != _part(game):
        actions = [choice.action for choice in game.legal_actions()]
        game.play(Pass() if Pass() in actions else actions[0])
        check(game)


def _part(game: Game) -> str:
    return f"{game.state.round.number}.{game.state.round.part}"


# --- last price, bank --------------------------------------------------------------------


@rule("1862-10.1.1")
def test_the_last_price_ends_the_game_with_the_round() -> None:
    game = begin(running())
    put_marker(game, "NGC", LAST)
    note_last_price(Play(game), "NGC")
    play_on(game)
    assert game.over
    assert _part(game) == "3.1"
    assert not facts(game).lner
    assert game.state.last_runs["FDR"].number == 3  # all have operated


@rule("1862-10.2.1", "1862-10.3.1")
def test_a_broken_bank_ends_the_game_with_the_set() -> None:
    scene = running()
    game = begin(scene)
    Play(game).set_facts(lner_due=True)
    pay(Play(game), BANK, 0, game.state.cash[BANK] + 5)
    assert game.state.ending == ("bank",)
    play_on(game)
    assert game.over
    assert _part(game) == "3.3"
    assert not facts(game).lner
    assert game.state.cash[BANK] < 0  # paid on paper


@rule("1862-10.2.1")
@pytest.mark.parametrize(
    ("options", "ended"),
    [({}, True), ({"edition": "online"}, False), ({"empty_bank_breaks": "no"}, False)],
)
def test_a_bank_with_nothing_left_is_broken(options: dict[str, str], ended: bool) -> None:
    """V-O32: its last money is paid out in the first of two rounds; the second one is played."""
    game = begin(running(**options), parts=2)
    pay(Play(game), BANK, 0, game.state.cash[BANK] - 120)
    assert game.state.ending == ()
    pay(Play(game), BANK, 0, 120)
    assert game.state.ending == (("bank",) if ended else ())
    if ended:
        play_on(game)
        assert game.over
        assert _part(game) == "3.2"


@rule("1862-10.2.2")
def test_a_bank_that_breaks_in_a_stock_round_allows_a_whole_set() -> None:
    scene = running()
    game = scene.stock(0, number=3)
    pay(Play(game), BANK, 0, game.state.cash[BANK] + 5)
    play_on(game)
    assert game.state.round.kind == "operating"
    play_on(game)
    assert game.over
    assert _part(game) == "3.3"


@rule("1862-10.2.3")
def test_after_the_lner_a_broken_bank_ends_nothing() -> None:
    scene = running()
    Play(scene.game).set_facts(lner=True, limit=20)
    game = begin(scene)
    pay(Play(game), BANK, 0, game.state.cash[BANK] + 5)
    play_on(game, until="3.2")
    assert not game.over
    assert _part(game) == "3.2"


@rule("1862-10.5.1", "1862-3.0.1")
@pytest.mark.parametrize(("cash", "over"), [(800, False), (161, True)])
def test_without_companies_it_goes_on_while_one_can_be_founded(cash: int, over: bool) -> None:
    """V-O33: all companies are bankrupt; 161 does not pay for a director's certificate."""
    scene = Scene("NGC", "FDR").phase("C")
    for seat in range(3):
        scene.cash(seat, cash)
    game = begin(scene, part=1, parts=2)
    assert game.over == over
    assert game.state.ending == (("standstill",) if over else ())
    assert over or (game.state.round.kind, game.state.round.number) == ("parliament", 4)


@rule("1862-10.5.1")
def test_one_idle_cycle_is_enough() -> None:
    """The last company goes bankrupt in the last round of a set: the next cycle is the idle one."""
    scene = Scene("NGC", "FDR").phase("C").found("NGC", {POOL: 5}, price=7, cash=900)
    for seat in range(3):
        scene.cash(seat, 100)
    scene.train("NGC", "3E")
    game = begin(scene, part=2, parts=2)
    assert game.over
    assert game.state.ending == ("standstill",)
    assert game.state.round.number == 4


@rule("1862-10.5.1")
def test_online_idle_rounds_go_on() -> None:
    """D33: until turn 100; the site knows no standstill."""
    scene = Scene("NGC", "FDR", edition="online").phase("C")
    for seat in range(3):
        scene.cash(seat, 161)
    game = begin(scene, part=1, parts=2)
    assert game.over
    assert game.state.ending == ("turns",)
    assert game.state.round.number == 100
    assert end_trigger(game) is None  # no end that is known there
    assert set(game.rules.scores(game).values()) == {161}


# --- the LNER ----------------------------------------------------------------------------


@rule("1862-10.3.1", "1862-9.9")
def test_the_first_h_train_brings_the_lner_after_the_set() -> None:
    scene = running("G")
    scene.state.trains["out"] = (*scene.state.trains["out"], "G-0")
    scene.state.trains[BANK] = scene.state.trains[BANK][1:]
    scene.cash("NGC", 2000)
    game = scene.operate("NGC", Trains)
    game.play(BuyTrain("6E-0", "bank", 800))
    assert game.phase.name == "H"
    assert facts(game).lner_due
    assert not facts(game).lner
    assert certificate_limit(game) == 18  # for three players; the new one comes with the LNER
    play_on(game)
    assert facts(game).lner
    assert certificate_limit(game) == 10
    assert game.state.round.kind == "stock"  # no parliament round


def formed(longer: bool = False, **options: Any) -> Game:
    """The LNER has just formed; ESR is chartered with shares in the offer, EUR is not started."""
    scene = running("H", **options)
    if longer:
        scene.lay("C12", "57", 0)
    scene.found("ESR", {0: 5}, price=74, chartered=True, cash=100)
    scene.lay("F11", "790", 1).station("ESR", "F11")
    scene.train("ESR", "6E")
    scene.found("WNR", {2: 3}, price=62, floated=False)
    Play(scene.game).set_facts(lner_due=True)
    game = begin(scene, part=3, parts=3)
    play_on(game)
    assert facts(game).lner
    return game


@rule("1862-10.3.2", "1862-6.5.2.3")
def test_what_the_lner_changes() -> None:
    game = formed()
    assert held(game, "ESR", IPO) == 0
    assert held(game, "ESR", POOL) == 5
    assert held(game, "NGC", "NGC") == 0
    assert startable(game) == []
    assert "EUR" in game.state.closed
    refused(game, StartCompany("EUR", 100), "1862-10.3.2")
    most = max(sum(held(game, company, seat) for company in game.state.cell) for seat in range(3))
    assert certificate_limit(game) == most == 11


@rule("1862-6.5.2.3")
def test_nobody_has_to_sell_after_it() -> None:
    game = formed()
    Play(game).set_facts(limit=1)
    assert legal(game, Pass())
    assert not legal(game, BuyShare("ESR", "pool"))


@rule("1862-10.3.2", "1862-6.4.2.5")
def test_sales_do_not_move_prices_any_more() -> None:
    game = formed()
    at = price(game, "NGC")
    while game.actor != 0:
        game.play(Pass())
    game.play(SellShares("NGC", 2))
    assert price(game, "NGC") == at


@rule("1862-10.3.2", "1862-10.3.3")
def test_one_stock_round_and_three_rounds_of_running() -> None:
    game = formed()
    play_on(game)
    board = game.state.board.copy()
    stations = dict(game.state.stations)
    names = set()
    parts = set()
    while not game.over:
        names.add(game.step.id)
        parts.add(_part(game))
        actions = [choice.action for choice in game.legal_actions()]
        game.play(Pass() if Pass() in actions else actions[0])
    assert parts == {"4.1", "4.2", "4.3"}
    assert names <= {"run_trains", "pay_dividend", "trains", "redeem"}
    assert game.state.board == board
    assert game.state.stations == stations
    assert game.state.ending == ("lner",)


@rule("1862-10.3.2", "1862-N.6")
def test_trains_come_from_the_bank_only() -> None:
    scene = running("H")
    Play(scene.game).set_facts(lner=True, limit=20)
    game = scene.operate("NGC", Trains)
    refused(game, BuyTrain(scene.state.trains["FDR"][0], "FDR", 250), "1862-10.3.2")
    game.play(BuyTrain("6E-0", "bank", 800))
    assert not facts(game).lner_due  # it has formed already


@rule("1862-10.3.4")
def test_revenue_does_not_change_while_the_trains_do_not() -> None:
    game = formed()
    play_on(game)
    seen: dict[str, set[int]] = {}
    while not game.over:
        actions = [choice.action for choice in game.legal_actions()]
        company = game.state.turn.company if game.state.turn is not None else ""
        game.play(Pass() if Pass() in actions else actions[0])
        run = game.state.last_runs.get(company)
        if run is not None and run.number == 4:
            seen.setdefault(company, set()).add(run.revenue)
    assert seen
    assert all(len(revenues) == 1 for revenues in seen.values())


LESS, MORE = (Run((Route("4/5E-0", way),)) for way in ("C8.0-C10.0", "C8.0-C10.0-C12.0"))


def to_the_run(game: Game) -> Game:
    """Go on until NGC runs its train."""
    while not (game.step.id == "run_trains" and this_turn(game).company == "NGC"):
        actions = [choice.action for choice in game.legal_actions()]
        game.play(Pass() if Pass() in actions else actions[0])
    return game


def ran_less(**options: Any) -> Game:
    """NGC ran less than it could in the first round after the LNER; the second one comes."""
    game = to_the_run(formed(longer=True, **options))
    game.play(LESS).play("keep dividend")
    return to_the_run(game)


@rule("1862-10.3.4")
def test_what_was_run_first_is_run_again() -> None:
    game = ran_less()
    refused(game, MORE, "1862-10.3.4")
    assert listed(game, Run) == [LESS]
    game.play(LESS)
    ran_less(edition="online").play(MORE)  # the site asks anew


@rule("1862-10.3.4")
def test_another_train_or_a_station_less_lets_a_company_run_anew() -> None:
    game = ran_less()
    Play(game).set_facts(warranties={"4/5E-0": 1})
    assert listed(game, Run) == [MORE]
    game = ran_less()
    remove_all(Play(game), "FDR")  # as when it goes bankrupt
    assert listed(game, Run) == [MORE]
    game.play(MORE)


@rule("1862-10.3.2")
@pytest.mark.parametrize(("edition", "placed"), [("rulebook", False), ("online", True)])
def test_a_late_company_never_runs(edition: str, placed: bool) -> None:
    """A-25: WNR floats in the last stock round and places no station."""
    game = formed(edition=edition)
    while game.actor != 2:
        game.play(Pass())
    game.play(BuyShare("WNR", "treasury"))
    while game.actor != 2:
        game.play(Pass())
    game.play(BuyShare("WNR", "treasury"))
    assert "WNR" in game.state.floated
    game.play("choose 2")
    pay(Play(game), BANK, "WNR", 1000)  # for a train
    play_on(game)
    while "WNR" not in game.state.last_runs:
        actions = [choice.action for choice in game.legal_actions()]
        game.play(Pass() if Pass() in actions else actions[0])
    assert "WNR" in game.state.floated
    assert ("WNR" in facts(game).homed) == placed


# --- scores ------------------------------------------------------------------------------


@rule("1862-10.4.1", "1862-3.0.2")
def test_the_score() -> None:
    scene = Scene("ESR", "FDR")
    scene.found("ESR", {0: 5, 1: 2}, price=71, cash=900).found("FDR", {1: 5}, price=100, cash=50)
    scene.train("FDR", "2E")
    scene.cash(0, 10).cash(1, 20).cash(2, 30)
    game = scene.game
    assert list(game.scores().values()) == [10 + 5 * 35, 20 + 2 * 35 + 500, 30]


def test_online_half_values_are_rounded_by_certificate() -> None:
    """D21: 3 x 71 / 2 = 106 for the director's certificate."""
    scene = Scene("ESR", edition="online").found("ESR", {0: 5}, price=71)
    assert scene.game.scores()["Ana"] == scene.state.cash[0] + 106 + 35 + 35


# --- variants ----------------------------------------------------------------------------


@rule("1862-11.2.1")
@pytest.mark.parametrize(("players", "count"), [(2, 6), (4, 6), (5, 7), (8, 7)])
def test_trains_of_the_shorter_game(players: int, count: int) -> None:
    game = new(players, shorter="yes")
    assert game.definition.trains["A"].count == count


@rule("1862-11.2.2", "1862-11.3.5")
def test_the_shorter_game_ends_with_the_first_e() -> None:
    scene = running("D", shorter="yes", trains="express", beginners="yes")
    gone = tuple(c for c in scene.state.trains[BANK] if c[0] == "D")
    scene.state.trains["out"] = (*scene.state.trains["out"], *gone)
    scene.state.trains[BANK] = tuple(c for c in scene.state.trains[BANK] if c[0] != "D")
    game = scene.operate("NGC", Trains)
    game.play(next(c for c in game.legal_actions() if isinstance(c.action, BuyTrain)))
    assert facts(game).lner_due


@rule("1862-11.2.3")
def test_d_trains_stay_in_the_shorter_game() -> None:
    for shorter, stays in (("yes", True), ("no", False)):
        scene = running("F", shorter=shorter)
        train = scene.train("FDR", "4E")
        gone = tuple(c for c in scene.state.trains[BANK] if c[0] == "F")
        scene.state.trains["out"] = (*scene.state.trains["out"], *gone)
        scene.state.trains[BANK] = tuple(c for c in scene.state.trains[BANK] if c[0] != "F")
        game = scene.operate("NGC", Trains)
        game.play(BuyTrain("5/6E-0", "bank", 700))
        assert (train in game.state.trains["FDR"]) == stays


@rule("1862-11.4.1", "1862-6.5.4.2.1")
@pytest.mark.parametrize(("edition", "most"), [("rulebook", 8), ("online", 7)])
def test_eight_stations_when_floating(edition: str, most: int) -> None:
    """D19: the site sells seven, though mergers may bring an eighth."""
    scene = Scene("ESR", edition=edition, stations="8")
    scene.found("ESR", {0: 4}, price=100, floated=False, cash=400)
    game = scene.stock(1).play(BuyShare("ESR", "treasury"))
    assert listed(game, Choose)[-1] == Choose(str(most))


@rule("1862-11.3.1")
def test_new_players_found_companies_in_parliament_only() -> None:
    scene = Scene("ESR", "FDR", trains="express", beginners="yes")
    scene.found("FDR", {1: 5, POOL: 1})
    game = scene.stock(0)
    refused(game, StartCompany("ESR", 100), "1862-11.3.1")


@rule("1862-11.3.3")
def test_new_players_buy_no_warranties() -> None:
    scene = Scene("NGC", trains="express", beginners="yes")
    scene.found("NGC", {0: 5}, cash=500)
    scene.lay("C10", "57", 0).station("NGC", "C10")
    game = scene.operate("NGC", Trains)
    refused(game, BuyTrain("2E-0", "bank", 150), "1862-7.10.0.1")
    game.play(BuyTrain("2E-0", "bank", 100))
    assert facts(game).warranties == {"2E-0": 1}  # the free one


@rule("1862-11.3.5", "1862-11.3.1")
def test_options_that_do_not_go_together() -> None:
    for options in (
        {"beginners": "yes"},
        {"beginners": "yes", "trains": "express+local"},
        {"shorter": "yes", "length": "long"},
        {"trains": "none"},
        {"colour": "red"},
    ):
        with pytest.raises(dieciocho.BadInput):
            dieciocho.new_game("1862", NAMES[:3], options=options)
    dieciocho.new_game(
        "1862", NAMES[:3], options={"beginners": "yes", "trains": "freight", "shorter": "yes"}
    )
