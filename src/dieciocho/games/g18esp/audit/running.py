"""Running trains: the routes, what the treasury gets at once, goals (18ESP-4.4.3, 5.1)."""

from __future__ import annotations

from ....engine.actions import Run
from ....engine.state import BANK
from . import earnings, goals, routes
from .table import STRAWBERRY, Table


def give_tender(t: Table, card: str) -> None:
    """On the site the train with the tender is named before the run."""
    t.require(t.company in t.tenders, "there is no tender")
    t.require(card in t.trains[t.company], f"{card} is not a train of {t.company}")
    t.set_turn(tender=card)
    t.says("tender_given", company=t.company, train=card.rpartition("-")[0])


def run(t: Table, action: Run) -> None:
    company = t.company
    runs = [routes.read(t, route) for route in action.routes]
    cards = [one.train for one in runs]
    t.same("one route for each train", len(set(cards)), len(cards))
    t.require(set(cards) <= set(t.trains[company]) - t.this_turn.idle, f"trains {cards}")
    shared = routes.shared_side(runs)
    t.require(not shared, shared)
    _check(t, company, runs)
    times = earnings.factor(t, company)
    for route, one in zip(action.routes, runs, strict=True):
        routes.reckon(t, company, one)
        value = one.value * times
        t.says("route", company=company, train=one.train, path=route.path, value=value)
    revenue = times * sum(one.value for one in runs)
    income = sum(one.treasury for one in runs)
    t.set_turn(revenue=revenue, bonus_income=income, tender=None)
    earnings.comes_to_run(t, company)
    _after(t, company, runs, income)


def _alike(named: str | None, card: str) -> bool:
    """Trains of one kind are the same train to their company."""
    return named is not None and named.rpartition("-")[0] == card.rpartition("-")[0]


def _check(t: Table, company: str, runs: list[routes.Run]) -> None:
    """Each route keeps the rules, one of them perhaps with the tender (18ESP-2.2.23)."""
    pulled = 0
    for one in runs:
        why = routes.objection(t, company, one, tender=False)
        named = not t.policy.tender_assigned or _alike(t.this_turn.tender, one.train)
        if why and company in t.tenders and named:
            why = routes.objection(t, company, one, tender=True)
            pulled += 1
        t.require(not why, f"{one.train} on {'-'.join(one.hexes)}: {why}")
        if one.train == STRAWBERRY:
            through = routes.aranjuez(t, one)
            t.require(t.aranjuez or through, "the strawberry train begins in Aranjuez")
            t.aranjuez |= through
    t.require(pulled <= 1, "the tender is used twice")


def _after(t: Table, company: str, runs: list[routes.Run], income: int) -> None:
    """Ports and mines pay at once; goals are credited before the dividend (5.1.1.9)."""
    reached = []
    if any(one.area for one in runs):
        reached.append(goals.AREA)
    if any(one.mine and one.port for one in runs) and _mine_port_counts(t):
        reached.append(goals.MINE_PORT)
    if any(one.port for one in runs):
        reached.append(goals.PORT)
    due = [goal for goal in reached if goal in goals.open_goals(t, company)]
    paid = not income or not t.policy.income_at_once
    while due or not paid:
        if t.next_is("treasury_income") and not paid:
            t.pay(BANK, company, income)
            t.says("treasury_income", company=company, money=income)
            paid = True
        else:
            told = [goal for goal in due if t.next_is(f"goal_{goal}")]
            t.require(bool(told), f"{company}: {due} and {income} for the treasury are not told")
            goals.reach(t, company, told[0])
            due.remove(told[0])


def _mine_port_counts(t: Table) -> bool:
    """A house rule ends this goal with phase 7 (A6)."""
    ends = t.policy.mine_port_goal_ends_in_phase_7
    return not (ends and t.phase_number == 7)
