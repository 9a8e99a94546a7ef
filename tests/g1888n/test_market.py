"""The market board (section 4.2, the vectors of 4.3 and the market examples T2 and T6)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import SellShares
from dieciocho.engine.definition import Definition
from dieciocho.engine.game import Game, Play
from dieciocho.engine.market import Market
from dieciocho.engine.shares import certificates, operating_order
from dieciocho.engine.state import BANK, POOL
from dieciocho.games.g1888n.turn import PayDividend

from ..support import cell_of, holdings, refused, rule
from .scenes import Table

PRICES = """
.   .   95  100  110 120 130 145 160 180 200 225 250 275 300 330 360 400
.   85  90  95*  100 110 120 130 145 160 180 200 225 250 275 300 330 360
75  80  85  90*  95  100 110 120 130 145 160 180 200 225 250
70  75  80  85*  90  95  100 110 120 130 145 160
65  70  75  80*  85  90  95  100 110 120
60r 65  70  75*  80  85  90  95
55r 60r 65  70*  75  80  85
50r 55r 60r 65   70  75
40r 50r 55r 60r  65
"""
MOVES = """
right 4,9 3,9 130 | right 2,14 1,14 275 | right 1,17 0,17 400 | right 0,17 0,17 400
right 8,4 7,4 70  | right 7,5 6,5 80    | right 6,6 5,6 90    | right 5,7 4,7 100
right 3,11 2,11 180 | right 1,3 1,4 100
left 0,2 1,2 90   | left 1,1 2,1 80     | left 2,0 3,0 70     | left 8,0 8,0 40 | left 1,3 1,2 90
down 8,4 8,4 65   | down 7,5 7,5 75     | down 6,6 6,6 85     | down 4,9 4,9 120 | down 1,3 2,3 90
up 2,0 2,0 75     | up 1,1 1,1 85       | up 0,5 0,5 120      | up 1,3 0,3 100
"""


def pair(text: str) -> tuple[int, int]:
    row, column = text.split(",")
    return int(row), int(column)


@pytest.fixture
def market() -> Market:
    definition: Definition = Table().game.definition
    return definition.market


def place(market: Market, cell: int) -> tuple[int, int]:
    return market.cells[cell].row, market.cells[cell].column


@rule("1888N-4.2.2", "1888N-4.2.3")
def test_the_cells_the_par_prices_and_the_red_zone_are_those_of_the_board(market: Market) -> None:
    drawn = {}
    for row, line in enumerate(PRICES.split("\n")[1:-1]):
        for column, text in enumerate(line.split()):
            if text != ".":
                drawn[row, column] = text
    assert {(c.row, c.column): f"{c.price}{c.marks}" for c in market.cells} == drawn
    assert {par: place(market, cell) for par, cell in market.par_cells.items()} == {
        95: (1, 3),
        90: (2, 3),
        85: (3, 3),
        80: (4, 3),
        75: (5, 3),
        70: (6, 3),
    }
    assert [place(market, n) for n in range(len(market.cells)) if market.in_red_zone(n)] == [
        *[(5, 0), (6, 0), (6, 1), (7, 0), (7, 1), (7, 2)],
        *[(8, 0), (8, 1), (8, 2), (8, 3)],
    ]


@rule("1888N-9.1.3", "1888N-9.1.4", "1888N-9.3.1", "1888N-9.3.2")
@pytest.mark.parametrize("vector", [v.strip() for v in MOVES.replace("\n", "|").split("|") if v])
def test_a_marker_moves_like_this(market: Market, vector: str) -> None:
    direction, start, end, price = vector.split()
    table = {"right": market.right, "left": market.left, "up": market.up, "down": market.down}
    target = table[direction][market.at(*pair(start))]
    assert (place(market, target), market.price[target]) == (pair(end), int(price))


@rule("1888N-9.1.3", "1888N-9.1.4", "1888N-9.3.1", "1888N-9.3.2")
def test_every_move_goes_to_the_neighbour_or_turns_at_the_edge(market: Market) -> None:
    cells = {(c.row, c.column) for c in market.cells}
    for n, cell in enumerate(market.cells):
        row, column = cell.row, cell.column
        beside = {"right": (row, column + 1), "left": (row, column - 1)}
        edge = {"right": (row - 1, column), "left": (row + 1, column)}
        for name, table in (("right", market.right), ("left", market.left)):
            wanted = [c for c in (beside[name], edge[name], (row, column)) if c in cells]
            assert place(market, table[n]) == wanted[0]
        above, below = (row - 1, column), (row + 1, column)
        assert place(market, market.up[n]) == (above if above in cells else (row, column))
        assert place(market, market.down[n]) == (below if below in cells else (row, column))


# --- markers ----------------------------------------------------------------------------


@rule("1888N-4.2.1", "1888N-7.6.2", "1888N-7.6.3")
def test_companies_with_the_same_par_stack_up_in_the_order_of_their_start() -> None:
    game = Table().stock_round()
    for company in ("ZDR", "JHR", "SSL"):
        game.play(f"start {company} at 85")
    cell = game.definition.market.at(3, 3)
    assert game.state.stacks == {cell: ("ZDR", "JHR", "SSL")}
    assert game.state.cell == {"ZDR": cell, "JHR": cell, "SSL": cell}
    assert operating_order(game) == ["ZDR", "JHR", "SSL"]


def move_by_dividend(table: Table, company: str, kind: str) -> None:
    """Let a company earn 100 with its train and pay or keep it."""
    game = table.operate(company, "trains")
    table.change_turn(revenue=100)
    Play(game).push(PayDividend())
    game.play(f"{kind} dividend")


@rule("1888N-4.2.1", "1888N-8.1.3", "1888N-9.1.2")
def test_a_marker_that_comes_back_to_a_cell_goes_below_the_others() -> None:
    table = Table().company("JHR", par=85).company("SSL", par=85)
    game = table.game
    assert operating_order(game) == ["JHR", "SSL"]
    move_by_dividend(table, "JHR", "pay")
    assert cell_of(game, "JHR") == (3, 4)
    move_by_dividend(table, "JHR", "keep")
    assert cell_of(game, "JHR") == (3, 3)
    assert operating_order(game) == ["SSL", "JHR"]


@rule("1888N-9.1.2")
def test_a_marker_that_cannot_leave_its_cell_keeps_its_place_in_the_stack() -> None:
    table = Table().company("JHR", price_at=(8, 0)).company("SSL", price_at=(8, 0))
    move_by_dividend(table, "JHR", "keep")
    assert operating_order(table.game) == ["JHR", "SSL"]


@rule("1888N-8.1.3")
def test_at_the_same_price_the_cell_further_right_operates_first() -> None:
    table = Table().company("JHR", price_at=(2, 3)).company("SSL", price_at=(3, 4))
    table.company("CDL", price_at=(1, 2)).company("HJR", price_at=(1, 3))
    assert [cell_of(table.game, c) for c in operating_order(table.game)] == [
        (1, 3),
        (3, 4),
        (2, 3),
        (1, 2),
    ]


@rule("1888N-4.2.3", "1888N-7.3.4")
@pytest.mark.parametrize(("cell", "counted"), [((6, 1), 0), ((6, 2), 3), ((5, 0), 0), ((4, 0), 3)])
def test_red_zone_certificates_do_not_count(cell: tuple[int, int], counted: int) -> None:
    table = Table().privates(**dict.fromkeys(("KT", "TA", "HS", "GW", "YRF", "FC"), 1))
    table.company("JHR", 0, held={0: 4}, price_at=cell)
    assert certificates(table.game, 0) == counted  # the director's and two ordinary ones


@rule("1888N-4.2.4")
def test_the_pool_holds_sold_shares_and_discarded_trains() -> None:
    table = Table().company("JHR", 0, held={0: 6}).company("SSL", 1)
    game = table.stock_round()
    game.play("sell 2 of JHR")
    assert holdings(game, "JHR") == {0: 3, POOL: 2, "ipo": 4}
    table = Table().phase("4").empty_deck_down_to("5")
    table.company("JHR", 0, treasury=600)
    three, four = table.train("JHR", "3"), table.train("JHR", "4")
    game = table.operate("JHR", "trains")
    top = game.state.trains[BANK][0]
    game.play(f"buy train {top} from bank for 500")
    game.play(f"discard train {three} of JHR")
    assert game.state.trains[POOL] == (three,)
    assert game.state.trains["JHR"] == (four, top)


# --- the examples -----------------------------------------------------------------------


@rule("1888N-7.4.3", "1888N-7.4.5", "1888N-7.4.6", "1888N-9.3.1")
@pytest.mark.parametrize("in_pool", [0, 2])
def test_t2_thirty_percent_of_lyr_bring_285_and_the_price_falls_to_80(in_pool: int) -> None:
    table = Table().company("LYR", 1, 95, held={1: 4, 0: 3}, pool=in_pool).cash(0, 100)
    game = table.stock_round()
    bank = game.state.cash[BANK]
    game.play("sell 3 of LYR")
    assert (game.state.cash[0], game.state.cash[BANK]) == (385, bank - 285)
    assert cell_of(game, "LYR") == (4, 3)
    assert game.definition.market.price[game.state.cell["LYR"]] == 80
    assert game.state.shares["LYR"].count(POOL) == in_pool + 3


@rule("1888N-7.4.3")
def test_t2_with_three_in_the_pool_the_sale_is_refused() -> None:
    game = Table().company("LYR", 1, 95, held={1: 4, 0: 3}, pool=3).stock_round()
    refused(game, "sell 3 of LYR", "1888N-7.4.3")


def end_of_round(table: Table) -> Game:
    """Let everybody pass; nobody has launched a company, so only incomes follow."""
    game = table.stock_round()
    while game.state.round.kind == "stock" and game.state.round.number == 2:
        game.play("pass")
    return game


@rule("1888N-9.3.1", "1888N-9.3.2")
def test_t6_sales_push_down_and_sold_out_companies_rise() -> None:
    table = Table().company("LYR", 0, 95, held={0: 6})
    table.company("ZDR", 1, 80, held={1: 6, 2: 4}).company(
        "JHR", 2, held={2: 6, 3: 4}, price_at=(0, 6)
    )
    game = table.stock_round()
    game.play("sell 3 of LYR")
    for _ in range(5):
        game.play("pass")
    assert game.state.round.kind == "operating"
    assert {c: cell_of(game, c) for c in ("LYR", "ZDR", "JHR")} == {
        "LYR": (4, 3),
        "ZDR": (3, 3),
        "JHR": (0, 6),
    }


@rule("1888N-9.3.2", "1888N-9.3.4")
def test_a_company_with_a_share_in_pool_or_offering_does_not_rise() -> None:
    table = Table().company("ZDR", 1, 80, held={1: 6, 2: 3}, pool=1, launched=False)
    table.company("JHR", 2, 90, held={2: 6, 3: 3}, launched=False)
    game = end_of_round(table)
    assert (cell_of(game, "ZDR"), cell_of(game, "JHR")) == ((4, 3), (2, 3))


@rule("1888N-9.3.4")
def test_buying_never_moves_the_price() -> None:
    game = Table().company("ZDR", 1, 80, held={1: 4, 2: 3}, pool=1).stock_round()
    game.play("buy share of ZDR from pool").play("buy share of ZDR from ipo")
    assert cell_of(game, "ZDR") == (4, 3)


@rule("1888N-9.3.1")
def test_g2_three_zdr_shares_sold_at_70_stop_at_the_bottom_of_the_column() -> None:
    table = Table().company("ZDR", 1, 80, held={1: 4, 0: 3}, price_at=(7, 4)).cash(0, 0)
    game = table.stock_round()
    game.play("sell 3 of ZDR")
    assert game.state.cash[0] == 210
    assert cell_of(game, "ZDR") == (8, 4)


@rule("1888N-9.1.1", "1888N-7.1.4")
def test_privates_have_no_price_and_are_not_sold_to_the_bank() -> None:
    game = Table().privates().stock_round()
    assert game.state.cell == {}
    kinds = {type(c.action).__name__ for c in game.legal_actions()}
    assert kinds == {"StartCompany", "Pass"}
    refused(game, SellShares("KT", 1), "1888N-4.3.2.4")
