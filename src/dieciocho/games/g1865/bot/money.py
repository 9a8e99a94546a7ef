"""Dividends, trains, maritime companies, loans and absorptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import Action, Answer, BuyTrain, DiscardTrain, Dividend, Pass, SellShares
from ....engine.shares import price
from ....engine.state import BANK, POOL
from ..actions import Absorb, RepayLoan, Transfer
from ..components import figures
from ..facts import facts, phase_number
from ..holdings import held, is_president
from ..printed import train_of
from ..trains import Consent, must_buy
from .values import carried, doomed, horizon, next_train, position, share_worth, thrift

if TYPE_CHECKING:
    from ....bots.sensible.situation import Situation

GREAT = 20  # the capacity of a train for the last place
LATER_LIMIT = 3  # of trains, after the first phase
SPARE = 120  # what a treasury keeps for track and markers when a train is bought for the price


def traffic(situation: Situation) -> int:
    return facts(situation.game).traffic.get(situation.company, 0)


def wanted_train(situation: Situation) -> int:
    """Return what the train costs that the company should buy next; 0: none."""
    game, company = situation.game, situation.company
    if len(game.state.trains[company]) >= game.phase.train_limit:
        return 0
    cost, _ = next_train(game)
    lasting = carried(game, company, lasting=True)
    gain = 10 * min(max(0, traffic(situation) - lasting), next_train(game)[1])
    return cost if gain * min(horizon(game), 5.0) > 0.7 * cost else 0


def dividend(situation: Situation) -> Action:
    """Pay: the price rises, and players make more of the money than a treasury does."""
    return Dividend("pay")


def buy_train(situation: Situation) -> Action:
    """Buy what the traffic asks for; with money to spare also for the price of the shares."""
    game, company = situation.game, situation.company
    offers = [a for a, _ in situation.of(BuyTrain) if a.source in (BANK, POOL)]
    if must_buy(game, company):
        return _duty(situation, offers)
    useful: list[tuple[float, BuyTrain]] = []
    room, money = carried(game, company), thrift(game, company)
    for offer in offers:
        train = train_of(game, offer.train)
        if not _has_room(situation, train.capacity):
            continue
        left = situation.treasury - offer.price
        gain = 10 * min(max(0, traffic(situation) - room), train.capacity)
        later = 10 * min(
            max(0, traffic(situation) - carried(game, company, lasting=True)), train.capacity
        )
        rounds = min(horizon(game), 2.0 if doomed(game, offer.train) else 6.0)
        value = (0.7 * later + 0.3 * gain) * rounds
        if offer.source == BANK and not getattr(situation.state.turn, "new_train", False):
            steps = held(game, company, situation.seat)
            value += 12 * steps + (60 if left >= SPARE else 0)
        if value > 0.6 * money * offer.price and not doomed(game, offer.train):
            useful.append((value / offer.price, offer))
    return max(useful, key=lambda entry: entry[0])[1] if useful else Pass()


def _has_room(situation: Situation, size: int) -> bool:
    """Keep the last place for a great train: nothing can be discarded at will."""
    owned = len(situation.state.trains[situation.company])
    places = min(situation.game.phase.train_limit, LATER_LIMIT)
    return owned < places - 1 or size >= GREAT or horizon(situation.game) <= 4


def _duty(situation: Situation, offers: list[BuyTrain]) -> Action:
    """Buy the best train that the treasury pays for, otherwise what costs the president least."""
    paid = [a for a in offers if a.price <= situation.treasury]
    own = [
        a
        for a, _ in situation.of(BuyTrain)
        if situation.state.president.get(a.source) == situation.seat
        and len(situation.state.trains[a.source]) > 1
        and not doomed(situation.game, a.train)
    ]
    if paid:
        return max(paid, key=lambda a: (not doomed(situation.game, a.train), a.price))
    if own:
        return own[0]
    return min(offers, key=lambda a: (a.price + 250 * doomed(situation.game, a.train), a.train))


def discard(situation: Situation) -> Action:
    """Give up the smallest train."""
    cards = [action for action, _ in situation.of(DiscardTrain)]
    return min(cards, key=lambda a: train_of(situation.game, a.train).capacity)


def raise_money(situation: Situation) -> Action:
    """Sell what will be missed least."""
    game = situation.game

    def loss(sale: SellShares) -> float:
        each = share_worth(game, sale.company) - price(game, sale.company)
        own = 40 if is_president(game, sale.company, situation.seat) else 0
        return (each + own) * sale.count + 0.01 * sale.count

    return min((action for action, _ in situation.of(SellShares)), key=loss)


def answer(situation: Situation) -> Action:
    """Sell a train to others only dearly, and never the last one."""
    step = situation.game.step
    assert isinstance(step, Consent)
    offer = step.proposal
    cost = train_of(situation.game, offer.train).price
    spare = len(situation.state.trains[offer.source]) > 1 and offer.price >= 1.3 * cost
    gone = doomed(situation.game, offer.train) and offer.price >= cost
    return Answer("agree" if spare or gone else "decline")


def transfer(situation: Situation) -> Action | None:
    """Give maritime companies to a company that can use them, at the latest in phase 4."""
    game, company = situation.game, situation.company
    lack = traffic(situation) - carried(game, company)
    late = phase_number(game) >= 4
    if not game.state.trains[company] or held(game, company, situation.seat) < 3:
        return None
    for action, _ in situation.of(Transfer):
        if lack >= figures().maritime_capacity - 2 or (late and lack > -8):
            return action
    return None


def repay(situation: Situation) -> Action | None:
    """Repay with money that no train needs."""
    need = wanted_train(situation) if horizon(situation.game) > 2 else 0
    for action, _ in situation.of(RepayLoan):
        if situation.treasury - figures().loan >= need:
            return action
    return None


def absorb(situation: Situation) -> Action:
    """Absorb where that makes the player richer."""
    before = position(situation.game, situation.seat)
    best: tuple[float, Action] | None = None
    for action, _ in situation.of(Absorb):
        after = situation.game.copy().play(action)
        gain = position(after, situation.seat) - before
        if gain > 30 and (best is None or gain > best[0]):
            best = gain, action
    return best[1] if best else Pass()
