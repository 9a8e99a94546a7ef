"""What is said and done at a table beside its game, in the reader's language."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct

from ...engine.text import Message, error_texts
from ..models import ChatLine, Table

LINES = 100
_LATEST = 3  # events that stand beside the latest actions


class Line(Struct, frozen=True):
    """A line of the chat; `done` if it tells what somebody did."""

    id: int
    name: str
    text: str
    said_at: datetime
    done: bool
    aside: bool


def lines(table: Table, language: str, *, plays: bool) -> list[Line]:
    """Return the latest lines, the last one at the end.

    Who plays does not hear those who look on, as long as the game is under way.
    """
    if not table.talk:
        return []
    heard = table.chat.order_by("-id")
    if plays and table.status != Table.Status.FINISHED:
        heard = heard.filter(aside=False)
    found = list(heard[:LINES])
    return [
        Line(
            line.pk,
            line.name,
            _event(line, language) or line.text,
            line.said_at,
            bool(line.event),
            line.aside,
        )
        for line in reversed(found)
    ]


def events(table: Table, language: str) -> list[str]:
    """Return what people did since the last action in force, the latest first."""
    if not table.talk:
        return []
    found = table.chat.exclude(event="").order_by("-id")
    last = table.moves.filter(number=table.length).first()
    if last is not None:
        found = found.filter(said_at__gt=last.played_at)
    return [_event(line, language) for line in found[:_LATEST]]


def _event(line: ChatLine, language: str) -> str:
    if not line.event:
        return ""
    about: dict[str, Any] = {**line.about, "name": line.name}
    if isinstance(about.get("what"), dict):
        about["what"] = about["what"].get(language, "")
    return error_texts().show(Message(f"event.{line.event}", about), language)
