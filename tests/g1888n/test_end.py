"""The end of the game and the final count (10)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import DeclareBankruptcy
from dieciocho.engine.game import Game, Play
from dieciocho.engine.invariants import check

from ..support import refused, rule
from .scenes import (
    CLOSED,
    Table,
    cell,
    coast,
    everybody_passes,
    finish_set,
    operating,
    quiet_table,
    run,
    sit_out,
    top,
)


def drain(table: Table, amount: int) -> Table:
    """Leave the bank with an amount; Dani has the rest."""
    surplus = table.state.cash["bank"] - amount
    return table.cash(3, table.state.cash[3] + surplus)


def paying(
    bank: int,
    parts: int = 1,
    *,
    edition: str = "rulebook",
    version: int | None = None,
    house: dict[str, str] | None = None,
) -> Game:
    """LYR (60 % Ana's) has earned 100 and the bank holds little."""
    table = coast(edition, "3", version=version, house=house)
    card = table.train("LYR", "2")
    drain(table, bank)
    game = table.operate("LYR", "run_trains", parts=parts)
    run(game, f"{card}: F16.0-G15-H14.0-H16.0")
    table.change_turn(revenue=100)
    return game


@rule("1888N-10.1.1", "1888N-10.1.3", "1888N-10.2.1")
def test_the_bank_runs_out_in_an_operating_round() -> None:
    """The set is played to its end; what the bank owes counts as cash."""
    game = paying(59, parts=2)
    game.play("pay dividend")
    assert (game.state.cash[0], game.state.cash["bank"]) == (660, -1)
    assert game.state.ending == ("bank",)
    sit_out(game)
    assert (game.over, operating(game), game.state.round.part) == (False, "LYR", 2)
    cards = game.state.trains["bank"]
    sit_out(game)
    assert game.over
    assert game.state.trains["bank"] == cards  # no export any more
    assert (
        game.scores()["Ana"]
        == game.state.cash[0] + 6 * game.definition.market.price[game.state.cell["LYR"]]
    )
    check(game)


@rule("1888N-10.1.1")
def test_a_bank_with_exactly_nothing_left_is_broken() -> None:
    game = paying(60)
    game.play("pay dividend")
    assert (game.state.cash["bank"], game.state.ending) == (0, ("bank",))
    finish_set(game)
    assert game.over


@rule("1888N-10.1.1")
@pytest.mark.parametrize(
    ("edition", "version", "house"),
    [
        ("online", None, None),  # D24
        ("rulebook", 1, None),  # games that began under version 1 of the rules
        ("rulebook", None, {"empty_bank_breaks": "no"}),
    ],
)
def test_elsewhere_a_bank_breaks_only_when_it_cannot_pay(
    edition: str, version: int | None, house: dict[str, str] | None
) -> None:
    game = paying(60, edition=edition, version=version, house=house)
    game.play("pay dividend")
    assert (game.state.cash["bank"], game.state.ending) == (0, ())
    finish_set(game)
    assert (game.over, game.state.round.kind) == (False, "stock")


@rule("1888N-10.1.2")
def test_the_bank_runs_out_in_a_stock_round() -> None:
    """That round and a complete set of operating rounds are still played."""
    table = coast(phase="3")
    table.train("LYR", "2")
    game = drain(table, 89).stock_round()
    game.play("sell 1 of LYR")
    assert (game.state.cash["bank"], game.state.ending) == (-1, ("bank",))
    everybody_passes(game)
    assert (game.over, game.state.round.kind, game.state.round.parts) == (False, "operating", 2)
    sit_out(game)
    assert (game.over, game.state.round.part) == (False, 2)
    sit_out(game)
    assert game.over


@rule("1888N-10.1.4")
def test_money_that_flows_back_does_not_save_the_bank() -> None:
    game = paying(59)
    game.play("pay dividend")
    assert game.state.cash["bank"] == -1
    game.play(f"buy train {top(game)} from bank for 180")
    assert game.state.cash["bank"] == 179
    finish_set(game)
    assert game.over


def ruined() -> Game:
    """Ana is rich in shares that she cannot sell; LYR needs a D."""
    table = coast(phase="7", treasury=0).empty_deck_down_to("D").cash(0, 100)
    table.company("JHR", 0, held={0: 5}, pool=5, price_at=(0, 17))
    table.state.shares["LYR"] = (0, *("pool",) * 5, "ipo", "ipo", "ipo")
    return table.operate("LYR", "trains", parts=3)


@rule("1888N-10.1.5", "1888N-10.1.6", "1888N-1.2")
def test_bankruptcy_ends_the_game_at_once_and_the_bankrupt_may_win() -> None:
    game = ruined()
    game.play(DeclareBankruptcy())
    assert (game.over, game.actor, game.legal_actions()) == (True, None, [])
    refused(game, "pass", "1888N-10.1.5")
    scores = game.scores()
    assert scores["Ana"] == 100 + 5 * 400 + 2 * 90
    assert max(scores, key=lambda name: scores[name]) == "Ana"


@rule("1888N-10.1.5")
def test_bankruptcy_ends_the_game_at_once_even_if_the_bank_was_empty() -> None:
    game = ruined()
    Play(game).note_ending("bank")
    assert (game.state.round.part, game.state.round.parts) == (1, 3)
    game.play(DeclareBankruptcy())
    assert game.over
    assert game.state.ending[0] == "bankruptcy"


@rule("1888N-10.1.7")
def test_neither_the_highest_price_nor_the_last_train_ends_the_game() -> None:
    table = coast(phase="7", price_at=(0, 17))
    card = table.train("LYR", "5")
    table.state.trains["out"] += table.state.trains["bank"]
    table.state.trains["bank"] = ()
    game = table.operate("LYR", "run_trains")
    run(game, f"{card}: F16.0-G15-H14.0-H16.0")
    game.play("pay dividend")
    assert (cell(game, "LYR"), game.over, game.state.ending) == ((0, 17), False, ())
    Play(game).set_round(number=50)
    everybody_passes(game)
    assert (game.over, operating(game)) == (False, "LYR")


# --- the final count -------------------------------------------------------------------


@rule("1888N-10.2.1", "1888N-6.17")
def test_cash_privates_and_shares_are_counted() -> None:
    """KT counts its face value of 25, whatever was paid for it."""
    table = Table().privates(KT=0, TA=1, HS=1, GW=2, YRF="LYR", FC=3).phase("3")
    table.state.prices["KT"] = 10
    table.company("LYR", 0, held={0: 5, 1: 1}, price_at=(1, 4))  # 100
    table.company("ZDR", 1, held={1: 4, 2: 2}, price_at=(8, 0))  # 40
    game = table.cash(2, 777).stock_round()
    assert game.scores() == {
        "Ana": 600 + 25 + 500,
        "Bela": 600 + 50 + 75 + 100 + 160,
        "Carla": 777 + 100 + 80,
        "Dani": 600 + 150,
    }


@rule("1888N-10.2.1", "1888N-4.3.1.12")
def test_closed_privates_count_nothing() -> None:
    game = Table().privates(**CLOSED).phase("5").stock_round()
    assert game.scores() == dict.fromkeys(("Ana", "Bela", "Carla", "Dani"), 600)


@rule("1888N-10.2.2")
def test_shares_of_a_company_that_was_never_launched_count() -> None:
    table = quiet_table().company("ZDR", 1, held={1: 3}, price_at=(2, 4))
    game = table.stock_round()
    assert "ZDR" not in game.state.floated
    assert game.scores()["Bela"] == 600 + 3 * 95


@rule("1888N-10.2.3")
def test_what_companies_own_counts_nothing() -> None:
    table = Table().privates(**{**CLOSED, "FC": "LYR"}).phase("3").company("LYR", treasury=900)
    table.train("LYR", "3")
    before = table.game.scores()
    table.cash("LYR", 0).train("LYR", "3")
    table.state.private_owner["FC"] = "out"
    assert table.game.scores() == before
    assert before["Ana"] == 600 + 6 * 90


@rule("1888N-10.2.4")
def test_equal_totals_stay_equal() -> None:
    table = quiet_table().company("LYR", 0, held={0: 2}, launched=False)
    game = table.cash(0, 420).stock_round()
    scores = game.scores()
    assert scores["Ana"] == scores["Bela"] == scores["Carla"] == scores["Dani"] == 600
