"""The auction of the privates: near face value, with money left to start a company."""

from __future__ import annotations

from ...engine.actions import Action, Bid, BuyPrivate
from ...engine.steps.auction import locked
from .sight import Sight

MOST_OF_CASH = 0.45  # of the starting money that goes into privates


def worth(sight: Sight, private: str) -> float:
    """Return what the player is willing to pay for a private."""
    card = sight.game.definition.privates[private]
    factor = sight.advice.private_worth.get(private, 1.05)
    liking = 0.95 + 0.2 * sight.taste.random()
    return card.value * factor * liking + card.income / 2


def spendable(sight: Sight) -> int:
    """Return what may go into further privates."""
    table = sight.game.definition.table
    start = table.cash.get(str(len(sight.game.players)), sight.cash)
    spent = start - sight.cash
    return int(start * MOST_OF_CASH) - spent - locked(sight.game, sight.seat)


def decide(sight: Sight) -> Action:
    """Buy the cheapest or bid on another, whichever is the better bargain; else pass."""
    wishes = {private: worth(sight, private) for private in sight.game.definition.privates}
    money = spendable(sight)
    bargains: list[tuple[float, str, Action]] = []
    for buy, _ in sight.of(BuyPrivate):
        if buy.price <= min(wishes[buy.private], money):
            bargains.append((wishes[buy.private] / max(buy.price, 1), buy.private, buy))
    for bid, choice in sight.of(Bid):
        own = _own_bid(sight, bid.target)
        if choice.low is None or (own and own == _highest(sight, bid.target)):
            continue
        if choice.low <= wishes[bid.target] and choice.low - own <= money:
            bargains.append((wishes[bid.target] / choice.low, bid.target, bid))
    if bargains:
        return max(bargains, key=lambda entry: entry[:2])[2]
    # Income-only rounds help those who own something: then it is time to sell the rest.
    for buy, _ in sight.of(BuyPrivate):
        if buy.price <= wishes[buy.private] and sight.dice.random() < 0.3:
            return buy
    return sight.passing()


def _bids(sight: Sight, private: str) -> tuple[tuple[int, int], ...]:
    bids: dict[str, tuple[tuple[int, int], ...]] = getattr(sight.state.round, "bids", {})
    return bids.get(private, ())


def _own_bid(sight: Sight, private: str) -> int:
    return sum(amount for seat, amount in _bids(sight, private) if seat == sight.seat)


def _highest(sight: Sight, private: str) -> int:
    return max((amount for _, amount in _bids(sight, private)), default=0)
