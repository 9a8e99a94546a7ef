"""Mergers on the page of 1862: what two companies would be together, and half shares."""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.actions import Choice, Choose
from ....engine.game import Game
from ....engine.shares import price
from ....engine.state import Owner
from ....engine.words import place_name
from ....page.cards import Card, option
from ....page.names import chip
from ....page.teller import Teller
from ..actions import Merge
from ..consolidation import REDEEM, Consolidate, OddShare
from ..facts import facts, this_turn
from ..holdings import held
from ..mergers import Survivor, merged_price
from ..policy import policy


def merge_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A company to merge with: what both would be together, and who has to agree."""
    game, state = tell.game, tell.game.state
    own = this_turn(game).company
    for choice in choices:
        assert isinstance(choice.action, Merge)
        other = choice.action.company
        new = game.definition.market.price[merged_price(game, own, other)]
        permits = dict.fromkeys((*facts(game).permits[own], *facts(game).permits[other]))
        rows = [
            (tell.say("price"), tell.money(price(game, other))),
            (tell.say("price_together"), tell.money(new)),
            (tell.say("treasury_together"), tell.money(state.cash[own] + state.cash[other])),
            (tell.say("trains_together"), _trains(game, own, other)),
            (tell.say("permits_together"), ", ".join(tell.say(f"use.{name}") for name in permits)),
            *_shares_together(tell, own, other),
        ]
        director = state.president.get(other)
        told, label = [], tell.say("merge")
        if director is not None and director != game.actor:
            told = [tell.say("director", director=game.name(director))]
            if policy(game).consent:
                told = [tell.say("director_agrees", director=game.name(director))]
                label = tell.say("propose")
        made = (option(tell, choice, label, look=False),)
        name = game.definition.companies[other].name
        yield Card(name, made, chip(game, other), tuple(told), rows=tuple(rows))


def _shares_together(tell: Teller, one: str, two: str) -> Iterable[tuple[str, str]]:
    """Say what becomes of everybody's shares when two of them become one."""
    game = tell.game
    holders: list[Owner] = [*range(len(game.players)), one, two]
    for holder in holders:
        count = held(game, one, holder) + held(game, two, holder)
        if count:
            yield _holder_name(tell, holder), _halved(tell, count)


def _halved(tell: Teller, count: int) -> str:
    """Say what a number of shares becomes."""
    half = "½" if count % 2 else ""
    return f"{tell.counted('share', count)} → {count // 2 or ''}{half}"


def _trains(game: Game, *companies: str) -> str:
    cards = [card for company in companies for card in game.state.trains[company]]
    return ", ".join(game.kind_of(card) for card in cards) or "–"


def merge_hint(tell: Teller) -> str:
    return tell.say("two_become_one")


def survivor_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """The company that goes on: at the same price in either case, but with another home."""
    game, step = tell.game, tell.game.step
    assert isinstance(step, Survivor)
    for choice in choices:
        assert isinstance(choice.action, Choose)
        company = choice.action.option
        other = step.other if company != step.other else step.company(game)
        new = game.definition.market.price[merged_price(game, company, other)]
        charter = game.definition.companies[company]
        told = (
            tell.say("home", place=place_name(game, charter.home)),
            tell.say("goes_on_at", price=tell.money(new)),
            tell.say("started_again", company=other),
        )
        made = option(tell, choice, tell.say("goes_on"), look=False)
        yield Card(charter.name, (made,), chip(game, company), told)


# --- consolidation ---------------------------------------------------------------------


def odd_share_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """How everybody stands, and what can be done with half a share."""
    step = tell.game.step
    assert isinstance(step, OddShare)
    yield _holders_card(tell, step)
    for choice in choices:
        assert isinstance(choice.action, Choose)
        yield _option_card(tell, choice, step, redeem=choice.action.option == REDEEM)


def _consolidation(game: Game) -> Consolidate:
    """Return the consolidation that waits for an option to be settled."""
    return next(step for step in reversed(game.state.agenda) if isinstance(step, Consolidate))


def _holder_name(tell: Teller, holder: Owner) -> str:
    if isinstance(holder, int):
        return tell.game.name(holder)
    return tell.say("holder", company=holder)


def _holders_card(tell: Teller, step: OddShare) -> Card:
    """How everybody stands: who has consolidated, who follows, and with how much."""
    game, whole = tell.game, _consolidation(tell.game)
    rows = []
    everybody: list[Owner] = [*range(len(game.players)), this_turn(game).company]
    for holder in everybody:
        count = sum(held(game, company, holder) for company in whole.companies())
        if holder == step.holder:
            stands = tell.say("decides")
        elif not count:
            continue
        elif holder in whole.left:
            stands = tell.say("follows", shares=_halved(tell, count))
        else:
            stands = tell.say("has", shares=tell.counted("share", count))
        rows.append((_holder_name(tell, holder), stands))
    title = tell.say("consolidation", company=step.survivor, price=tell.money(whole.price))
    return Card(title, (), chip(game, step.survivor), rows=tuple(rows))


def _option_card(tell: Teller, choice: Choice, step: OddShare, *, redeem: bool) -> Card:
    """Redeem or give up: what the holder has afterwards."""
    whole = "_director" if step.size > 1 else ""
    if redeem:
        label = tell.say("redeem_for", price=tell.money(step.cost))
        title, note = tell.say("keep"), tell.say(f"odd_share.redeem{whole}")
    else:
        label = tell.say("give_up_for", price=tell.money(step.gain))
        title, note = tell.say("let_go"), tell.say(f"odd_share.give_up{whole}")
    after = tell.foresee(choice.action).game
    rows = (
        (
            tell.say("shares_then", company=step.survivor),
            str(held(after, step.survivor, step.holder)),
        ),
        (tell.say("money_then"), tell.money(after.state.cash[step.holder])),
    )
    made = option(tell, choice, label, look=False)
    return Card(title, (made,), rows=rows, note=note)
