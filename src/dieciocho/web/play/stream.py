"""Log and chat in one stream, the latest first, each with its time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from heapq import merge

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from ..models import Table
from ..services import reading
from . import chronicle, talk
from .parts import Part, part, written
from .scene import Scene


class Told(Struct, frozen=True):
    """A line of the stream: when it came about, and how it is shown."""

    at: datetime
    shown: Part


def acted(scene: Scene, count: int | None = chronicle.RECENT) -> list[Told]:
    """Return the latest actions (None: all), newest first; everybody sees them alike."""
    table = scene.table
    entries = chronicle.entries(scene.tell, reading.programmed(table), count)
    times = _times(table, entries)
    return [
        Told(times[entry.number], _entry(table, entry, times[entry.number])) for entry in entries
    ]


def stream(scene: Scene, actions: Sequence[Told]) -> Part:
    """Return the stream; talk that is older than the actions shown comes below them."""
    lines = [line.shown for line in _merged(scene, actions)]
    more = bool(actions) and len(scene.game.history) > chronicle.RECENT
    context = {"lines": lines, "slug": scene.table.slug, "more": more}
    return part("log", render_to_string("play/log.html", context), lines)


def whole(scene: Scene) -> SafeString:
    """Return all of it as it is shown without parts."""
    told = _merged(scene, acted(scene, None))
    lines = [mark_safe("".join(line.shown.element(()))) for line in told]
    return render_to_string("play/log.html", {"lines": lines, "slug": scene.table.slug})


def _merged(scene: Scene, actions: Sequence[Told]) -> list[Told]:
    lines = talk.lines(scene.table, scene.language, plays=bool(scene.owned))
    said = [_said(line) for line in reversed(lines)]
    return list(merge(said, actions, key=lambda line: line.at, reverse=True))


def _times(table: Table, entries: Sequence[chronicle.Entry]) -> dict[int, datetime]:
    shown = [entry.number for entry in entries]
    played = table.moves.filter(
        number__gte=min(shown, default=0), number__lte=max(shown, default=0)
    )
    return {0: table.created_at, **dict(played.values_list("number", "played_at"))}


def _entry(table: Table, entry: chronicle.Entry, at: datetime) -> Part:
    html = written("play/entry.html", {"slug": table.slug, "entry": entry, "at": at})
    attributes = f' value="{entry.number}" data-kind="log"'
    return part(f"log-{entry.number}", html, tag="li", attributes=attributes)


def _said(line: talk.Line) -> Told:
    html = written("play/said.html", {"line": line})
    kind = "event" if line.done else "chat"
    shown = part(f"said-{line.id}", html, tag="li", attributes=f' data-kind="{kind}"')
    return Told(line.said_at, shown)
