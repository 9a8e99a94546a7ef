"""Running trains and paying dividends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Self

from ..actions import Action, Choice, Dividend, Pass, Route, Run
from ..earnings import RunValue, best_routes, value_of
from ..errors import refuse
from ..ledger import pay
from ..own import this_turn
from ..routing import NO_LIMITS, PATIENT
from ..shares import move_price, percent
from ..state import BANK, POOL, LastRun
from ..step import Move, Moves, S
from .common import CompanyStep

if TYPE_CHECKING:
    from ..game import Game, Play


class RunMove(Move[Run, "RunStep"]):
    """Run the trains. The step says whether the claimed revenue must be the greatest."""

    action = Run

    def legal(self, game: Game, step: RunStep) -> Iterator[Choice]:
        company = step.company(game)
        # Where anything may be run, a good set is enough of a proposal.
        sets = best_routes(game, company, NO_LIMITS if step.maximum(game) else PATIENT)
        best = max(
            (s.revenue for s in sets.values() if self.objection(game, step, s.kind) is None),
            default=0,
        )
        for found in sorted(sets.values(), key=lambda s: -s.revenue):
            if self.objection(game, step, found.kind) is None and (found.revenue or not best):
                routes = tuple(Route(train, path) for train, path in found.routes)
                yield Choice(Run(routes), open=True)

    def objection(self, game: Game, step: RunStep, kind: int) -> str | None:
        """Return why a set of a class is not allowed, whatever it earns."""
        return None

    def check(self, game: Game, step: RunStep, action: Run) -> None:
        company = step.company(game)
        value = value_of(game, company, action.routes)
        objection = self.objection(game, step, value.kind)
        if objection is not None:
            refuse(game, objection)
        if not step.maximum(game):
            return
        sets = best_routes(game, company)
        best = sets[value.kind].revenue if value.kind in sets else 0
        if value.revenue < best:
            refuse(game, "not_the_maximum", revenue=value.revenue, best=best)
        allowed = [s for s in sets.values() if self.objection(game, step, s.kind) is None]
        best = max((s.revenue for s in allowed), default=0)
        if value.revenue == 0 and best:
            refuse(game, "not_the_maximum", revenue=0, best=best)

    def apply(self, game: Play, step: RunStep, action: Run) -> None:
        company = step.company(game)
        value = value_of(game, company, action.routes)
        for route, (worth, _) in zip(action.routes, value.routes, strict=True):
            game.log("route", company=company, train=route.train, path=route.path, value=worth)
        step.ran(game, action.routes, value)


class RunStep(CompanyStep, frozen=True):
    """Run the trains; what they earn is noted in the turn."""

    def maximum(self, game: Game) -> bool:
        """Tell whether no less than the greatest revenue may be claimed."""
        return True

    def ran(self, game: Play, routes: tuple[Route, ...], value: RunValue) -> None:
        game.set_turn(routes=routes, revenue=value.revenue, bonus_income=value.income)
        game.pop()


def dividend_effect(game: Game, company: str, kind: str, revenue: int) -> tuple[int, str, int]:
    """Return (per share, price direction, income of the treasury) of a dividend decision."""
    if kind == "pay" and revenue:
        per_share = revenue // 10
        return per_share, "right", per_share * (percent(game, company, POOL) // 10)
    return 0, "left", revenue


class PayOrKeep(Move[Dividend, S]):
    """Pay out everything or keep everything; what that means is for a game to say."""

    action = Dividend

    def legal(self, game: Game, step: S) -> Iterator[Choice]:
        yield Choice(Dividend("pay"))
        yield Choice(Dividend("keep"))

    def check(self, game: Game, step: S, action: Dividend) -> None:
        """Both kinds are always possible; the type admits no others."""


class DividendMove(PayOrKeep[CompanyStep]):
    """Shareholders are paid by the bank, and the price moves."""

    def apply(self, game: Play, step: CompanyStep, action: Dividend) -> None:
        settle_revenue(game, step.company(game), action.kind)
        game.pop()


def settle_revenue(game: Play, company: str, kind: str) -> None:
    """Carry a dividend decision out and move the price."""
    turn = this_turn(game)
    per_share, direction, income = dividend_effect(game, company, kind, turn.revenue)
    if per_share:
        for seat in range(len(game.players)):
            pay(game, BANK, seat, per_share * (percent(game, company, seat) // 10))
        game.log("paid", company=company, revenue=turn.revenue, per_share=per_share)
    elif turn.revenue:
        game.log("kept", company=company, revenue=turn.revenue)
    else:
        game.log("no_revenue", company=company)
    pay(game, BANK, company, income + turn.bonus_income)
    if turn.bonus_income:
        game.log("treasury_income", company=company, money=turn.bonus_income)
    move_price(game, company, direction)
    note_run(game, company, turn.revenue, "pay" if per_share else "keep", turn.bonus_income)


def note_run(game: Game, company: str, revenue: int, kind: str, bonus_income: int = 0) -> None:
    """Remember what a company did with its revenue in this round."""
    now = game.state.round
    game.state.last_runs[company] = LastRun(now.number, now.part, revenue, kind, bonus_income)


class PayDividend(CompanyStep, frozen=True):
    """Pay out or keep; a revenue of nothing is kept without asking."""

    moves: ClassVar[Moves[Self]] = (DividendMove(),)
    refusals: ClassVar[dict[type[Action], str]] = {Pass: "revenue_undecided"}

    def settle(self, game: Play) -> bool:
        if this_turn(game).revenue:
            return False
        settle_revenue(game, self.company(game), "keep")
        game.pop()
        return True
