"""Charters that were not kept: fines at the end of a stock round (4.3)."""

from __future__ import annotations

from ....engine.actions import Action, SellShares
from ....engine.state import BANK, Seat
from .desk import Desk, Fine
from .shares import give_back, sell
from .stock import sale_leaves
from .table import DIRECTORS

TIMES_PAR = 5


def due(desk: Desk) -> None:
    """Fine everybody whose company has not floated; cash and its shares are taken at once."""
    desk.progress.fines = [Fine(seat, _owed(desk, seat, bill)) for seat, bill in _bills(desk)]


def _bills(desk: Desk) -> list[tuple[Seat, list[list[str]]]]:
    """Return who pays for which companies, and which of them together (4.3.7, A-47, D29)."""
    failed = desk.table.obligations
    if desk.policy.fines == "by_company":
        return [(failed[c], [[c]]) for c in desk.definition.companies if c in failed]
    together = desk.policy.fines == "together"
    last = desk.progress.last
    first = desk.after(last) if together and last is not None else desk.table.priority
    bills: list[tuple[Seat, list[list[str]]]] = []
    for seat in desk.clockwise(first):
        mine = [company for company, who in failed.items() if who == seat]
        if mine:
            bills.append((seat, [mine] if together else [[company] for company in mine]))
    return bills


def _owed(desk: Desk, seat: Seat, bill: list[list[str]]) -> int:
    return sum(_fine(desk, seat, companies) for companies in bill)


def _fine(desk: Desk, seat: Seat, companies: list[str]) -> int:
    """Take cash, then shares of the failed companies; return what is still owed."""
    table = desk.table
    debt = 0
    for company in companies:
        fine = TIMES_PAR * table.par[company]
        desk.claims.take("fined", player=desk.names[seat], company=company, money=fine)
        debt += fine
    debt -= _take(desk, seat, debt)
    for company in companies:
        half = table.par[company] // 2  # it has no train
        blocks = [1] * table.ordinary[company][seat]
        blocks += [DIRECTORS] * (table.card[company] == seat)
        for block in blocks:
            if debt:
                desk.pay(BANK, seat, block * half)
                debt -= _take(desk, seat, debt)
    for company in companies:
        give_back(desk, company)
        if not desk.policy.failed_at_once:
            table.barred.add(company)
        desk.claims.take("charter_failed", company=company)
    return debt


def _take(desk: Desk, seat: Seat, debt: int) -> int:
    money = min(debt, desk.table.cash[seat])
    desk.pay(seat, BANK, money)
    return money


def act(desk: Desk, seat: Seat, action: Action) -> None:
    """Sell other shares to pay a fine (4.3.3)."""
    assert desk.progress.fines
    assert isinstance(action, SellShares), action
    fine = desk.progress.fines[0]
    desk.same("who pays a fine", fine.seat, seat)
    before = fine.sold.count(action.company) if desk.policy.fine_is_one_sale else 0
    sell(desk, seat, action.company, action.count, before=before)
    fine.sold += [action.company] * action.count
    fine.debt -= _take(desk, seat, fine.debt)


def proceed(desk: Desk) -> bool:
    """Go on until somebody has to choose what to sell; True when all is paid or forgiven."""
    fines = desk.progress.fines
    assert fines is not None
    while fines:
        fine = fines[0]
        fine.debt -= _take(desk, fine.seat, fine.debt)
        if fine.debt and _can_sell(desk, fine.seat):
            return False
        if fine.debt:
            name = desk.names[fine.seat]
            desk.claims.take("forgiven", player=name, money=fine.debt)
        fines.pop(0)
    desk.progress.fines = None
    return True


def _can_sell(desk: Desk, seat: Seat) -> bool:
    return any(
        sale_leaves(desk, company, seat, rest)
        for company in desk.table.spot
        for rest in range(desk.table.shares(company, seat))
    )
