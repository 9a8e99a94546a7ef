"""The course of the game: what follows a stock round, a set of operating rounds (rules 5, 8.1)."""

from __future__ import annotations

from ....engine.state import Round, Turn
from .table import BANK, IPO, OUT, POOL, UP, Table


def begin_trading(table: Table) -> None:
    """Begin the trade in shares when the last private is sold (6.16)."""
    first = table.round.order[table.round.index]
    assert isinstance(first, int)
    table.priority = first
    _begin_stock_round(table, 1)


def _begin_stock_round(table: Table, number: int) -> None:
    first = table.priority
    order = (first, *table.held.seats_after(first))
    parts = table.round.parts
    table.round = Round(kind="stock", number=number, parts=parts, order=order)
    table.turn = None
    table.step = "stock_round"
    table.take("stock_round", number=number)


def end_trading(table: Table) -> None:
    """End a stock round: what is sold out rises, the priority deal goes on (7.2.3, 9.3.2)."""
    for company in table.operating_order():
        if table.units(IPO, company) == table.units(POOL, company) == 0:
            table.take("sold_out", company=company)
            table.move_price(company, UP)
    last = table.round.last_to_act
    if last is not None:
        table.priority = table.held.seats_after(last)[0]
    _begin_operating_round(table, table.round.number, 1, table.rules.rounds)


def _begin_operating_round(table: Table, number: int, part: int, parts: int) -> None:
    order = tuple(c for c in table.operating_order() if c in table.launched)
    table.round = Round(kind="operating", number=number, part=part, parts=parts, order=order)
    table.take("operating_round", number=number, part=part)
    pay_incomes(table)
    begin_turn(table)


def pay_incomes(table: Table) -> None:
    """Pay the income of every open private to its owner (4.3.1.10)."""
    for name, private in table.definition.privates.items():
        owner = table.owners[name]
        if owner in table.cash:
            table.pay(BANK, owner, private.income)
            money = private.income
            table.take("income", private=name, owner=table.name(owner), money=money)


def begin_turn(table: Table) -> None:
    """Let the next company operate, or end the round (8.1.4, 8.1.5)."""
    if table.round.index == len(table.round.order):
        _end_operating_round(table)
        return
    company = str(table.round.order[table.round.index])
    charter = table.definition.companies[company]
    first = table.stations_left[company] == charter.stations
    table.turn = Turn(company=company, first=first)
    table.step = "track"
    if first:  # (8.3.2.1)
        home = table.before.homes[company]
        table.put_station(company, home)
        table.take("home_station", company=company, hex=home[0])


def _end_operating_round(table: Table) -> None:
    table.turn = None
    now = table.round
    if now.part < now.parts:
        _begin_operating_round(table, now.number, now.part + 1, now.parts)
    elif table.ending:
        end_game(table)
    else:
        _begin_stock_round(table, now.number + 1)
        export(table)


def end_game(table: Table) -> None:
    table.over = True
    table.step = ""
    table.take("game_over")


def export(table: Table) -> None:
    """Take the top train of the deck out of the game, if it is a 2, 3 or 4 (8.3.11)."""
    deck = table.trains[BANK]
    if not deck or not table.definition.trains[table.kind(deck[0])].exportable:
        return
    card = deck[0]
    table.give_train(card, BANK, OUT)
    table.take("exported", train=table.kind(card))
    table.begin_phase_of(card)
