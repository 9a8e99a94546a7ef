"""Buying trains from the bank and from companies (18ESP-4.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import BuyTrain, Choice
from ...engine.depot import move_train, top_card
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK
from ...engine.step import Move
from ...engine.steps.consent import AnswerMove, ConsentStep, answer_offer
from ...engine.steps.trains import log_purchase
from .facts import (
    STRAWBERRY_TRAIN,
    allowed,
    company_limit,
    counted_trains,
    facts,
    this_turn,
)
from .forced import (
    bound,
    contribute,
    has_room,
    may_borrow,
    may_own,
    missing,
    must_buy,
    shortfall,
    usable,
)
from .phases import first_train, front, push_discards, train_gone
from .policy import policy
from .printed import EspTrain, printed, train_of

if TYPE_CHECKING:
    from ...engine.game import Game, Play
    from .turn import Trains

NARROW = "narrow"
SPECIAL = ("2B", "1+2B")


def sides(game: Game, card: str) -> list[str]:
    """Return a card of the bank with either side up."""
    train, number = train_of(game, card), card.rpartition("-")[2]
    return [card, f"{train.back}-{number}"]


def turned(game: Game, card: str) -> list[str]:
    """Return a train of a company as it may be bought: as it lies (18ESP-4.7.0.10), or turned."""
    if not policy(game).sides_free or train_of(game, card).back is None:  # D39
        return [card]
    return sides(game, card)


def held(game: Game, action: BuyTrain) -> str | None:
    """Return the card of the seller that an offer is about."""
    cards = game.state.trains.get(action.source, ())
    return next((card for card in cards if action.train in turned(game, card)), None)


def useless(game: Game, company: str, card: str, source: str) -> str | None:
    """Return why a company may not buy a train because of what it could use then.

    A company without a usable train buys one of use (18ESP-4.7.0.2); nobody makes itself one by a
    purchase that scraps its only usable train (18ESP-4.7.0.11).
    """
    if usable(game, company, game.kind_of(card)):
        return None
    if must_buy(game, company):
        return "usable_train_first"
    if source == BANK and policy(game).purchase_leaves_usable:
        kept = kept_after(game, company, train_of(game, card))
        if not any(usable(game, company, game.kind_of(c)) for c in kept):
            return "none_usable_left"
    return None


def kept_after(game: Game, company: str, bought: EspTrain) -> list[str]:
    """Return the trains that the purchase of one from the bank leaves a company."""
    front_kind = bought.card or bought.kind
    phases = game.definition.phases[game.state.phase + 1 :]
    starts = any(phase.starts_with == front_kind for phase in phases)
    trains = printed(game).trains
    return [
        card
        for card in counted_trains(game, company)
        if not (starts and trains[game.kind_of(card)].scrapped_by == front_kind)
    ]


class BuyTrainMove(Move[BuyTrain, "Trains"]):
    """Buy from the bank on either side, or from another company."""

    action = BuyTrain

    def legal(self, game: Game, step: Trains) -> Iterator[Choice]:
        company = step.company(game)
        if not has_room(game, company):
            return
        top = top_card(game)
        if top is not None:
            for card in sides(game, top):
                if self._bank_problem(game, step, card) is None:
                    yield Choice(BuyTrain(card, BANK, train_of(game, card).price))
        yield from self.of_companies(game, step)

    def of_companies(self, game: Game, step: Trains) -> Iterator[Choice]:
        """Yield what other companies could sell."""
        company = step.company(game)
        if not allowed(game, "train_trade") or bound(game, company):
            return
        for card, owner in self._others(game, company):
            low, high = self.interval(game, step, card)
            if low <= high and useless(game, company, card, owner) is None:
                yield Choice(BuyTrain(card, owner, low), low, high)

    def _others(self, game: Game, company: str) -> Iterator[tuple[str, str]]:
        for other in game.definition.companies:
            if other != company and other not in facts(game).frozen:
                for card in game.state.trains[other]:
                    train = train_of(game, card)
                    if may_own(game, company, train) and self._tradable(game, card):
                        for side in turned(game, card):
                            if may_own(game, company, train_of(game, side)):
                                yield side, other

    def _tradable(self, game: Game, card: str) -> bool:
        """Trains of pioneers are never sold (18ESP-4.7.0.7), combined ones are (18ESP-5.2.1.10)."""
        special = game.kind_of(card) in SPECIAL and not policy(game).special_train_free
        return card != STRAWBERRY_TRAIN and not special

    def interval(self, game: Game, step: Trains, card: str) -> tuple[int, int]:
        """Return the lowest and highest price of a train of another company."""
        company = step.company(game)
        treasury, turn = game.state.cash[company], this_turn(game)
        low, high = max(1, turn.declined.get(card, 0) + 1), treasury
        if not policy(game).director_pays_companies:
            return low, high
        due = must_buy(game, company)
        power, face = treasury + game.state.cash[step.actor(game)], train_of(game, card).price
        if due:  # D21
            high = max(high, min(power, face))
        # The last share must have been needed; this is not forgotten when a train is bought.
        if turn.sold and face > treasury and (due or policy(game).floor_after_sale):
            low = max(low, power - turn.last_sale + 1)
        return low, high

    def _bank_problem(self, game: Game, step: Trains, card: str) -> str | None:
        company = step.company(game)
        train, treasury = train_of(game, card), game.state.cash[step.company(game)]
        if not may_own(game, company, train):
            return "small_owns_conventional"
        if train.price <= treasury:
            return useless(game, company, card, BANK)
        if not shortfall(game, company):
            return "treasury_too_small"
        if useless(game, company, card, BANK) is not None:
            return "forced_must_be_usable"
        if missing(game, company) and not may_borrow(game, step):
            return "sell_on"
        return None

    def check(self, game: Game, step: Trains, action: BuyTrain) -> None:
        company = step.company(game)
        if action.trade_in is not None:
            refuse(game, "no_trade_in", train=action.trade_in)
        if not has_room(game, company):
            refuse(game, "train_limit", limit=company_limit(game, company))
        if action.source == BANK:
            self._check_bank(game, step, action)
        else:
            self._check_company(game, step, action)

    def _check_bank(self, game: Game, step: Trains, action: BuyTrain) -> None:
        top = top_card(game)
        if top is None or action.train not in sides(game, top):
            refuse(game, "not_top_card", train=action.train)
        cost = train_of(game, action.train).price
        if action.price != cost:
            refuse(game, "printed_price", train=action.train, price=cost)
        problem = self._bank_problem(game, step, action.train)
        if problem is not None:
            company = step.company(game)
            refuse(game, problem, price=cost, cash=game.state.cash[company], company=company)

    def _check_company(self, game: Game, step: Trains, action: BuyTrain) -> None:
        company, card = step.company(game), held(game, action)
        if action.source not in game.definition.companies or card is None:
            refuse(game, "train_not_there", train=action.train, source=action.source)
        if action.source == company:
            refuse(game, "own_train", train=action.train)
        if not allowed(game, "train_trade"):
            refuse(game, "no_trade_yet", phase=game.phase.name)
        if bound(game, company):
            refuse(game, "sold_for_the_bank")
        if action.source in facts(game).frozen:
            refuse(game, "frozen_sells_nothing", company=action.source)
        if not self._tradable(game, card):
            refuse(game, "train_never_sold", train=action.train)
        if not all(may_own(game, company, train_of(game, c)) for c in (card, action.train)):
            refuse(game, "small_owns_conventional")
        problem = useless(game, company, action.train, action.source)
        if problem is not None:
            refuse(game, problem, company=company)
        low, high = self.interval(game, step, action.train)
        if action.price < low:
            declined = this_turn(game).declined.get(action.train, 0)
            reason = "offer_declined" if 0 < action.price <= declined else "price_at_least_one"
            refuse(game, reason, price=action.price, low=low)
        if action.price > high:
            reason = "no_forced_from_company" if must_buy(game, company) else "treasury_too_small"
            refuse(game, reason, price=action.price, cash=game.state.cash[company])

    def apply(self, game: Play, step: Trains, action: BuyTrain) -> None:
        company = step.company(game)
        if action.source == BANK:
            buy_from_bank(game, company, action)
            return
        owner = game.state.president.get(action.source)
        if policy(game).consent and owner != step.actor(game):
            assert owner is not None
            game.push(TrainConsent(owner, action))
        else:
            buy_from_company(game, company, action)


def buy_from_bank(game: Play, company: str, action: BuyTrain) -> None:
    """Pay for the top train, turn it to the chosen side, start its phase."""
    contribute(game, company, action.price)
    pay(game, company, BANK, action.price)
    card = front(game, action.train)
    move_train(game, card, BANK, company)
    _turn(game, company, card, action.train)
    log_purchase(game, company, action)
    first_train(game, company)
    train_gone(game, game.kind_of(card))  # before the next is bought (18ESP-4.7.0.8)
    push_discards(game)


def _turn(game: Game, company: str, card: str, side: str) -> None:
    """Turn a card of a company to a side."""
    trains = game.state.trains
    trains[company] = tuple(side if c == card else c for c in trains[company])


def buy_from_company(game: Play, company: str, action: BuyTrain) -> None:
    contribute(game, company, action.price)
    gone = action.source in game.state.closed  # whose trains the site still sells (D15)
    pay(game, company, BANK if gone else action.source, action.price)
    card = held(game, action)
    assert card is not None
    move_train(game, card, action.source, company)
    _turn(game, company, card, action.train)
    log_purchase(game, company, action)
    first_train(game, company)
    push_discards(game)


class TrainConsent(ConsentStep, frozen=True):
    """The director of the owner agrees to sell a train or not (18ESP-4.7.0.5)."""

    proposal: BuyTrain

    moves = (AnswerMove(answer_offer(buy_from_company)),)
