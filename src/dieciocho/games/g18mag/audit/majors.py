"""A major's turn: a station anywhere, and a dividend of free choice (rules VI.4)."""

from __future__ import annotations

from ....engine.actions import Distribute, Pass, PlaceStation
from ....engine.state import BANK
from . import minors
from .table import Table

# Dividends up to the first figure move the price by the second (Table 8, Table 10).
MOVES = ((0, -1), (20, 0), (50, 1), (100, 2), (200, 3))
MOVES_OF_FEW = ((0, -1), (10, 0), (40, 1), (80, 2), (120, 3))
FAR = 4


def act(table: Table) -> None:
    action = table.action
    if isinstance(action, PlaceStation):
        table.same("the step of a station", "major_station", table.step)
        _place(table, (action.hex, action.city))
        table.step = "pay_out"
    elif isinstance(action, Distribute):
        table.same("the step of a dividend", "pay_out", table.step)
        distribute(table, action.price)
        minors.end_turn(table)
    else:
        table.require(isinstance(action, Pass), f"{action} has no place here")
        table.same("what may be left out", "major_station", table.step)
        table.step = "pay_out"


def stops(table: Table) -> bool:
    """Tell whether the director has anything to decide."""
    company, director = table.company, table.decides(table.company)
    if director is None or director == table.istvan:
        return False
    if table.step == "pay_out":
        return table.cash[company] >= 10
    cost = table.station_cost(company)
    able = cost is not None and cost <= table.cash[company]
    return able and bool(table.open_cities(company))


def skip(table: Table) -> None:
    """Leave a step in which nothing is decided (VI.4.3.5, XI.3.1)."""
    if table.step == "major_station":
        table.step = "pay_out"
        return
    company, director = table.company, table.decides(table.company)
    human = director is not None and director != table.istvan
    distribute(table, 0 if human else table.cash[company])
    minors.end_turn(table)


def _place(table: Table, city: tuple[str, int]) -> None:
    company = table.company
    cost = table.station_cost(company)
    table.require(cost is not None, "VI.4.2.1: no station left")
    assert cost is not None
    table.require(city in table.open_cities(company), "VI.4.2.2, VI.4.2.3: no room")
    table.put_station(company, city)
    table.pay(company, BANK, cost)
    table.take("station", company=company, hex=city[0], cost=cost)
    table.set_turn(stationed=True)


def distribute(table: Table, money: int) -> None:
    """Pay a tenth for each 10 % in players' hands, the rest to the bank (VI.4.3.1 to VI.4.3.4)."""
    company = table.company
    table.require(money % 10 == 0 and money >= 0, "VI.4.3.1: a multiple of 10")
    for seat in range(len(table.names)):
        table.pay(company, seat, money // 10 * table.units(seat, company))
    in_hands = sum(table.units(seat, company) for seat in range(len(table.names)))
    table.pay(company, BANK, money // 10 * (10 - in_hands))
    table.take("distributed", company=company, money=money, per_share=money // 10)
    moves = MOVES_OF_FEW if table.few else MOVES
    table.move_price(company, next((step for most, step in moves if money <= most), FAR))
