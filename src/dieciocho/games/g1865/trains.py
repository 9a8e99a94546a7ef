"""Buying trains, with the president's money and shares and state loans if need be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import BuyTrain, Choice, SellShares
from ...engine.depot import available, train_limit
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import move_price, price
from ...engine.state import BANK, POOL
from ...engine.step import Move
from ...engine.steps.common import PassMove, pop
from ...engine.steps.consent import AnswerMove, ConsentStep, answer_offer
from ...engine.steps.trains import (
    buy_from_bank,
    buy_from_company,
    cheapest,
    others_trains,
    push_discards,
)
from .anytime import ANYTIME, TurnStep, something_waits
from .components import figures
from .facts import facts, loans_of, set_loans, this_turn
from .holdings import changes_president, check_sale, held, sale_problem, sell_block
from .policy import policy
from .printed import train_of
from .stations import AfterMarkers

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def must_buy(game: Game, company: str) -> bool:
    """Tell whether the company has traffic and no train (1865-4.6.16, 1865-4.6.17)."""
    return not game.state.trains[company] and facts(game).traffic.get(company, 0) > 0


def needs_help(game: Game, company: str) -> bool:
    """Tell whether its treasury pays for no train of stack and pool (1865-4.7.1, A-34)."""
    least = cheapest(game)
    return must_buy(game, company) and least is not None and least > game.state.cash[company]


def discounted_barred(game: Game, card: str) -> bool:
    """Tell whether the president may not help to buy a train (1865-4.7.6).

    That is a discounted one while another of its kind is in stack or pool at the full price.
    """
    train = train_of(game, card)
    return not policy(game).help_buys_discounted and any(
        other.level == train.level and other.price > train.price
        for other in (train_of(game, card) for card, _ in available(game))
    )


class BuyMove(Move[BuyTrain, "Trains"]):
    """Buy a train from the stack, the pool or another company."""

    action = BuyTrain

    def legal(self, game: Game, step: Trains) -> Iterator[Choice]:
        company = step.company(game)
        treasury = game.state.cash[company]
        if len(game.state.trains[company]) >= train_limit(game):
            return  # as it is now, after the purchases before this one (1865-4.6.10)
        helped = needs_help(game, company)
        # The first of the stack, and at any time what lies in the pool (1865-4.6.4, 1865-4.6.13).
        for card, source in available(game):
            cost = train_of(game, card).price
            if cost <= treasury or (helped and not discounted_barred(game, card)):
                yield Choice(BuyTrain(card, source, cost))
        for card, owner in others_trains(game, company):  # even the last one (1865-4.6.7)
            low = lowest_offer(game, card)
            if low <= treasury:
                yield Choice(BuyTrain(card, owner, low), low, treasury)

    def check(self, game: Game, step: Trains, action: BuyTrain) -> None:
        company = step.company(game)
        owner = next((o for o, cards in game.state.trains.items() if action.train in cards), None)
        sellers = (BANK, POOL, *game.state.floated)
        if owner is None or owner != action.source or action.source not in sellers:
            refuse(game, "train_not_there", train=action.train, source=action.source)
        if action.source == company:
            refuse(game, "own_train", train=action.train)
        if action.trade_in is not None:
            refuse(game, "no_trade_in", train=action.trade_in)
        if len(game.state.trains[company]) >= train_limit(game):
            refuse(game, "train_limit", limit=train_limit(game))
        if action.source in (BANK, POOL):
            self._check_on_offer(game, company, action)
        else:
            self._check_offer(game, company, action)

    def _check_on_offer(self, game: Game, company: str, action: BuyTrain) -> None:
        if (action.train, action.source) not in available(game):
            refuse(game, "not_top_card", train=action.train)
        cost, treasury = train_of(game, action.train).price, game.state.cash[company]
        if action.price != cost:
            refuse(game, "printed_price", train=action.train, price=cost)
        if cost > treasury and not needs_help(game, company):
            reason = "treasury_suffices" if must_buy(game, company) else "treasury_too_small"
            refuse(game, reason, price=cost, cash=treasury)
        if cost > treasury and discounted_barred(game, action.train):
            refuse(game, "discounted_barred", train=action.train)

    def _check_offer(self, game: Game, company: str, action: BuyTrain) -> None:
        low, treasury = lowest_offer(game, action.train), game.state.cash[company]
        if action.price < low:
            refuse(game, "train_offer_declined" if low > 1 else "price_at_least_one", low=low)
        if action.price > treasury:
            reason = "no_emergency_from_company" if must_buy(game, company) else "offer_too_high"
            refuse(game, reason, price=action.price, cash=treasury)

    def apply(self, game: Play, step: Trains, action: BuyTrain) -> None:
        company = step.company(game)
        if action.source not in (BANK, POOL):
            offer(game, step, action)
        elif action.price <= game.state.cash[company]:
            buy(game, company, action)
        else:
            game.push(RaiseMoney(action))


def lowest_offer(game: Game, card: str) -> int:
    """An offer that its owner declined in this turn can only be raised."""
    return max(1, this_turn(game).declined.get(card, 0) + 1)


def buy(game: Play, company: str, action: BuyTrain) -> None:
    """Buy from stack or pool; the first new train of a turn lifts the price (1865-3.11.2, A-13).

    A new phase is begun before anything else is bought (1865-4.6.9).
    """
    buy_from_bank(game, company, action)
    if action.source == BANK:  # others move nothing (1865-3.11.6, 1865-4.6.15)
        push_discards(game)  # after a change of phase (1865-4.6.12)
        if not this_turn(game).new_train:
            game.set_turn(new_train=True)
            move_price(game, company, "right")


def offer(game: Play, step: Trains, action: BuyTrain) -> None:
    """Buy from another company; another president is asked (1865-4.6.6)."""
    owner = game.state.president[action.source]
    if owner == step.actor(game):
        buy_from_company(game, step.company(game), action)
    else:
        game.push(Consent(owner, action))


def _train_due(game: Game, step: Trains) -> str | None:
    return "must_buy_train" if must_buy(game, step.company(game)) else None


class Trains(AfterMarkers, frozen=True):
    """Buy trains one at a time up to the limit (1865-4.6.1); with traffic it needs one."""

    moves = (BuyMove(), PassMove(pop, _train_due), *ANYTIME)

    def settle(self, game: Play) -> bool:
        if self.offers(game, self.moves[0]) or something_waits(game, self):
            return False
        game.pop()
        return True


class Consent(ConsentStep, frozen=True):
    """The president of the owner agrees to sell a train or not (1865-4.6.8)."""

    proposal: BuyTrain

    moves = (AnswerMove(answer_offer(buy_from_company)),)


# --- money of the president ------------------------------------------------------------


def _most(game: Game, step: RaiseMoney, company: str) -> int:
    """Return how many shares of a company the president could sell (1865-4.8)."""
    count = held(game, company, step.actor(game))
    while count and _objection(game, step, company, count) is not None:
        count -= 1
    return count


def _objection(game: Game, step: RaiseMoney, company: str, count: int) -> str | None:
    seat = step.actor(game)
    if company in step.sold:
        return "one_block_forced"  # 1865-4.8.3
    problem = sale_problem(game, company, seat, count)  # as in a stock round (1865-4.8.4)
    if problem is not None:
        return problem
    if company == step.company(game) and changes_president(game, company, seat, count):
        return "emergency_director"  # 1865-4.8.2
    return None


class ForcedSale(Move[SellShares, "RaiseMoney"]):
    """Sell shares for the train, in one block for each company, no more than needed.

    The president chooses which and in which order (1865-4.8.1); he keeps what the last one brings
    beyond the need (1865-4.8.6).

    What is needed is judged block by block (A-35). A block that is not enough may be less than
    everything only while the rest can still be raised otherwise: loans come last (A-36).
    """

    action = SellShares

    def legal(self, game: Game, step: RaiseMoney) -> Iterator[Choice]:
        seat = step.actor(game)
        for company in game.state.cell:
            for count in range(1, held(game, company, seat) + 1):
                if self._problem(game, step, company, count) is None:
                    yield Choice(SellShares(company, count))

    def _problem(self, game: Game, step: RaiseMoney, company: str, count: int) -> str | None:
        objection = _objection(game, step, company, count)
        if objection is not None:
            return objection
        missing, each = step.missing(game), price(game, company)
        if (count - 1) * each >= missing:
            return "sells_too_much"
        if count * each >= missing or count == _most(game, step, company):
            return None
        rest = sum(
            _most(game, step, other) * price(game, other)
            for other in game.state.cell
            if other != company
        )
        return None if count * each + rest >= missing else "sells_too_little"

    def check(self, game: Game, step: RaiseMoney, action: SellShares) -> None:
        check_sale(game, step, action, self._problem)

    def apply(self, game: Play, step: RaiseMoney, action: SellShares) -> None:
        sell_block(game, action.company, step.actor(game), action.count)
        game.replace_step(step, sold=step.sold | {action.company})


class RaiseMoney(TurnStep, frozen=True):
    """The president finds the money for a train that the company must buy."""

    purchase: BuyTrain
    sold: frozenset[str] = frozenset()

    moves = (ForcedSale(),)
    out_of_step = "money_first"

    def missing(self, game: Game) -> int:
        """Return what is still to be raised: the treasury is used first (1865-4.7.3)."""
        cash, company = game.state.cash, self.company(game)
        return self.purchase.price - cash[company] - cash[self.actor(game)]

    def settle(self, game: Play) -> bool:
        if self.missing(game) > 0:
            if any(_most(game, self, company) for company in game.state.cell):
                return False
            self._borrow(game)
        game.pop()
        buy(game, self.company(game), self.purchase)  # with all that follows (1865-4.7.5)
        return True

    def _borrow(self, game: Play) -> None:
        """State loans cover what no sale brings (1865-4.9.1, 1865-4.9.2).

        A player has any number of them (1865-4.9.3) and takes them for nothing else (1865-5.5.2).
        """
        seat, loan = self.actor(game), figures().loan
        count = -(-self.missing(game) // loan)
        pay(game, BANK, seat, count * loan)
        set_loans(game, seat, loans_of(game, seat) + count)
        game.log("personal_loans", player=game.name(seat), count=count, money=count * loan)
