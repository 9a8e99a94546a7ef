"""Goals: each pays a growing part of the capital and unlocks stations (18ESP-5.1)."""

from __future__ import annotations

from ....engine.state import BANK
from . import ways
from .table import NORTH, SOUTH, Table

DESTINATION, AREA, MINE_PORT, PORT, ABSORPTION = (
    "destination",
    "area",
    "mine_port",
    "port",
    "absorption",
)


def open_goals(t: Table, company: str) -> list[str]:
    """What a company can still reach; those launched with full capital have no goals."""
    if t.is_small(company) or company in t.full:
        return []
    third = {NORTH: MINE_PORT, SOUTH: ABSORPTION}[t.kind_of(company)]
    mine = [DESTINATION, AREA, PORT if t.policy.port_goal else third]
    return [goal for goal in mine if goal not in t.goals.get(company, ())]


def reach(t: Table, company: str, goal: str) -> None:
    """PAR once for the first goal, twice for the second, three times for the third."""
    t.require(goal in open_goals(t, company), f"{company} has no goal {goal} to reach")
    reached = (*t.goals.get(company, ()), goal)
    t.goals[company] = reached
    t.unlocked[company] = t.unlocked.get(company, 0) + (2 if goal == ABSORPTION else 1)
    money = t.par[company] * len(reached)
    t.pay(BANK, company, money)
    t.says(f"goal_{goal}", company=company, money=money)


def destination(t: Table, company: str) -> None:
    t.require(ways.joined(t, company), f"{company} is not joined to its destination")
    reach(t, company, DESTINATION)


def overdue(t: Table, company: str) -> bool:
    """At the latest in the company's own turn the destination is credited (5.1.1.7)."""
    if t.policy.asks_for_connection or DESTINATION not in open_goals(t, company):
        return False
    return ways.joined(t, company, plainly=True)
