"""Trains: cards that become one of three trains, warranties, rusting, forced purchases.

A card lies in the bank as `A-3`; bought as an express it is `2E-3` from then on. The price of a
train from the bank includes its extra warranties: `buy train 2E-3 from bank for 150` adds one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.actions import BuyTrain, Choice, DeclareBankruptcy
from ...engine.depot import top_card, train_of
from ...engine.ledger import pay
from ...engine.shares import hand_over, ordinary, price
from ...engine.state import BANK, OUT, POOL, Seat
from ...engine.step import Move, Step
from ...engine.steps.common import CompanyStep, PassMove, pop
from ...engine.steps.consent import AnswerMove
from . import consolidation
from .actions import RaiseMoney
from .facts import (
    EXPRESS,
    FREIGHT,
    LOCAL,
    MOST_WARRANTIES,
    WARRANTY_PRICE,
    facts,
    has_train,
    in_play,
    option,
    receivership,
    this_turn,
    uses,
)
from .holdings import bankrupt, discard_trains, drop

if TYPE_CHECKING:
    from ...engine.game import Game

SHARES, REFINANCING = "shares", "refinancing"
LAST_GROUP = {"no": "H", "yes": "E"}  # whose first train triggers the LNER, by the shorter game


# --- cards -----------------------------------------------------------------------------


def faces_of(game: Game, card: str) -> dict[str, str]:
    """Return what a card of the bank can become: use -> train."""
    group, _, number = card.rpartition("-")
    return {
        train.use: f"{kind}-{number}"
        for kind, train in game.definition.trains.items()
        if train.group == group and train.use in uses(game)
    }


def card_of(game: Game, train: str) -> str:
    """Return the card that a train is or was."""
    kind, _, number = train.rpartition("-")
    return f"{game.definition.trains[kind].group or kind}-{number}"


def use_of(game: Game, train: str) -> str:
    return train_of(game, train).use


def group_of(game: Game, train: str) -> str:
    return game.kind_of(card_of(game, train))


def bank_price(game: Game) -> int:
    """Return the price of the bank's next train; 0: it has none."""
    top = top_card(game)
    return 0 if top is None else train_of(game, top).price


def used_price(game: Game, train: str) -> int:
    """Return what companies pay each other: half once a later group is on sale (1862-7.9.3)."""
    groups = [phase.name for phase in game.definition.phases]
    full = train_of(game, train).price
    return full if groups.index(group_of(game, train)) >= game.state.phase else full // 2


def has_room(game: Game, company: str, use: str) -> bool:
    """Tell whether a company may buy a train of a kind (1862-7.9.6, 11.1)."""
    owned, phase = game.state.trains[company], game.phase
    if len(uses(game)) == 1:
        return len(owned) < _simple_limit(game)
    lenient = receivership(game, company) and not game.policy.receivership_total_limit
    if phase.limit_each or lenient:
        return sum(1 for card in owned if use_of(game, card) == use) < phase.train_limit
    return len(owned) < phase.train_limit


def _simple_limit(game: Game) -> int:
    """Return the limit of the games with one kind of trains (1862-11.1.1)."""
    return 4 if game.state.phase < 4 else 3 if game.state.phase < 6 else 2


def most_extra_warranties(game: Game, card: str, spare: int) -> int:
    """Return how many warranties can be added to a train of the bank (1862-7.10)."""
    if option(game, "beginners") == "yes":
        return 0
    free = train_of(game, card).warranty
    return min(MOST_WARRANTIES - free, spare // WARRANTY_PRICE)


def take_from_bank(game: Game, company: str, train: str, money: int) -> None:
    """Pay for the bank's next card, turn it into a train and start what it starts."""
    state = game.state
    card = card_of(game, train)
    group, number = game.kind_of(card), int(card.rpartition("-")[2])
    entry = game.definition.trains[group]
    pay(game, company, BANK, money)
    rest = state.trains[BANK][1:]
    if entry.count < 0:
        rest = (f"{group}-{number + 1}", *rest)
    state.trains[BANK] = rest
    state.trains[company] = (*state.trains[company], train)
    tokens = entry.warranty + (money - entry.price) // WARRANTY_PRICE
    if tokens:
        game.set_facts(warranties={**facts(game).warranties, train: tokens})
    game.log("train_bought", company=company, train=game.kind_of(train), source=BANK, price=money)
    if tokens:
        game.log("warranties", company=company, train=game.kind_of(train), count=tokens)
    _start_phase(game, group)


def _start_phase(game: Game, group: str) -> None:
    """The first train of a group starts its phase at once (1862-7.9.5)."""
    state, phases = game.state, game.definition.phases
    if group == LAST_GROUP[option(game, "shorter")] and not facts(game).lner:
        if not facts(game).lner_due:
            game.log("lner_due")
        game.set_facts(lner_due=True)
    for number in range(state.phase + 1, len(phases)):
        if phases[number].starts_with == group:
            state.phase = number
            game.log("phase", phase=phases[number].name)
            _rust(game, group)
            return


def _rust(game: Game, group: str) -> None:
    """Obsolete trains leave the game; a warranty keeps them for a while (1862-7.10.0.4)."""
    gone: list[str] = []
    kept: set[str] = set()
    for owner, cards in game.state.trains.items():
        if owner in (BANK, OUT):
            continue
        for card in cards:
            if train_of(game, card).scrapped_by == group:
                if facts(game).warranties.get(card):
                    kept.add(card)
                else:
                    gone.append(card)
    if gone:
        game.log("scrapped", kind=sorted({game.kind_of(c) for c in gone}), count=len(gone))
        discard_trains(game, tuple(gone))
    left = facts(game).leftovers
    game.set_facts(
        rusting=facts(game).rusting | kept,
        leftovers={t: c for t, c in left.items() if train_of(game, t).scrapped_by != group},
    )


def use_up_warranties(game: Game, company: str) -> None:
    """Remove a token from every train of a company after running (1862-7.10.0.3)."""
    now = facts(game)
    left = dict(now.warranties)
    gone: list[str] = []
    for card in game.state.trains[company]:
        if left.get(card):
            left[card] -= 1
            if not left[card]:
                del left[card]
                if card in now.rusting:
                    gone.append(card)
    game.set_facts(warranties=left)
    if gone:
        game.log("scrapped", kind=sorted({game.kind_of(c) for c in gone}), count=len(gone))
        discard_trains(game, tuple(gone))


# --- buying ----------------------------------------------------------------------------


def must_buy(game: Game, company: str) -> bool:
    """Tell whether a company needs a train and the bank has one (1862-7.11.0.1)."""
    return not has_train(game, company) and top_card(game) is not None


def trade_ban(game: Game, owner: str) -> str | None:
    """Return why a company's trains cannot be bought now (1862-7.9.4, 10.3.2, 7.11.0.3)."""
    if facts(game).lner:
        return "bank_trains_only"
    if this_turn(game).raised:
        return "raised_for_bank"
    return "receiver_never_sells" if receivership(game, owner) else None


def trains_of(game: Game, owner: str) -> list[str]:
    """Return the trains that can be bought from a company, leftovers of its former life too."""
    left = [train for train, company in facts(game).leftovers.items() if company == owner]
    return [*game.state.trains[owner], *left]


class BuyMove(Move[BuyTrain]):
    """Buy a train of the bank or of another company, at a fixed price."""

    action = BuyTrain

    def legal(self, game: Game, step: Trains) -> Iterator[Choice]:
        company = step.company(game)
        cash, top = game.state.cash[company], top_card(game)
        if top is not None and bank_price(game) <= cash:
            low = bank_price(game)
            more = most_extra_warranties(game, top, cash - low)
            for use, train in faces_of(game, top).items():
                if has_room(game, company, use):
                    high = low + more * WARRANTY_PRICE
                    yield Choice(BuyTrain(train, BANK, low), low, high, WARRANTY_PRICE)
        for owner in in_play(game):
            if owner == company or trade_ban(game, owner):
                continue
            for train in trains_of(game, owner):
                cost = used_price(game, train)
                if (
                    cost <= cash
                    and has_room(game, company, use_of(game, train))
                    and train not in this_turn(game).declined
                ):
                    yield Choice(BuyTrain(train, owner, cost))

    def check(self, game: Game, step: Trains, action: BuyTrain) -> None:
        company = step.company(game)
        if game.kind_of(action.train) not in game.definition.trains or action.trade_in:
            game.refuse("train_not_there", train=action.train, source=action.source)
        if action.source == BANK:
            self._check_bank(game, company, action)
        else:
            self._check_used(game, company, action)
        if not has_room(game, company, use_of(game, action.train)):
            game.refuse("train_limit", limit=game.phase.train_limit)
        if action.price > game.state.cash[company]:
            cash = game.state.cash[company]
            game.refuse("treasury_too_small", price=action.price, cash=cash)

    def _check_bank(self, game: Game, company: str, action: BuyTrain) -> None:
        top = top_card(game)
        if top is None or action.train not in faces_of(game, top).values():
            if top is not None and card_of(game, action.train) == top:
                game.refuse("no_such_use", train=action.train)
            game.refuse("not_top_card", train=action.train)
        extra, odd = divmod(action.price - bank_price(game), WARRANTY_PRICE)
        if odd or extra < 0:
            game.refuse("printed_price", train=action.train, price=bank_price(game))
        if extra > most_extra_warranties(game, top, extra * WARRANTY_PRICE):
            game.refuse("too_many_warranties", limit=MOST_WARRANTIES)

    def _check_used(self, game: Game, company: str, action: BuyTrain) -> None:
        companies = game.definition.companies
        if action.source not in companies or action.train not in trains_of(game, action.source):
            game.refuse("train_not_there", train=action.train, source=action.source)
        if action.source == company:
            game.refuse("own_train", train=action.train)
        ban = trade_ban(game, action.source)
        if ban is not None:
            game.refuse(ban, company=action.source)
        if action.train in this_turn(game).declined:
            game.refuse("train_declined", train=action.train)
        cost = used_price(game, action.train)
        if action.price != cost:
            game.refuse("fixed_train_price", train=action.train, price=cost)

    def apply(self, game: Game, step: Trains, action: BuyTrain) -> None:
        company = step.company(game)
        if action.source == BANK:
            take_from_bank(game, company, action.train, action.price)
            game.set_turn(raised=False)
            return
        owner = game.state.president.get(action.source)
        if game.policy.consent and owner is not None and owner != step.actor(game):
            game.push(TrainConsent(owner, action))
        else:
            buy_used(game, company, action)


def buy_used(game: Game, company: str, action: BuyTrain) -> None:
    """Move a train, with its warranties, and its price (1862-7.9.10)."""
    trains, leftovers = game.state.trains, facts(game).leftovers
    pay(game, company, action.source, action.price)
    place = OUT if action.train in leftovers else action.source
    trains[place] = tuple(c for c in trains[place] if c != action.train)
    game.set_facts(leftovers={t: c for t, c in leftovers.items() if t != action.train})
    trains[company] = (*trains[company], action.train)
    game.log(
        "train_bought",
        company=company,
        train=game.kind_of(action.train),
        source=action.source,
        price=action.price,
    )


def _answer(game: Game, step: TrainConsent, agreed: bool) -> None:
    game.pop()
    turn = this_turn(game)
    if agreed:
        buy_used(game, turn.company, step.proposal)
    else:
        game.set_turn(declined=turn.declined | {step.proposal.train})


class TrainConsent(Step, frozen=True):
    """The director of the selling company agrees or not (1862-7.9.4)."""

    seat: Seat
    proposal: BuyTrain

    moves: ClassVar[tuple[Move[Any], ...]] = (AnswerMove(_answer),)
    out_of_step = "answer_first"

    def actor(self, game: Game) -> Seat:
        return self.seat


# --- forced purchases ------------------------------------------------------------------


def shortfall(game: Game, company: str) -> int:
    """Return what is missing for a train that must be bought; 0: nothing."""
    if not must_buy(game, company):
        return 0
    return max(0, bank_price(game) - game.state.cash[company])


def shares_to_sell(game: Game, company: str) -> int:
    """Return how many treasury shares pay for the train; 0: they do not (1862-7.11.1.1)."""
    missing = shortfall(game, company)
    count = -(-missing // price(game, company))
    return count if count <= ordinary(game, company, company) else 0


def can_refinance(game: Game, company: str) -> bool:
    """Tell whether refinancing pays for the train (1862-7.11.2.2)."""
    return 10 * game.state.par[company] >= shortfall(game, company) > 0


class RaiseMove(Move[RaiseMoney]):
    """Sell treasury shares or refinance because a train must be bought (1862-7.11.0.2)."""

    action = RaiseMoney

    def _problem(self, game: Game, company: str, means: str) -> str | None:
        if not shortfall(game, company) or this_turn(game).raised:
            return "no_need_to_raise"
        if means == SHARES:
            return None if shares_to_sell(game, company) else "shares_do_not_suffice"
        return None if can_refinance(game, company) else "refinancing_too_little"

    def legal(self, game: Game, step: Trains) -> Iterator[Choice]:
        company = step.company(game)
        if self._problem(game, company, SHARES) is None:
            yield Choice(RaiseMoney("shares"))
        if self._problem(game, company, REFINANCING) is None:
            yield Choice(RaiseMoney("refinancing"))

    def check(self, game: Game, step: Trains, action: RaiseMoney) -> None:
        company = step.company(game)
        problem = self._problem(game, company, action.means)
        if problem is not None:
            game.refuse(problem, company=company, price=bank_price(game))

    def apply(self, game: Game, step: Trains, action: RaiseMoney) -> None:
        company = step.company(game)
        game.set_turn(raised=True)
        if action.means == SHARES:
            sell_treasury(game, company)
            return
        seat = step.actor(game)
        game.log("refinances", company=company)
        game.push(Capital(company, seat))
        consolidation.begin(game, company, None, seat, price(game, company))


def sell_treasury(game: Game, company: str) -> None:
    """Sell just enough shares at the full price; it drops as for a director (1862-7.11.1)."""
    count = shares_to_sell(game, company)
    money = count * price(game, company)
    hand_over(game, company, company, POOL, count)
    pay(game, BANK, company, money)
    game.log("treasury_sold", company=company, count=count, money=money)
    if not (facts(game).lner and game.policy.lner_stops_drops):
        drop(game, company, count)


class Capital(Step, frozen=True):
    """A refinanced company gets ten times its par value (1862-7.11.2.1)."""

    company: str
    seat: Seat

    def settle(self, game: Game) -> bool:
        game.pop()
        consolidation.settle_director(game, self.company, self.seat)
        money = 10 * game.state.par[self.company]
        pay(game, BANK, self.company, money)
        game.log("capital", company=self.company, money=money)
        return True


class BankruptcyMove(Move[DeclareBankruptcy]):
    """A company that cannot get a train is bankrupt (1862-7.12.1)."""

    action = DeclareBankruptcy

    def _possible(self, game: Game, company: str) -> bool:
        return (
            shortfall(game, company) > 0
            and not shares_to_sell(game, company)
            and not can_refinance(game, company)
        )

    def legal(self, game: Game, step: Trains) -> Iterator[Choice]:
        if self._possible(game, step.company(game)):
            yield Choice(DeclareBankruptcy())

    def check(self, game: Game, step: Trains, action: DeclareBankruptcy) -> None:
        if not self._possible(game, step.company(game)):
            game.refuse("not_bankrupt")

    def apply(self, game: Game, step: Trains, action: DeclareBankruptcy) -> None:
        company = step.company(game)
        bankrupt(game, company, price(game, company) // 2)


def _train_due(game: Game, step: Trains) -> str | None:
    return "must_buy_train" if must_buy(game, step.company(game)) else None


class Trains(CompanyStep, frozen=True):
    """Buy trains; a company without one must (1862-7.9, 7.11)."""

    moves: ClassVar[tuple[Move[Any], ...]] = (
        BuyMove(),
        RaiseMove(),
        BankruptcyMove(),
        PassMove(pop, _train_due),
    )

    def settle(self, game: Game) -> bool:
        company = self.company(game)
        if company not in game.state.floated:  # bankrupt: the turn is over
            end_turn(game)
            return True
        if receivership(game, company):
            game.pop()
            receiver_buys(game, company)
            return True
        ways = [(m, c.action) for m in self.moves[:3] for c in m.legal(game, self)]
        if not ways:
            game.pop()
            return True
        if len(ways) == 1 and not isinstance(ways[0][1], BuyTrain):
            move, action = ways[0]
            if game.policy.redeem_judged_early and not redeemable(game, company):
                game.set_turn(redeemed=True)
            move.apply(game, self, action)  # nothing is left to decide
            return True
        return False


def redeemable(game: Game, company: str) -> bool:
    """Tell whether a company could buy one of its shares from the pool (1862-7.13.1)."""
    return (
        option(game, "beginners") == "no"  # 1862-11.3.2
        and not this_turn(game).redeemed
        and ordinary(game, company, POOL) > 0
        and price(game, company) <= game.state.cash[company]
    )


def end_turn(game: Game) -> None:
    """Leave the steps of a turn."""
    from .rounds import OperatingRound

    while not isinstance(game.step, OperatingRound):
        game.pop()


def receiver_buys(game: Game, company: str) -> None:
    """Buy the bank's next train if possible; without any train the company ends (1862-8.4, 8.5)."""
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
