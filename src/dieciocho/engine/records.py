"""What is written down of a game: how it began, and every action."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .actions import Action
from .state import Seat
from .text import Message


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was decided before the first action; with the actions it is the whole game.

    `players` is the seating: whatever chance decides is drawn once and written down here.
    """

    game: str
    players: tuple[str, ...]
    edition: str = "rulebook"
    seed: int | None = None
    version: int = 1  # of the rules as read when the game began
    options: dict[str, str] = {}
    start: dict[str, Any] = {}  # the position that the game begins from, if it is not the usual one


class Record(Struct, frozen=True):
    """One action that was played, by whom, and what the log says of it."""

    action: Action
    by: Seat
    log: tuple[Message, ...]
