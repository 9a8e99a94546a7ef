"""Trains of 18ESP: of one's own gauge, and combined where that pays."""

from __future__ import annotations

from ....bots.sensible import trains
from ....bots.sensible.situation import Situation
from ....bots.sensible.values import asked_fleet, horizon, money_needed, revenue_with, shortened
from ....engine.actions import Action, BuyTrain, DiscardTrain, SellShares
from ....engine.shares import price
from ....engine.state import BANK
from ..actions import Combine
from ..combine import TIMES, joined_kind
from ..facts import NORTH, kind
from ..forced import must_buy, usable
from ..printed import printed, train_of


def buy(situation: Situation) -> Action:
    """Buy usable trains; combine where that pays."""
    game, company = situation.game, situation.company
    offers = [
        (offer, choice)
        for offer, choice in situation.of(BuyTrain)
        if usable(game, company, game.kind_of(offer.train)) and _own_gauge(situation, offer)
    ]
    if must_buy(game, company):
        return _must(situation, [offer for offer, _ in offers])
    wishes = [w for offer, choice in offers if (w := trains.wish(situation, offer, choice))]
    if wishes:
        return max(wishes, key=lambda wish: wish[0])[1]
    return combine(situation)


def _own_gauge(situation: Situation, offer: BuyTrain) -> bool:
    north = kind(situation.game, situation.company) == NORTH
    return (train_of(situation.game, offer.train).gauge == "narrow") == north


def _must(situation: Situation, offers: list[BuyTrain]) -> Action:
    """Get a train with the treasury's money, else by sales, else by a loan."""
    game = situation.game
    for action, _ in situation.of(DiscardTrain):
        return action
    paid = [o for o in offers if o.source == BANK and o.price <= situation.treasury]
    sales = [action for action, _ in situation.of(SellShares)]
    if not paid and sales:
        return min(sales, key=lambda s: (price(game, s.company), s.count))
    from_bank = paid or [o for o in offers if o.source == BANK]
    found = from_bank or offers
    return found[0] if found else situation.choices[0].action


def combine(situation: Situation) -> Action:
    """Combine if the longer train earns its price back in a few rounds."""
    game, company = situation.game, situation.company
    now = revenue_with(game, company, asked_fleet(game, company))
    best: tuple[float, Action] | None = None
    for action, _ in situation.of(Combine):
        cards = [c for c in situation.state.trains[company] if c != action.train]
        kinds = [game.kind_of(c) for c in cards]
        fleet = shortened(game, [*kinds, joined_kind(game, action.train, action.kind)])
        cost = TIMES * printed(game).trains[action.kind].price
        if situation.treasury - cost < money_needed(game, company):
            continue
        gain = (revenue_with(game, company, fleet) - now) * min(horizon(game), 4) - cost
        if gain > 0 and (best is None or gain > best[0]):
            best = (gain, action)
    return best[1] if best else situation.passing()
