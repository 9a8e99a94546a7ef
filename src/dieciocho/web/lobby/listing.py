"""Which tables somebody sees in the lobby, and what is said about each."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from msgspec import Struct

from ..models import Seat, Table
from ..services.asking import Viewer
from .games import title_of

LIMIT = 60


class Entry(Struct, frozen=True):
    """A table in a list."""

    table: Table
    game: str
    seats: list[Seat]
    turn: Seat | None
    my_turn: bool
    open_seats: int
    asked: bool
    result: list[tuple[str, int]]
    mine: bool
    age: str


def mine(viewer: Viewer, **seat: Any) -> QuerySet[Table]:
    """Return the tables where a viewer has a seat, also one that a bot plays now; `seat`: which."""
    seats = Seat.objects.filter(viewer.held, table=OuterRef("pk"), **seat)
    return _tables().filter(Exists(seats))


def _public(viewer: Viewer) -> Q:
    """Return which tables are listed though others sit there."""
    return Q(public=True) if viewer.may_sit else Q(pk__in=())


def joinable(viewer: Viewer) -> QuerySet[Table]:
    """Return public tables that wait for somebody, without those where the viewer sits."""
    seats = Seat.objects.filter(table=OuterRef("pk"))
    return (
        _tables()
        .filter(_public(viewer), Exists(seats.filter(name="")), status=Table.Status.OPEN)
        .filter(Exists(seats.exclude(name="").filter(bot="")))  # somebody waits there
        .exclude(pk__in=mine(viewer).values("pk"))
    )


def running_public(viewer: Viewer) -> QuerySet[Table]:
    """Return public games that can be watched."""
    tables = _tables().filter(_public(viewer), status=Table.Status.RUNNING)
    return tables.exclude(pk__in=mine(viewer).values("pk"))


def finished(viewer: Viewer) -> QuerySet[Table]:
    """Return finished games: the viewer's own and the public ones."""
    own = Q(pk__in=mine(viewer, hidden=False).values("pk"))
    hidden = mine(viewer, hidden=True).values("pk")
    found = _tables().filter(own | _public(viewer), status=Table.Status.FINISHED)
    return found.exclude(pk__in=hidden)


def _tables() -> QuerySet[Table]:
    return Table.objects.order_by("-changed_at").prefetch_related("seats")


def entry(table: Table, viewer: Viewer) -> Entry:
    """Return what a list says about a table."""
    seats = list(table.seats.all())
    turn = next((seat for seat in seats if seat.index == table.actor), None)
    result = sorted((table.result or {}).items(), key=lambda pair: -pair[1])
    return Entry(
        table=table,
        game=title_of(table.game),
        seats=seats,
        turn=turn,
        my_turn=turn is not None and viewer.holds(turn),
        open_seats=sum(1 for seat in seats if not seat.name),
        asked=any(not seat.ready for seat in seats),
        result=result,
        mine=any(viewer.owns(seat) for seat in seats),
        age=_age(table.changed_at),
    )


def _age(moment: datetime) -> str:
    """Return how long ago something was."""
    if timezone.now() - moment < timedelta(minutes=1):
        return str(_("just now"))
    return str(_("%(time)s ago") % {"time": timesince(moment, depth=1)})


def entries(tables: Any, viewer: Viewer, limit: int = LIMIT) -> list[Entry]:
    """Return the first tables of a query, those where the viewer has to act before the others."""
    found = [entry(table, viewer) for table in tables[:limit]]
    return sorted(found, key=lambda item: not item.my_turn)
