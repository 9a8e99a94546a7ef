"""Phases: what the first train of a kind brings about, at once (18ESP-6)."""

from __future__ import annotations

from ....engine.state import BANK, OUT
from ..facts import ATTACHED, REMOVED
from . import crossings, market, shares, ways
from .table import SMALL, SOUTH, STRAWBERRY, Table

LAST_KIND = "8"
# The first train of a kind, and the kinds that are obsolete with it (18ESP-2.5).
SCRAPPED = {"4": ("2", "2B"), "6": ("3",), "8": ("4",)}


def conventional(t: Table, card: str) -> str:
    """The conventional side of a card: 4 for 3+4-2 and for 4&2+3-0."""
    train = t.train(card)
    if train.parts:
        return conventional(t, f"{train.parts[0]}-0")
    return train.back or "" if train.gauge == "narrow" else train.kind


def leave_deck(t: Table, card: str) -> None:
    """Only the top card is for sale or export; the last kind is endless (18ESP-1.5.1.12)."""
    top = t.trains[BANK].pop(0)
    number = int(top.rpartition("-")[2])
    t.same("number of the top card", top.rpartition("-")[2], card.rpartition("-")[2])
    t.same("kind of the top card", conventional(t, top), conventional(t, card))
    if conventional(t, top) == LAST_KIND:
        t.trains[BANK].append(f"{LAST_KIND}-{number + 1}")


def follow(t: Table, card: str, set_number: int) -> None:
    """What the departure of a card brings: a new phase, the end of the game."""
    kind = conventional(t, card)
    phases = t.definition.phases
    if t.phase + 1 < len(phases) and phases[t.phase + 1].starts_with == kind:
        t.phase += 1
        t.says("phase", phase=t.rules.name)
        _scrap(t, kind)
        if t.phase_number == 5:
            _phase_five(t)
    if kind == LAST_KIND and card.rpartition("-")[2] == "1" and not t.final:
        t.final = True
        t.last_set = set_number + 1
        t.ending.append("second_last_train")
        t.says("ending_second_last_train")


def _scrap(t: Table, kind: str) -> None:
    """Obsolete trains leave the game at once, without compensation (18ESP-4.4.1.9)."""
    old = SCRAPPED.get(kind, ())
    found = []
    for company in t.definition.companies:
        for card in list(t.trains[company]):
            if card != STRAWBERRY and conventional(t, card) in old:
                found.append(card)
                t.trains[company].remove(card)
                retire(t, card, obsolete=True)
    if found:
        kinds = sorted({card.rpartition("-")[0] for card in found})
        t.says("scrapped", kind=kinds, count=len(found))


def retire(t: Table, card: str, *, obsolete: bool) -> None:
    """Where a card goes: obsolete ones may be recycled, discarded ones may not (A16, A20)."""
    parts = t.train(card).parts
    main = f"{conventional(t, card)}-{card.rpartition('-')[2]}"  # it lies on its front
    t.trains[REMOVED if obsolete else OUT].append(main)
    if parts:
        attached = t.recycled.pop(card)
        if attached:
            t.trains[ATTACHED].remove(attached)
        gone = t.policy.recycled_once
        if attached:
            t.trains[OUT if gone else REMOVED].append(attached)


def _phase_five(t: Table) -> None:
    """Pioneers close, small companies stop, reserved shares return (18ESP-6.7, D15)."""
    owner = t.owners.get("P3")
    if isinstance(owner, str) and owner in t.definition.companies:
        t.trains[OUT].remove(STRAWBERRY)
        t.trains[owner].append(STRAWBERRY)
        t.says("strawberry", company=owner)
    if any(holder != OUT for holder in t.owners.values()):
        t.says("privates_closed")
    t.owners = dict.fromkeys(t.owners, OUT)
    t.tenders_of_owner = 0
    if t.policy.small_freeze:
        _freeze(t)
    else:
        _close_small(t)
    for company in t.definition.companies:
        if shares.reserved(t, company) and company not in t.launched and company not in t.closed:
            shares.give_back_reserve(t, company)
    nobody_left(t)


def _freeze(t: Table) -> None:
    launched = {c for c in t.launched if t.kind_of(c) == SMALL and c not in t.closed}
    t.frozen |= launched
    if launched or t.next_is("small_frozen"):
        t.says("small_frozen")


def nobody_left(t: Table) -> None:
    """From phase 5 on, with no small company left that has run, no share is kept (4.6.1.5)."""
    if t.phase_number < 5 or any(c in t.ran for c in t.frozen if c not in t.closed):
        return
    for company in t.definition.companies:
        if t.kind_of(company) == SOUTH and shares.reserved(t, company) and company not in t.closed:
            shares.give_back_reserve(t, company)


def _close_small(t: Table) -> None:
    """On the site small companies close; those that operated pay their price (D15)."""
    for company, data in t.definition.companies.items():
        if data.kind == SMALL and company not in t.closed:
            owner = t.held.director[company]
            if company in t.operated:
                t.pay(BANK, owner, t.price(company))
            t.pay(company, BANK, t.cash[company])
            t.tenders.discard(company)
            for here in t.marked.values():
                if company in here:
                    here.remove(company)
            close(t, company)


def close(t: Table, company: str) -> None:
    """A small company leaves the game: certificate, market marker (18ESP-4.6.0.18)."""
    if company in t.cell:
        market.lift(t, company)
        del t.par[company]
    t.held.director[company] = OUT
    t.closed.add(company)
    t.launched.discard(company)
    t.frozen.discard(company)
    t.says("company_closed", company=company)


def usable(t: Table, company: str, card: str) -> bool | None:
    """A train that the company can operate (18ESP-4.7.0.2, A8); None: it is not certain."""
    if card == STRAWBERRY:
        return False
    if not t.policy.usable_train:
        return True
    gauge = t.train(card).gauge
    if gauge == "both":
        return crossings.can_cross(t, company, card)
    home = "narrow" if t.kind_of(company) == "north" else ""
    return gauge == home or ways.has_route(t, company, gauge)


def has_train(t: Table, company: str) -> bool | None:
    """Whether a company owns a train that it can use (18ESP-4.7.0.1); None: not certain."""
    found = {usable(t, company, card) for card in t.trains[company]}
    return True if True in found else None if None in found else False
