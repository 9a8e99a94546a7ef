"""Charters that were not kept: fines and what is sold for them (1862-4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...engine.actions import Choice, SellShares
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import DIRECTOR, hand_over, ordinary, seats_after
from ...engine.state import BANK, POOL, Seat
from ...engine.step import Move, Step
from ...engine.steps.common import PlayerStep
from ...engine.steps.rounds import next_priority, pass_priority_on
from ...engine.words import money
from .facts import facts
from .holdings import THREE, held, reset, sale_problem, sell, value
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play

TIMES_PAR = 5  # 1862-4.3.2


def settle_obligations(game: Play) -> None:
    """Fine the players whose companies have not floated (1862-4.3.1), then go on.

    Cash and the shares of failed companies are taken at once; then everybody sells for the rest.
    """
    debts = [(seat, _owed(game, seat, failed)) for seat, failed in _bills(game)]
    game.push(*(FineSale(seat, debt) for seat, debt in debts if debt), AfterFines())


def _bills(game: Game) -> list[tuple[Seat, list[str]]]:
    """Return who is fined for which companies, in order (1862-4.3.7)."""
    promised = facts(game).obligations
    if policy(game).fines == "by_company":
        return [(promised[c], [c]) for c in game.definition.companies if c in promised]
    order = list(game.state.round.order)
    if policy(game).fines == "together":
        first = next_priority(game)
        order = [first, *seats_after(game, first)]
    bills = [(seat, [c for c, who in promised.items() if who == seat]) for seat in order]
    return [(seat, failed) for seat, failed in bills if isinstance(seat, int) and failed]


def _owed(game: Play, seat: Seat, failed: list[str]) -> int:
    """Return what a player still owes for his failed companies."""
    if policy(game).fines == "together":
        return _fine(game, failed, seat)
    return sum(_fine(game, [company], seat) for company in failed)


def _fine(game: Play, failed: list[str], seat: Seat) -> int:
    """Take cash and the shares of failed companies; return what is still owed."""
    debt = 0
    for company in failed:
        fine = TIMES_PAR * game.state.par[company]
        game.log("fined", player=game.name(seat), company=company, money=fine)
        debt += fine
    debt -= _take_cash(game, seat, debt)
    for company in failed:
        each = value(game, company)
        while debt and (parts := _next_certificate(game, company, seat)):
            pay(game, BANK, seat, parts * each)
            debt -= _take_cash(game, seat, debt)
    for company in failed:
        reset(game, company)
        if not policy(game).failed_at_once:
            game.set_facts(barred=facts(game).barred | {company})
        game.log("charter_failed", company=company)
    return debt


def _take_cash(game: Play, seat: Seat, debt: int) -> int:
    amount = min(debt, game.state.cash[seat])
    pay(game, seat, BANK, amount)
    return amount


def _next_certificate(game: Game, company: str, seat: Seat) -> int:
    """Put a certificate of a player into the pool, ordinary ones first; return its shares."""
    if ordinary(game, company, seat):
        hand_over(game, company, seat, POOL, 1)
        return 1
    if game.state.shares[company][DIRECTOR] == seat:
        hand_over(game, company, seat, POOL, 0, director=True)
        return THREE
    return 0


class FineSaleMove(Move[SellShares, "FineSale"]):
    """Sell shares to pay a fine, by the usual rules (1862-4.3.3)."""

    action = SellShares

    def legal(self, game: Game, step: FineSale) -> Iterator[Choice]:
        for company in game.state.cell:
            for count in range(1, held(game, company, step.seat) + 1):
                if sale_problem(game, company, step.seat, count) is None:
                    yield Choice(SellShares(company, count))

    def check(self, game: Game, step: FineSale, action: SellShares) -> None:
        company, count = action.company, action.count
        if company not in game.definition.companies:
            refuse(game, "unknown_company", company=company)
        has = held(game, company, step.seat)
        if company not in game.state.cell or not 1 <= count <= has:
            refuse(game, "does_not_hold", company=company, count=count, held=has)
        problem = sale_problem(game, company, step.seat, count)
        if problem is not None:
            refuse(game, problem, company=company, count=count)

    def apply(self, game: Play, step: FineSale, action: SellShares) -> None:
        company, count = action.company, action.count
        earlier = step.sold.count(company) if policy(game).fine_is_one_sale else 0
        sell(game, company, step.seat, count, earlier)
        debt = step.debt - _take_cash(game, step.seat, step.debt)
        game.replace_step(step, debt=debt, sold=(*step.sold, *[company] * count))


class FineSale(PlayerStep, frozen=True):
    """A player sells shares until his fine is paid; what he cannot pay is forgiven (1862-4.3.4)."""

    seat: Seat
    debt: int
    sold: tuple[str, ...] = ()  # the company of every share

    moves = (FineSaleMove(),)
    out_of_step = "fine_first"

    def told(self, game: Game) -> dict[str, Any]:
        return {"money": money(game, self.debt)}

    def settle(self, game: Play) -> bool:
        cash = _take_cash(game, self.seat, self.debt)  # from another fine's sale
        if self.debt > cash and self.offers(game, self.moves[0]):
            if cash:
                game.replace_step(self, debt=self.debt - cash)
            return False
        game.pop()
        if self.debt > cash:
            game.log("forgiven", player=game.name(self.seat), money=self.debt - cash)
        return True


class AfterFines(Step, frozen=True):
    """The stock round is over."""

    def settle(self, game: Play) -> bool:
        from .rounds import begin_operating_round

        game.pop()
        pass_priority_on(game)  # as it was before the fines (1862-6.6.1)
        current = game.state.round
        # As the phase says now (1862-3.0.1); a later one counts for the next set (1862-7.9.12).
        begin_operating_round(game, current.number, 1, game.phase.rounds)
        return True
