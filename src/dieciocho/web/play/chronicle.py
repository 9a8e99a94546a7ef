"""The log: what every action brought, newest first, each with its place in history."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from ...page.names import told
from ...page.teller import Teller

RECENT = 40
_NEWS = 30
_ROUNDS = ("log.stock_round", "log.operating_round")
_HEADINGS = (*_ROUNDS, "log.phase", "log.game_over")


class Line(Struct, frozen=True):
    """A line of the log; headings begin rounds and phases."""

    text: str
    heading: bool = False


class Entry(Struct, frozen=True):
    """One action in the log; `number` is the position after it."""

    number: int
    lines: tuple[Line, ...]
    programmed: bool = False


def entries(tell: Teller, programmed: Collection[int], count: int | None = RECENT) -> list[Entry]:
    """Return the latest actions (None: all of them) as the log tells them."""
    game = tell.game
    first = 0 if count is None else max(0, len(game.history) - count)
    opening = [] if first else [(0, game.opening_log)]
    later = [(n, record.log) for n, record in enumerate(game.history[first:], first + 1)]
    result = []
    for number, messages in (*opening, *later):
        lines = tuple(
            Line(told(tell, message).strip("— "), message.id in _HEADINGS) for message in messages
        )
        if lines:
            result.append(Entry(number, lines, number in programmed))
    return result[::-1]


def rounds(tell: Teller) -> list[tuple[int, str]]:
    """Return where every round begins (the position) and its name."""
    game = tell.game
    logs = [(0, game.opening_log), *((n, record.log) for n, record in enumerate(game.history, 1))]
    return [
        (number, told(tell, message).strip("— "))
        for number, messages in logs
        for message in messages
        if message.id in _ROUNDS
    ]


def news(tell: Teller, seats: Collection[int]) -> list[str]:
    """Say what others did since one of the seats acted, the latest first, and at least the last."""
    lines: list[str] = []
    for record in reversed(tell.game.history[-_NEWS:]):
        if lines and record.by in seats:
            break
        lines += [told(tell, m) for m in record.log if m.id not in _HEADINGS]
    return lines
