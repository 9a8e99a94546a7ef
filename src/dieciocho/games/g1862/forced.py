"""A train that must be bought: treasury shares, refinancing, bankruptcy (1862-7.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice, DeclareBankruptcy
from ...engine.depot import top_card
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import hand_over, ordinary, price
from ...engine.state import BANK, POOL, Seat
from ...engine.step import Move, Step
from ...engine.steps.common import CompanyStep
from . import consolidation
from .actions import RaiseMoney
from .cards import bank_price, used_trains
from .facts import (
    facts,
    has_train,
    option,
    this_turn,
)
from .holdings import bankrupt, drop
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play

SHARES, REFINANCING = "shares", "refinancing"


def must_buy(game: Game, company: str) -> bool:
    """Tell whether a company needs a train and the bank has one (1862-7.11.0.1)."""
    return not has_train(game, company) and top_card(game) is not None


def shortfall(game: Game, company: str) -> int:
    """Return what is missing for a train that must be bought; 0: nothing."""
    if not must_buy(game, company):
        return 0
    return max(0, bank_price(game) - game.state.cash[company])


def shares_to_sell(game: Game, company: str) -> int:
    """Return how many treasury shares pay for the train; 0: they do not (1862-7.11.1.1)."""
    missing = shortfall(game, company)
    count = -(-missing // price(game, company))
    return count if count <= ordinary(game, company, company) else 0


def can_refinance(game: Game, company: str) -> bool:
    """Tell whether refinancing pays for the train (1862-7.11.2.2)."""
    return 10 * game.state.par[company] >= shortfall(game, company)


def sells_to_itself(game: Game, company: str) -> bool:
    """Tell whether its own director could sell a company without train one that it can pay (A-19).

    Then it is able to buy from another company and need not be helped (1862-7.11.0.2).
    """
    president = game.state.president
    return policy(game).own_trains_first and any(
        president.get(owner) == president[company] for owner, _ in used_trains(game, company)
    )


class RaiseMove(Move[RaiseMoney, CompanyStep]):
    """Sell treasury shares or refinance because a train must be bought (1862-7.11.0.2)."""

    action = RaiseMoney

    def _problem(self, game: Game, company: str, means: str) -> str | None:
        if not shortfall(game, company) or this_turn(game).raised:
            return "no_need_to_raise"
        if sells_to_itself(game, company):
            return "own_train_first"
        if means == SHARES:
            return None if shares_to_sell(game, company) else "shares_do_not_suffice"
        return None if can_refinance(game, company) else "refinancing_too_little"

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        company = step.company(game)
        if self._problem(game, company, SHARES) is None:
            yield Choice(RaiseMoney("shares"))
        if self._problem(game, company, REFINANCING) is None:
            yield Choice(RaiseMoney("refinancing"))

    def check(self, game: Game, step: CompanyStep, action: RaiseMoney) -> None:
        company = step.company(game)
        problem = self._problem(game, company, action.means)
        if problem is not None:
            refuse(game, problem, company=company, price=bank_price(game))

    def apply(self, game: Play, step: CompanyStep, action: RaiseMoney) -> None:
        company = step.company(game)
        game.set_turn(raised=True)
        if action.means == SHARES:
            sell_treasury(game, company)
            return
        seat = step.actor(game)
        game.log("refinances", company=company)
        game.push(Capital(company, seat))  # 1862-5.1.3.1
        # Price and par stay as they are (1862-5.2.3.1).
        consolidation.begin(game, company, None, seat, price(game, company))


def sell_treasury(game: Play, company: str) -> None:
    """Sell just enough shares at the full price; it drops as for a director (1862-7.11.1.2)."""
    count = shares_to_sell(game, company)
    money = count * price(game, company)
    hand_over(game, company, company, POOL, count)
    pay(game, BANK, company, money)
    game.log("treasury_sold", company=company, count=count, money=money)
    if not (facts(game).lner and policy(game).lner_stops_drops):
        drop(game, company, count)


class Capital(Step, frozen=True):
    """A refinanced company gets ten times its par value (1862-7.11.2.1)."""

    company: str
    seat: Seat

    def settle(self, game: Play) -> bool:
        game.pop()
        game.set_turn(hurried=False)
        consolidation.settle_director(game, self.company, self.seat)
        money = 10 * game.state.par[self.company]
        pay(game, BANK, self.company, money)
        game.log("capital", company=self.company, money=money)
        return True


class BankruptcyMove(Move[DeclareBankruptcy, CompanyStep]):
    """A company that cannot get a train is bankrupt (1862-7.12.1)."""

    action = DeclareBankruptcy

    def _possible(self, game: Game, company: str) -> bool:
        """Money is raised once; a company that spent it on its own share is lost (A-44, online)."""
        if not shortfall(game, company) or sells_to_itself(game, company):
            return False
        return this_turn(game).raised or not (
            shares_to_sell(game, company) or can_refinance(game, company)
        )

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        if self._possible(game, step.company(game)):
            yield Choice(DeclareBankruptcy())

    def check(self, game: Game, step: CompanyStep, action: DeclareBankruptcy) -> None:
        company = step.company(game)
        if not self._possible(game, company):
            own = shortfall(game, company) and sells_to_itself(game, company)
            refuse(game, "own_train_first" if own else "not_bankrupt", company=company)

    def apply(self, game: Play, step: CompanyStep, action: DeclareBankruptcy) -> None:
        company = step.company(game)
        bankrupt(game, company, price(game, company) // 2)  # 1862-7.12.2


def judge_redeeming(game: Play) -> None:
    """Withhold the last but one step of a turn from a company that could not redeem a share now."""
    turn = this_turn(game)
    game.set_turn(redeemed=not redeemable(game, turn.company), hurried=False)


def redeemable(game: Game, company: str) -> bool:
    """Tell whether a company could buy one of its shares from the pool (1862-7.13.1)."""
    return (
        option(game, "beginners") == "no"  # 1862-11.3.2
        and not this_turn(game).redeemed
        and ordinary(game, company, POOL) > 0
        and price(game, company) <= game.state.cash[company]
    )
