"""Cards of train purchases: who pays what, and what the purchase sets off."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ..engine.actions import BuyTrain, Choice, SellShares
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
        director = game.state.president.get(company)
        if missing > 0 and director is not None:
            facts.append(
                tell.say(
                    "director_adds",
                    company=company,
                    treasury=tell.money(treasury),
                    director=game.name(director),
                    money=tell.money(min(missing, game.state.cash[director])),
                )
            )
            short = missing - game.state.cash[director]
            if short > 0:
                facts.append(tell.say("still_short", money=tell.money(short)))
        facts += _seller(tell, action)
        if action.source == BANK:
            facts += paid_to(tell, action)
        label = tell.say("buy")
        if choice.low is None:
            label = tell.say("buy_for", price=tell.money(action.price))
        sign = chip(game, action.source) if action.source not in (BANK, POOL) else ""
        made = option(tell, choice, label)
        if choice.high is not None and game.state.president.get(action.source) != game.actor:
            # Nobody parts with a train for the least that may be offered.
            printed = train_of(game, action.train).price
            made = replace(made, sensible=min(choice.high, max(action.price, printed)))
        yield Card(_title(tell, action), (made,), sign, tuple(facts))


def forced_kind(tell: Teller) -> str:
    """Return which choices the sum stands with: trains, if some can be bought, or else sales."""
    buys = any(isinstance(choice.action, BuyTrain) for choice in tell.choices)
    return "buy_train" if buys else "sell"


def forced_sum(tell: Teller) -> str:
    """Say where the money for a train comes from that has to be bought by selling shares."""
    game = tell.game
    company = getattr(game.state.turn, "company", "")
    sells = any(isinstance(choice.action, SellShares) for choice in tell.choices)
    cost = tell.page.forced(game, company) if sells and company in game.state.president else None
    if cost is None:
        return ""
    seat = game.state.president[company]
    treasury, cash = game.state.cash[company], game.state.cash[seat]
    return tell.say(
        "forced_sum",
        price=tell.money(cost),
        treasury=tell.money(treasury),
        company=company,
        director=game.name(seat),
        cash=tell.money(cash),
        short=tell.money(max(0, cost - treasury - cash)),
    )


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
