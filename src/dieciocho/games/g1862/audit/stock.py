"""Stock rounds: whose turn it is, what he may do, when the round is over."""

from __future__ import annotations

from ....engine.actions import Action, BuyShare, Choose, Pass, SellShares, StartCompany
from ....engine.state import IPO, POOL, Seat
from .desk import LOWEST_START, Desk
from .founding import can_be_founded
from .shares import (
    buy,
    can_keep,
    choose_stations,
    holder_of,
    next_director,
    sell,
    share_price,
    start,
)
from .table import DIRECTORS

SOURCES = (IPO, POOL, "treasury")


def act(desk: Desk, seat: Seat, action: Action) -> None:
    """Carry out a decision of a stock round."""
    progress = desk.progress
    if progress.floating is not None:
        assert isinstance(action, Choose), action
        choose_stations(desk, seat, action.option)
        return
    desk.same("whose turn it is", progress.seat, seat)
    over = desk.table.certificates(seat) > desk.limit() and not desk.table.lner
    if isinstance(action, SellShares):
        _sell(desk, seat, action)
        return
    desk.require(
        not over or not can_sell(desk, seat), "6.5.2.2: certificates above the limit are kept"
    )
    if isinstance(action, Pass):
        if not progress.sold_now:
            desk.claims.take("passed", player=desk.names[seat])
        _end_turn(desk, acted=bool(progress.sold_now))
        return
    assert isinstance(action, BuyShare | StartCompany), action
    company = action.company
    desk.require((seat, company) not in progress.sold, f"6.5.1.4: {company} was sold in this round")
    progress.bought[seat, company] += DIRECTORS if isinstance(action, StartCompany) else 1
    progress.last = seat
    _end_turn(desk, acted=True)
    if isinstance(action, StartCompany):
        desk.require(desk.option("beginners", "no") == "no", "11.3.1: founded without charter")
        desk.require(can_be_founded(desk, company), f"3.2.2: {company} cannot be founded")
        start(desk, seat, company, action.par)
    else:
        buy(desk, seat, company, action.source)


def _sell(desk: Desk, seat: Seat, action: SellShares) -> None:
    progress, company = desk.progress, action.company
    desk.require(company not in progress.sold_now, f"6.4.0.1: a second block of {company}")
    kept = desk.table.shares(company, seat) - action.count
    desk.require(
        kept >= progress.bought[seat, company], f"6.4.0.3: {company} was bought in this round"
    )
    progress.sold.add((seat, company))
    progress.sold_now.add(company)
    progress.passes = 0
    progress.last = seat
    sell(desk, seat, company, action.count)


def _end_turn(desk: Desk, *, acted: bool) -> None:
    progress = desk.progress
    progress.sold_now = set()
    progress.passes = 0 if acted else progress.passes + 1
    progress.seat = desk.after(progress.seat)


def proceed(desk: Desk) -> bool:
    """Players who can do nothing are passed over; True when all have passed (6.1.1, 6.6.1)."""
    progress = desk.progress
    if progress.floating is not None:
        return False
    while progress.passes < len(desk.names):
        seat = progress.seat
        if can_sell(desk, seat) or can_buy(desk, seat) or _waits_in_vain(desk, seat):
            return False
        if not progress.sold_now:
            desk.claims.take("passed", player=desk.names[seat])
        _end_turn(desk, acted=bool(progress.sold_now))
    return True


def can_sell(desk: Desk, seat: Seat) -> bool:
    """Is there a block of shares that a player may sell (6.3.4, 6.4.0)?"""
    table, progress = desk.table, desk.progress
    for company in table.spot:
        if company in progress.sold_now:
            continue
        held = table.shares(company, seat)
        for rest in range(progress.bought[seat, company], held):
            if sale_leaves(desk, company, seat, rest):
                return True
    return False


def sale_leaves(desk: Desk, company: str, seat: Seat, rest: int) -> bool:
    """May a player keep just so many shares of a company?"""
    if desk.table.card[company] != seat or rest >= DIRECTORS:
        return True
    return next_director(desk, company, seat, rest) is not None or can_keep(
        desk, company, seat, rest
    )


def _waits_in_vain(desk: Desk, seat: Seat) -> bool:
    """Does a director's certificate alone in the pool keep a player on turn (D31)?"""
    table = desk.table
    if not desk.policy.director_for_sale or table.certificates(seat) >= desk.limit():
        return False
    return any(
        table.card[company] == POOL
        and not table.ordinary[company][POOL]
        and DIRECTORS * desk.price(company) <= table.cash[seat]
        for company in table.spot
        if (seat, company) not in desk.progress.sold
    )


def can_buy(desk: Desk, seat: Seat) -> bool:
    """Is there a share that a player may buy, or a company that he may found (6.5)?"""
    table, cash = desk.table, desk.table.cash[seat]
    if table.certificates(seat) >= desk.limit():
        return False
    for company in table.spot:
        if (seat, company) in desk.progress.sold:
            continue
        for source in SOURCES:
            there = table.ordinary[company][holder_of(company, source)]
            if there > 0 and share_price(desk, company, source) <= cash:
                return True
    if cash < DIRECTORS * LOWEST_START or desk.option("beginners", "no") == "yes":
        return False
    return any(
        can_be_founded(desk, company)
        for company in desk.definition.companies
        if (seat, company) not in desk.progress.sold
    )
