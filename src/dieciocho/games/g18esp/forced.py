"""The obligation to own a train, and how directors pay for it (18ESP-4.7.0.1, 18ESP-4.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice, SellShares
from ...engine.components import Kind
from ...engine.depot import top_card
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import price, sellable
from ...engine.state import BANK, Seat
from ...engine.steps.stock import SellMove, would_change_director
from . import routes
from .facts import NORTH, company_limit, counted_trains, facts, is_small, kind, this_turn
from .policy import policy
from .printed import EspTrain, printed, train_of
from .stock import HOLDING

if TYPE_CHECKING:
    from ...engine.game import Game, Play
    from .turn import Trains

NARROW = "narrow"


def usable(game: Game, company: str, train_kind: Kind) -> bool:
    """Tell whether a company can use a kind of train (18ESP-4.7.0.2)."""
    if not policy(game).usable_train:
        return True
    gauge = printed(game).trains[train_kind].gauge
    home = NARROW if kind(game, company) == NORTH else ""
    return gauge == home or routes.usable(game, company, train_kind)  # 18ESP-5.2.2.4


def must_buy(game: Game, company: str) -> bool:
    """Tell whether the company lacks a usable train (18ESP-4.7.0.1)."""
    cards = counted_trains(game, company)  # not the strawberry train (18ESP-4.7.0.3)
    return not any(usable(game, company, game.kind_of(card)) for card in cards)


def has_room(game: Game, company: str) -> bool:
    return len(counted_trains(game, company)) < company_limit(game, company)


def may_own(game: Game, company: str, train: EspTrain) -> bool:
    """Small companies own conventional trains only (18ESP-4.4.1.7, 18ESP-5.2.1.16)."""
    return not (is_small(game, company) and train.gauge)


def shortfall(game: Game, company: str) -> int:
    """Return what the director has to add for the train of the bank; 0: no forced purchase."""
    card = top_card(game)
    if card is None or not must_buy(game, company) or not has_room(game, company):
        return 0  # nor for a second train (18ESP-4.7.1.8)
    return max(0, train_of(game, card).price - game.state.cash[company])


def bound(game: Game, company: str) -> bool:
    """Tell whether shares were sold for the bank's train, so that all money is for it.

    The whole treasury goes into a forced purchase (18ESP-4.7.1.3), which is never one of another
    company's train (18ESP-4.7.1.1).
    """
    sold = policy(game).sale_binds and this_turn(game).sold
    return sold and shortfall(game, company) > 0


def missing(game: Game, company: str) -> int:
    """Return what is missing although the director gives all his cash."""
    cash = game.state.cash[game.state.president[company]]
    return max(0, shortfall(game, company) - cash)


# --- forced sale -----------------------------------------------------------------------


def sale_limit(game: Game, seat: Seat, company: str) -> int:
    """Return how many shares of a company the director could sell now."""
    if is_small(game, company) or company not in game.state.last_runs:
        return 0
    count = sellable(game, company, seat, HOLDING.pool)
    while count and would_change_director(game, company, seat, count):
        count -= 1
    return count


def proceeds(game: Game, seat: Seat) -> int:
    """Return the most that a player could raise by selling."""
    return sum(sale_limit(game, seat, c) * price(game, c) for c in game.state.cell)


def _left_after(game: Game, seat: Seat, company: str, count: int) -> int:
    """Return what else could be raised after a sale."""
    market, cell = game.definition.market, game.state.cell[company]
    for _ in range(count):
        cell = market.down[cell]
    limit = sale_limit(game, seat, company)
    others = proceeds(game, seat) - limit * price(game, company)
    return others + (limit - count) * market.price[cell]


def sale_ban(game: Game, company: str) -> str | None:
    """Return why the director of a company may sell nothing for a train now."""
    if not shortfall(game, company):
        return "no_emergency"
    gap = missing(game, company)
    if not gap:
        return "cash_suffices"
    if policy(game).sell_or_borrow and proceeds(game, game.state.president[company]) < gap:
        return "sale_not_enough"  # 18ESP-4.7.1.6
    return None


class ForcedSale(SellMove["Trains"]):
    """The director sells shares for a train, no more than needed (18ESP-4.7.1.5)."""

    def legal(self, game: Game, step: Trains) -> Iterator[Choice]:
        if step.selling_ban(game) is not None:
            return
        seat = step.actor(game)
        for company in game.state.cell:
            for count in range(1, sale_limit(game, seat, company) + 1):
                if self.objection(game, step, company, count) is None:
                    yield Choice(SellShares(company, count))

    def check(self, game: Game, step: Trains, action: SellShares) -> None:
        if action.company in game.definition.companies:
            if is_small(game, action.company):
                refuse(game, "small_never_sold", company=action.company)
            if action.company not in game.state.cell:
                refuse(game, "no_par_no_sale", company=action.company)
        super().check(game, step, action)

    def objection(self, game: Game, step: Trains, company: str, count: int) -> str | None:
        if company not in game.state.last_runs:
            return "not_operated"
        seat, gap = step.actor(game), missing(game, step.company(game))
        if would_change_director(game, company, seat, count):
            return "emergency_director"
        if (count - 1) * price(game, company) >= gap:
            return "sells_too_much"
        money = count * price(game, company)
        enough = money >= gap or money + _left_after(game, seat, company, count) >= gap
        return None if enough or not policy(game).sell_or_borrow else "sale_leaves_short"

    def apply(self, game: Play, step: Trains, action: SellShares) -> None:
        game.set_turn(sold=True, last_sale=price(game, action.company))
        super().apply(game, step, action)


def may_borrow(game: Game, step: Trains) -> bool:
    """Tell whether the director may take a loan: not after a sale (18ESP-4.7.1.4).

    Should nothing be left to sell after all, he borrows the rest: nobody goes bankrupt
    (18ESP-4.7.1.9). On 18xx.games he first has to buy what other companies could sell (D49).
    """
    if not this_turn(game).sold:
        return True
    if step.offers(game, step.sale):
        return False
    return policy(game).loan_after_sale or not step.others_sell(game)


def contribute(game: Play, company: str, cost: int) -> None:
    """The director makes up for what the treasury lacks, by a loan if need be (18ESP-4.7.1.7)."""
    director, gap = game.state.president[company], cost - game.state.cash[company]
    if gap <= 0:
        return
    loan = gap - game.state.cash[director]
    if loan > 0:
        debts = facts(game).debts  # earlier ones do not hinder (18ESP-4.7.2.2)
        game.set_facts(debts={**debts, director: (*debts.get(director, ()), loan)})
        pay(game, BANK, director, loan)
        game.log("loan", player=game.name(director), money=loan)
    pay(game, director, company, gap)
    game.log("director_pays", player=game.name(director), company=company, money=gap)
