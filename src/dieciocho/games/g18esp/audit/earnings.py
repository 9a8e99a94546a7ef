"""Earnings: who gets what of a run, and the price moves (18ESP-4.5, 7.5, 7.6)."""

from __future__ import annotations

from ....engine.actions import Dividend, Run
from ....engine.state import BANK, POOL
from . import market, shares, ways
from .table import NORTH, Table


def last_round(t: Table) -> bool:
    """The third operating round after the last stock round."""
    return t.last_set == t.round.number and t.round.part == t.round.parts


def factor(t: Table, company: str) -> int:
    """Northern majors' routes count three times in the last round, twice on the site (D17)."""
    last = last_round(t) and t.kind_of(company) == NORTH
    return (2 if t.online else 3) if last else 1


def _operated(t: Table, company: str) -> None:
    t.earned = True
    t.operated.add(company)


def _late_income(t: Table, company: str) -> None:
    """On the site ports and mines pay with the dividend."""
    if not t.policy.income_at_once and t.this_turn.bonus_income:
        t.pay(BANK, company, t.this_turn.bonus_income)
        t.says("treasury_income", company=company, money=t.this_turn.bonus_income)


def comes_to_run(t: Table, company: str) -> None:
    """A company has operated with a train once it has one that may run (18ESP-4.6.0.4)."""
    if set(t.trains[company]) - t.this_turn.idle:
        t.ran.add(company)


def could_run(t: Table, company: str) -> bool:
    """Whether a train has a route beside a station; combined trains are not reckoned here."""
    for card in t.counted(company):
        train = t.train(card)
        if card in t.this_turn.idle or train.parts:
            continue
        if ways.has_route(t, company, train.gauge, small_only=train.range == 1):
            return True
    return False


def nothing(t: Table, company: str) -> None:
    """No earnings are treated as withheld (18ESP-4.5.3)."""
    t.says("no_revenue", company=company, revenue=0)
    asked = t.before.turn is not None and t.before.turn.company == company
    if not (asked and isinstance(t.action, Run)):
        t.require(not could_run(t, company), f"{company} was not asked for its routes")
    _late_income(t, company)
    comes_to_run(t, company)
    market.withheld(t, company)
    _operated(t, company)


def decide(t: Table, action: Dividend) -> None:
    """All to the shareholders or all to the treasury (18ESP-4.5.1)."""
    company, revenue = t.company, t.this_turn.revenue
    t.same("who decides", t.held.director[company], t.by)
    t.require(revenue > 0, "a dividend without revenue")
    if action.kind == "keep":
        t.pay(BANK, company, revenue)
        t.says("kept", company=company, revenue=revenue)
        _late_income(t, company)
        market.withheld(t, company)
    else:
        _pay(t, company, revenue)
        _late_income(t, company)
        market.paid(t, company, factor(t, company))
    _operated(t, company)


def _pay(t: Table, company: str, revenue: int) -> None:
    """A tenth for each share, those in the open market to the treasury; small ones half."""
    if t.is_small(company):
        t.pay(BANK, company, revenue // 2)
        t.pay(BANK, t.held.director[company], revenue // 2)
        t.says("paid", company=company, revenue=revenue, per_share=revenue // 2)
        return
    each = revenue // 10
    for seat in t.seats:
        t.pay(BANK, seat, each * shares.percent(t, company, seat) // 10)
    t.pay(BANK, company, each * shares.percent(t, company, POOL) // 10)
    t.says("paid", company=company, revenue=revenue, per_share=each)
