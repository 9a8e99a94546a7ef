"""Buying and discarding trains."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from ..actions import BuyTrain, Choice, DiscardTrain
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
from ..state import BANK, OUT, POOL
from ..step import Move
from .common import DirectorStep


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


class Buying(Protocol):
    """A step in which a company buys trains: what may be bought, and what follows."""

    def company(self, game: Game) -> str: ...
    def trade_closed(self, game: Game) -> str | None: ...
    def lowest_offer(self, game: Game, card: str) -> int: ...
    def bought(self, game: Play, action: BuyTrain) -> None: ...
    def offer(self, game: Play, action: BuyTrain) -> None: ...


Charge = Callable[[Play, str, BuyTrain], None]


def to_bank(game: Play, company: str, action: BuyTrain) -> None:
    """Pay the bank for a train."""
    pay(game, company, BANK, action.price)


class BuyTrainMove(Move[BuyTrain, Buying]):
    """Buy from the bank, the pool or another company; `charge` takes the bank's price."""

    action = BuyTrain

    def __init__(self, charge: Charge = to_bank) -> None:
        self._charge = charge

    def has_room(self, game: Game, step: Buying, company: str) -> bool:
        """Tell whether the company may get one more train."""
        return len(game.state.trains[company]) < train_limit(game)

    def legal(self, game: Game, step: Buying) -> Iterator[Choice]:
        company = step.company(game)
        treasury = game.state.cash[company]
        missing = shortfall(game, company)
        room = self.has_room(game, step, company)
        for card, source in available(game):
            cost = train_of(game, card).price
            if room and (cost <= treasury or self._director_pays(game, company, card, missing)):
                yield Choice(BuyTrain(card, source, cost))
            if source == BANK:
                yield from self.exchanges(game, company, card)
        if room and treasury > 0 and step.trade_closed(game) is None:
            for card, owner in others_trains(game, company):
                low = step.lowest_offer(game, card)
                if low <= treasury:
                    yield Choice(BuyTrain(card, owner, low), low, treasury)

    def exchanges(self, game: Game, company: str, card: str) -> Iterator[Choice]:
        """Yield what else the company may give for a train of the bank."""
        yield from ()

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
            self.check_exchange(game, company, action)
            return
        if not self.has_room(game, step, company):
            refuse(game, "train_limit", limit=train_limit(game))
        if action.source in (BANK, POOL):
            self._check_from_bank(game, company, action)
        else:
            self._check_from_company(game, step, company, action)

    def check_exchange(self, game: Game, company: str, action: BuyTrain) -> None:
        """Refuse to take a train in exchange."""
        refuse(game, "no_trade_in", train=str(action.trade_in))

    def check_on_offer(self, game: Game, action: BuyTrain) -> None:
        if (action.train, action.source) not in available(game):
            refuse(game, "not_top_card", train=action.train)

    def _check_from_bank(self, game: Game, company: str, action: BuyTrain) -> None:
        self.check_on_offer(game, action)
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
            buy_from_bank(game, step.company(game), action, self._charge)
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


def buy_from_bank(game: Play, company: str, action: BuyTrain, charge: Charge = to_bank) -> None:
    """Pay for a train of bank or pool, with the director's help if need be."""
    state = game.state
    if action.price > state.cash[company]:
        director = state.president[company]
        missing = action.price - state.cash[company]
        pay(game, director, company, missing)
        game.log("director_pays", player=game.name(director), company=company, money=missing)
    charge(game, company, action)
    log_purchase(game, company, action)
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
    log_purchase(game, company, action)


def log_purchase(game: Play, company: str, action: BuyTrain) -> None:
    kind = game.kind_of(action.train)
    game.log("train_bought", company=company, train=kind, source=action.source, price=action.price)


def export_train(game: Play) -> bool:
    """Take the bank's next train out of the game; tell whether that starts a phase."""
    card = top_card(game)
    if card is None or not train_of(game, card).exportable:
        return False
    move_train(game, card, BANK, OUT)
    game.log("exported", train=game.kind_of(card))
    return start_phase_of(game, game.kind_of(card))


class Discarding(Protocol):
    """A step in which a company above the limit gives trains up."""

    @property
    def company(self) -> str: ...


class DiscardMove(Move[DiscardTrain, Discarding]):
    """Put a train above the limit into the pool."""

    action = DiscardTrain

    def legal(self, game: Game, step: Discarding) -> Iterator[Choice]:
        for card in game.state.trains[step.company]:
            yield Choice(DiscardTrain(step.company, card))

    def check(self, game: Game, step: Discarding, action: DiscardTrain) -> None:
        if action.company != step.company:
            refuse(game, "other_company_discards", company=step.company)
        if action.train not in game.state.trains[step.company]:
            refuse(game, "train_not_there", train=action.train, source=step.company)

    def apply(self, game: Play, step: Discarding, action: DiscardTrain) -> None:
        move_train(game, action.train, step.company, POOL)
        game.log("discarded", company=step.company, train=game.kind_of(action.train))
        if len(game.state.trains[step.company]) <= train_limit(game):
            game.pop()


class Discard(DirectorStep, frozen=True):
    """A director chooses which trains above the limit go to the pool."""

    moves = (DiscardMove(),)
    out_of_step = "discard_first"

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
