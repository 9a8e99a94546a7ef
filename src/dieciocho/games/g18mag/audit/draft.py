"""The draft of minors and shares, the first stock round (rules V and X.10, XI.1.8)."""

from __future__ import annotations

from collections import Counter

from ....engine.actions import Take
from ....engine.state import BANK, POOL
from . import rounds
from .table import CAPITAL, MINOR, Table

# Players -> minors and shares that each of them takes; copies of each share in the packet.
QUOTAS = {2: (3, 1), 3: (4, 2), 4: (3, 1), 5: (2, 2), 6: (2, 2)}
TWO_PLAYERS = (0, 1, 1, 0, 0, 1, 1, 0)


def quota(table: Table) -> tuple[int, int]:
    if table.istvan is not None:
        return (2 if table.options["length"] == "short" else 3), 1
    return QUOTAS[len(table.names)]


def picks(table: Table) -> list[int]:
    """Return who takes, one after the other (V.4, X.10)."""
    if table.istvan is not None:
        return [0] * sum(quota(table))
    count = len(table.names)
    if count == 2:
        return list(TWO_PLAYERS)
    rounds_ = range(sum(quota(table)))
    return [(first + step) % count for first in rounds_ for step in range(count)]


def taken(table: Table) -> list[tuple[int, str]]:
    """Return what was taken so far, by whom."""
    return list(getattr(table.before.round, "taken", ()))


def act(table: Table) -> None:
    """Take a document, free; after the last one the first operating round begins."""
    action, seat, done = table.action, table.by, taken(table)
    assert isinstance(action, Take)
    order = picks(table)
    table.same("V.4: who takes", order[len(done)], seat)
    mine = [document for who, document in done if who == seat]
    kinds = Counter(table.kind_of(document) == MINOR for document in mine)
    most_minors, most_shares = quota(table)
    if table.kind_of(action.document) == MINOR:
        table.require(kinds[True] < most_minors, "V.5: enough minors")
        _found(table, action.document, seat)
        table.take("taken", player=table.name(seat), document=action.document)
    else:
        table.require(kinds[False] < most_shares, "V.5: enough shares")
        _check_packet(table, action.document, done)
        table.held.move(action.document, 1, POOL, seat)
        table.take("taken", player=table.name(seat), document=action.document)
        table.after_purchase(action.document, seat)
    if len(done) + 1 == len(order):
        _end(table)
        return
    table.actor = order[len(done) + 1]
    if len(table.names) > 2:
        table.priority = (len(done) + 1) // len(table.names) % len(table.names)


def _found(table: Table, minor: str, seat: int) -> None:
    """Give a minor its capital, its train and its home station (III.3.2.2, V.7)."""
    table.require(minor not in table.owner, f"minor {minor} is taken")
    table.owner[minor] = seat
    table.launched.add(minor)
    table.pay(BANK, minor, CAPITAL)
    card = next(card for card in table.trains[BANK] if table.kind(card) == "2")
    table.give_train(card, BANK, minor)
    table.put_station(minor, table.before.homes[minor])
    if not table.policy.tokens_stay:
        table.set_facts(train_sold=True)  # as the site notes it, until the first round begins


def _check_packet(table: Table, company: str, done: list[tuple[int, str]]) -> None:
    copies = 2 if len(table.names) >= 5 else 1
    gone = [document for _, document in done].count(company)
    table.require(gone < copies, f"V.1, V.2: no share of {company} in the packet")
    if table.istvan is not None:
        held = table.units(table.istvan, company)
        table.require(not held, f"XI.1.8: {company} is István's start share")


def _end(table: Table) -> None:
    left = [c for c in table.definition.companies if table.kind_of(c) == MINOR]
    for minor in sorted((c for c in left if c not in table.owner), key=int):
        table.take("minor_removed", company=minor)
        table.closed.add(minor)
        table.powers.pop(minor, None)
    rounds.begin_operating_round(table, 1, 1, table.rules.rounds)
