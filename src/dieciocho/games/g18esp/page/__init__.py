"""The page of 18ESP: pioneers, goals, passes, tenders, absorptions, combined trains."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ....engine.actions import Action, BuyTrain, Choice, Choose, Use
from ....engine.depot import top_card
from ....engine.game import Game, Play
from ....engine.state import BANK, POOL, StopId
from ....engine.words import place_name
from ....page.base import Facts, GamePage, Setting
from ....page.cards import Card, option
from ....page.changes import changes
from ....page.earning import compared, most_as_it_is
from ....page.names import chip, city_name
from ....page.purchases import train_cards
from ....page.sheets import Sheet
from ....page.teller import Teller
from .. import random_setup
from ..absorb import ChoosePlace, absorb, absorption_price, late, places
from ..actions import Absorb, Combine, OpenPass
from ..combine import TIMES, joined_kind
from ..facts import ABSORPTION, MAQUINISTA, TENDER_PRICE, EspTurn, facts, this_turn
from ..goals import CONNECTED, is_open
from ..passes import opening_cost
from ..pioneers import MARKET_TENDER, MATARO, NO_TRAIN, OWNERS_TENDER, STRAWBERRY, buy_tender
from ..policy import policy
from ..printed import EspTrain, printed, train_of
from ..running import tender_trains
from ..stock import REPAY
from ..trains import held
from . import aims, goals


def _open_pass(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, OpenPass)
        cost = opening_cost(game, action.hex, action.power)
        label = tell.say("open_for", price=tell.money(cost))
        told = (tell.say("with_pioneer"),) if action.power else ()
        yield Card(
            place_name(game, action.hex),
            (option(tell, choice, label),),
            chip(game, this_turn(game).company),
            told,
            hex=action.hex,
        )


def _absorb(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A small company: what it costs and brings, and whether its owner has to agree."""
    game = tell.game
    company = this_turn(game).company
    for choice in choices:
        assert isinstance(choice.action, Absorb)
        small = choice.action.company
        owner = game.state.president.get(small)
        options = places(game, company, small)
        after = _absorbed(game, small, next(reversed(options.values())))
        paid = tell.money(absorption_price(game, small))
        rows = [(tell.say("absorption_price"), paid), *changes(tell, after)]
        if ABSORPTION in goals.goals_of(game, company) and is_open(game, company, ABSORPTION):
            capital = tell.money(goals.next_capital(game, company))
            rows.append((tell.say("goal_brings"), capital))
        cities = [city_name(tell, *stop) for stop in options.values() if stop is not None]
        told = [tell.say("station_at", places=" / ".join(cities))] if cities else []
        if owner is not None:
            told.append(tell.say("owner", owner=game.name(owner)))
            if owner != game.actor and policy(game).consent and not late(game):
                told.append(tell.say("owner_agrees"))
        made = (option(tell, choice, tell.say("absorb"), look=False),)
        name = game.definition.companies[small].name
        yield Card(name, made, chip(game, small), tuple(told), rows=tuple(rows))


def _absorbed(game: Game, small: str, stop: StopId | None) -> Game:
    """Return the position right after an absorption to which everybody agrees."""
    trial = Play(game.copy())
    absorb(trial, small, stop)
    return trial


def _combine(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, Combine)
        cost = TIMES * printed(game).trains[action.kind].price
        joined = joined_kind(game, action.train, action.kind)
        own = game.kind_of(action.train)
        title = tell.say("recycled", own=own, kind=action.kind, joined=joined)
        whole = printed(game).trains.get(joined)
        told = (_train_says(tell, whole),) if whole else ()
        told = (*told, *compared(tell, tell.foresee(action).game, this_turn(game).company))
        label = tell.say("combine_for", price=tell.money(cost))
        yield Card(title, (option(tell, choice, label),), facts=told)


def _use(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A tender, a connection to declare, or a loan to repay."""
    game = tell.game
    cost = tell.say("buy_for", price=tell.money(TENDER_PRICE))
    for choice in choices:
        assert isinstance(choice.action, Use)
        thing = choice.action.thing
        if thing in (OWNERS_TENDER, MARKET_TENDER):
            title, told = tell.say("market_tender"), []
            seller = game.state.private_owner.get(MAQUINISTA)
            if thing == OWNERS_TENDER and isinstance(seller, int):
                title = tell.say("owners_tender")
                told = [tell.say("owner", owner=game.name(seller))]
            after = Play(game.copy())
            buy_tender(after, this_turn(game).company, thing)
            told += compared(tell, after, this_turn(game).company)
            note = tell.say("tender_does")
            made = option(tell, choice, cost, look=False)
            yield Card(title, (made,), facts=tuple(told), note=note)
        elif thing == CONNECTED:
            made = option(tell, choice, tell.say("declare"))
            yield Card(tell.say("connected"), (made,))
        else:
            assert thing == REPAY
            yield Card(tell.say("loan"), (option(tell, choice, tell.say("repay")),))


def _choose(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A city (`D6.1`), a side of a train, or the train with the tender."""
    game = tell.game
    for choice in choices:
        assert isinstance(choice.action, Choose)
        text = choice.action.option
        name, dot, city = text.partition(".")
        made = (option(tell, choice, tell.say("choose")),)
        if dot and name in game.definition.hexes:
            yield Card(city_name(tell, name, int(city)), made, hex=name)
        elif text == NO_TRAIN:
            yield Card(tell.say("without_train"), made)
        elif text in printed(game).trains:
            says = _train_says(tell, printed(game).trains[text])
            yield Card(tell.say("train", kind=text), made, facts=(says,))
        else:
            found = most_as_it_is(tell.foresee(choice.action).game, this_turn(game).company)
            told = () if found is None else (tell.say("best_then", money=tell.money(found.total)),)
            yield Card(tell.say("tender_goes", train=game.kind_of(text)), made, facts=told)


def _choose_place(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """Where the station goes that comes with an absorption."""
    game, step = tell.game, tell.game.step
    assert isinstance(step, ChoosePlace)
    for choice in choices:
        assert isinstance(choice.action, Choose)
        stop = places(game, this_turn(game).company, step.small)[choice.action.option]
        made = (option(tell, choice, tell.say("choose"), look=False),)
        if stop is None:
            yield Card(tell.say("to_charter"), made, note=tell.say("to_charter_later"))
        else:
            note = tell.say("takes_place", company=step.small)
            yield Card(city_name(tell, *stop), made, note=note, hex=stop[0])


# --- trains ----------------------------------------------------------------------------


def _train_facts(tell: Teller) -> list[str]:
    """Say where the trains come from that the bank does not sell."""
    known = tell.game.definition.privates
    return [
        tell.say("mataro_train", pioneer=known[MATARO].name),
        tell.say("strawberry_train", pioneer=known[STRAWBERRY].name),
    ]


def _buy_train(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A train of another company may lie there on its other side."""
    game = tell.game
    for choice, card in zip(choices, train_cards(tell, choices), strict=True):
        action = choice.action
        assert isinstance(action, BuyTrain)
        lies = held(game, action)
        if action.source in (BANK, POOL) or lies in (None, action.train):
            yield card
        else:
            assert lies is not None
            told = tell.say("other_side", kind=game.kind_of(lies))
            yield replace(card, facts=(*card.facts, told))


def _train_says(tell: Teller, train: EspTrain) -> str:
    """Say how far a train goes, and on which gauge."""
    reach = tell.counted("stops", train.range)
    if train.small:
        small = tell.counted("small_stops", train.small)
        reach = tell.say("train_says.both", large=reach, small=small)
    if train.parts:
        parts = " + ".join(train.parts)
        return f"{reach}, " + tell.say("train_says.combined", parts=parts)
    return f"{reach}, " + tell.say("train_says.narrow" if train.gauge else "train_says.iberian")


def _range(train: EspTrain) -> str:
    return f"{train.range}+{train.small}" if train.small else str(train.range or "∞")


# --- sheets ----------------------------------------------------------------------------


def _company_facts(tell: Teller, company: str) -> Facts:
    now = facts(tell.game)
    told: Facts = []
    if company in now.tenders:
        told.append((tell.say("tender"), tell.say("yes")))
    if company in now.frozen:
        told.append((tell.say("frozen"), tell.say("frozen_means")))
    return told


def _forced(game: Game, company: str) -> int | None:
    """The top train of the bank is the one (18ESP-4.7.1)."""
    top = top_card(game)
    return None if top is None else train_of(game, top).price


def _readied(game: Game, company: str, trains: tuple[str, ...]) -> Iterable[tuple[Action, Game]]:
    """The company's tender on each of its trains, where it is given before the run."""
    turn, rules = game.state.turn, policy(game)
    if not rules.tender_assigned or company not in facts(game).tenders:
        return
    if not isinstance(turn, EspTurn) or turn.company != company or turn.tender is not None:
        return
    able = tender_trains(game, company)
    for card in trains:
        if card in able or card not in game.state.trains[company]:
            trial = Play(game.copy())
            trial.set_turn(tender=card)
            yield Choose(card), trial


def _readied_says(tell: Teller, action: Action) -> str:
    assert isinstance(action, Choose)
    return tell.say("tender_goes", train=tell.game.kind_of(action.option))


def _ends(tell: Teller) -> str:
    rounds = tell.game.definition.phases[-1].rounds
    return tell.say("ends_after", round=f"{facts(tell.game).last_set}.{rounds}")


PAGE = GamePage(
    settings=(
        Setting(
            random_setup.SETUP,
            (random_setup.STANDARD, random_setup.RANDOM),
            (3, 4, 5, 6),
            random_setup.STANDARD,
        ),
    ),
    ends=_ends,
    builders={
        "buy_train": _buy_train,
        "open_pass": _open_pass,
        "absorb": _absorb,
        "combine": _combine,
        "use": _use,
        "choose": _choose,
        f"{ChoosePlace.id}.choose": _choose_place,
    },
    restated=frozenset({"log.pass_opened", "log.combined", "log.tender_given"}),
    forced=_forced,
    readied=_readied,
    readied_says=_readied_says,
    aims=aims.aims,
    leads=goals.leads,
    train_facts=_train_facts,
    train_range=_range,
    train_says=_train_says,
    company_facts=_company_facts,
    sheets=(Sheet("goals", goals.sheet),),
)
