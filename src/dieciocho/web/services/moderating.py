"""What those do who keep order, and who a seat belongs to."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from ..models import Seat, Table
from .asking import Refusal
from .keeping import changed, ended, locked, settle
from .reading import position, replay


@transaction.atomic
def close(slug: str) -> None:
    """End a game for good without a result; a table that has not started disappears."""
    table = locked(slug)
    if table.status == Table.Status.OPEN:
        table.delete()
        return
    ended(table)


@transaction.atomic
def describe(slug: str, **changes: Any) -> Table:
    """Change what a table is called, who finds it, or who may take actions back."""
    table = locked(slug)
    for name, value in changes.items():
        assert name in ("title", "public", "undo_policy"), name
        setattr(table, name, value)
    return changed(table)


@transaction.atomic
def repair(slug: str) -> Table:
    """Play all stored actions again and write down where the game stands."""
    table = locked(slug)
    if table.header is None:
        raise Refusal("conflict", "web.not_started")
    return settle(table, replay(table))


@transaction.atomic
def hand_over(slug: str, seat: int, *, owner: Any = None, bot: str = "") -> Table:
    """Give a seat to somebody else or to a bot, and call the bot if it is its turn."""
    table = locked(slug)
    place = table.seats.get(index=seat)
    place.owner, place.guest, place.bot, place.until = owner, "", bot, ""
    place.notes, place.hidden = "", False
    place.save()
    table.programs.filter(seat=seat).delete()  # they were somebody else's wishes
    return settle(table, position(table)) if table.header else changed(table)


@transaction.atomic
def claim(guest: str, owner: Any) -> None:
    """Give the seats of a guest to an account."""
    held = Seat.objects.filter(guest=guest).select_related("table")
    for slug in sorted({seat.table.slug for seat in held}):  # one order for all: no deadlock
        locked(slug)
    Seat.objects.filter(guest=guest).update(owner=owner, guest="")
