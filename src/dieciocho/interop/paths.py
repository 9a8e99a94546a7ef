"""The path behind a recorded route.

A recording names the chains of hexes between the stops, in order but in either direction, and the
stops as a set; the track decides what fits together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..engine.errors import BadInput, IllegalAction
from ..engine.routes import Path, StopAt, trace

if TYPE_CHECKING:
    from ..engine.game import Game

# Far more than any map has; so that a file cannot keep a server busy.
MOST_CONNECTIONS, MOST_HEXES, MOST_TRIES = 150, 2_000, 5_000


class PathFinder:
    """Looks for a way to join the chains of one route."""

    def __init__(self, game: Game, recorded: dict[str, Any]) -> None:
        self.game = game
        self.chains: list[list[str]] = recorded["connections"]
        self.hexes: list[str] = recorded.get("hexes") or [""]
        self.nodes: dict[str, list[str]] = {}
        for node in recorded.get("nodes", ()):
            hex_name, _, number = node.rpartition("-")
            numbers = self.nodes.setdefault(hex_name, [])
            if number not in numbers:  # what is said twice need not be tried twice
                numbers.append(number)
        self._tries = 0

    def find(self) -> str:
        """Return the first path that there is track for."""
        if len(self.chains) > MOST_CONNECTIONS or sum(map(len, self.chains)) > MOST_HEXES:
            raise BadInput("interop.too_long", route=self.chains)
        for first in self._ends():
            for stop in self._stops(first):
                start = (self.game.definition.hexes[first].index, int(stop))
                for path in self._join(0, first, f"{first}.{stop}", frozenset({start}), 0):
                    if self._traced(path) is not None:
                        return path
        raise BadInput("interop.no_track", route=self.chains)

    def _ends(self) -> list[str]:
        """The two ends of the first chain; the one where the route is said to start first."""
        ends = dict.fromkeys((self.chains[0][0], self.chains[0][-1]))
        return sorted(ends, key=lambda name: name != self.hexes[0])

    def _stops(self, hex_name: str) -> list[str]:
        index = self.game.definition.hexes[hex_name].index
        every = [str(k) for k in range(len(self.game.state.board[index].tile.stops))]
        return [stop for stop in self.nodes.get(hex_name, every) if stop in every]

    def _join(
        self, number: int, here: str, path: str, seen: frozenset[StopAt], used: int
    ) -> Iterator[str]:
        """Yield the path with the chains from a number on; no stop and no track twice."""
        if number == len(self.chains):
            yield path
            return
        last = path.rpartition("-")[2]
        for chain in (self.chains[number], self.chains[number][::-1]):
            if chain[0] != here:
                continue
            way = "".join("-" + hex_name for hex_name in chain[1:-1])
            for stop in self._stops(chain[-1]):
                piece = f"{way}-{chain[-1]}.{stop}"
                found = self._traced(last + piece)
                if found is None or found.stops[-1] in seen or found.sides & used:
                    continue
                yield from self._join(
                    number + 1,
                    chain[-1],
                    path + piece,
                    seen | {found.stops[-1]},
                    used | found.sides,
                )

    def _traced(self, path: str) -> Path | None:
        self._tries += 1
        if self._tries > MOST_TRIES:
            raise BadInput("interop.no_way", route=self.chains)
        try:
            return trace(self.game, path)
        except IllegalAction:
            return None
