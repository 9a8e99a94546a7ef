"""Changes of share prices (9)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyShare
from dieciocho.engine.game import Game
from dieciocho.engine.shares import operating_order, percent

from ..support import refused, rule
from .scenes import Table, cell, coast, everybody_passes, quiet_table, run

At = tuple[int, int]
TO_PORT = "F16.0-G15-H14.0-H16.0"


def with_revenue(at: At, revenue: int = 90) -> Game:
    """LYR at a cell of the market, about to pay or keep a revenue."""
    table = coast(price_at=at)
    card = table.train("LYR", "2")
    game = table.operate("LYR", "run_trains")
    run(game, f"{card}: {TO_PORT}")
    table.change_turn(revenue=revenue)
    return game


def stack(game: Game, company: str) -> tuple[str, ...]:
    """Return the markers in a company's cell from top to bottom."""
    return game.state.stacks[game.state.cell[company]]


@rule("1888N-9.1.1")
def test_privates_have_no_price() -> None:
    game = Table().privates().phase("2").company("LYR").stock_round()
    assert set(game.state.cell) == {"LYR"}
    refused(game, "sell 1 of KT")


# --- operating rounds ------------------------------------------------------------------


@rule("1888N-9.2.1", "1888N-9.1.3")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((2, 3), (2, 4)),
        ((4, 9), (3, 9)),  # at the right end of the row: up
        ((2, 14), (1, 14)),
        ((1, 17), (0, 17)),
        ((0, 17), (0, 17)),  # top row: stays
        ((8, 4), (7, 4)),
        ((7, 5), (6, 5)),
        ((6, 6), (5, 6)),
        ((5, 7), (4, 7)),
        ((3, 11), (2, 11)),
    ],
)
def test_a_dividend_moves_the_price_to_the_right(start: At, end: At) -> None:
    game = with_revenue(start)
    game.play("pay dividend")
    assert cell(game, "LYR") == end


@rule("1888N-9.2.1")
@pytest.mark.parametrize("revenue", [10, 90, 1000])
def test_the_size_of_the_dividend_does_not_matter(revenue: int) -> None:
    game = with_revenue((2, 3), revenue)
    game.play("pay dividend")
    assert cell(game, "LYR") == (2, 4)


@rule("1888N-9.2.2", "1888N-9.1.4")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((2, 3), (2, 2)),
        ((0, 2), (1, 2)),  # at the left end of the row: down
        ((1, 1), (2, 1)),
        ((2, 0), (3, 0)),
        ((8, 1), (8, 0)),
        ((8, 0), (8, 0)),  # bottom row: stays
    ],
)
def test_no_dividend_moves_the_price_to_the_left(start: At, end: At) -> None:
    game = with_revenue(start)
    game.play("keep dividend")
    assert cell(game, "LYR") == end


@rule("1888N-9.2.2")
def test_the_first_turn_without_trains_moves_the_price_to_the_left_as_well() -> None:
    game = everybody_passes(quiet_table().company("LYR").stock_round())
    assert cell(game, "LYR") == (2, 3)
    game.play("pass")
    assert game.step.id == "trains"
    assert cell(game, "LYR") == (2, 2)


# --- stacks ----------------------------------------------------------------------------


@rule("1888N-9.1.2", "1888N-8.1.3", "1888N-7.6.2")
def test_a_marker_that_enters_a_cell_goes_to_the_bottom() -> None:
    """LYR at 85, ZDR starts at 85; LYR pays, keeps and comes back below ZDR."""
    table = coast(price_at=(3, 3))
    card = table.train("LYR", "2")
    game = table.stock_round(first=1)
    game.play("start ZDR at 85")
    assert stack(game, "LYR") == ("LYR", "ZDR")
    for decision in ("pay dividend", "keep dividend"):
        game = table.operate("LYR", "run_trains")
        run(game, f"{card}: {TO_PORT}")
        game.play(decision)
    assert stack(game, "LYR") == ("ZDR", "LYR")
    assert operating_order(game) == ["ZDR", "LYR"]


@rule("1888N-9.1.2")
@pytest.mark.parametrize(("at", "decision"), [((0, 17), "pay"), ((8, 0), "keep")])
def test_a_marker_that_does_not_leave_its_cell_keeps_its_place(at: At, decision: str) -> None:
    table = coast(price_at=at).company("ZDR", 1, price_at=at)
    card = table.train("LYR", "2")
    game = table.operate("LYR", "run_trains")
    run(game, f"{card}: {TO_PORT}")
    game.play(f"{decision} dividend")
    assert (cell(game, "LYR"), stack(game, "LYR")) == (at, ("LYR", "ZDR"))


# --- stock rounds ----------------------------------------------------------------------


@rule("1888N-9.3.1", "1888N-7.4.6", "1888N-7.4.5")
@pytest.mark.parametrize(
    ("start", "count", "end", "money"),
    [
        ((1, 3), 3, (4, 3), 285),  # T2: LYR from 95 to 80
        ((2, 3), 1, (3, 3), 90),
        ((7, 4), 3, (8, 4), 210),  # stops at the bottom of the column
        ((8, 4), 1, (8, 4), 65),
        ((7, 5), 1, (7, 5), 75),
        ((6, 6), 1, (6, 6), 85),
        ((4, 9), 1, (4, 9), 120),
    ],
)
def test_each_share_sold_moves_the_price_down(start: At, count: int, end: At, money: int) -> None:
    game = quiet_table().company("LYR", 0, held={0: 6}, price_at=start).stock_round()
    game.play(f"sell {count} of LYR")
    assert (cell(game, "LYR"), game.state.cash[0]) == (end, 600 + money)
    assert percent(game, "LYR", "pool") == 10 * count


@rule("1888N-9.3.1", "1888N-7.7.4", "1888N-7.4.4")
def test_a_sale_that_changes_the_director_moves_the_price_as_well() -> None:
    """T3: Ana sells 40 % of JHR at 90, Bela becomes director."""
    game = quiet_table().company("JHR", 0, held={0: 5, 1: 2}).stock_round()
    game.play("sell 4 of JHR")
    assert (game.state.cash[0], cell(game, "JHR")) == (600 + 360, (6, 3))
    assert game.state.president["JHR"] == 1
    assert [percent(game, "JHR", owner) for owner in (0, 1, "pool")] == [10, 20, 40]


SOLD_OUT = {0: 4, 1: 3, 2: 3}


@rule("1888N-9.3.2")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((3, 3), (2, 3)),
        ((2, 0), (2, 0)),  # top of its column: stays
        ((1, 1), (1, 1)),
        ((0, 5), (0, 5)),
        ((1, 17), (0, 17)),
    ],
)
def test_a_sold_out_company_moves_up_at_the_end_of_a_stock_round(start: At, end: At) -> None:
    game = quiet_table().company("LYR", held=SOLD_OUT, price_at=start).stock_round()
    everybody_passes(game)
    assert cell(game, "LYR") == end


@rule("1888N-9.3.1", "1888N-9.3.2")
def test_the_example_of_the_rulebook() -> None:
    """T6: three LYR shares sold; ZDR and JHR sold out, JHR at the top of its column."""
    table = quiet_table().company("LYR", 3, held={3: 6}, price_at=(1, 5))
    table.company("ZDR", held=SOLD_OUT, price_at=(3, 4))
    table.company("JHR", held=SOLD_OUT, price_at=(0, 6))
    game = table.stock_round(first=3)
    game.play("sell 3 of LYR")
    everybody_passes(game)
    assert [cell(game, name) for name in ("LYR", "ZDR", "JHR")] == [(4, 5), (2, 4), (0, 6)]


@rule("1888N-9.3.2", "1888N-9.3.4")
@pytest.mark.parametrize(("held", "pool"), [({0: 5, 1: 4}, 1), ({0: 5, 1: 4}, 0), ({0: 5}, 5)])
def test_a_company_that_is_not_sold_out_stays(held: dict[int, int], pool: int) -> None:
    """Neither a share in the pool nor one in the initial offering moves the marker."""
    game = quiet_table().company("LYR", held=held, pool=pool).stock_round()
    everybody_passes(game)
    assert cell(game, "LYR") == (2, 3)


@rule("1888N-9.3.3", "1888N-9.1.2")
def test_several_sold_out_companies_move_in_operating_order() -> None:
    """LYR lies above ZDR and JHR waits in the next cell: so they lie afterwards."""
    table = quiet_table().company("JHR", 3, price_at=(2, 3))
    table.company("LYR", held=SOLD_OUT, price_at=(3, 3))
    table.company("ZDR", held=SOLD_OUT, price_at=(3, 3))
    table.company("SSL", held=SOLD_OUT, price_at=(3, 4))
    game = everybody_passes(table.stock_round())
    assert stack(game, "LYR") == ("JHR", "LYR", "ZDR")
    assert operating_order(game) == ["SSL", "JHR", "LYR", "ZDR"]


@rule("1888N-9.3.4")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_buying_does_not_move_the_price(source: str) -> None:
    table = quiet_table().company("LYR", 0, held={0: 5}, pool=2, price_at=(2, 4))
    game = table.stock_round(first=1)
    game.play(BuyShare("LYR", "ipo" if source == "ipo" else "pool"))
    assert percent(game, "LYR", 1) == 10
    assert cell(game, "LYR") == (2, 4)
