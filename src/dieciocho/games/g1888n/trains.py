"""Trains that are traded in, emergency money and bankruptcy (1888N-8.3.8, 8.3.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ...engine.actions import BuyTrain, Choice, DeclareBankruptcy
from ...engine.depot import top_card
from ...engine.errors import refuse
from ...engine.game import Game, Play
from ...engine.shares import ordinary, price, sell, sellable
from ...engine.state import BANK
from ...engine.step import Move
from ...engine.steps.stock import Holding, Selling, SellMove, would_change_director
from ...engine.steps.trains import Buying, BuyTrainMove, shortfall
from .policy import policy
from .printed import printed


def trade_ins(game: Game, company: str, card: str) -> list[tuple[str, int]]:
    """Return which own trains may be handed in for a train, with the reduced price."""
    train = printed(game).trains[game.kind_of(card)]
    return [
        (own, train.price - train.trade_in[game.kind_of(own)])
        for own in game.state.trains[company]
        if game.kind_of(own) in train.trade_in
    ]


class TradeMove(BuyTrainMove):
    """Buy a train, perhaps for less because an older one is handed in (1888N-8.3.8.8)."""

    def has_room(self, game: Game, step: Buying, company: str) -> bool:
        """Online an affordable trade-in opens plain purchases at the limit as well."""
        if super().has_room(game, step, company):
            return True
        top = top_card(game)
        return (
            policy(game).lenient_train_limit
            and top is not None
            and any(cost <= game.state.cash[company] for _, cost in trade_ins(game, company, top))
        )

    def exchanges(self, game: Game, company: str, card: str) -> Iterator[Choice]:
        for own, reduced in trade_ins(game, company, card):
            if reduced <= game.state.cash[company]:
                yield Choice(BuyTrain(card, BANK, reduced, own))

    def check_exchange(self, game: Game, company: str, action: BuyTrain) -> None:
        self.check_on_offer(game, action)
        reduced = dict(trade_ins(game, company, action.train)).get(str(action.trade_in))
        if action.source != BANK or reduced is None:
            refuse(game, "no_trade_in", train=str(action.trade_in))
        if action.price != reduced:
            refuse(game, "printed_price", train=action.train, price=reduced)
        if reduced > game.state.cash[company]:
            refuse(game, "treasury_too_small", price=reduced, cash=game.state.cash[company])


class Emergency(Selling, Protocol):
    """A step in which a director raises money for a train, or goes bankrupt."""

    def company(self, game: Game) -> str: ...
    def by_certificate(self, game: Game) -> bool: ...
    def only_own_protected(self, game: Game) -> bool: ...
    def sales_may_ruin(self, game: Game) -> bool: ...
    def bankrupt(self, game: Play) -> None: ...


class EmergencySale(SellMove[Emergency]):
    """The director sells shares because a train must be bought, no more than needed.

    A sale is too much if it would still be enough without its smallest part: a share, or, where
    an edition counts certificates, the director's certificate if nothing else is sold.
    """

    def objection(self, game: Game, step: Emergency, company: str, count: int) -> str | None:
        seat = step.actor(game)
        operating = step.company(game)
        missing = shortfall(game, operating) - game.state.cash[seat]
        part = 2 if step.by_certificate(game) and not ordinary(game, company, seat) else 1
        if (count - part) * price(game, company) >= missing:
            return "sells_too_much" if missing > 0 else "cash_suffices"
        protected = company == operating or not step.only_own_protected(game)
        if protected and would_change_director(game, company, seat, count):
            return "emergency_director"
        if not step.sales_may_ruin(game) and self._ruins(game, step, company, count):
            return "sells_into_bankruptcy"
        return None

    def _ruins(self, game: Game, step: Emergency, company: str, count: int) -> bool:
        """Tell whether after the sale a director cannot raise the money who can now."""
        if not can_raise(game, step, self.holding):
            return False
        after = Play(game.copy())
        sell(after, company, step.actor(game), count, self.holding.drop)
        return not can_raise(after, step, self.holding)


def emergency_limit(game: Game, step: Emergency, company: str, holding: Holding) -> int:
    """Return how many shares of a company the director could sell in an emergency."""
    seat = step.actor(game)
    count = sellable(game, company, seat, holding.pool)
    if company == step.company(game) or not step.only_own_protected(game):
        while count and would_change_director(game, company, seat, count):
            count -= 1
    return count


def emergency_proceeds(game: Game, step: Emergency, holding: Holding) -> int:
    """Return the most that the director could raise by selling."""
    return sum(
        emergency_limit(game, step, company, holding) * price(game, company)
        for company in game.state.cell
    )


def can_raise(game: Game, step: Emergency, holding: Holding) -> bool:
    """Tell whether cash and all possible sales make up for the train."""
    missing = shortfall(game, step.company(game)) - game.state.cash[step.actor(game)]
    return missing <= 0 or emergency_proceeds(game, step, holding) >= missing


class BankruptcyMove(Move[DeclareBankruptcy, Emergency]):
    """Give up when the money for a mandatory train cannot be raised."""

    action = DeclareBankruptcy

    def __init__(self, holding: Holding) -> None:
        self.holding = holding

    def possible(self, game: Game, step: Emergency) -> bool:
        return not can_raise(game, step, self.holding)

    def legal(self, game: Game, step: Emergency) -> Iterator[Choice]:
        if self.possible(game, step):
            yield Choice(DeclareBankruptcy())

    def check(self, game: Game, step: Emergency, action: DeclareBankruptcy) -> None:
        if not self.possible(game, step):
            refuse(game, "not_bankrupt")

    def apply(self, game: Play, step: Emergency, action: DeclareBankruptcy) -> None:
        step.bankrupt(game)
