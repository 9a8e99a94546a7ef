"""The auction of the privates: near face value, with money left to start a company."""

from __future__ import annotations

from ...engine.actions import Action, Bid, BuyPrivate
from ...engine.steps.auction import locked
from .situation import Situation

MOST_OF_CASH = 0.45  # of the starting money that goes into privates


def worth(situation: Situation, private: str) -> float:
    """Return what the player is willing to pay for a private."""
    card = situation.game.definition.privates[private]
    factor = situation.advice.private_worth.get(private, 1.05)
    liking = 0.95 + 0.2 * situation.taste.random()
    return card.value * factor * liking + card.income / 2


def spendable(situation: Situation) -> int:
    """Return what may go into further privates."""
    table = situation.game.definition.table
    start = table.cash.get(str(len(situation.game.players)), situation.cash)
    spent = start - situation.cash
    return int(start * MOST_OF_CASH) - spent - locked(situation.game, situation.seat)


def decide(situation: Situation) -> Action:
    """Buy the cheapest or bid on another, whichever is the better bargain; else pass."""
    wishes = {private: worth(situation, private) for private in situation.game.definition.privates}
    money = spendable(situation)
    bargains: list[tuple[float, str, Action]] = []
    for buy, _ in situation.of(BuyPrivate):
        if buy.price <= min(wishes[buy.private], money):
            bargains.append((wishes[buy.private] / max(buy.price, 1), buy.private, buy))
    for bid, choice in situation.of(Bid):
        own = _own_bid(situation, bid.target)
        if choice.low is None or (own and own == _highest(situation, bid.target)):
            continue
        if choice.low <= wishes[bid.target] and choice.low - own <= money:
            bargains.append((wishes[bid.target] / choice.low, bid.target, bid))
    if bargains:
        return max(bargains, key=lambda entry: entry[:2])[2]
    # Income-only rounds help those who own something: then it is time to sell the rest.
    for buy, _ in situation.of(BuyPrivate):
        if buy.price <= wishes[buy.private] and situation.dice.random() < 0.3:
            return buy
    return situation.passing()


def _bids(situation: Situation, private: str) -> tuple[tuple[int, int], ...]:
    bids: dict[str, tuple[tuple[int, int], ...]] = getattr(situation.state.round, "bids", {})
    return bids.get(private, ())


def _own_bid(situation: Situation, private: str) -> int:
    return sum(amount for seat, amount in _bids(situation, private) if seat == situation.seat)


def _highest(situation: Situation, private: str) -> int:
    return max((amount for _, amount in _bids(situation, private)), default=0)
