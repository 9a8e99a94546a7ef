"""Buying trains, emergency money, discarding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Protocol

from ..actions import BuyTrain, Choice, DeclareBankruptcy, DiscardTrain
from ..depot import (
    above_limit,
    available,
    move_train,
    start_phase_of,
    top_card,
    train_limit,
    train_of,
)
from ..errors import refuse
from ..game import Game, Play
from ..ledger import pay
from ..shares import ordinary, sell, sellable
from ..shares import price as share_price
from ..state import BANK, POOL, Seat
from ..step import Move, Step
from .stock import Holding, SellMove, would_change_director


def cheapest(game: Game) -> int | None:
    """Return the price of the cheapest train of bank and pool, None if there is none."""
    return min((train_of(game, card).price for card, _ in available(game)), default=None)


def must_buy(game: Game, company: str) -> bool:
    """Tell whether the company has to get a train in this turn."""
    duty = game.definition.train_duty and not game.state.trains[company]
    return duty and cheapest(game) is not None


def shortfall(game: Game, company: str) -> int:
    """Return what the director has to add for the cheapest train; 0: no emergency."""
    if not must_buy(game, company):
        return 0
    needed = cheapest(game)
    assert needed is not None
    return max(0, needed - game.state.cash[company])


def trade_ins(game: Game, company: str, card: str) -> list[tuple[str, int]]:
    """Return which own trains may be handed in for a train, with the reduced price."""
    train = train_of(game, card)
    return [
        (own, train.price - train.trade_in[game.kind_of(own)])
        for own in game.state.trains[company]
        if game.kind_of(own) in train.trade_in
    ]


class Buying(Protocol):
    """A step in which a company buys trains: what may be bought, and what follows."""

    def company(self, game: Game) -> str: ...
    def lenient_limit(self, game: Game) -> bool: ...
    def trade_closed(self, game: Game) -> str | None: ...
    def lowest_offer(self, game: Game, card: str) -> int: ...
    def bought(self, game: Game, action: BuyTrain) -> None: ...
    def offer(self, game: Game, action: BuyTrain) -> None: ...


def has_room(game: Game, step: Buying, company: str) -> bool:
    """Tell whether the company may get one more train.

    Where an edition says so, an affordable trade-in opens plain purchases at the limit as well.
    """
    if len(game.state.trains[company]) < train_limit(game):
        return True
    top = top_card(game)
    return (
        step.lenient_limit(game)
        and top is not None
        and any(cost <= game.state.cash[company] for _, cost in trade_ins(game, company, top))
    )


class BuyTrainMove(Move[BuyTrain]):
    """Buy from the bank, the pool or another company."""

    action = BuyTrain

    def legal(self, game: Game, step: Buying) -> Iterator[Choice]:
        company = step.company(game)
        treasury = game.state.cash[company]
        missing = shortfall(game, company)
        room = has_room(game, step, company)
        for card, source in available(game):
            cost = train_of(game, card).price
            if room and (cost <= treasury or self._director_pays(game, company, card, missing)):
                yield Choice(BuyTrain(card, source, cost))
            if source == BANK:
                for own, reduced in trade_ins(game, company, card):
                    if reduced <= treasury:
                        yield Choice(BuyTrain(card, source, reduced, own))
        if room and treasury > 0 and step.trade_closed(game) is None:
            for card, owner in others_trains(game, company):
                low = step.lowest_offer(game, card)
                if low <= treasury:
                    yield Choice(BuyTrain(card, owner, low), low, treasury)

    def _director_pays(self, game: Game, company: str, card: str, missing: int) -> bool:
        """Tell whether the director's money makes up for the cheapest train."""
        return (
            missing > 0
            and train_of(game, card).price == cheapest(game)
            and game.state.cash[game.state.president[company]] >= missing
        )

    def check(self, game: Game, step: Buying, action: BuyTrain) -> None:
        company = step.company(game)
        state = game.state
        owner = next((o for o, cards in state.trains.items() if action.train in cards), None)
        if owner is None or owner != action.source:
            refuse(game, "train_not_there", train=action.train, source=action.source)
        if action.source == company:
            refuse(game, "own_train", train=action.train)
        if action.source not in (BANK, POOL, *state.floated):
            refuse(game, "train_not_there", train=action.train, source=action.source)
        if action.trade_in is not None:
            self._check_trade_in(game, company, action)
            return
        if not has_room(game, step, company):
            refuse(game, "train_limit", limit=train_limit(game))
        if action.source in (BANK, POOL):
            self._check_from_bank(game, company, action)
        else:
            self._check_from_company(game, step, company, action)

    def _check_trade_in(self, game: Game, company: str, action: BuyTrain) -> None:
        self._check_on_offer(game, action)
        if action.source != BANK or action.trade_in not in game.state.trains[company]:
            refuse(game, "no_trade_in", train=str(action.trade_in))
        kind = game.kind_of(str(action.trade_in))
        train = train_of(game, action.train)
        if kind not in train.trade_in:
            refuse(game, "no_trade_in", train=str(action.trade_in))
        reduced = train.price - train.trade_in[kind]
        if action.price != reduced:
            refuse(game, "printed_price", train=action.train, price=reduced)
        if reduced > game.state.cash[company]:
            refuse(game, "treasury_too_small", price=reduced, cash=game.state.cash[company])

    def _check_on_offer(self, game: Game, action: BuyTrain) -> None:
        if (action.train, action.source) not in available(game):
            refuse(game, "not_top_card", train=action.train)

    def _check_from_bank(self, game: Game, company: str, action: BuyTrain) -> None:
        self._check_on_offer(game, action)
        cost = train_of(game, action.train).price
        if action.price != cost:
            refuse(game, "printed_price", train=action.train, price=cost)
        if cost <= game.state.cash[company]:
            return
        missing = shortfall(game, company)
        if not missing:
            reason = "treasury_suffices" if must_buy(game, company) else "treasury_too_small"
            refuse(game, reason, price=cost, cash=game.state.cash[company])
        if cost != cheapest(game):
            refuse(game, "emergency_cheapest", price=cheapest(game))
        if not self._director_pays(game, company, action.train, missing):
            refuse(game, "director_too_poor", missing=missing)

    def _check_from_company(self, game: Game, step: Buying, company: str, action: BuyTrain) -> None:
        closed = step.trade_closed(game)
        if closed is not None:
            refuse(game, closed, phase=game.phase.name, cash=game.state.cash[company])
        low = step.lowest_offer(game, action.train)
        if action.price < low:
            refuse(game, "train_offer_declined" if low > 1 else "price_at_least_one", low=low)
        if action.price > game.state.cash[company]:
            reason = "no_emergency_from_company" if must_buy(game, company) else "offer_too_high"
            refuse(game, reason, price=action.price, cash=game.state.cash[company])

    def apply(self, game: Play, step: Buying, action: BuyTrain) -> None:
        if action.source in (BANK, POOL):
            buy_from_bank(game, step.company(game), action)
            step.bought(game, action)
        else:
            step.offer(game, action)


def others_trains(game: Game, company: str) -> list[tuple[str, str]]:
    """Return the trains of other companies: (card, owner)."""
    return [
        (card, other)
        for other in game.definition.companies
        if other != company
        for card in game.state.trains.get(other, ())
    ]


def buy_from_bank(game: Play, company: str, action: BuyTrain) -> None:
    """Pay for a train of bank or pool, with the director's help if need be."""
    state = game.state
    if action.price > state.cash[company]:
        director = state.president[company]
        missing = action.price - state.cash[company]
        pay(game, director, company, missing)
        game.log("director_pays", player=game.name(director), company=company, money=missing)
    train = train_of(game, action.train)
    to_seller = train.to_seller if action.source == BANK else 0
    if train.seller is not None:
        pay(game, company, train.seller, to_seller)
    pay(game, company, BANK, action.price - to_seller)
    game.log(
        "train_bought",
        company=company,
        train=game.kind_of(action.train),
        source=action.source,
        price=action.price,
    )
    if action.trade_in is not None:
        move_train(game, action.trade_in, company, POOL)
        game.log("traded_in", company=company, train=game.kind_of(action.trade_in))
    move_train(game, action.train, action.source, company)
    if action.source == BANK:
        start_phase_of(game, game.kind_of(action.train))


def buy_from_company(game: Play, company: str, action: BuyTrain) -> None:
    """Move a train and its price between two treasuries."""
    pay(game, company, action.source, action.price)
    move_train(game, action.train, action.source, company)
    game.log(
        "train_bought",
        company=company,
        train=game.kind_of(action.train),
        source=action.source,
        price=action.price,
    )


class Emergency(Protocol):
    """A step in which a director raises money for a train, or goes bankrupt."""

    def actor(self, game: Game) -> Seat: ...
    def company(self, game: Game) -> str: ...
    def by_certificate(self, game: Game) -> bool: ...
    def only_own_protected(self, game: Game) -> bool: ...
    def sales_may_ruin(self, game: Game) -> bool: ...
    def bankrupt(self, game: Play) -> None: ...


class EmergencySale(SellMove):
    """The director sells shares because a train must be bought, no more than needed.

    A sale is too much if it would still be enough without its smallest part: a share, or, where
    an edition counts certificates, the director's certificate if nothing else is sold.
    """

    def ban(self, game: Game, step: Emergency) -> str | None:
        return None if shortfall(game, step.company(game)) else "no_emergency"

    def objection(self, game: Game, step: Emergency, company: str, count: int) -> str | None:
        seat = step.actor(game)
        operating = step.company(game)
        missing = shortfall(game, operating) - game.state.cash[seat]
        part = 2 if step.by_certificate(game) and not ordinary(game, company, seat) else 1
        if (count - part) * share_price(game, company) >= missing:
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
        emergency_limit(game, step, company, holding) * share_price(game, company)
        for company in game.state.cell
    )


def can_raise(game: Game, step: Emergency, holding: Holding) -> bool:
    """Tell whether cash and all possible sales make up for the train."""
    missing = shortfall(game, step.company(game)) - game.state.cash[step.actor(game)]
    return missing <= 0 or emergency_proceeds(game, step, holding) >= missing


class BankruptcyMove(Move[DeclareBankruptcy]):
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


class DiscardMove(Move[DiscardTrain]):
    """Put a train above the limit into the pool."""

    action = DiscardTrain

    def legal(self, game: Game, step: Discard) -> Iterator[Choice]:
        for card in game.state.trains[step.company]:
            yield Choice(DiscardTrain(step.company, card))

    def check(self, game: Game, step: Discard, action: DiscardTrain) -> None:
        if action.company != step.company:
            refuse(game, "other_company_discards", company=step.company)
        if action.train not in game.state.trains[step.company]:
            refuse(game, "train_not_there", train=action.train, source=step.company)

    def apply(self, game: Play, step: Discard, action: DiscardTrain) -> None:
        move_train(game, action.train, step.company, POOL)
        game.log("discarded", company=step.company, train=game.kind_of(action.train))
        if len(game.state.trains[step.company]) <= train_limit(game):
            game.pop()


class Discard(Step, frozen=True):
    """A director chooses which trains above the limit go to the pool."""

    company: str

    moves: ClassVar[tuple[Move[Any], ...]] = (DiscardMove(),)
    out_of_step = "discard_first"

    def actor(self, game: Game) -> Seat:
        return game.state.president[self.company]

    def settle(self, game: Play) -> bool:
        if len(game.state.trains[self.company]) <= train_limit(game):
            game.pop()
            return True
        return False


def push_discards(game: Play, order: list[str] | None = None) -> None:
    """Ask every company above the train limit to discard."""
    companies = above_limit(game)
    if order is not None:
        companies.sort(key=order.index)
    game.push(*(Discard(company) for company in companies))
