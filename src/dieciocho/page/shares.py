"""Cards of shares: companies started, shares bought, sold and exchanged."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.actions import BuyShare, Choice, Exchange, SellShares, StartCompany
from ..engine.game import Game
from ..engine.shares import percent, price
from ..engine.state import Owner
from ..engine.words import place_name
from .cards import Card, Option, as_json, option
from .foresight import consequences
from .names import chip
from .teller import Teller


def _company_title(game: Game, company: str) -> str:
    return game.definition.companies[company].name


def _by_company(choices: list[Choice]) -> dict[str, list[Choice]]:
    found: dict[str, list[Choice]] = {}
    for choice in choices:
        found.setdefault(getattr(choice.action, "company", ""), []).append(choice)
    return found


def _where_shares_lie(tell: Teller, company: str) -> list[str]:
    game = tell.game
    facts = [
        f"{tell.say('treasury') if place == company else tell.owner(place)} {part} %"
        for place in game.rules.share_places
        if (part := percent(game, company, place))
    ]
    seat = game.actor
    if seat is not None and percent(game, company, seat):
        facts.append(tell.say("you_hold", part=percent(game, company, seat)))
    return facts


def _card(tell: Teller, company: str, options: list[Option]) -> Card:
    """Return the card of a company with its price and where its shares lie."""
    game = tell.game
    facts = (
        tell.say("market", price=tell.money(price(game, company))),
        *_where_shares_lie(tell, company),
    )
    return Card(_company_title(game, company), tuple(options), chip(game, company), facts)


def share_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    for company, members in _by_company(choices).items():
        options = []
        for choice in members:
            action = choice.action
            assert isinstance(action, BuyShare)
            seat = game.step.actor(game)
            cost = game.state.cash[seat] - tell.foresee(action).game.state.cash[seat]
            label = tell.say(
                "buy_from", price=tell.money(cost), source=_source(tell, action.source)
            )
            options.append(option(tell, choice, label, [_left(tell, cost)]))
        yield _card(tell, company, options)


def _source(tell: Teller, place: Owner) -> str:
    """Say where a share is bought."""
    key = f"source.{place}"
    return tell.say(key) if key in tell else tell.owner(place)


def _left(tell: Teller, cost: int) -> str:
    """Say what the player keeps after paying."""
    seat = tell.game.actor
    cash = tell.game.state.cash[seat] if seat is not None else 0
    return tell.say("you_keep", money=tell.money(cash - cost))


def start_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    for company, members in _by_company(choices).items():
        charter = game.definition.companies[company]
        options = []
        for choice in members:
            action = choice.action
            assert isinstance(action, StartCompany)
            seat = game.step.actor(game)
            after = tell.foresee(action).game
            part = percent(after, company, seat)
            cost = game.state.cash[seat] - after.state.cash[seat]
            paid = tell.say("pay_for_part", cost=tell.money(cost), part=part)
            told = [paid, _left(tell, cost), *tell.page.start_says(tell, action)]
            options.append(option(tell, choice, tell.money(action.par), told))
        facts = [tell.say("home", place=place_name(game, charter.home))]
        if charter.destination:
            bonus = f" (+{charter.bonus})" if charter.bonus else ""
            facts.append(
                tell.say("destination", place=place_name(game, charter.destination)) + bonus
            )
        facts += tell.page.stations_says(tell, company)
        own = tell.page.company_facts(tell, company)
        facts += [f"{name}: {value}" for name, value in own]
        yield Card(
            charter.name,
            tuple(options),
            chip(game, company),
            tuple(facts),
            tell.say("start"),
            picks=True,
        )


def sale_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    for company, members in _by_company(choices).items():
        options = [_sale(tell, choice) for choice in members]
        facts = (
            tell.say("market", price=tell.money(price(game, company))),
            *_where_shares_lie(tell, company),
        )
        yield Card(
            _company_title(game, company),
            tuple(options),
            chip(game, company),
            facts,
            tell.say("sell"),
            picks=True,
        )


def _sale(tell: Teller, choice: Choice) -> Option:
    """Return a sale with the money it brings and where the price goes."""
    game = tell.game
    action = choice.action
    assert isinstance(action, SellShares)
    facts = []
    old = new = price(game, action.company)
    for message in tell.foresee(action).told:
        if message.id == "log.sold":
            facts.append(tell.say("you_get", money=tell.money(message.params["money"])))
        if message.id == "log.price_moved" and message.params["company"] == action.company:
            new = message.params["new"]
    before, after = tell.money(old), tell.money(new)
    moved = tell.say("price_falls" if new != old else "price_stays", old=before, new=after)
    facts.append(moved)
    effects = consequences(tell, action, shown=action.company)
    return Option(str(action.count), as_json(action), tuple(facts), effects)


def exchange_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    for company, members in _by_company(choices).items():
        options = []
        for choice in members:
            action = choice.action
            assert isinstance(action, Exchange)
            label = tell.say(
                "exchange",
                private=action.private,
                source=tell.owner(action.source),
            )
            options.append(option(tell, choice, label))
        yield _card(tell, company, options)
