"""Direct connections, walked on the board piece by piece (3.9, 4.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ....engine.audit import STOP, track_of
from .figures import SIDE_COST

if TYPE_CHECKING:
    from ....engine.audit import Placed
    from ....engine.definition import Definition


class Trip(NamedTuple):
    """A direct connection: its hexes, the sides that it crosses, the towns on it."""

    hexes: tuple[int, ...]
    sides: frozenset[int]
    towns: tuple[int, ...]

    @property
    def target(self) -> int:
        return self.hexes[-1]


class Ground:
    """The board as it lies; every hex has one town, city or mine at most."""

    def __init__(self, definition: Definition, board: Sequence[Placed]) -> None:
        self._definition, self._board = definition, tuple(board)
        self._joined: dict[int, set[int]] = {}

    def is_of(self, board: Sequence[Placed]) -> bool:
        return self._board == tuple(board)

    def traffic(self, index: int) -> int:
        """Return the number in the cube of a hex (1.10)."""
        stops = self._board[index].tile.stops
        return stops[0].values[0] if stops else 0

    def trips(self, start: int) -> Iterator[Trip]:
        """Yield every direct connection from a city or mine; nothing is used twice (A-20)."""
        todo = [(Trip((start,), frozenset(), ()), start, STOP)]
        while todo:
            trip, index, came_from = todo.pop()
            for end in self._ends(index, came_from):
                if end >= STOP:
                    if not self._is_town(index):
                        if index != start:
                            yield trip
                    elif index not in trip.towns:
                        todo.append((trip._replace(towns=(*trip.towns, index)), index, STOP))
                    continue
                crossed = self._cross(trip, index, end)
                if crossed is not None:
                    todo.append(crossed)

    def joined(self, start: int) -> set[int]:
        """Return the cities and mines to which direct connections lead."""
        if start not in self._joined:
            self._joined[start] = {trip.target for trip in self.trips(start)}
        return self._joined[start]

    def cost(self, trip: Trip) -> int:
        """Add up the sides: 10, 40, 60, or what the sea link says (4.4.4)."""
        terrain, printed = self._definition.side_terrain, self._definition.side_cost
        return sum(SIDE_COST.get(terrain[side], printed[side]) for side in trip.sides)

    def gain(self, trip: Trip) -> int:
        """Return the traffic of the towns and of the end (4.4.7)."""
        return sum(self.traffic(index) for index in (*trip.towns, trip.target))

    def text(self, trip: Trip) -> str:
        return "-".join(self._definition.hex_list[index].name for index in trip.hexes)

    def _is_town(self, index: int) -> bool:
        return self._board[index].tile.stops[0].kind == "town"

    def _ends(self, index: int, end: int) -> Iterator[int]:
        for piece in track_of(self._board[index]):
            if end in piece:
                yield from piece - {end}

    def _cross(self, trip: Trip, index: int, side: int) -> tuple[Trip, int, int] | None:
        """Cross a side of a hex, if it leads somewhere and was not crossed before."""
        here = index * 6 + side
        there = self._definition.across[here]
        if there < 0 or here in trip.sides or there in trip.sides:
            return None
        beyond, entered = divmod(there, 6)
        onward = Trip((*trip.hexes, beyond), trip.sides | {here}, trip.towns)
        return onward, beyond, entered
