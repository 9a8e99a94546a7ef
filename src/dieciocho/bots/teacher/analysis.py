"""What an analysis of a game finds, and how far it has come."""

from __future__ import annotations

from msgspec import Struct, field

from ...engine.text import Message
from .ending import Estimate


class Point(Struct, frozen=True):
    """Which part of all wealth each player is expected to have in the end, after `at` actions."""

    at: int
    shares: tuple[Estimate, ...]  # by seat


class Turning(Struct, frozen=True):
    """A decision that cost its player clearly more than the playouts leave uncertain."""

    at: int  # actions played before it
    seat: int
    played: str  # as text, see `game.parse`
    better: str
    loss: Estimate  # in parts of what all players together will have
    money: Estimate  # ... and what the player would have more
    why: tuple[Message, ...]  # in what the ends of the better plan differ


class Analysis(Struct, frozen=True):
    """The course of a game as playouts see it, and where it was decided."""

    length: int
    points: tuple[Point, ...]
    turning: tuple[Turning, ...]  # the greatest losses, in the order of the game
    looked_at: int  # decisions
    decisions: int  # ... of so many in which there was a choice about money
    playouts: int


class Suspect(Struct, frozen=True):
    """A decision that looked like a mistake at the first glance."""

    at: int
    better: str
    gain: float  # in parts of a mean wealth


class Findings(Struct):
    """All that was found so far; an analysis goes on from it, here or elsewhere."""

    points: dict[int, list[list[float]]] = field(
        default_factory=dict
    )  # shares, by playout and seat
    decisions: list[int] | None = None  # what remains to be looked at, the most suspicious last
    known: int = 0  # decisions that there are
    suspects: list[Suspect] = field(default_factory=list)
    judged: list[int] = field(default_factory=list)  # suspects that were looked at closely
    turning: list[Turning] = field(default_factory=list)
    spent: int = 0  # actions played out
    playouts: int = 0
    complete: bool = False
