"""Privates in operating turns, answers to what others propose, and choices that say nothing."""

from __future__ import annotations

from ...engine.actions import Action, Answer, BuyPrivate, BuyTrain, Choose
from ...engine.depot import train_of
from ...engine.state import Owner
from .situation import Situation
from .values import horizon, lasting, money_needed, private_income_left

LEFT_OVER = 60  # what a treasury keeps for track when privates are bought


def sell_own_private(situation: Situation) -> Action | None:
    """Let the company buy a private of its own director, as dear as it can afford."""
    game = situation.game
    spare = situation.treasury - money_needed(game, situation.company) - LEFT_OVER
    if not lasting(game, situation.company):
        # The next train comes first, and the one after it is not far.
        spare -= 100
    best: tuple[int, Action] | None = None
    for offer, choice in situation.of(BuyPrivate):
        if situation.state.private_owner[offer.private] != situation.seat or choice.high is None:
            continue
        price = min(choice.high, spare)
        if price < (choice.low or 0) or price < _worth_to_owner(situation, offer.private):
            continue
        if best is None or price > best[0]:
            best = (price, choice.at(price))
    return best[1] if best else None


def _worth_to_owner(situation: Situation, private: str) -> float:
    """Return what keeping a private brings its owner."""
    card = situation.game.definition.privates[private]
    # Only if the game ends first does the face value count; usually the private is closed.
    face = card.value if horizon(situation.game) < 2 else 0
    return private_income_left(situation.game, private) * 0.8 + face


def answer(situation: Situation) -> Action:
    """Agree to a proposal at a fair price."""
    proposal = getattr(situation.game.step, "proposal", None)
    fair = False
    if isinstance(proposal, BuyPrivate):
        face = situation.game.definition.privates[proposal.private].value
        fair = proposal.price >= max(1.1 * face, _worth_to_owner(situation, proposal.private))
    elif isinstance(proposal, BuyTrain):
        fair = _fair_train(situation, proposal)
    return Answer("agree" if fair else "decline")


def _fair_train(situation: Situation, proposal: BuyTrain) -> bool:
    """Sell a train near its price while another lasting one stays, or dearly otherwise."""
    game = situation.game
    owner: Owner = proposal.source
    cost = train_of(game, proposal.train).price
    others = [c for c in lasting(game, str(owner)) if c != proposal.train]
    if others:
        return proposal.price >= 0.9 * cost
    after = situation.state.cash[owner] + proposal.price
    return proposal.price >= 1.5 * cost and after >= 2 * cost


def choose(situation: Situation) -> Action:
    """Choose blindly among options that only the rules of their game understand."""
    return situation.dice.choice([action for action, _ in situation.of(Choose)])
