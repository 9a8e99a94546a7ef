"""Trains of 1888-N: what lies in a treasury pays nobody, and the twos do not last."""

from __future__ import annotations

from ....bots.sensible import trains
from ....bots.sensible.situation import Situation
from ....engine.actions import Action, BuyTrain, Dividend, Pass
from ....engine.state import BANK
from ....engine.steps.trains import must_buy

FLEET = 2  # trains that outlive the next change which a company wants early
TRACK = 40  # what a treasury keeps for track
SHORT = "2"  # that does not count: the next kinds scrap it
LATE = ("5", "6", "7")  # phases with room for two trains only


def dividend(situation: Situation) -> Action:
    """Pay: the price rises, and who is short of a train is helped with what he was paid."""
    return Dividend("pay")


def buy(situation: Situation) -> Action:
    """Buy as others do; and early with idle money, for the track that will be there."""
    action = trains.buy(situation)
    game = situation.game
    if not isinstance(action, Pass) or game.phase.name in LATE or must_buy(game, situation.company):
        return action
    stay = [c for c in situation.state.trains[situation.company] if game.kind_of(c) != SHORT]
    if len(stay) >= FLEET:
        return action
    for offer, _ in situation.of(BuyTrain):
        new = offer.source == BANK and offer.trade_in is None
        left = situation.treasury - offer.price
        if new and left >= TRACK and game.kind_of(offer.train) != SHORT:
            return offer
    return action
