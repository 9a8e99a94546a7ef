"""Trains, dividends and the end (MALLORCA-6, 7 and 8)."""

from __future__ import annotations

import pytest

from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK, IPO, OUT, POOL

from .scenes import at, cash, launched, phase, refused, rule, second_set, tiles, train

LINE = "C5:4/0 B6:6/0"  # Palma - Bunyola - Sóller - its harbour


def running(board: str = "", *kinds: str) -> Game:
    """MAL is about to run trains of these kinds, by default one 2."""
    game = tiles(launched(), board)
    for kind in kinds or ("2",):
        train(game, "MAL", kind)
    return at("run_trains", game)


@rule("MALLORCA-6.1")
def test_what_a_route_is() -> None:
    game = running(LINE)
    for route in (
        "2-0: D4.0",
        "2-0: D4-E5.0",
        "2-0: D4.0-C5",
        "2-0: D4.0-D6-D8.0",
        "2-0: D4.0-B6.0",
        "2-0: D4.0-C5-B6.0",
        "2-0: Z4.0-C5.0",
        "2-0: D4.1-C5.0",
        "2-1: D4.0-E5.0",
        "2-0: D4.0-E5.0; 2-0: D4.0-C5.0",
    ):
        refused(game, f"run {route}", "MALLORCA-6.1")
    game.play("run 2-0: D4.0-E5.0")


@rule("MALLORCA-6.2")
def test_nothing_is_used_twice() -> None:
    game = running(LINE, "2", "2")
    refused(game, "run 2-0: D4.0-E5.0; 2-1: D4.0-E5.0", "MALLORCA-6.2")
    game.play("run 2-0: D4.0-E5.0; 2-1: D4.0-C5.0")
    assert game.state.turn is not None
    assert game.state.turn.revenue == 60 + 50
    around = "C5:87/5 D6:7/1"
    refused(running(around, "4"), "run 4-0: D4.0-C5.0-D6-D4.0", "MALLORCA-6.2")


@rule("MALLORCA-6.3")
def test_how_far_a_train_goes() -> None:
    game = running(LINE)
    refused(game, "run 2-0: E5.0-D4.0-C5.0", "MALLORCA-6.3")
    game = running(LINE, "3").play("run 3-0: E5.0-D4.0-C5.0")
    assert game.state.turn is not None
    assert game.state.turn.revenue == 70


@rule("MALLORCA-6.4")
def test_stations_on_the_way() -> None:
    game = running("C5:4/0 B6:619/2 C7:57/2", "4")
    refused(game, "run 4-0: C5.0-B6.0", "MALLORCA-6.4")
    game.state.stations["B6", 0] = ("SOL", "LLE")
    game.state.station_key += 1
    refused(game, "run 4-0: D4.0-C5.0-B6.0-C7.0", "MALLORCA-6.4")
    game.play("run 4-0: E5.0-D4.0-C5.0-B6.0")


@rule("MALLORCA-6.5")
def test_harbours_are_ends() -> None:
    game = running("A9:3/4 B10:3/2", "4")
    refused(game, "run 4-0: A9.0-A11.0-B10.0", "MALLORCA-6.5")


@rule("MALLORCA-6.6")
@pytest.mark.parametrize(("name", "worth"), [("2", 60), ("3", 70), ("4", 80)])
def test_harbours_grow_with_the_phases(name: str, worth: int) -> None:
    game = phase(train(launched(), "MAL", "2"), name)
    game = at("run_trains", game)
    assert game.best_routes("MAL").best.revenue == worth


@rule("MALLORCA-6.7")
def test_the_greatest_revenue_is_claimed() -> None:
    game = running(LINE)
    refused(game, "pass", "MALLORCA-6.7")
    refused(game, "run 2-0: D4.0-C5.0", "MALLORCA-6.7")
    refused(game, "run nothing", "MALLORCA-6.7")
    game.play("run 2-0: D4.0-E5.0")


@rule("MALLORCA-6.8")
def test_a_dividend() -> None:
    game = running().play("run 2-0: D4.0-E5.0")
    refused(game, "pass", "MALLORCA-6.8")
    game.state.shares["MAL"] = (0, 0, 1, POOL, POOL, *[IPO] * 4)
    before = game.state.cash.copy()
    game.play("pay dividend")
    gained = {owner: money - before[owner] for owner, money in game.state.cash.items()}
    assert (gained[0], gained[1], gained["MAL"], gained[BANK]) == (18, 6, 12, -36)


@rule("MALLORCA-6.9")
def test_keeping_the_revenue() -> None:
    game = running().play("run 2-0: D4.0-E5.0").play("keep dividend")
    assert game.state.cash["MAL"] == 560
    assert "MAL has no revenue." in at("trains", launched()).log_lines()


# --- trains ----------------------------------------------------------------------------


@rule("MALLORCA-7.1")
def test_buying_trains() -> None:
    game = at("trains", launched())
    kinds = [game.kind_of(card) for card in game.state.trains[BANK]]
    assert kinds == ["2"] * 7 + ["3"] * 3 + ["4"]
    assert [game.definition.trains[kind].price for kind in "234"] == [80, 150, 240]
    refused(game, "buy train 3-0 from bank for 150", "MALLORCA-7.1")
    refused(game, "buy train 2-0 from bank for 79", "MALLORCA-7.1")
    refused(game, "buy train 2-0 from pool for 80", "MALLORCA-7.1")
    game.play("buy train 2-0 from bank for 80")
    assert game.state.cash["MAL"] == 420
    refused(cash(game, "MAL", 79), "buy train 2-1 from bank for 80", "MALLORCA-7.1")
    game = at("trains", launched())
    assert game.play("pass").state.trains["MAL"] == ()  # nobody has to buy


@rule("MALLORCA-7.1")
def test_there_is_always_another_4() -> None:
    game = at("trains", launched())
    game.state.trains[OUT] = game.state.trains[BANK][:-1]
    game.state.trains[BANK] = ("4-0",)
    game.play("buy train 4-0 from bank for 240")
    assert game.state.trains[BANK] == ("4-1",)


@rule("MALLORCA-7.2")
def test_companies_sell_no_trains() -> None:
    game = at("trains", train(launched(), "SOL", "2"))
    refused(game, "buy train 2-0 from SOL for 80", "MALLORCA-7.2")
    game.play("buy train 2-1 from bank for 80")
    refused(game, "buy train 2-1 from MAL for 80", "MALLORCA-7.2")
    refused(game, "buy train 2-2 from bank for 40 trading 2-1", "MALLORCA-7.2")


@rule("MALLORCA-7.3")
def test_three_trains_at_most() -> None:
    game = cash(at("trains", launched()), "MAL", 900)
    for number in range(3):
        game.play(f"buy train 2-{number} from bank for 80")
    assert game.state.turn is not None
    assert game.state.turn.company == "SOL"  # nothing is left to decide
    game = cash(at("trains", launched()), "MAL", 900)
    for _ in range(3):
        train(game, "MAL", "2")
    refused(game, "buy train 2-3 from bank for 80", "MALLORCA-7.3")


@rule("MALLORCA-7.4", "MALLORCA-7.5")
def test_phases_begin_and_trains_rust() -> None:
    game = cash(launched(), "MAL", 900)
    for company in ("MAL", "SOL"):
        train(game, company, "2")
    trains = game.state.trains
    trains[OUT], trains[BANK] = trains[BANK][:5], trains[BANK][5:]
    game = at("run_trains", game)
    game.play(game.legal_actions()[0]).play("keep dividend").play("buy train 3-0 from bank for 150")
    assert (game.phase.name, game.state.trains["SOL"]) == ("3", ("2-1",))
    trains = game.state.trains
    trains[OUT], trains[BANK] = (*trains[OUT], *trains[BANK][:-1]), trains[BANK][-1:]
    game.play("buy train 4-0 from bank for 240")
    assert (game.phase.name, game.state.trains["SOL"]) == ("4", ())
    assert game.state.trains["MAL"] == ("3-0", "4-0")


@rule("MALLORCA-7.6")
def test_a_train_is_shipped_after_every_set() -> None:
    game = second_set()
    assert game.state.trains[OUT] == ("2-0",)
    for _ in range(10):
        number = game.state.round.number
        while game.state.round.number == number:
            game.play("pass")
    assert game.state.trains[BANK] == ("4-0",)
    assert game.phase.name == "3"


# --- the end ---------------------------------------------------------------------------


@rule("MALLORCA-8.1", "MALLORCA-8.2", "MALLORCA-8.3")
def test_the_bank_breaks() -> None:
    game = running().play("run 2-0: D4.0-E5.0")
    cash(game, 1, game.state.cash[1] + game.state.cash[BANK] - 10)
    game.play("pay dividend")
    assert game.state.ending == ("bank",)
    assert game.state.cash[BANK] == 10 - 36
    assert not game.over
    while not game.over:
        choice = game.legal_actions()[-1]
        game.play("pay dividend" if game.step.id == "pay_dividend" else choice)
    assert (game.state.round.part, game.state.round.number) == (2, 1)
    shares = 6 * game.definition.market.price[game.state.cell["MAL"]]
    assert game.scores()["Ana"] == game.state.cash[0] + shares
    refused(game, "pass", "MALLORCA-8.2")
