"""The end of tables other than by their rules: agreed on, after a long wait, put out of sight.

People vote, not seats: who plays several has one voice, whose seat a bot plays for good has none.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from ..models import Seat, Table, Vote
from .asking import Refusal, Viewer, check_text
from .keeping import changed, ended, locked, note, settle
from .reading import position
from .standing_in import USUAL

FORGOTTEN = timedelta(days=30)  # without an action: whoever is left may end the game
MAX_NOTES = 4000


def voters(table: Table) -> dict[str, Seat]:
    """Return a seat of everybody who has a voice at a table."""
    seats = [s for s in table.sitting if s.person and s.until != Seat.Until.GOOD]
    return {seat.person: seat for seat in reversed(seats)}


def forgotten(table: Table) -> bool:
    """Tell whether nothing has been played for so long that one person may end the game."""
    since = table.waits_since or table.changed_at
    return timezone.now() - since > FORGOTTEN


def late(table: Table) -> Seat | None:
    """Return the seat of a person who has let the deadline pass."""
    if table.deadline is None or table.actor is None or table.status != Table.Status.RUNNING:
        return None
    seat = next(seat for seat in table.sitting if seat.index == table.actor)
    since = table.waits_since or table.changed_at
    over = timezone.now() - since > timedelta(hours=table.deadline)
    return seat if over and not seat.bot else None


@transaction.atomic
def abandon(slug: str, viewer: Viewer, *, agree: bool = True) -> Table:
    """Be for ending the game without a result, or no longer; it ends when everybody is for it."""
    table, mine = _voting(slug, viewer)
    votes = table.votes.filter(kind=Vote.Kind.ABANDON)
    if not agree:
        votes.filter(seat=mine.index).delete()
        note(table, mine.name, "play_on")
        return changed(table)
    _, new = votes.get_or_create(kind=Vote.Kind.ABANDON, seat=mine.index, defaults={"table": table})
    if _agreed(table, Vote.Kind.ABANDON) == len(voters(table)) or forgotten(table):
        note(table, mine.name, "abandoned")
        return ended(table)
    if new:
        note(table, mine.name, "abandon")
    return changed(table)


@transaction.atomic
def replace(slug: str, viewer: Viewer) -> Table:
    """Be for giving the seat of who has let the deadline pass to a bot; more than half decide."""
    table, mine = _voting(slug, viewer)
    if table.deadline is None:
        raise Refusal("forbidden", "web.no_deadline")
    absent = late(table)
    if absent is None:
        raise Refusal("conflict", "web.not_late")
    if absent.person == mine.person:
        raise Refusal("forbidden", "web.own_absence")
    _, new = table.votes.get_or_create(
        kind=Vote.Kind.REPLACE, seat=mine.index, defaults={"table": table}
    )
    others = len(voters(table).keys() - {absent.person})
    if 2 * _agreed(table, Vote.Kind.REPLACE) > others:
        return _replaced(table, absent)
    if new:
        note(table, mine.name, "replace", other=absent.name)
    return changed(table)


def _replaced(table: Table, absent: Seat) -> Table:
    table.votes.filter(kind=Vote.Kind.REPLACE).delete()
    for seat in table.sitting:
        if seat.person == absent.person:
            seat.owner, seat.guest, seat.notes = None, "", ""
            seat.bot, seat.until, seat.host = USUAL, "", False
            seat.save()
    note(table, absent.name, "replaced")
    return settle(table, position(table))


def _voting(slug: str, viewer: Viewer) -> tuple[Table, Seat]:
    table = locked(slug)
    if table.status != Table.Status.RUNNING:
        raise Refusal("conflict", "web.not_running")
    mine = next((seat for seat in voters(table).values() if viewer.owns(seat)), None)
    if mine is None:
        raise Refusal("forbidden", "web.no_voice")
    return table, mine


def _agreed(table: Table, kind: str) -> int:
    seats = {seat.index for seat in voters(table).values()}
    return table.votes.filter(kind=kind, seat__in=seats).count()


# --- one's own lists and notes ---------------------------------------------------------


@transaction.atomic
def delete(slug: str, viewer: Viewer) -> None:
    """Delete a table where nobody else sits, for good."""
    table = locked(slug)
    _owned(table, viewer)
    if any(seat.person and not viewer.owns(seat) for seat in table.sitting):
        raise Refusal("forbidden", "web.others_sit")
    table.delete()


@transaction.atomic
def hide(slug: str, viewer: Viewer, *, hidden: bool = True) -> Table:
    """Leave a table out of one's own lists, or show it there again."""
    table = locked(slug)
    for seat in _owned(table, viewer):
        seat.hidden = hidden
        seat.save(update_fields=["hidden"])
    return table


@transaction.atomic
def write_notes(slug: str, viewer: Viewer, text: str) -> Table:
    """Keep notes about a table that nobody else sees."""
    table = locked(slug)
    seat = _owned(table, viewer)[0]
    check_text(text)
    if len(text) > MAX_NOTES:
        raise Refusal("invalid", "web.notes_length", count=MAX_NOTES)
    seat.notes = text
    seat.save(update_fields=["notes"])
    return table


def notes_of(table: Table, viewer: Viewer) -> str:
    """Return what a viewer has noted about a table."""
    return next((seat.notes for seat in table.sitting if viewer.owns(seat)), "")


def _owned(table: Table, viewer: Viewer) -> list[Seat]:
    seats = [seat for seat in table.sitting if viewer.owns(seat)]
    if not seats:
        raise Refusal("forbidden", "web.no_seat")
    return seats
