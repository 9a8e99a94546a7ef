"""Cards of train purchases: who pays what, and what the purchase sets off."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.actions import BuyTrain, Choice
from ..engine.depot import train_of
from ..engine.state import BANK, POOL
from .cards import Card, option, paid_to
from .names import chip
from .teller import Teller


def train_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """Return a card for each train on offer."""
    game = tell.game
    company = getattr(game.state.turn, "company", "")
    treasury = game.state.cash[company]
    for choice in choices:
        action = choice.action
        assert isinstance(action, BuyTrain)
        facts = [reach_of(tell, action.train)]
        missing = action.price - treasury
        if missing > 0:
            facts.append(
                tell.say(
                    "director_adds",
                    director=game.name(game.state.president[company]),
                    money=tell.money(missing),
                )
            )
        facts += _seller(tell, action)
        if action.source == BANK:
            facts += paid_to(tell, action)
        label = tell.say("buy")
        if choice.low is None:
            label = tell.say("buy_for", price=tell.money(action.price))
        sign = chip(game, action.source) if action.source not in (BANK, POOL) else ""
        yield Card(_title(tell, action), (option(tell, choice, label),), sign, tuple(facts))


def _title(tell: Teller, action: BuyTrain) -> str:
    game = tell.game
    title = tell.say("train", kind=game.kind_of(action.train))
    if action.source in (BANK, POOL):
        title += f" ({tell.owner(action.source)})"
    if action.trade_in is not None:
        handed = game.kind_of(action.trade_in)
        title += " " + tell.say("for_train", kind=handed)
    return title


def reach_of(tell: Teller, card: str) -> str:
    """Say how far a train goes."""
    return tell.page.train_says(tell, train_of(tell.game, card))


def _seller(tell: Teller, action: BuyTrain) -> list[str]:
    game = tell.game
    if action.source in (BANK, POOL):
        return []
    director = game.state.president.get(action.source)
    if director is None:  # of a company that has come to an end
        return [tell.say("nobody_agrees")]
    if director == game.actor:
        return [tell.say("direct_both")]
    name = game.name(director)
    if game.policy.consent:
        return [tell.say("director_agrees", director=name)]
    return [tell.say("director", director=name)]
