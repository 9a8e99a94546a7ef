"""The log: what every action brought, newest first, each with its place in history."""

from __future__ import annotations

from msgspec import Struct

from ...engine.game import Game

RECENT = 40
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


def last_line(game: Game, language: str) -> str:
    """Say what the action that led to the position was."""
    for record in reversed(game.history[-8:]):
        told = [message for message in record.log if message.id not in _HEADINGS]
        if told:
            return game.rules.texts.show(told[0], language)
    return ""
