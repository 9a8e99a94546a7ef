"""Asking for a hint or for the analysis of a game; workers find out, the page shows it when ready.

Both are for who plays against computers alone, or for games that are over: in a game among people
everybody decides by himself. Who asks has one of each kind under way; a table has one of each kind.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction

from ..models import Study, Table
from .asking import Refusal, Viewer
from .reading import find, key_of, seats_held

MAX_FAILURES = 3


def alone(table: Table, viewer: Viewer) -> bool:
    """Tell whether a viewer is the only person at a table."""
    people = [seat for seat in table.sitting if seat.person]
    return bool(people) and all(viewer.owns(seat) for seat in people)


def may_hint(table: Table, viewer: Viewer) -> bool:
    """Tell whether a viewer may be told what a computer would do."""
    running = table.status == Table.Status.RUNNING
    return running and alone(table, viewer) and table.actor in seats_held(table, viewer)


def may_analyse(table: Table, viewer: Viewer) -> bool:
    if table.header is None or not table.length or not viewer.may_open:
        return False
    return table.status == Table.Status.FINISHED or alone(table, viewer)


def study_of(table: Table, kind: str) -> Study | None:
    """Return what is being found out, or was, about a game as it is now."""
    study = table.studies.filter(kind=kind).first()
    if study is None or (study.length, study.last) != (table.length, key_of(table, table.length)):
        return None
    return study


def ask_hint(slug: str, viewer: Viewer) -> Study:
    """Let a worker think about the decision that is due."""
    table = find(slug)
    if not may_hint(table, viewer):
        raise Refusal("forbidden", "web.no_hint")
    return study_of(table, Study.Kind.HINT) or _ask(table, viewer, Study.Kind.HINT)


def ask_analysis(slug: str, viewer: Viewer) -> Study:
    """Let a worker look at the whole game; an analysis that failed begins anew."""
    table = find(slug)
    if not may_analyse(table, viewer):
        raise Refusal("forbidden", "web.no_analysis")
    known = study_of(table, Study.Kind.ANALYSIS)
    if known is not None and known.failures < MAX_FAILURES:
        return known
    return _ask(table, viewer, Study.Kind.ANALYSIS)


def cancel(slug: str, viewer: Viewer) -> None:
    """Give up an analysis that one has asked for; a finished one stays."""
    Study.objects.filter(
        table=find(slug), kind=Study.Kind.ANALYSIS, person=viewer.person, done=False
    ).delete()


def _ask(table: Table, viewer: Viewer, kind: str) -> Study:
    mine = Study.objects.filter(kind=kind, person=viewer.person, done=False)
    if kind == Study.Kind.HINT:
        mine.delete()  # somebody who asks elsewhere no longer waits here
    elif mine.exclude(table=table).filter(failures__lt=MAX_FAILURES).exists():
        raise Refusal("conflict", "web.one_analysis")
    try:
        with transaction.atomic():
            mine.filter(failures__gte=MAX_FAILURES).delete()
            table.studies.filter(kind=kind).delete()
            return Study.objects.create(
                table=table,
                kind=kind,
                person=viewer.person,
                length=table.length,
                last=key_of(table, table.length),
            )
    except IntegrityError:  # somebody has asked at the same moment
        raise Refusal("conflict", "web.one_analysis") from None
