"""Dividends, movements of the price, George Hudson's manoeuvre (1862-7.8.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from ...engine.actions import Choice, Dividend
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import move_price, price, put_marker
from ...engine.state import BANK
from ...engine.step import Move
from ...engine.steps.common import CompanyStep
from ...engine.steps.operating import PayOrKeep, note_run
from .actions import TopUp
from .cards import use_up_warranties
from .facts import option, receivership, this_turn
from .holdings import bankrupt_if_worthless, held
from .policy import policy
from .rounds import note_last_price
from .trains import end_turn

if TYPE_CHECKING:
    from ...engine.game import Game, Play

PAY, KEEP, TOP_UP = "pay", "keep", "top_up"
MOST_JUMPS = 4


def jumps(game: Game, company: str, paid: int) -> int:
    """Return how many spaces to the right a dividend moves the price (1862-7.8.5.3)."""
    return min(MOST_JUMPS, paid // price(game, company))


def top_up_amount(game: Game, company: str) -> int | None:
    """Return what has to be added to make the price rise, None if it is not possible.

    In tens, the least that makes the revenue reach the price (1862-7.8.6.1); never more, and
    never with nothing (1862-7.8.6.2).
    """
    turn, at = this_turn(game), price(game, company)
    if option(game, "beginners") == "yes":
        return None  # 1862-11.3.4
    if turn.revenue < policy(game).hudson_from or turn.revenue >= at:
        return None
    added = -(-(at - turn.revenue) // 10) * 10
    return added if added <= game.state.cash[company] + turn.bonus_income else None


def settle_revenue(game: Play, company: str, kind: str) -> None:
    """Pay the subsidy, then pay out or keep the revenue, and move the price."""
    state, turn = game.state, this_turn(game)
    pay(game, BANK, company, turn.bonus_income)
    if turn.bonus_income:
        game.log("treasury_income", company=company, money=turn.bonus_income)
    paid = turn.revenue if kind != KEEP else 0
    if kind == TOP_UP:
        added = top_up_amount(game, company)
        assert added is not None
        game.log("topped_up", company=company, money=added)
        # This turn's subsidy has been paid already.
        pay(game, company, BANK, added)
        paid += added
    steps = jumps(game, company, paid)
    if paid:
        per_share = paid // 10
        for holder in (*range(len(game.players)), company):  # 1862-7.8.5.2
            pay(game, BANK, holder, per_share * held(game, company, holder))
        game.log("paid", company=company, revenue=paid, per_share=per_share)
        move_price(game, company, "right", steps)
    else:
        pay(game, BANK, company, turn.revenue)
        game.log("kept" if turn.revenue else "no_revenue", company=company, revenue=turn.revenue)
        move_price(game, company, "left")
    if paid and policy(game).restack:
        put_marker(game, company, state.cell[company])  # 1862-7.1.2, 1862-7.8.5.4
    kind = kind if paid else KEEP
    note_run(game, company, paid or turn.revenue, kind, turn.bonus_income)
    note_last_price(game, company)
    bankrupt_if_worthless(game, company)


class DividendMove1862(PayOrKeep["PayDividend"]):
    """Pay out everything or keep everything (1862-7.8.5.1)."""

    def apply(self, game: Play, step: PayDividend, action: Dividend) -> None:
        step.decide(game, action.kind)


class TopUpMove(Move[TopUp, "PayDividend"]):
    """George Hudson's manoeuvre (1862-7.8.6.1)."""

    action = TopUp

    def legal(self, game: Game, step: PayDividend) -> Iterator[Choice]:
        if top_up_amount(game, step.company(game)) is not None:
            yield Choice(TopUp())

    def check(self, game: Game, step: PayDividend, action: TopUp) -> None:
        if top_up_amount(game, step.company(game)) is None:
            refuse(game, "no_top_up")

    def apply(self, game: Play, step: PayDividend, action: TopUp) -> None:
        step.decide(game, TOP_UP)


class PayDividend(CompanyStep, frozen=True):
    """Pay out, keep, or top up; nothing is kept without asking (1862-7.8.5)."""

    moves = (DividendMove1862(), TopUpMove())
    out_of_step = "revenue_undecided"

    def settle(self, game: Play) -> bool:
        if this_turn(game).revenue and not receivership(game, self.company(game)):
            return False
        company = self.company(game)
        self.decide(game, KEEP)
        if company not in game.state.floated:  # what it earned is gone with it
            run = game.state.last_runs[company]
            game.state.last_runs[company] = msgspec.structs.replace(run, revenue=0)
        return True

    def decide(self, game: Play, kind: str) -> None:
        company = self.company(game)
        game.pop()
        use_up_warranties(game, company)
        settle_revenue(game, company, kind)
        if company not in game.state.floated:
            end_turn(game)
