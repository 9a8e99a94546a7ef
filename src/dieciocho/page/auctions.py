"""Cards of auctions and private companies."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ..engine.actions import Bid, BuyPrivate, Choice
from ..engine.game import Game
from ..engine.steps.auction import Auction, AuctionRound, Duel, bids_on, free_cash
from ..engine.words import private_name
from .cards import Card, option
from .names import private_power
from .teller import Teller


def _private_facts(tell: Teller, private: str) -> list[str]:
    game = tell.game
    entry = game.definition.privates[private]
    facts = [
        tell.say("face_value", value=tell.money(entry.value)),
        tell.say("income", income=tell.money(entry.income)),
    ]
    if isinstance(game.step, Auction | Duel):
        bids = [f"{game.name(seat)} {tell.money(amount)}" for seat, amount in _bids(game, private)]
        if bids:
            facts.append(tell.say("bids", bids=", ".join(bids)))
    return facts


def _bids(game: Game, private: str) -> list[tuple[int, int]]:
    return sorted(bids_on(game, private), key=lambda bid: -bid[1])


def bid_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        action = choice.action
        assert isinstance(action, Bid)
        seat = tell.game.step.actor(tell.game)
        free = tell.game.state.cash[seat]
        if isinstance(tell.game.state.round, AuctionRound):
            free = free_cash(tell.game, seat, action.target)
        facts = [
            *_private_facts(tell, action.target),
            tell.say("can_spend", money=tell.money(free)),
        ]
        made = option(tell, choice, tell.say("bid"), look=False)
        yield Card(
            private_name(tell.game, action.target),
            (made,),
            facts=tuple(facts),
            note=private_power(tell, action.target),
        )


def private_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, BuyPrivate)
        facts = _private_facts(tell, action.private)
        owner = game.state.private_owner[action.private]
        if isinstance(owner, int):
            facts.append(tell.say("owner", owner=game.name(owner)))
            if owner != game.actor and game.policy.consent:
                facts.append(tell.say("owner_agrees"))
        label = (
            tell.say("buy")
            if choice.low is not None
            else tell.say("buy_for", price=tell.money(action.price))
        )
        made = option(tell, choice, label)
        if isinstance(owner, int) and owner != game.actor and choice.high is not None:
            value = game.definition.privates[action.private].value
            made = replace(made, sensible=min(choice.high, max(action.price, value)))
        if owner == game.actor:  # who sells to a company of their own wants as much as there is
            made = replace(made, sensible=choice.high)
        yield Card(
            private_name(game, action.private),
            (made,),
            facts=tuple(facts),
            note=private_power(tell, action.private),
        )
