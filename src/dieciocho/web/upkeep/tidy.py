"""Removing what nobody will miss: ended sessions, old counts, tables that guests have left."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils import timezone
from msgspec import Struct

from ..models import Granted, Seat, Table, Tally

GRANTED = timedelta(days=30)  # nobody repeats a request for so long


class Removed(Struct):
    """How much was removed."""

    sessions: int
    tables: int


def tidy(days: int) -> Removed:
    """Remove ended sessions, and tables without accounts where nothing happened for some days."""
    now = timezone.now()
    sessions, _ = Session.objects.filter(expire_date__lt=now).delete()
    Tally.objects.filter(until__lt=now).delete()
    Granted.objects.filter(granted_at__lt=now - GRANTED).delete()
    people = Seat.objects.filter(table=OuterRef("pk"), owner__isnull=False)
    left = Table.objects.filter(changed_at__lt=now - timedelta(days=days))
    removed = [table.delete() for table in left.exclude(Exists(people))]
    return Removed(sessions, len(removed))
