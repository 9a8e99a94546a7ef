"""The page of 1862: money, warranties and trains; beside it parliament and mergers."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ....engine.actions import BuyTrain, Choice, Choose, SellShares, StartCompany
from ....engine.depot import card_of
from ....engine.shares import price
from ....engine.state import BANK
from ....engine.words import place_name
from ....page.base import Facts, GamePage, Setting, ends_with_a_set
from ....page.cards import Card, option
from ....page.income import outcome
from ....page.names import chip
from ....page.purchases import train_cards
from ....page.shares import sale_cards
from ....page.sheets import Sheet
from ....page.teller import Teller
from ..actions import RaiseMoney, RemoveStation, TopUp
from ..consolidation import OddShare
from ..facts import (
    CHARTER_TOKEN_PRICE,
    CHARTER_TOKENS,
    FLOAT,
    FREIGHT,
    TOKEN_PRICE,
    WARRANTY_PRICE,
    facts,
    most_stations,
    this_turn,
)
from ..fines import TIMES_PAR
from ..holdings import value
from ..mergers import Survivor
from ..options import CHOICES
from ..printed import Train1862, printed
from ..rounds import LAST_PRICE
from ..turn import Redeem
from . import mergers, parliament


def _remove(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        assert isinstance(choice.action, RemoveStation)
        name = choice.action.hex
        made = (option(tell, choice, tell.say("remove"), look=False),)
        yield Card(place_name(tell.game, name), made, hex=name)


def _tokens(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A number of stations."""
    for choice in choices:
        assert isinstance(choice.action, Choose)
        count = int(choice.action.option)
        label = tell.say("buy_for", price=tell.money(count * TOKEN_PRICE))
        made = (option(tell, choice, label, look=False),)
        yield Card(tell.counted("station", count), made)


def _stations(tell: Teller, company: str) -> list[str]:
    """What a company has from its start: a charter fixes it."""
    now = facts(tell.game)
    if company in now.chartered:
        cost = tell.money(CHARTER_TOKENS * CHARTER_TOKEN_PRICE)
        return [tell.say("charter_stations", count=CHARTER_TOKENS, cost=cost)]
    each = tell.money(TOKEN_PRICE)
    return [
        tell.say("bought_stations", most=most_stations(tell.game), each=each),
        tell.say("capital_paid_in", part=FLOAT),
    ]


def _capital(tell: Teller, action: StartCompany) -> list[str]:
    """What a charter promises at a par value: capital, or a fine."""
    now = facts(tell.game)
    if action.company not in now.chartered:
        return []
    capital = 10 * action.par
    left = tell.money(capital - CHARTER_TOKENS * CHARTER_TOKEN_PRICE)
    told = [tell.say("charter_capital", part=FLOAT, money=tell.money(capital), left=left)]
    if action.company in now.obligations:
        told.append(tell.say("charter_fine", fine=tell.money(TIMES_PAR * action.par)))
    return told


def _sell(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A share of a company without a train is worth half of its price."""
    for card, company in zip(
        sale_cards(tell, choices), dict.fromkeys(_company(c) for c in choices), strict=True
    ):
        half = value(tell.game, company) != price(tell.game, company)
        told = (tell.say("half_price", company=company),) if half else ()
        yield replace(card, facts=(*card.facts, *told))


def _company(choice: Choice) -> str:
    assert isinstance(choice.action, SellShares)
    return choice.action.company


# --- money -----------------------------------------------------------------------------


def _raise(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    company = this_turn(game).company
    for choice in choices:
        assert isinstance(choice.action, RaiseMoney)
        means = choice.action.means
        told: tuple[str, ...] = ()
        if means == "refinancing":
            capital = tell.money(10 * game.state.par[company])
            told = (tell.say("ten_times_par", money=capital),)
        made = (option(tell, choice, tell.say("raise")),)
        yield Card(tell.say(f"raising.{means}"), made, facts=told)


def _redeem(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A share that a company buys back with its own money."""
    game = tell.game
    for choice in choices:
        company = this_turn(game).company
        cost = price(game, company)
        label = tell.say("redeem_for", price=tell.money(cost))
        left = tell.money(game.state.cash[company] - cost)
        told = (tell.say("treasury_after", money=left),)
        name = game.definition.companies[company].name
        yield Card(name, (option(tell, choice, label, look=False),), chip(game, company), told)


def _top_up(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        assert isinstance(choice.action, TopUp)
        made = (option(tell, choice, tell.say("topped_up"), look=False),)
        told, rows = outcome(tell, choice.action)
        note = tell.say("hudson_adds")
        yield Card(tell.say("hudson"), made, facts=told, rows=rows, note=note)


def _buy_train(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """The price of a train of the bank includes the warranties that are bought with it."""
    game = tell.game
    explained = False
    for choice, card in zip(choices, train_cards(tell, choices), strict=True):
        assert isinstance(choice.action, BuyTrain)
        card = replace(card, facts=(*card.facts, *_permit(tell, choice.action)))
        if choice.action.source != BANK:
            tokens = facts(game).warranties.get(choice.action.train, 0)
            told = (tell.say("warranties_left", count=tokens),) if tokens else ()
            yield replace(card, facts=(*card.facts, *told))
            continue
        free = printed(game).trains[game.kind_of(card_of(game, choice.action.train))].warranty
        own = [tell.say("own_warranty")] if free else []
        more = ((choice.high or 0) - (choice.low or 0)) // WARRANTY_PRICE
        if more:
            own.append(_more_warranties(tell, more))
        note = ""
        if (free or more) and not explained:
            explained = True
            note = tell.say("warranty_does")
        yield replace(card, facts=(*card.facts, *own), note=note)


def _permit(tell: Teller, action: BuyTrain) -> list[str]:
    """Say that a train cannot run with this company, for want of a permit (1862-7.8.0.7)."""
    game, company = tell.game, this_turn(tell.game).company
    if game.rules.may_run_kind(game, company, game.kind_of(action.train)):
        return []
    return [tell.say("no_permit", permits=parliament.permits(tell, company))]


def _more_warranties(tell: Teller, count: int) -> str:
    return tell.counted("more_warranties", count, price=tell.money(WARRANTY_PRICE))


# --- sheets ----------------------------------------------------------------------------


def _train_says(tell: Teller, train: Train1862) -> str:
    scored = tell.say("scores", count=train.scores) if train.scores else ""
    says = tell.counted("hex" if train.use == FREIGHT else "station", train.range)
    if not train.range and train.use != FREIGHT:
        says = tell.say("no_limit")
    kind = f"use.{train.use}"
    parts = (tell.say(kind) if kind in tell else "", says, scored)
    return ", ".join(part for part in parts if part)


def _range(train: Train1862) -> str:
    reach = str(train.range or "∞")
    return f"{train.scores}/{reach}" if train.scores else reach


def _company_facts(tell: Teller, company: str) -> Facts:
    game, now = tell.game, facts(tell.game)
    told: Facts = [(tell.say("permits"), parliament.permits(tell, company))]
    if company in now.chartered:
        told.append((tell.say("chartered"), tell.say("yes")))
    tokens = [
        f"{game.kind_of(card)} {now.warranties[card]}"
        for card in game.state.trains[company]
        if now.warranties.get(card)
    ]
    if tokens:
        told.append((tell.say("warranties"), ", ".join(tokens)))
    if company in game.state.floated and company not in game.state.president:
        told.append((tell.say("director_is"), tell.say("receivership")))
    return told


def _settings() -> Iterable[Setting]:
    for name, values in CHOICES.items():
        players = (7, 8) if name == "more" else tuple(range(2, 9))
        yield Setting(name, tuple(values), players, values[0])


def _ends(tell: Teller) -> str:
    if LAST_PRICE in tell.game.state.ending:
        return tell.say("ends_now")
    return ends_with_a_set(tell)


PAGE = GamePage(
    settings=tuple(_settings()),
    ends=_ends,
    builders={
        "bid": parliament.bid_cards,
        "buy_train": _buy_train,
        "merge": mergers.merge_cards,
        "remove_station": _remove,
        "choose": _tokens,
        "sell": _sell,
        "raise_money": _raise,
        "top_up": _top_up,
        f"{OddShare.id}.choose": mergers.odd_share_cards,
        f"{Survivor.id}.choose": mergers.survivor_cards,
        f"{Redeem.id}.buy_share": _redeem,
    },
    hints={"bid": parliament.bid_hint, "merge": mergers.merge_hint},
    restated=frozenset({"log.refinances"}),
    warnings=parliament.promises,
    each_limit=lambda phase: phase.limit_each,
    stations_says=_stations,
    start_says=_capital,
    train_range=_range,
    train_says=_train_says,
    company_facts=_company_facts,
    sheets=(Sheet("parliament", parliament.sheet),),
)
