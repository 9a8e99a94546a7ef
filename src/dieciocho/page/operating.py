"""Cards of a company's turn, and of what can come up in it: answers, discards, bankruptcy."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ..engine.actions import Answer, Choice, DiscardTrain, LayTile, PlaceStation
from ..engine.words import heading
from .cards import Card, Option, option, paid_to
from .names import chip, city_name
from .teller import Teller


def hex_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """Return one card for each hex that can be built on; its tiles are shown on demand."""
    found: dict[str, int] = {}
    for choice in choices:
        assert isinstance(choice.action, LayTile)
        found[choice.action.hex] = found.get(choice.action.hex, 0) + 1
    for name, count in found.items():
        place = tell.game.definition.hexes[name].entry.place
        yield Card(name, (), facts=(place,), verb=str(count))


def station_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    company = getattr(game.state.turn, "company", "")
    by_city: dict[tuple[str, int], list[Choice]] = {}
    for choice in choices:
        assert isinstance(choice.action, PlaceStation)
        by_city.setdefault((choice.action.hex, choice.action.city), []).append(choice)
    for (hex_name, city), members in by_city.items():
        made = tuple(_placing(tell, choice, company) for choice in members)
        yield Card(city_name(tell, hex_name, city), made, chip(game, company), hex=hex_name)


def _placing(tell: Teller, choice: Choice, company: str) -> Option:
    """A station in a city: what it costs, and by which way where the game asks for one."""
    game, action = tell.game, choice.action
    seen = tell.foresee(action)
    cost = game.state.cash[company] - seen.game.state.cash[company]
    left = seen.later.state.cash[company]  # a company without a train may come to an end
    facts = [
        tell.say("treasury_after", money=tell.money(left)),
        *paid_to(tell, action),
    ]
    remark = game.rules.remark(game, action, tell.language)
    if remark:
        facts.insert(0, remark)
    return option(tell, choice, tell.say("place_for", price=tell.money(cost)), facts)


def discard_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        action = choice.action
        assert isinstance(action, DiscardTrain)
        kind = tell.game.kind_of(action.train)
        title = tell.say("train", kind=kind)
        made = option(tell, choice, tell.say("discard"))
        yield Card(title, (made,), chip(tell.game, action.company))


def answer_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    labels = {"agree": tell.say("agree"), "decline": tell.say("decline")}
    options = []
    for choice in choices:
        assert isinstance(choice.action, Answer)
        made = option(tell, choice, labels[choice.action.answer])
        options.append(replace(made, declines=choice.action.answer == "decline"))
    yield Card("", tuple(options))


def bankrupt_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        made = option(tell, choice, tell.say("bankrupt"))
        facts = (tell.say("bankruptcy"),)
        yield Card("", (made,), facts=facts, danger=True)


def pass_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    label = heading(tell.game, "pass", tell.language)
    for choice in choices:
        yield Card("", (option(tell, choice, label),))
