"""What becomes of the earnings (18ESP-4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.actions import Dividend
from ...engine.ledger import pay
from ...engine.shares import move_price, percent
from ...engine.state import BANK, POOL
from ...engine.steps.common import CompanyStep
from ...engine.steps.operating import PayOrKeep, note_run
from . import routes
from .facts import is_small, this_turn
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def effect(game: Game, company: str, kind: str, revenue: int) -> tuple[int, str, int, int]:
    """Return (per share, price direction, times, income of the treasury) of a decision.

    The owner of a small company gets half (18ESP-4.5.5); northern majors jump in the last
    operating round (18ESP-7.6).
    """
    if kind != "pay" or not revenue:
        return 0, "left", 1, revenue  # 18ESP-4.5.2
    if is_small(game, company):
        return revenue // 2, "right", 1, revenue - revenue // 2
    per_share = revenue // 10
    income = per_share * (percent(game, company, POOL) // 10)  # 18ESP-4.5.4
    return per_share, "right", routes.factor(game, company), income  # 18ESP-4.5.6


class EarningsMove(PayOrKeep[CompanyStep]):
    """Distribute everything or withhold everything (18ESP-4.5.1)."""

    def apply(self, game: Play, step: CompanyStep, action: Dividend) -> None:
        game.pop()
        settle_earnings(game, step.company(game), action.kind)


def settle_earnings(game: Play, company: str, kind: str) -> None:
    """Carry a decision out and move the price."""
    turn = this_turn(game)
    per_share, direction, times, income = effect(game, company, kind, turn.revenue)
    if per_share:
        for seat in range(len(game.players)):
            held = percent(game, company, seat)
            shares = held // 100 if is_small(game, company) else held // 10
            pay(game, BANK, seat, per_share * shares)
        game.log("paid", company=company, revenue=turn.revenue, per_share=per_share)
    else:
        game.log("kept" if turn.revenue else "no_revenue", company=company, revenue=turn.revenue)
    pay(game, BANK, company, income)
    if not policy(game).income_at_once:
        pay_income(game, company)
    move_price(game, company, direction, times)
    note_run(game, company, turn.revenue, "pay" if per_share else "keep", turn.bonus_income)


def pay_income(game: Play, company: str) -> None:
    """Ports and mines pay the treasury (18ESP-4.4.3.3)."""
    income = this_turn(game).bonus_income
    if income:
        pay(game, BANK, company, income)
        game.log("treasury_income", company=company, money=income)
