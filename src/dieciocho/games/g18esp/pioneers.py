"""Pioneers and tenders in the hands of companies (18ESP-2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from ...engine.actions import BuyPrivate, Choice, Choose, DiscardTrain, Use
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK, OUT, Seat
from ...engine.step import Move, Moves, Step
from ...engine.steps.common import CompanyStep
from ...engine.steps.consent import AnswerMove, ConsentStep, answer_offer
from .facts import (
    CARRENO,
    MAQUINISTA,
    SPECIAL_TRAIN,
    STRAWBERRY_TRAIN,
    TENDER_PRICE,
    TENDER_SHARE,
    allowed,
    company_limit,
    counted_trains,
    facts,
    is_small,
    this_turn,
)
from .forced import bound
from .phases import Discard, DiscardMove18, close_pioneer, first_train, push_discards
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play

MATARO, STRAWBERRY = "P2", "P3"
PERCENT = (100, 150, 200)  # of the value, the highest price in phases 2, 3 and 4
OWNERS_TENDER, MARKET_TENDER = "tender", "market_tender"
NO_TRAIN = "none"
BEFORE_DISCARDS = ("choose_home", "track", "run_trains", "earnings")  # steps on 18xx.games


def highest_price(game: Game, private: str) -> int:
    """Return the highest price of a pioneer in this phase (18ESP-2.2.4)."""
    return game.definition.privates[private].value * PERCENT[min(game.state.phase, 2)] // 100


class InTurn(Protocol):
    """A step of a company's turn, whichever it is: who operates, and who decides."""

    def company(self, game: Game) -> str: ...
    def actor(self, game: Game) -> Seat: ...


class BuyPioneerMove(Move[BuyPrivate, InTurn]):
    """A company buys a pioneer from a player, at any moment of its turn (18ESP-4.8.1).

    Small companies may (18ESP-3.2.1.5) and majors too (18ESP-3.2.2.9).
    """

    action = BuyPrivate

    def _owners(self, game: Game) -> list[tuple[str, Seat]]:
        if not allowed(game, "pioneers"):
            return []
        return [
            (private, owner)
            for private, owner in game.state.private_owner.items()
            if isinstance(owner, int) and private != CARRENO
        ]

    def legal(self, game: Game, step: InTurn) -> Iterator[Choice]:
        company = step.company(game)
        cash, declined = game.state.cash[company], this_turn(game).declined
        if bound(game, company):
            return
        for private, _ in self._owners(game):
            low = declined.get(private, 0) + 1
            high = min(cash, highest_price(game, private))
            if low <= high:
                yield Choice(BuyPrivate(private, low), low, high)

    def check(self, game: Game, step: InTurn, action: BuyPrivate) -> None:
        private, price = action.private, action.price
        if not allowed(game, "pioneers"):
            refuse(game, "pioneers_closed")
        owner = game.state.private_owner.get(private)
        if owner is None:
            refuse(game, "no_such_pioneer", private=private)
        if private == CARRENO:
            refuse(game, "carreno_not_for_sale")
        if not isinstance(owner, int):
            refuse(game, "owned_by_company", private=private)
        high = highest_price(game, private)
        if not 1 <= price <= high:
            refuse(game, "pioneer_price", private=private, low=1, high=high)
        if price <= this_turn(game).declined.get(private, 0):
            refuse(game, "offer_declined", price=price)
        company = step.company(game)
        cash = game.state.cash[company]
        if price > cash:
            refuse(game, "treasury_too_small", price=price, cash=cash)
        if bound(game, company):
            refuse(game, "treasury_for_the_train")

    def apply(self, game: Play, step: InTurn, action: BuyPrivate) -> None:
        company = step.company(game)
        owner = game.state.private_owner[action.private]
        assert isinstance(owner, int)
        if policy(game).consent and owner != step.actor(game):
            game.push(PioneerConsent(owner, action))
        else:
            buy_pioneer(game, company, action)


def buy_pioneer(game: Play, company: str, action: BuyPrivate) -> None:
    """Hand a pioneer over; some close at once and leave something behind."""
    private = action.private
    owner = game.state.private_owner[private]
    pay(game, company, owner, action.price)  # 18ESP-2.2.5
    game.state.private_owner[private] = company
    game.log("private_sold", company=company, private=private, price=action.price)
    if private == MATARO:
        _special_train(game, company)
    elif private == STRAWBERRY:  # it stays open and pays up to phase 4 (18ESP-2.2.13)
        game.set_turn(idle=this_turn(game).idle | {STRAWBERRY_TRAIN})  # 18ESP-2.2.17
    elif private == MAQUINISTA:
        _all_tenders(game, company)


def _all_tenders(game: Play, company: str) -> None:
    """The buyer of pioneer 5 gets a tender (18ESP-2.2.20), the rest is for sale (18ESP-2.2.21)."""
    now = facts(game)
    has_one = company in now.tenders
    rest = now.tenders_of_owner + (1 if has_one else 0)
    game.set_facts(
        tenders=now.tenders | {company},
        tenders_of_owner=0,
        tenders_for_sale=now.tenders_for_sale + rest,
    )
    close_pioneer(game, MAQUINISTA)


# --- the special train of pioneer 2 ----------------------------------------------------


def _special_train(game: Play, company: str) -> None:
    """The buyer of pioneer 2 gets its train (18ESP-2.2.9) unless it is obsolete (18ESP-2.2.11)."""
    if game.phase.name not in ("2", "3"):
        close_pioneer(game, MATARO)
    elif len(special_options(game, company)) == 1:
        take_special(game, company, "2")
    else:
        game.push(SpecialTrain())


def special_options(game: Game, company: str) -> list[str]:
    """Return the sides that the buyer may choose, or that it goes without (18ESP-2.2.12)."""
    if policy(game).special_train_free:
        return ["2", "1+2"]
    options = ["2"] if is_small(game, company) else ["2", "1+2"]
    room = len(counted_trains(game, company)) < company_limit(game, company)
    return options if room else [*options, NO_TRAIN]


def take_special(game: Play, company: str, side: str) -> None:
    close_pioneer(game, MATARO)
    if side == NO_TRAIN:
        return
    card = SPECIAL_TRAIN if side == "2" else "1+2B-0"
    trains = game.state.trains
    trains[OUT] = tuple(c for c in trains[OUT] if c != SPECIAL_TRAIN)
    trains[company] = (*trains[company], card)
    game.set_turn(idle=this_turn(game).idle | {card})  # 18ESP-2.2.10
    game.log("special_train", company=company, train=side)
    if policy(game).special_train_free:  # it counts as bought (D35)
        first_train(game, company)
    if policy(game).discards_like_site and game.step.id in BEFORE_DISCARDS:
        game.set_turn(discards_due=True)
    else:
        push_discards(game)


class SideMove(Move[Choose, Step]):
    """Choose the side of the special train, or do without it (18ESP-2.2.12)."""

    action = Choose

    def legal(self, game: Game, step: Step) -> Iterator[Choice]:
        for option in special_options(game, this_turn(game).company):
            yield Choice(Choose(option))

    def check(self, game: Game, step: Step, action: Choose) -> None:
        if action.option not in special_options(game, this_turn(game).company):
            refuse(game, "no_such_side", option=action.option)

    def apply(self, game: Play, step: Step, action: Choose) -> None:
        game.pop()
        take_special(game, this_turn(game).company, action.option)


# --- tenders ---------------------------------------------------------------------------


class BuyTenderMove(Move[Use, InTurn]):
    """Buy a tender of the owner of pioneer 5 (18ESP-2.2.19) or of the market (18ESP-2.2.21)."""

    action = Use

    def claims(self, action: Use) -> bool:
        return action.thing in (OWNERS_TENDER, MARKET_TENDER)

    def _problem(self, game: Game, step: InTurn, thing: str) -> str | None:
        company, now = step.company(game), facts(game)
        if company in now.tenders:
            return "one_tender"
        if thing == MARKET_TENDER and not now.tenders_for_sale:
            return "no_tender"
        if thing == OWNERS_TENDER:
            owned = isinstance(game.state.private_owner[MAQUINISTA], int)
            if not owned or not now.tenders_of_owner:
                return "no_tender"
            if thing in this_turn(game).offers:
                return "tender_declined"
        if game.state.cash[company] < TENDER_PRICE:
            return "tender_price"
        return "treasury_for_the_train" if bound(game, company) else None

    def legal(self, game: Game, step: InTurn) -> Iterator[Choice]:
        for thing in (OWNERS_TENDER, MARKET_TENDER):
            if self._problem(game, step, thing) is None:
                yield Choice(Use(thing))

    def check(self, game: Game, step: InTurn, action: Use) -> None:
        problem = self._problem(game, step, action.thing)
        if problem is not None:
            refuse(game, problem, price=TENDER_PRICE, company=step.company(game))

    def apply(self, game: Play, step: InTurn, action: Use) -> None:
        owner = game.state.private_owner[MAQUINISTA]
        asks = policy(game).consent and owner != step.actor(game)
        if action.thing == OWNERS_TENDER and asks:
            assert isinstance(owner, int)
            game.push(TenderConsent(owner))
        else:
            buy_tender(game, step.company(game), action.thing)


def buy_tender(game: Play, company: str, thing: str) -> None:
    now = facts(game)
    tenders = now.tenders | {company}
    if thing == OWNERS_TENDER:
        pay(game, company, game.state.private_owner[MAQUINISTA], TENDER_SHARE)
        pay(game, company, BANK, TENDER_PRICE - TENDER_SHARE)
        game.set_facts(tenders=tenders, tenders_of_owner=now.tenders_of_owner - 1)
    else:
        pay(game, company, BANK, TENDER_PRICE)
        game.set_facts(tenders=tenders, tenders_for_sale=now.tenders_for_sale - 1)
    game.log("tender_bought", company=company, price=TENDER_PRICE)


# --- consent of the owners -------------------------------------------------------------


class PioneerConsent(ConsentStep, frozen=True):
    """The owner of a pioneer agrees to sell it or not (18ESP-2.2.2)."""

    proposal: BuyPrivate

    moves = (AnswerMove(answer_offer(buy_pioneer)),)


def _answer_tender(game: Play, step: TenderConsent, agreed: bool) -> None:
    game.pop()
    turn = this_turn(game)
    if agreed:
        buy_tender(game, turn.company, OWNERS_TENDER)
    else:
        game.set_turn(offers=turn.offers | {OWNERS_TENDER})


class TenderConsent(ConsentStep, frozen=True):
    """The owner of pioneer 5 agrees to sell a tender or not (A26)."""

    moves = (AnswerMove(_answer_tender),)


# In every step of a company's turn; a tender bought before the run serves in it (18ESP-2.2.22).
ANYTIME: Moves[InTurn] = (BuyPioneerMove(), BuyTenderMove())


class OwnDiscardMove(Move[DiscardTrain, InTurn]):
    """Take a train of the operating company out of the game."""

    action = DiscardTrain
    discard = DiscardMove18()

    def legal(self, game: Game, step: InTurn) -> Iterator[Choice]:
        yield from self.discard.legal(game, Discard(step.company(game)))

    def check(self, game: Game, step: InTurn, action: DiscardTrain) -> None:
        self.discard.check(game, Discard(step.company(game)), action)

    def apply(self, game: Play, step: InTurn, action: DiscardTrain) -> None:
        self.discard.apply(game, Discard(step.company(game)), action)


class OwnDiscard(CompanyStep, frozen=True):
    """The operating company is above its limit; on 18xx.games it may go on buying besides."""

    moves = (OwnDiscardMove(), *ANYTIME)
    out_of_step = "discard_first"

    def settle(self, game: Play) -> bool:
        return Discard(self.company(game)).settle(game)


class SpecialTrain(Step, frozen=True):
    """The side of the special train is chosen."""

    moves = (SideMove(), *ANYTIME)
    out_of_step = "choose_side_first"

    def actor(self, game: Game) -> Seat:
        return game.state.president[self.company(game)]

    def company(self, game: Game) -> str:
        return this_turn(game).company
