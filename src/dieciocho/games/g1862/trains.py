"""Buying trains from the bank and from other companies (1862-7.9).

The price of a train from the bank includes its extra warranties: `buy train 2E-3 from bank for 150`
adds one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...engine.actions import Action, BuyTrain, Choice, DeclareBankruptcy
from ...engine.depot import card_of, top_card
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import price
from ...engine.state import BANK, OUT, Seat
from ...engine.step import Move
from ...engine.steps.common import CompanyStep, PassMove, pop
from ...engine.steps.consent import AnswerMove, ConsentStep
from ...engine.steps.trains import log_purchase
from .cards import (
    bank_price,
    faces_of,
    has_room,
    most_extra_warranties,
    take_from_bank,
    trade_ban,
    trains_of,
    use_of,
    used_price,
    used_trains,
)
from .facts import (
    EXPRESS,
    FREIGHT,
    LOCAL,
    MOST_WARRANTIES,
    WARRANTY_PRICE,
    facts,
    has_train,
    receivership,
    this_turn,
)
from .forced import BankruptcyMove, RaiseMove, judge_redeeming, must_buy, redeemable
from .holdings import bankrupt
from .policy import policy
from .printed import printed
from .receivership import decider

if TYPE_CHECKING:
    from ...engine.game import Game, Play


class BuyMove(Move[BuyTrain, "Trains"]):
    """Buy a train of the bank or of another company, at a fixed price."""

    action = BuyTrain

    def legal(self, game: Game, step: Trains) -> Iterator[Choice]:
        company = step.company(game)
        cash, top = game.state.cash[company], top_card(game)
        if top is not None and bank_price(game) <= cash:
            low = bank_price(game)
            more = most_extra_warranties(game, top, cash - low)
            for use, train in faces_of(game, top).items():  # permits do not matter (1862-7.9.1)
                if has_room(game, company, use):
                    high = low + more * WARRANTY_PRICE
                    yield Choice(BuyTrain(train, BANK, low), low, high, WARRANTY_PRICE)
        for owner, train in used_trains(game, company):
            if train not in this_turn(game).declined:
                yield Choice(BuyTrain(train, owner, used_price(game, train)))

    def check(self, game: Game, step: Trains, action: BuyTrain) -> None:
        company = step.company(game)
        if game.kind_of(action.train) not in printed(game).trains or action.trade_in:
            refuse(game, "train_not_there", train=action.train, source=action.source)
        if action.source == BANK:
            self._check_bank(game, company, action)
        else:
            self._check_used(game, company, action)
        if not has_room(game, company, use_of(game, action.train)):
            refuse(game, "train_limit", limit=game.phase.train_limit)
        if action.price > game.state.cash[company]:
            cash = game.state.cash[company]
            refuse(game, "treasury_too_small", price=action.price, cash=cash)

    def _check_bank(self, game: Game, company: str, action: BuyTrain) -> None:
        top = top_card(game)
        if top is None or action.train not in faces_of(game, top).values():
            if top is not None and card_of(game, action.train) == top:
                refuse(game, "no_such_use", train=action.train)
            refuse(game, "not_top_card", train=action.train)
        extra, odd = divmod(action.price - bank_price(game), WARRANTY_PRICE)
        if odd or extra < 0:
            refuse(game, "printed_price", train=action.train, price=bank_price(game))
        if extra > most_extra_warranties(game, top, extra * WARRANTY_PRICE):
            refuse(game, "too_many_warranties", limit=MOST_WARRANTIES)

    def _check_used(self, game: Game, company: str, action: BuyTrain) -> None:
        companies = game.definition.companies
        if action.source not in companies or action.train not in trains_of(game, action.source):
            refuse(game, "train_not_there", train=action.train, source=action.source)
        if action.source == company:
            refuse(game, "own_train", train=action.train)
        ban = trade_ban(game, action.source)
        if ban is not None:
            refuse(game, ban, company=action.source)
        if action.train in this_turn(game).declined:
            refuse(game, "train_declined", train=action.train)
        cost = used_price(game, action.train)
        if action.price != cost:
            refuse(game, "fixed_train_price", train=action.train, price=cost)

    def apply(self, game: Play, step: Trains, action: BuyTrain) -> None:
        company = step.company(game)
        if action.source == BANK:
            take_from_bank(game, company, action.train, action.price)
            game.set_turn(raised=False)
            return
        owner = game.state.president.get(action.source)
        if policy(game).consent and owner is not None and owner != step.actor(game):
            game.push(TrainConsent(owner, action))
        else:
            buy_used(game, company, action)


def buy_used(game: Play, company: str, action: BuyTrain) -> None:
    """Move a train, with its warranties (1862-7.10.0.2), and its price (1862-7.9.10)."""
    trains, leftovers = game.state.trains, facts(game).leftovers
    pay(game, company, action.source, action.price)
    place = OUT if action.train in leftovers else action.source
    trains[place] = tuple(c for c in trains[place] if c != action.train)
    game.set_facts(leftovers={t: c for t, c in leftovers.items() if t != action.train})
    trains[company] = (*trains[company], action.train)
    log_purchase(game, company, action)


def _answer(game: Play, step: TrainConsent, agreed: bool) -> None:
    game.pop()
    turn = this_turn(game)
    if agreed:
        buy_used(game, turn.company, step.proposal)
    else:
        game.set_turn(declined=turn.declined | {step.proposal.train})


class TrainConsent(ConsentStep, frozen=True):
    """The director of the selling company agrees or not (1862-7.9.4)."""

    proposal: BuyTrain

    moves = (AnswerMove(_answer),)


def _train_due(game: Game, step: Trains) -> str | None:
    return "must_buy_train" if must_buy(game, step.company(game)) else None


class Trains(CompanyStep, frozen=True):
    """Buy any number of trains (1862-7.9.9); a company without one must (1862-7.11.0.1)."""

    moves = (
        BuyMove(),
        RaiseMove(),
        BankruptcyMove(),
        PassMove(pop, _train_due),
    )

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        if company not in game.state.floated:  # bankrupt: the turn is over
            end_turn(game)
            return True
        if receivership(game, company):
            game.pop()
            receiver_buys(game, company)
            return True
        if self.offers(game, self.moves[0]):
            return False
        ways = [(m, c.action) for m in self.moves[1:3] for c in m.legal(game, self)]
        if not ways:
            game.pop()
            return True
        if len(ways) == 1:
            self._without_choice(game, *ways[0])
            return True
        return False

    def _without_choice(self, game: Play, move: Move[Any, Trains], action: Action) -> None:
        """Do the one thing that is left to do; editions differ in what it brings."""
        company = self.company(game)
        could_redeem = redeemable(game, company)
        if policy(game).redeem_judged == "early":
            judge_redeeming(game)
        game.set_turn(hurried=policy(game).redeem_judged == "at_first_option")
        move.apply(game, self, action)
        if (
            isinstance(action, DeclareBankruptcy)
            and policy(game).bankrupt_in_the_way
            and could_redeem
            and this_turn(game).since == game.played  # no decision in its whole turn
        ):
            game.set_turn(raised=True)
            game.push(Stranded())


class Stranded(CompanyStep, frozen=True):
    """A bankrupt company that could have redeemed a share: the site waits for it in vain.

    There such a game cannot be continued; here it goes on when somebody passes.
    """

    moves = (PassMove(pop),)

    def actor(self, game: Game) -> Seat:
        return decider(game, self.company(game))


def end_turn(game: Play) -> None:
    """Leave the steps of a turn."""
    from .rounds import OperatingRound

    while not isinstance(game.step, OperatingRound):
        game.pop()


def receiver_buys(game: Play, company: str) -> None:
    """Buy one train, the bank's next, if possible (1862-7.3.3, 1862-8.4).

    Without any train the company ends (1862-7.3.4, 1862-8.5).
    """
    top, cost = top_card(game), bank_price(game)
    if top is not None and cost <= game.state.cash[company]:
        faces = faces_of(game, top)
        for use in (EXPRESS, FREIGHT, LOCAL):  # 1862-8.6
            if use in facts(game).permits[company] and has_room(game, company, use):
                take_from_bank(game, company, faces[use], cost)
                break
    if not has_train(game, company) and top_card(game) is not None:
        bankrupt(game, company, price(game, company) // 2)
        end_turn(game)
