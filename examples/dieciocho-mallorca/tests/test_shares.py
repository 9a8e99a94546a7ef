"""The game, the market and the stock rounds (MALLORCA-1, 2 and 3)."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK, IPO, POOL

from .scenes import NAMES, at, cash, launched, new, price, refused, rule, second_set, train


@rule("MALLORCA-1.1")
def test_two_to_four_play_in_an_order_that_is_drawn() -> None:
    for count in (1, 5):
        with pytest.raises(dieciocho.BadInput, match="2 to 4 players"):
            dieciocho.new_game("18mallorca", [f"P{n}" for n in range(count)])
    seatings = {dieciocho.new_game("18mallorca", NAMES, seed=n).players for n in range(9)}
    assert len(seatings) > 3
    game = new(3).play("pass").play("pass")
    assert game.name(game.actor or 0) == "Cati"


@rule("MALLORCA-1.2")
@pytest.mark.parametrize("money", [(520, 540), (360, 370, 380), (240, 240, 260, 258)])
def test_starting_money(money: tuple[int, ...]) -> None:
    held = new(len(money)).state.cash
    assert tuple(held[seat] for seat in range(len(money))) == money
    assert sum(held.values()) == 4400


@rule("MALLORCA-1.3")
def test_four_companies_of_nine_certificates() -> None:
    game = new()
    assert list(game.definition.companies) == ["MAL", "SOL", "LLE", "MIG"]
    for company in game.definition.companies:
        assert game.rules.certificates(game, company) == (20, *[10] * 8)
        assert set(game.state.shares[company]) == {IPO}
        assert (game.state.cash[company], game.state.trains[company]) == (0, ())
        assert company not in game.state.cell
    refused(game, "start ABC at 50", "MALLORCA-1.3")


@rule("MALLORCA-1.4")
def test_a_set_is_a_stock_round_and_two_operating_rounds() -> None:
    lines = second_set().log_lines()
    assert [line for line in lines if line.startswith("—")] == [
        "— Stock round 1 —",
        "— Operating round 1.1 —",
        "— Operating round 1.2 —",
        "— Stock round 2 —",
    ]


# --- the market ------------------------------------------------------------------------


def dividend(kind: str, row: int, column: int) -> Game:
    """Let MAL pay or keep the revenue of a run while its price is in a certain cell."""
    game = at("run_trains", train(launched(), "MAL", "2"))
    cell = game.definition.market.at(row, column)
    game.state.stacks = {cell: ("MAL",), game.state.cell["SOL"]: ("SOL",)}
    game.state.cell["MAL"] = cell
    return game.play(game.legal_actions()[0]).play(f"{kind} dividend")


@rule("MALLORCA-2.1", "MALLORCA-2.5")
@pytest.mark.parametrize(("row", "column", "after"), [(2, 3, 55), (4, 5, 55), (0, 12, 160)])
def test_a_dividend_raises_the_price(row: int, column: int, after: int) -> None:
    assert price(dividend("pay", row, column), "MAL") == after


@rule("MALLORCA-2.2", "MALLORCA-2.5")
@pytest.mark.parametrize(("row", "column", "after"), [(2, 3, 45), (0, 0, 40), (4, 0, 25)])
def test_keeping_lowers_the_price(row: int, column: int, after: int) -> None:
    assert price(dividend("keep", row, column), "MAL") == after


@rule("MALLORCA-2.3", "MALLORCA-2.5")
def test_each_share_sold_lowers_the_price() -> None:
    game = second_set()
    assert price(game, "MAL") == 40
    game.play("sell 2 of MAL")
    assert (game.state.cash[0], price(game, "MAL")) == (220 + 80, 30)
    game.play("sell 2 of MAL")
    assert (game.state.cash[0], price(game, "MAL")) == (300 + 60, 30)  # the lowest row


@rule("MALLORCA-2.4")
def test_a_sold_out_company_rises() -> None:
    game = new()
    for _ in range(2):
        game.play("start MAL at 50" if not game.history else "buy share of MAL from ipo")
        game.play("buy share of MAL from ipo")
    for _ in range(2):
        game.play("buy share of MAL from ipo").play("buy share of MAL from ipo")
    assert IPO in game.state.shares["MAL"]
    game.play("buy share of MAL from ipo")
    game.play("pass").play("pass")
    assert price(game, "MAL") == 55


@rule("MALLORCA-2.5", "MALLORCA-4.1")
def test_who_comes_to_a_cell_later_operates_later() -> None:
    game = launched()
    assert game.state.stacks[game.definition.market.par_cells[50]] == ("MAL", "SOL")
    assert game.state.round.order == ("MAL", "SOL")


# --- stock rounds ----------------------------------------------------------------------


@rule("MALLORCA-3.1")
def test_the_round_ends_when_all_pass_in_a_row() -> None:
    game = new(3).play("pass").play("start MAL at 40").play("pass").play("pass")
    assert game.state.round.kind == "stock"
    game.play("pass")
    assert (game.state.round.kind, game.state.round.number, game.actor) == ("stock", 2, 2)


@rule("MALLORCA-3.2")
def test_sell_often_then_buy_one() -> None:
    game = second_set().play("sell 1 of MAL").play("sell 1 of MAL")
    assert game.actor == 0
    assert game.play("buy share of SOL from ipo").actor == 1
    refused(game, "lay 9 on D6 turned 1", "MALLORCA-3.2")


@rule("MALLORCA-3.3")
def test_starting_a_company() -> None:
    game = new()
    refused(game, "start MAL at 55", "MALLORCA-3.3")
    game.play("start MAL at 60")
    assert (game.state.cash[0], game.state.president["MAL"], price(game, "MAL")) == (400, 0, 60)
    refused(game, "start MAL at 60", "MALLORCA-3.3")
    refused(cash(game, 1, 119), "start SOL at 60", "MALLORCA-3.3")


@rule("MALLORCA-3.4")
def test_what_a_share_costs() -> None:
    game = second_set()
    refused(game, "buy share of LLE from ipo", "MALLORCA-3.4")
    refused(game, "buy share of SOL from pool", "MALLORCA-3.4")
    bank = game.state.cash[BANK]
    game.play("buy share of SOL from ipo")
    assert (game.state.cash[0], game.state.cash[BANK]) == (220 - 50, bank + 50)
    game.play("sell 1 of SOL").play("pass")
    assert price(game, "SOL") == 35
    game.play("buy share of SOL from pool")
    assert game.state.cash[0] == 220 - 50 - 35
    refused(cash(game, 1, 49), "buy share of MAL from ipo", "MALLORCA-3.4")


@rule("MALLORCA-3.5")
def test_certificate_limit() -> None:
    limits = new().definition.table.certificate_limit
    assert limits == {"2": 20, "3": 14, "4": 11}
    game = second_set()
    game.state.shares["LLE"] = game.state.shares["MIG"] = (IPO, *[0] * 8)
    game.play("sell 1 of MAL").play("pass").play("pass")  # 20 are left
    refused(game, "buy share of SOL from ipo", "MALLORCA-3.5")
    game.state.shares["LLE"] = (0,) * 9
    refused(game, "pass", "MALLORCA-3.5")
    refused(game, "buy share of SOL from ipo", "MALLORCA-3.5")
    game.play("sell 1 of MAL")
    assert game.play("pass").actor == 1


@rule("MALLORCA-3.6")
def test_sixty_percent_at_most() -> None:
    refused(second_set(), "buy share of MAL from ipo", "MALLORCA-3.6")


@rule("MALLORCA-3.7")
def test_no_sale_in_the_first_round() -> None:
    game = new().play("start MAL at 40").play("pass").play("buy share of MAL from ipo").play("pass")
    refused(game, "sell 1 of MAL", "MALLORCA-3.7")


@rule("MALLORCA-3.8")
def test_what_the_pool_takes() -> None:
    game = second_set()
    refused(game, "sell 1 of SOL", "MALLORCA-3.8")
    game.state.shares["MAL"] = (0, *[0] * 2, *[POOL] * 4, *[IPO] * 2)
    refused(game, "sell 2 of MAL", "MALLORCA-3.8")
    game.play("sell 1 of MAL")


@rule("MALLORCA-3.9")
def test_what_was_sold_is_not_bought_back() -> None:
    game = second_set().play("sell 1 of MAL")
    refused(game, "buy share of MAL from pool", "MALLORCA-3.9")
    game.play("pass").play("pass")
    refused(game, "buy share of MAL from ipo", "MALLORCA-3.9")


@rule("MALLORCA-3.10")
def test_who_holds_more_becomes_director() -> None:
    game = second_set()
    game.state.shares["MAL"] = (0, 0, 1, 1, 1, *[IPO] * 4)
    game.play("pass").play("buy share of MAL from ipo")
    assert game.state.president["MAL"] == 1
    assert game.state.shares["MAL"].count(0) == 3
    assert game.state.shares["MAL"][0] == 1


@rule("MALLORCA-3.10")
def test_of_equals_the_next_one_clockwise_follows() -> None:
    game = new(3)
    game.play("start MAL at 40").play("buy share of MAL from ipo").play("buy share of MAL from ipo")
    game.play("pass").play("buy share of MAL from ipo").play("buy share of MAL from ipo")
    while game.state.round.number == 1:
        game.play("pass")
    assert (game.actor, game.state.president["MAL"]) == (0, 0)
    assert game.play("sell 1 of MAL").state.president["MAL"] == 1


@rule("MALLORCA-3.11")
def test_the_directors_certificate_needs_a_taker() -> None:
    game = second_set()
    game.state.shares["MAL"] = (0, 1, *[IPO] * 7)
    refused(game, "sell 1 of MAL", "MALLORCA-3.11")
    game.state.shares["MAL"] = (0, 1, 1, *[IPO] * 6)
    game.play("sell 1 of MAL")
    assert game.state.president["MAL"] == 1


@rule("MALLORCA-3.12")
def test_sixty_percent_launch_a_company() -> None:
    game = launched(60)
    assert game.state.floated == {"MAL", "SOL"}
    assert game.state.cash["MAL"] == 600
    game = new().play("start MAL at 50").play("pass").play("pass")
    assert (game.state.floated, game.state.round.number) == (frozenset(), 2)
