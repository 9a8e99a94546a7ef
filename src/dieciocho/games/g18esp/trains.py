"""Buying trains, forced purchase, loans, combined trains (18ESP-4.7, 18ESP-5.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.actions import BuyTrain, Choice, SellShares
from ...engine.depot import move_train, top_card, train_of
from ...engine.ledger import pay
from ...engine.shares import price, sellable
from ...engine.state import BANK, Seat
from ...engine.step import Move, Step
from ...engine.steps.consent import AnswerMove
from ...engine.steps.stock import SellMove, would_change_director
from . import routes
from .facts import (
    NORTH,
    STRAWBERRY_TRAIN,
    allowed,
    company_limit,
    counted_trains,
    facts,
    is_small,
    kind,
    this_turn,
)
from .phases import first_train, front, push_discards, train_gone
from .stock import HOLDING

if TYPE_CHECKING:
    from ...engine.definition import Train
    from ...engine.game import Game

NARROW = "narrow"
SPECIAL = ("2B", "1+2B")


def sides(game: Game, card: str) -> list[str]:
    """Return a card of the bank with either side up."""
    train, number = train_of(game, card), card.rpartition("-")[2]
    return [card, f"{train.back}-{number}"]


def usable(game: Game, company: str, train_kind: str) -> bool:
    """Tell whether a company can use a kind of train (18ESP-4.7.0.2)."""
    if not game.policy.usable_train:
        return True
    gauge = game.definition.trains[train_kind].gauge
    home = NARROW if kind(game, company) == NORTH else ""
    return gauge == home or routes.usable(game, company, train_kind)


def must_buy(game: Game, company: str) -> bool:
    """Tell whether the company lacks a usable train (18ESP-4.7.0.1)."""
    cards = counted_trains(game, company)
    return not any(usable(game, company, game.kind_of(card)) for card in cards)


def has_room(game: Game, company: str) -> bool:
    return len(counted_trains(game, company)) < company_limit(game, company)


def may_own(game: Game, company: str, train: Train) -> bool:
    """Small companies own conventional trains only (18ESP-4.4.1.7, 5.2.1.16)."""
    return not (is_small(game, company) and train.gauge)


def shortfall(game: Game, company: str) -> int:
    """Return what the director has to add for the train of the bank; 0: no forced purchase."""
    card = top_card(game)
    if card is None or not must_buy(game, company) or not has_room(game, company):
        return 0
    return max(0, train_of(game, card).price - game.state.cash[company])


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


class ForcedSale(SellMove):
    """The director sells shares for a train, no more than needed (18ESP-4.7.1.5)."""

    def ban(self, game: Game, step: Any) -> str | None:
        company = step.company(game)
        if not shortfall(game, company):
            return "no_emergency"
        gap = missing(game, company)
        if not gap:
            return "cash_suffices"
        if game.policy.sell_or_borrow and proceeds(game, step.actor(game)) < gap:
            return "sale_not_enough"  # 18ESP-4.7.1.6
        return None

    def legal(self, game: Game, step: Any) -> Iterator[Choice]:
        if self.ban(game, step) is not None:
            return
        seat = step.actor(game)
        for company in game.state.cell:
            for count in range(1, sale_limit(game, seat, company) + 1):
                if self.objection(game, step, company, count) is None:
                    yield Choice(SellShares(company, count))

    def check(self, game: Game, step: Any, action: SellShares) -> None:
        if action.company in game.definition.companies:
            if is_small(game, action.company):
                game.refuse("small_never_sold", company=action.company)
            if action.company not in game.state.cell:
                game.refuse("no_par_no_sale", company=action.company)
        super().check(game, step, action)

    def objection(self, game: Game, step: Any, company: str, count: int) -> str | None:
        if company not in game.state.last_runs:
            return "not_operated"
        seat, gap = step.actor(game), missing(game, step.company(game))
        if would_change_director(game, company, seat, count):
            return "emergency_director"
        if (count - 1) * price(game, company) >= gap:
            return "sells_too_much"
        money = count * price(game, company)
        enough = money >= gap or money + _left_after(game, seat, company, count) >= gap
        return None if enough or not game.policy.sell_or_borrow else "sale_leaves_short"

    def apply(self, game: Game, step: Any, action: SellShares) -> None:
        game.set_turn(sold=True, last_sale=price(game, action.company))
        super().apply(game, step, action)


# --- buying ----------------------------------------------------------------------------


def may_borrow(game: Game, step: Any) -> bool:
    """Tell whether the director may take a loan: not after a sale (18ESP-4.7.1.4).

    Should nothing be left to sell after all, he borrows the rest: there is no bankruptcy.
    """
    return not this_turn(game).sold or next(step.sale.legal(game, step), None) is None


class BuyTrainMove(Move[BuyTrain]):
    """Buy from the bank on either side, or from another company."""

    action = BuyTrain

    def legal(self, game: Game, step: Any) -> Iterator[Choice]:
        company = step.company(game)
        if not has_room(game, company):
            return
        top = top_card(game)
        if top is not None:
            for card in sides(game, top):
                if self._bank_problem(game, step, card) is None:
                    yield Choice(BuyTrain(card, BANK, train_of(game, card).price))
        if not allowed(game, "train_trade"):
            return
        for card, owner in self._others(game, company):
            low, high = self.interval(game, step, card)
            if low <= high:
                yield Choice(BuyTrain(card, owner, low), low, high)

    def _others(self, game: Game, company: str) -> Iterator[tuple[str, str]]:
        for other in game.definition.companies:
            if other != company and other not in facts(game).frozen:
                for card in game.state.trains[other]:
                    train = train_of(game, card)
                    if may_own(game, company, train) and self._tradable(game, card):
                        yield card, other

    def _tradable(self, game: Game, card: str) -> bool:
        """Trains of pioneers are never sold (18ESP-4.7.0.7)."""
        special = game.kind_of(card) in SPECIAL and not game.policy.special_train_free
        return card != STRAWBERRY_TRAIN and not special

    def interval(self, game: Game, step: Any, card: str) -> tuple[int, int]:
        """Return the lowest and highest price of a train of another company."""
        company = step.company(game)
        treasury, turn = game.state.cash[company], this_turn(game)
        low, high = max(1, turn.declined.get(card, 0) + 1), treasury
        if game.policy.director_pays_companies and must_buy(game, company):  # D21
            power, face = treasury + game.state.cash[step.actor(game)], train_of(game, card).price
            high = max(high, min(power, face))
            if turn.sold and face > treasury:  # the last share must have been needed
                low = max(low, power - turn.last_sale + 1)
        return low, high

    def _bank_problem(self, game: Game, step: Any, card: str) -> str | None:
        company = step.company(game)
        train, treasury = train_of(game, card), game.state.cash[step.company(game)]
        if not may_own(game, company, train):
            return "small_owns_conventional"
        if train.price <= treasury:
            return None
        if not shortfall(game, company):
            return "treasury_too_small"
        if not usable(game, company, game.kind_of(card)):
            return "forced_must_be_usable"
        if missing(game, company) and not may_borrow(game, step):
            return "sell_on"
        return None

    def check(self, game: Game, step: Any, action: BuyTrain) -> None:
        company = step.company(game)
        if action.trade_in is not None:
            game.refuse("no_trade_in", train=action.trade_in)
        if not has_room(game, company):
            game.refuse("train_limit", limit=company_limit(game, company))
        if action.source == BANK:
            self._check_bank(game, step, action)
        else:
            self._check_company(game, step, action)

    def _check_bank(self, game: Game, step: Any, action: BuyTrain) -> None:
        top = top_card(game)
        if top is None or action.train not in sides(game, top):
            game.refuse("not_top_card", train=action.train)
        cost = train_of(game, action.train).price
        if action.price != cost:
            game.refuse("printed_price", train=action.train, price=cost)
        problem = self._bank_problem(game, step, action.train)
        if problem is not None:
            company = step.company(game)
            game.refuse(problem, price=cost, cash=game.state.cash[company], company=company)

    def _check_company(self, game: Game, step: Any, action: BuyTrain) -> None:
        company, cards = step.company(game), game.state.trains.get(action.source, ())
        if action.source not in game.definition.companies or action.train not in cards:
            game.refuse("train_not_there", train=action.train, source=action.source)
        if action.source == company:
            game.refuse("own_train", train=action.train)
        if not allowed(game, "train_trade"):
            game.refuse("no_trade_yet", phase=game.phase.name)
        if action.source in facts(game).frozen:
            game.refuse("frozen_sells_nothing", company=action.source)
        if not self._tradable(game, action.train):
            game.refuse("train_never_sold", train=action.train)
        if not may_own(game, company, train_of(game, action.train)):
            game.refuse("small_owns_conventional")
        low, high = self.interval(game, step, action.train)
        if action.price < low:
            game.refuse("offer_declined" if low > 1 else "price_at_least_one", price=action.price)
        if action.price > high:
            reason = "no_forced_from_company" if must_buy(game, company) else "treasury_too_small"
            game.refuse(reason, price=action.price, cash=game.state.cash[company])

    def apply(self, game: Game, step: Any, action: BuyTrain) -> None:
        company = step.company(game)
        if action.source == BANK:
            buy_from_bank(game, company, action)
            return
        owner = game.state.president.get(action.source)
        if game.policy.consent and owner != step.actor(game):
            assert owner is not None
            game.push(TrainConsent(owner, action))
        else:
            buy_from_company(game, company, action)


def _contribute(game: Game, company: str, cost: int) -> None:
    """The director makes up for what the treasury lacks, by a loan if need be (18ESP-4.7.1.7)."""
    director, gap = game.state.president[company], cost - game.state.cash[company]
    if gap <= 0:
        return
    loan = gap - game.state.cash[director]
    if loan > 0:
        debts = facts(game).debts
        game.set_facts(debts={**debts, director: (*debts.get(director, ()), loan)})
        pay(game, BANK, director, loan)
        game.log("loan", player=game.name(director), money=loan)
    pay(game, director, company, gap)
    game.log("director_pays", player=game.name(director), company=company, money=gap)


def buy_from_bank(game: Game, company: str, action: BuyTrain) -> None:
    """Pay for the top train, turn it to the chosen side, start its phase."""
    _contribute(game, company, action.price)
    pay(game, company, BANK, action.price)
    card = front(game, action.train)
    move_train(game, card, BANK, company)
    trains = game.state.trains
    trains[company] = tuple(action.train if c == card else c for c in trains[company])
    bought = game.kind_of(action.train)
    game.log("train_bought", company=company, train=bought, source=BANK, price=action.price)
    first_train(game, company)
    train_gone(game, game.kind_of(card))
    push_discards(game)


def buy_from_company(game: Game, company: str, action: BuyTrain) -> None:
    _contribute(game, company, action.price)
    gone = action.source in game.state.closed  # whose trains the site still sells (D15)
    pay(game, company, BANK if gone else action.source, action.price)
    move_train(game, action.train, action.source, company)
    game.log(
        "train_bought",
        company=company,
        train=game.kind_of(action.train),
        source=action.source,
        price=action.price,
    )
    first_train(game, company)
    push_discards(game)


def _answer(game: Game, step: TrainConsent, agreed: bool) -> None:
    game.pop()
    turn, offer = this_turn(game), step.proposal
    if agreed:
        buy_from_company(game, turn.company, offer)
    else:
        game.set_turn(declined={**turn.declined, offer.train: offer.price})


class TrainConsent(Step, frozen=True):
    """The director of the owner agrees to sell a train or not (18ESP-4.7.0.5)."""

    seat: Seat
    proposal: BuyTrain

    moves: ClassVar[tuple[Move[Any], ...]] = (AnswerMove(_answer),)
    out_of_step = "answer_first"

    def actor(self, game: Game) -> Seat:
        return self.seat
