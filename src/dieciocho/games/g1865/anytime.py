"""The steps of a company's turn, and what its president may do at any moment of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Action, Choice, DiscardTrain
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK
from ...engine.step import Move, Moves
from ...engine.steps.common import CompanyStep
from .actions import Absorb, Convert, RepayLoan
from .components import figures
from .facts import loans_of, set_loans
from .maritime import TransferMove

if TYPE_CHECKING:
    from ...engine.game import Game, Play


class TurnStep(CompanyStep, frozen=True):
    """A step of the operating company, decided by its president."""

    def reason_against(self, action: Action) -> str:
        if isinstance(action, Absorb):
            return "absorb_at_start"
        if isinstance(action, Convert):
            return "convert_before_stock_round"
        if isinstance(action, DiscardTrain):
            return "no_scrapping_at_will"
        return super().reason_against(action)


class RepayMove(Move[RepayLoan, CompanyStep]):
    """Let a company pay a loan back in full (1865-5.5.4); players never do (1865-5.5.5)."""

    action = RepayLoan

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        if self._problem(game, step.company(game)) is None:
            yield Choice(RepayLoan())

    def check(self, game: Game, step: CompanyStep, action: RepayLoan) -> None:
        company = step.company(game)
        problem = self._problem(game, company)
        if problem is not None:
            refuse(game, problem, company=company, cash=game.state.cash[company])

    def _problem(self, game: Game, company: str) -> str | None:
        if not loans_of(game, company):
            return "no_loan"
        return "loan_in_full" if game.state.cash[company] < figures().loan else None

    def apply(self, game: Play, step: CompanyStep, action: RepayLoan) -> None:
        company = step.company(game)
        pay(game, company, BANK, figures().loan)
        set_loans(game, company, loans_of(game, company) - 1)
        game.log("loan_repaid", company=company, money=figures().loan)


ANYTIME: Moves[CompanyStep] = (TransferMove(), RepayMove())  # 1865-4.1.5


def something_waits(game: Game, step: TurnStep) -> bool:
    """Tell whether the president could transfer or repay something now."""
    return any(step.offers(game, move) for move in ANYTIME)
