"""What a game says of itself before its rules are loaded."""

from __future__ import annotations

from msgspec import Struct


class Title(Struct, frozen=True):
    """A game as it is found; `demands` is how much a newcomer has to learn, from 1 to 5."""

    id: str
    demands: int
