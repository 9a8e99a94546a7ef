"""What the search for connections starts from and what it answers."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .definition import Definition
    from .state import State


class Reach:
    """What a company reaches: crossings (hex * 6 + side, seen from both hexes) and stops."""

    __slots__ = ("crossings", "ends", "sides", "stops")

    def __init__(self) -> None:
        self.sides: set[int] = set()
        self.stops: set[tuple[int, int]] = set()  # own stations and what track leads to
        self.ends: set[tuple[int, int]] = set()  # stops that track leads to
        self.crossings: Set[int] = set()  # as a flood makes them, from the hex that is left


def blocked_stops(definition: Definition, state: State, company: str) -> set[tuple[int, int]]:
    """Return the cities that the company may not pass: all slots taken, none by itself."""
    return {
        (definition.hexes[hex_name].index, city)
        for (hex_name, city), slots in state.stations.items()
        if None not in slots and company not in slots
    }


def own_stations(definition: Definition, state: State, company: str) -> list[tuple[int, int]]:
    """Return the company's stations as (hex index, stop)."""
    return [
        (definition.hexes[hex_name].index, city)
        for (hex_name, city), slots in state.stations.items()
        if company in slots
    ]
