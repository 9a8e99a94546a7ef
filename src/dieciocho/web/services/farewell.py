"""Somebody goes: the account disappears, the games of others stay as they are."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from django.db import transaction

from ...engine.errors import DieciochoError
from ...engine.game import Game, Header
from ...engine.positions import table_of
from ...games import rules_of
from ..models import ChatLine, Study, Table
from .asking import Broken
from .gathering import empty, free_name
from .keeping import changed, locked, settle
from .reading import position
from .standing_in import USUAL

NOBODY = "N. N."  # as lists of players have it where a name is not known


@transaction.atomic
def forget(user: Any) -> None:
    """Delete an account with all that belongs to it alone.

    Tables where nobody else sits are deleted; elsewhere the seats stay under a neutral name, and a
    computer goes on playing them. A table that still gathers people has an open seat again.
    """
    for slug in _slugs(user):
        table = locked(slug)
        if table.status == Table.Status.OPEN:
            _leave(table, user)
        else:
            _stay_nameless(table, user)
        if not table.seats.exclude(owner=None, guest="").exists():
            table.delete()
    ChatLine.objects.filter(aside=True, name=user.get_username()).update(name=NOBODY)
    Study.objects.filter(person=f"user:{user.pk}").delete()
    user.delete()


def _slugs(user: Any) -> list[str]:
    """Return somebody's tables in one order for all who lock several: no deadlock."""
    tables = Table.objects.filter(seats__owner=user).distinct()
    return sorted(tables.values_list("slug", flat=True))


def _leave(table: Table, user: Any) -> None:
    for seat in table.seats.filter(owner=user):
        empty(seat)
    changed(table)


def _stay_nameless(table: Table, user: Any) -> None:
    names = {seat.name for seat in table.sitting}
    new: dict[str, str] = {}
    for seat in table.sitting:
        if seat.owner_id != user.pk:
            continue
        new[seat.name] = free_name(NOBODY, names)
        names.add(new[seat.name])
        table.programs.filter(seat=seat.index).delete()
        seat.owner, seat.name, seat.notes = None, new[seat.name], ""
        seat.bot, seat.until, seat.host = seat.bot or USUAL, "", False
        seat.save()
    _rename(table, new)


def _settled(table: Table) -> None:
    """Call the computer if it is its turn now; a table that cannot be played on stays as it is."""
    try:
        settle(table, position(table))
    except Broken:
        changed(table)


def _rename(table: Table, new: dict[str, str]) -> None:
    """Write other names wherever a table and what others have copied of it keep them."""
    table.header = _renamed(table.header, new)
    if table.result is not None:
        table.result = {new.get(name, name): score for name, score in table.result.items()}
    for line in ChatLine.objects.filter(table=table):
        before = (line.name, line.about)
        line.name, line.about = new.get(line.name, line.name), _retold(line.about, new)
        if before != (line.name, line.about):
            line.save()
    if table.status == Table.Status.RUNNING:
        _settled(table)
    else:
        changed(table)
    for slug in sorted(table.table_set.values_list("slug", flat=True)):  # what-ifs
        copy = locked(slug)
        for seat in copy.sitting:
            if seat.name in new:
                seat.name = new[seat.name]
                seat.save()
        _rename(copy, new)


def _retold(data: Any, new: dict[str, str]) -> Any:
    """Return what was noted of an event with other names."""
    if isinstance(data, dict):
        return {key: _retold(value, new) for key, value in data.items()}
    if isinstance(data, str):
        for name, other in new.items():
            data = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", other, data)
    return data


def _renamed(data: Any, new: dict[str, str]) -> Any:
    """Return a header with other names; a position that the game begins from has them too."""
    header = msgspec.convert(data, Header)
    names = tuple(new.get(name, name) for name in header.players)
    if not header.start:
        return {**data, "players": names}
    try:
        game = Game(header, rules_of(header.game))
    except DieciochoError:  # of another version: nobody can play it here
        return {**data, "players": names}
    game.header = msgspec.structs.replace(header, players=names)
    game.players = game.rules.seats(game.header)
    return {**data, "players": names, "start": table_of(game)}
