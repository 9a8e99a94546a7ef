"""The log: what every action brought, newest first, each with its place in history."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from ...engine.game import Game

RECENT = 40
_NEWS = 30
_HEADINGS = ("log.stock_round", "log.operating_round", "log.phase", "log.game_over")


class Line(Struct, frozen=True):
    """A line of the log; headings begin rounds and phases."""

    text: str
    heading: bool = False


class Entry(Struct, frozen=True):
    """One action in the log; `number` is the position after it."""

    number: int
    lines: tuple[Line, ...]


def entries(game: Game, language: str, count: int | None = RECENT) -> list[Entry]:
    """Return the latest actions (None: all of them) as the log tells them."""
    show = game.rules.texts.show
    first = 0 if count is None else max(0, len(game.history) - count)
    result = []
    for number, record in enumerate(game.history[first:], first + 1):
        lines = tuple(
            Line(show(message, language).strip("— "), message.id in _HEADINGS)
            for message in record.log
        )
        if lines:
            result.append(Entry(number, lines))
    return result[::-1]


def news(game: Game, seats: Collection[int], language: str) -> list[str]:
    """Say what others did since one of the seats acted, the latest first, and at least the last."""
    told: list[str] = []
    for record in reversed(game.history[-_NEWS:]):
        if told and record.by in seats:
            break
        lines = [message for message in record.log if message.id not in _HEADINGS]
        told += [game.rules.texts.show(message, language) for message in lines]
    return told
