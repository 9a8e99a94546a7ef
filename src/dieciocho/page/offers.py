"""All that is legal as cards, grouped by kind.

Kinds that have no card of their own are shown in text notation, so that nothing legal is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from ..engine.actions import Action, BuyTrain, Choice
from ..engine.state import BANK
from ..engine.words import heading
from . import auctions, operating, shares
from .cards import Card, Group, option
from .income import dividend_cards
from .purchases import forced_kind, forced_sum, train_cards
from .teller import Teller

Builder = Callable[[Teller, list[Choice]], Iterable[Card]]


def kind_of(action: Action) -> str:
    return str(type(action).__struct_config__.tag)


def groups(tell: Teller) -> list[Group]:
    """Return the legal choices of the position by kind, in the order the engine lists them."""
    by_kind: dict[str, list[Choice]] = {}
    for choice in tell.choices:
        by_kind.setdefault(kind_of(choice.action), []).append(choice)
    last = by_kind.pop("pass", None)  # passing is what one does when nothing else is wanted
    if last is not None:
        by_kind["pass"] = last
    return [_group(tell, kind, choices) for kind, choices in by_kind.items()]


def _group(tell: Teller, kind: str, choices: list[Choice]) -> Group:
    title = heading(tell.game, kind, tell.language)
    if kind == "lay":
        return Group(kind, title, tuple(operating.hex_cards(tell, choices)), "hexes")
    if kind == "run":
        return Group(kind, title, (), "routes")
    hints = tell.page.hints
    hint = hints[kind](tell) if kind in hints else _hint(tell, kind)
    if kind == forced_kind(tell):
        hint = forced_sum(tell) or hint
    return Group(kind, title, distinct(_builder(tell, kind)(tell, choices)), hint=hint)


def _builder(tell: Teller, kind: str) -> Builder:
    """Return what makes the cards of a kind: for the present step, in the game, in any game."""
    own = tell.page.builders
    steps = [base.__dict__["id"] for base in type(tell.game.step).__mro__ if "id" in base.__dict__]
    found = [own[key] for key in (*(f"{step}.{kind}" for step in steps), kind) if key in own]
    return found[0] if found else _BUILDERS.get(kind, _plain)


def distinct(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Show offers that say the same once, with how many there are: any of them will do."""
    found: dict[Card, Card] = {}
    for card in cards:
        said = replace(card, options=tuple(replace(o, action="") for o in card.options))
        first = found.get(said)
        found[said] = _told_once(card) if first is None else replace(first, count=first.count + 1)
    return tuple(found.values())


def _told_once(card: Card) -> Card:
    """Tell what follows from each of several options with the card, not with all of them."""
    effects = card.options[0].effects if len(card.options) > 1 else ()
    if not effects or any(option.effects != effects for option in card.options):
        return card
    options = tuple(replace(option, effects=()) for option in card.options)
    return replace(card, options=options, effects=effects)


def _hint(tell: Teller, kind: str) -> str:
    """Return what holds for all choices of a kind."""
    game, turn = tell.game, tell.game.state.turn
    if kind not in ("buy_train", "buy_private", "station") or turn is None:
        return ""
    hint = tell.say(
        "treasury_of", company=turn.company, money=tell.money(game.state.cash[turn.company])
    )
    return hint + _dear(tell) if kind == "buy_train" else hint


def _dear(tell: Teller) -> str:
    """Name the next train of the bank where it cannot be bought, mostly for its price."""
    game, bank = tell.game, tell.game.state.trains[BANK]
    bought = [choice.action for choice in tell.choices if isinstance(choice.action, BuyTrain)]
    if not bank or game.definition.stacks or any(action.source == BANK for action in bought):
        return ""
    kind = game.kind_of(bank[0])
    return ". " + tell.say(
        "next_train", kind=kind, price=tell.money(game.definition.trains[kind].price)
    )


def _plain(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """Show choices of a kind that has no card of its own."""
    for choice in choices:
        text = str(choice.action)
        remark = tell.game.rules.remark(tell.game, choice.action, tell.language)
        facts = (remark,) if remark else ()
        yield Card(text, (option(tell, choice, tell.say("do_this")),), facts=facts)


_BUILDERS: dict[str, Builder] = {
    "answer": operating.answer_cards,
    "bankrupt": operating.bankrupt_cards,
    "bid": auctions.bid_cards,
    "buy_private": auctions.private_cards,
    "buy_share": shares.share_cards,
    "buy_train": train_cards,
    "discard": operating.discard_cards,
    "dividend": dividend_cards,
    "exchange": shares.exchange_cards,
    "pass": operating.pass_cards,
    "sell": shares.sale_cards,
    "start": shares.start_cards,
    "station": operating.station_cards,
}
