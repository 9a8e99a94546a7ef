"""The course of the game: draft, stock round, two operating rounds, and so on (2.2, 3.12, 4.1)."""

from __future__ import annotations

from msgspec.structs import replace

from ....engine.actions import Pass, StartCompany, Take
from ....engine.state import Round
from ..actions import Convert
from ..facts import SardiniaTurn
from . import dragons, stock, turn
from .figures import DECLINE, DESTINATIONS, DISCS, MARITIME_INCOME, MORE_DISCS
from .table import BANK, OUT, Table

UNSOLD = "unsold"


def go_on(table: Table) -> None:
    """Do what happens by itself until somebody has to decide."""
    while table.due is None and not table.over:
        AUTOMATIC.get(table.stage, turn.go_on)(table)


# --- the draft -------------------------------------------------------------------------


def draft(table: Table) -> None:
    """Clockwise and back, free of charge (2.5)."""
    assert isinstance(table.action, Take)
    name, number = table.action.document, table.round.index
    seats = [*table.seats, *reversed(table.seats)]
    table.same("2.5.1: whose choice it is", seats[number], table.by)
    table.same(f"2.5.1: {name}", UNSOLD, table.owners[name])
    table.owners[name] = table.by
    table.take("drafted", player=table.name(table.by), document=name)
    table.round = replace(table.round, index=number + 1)
    table.stage = "draft"


def _after_draft(table: Table) -> None:
    seats = [*table.seats, *reversed(table.seats)]
    if table.round.index < len(seats):
        table.due = ("draft", seats[table.round.index])
        return
    for seat in table.seats:
        table.same("2.5.2: maritime companies of a player", 2, len(table.maritime(seat)))
    for name in table.maritime(UNSOLD):
        table.owners[name] = OUT
        table.take("maritime_out", document=name)
    table.phase = 1
    table.take("phase", phase="2")
    _prepare(table, 1)


# --- just before a stock round ---------------------------------------------------------


def _prepare(table: Table, number: int) -> None:
    """Mines decline, estimates go down a row, minors may convert (3.12)."""
    table.round = Round(kind="preparation", number=number)
    for spot in table.definition.hex_list:
        lying = table.board[spot.index]
        tile, since = DECLINE.get(lying.name, ("", 9))
        if table.number >= since and table.marked.get(spot.name):
            table.put_tile(spot.name, tile, lying.rotation)
            points = table.ground.traffic(spot.index)
            table.take("mine_declines", place=spot.entry.place, traffic=points)
    for company in table.by_price():
        if company in table.launched and table.row[company] < table.number:
            table.row[company] += 1
            table.take("row_moved", company=company, row=table.row[company])
    table.stage = "conversions"


def _convertible(table: Table, company: str) -> bool:
    """Tell whether a direct connection leads a launched minor to its destination (3.9.2)."""
    if company not in table.launched or company in table.major:
        return False
    goal = next(
        spot.name for spot in table.definition.hex_list if spot.entry.place == DESTINATIONS[company]
    )
    return any(at == goal or table.joined(at, goal) for at in table.places(company))


def _conversions(table: Table, after: str | None = None) -> None:
    """Ask the presidents in operating order (3.12.4)."""
    order = table.by_price()
    rest = order[order.index(after) + 1 :] if after is not None else order
    asked = next((company for company in rest if _convertible(table, company)), None)
    if asked is not None:
        table.due = ("conversion", table.director(asked))
        table.same("3.12.4: who is asked", asked, getattr(table.now.agenda[-1], "company", None))
        return
    number = table.round.number
    order_of_play = (table.priority, *table.held.seats_after(table.priority))
    table.round = Round(kind="stock", number=number, parts=table.round.parts, order=order_of_play)
    table.take("stock_round", number=number)
    table.stage = "dragons"  # they come first (3.1.1)


def convert(table: Table) -> None:
    """Carry a president's decision out (3.9)."""
    company = str(getattr(table.before.agenda[-1], "company", ""))
    table.same("3.9.4: who decides", table.director(company), table.by)
    table.require(_convertible(table, company), f"3.9.2: {company} cannot convert")
    if isinstance(table.action, Convert):
        table.same("3.9.4: the company", company, table.action.company)
        stock.turn_to_major(table, company)
        total = min(table.discs[company] + MORE_DISCS[table.number], DISCS[True])
        table.give_discs(company, total)
        table.take("converted", company=company, markers=total)
    else:
        table.require(isinstance(table.action, Pass), f"{table.action} before a stock round")
        table.take("not_converted", company=company)
    _conversions(table, after=company)


# --- stock rounds ----------------------------------------------------------------------


def _dragons(table: Table) -> None:
    dragons.act(table)
    table.stage = "player"


def _player(table: Table) -> None:
    """The next player decides; one who can do nothing passes by himself."""
    seat = table.round.order[table.round.index]
    assert isinstance(seat, int)
    if table.all_told:
        table.due = ("stock_turn", seat)
        return
    table.require(not stock.can_do_something(table, seat), f"{table.name(seat)} was passed over")
    if not table.sold_now:
        table.take("passed", player=table.name(seat))
    stock.end_turn(table, seat, acted=bool(table.sold_now))


def _home(table: Table) -> None:
    """Who starts a company again chooses its home before the Dragons act (5.3.8)."""
    assert isinstance(table.action, StartCompany)
    table.due = ("choose_home", table.director(table.action.company))


def _end_of_stock_round(table: Table) -> None:
    """The priority goes to the left of the last player who bought or sold (3.13.1)."""
    last = table.round.last_to_act
    if last is not None:
        table.priority = (last + 1) % len(table.names)
    _begin_operating_round(table, table.round.number, 1)


# --- operating rounds ------------------------------------------------------------------


def _begin_operating_round(table: Table, number: int, part: int) -> None:
    """Income of maritime companies, then companies by price, fixed now (4.1)."""
    table.take("operating_round", number=number, part=part)
    order = tuple(company for company in table.by_price() if company in table.launched)
    table.round = Round(kind="operating", number=number, part=part, parts=2, order=order)
    for seat in table.seats:
        money = MARITIME_INCOME * len(table.maritime(seat))
        if money:
            table.pay(BANK, seat, money)
            table.take("maritime_income", player=table.name(seat), money=money)
    table.stage = "next company"


def _next_company(table: Table) -> None:
    """Each company operates once; what was absorbed does not (4.1.2, 5.1.4)."""
    current = table.round
    if current.index == len(current.order):
        _end_of_operating_round(table)
        return
    company = str(current.order[current.index])
    if company not in table.launched:
        table.round = replace(current, index=current.index + 1)
        return
    table.turn = SardiniaTurn(company=company, first=company not in table.operated)
    table.stage = "mergers"


def _end_of_operating_round(table: Table) -> None:
    """Two rounds make a pair; an empty bank ends the game after it (2.2.2, 2.7.2, 2.7.3)."""
    if table.round.part == 1:
        _begin_operating_round(table, table.round.number, 2)
    elif table.ending:
        table.over = True
        table.take("game_over")
    else:
        _prepare(table, table.round.number + 1)


AUTOMATIC = {
    "draft": _after_draft,
    "conversions": _conversions,
    "dragons": _dragons,
    "player": _player,
    "home": _home,
    "stock over": _end_of_stock_round,
    "next company": _next_company,
}
