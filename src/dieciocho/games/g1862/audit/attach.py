"""Where a game stands when the auditor sits down: read once from the state, then kept by him."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ....engine.state import State
from .desk import OPERATING, PARLIAMENT, STOCK, Auction, Charter, Fine, Progress, Turn
from .merging import Consolidation, Option
from .table import DIRECTORS

BEFORE_RUN = {"home_upgrade", "merger", "survivor_of_merger", "track", "station", "run_trains"}


def progress_of(state: State) -> Progress:
    """Return how far the round has come."""
    now: Any = state.round
    progress = Progress(now.kind, now.number, now.part, now.parts)
    if state.over:
        return progress
    steps: dict[str, Any] = {step.id: step for step in state.agenda}
    if now.kind in (PARLIAMENT, STOCK):
        progress.seat = now.order[now.index]
        progress.passes = _in_a_row(now)
    if now.kind == PARLIAMENT:
        progress.winners = set(now.winners)
        _parliament(progress, steps)
    elif now.kind == STOCK:
        progress.sold, progress.bought = set(now.sold), Counter(now.bought)
        progress.last = now.last_to_act
        if "stock_round" in steps:
            progress.sold_now = set(steps["stock_round"].sold)
        fines: list[Any] = [s for s in state.agenda if s.id == "fine_sale"]
        if fines:
            progress.fines = [Fine(s.seat, s.debt, list(s.sold)) for s in reversed(fines)]
    elif now.kind == OPERATING:
        progress.operated = set(now.operated)
        progress.turn = _turn(state, steps)
        _merger(progress, steps)
    if "buy_stations" in steps:  # the turn of the buyer is over
        progress.floating = steps["buy_stations"].company
        progress.seat, progress.passes = now.order[(now.index + 1) % len(now.order)], 0
    return progress


def _in_a_row(now: Any) -> int:
    """Count who has passed just before the player on turn."""
    count = 0
    for seat in reversed((*now.order[now.index :], *now.order[: now.index])):
        if seat not in now.passed or seat == now.last_to_act:
            break
        count += 1
    return count


def _parliament(progress: Progress, steps: dict[str, Any]) -> None:
    if "parliament" in steps:
        progress.part = steps["parliament"].part
    if "charter_auction" in steps:
        step = steps["charter_auction"]
        best, high = step.bids[-1]
        progress.auction = Auction(step.company, step.seat, list(step.bidders), high, best)
    if "charter_shares" in steps:
        step = steps["charter_shares"]
        set_ = "charter_par" not in steps
        progress.charter = Charter(step.company, step.seat, set_, step.left)


def _turn(state: State, steps: dict[str, Any]) -> Turn | None:
    now: Any = state.turn
    if now is None:
        return None
    turn = Turn(now.company, state.president.get(now.company))
    turn.ran = not BEFORE_RUN & set(steps)
    turn.done = turn.ran and "pay_dividend" not in steps
    turn.revenue, turn.subsidy = now.revenue, now.bonus_income
    turn.raised, turn.redeemed, turn.stationed = now.raised, now.redeemed, now.stationed
    turn.tiles = ["upgrade" if now.upgraded else "yellow"] * now.laid
    turn.gone = "stranded" in steps
    if "train_consent" in steps:
        turn.offer = steps["train_consent"].proposal
    for name in ("survivor_of_merger", "survivor_of_acquisition", "merger_consent"):
        if name in steps:
            turn.partner = steps[name].other
    if "merger_consent" in steps:
        turn.survivor = steps["merger_consent"].plan.survivor
    for name in ("plan", "remove_stations"):
        if name in steps:
            plan = steps[name]
            turn.survivor = plan.survivor
            turn.partner = plan.lost if plan.survivor == turn.company else plan.survivor
    return turn


def _merger(progress: Progress, steps: dict[str, Any]) -> None:
    if "remove_stations" in steps:
        progress.excess = steps["remove_stations"].lost
    if "odd_share" not in steps:
        return
    plan, option = steps["consolidate"], steps["odd_share"]
    survivor = plan.survivor

    def holder(owner: Any) -> Any:
        return owner if isinstance(owner, int) else survivor

    progress.merger = Consolidation(
        survivor,
        plan.other,
        plan.initiator,
        plan.price,
        [holder(owner) for owner in plan.left],
        Option(holder(option.holder), option.cost, option.gain, option.size == DIRECTORS),
    )
