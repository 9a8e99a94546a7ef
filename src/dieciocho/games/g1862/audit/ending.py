"""The course of the game: round after round, the LNER, the end, the final scores."""

from __future__ import annotations

from ....engine.state import IPO, POOL, Seat
from . import fines, founding, operating, stock
from .desk import OPERATING, PARLIAMENT, STOCK, Desk, Progress

LAST_TURN = 100  # on 18xx.games, where idle rounds go on (D33)
SETS = (1, 2, 2, 3, 3, 3, 3, 3)  # operating rounds in a set, by phase (3.0.1)


def proceed(desk: Desk) -> None:
    """Follow what happens until somebody has to decide."""
    while not desk.table.over:
        progress = desk.progress
        if progress.kind == PARLIAMENT:
            if not founding.proceed(desk):
                return
            _after_parliament(desk)
        elif progress.kind == STOCK:
            if not _stock(desk):
                return
            _begin_set(desk)
        else:
            if not operating.proceed(desk):
                return
            _after_operating(desk)


def _after_parliament(desk: Desk) -> None:
    """The game begins with two parliament rounds (2.4.4.3)."""
    progress = desk.progress
    if progress.number == 1 and progress.part == 1:
        begin_parliament(desk, 1, 2)
    else:
        begin_stock(desk, progress.number)


def begin_parliament(desk: Desk, number: int, part: int) -> None:
    desk.claims.take("parliament_round" if part == 1 else "second_parliament", number=number)
    idle_since = desk.actions if part == 1 else desk.progress.idle_since
    desk.progress = Progress(
        PARLIAMENT, number, part, seat=desk.table.priority, idle_since=idle_since
    )


def begin_stock(desk: Desk, number: int) -> None:
    desk.claims.take("stock_round", number=number)
    desk.table.barred.clear()
    idle_since = desk.progress.idle_since
    desk.progress = Progress(STOCK, number, seat=desk.table.priority, idle_since=idle_since)


def _stock(desk: Desk) -> bool:
    """Play the stock round out, then the fines for charters that failed."""
    if desk.progress.fines is None:
        if not stock.proceed(desk):
            return False
        fines.due(desk)
    return fines.proceed(desk)


def _begin_set(desk: Desk) -> None:
    """The priority deal goes to who passed first; the phase says how many rounds (6.6.1)."""
    progress = desk.progress
    if progress.last is not None:
        desk.table.priority = desk.after(progress.last)
    _begin_operating(desk, progress.number, 1, SETS[desk.table.phase])


def _begin_operating(desk: Desk, number: int, part: int, parts: int) -> None:
    desk.claims.take("operating_round", number=number, part=part)
    old = desk.progress
    desk.progress = Progress(OPERATING, number, part, parts, idle_since=old.idle_since)
    desk.progress.empty = part == 1 or old.empty


def _after_operating(desk: Desk) -> None:
    """Does the game end, does the LNER form, or what comes next (10)?"""
    table, progress = desk.table, desk.progress
    if "price" in table.ending:
        _end(desk)
    elif progress.part < progress.parts:
        _begin_operating(desk, progress.number, progress.part + 1, progress.parts)
    elif table.lner:
        _end(desk, "lner")
    elif "bank" in table.ending:
        _end(desk)
    elif table.lner_due:
        _form_lner(desk)
        begin_stock(desk, progress.number + 1)
    elif not desk.policy.standstill_ends and progress.number >= LAST_TURN:
        _end(desk, "turns")
    elif desk.policy.standstill_ends and _nothing_happened(desk):
        _end(desk, "standstill")
    else:
        begin_parliament(desk, progress.number + 1, 1)


def _nothing_happened(desk: Desk) -> bool:
    """Has a whole cycle passed without company and without decision (10.5.1)?"""
    return desk.progress.empty and desk.progress.idle_since == desk.actions


def _end(desk: Desk, reason: str = "") -> None:
    if reason:
        desk.note_ending(reason)
        desk.claims.take(f"ending_{reason}")
    desk.table.over = True
    desk.progress.turn = None
    desk.claims.take("game_over")


def _form_lner(desk: Desk) -> None:
    """No company is started any more, offered shares go to the pool (10.3.2, 6.5.2.3)."""
    table = desk.table
    companies = desk.definition.companies
    most = max(sum(table.shares(c, seat) for c in companies) for seat in desk.seats)
    desk.claims.take("lner", limit=most)
    table.lner, table.lner_due, table.limit = True, False, most
    for company in companies:
        if company in table.spot:
            table.give(company, table.ordinary[company][IPO], IPO, POOL)
        else:
            table.closed.add(company)


def scores(desk: Desk) -> dict[Seat, int]:
    """Cash and shares; of a company without train at half the price (10.4.1)."""
    table = desk.table
    result = {}
    for seat in desk.seats:
        total = table.cash[seat]
        for company in table.spot:
            held, price = table.shares(company, seat), desk.price(company)
            if table.trains[company]:
                total += held * price
            elif desk.policy.half_per_certificate:
                card = 3 * price // 2 if table.card[company] == seat else 0
                total += card + table.ordinary[company][seat] * (price // 2)
            else:
                total += held * (price // 2)
        result[seat] = total
    return result
