"""The turn of a company, action by action (18ESP-4)."""

from __future__ import annotations

from ....engine.actions import (
    Action,
    Answer,
    BuyPrivate,
    BuyTrain,
    Choose,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceStation,
    Run,
    SellShares,
    Use,
)
from ....engine.state import Owner
from ..actions import Absorb, Combine, OpenPass
from . import absorb, earnings, goals, pioneers, rounds, running, stations, track, trains
from .table import Table

CONSENT = ("pioneer_consent", "tender_consent", "train_consent", "absorb_consent")


def act(t: Table) -> None:
    action = t.action
    if isinstance(action, Answer):
        _answer(t, action)
    else:
        t.same("who decides", decider(t, action), t.by)
        _do(t, action)
    if t.next_is("absorption_dropped"):  # the price was spent while the place is chosen
        absorb.go_on(t, t.auditor.absorbing())
    rounds.settle_operating(t)


def decider(t: Table, action: Action) -> Owner:
    """The director of the company on turn; of a waiting station or a surplus train its own."""
    if isinstance(action, DiscardTrain):
        return t.held.director[action.company]
    if isinstance(action, PlaceStation) and t.step(t.before) == "choose_city":
        return t.by
    return t.held.director[t.company]


def _do(t: Table, action: Action) -> None:
    match action:
        case LayTile():
            track.lay(t, action)
        case PlaceStation():
            stations.place(t, action)
        case OpenPass():
            stations.open_pass(t, action)
        case Run():
            running.run(t, action)
        case Dividend():
            earnings.decide(t, action)
        case Absorb():
            absorb.propose(t, action)
        case SellShares():
            trains.forced_sale(t, action)
        case DiscardTrain():
            trains.discard(t, action)
        case Combine():
            trains.combine(t, action)
        case BuyTrain() if not _proposed(t, action.source):
            trains.buy(t, action)
        case BuyPrivate() if not _proposed(t, action.private):
            pioneers.buy(t, action)
        case Use():
            _use(t, action)
        case Choose():
            _choose(t, action)
        case _:
            t.require(isinstance(action, Pass | BuyTrain | BuyPrivate), f"what is {action}?")


def _proposed(t: Table, thing: str) -> bool:
    """A purchase from somebody else is first proposed to him, who may decline."""
    owner = t.owners.get(thing) if thing in t.owners else t.held.director.get(thing)
    asked = t.step(t.now) in CONSENT
    stranger = owner is not None and owner != t.by
    t.require(stranger or not asked, f"nobody has to agree to {t.action}")
    must = t.policy.consent and stranger
    t.require(asked or not must, f"nobody was asked to agree to {t.action}")
    return asked


def _use(t: Table, action: Use) -> None:
    if action.thing == "connection":
        goals.destination(t, t.company)
    elif t.step(t.now) not in CONSENT:
        pioneers.buy_tender(t, action.thing)


def _choose(t: Table, action: Choose) -> None:
    step = t.step(t.before)
    if step == "choose_place":
        absorb.choose(t, action, t.auditor.absorbing())
    elif step == "special_train":
        pioneers.choose_side(t, action.option)
    else:
        running.give_tender(t, action.option)


def _answer(t: Table, action: Answer) -> None:
    """The owner agrees, and what was proposed is done; or nothing is."""
    proposal = t.auditor.proposal()
    name = t.names[t.by]
    t.says(f"answer_{action.answer}", player=name)
    agreed = action.answer == "agree"
    match proposal:
        case BuyTrain():
            t.same("who answers", t.held.director[proposal.source], t.by)
            if agreed:
                trains.buy(t, proposal)
        case BuyPrivate():
            t.same("who answers", t.owners[proposal.private], t.by)
            if agreed:
                pioneers.buy(t, proposal)
        case Use():
            t.same("who answers", t.owners["P5"], t.by)
            if agreed:
                pioneers.buy_tender(t, proposal.thing)
        case Absorb():
            t.same("who answers", t.held.director[proposal.company], t.by)
            if agreed:
                absorb.go_on(t, proposal.company)
        case _:
            t.require(False, f"an answer to {proposal}")
