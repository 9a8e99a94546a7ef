"""The action panel: every legal choice as a card with a form, grouped by kind.

Kinds that have no card of their own are shown in text notation, so that nothing legal is missing.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from ...engine.actions import (
    Action,
    Answer,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choice,
    DiscardTrain,
    Exchange,
    LayTile,
    PlaceStation,
    SellShares,
    StartCompany,
)
from ...engine.game import Game
from ...engine.shares import percent, price
from ...engine.state import BANK
from ...engine.steps.auction import Auction, AuctionRound, Duel, bids_on, free_cash
from ...engine.words import heading, owner_name, place_name, private_name
from ..games import page_for
from .foresight import carried_out, consequences, foresee, payments
from .scene import Scene
from .words import chip, city_name, private_power

BID_JUMP = 5  # of the buttons beside a number


class Option(Struct, frozen=True):
    """One legal choice: what its button says, the action as JSON, what it brings."""

    label: str
    action: str
    facts: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    step: int = 1

    @property
    def jump(self) -> int:
        """By how much the buttons beside a number change it."""
        return max(self.step, BID_JUMP)

    @property
    def key(self) -> str:
        """A short name that no other choice of the position has."""
        return f"{zlib.crc32(self.action.encode()):08x}"


class Card(Struct, frozen=True):
    """Choices about one thing; several are picked from a list, then confirmed."""

    title: str
    options: tuple[Option, ...]
    sign: Any = ""
    facts: tuple[str, ...] = ()
    verb: str = ""
    picks: bool = False
    danger: bool = False
    rows: tuple[tuple[str, str], ...] = ()
    hex: str = ""  # where on the map it can be chosen
    picture: str = ""  # address
    note: str = ""  # what it does, in a sentence
    effects: tuple[str, ...] = ()  # of all options alike
    count: int = 1  # how many such things there are, e.g. trains of a kind


class Group(Struct, frozen=True):
    """All choices of a kind; `widget` names the template that shows them."""

    kind: str
    title: str
    cards: tuple[Card, ...]
    widget: str = "cards"
    hint: str = ""


def kind_of(action: Action) -> str:
    return str(type(action).__struct_config__.tag)


def as_json(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def groups(scene: Scene) -> list[Group]:
    """Return the legal choices of the position by kind, in the order the engine lists them."""
    by_kind: dict[str, list[Choice]] = {}
    for choice in scene.choices:
        by_kind.setdefault(kind_of(choice.action), []).append(choice)
    last = by_kind.pop("pass", None)  # passing is what one does when nothing else is wanted
    if last is not None:
        by_kind["pass"] = last
    return [_group(scene, kind, choices) for kind, choices in by_kind.items()]


def _group(scene: Scene, kind: str, choices: list[Choice]) -> Group:
    page = page_for(scene.game.header.game)
    builder = page.builders.get(kind) or _BUILDERS.get(kind)
    title = heading(scene.game, kind, scene.language)
    if kind == "lay":
        return Group(kind, title, tuple(_hexes(scene, choices)), "hexes")
    if kind == "run":
        return Group(kind, title, (), "routes")
    cards = _distinct((builder or _plain)(scene, choices))
    hint = page.hints[kind](scene) if kind in page.hints else _hint(scene, kind)
    return Group(kind, title, cards, hint=hint)


def _distinct(cards: Iterable[Card]) -> tuple[Card, ...]:
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


def _hint(scene: Scene, kind: str) -> str:
    """Return what holds for all choices of a kind."""
    game, turn = scene.game, scene.game.state.turn
    if kind not in ("buy_train", "buy_private", "station") or turn is None:
        return ""
    hint = _("treasury of %(company)s: %(money)s") % {
        "company": turn.company,
        "money": scene.money(game.state.cash[turn.company]),
    }
    return hint + _dear(scene) if kind == "buy_train" else hint


def _dear(scene: Scene) -> str:
    """Name the next train of the bank where it cannot be bought, mostly for its price."""
    game, bank = scene.game, scene.game.state.trains[BANK]
    bought = [choice.action for choice in scene.choices if isinstance(choice.action, BuyTrain)]
    if not bank or game.definition.stacks or any(action.source == BANK for action in bought):
        return ""
    kind = game.kind_of(bank[0])
    return ". " + _("The next train of the bank, %(kind)s, costs %(price)s.") % {
        "kind": kind,
        "price": scene.money(game.definition.trains[kind].price),
    }


def option(
    scene: Scene, choice: Choice, label: str, facts: Iterable[str] = (), *, look: bool = True
) -> Option:
    """Make an option of a choice; `look` adds what would follow from it."""
    effects: tuple[str, ...] = ()
    if look:
        effects = consequences(scene.game, foresee(scene.game, choice.action), scene.language)
    low, high = choice.low, choice.high
    return Option(label, as_json(choice.action), tuple(facts), effects, low, high, choice.step)


def _plain(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """Show choices of a kind that has no card of its own."""
    for choice in choices:
        text = str(choice.action)
        remark = scene.game.rules.remark(scene.game, choice.action, scene.language)
        facts = (remark,) if remark else ()
        yield Card(text, (option(scene, choice, _("Do this")),), facts=facts)


# --- auction ---------------------------------------------------------------------------


def _private_facts(scene: Scene, private: str) -> list[str]:
    game = scene.game
    entry = game.definition.privates[private]
    facts = [
        _("face value %(value)s") % {"value": scene.money(entry.value)},
        _("income %(income)s") % {"income": scene.money(entry.income)},
    ]
    if isinstance(game.step, Auction | Duel):
        bids = [f"{game.name(seat)} {scene.money(amount)}" for seat, amount in _bids(game, private)]
        if bids:
            facts.append(_("bids: %(bids)s") % {"bids": ", ".join(bids)})
    return facts


def _bids(game: Game, private: str) -> list[tuple[int, int]]:
    return sorted(bids_on(game, private), key=lambda bid: -bid[1])


def _bid(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        action = choice.action
        assert isinstance(action, Bid)
        seat = scene.game.step.actor(scene.game)
        free = scene.game.state.cash[seat]
        if isinstance(scene.game.state.round, AuctionRound):
            free = free_cash(scene.game, seat, action.target)
        facts = [
            *_private_facts(scene, action.target),
            _("you can spend %(money)s") % {"money": scene.money(free)},
        ]
        made = option(scene, choice, _("Bid"), look=False)
        yield Card(
            private_name(scene.game, action.target),
            (made,),
            facts=tuple(facts),
            note=private_power(scene.game, action.target, scene.language),
        )


def _buy_private(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, BuyPrivate)
        facts = _private_facts(scene, action.private)
        owner = game.state.private_owner[action.private]
        if isinstance(owner, int):
            facts.append(_("owner: %(owner)s") % {"owner": game.name(owner)})
            if owner != game.actor and getattr(game.policy, "consent", False):
                facts.append(_("the owner must agree"))
        label = _("Buy") if choice.low is not None else _buy_for(scene, action.price)
        made = option(scene, choice, label)
        yield Card(
            private_name(game, action.private),
            (made,),
            facts=tuple(facts),
            note=private_power(game, action.private, scene.language),
        )


def _buy_for(scene: Scene, cost: int) -> str:
    return _("Buy for %(price)s") % {"price": scene.money(cost)}


# --- shares ----------------------------------------------------------------------------


def _company_title(game: Game, company: str) -> str:
    return game.definition.companies[company].name


def _by_company(choices: list[Choice]) -> dict[str, list[Choice]]:
    found: dict[str, list[Choice]] = {}
    for choice in choices:
        found.setdefault(getattr(choice.action, "company", ""), []).append(choice)
    return found


def _where_shares_lie(scene: Scene, company: str) -> list[str]:
    game = scene.game
    facts = [
        f"{_('treasury') if place == company else owner_name(game, place, scene.language)} {part} %"
        for place in game.rules.share_places
        if (part := percent(game, company, place))
    ]
    seat = game.actor
    if seat is not None and percent(game, company, seat):
        facts.append(_("you %(part)s %%") % {"part": percent(game, company, seat)})
    return facts


def share_cards(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for company, members in _by_company(choices).items():
        options = []
        for choice in members:
            action = choice.action
            assert isinstance(action, BuyShare)
            seat = game.step.actor(game)
            cost = game.state.cash[seat] - carried_out(game, action).state.cash[seat]
            label = f"{scene.money(cost)} ({owner_name(game, action.source, scene.language)})"
            options.append(option(scene, choice, label, [_left(scene, cost)]))
        facts = (
            _("market %(price)s") % {"price": scene.money(price(game, company))},
            *_where_shares_lie(scene, company),
        )
        yield Card(_company_title(game, company), tuple(options), chip(game, company), facts=facts)


def _left(scene: Scene, cost: int) -> str:
    """Say what the player keeps after paying."""
    seat = scene.game.actor
    cash = scene.game.state.cash[seat] if seat is not None else 0
    return _("you keep %(money)s") % {"money": scene.money(cash - cost)}


def _start(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for company, members in _by_company(choices).items():
        charter = game.definition.companies[company]
        options = []
        for choice in members:
            action = choice.action
            assert isinstance(action, StartCompany)
            seat = game.step.actor(game)
            after = carried_out(game, action)
            part = percent(after, company, seat)
            cost = game.state.cash[seat] - after.state.cash[seat]
            paid = _("pay %(cost)s for %(part)s %%") % {"cost": scene.money(cost), "part": part}
            options.append(
                option(scene, choice, scene.money(action.par), [paid, _left(scene, cost)])
            )
        facts = [_("home: %(place)s") % {"place": place_name(game, charter.home)}]
        if charter.destination:
            bonus = f" (+{charter.bonus})" if charter.bonus else ""
            facts.append(
                _("destination: %(place)s") % {"place": place_name(game, charter.destination)}
                + bonus
            )
        facts.append(_("stations: %(count)s") % {"count": charter.stations})
        own = page_for(game.header.game).company_facts(game, company)
        facts += [f"{name}: {value}" for name, value in own]
        yield Card(
            charter.name,
            tuple(options),
            chip(game, company),
            tuple(facts),
            _("Start the company"),
            picks=True,
        )


def _sell(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for company, members in _by_company(choices).items():
        options = [_sale(scene, choice) for choice in members]
        facts = (
            _("market %(price)s") % {"price": scene.money(price(game, company))},
            *_where_shares_lie(scene, company),
        )
        yield Card(
            _company_title(game, company),
            tuple(options),
            chip(game, company),
            facts,
            _("Sell"),
            picks=True,
        )


def _sale(scene: Scene, choice: Choice) -> Option:
    """Return a sale with the money it brings and where the price goes."""
    game = scene.game
    action = choice.action
    assert isinstance(action, SellShares)
    messages = foresee(game, action)
    facts = []
    old = new = price(game, action.company)
    for message in messages:
        if message.id == "log.sold":
            facts.append(_("you get %(money)s") % {"money": scene.money(message.params["money"])})
        if message.id == "log.price_moved" and message.params["company"] == action.company:
            new = message.params["new"]
    moved = _("price falls %(old)s → %(new)s") if new != old else _("price stays at %(old)s")
    facts.append(moved % {"old": scene.money(old), "new": scene.money(new)})
    effects = consequences(game, messages, scene.language)
    return Option(str(action.count), as_json(action), tuple(facts), effects)


def _exchange(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for company, members in _by_company(choices).items():
        options = []
        for choice in members:
            action = choice.action
            assert isinstance(action, Exchange)
            label = _("Exchange %(private)s for a share (%(source)s)") % {
                "private": action.private,
                "source": owner_name(game, action.source, scene.language),
            }
            options.append(option(scene, choice, label))
        facts = (
            _("market %(price)s") % {"price": scene.money(price(game, company))},
            *_where_shares_lie(scene, company),
        )
        yield Card(_company_title(game, company), tuple(options), chip(game, company), facts)


# --- operating -------------------------------------------------------------------------


def _hexes(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """Return one card for each hex that can be built on; its tiles are shown on demand."""
    found: dict[str, int] = {}
    for choice in choices:
        assert isinstance(choice.action, LayTile)
        found[choice.action.hex] = found.get(choice.action.hex, 0) + 1
    for name, count in found.items():
        place = scene.game.definition.hexes[name].entry.place
        yield Card(name, (), facts=(place,), verb=str(count))


def _station(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    company = getattr(game.state.turn, "company", "")
    by_city: dict[tuple[str, int], list[Choice]] = {}
    for choice in choices:
        assert isinstance(choice.action, PlaceStation)
        by_city.setdefault((choice.action.hex, choice.action.city), []).append(choice)
    for (hex_name, city), members in by_city.items():
        made = tuple(_placing(scene, choice, company) for choice in members)
        yield Card(city_name(game, hex_name, city), made, chip(game, company), hex=hex_name)


def _placing(scene: Scene, choice: Choice, company: str) -> Option:
    """A station in a city: what it costs, and by which way where the game asks for one."""
    game, action = scene.game, choice.action
    left = carried_out(game, action).state.cash[company]
    cost = game.state.cash[company] - left
    facts = [
        _("treasury afterwards %(money)s") % {"money": scene.money(left)},
        *paid_to(scene, action),
    ]
    remark = game.rules.remark(game, action, scene.language)
    if remark:
        facts.insert(0, remark)
    return option(scene, choice, _("Place for %(price)s") % {"price": scene.money(cost)}, facts)


def paid_to(scene: Scene, action: Action) -> list[str]:
    """Say who gets the money, where that is not the bank alone."""
    gains = payments(scene.game, action)
    if all(owner == BANK for owner, _gain in gains):
        return []
    named = [
        f"{owner_name(scene.game, owner, scene.language)} {scene.money(gain)}"
        for owner, gain in gains
    ]
    return [_("paid to: %(payees)s") % {"payees": ", ".join(named)}]


def _discard(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        action = choice.action
        assert isinstance(action, DiscardTrain)
        kind = scene.game.kind_of(action.train)
        title = _("%(kind)s-train") % {"kind": kind}
        made = option(scene, choice, _("Discard"))
        yield Card(title, (made,), chip(scene.game, action.company))


def _answer(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    labels = {"agree": _("Agree"), "decline": _("Decline")}
    options = []
    for choice in choices:
        assert isinstance(choice.action, Answer)
        options.append(option(scene, choice, labels[choice.action.answer]))
    yield Card("", tuple(options))


def _bankrupt(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        made = option(scene, choice, _("Declare bankruptcy"))
        facts = (_("The money for a train cannot be raised. This ends the game."),)
        yield Card("", (made,), facts=facts, danger=True)


def _pass(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    label = heading(scene.game, "pass", scene.language)
    for choice in choices:
        yield Card("", (option(scene, choice, label, look=False),))


Builder = Callable[[Scene, list[Choice]], Iterable[Card]]


def _dividend(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    from .income import dividend_cards

    return dividend_cards(scene, choices)


def _buy_train(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    from .purchases import train_cards

    return train_cards(scene, choices)


_BUILDERS: dict[str, Builder] = {
    "answer": _answer,
    "bankrupt": _bankrupt,
    "bid": _bid,
    "buy_private": _buy_private,
    "buy_share": share_cards,
    "buy_train": _buy_train,
    "discard": _discard,
    "dividend": _dividend,
    "exchange": _exchange,
    "pass": _pass,
    "sell": _sell,
    "start": _start,
    "station": _station,
}
