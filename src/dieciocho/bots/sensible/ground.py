"""The map as a company sees it before it builds: what it reaches, and what a lay would open.

What a lay opens is found by going on from what is reached already, with the new tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from ...engine.board import plain_reach
from ...engine.connections import blocked_stops, own_stations
from ...engine.memory import Memory
from ...engine.tiles import COLOURS, STOP
from .advice import advice_for
from .values import distance

if TYPE_CHECKING:
    from ...engine.definition import Definition, Hex
    from ...engine.game import Game
    from ...engine.tiles import Placed

PULL_RANGE = 3  # hexes over which an unreached place attracts track
MOST_STOPS = 10  # that count for what a company's trains could ever visit

StopAt = tuple[int, int]


_near: Memory[tuple[int, int], tuple[tuple[int, float], ...]] = Memory(5000)
_worths: Memory[tuple[int, int, int], dict[int, int]] = Memory(500)


def _around(definition: Definition, index: int) -> tuple[tuple[int, float], ...]:
    """Return the hexes near one that may have places, each with how much of its worth is felt."""
    found = _near.get((id(definition), index))
    if found is None:
        here = definition.hex_list[index]
        spots = [spot for spot in definition.hex_list if _may_have_places(spot)]
        near = [(spot.index, distance(definition, here, spot)) for spot in spots]
        felt = tuple((spot, 0.5**away) for spot, away in near if away <= PULL_RANGE)
        found = _near.keep((id(definition), index), felt)
    return found


def _may_have_places(spot: Hex) -> bool:
    """Tell whether a hex shows places, or could with a tile of its letter."""
    return bool(spot.printed.tile.stops) or any(map(spot.label, COLOURS))


def _places(game: Game) -> dict[int, int]:
    """Return what the places of every hex are worth at least to whoever gets there."""
    key = (id(game.definition), game.state.track_key, game.state.phase)
    found = _worths.get(key)
    if found is None:
        colour = game.phase.value_colour
        found = {
            index: _worth_of(tile, colour)
            for index, tile in enumerate(game.state.board)
            if tile.tile.stops
        }
        _worths.keep(key, found)
    return found


@lru_cache(maxsize=10_000)
def _worth_of(tile: Placed, colour: str) -> int:
    return sum(max(stop.value(colour), 10) for stop in tile.tile.stops)


class Ground:
    """What a company reaches, and what attracts it."""

    def __init__(self, game: Game, company: str, visited: int = 0) -> None:
        """`visited`: so many stops count again, as those that trains would visit.

        Then a rough look is enough: every lay is seen from what is reached, track that is run in
        the other direction and stations that move along with it are taken as they come.
        """
        self.game = game
        self.company = company
        self._visited = visited
        definition, state = game.definition, game.state
        self._found = plain_reach(definition, state, company)
        self._blocked = blocked_stops(definition, state, company)
        self._own = set(own_stations(definition, state, company))
        self._colour = game.phase.value_colour
        self._values = {stop: self._value(stop, state.board[stop[0]]) for stop in self._found.stops}
        self._reached = self._best(self._values.values())
        self._hexes_reached = {index for index, _ in self._found.stops}
        self._worth = _places(game)
        charter = definition.companies[company]
        goal = definition.hexes.get(charter.destination or "")
        self._goal = goal.index if goal is not None else -1
        self._goal_worth = charter.bonus * 2 + advice_for(game).destination_worth
        self._pull: dict[int, float] = {}

    def _value(self, stop: StopAt, tile: Placed) -> int:
        return tile.tile.stops[stop[1]].value(self._colour)

    def _best(self, values: Iterable[int]) -> int:
        """Return the value of the best stops that the company's trains could ever visit."""
        ranked = sorted(values, reverse=True)
        return sum(ranked[:MOST_STOPS]) + 2 * sum(ranked[: self._visited])

    def pull(self, index: int) -> float:
        """Return how much the places around a hex attract track."""
        known = self._pull.get(index)
        if known is None:
            known = 0.0
            for near, part in _around(self.game.definition, index):
                if near in self._hexes_reached:
                    continue
                known += self._worth.get(near, 0) * part
                if near == self._goal:
                    known += self._goal_worth * part
            self._pull[index] = known
        return known

    def opened(self, index: int, new: Placed) -> tuple[float, bool] | None:
        """Score a lay by what is reached after it; tell whether it can matter to any route.

        None: track that is reached could now be run in the other direction, or stations stand
        here, and what that means is not to be seen from what was reached before.
        """
        if not self._visited and self._stations_at(index, new):
            return None
        found = self._opened(index, new)
        if found is None:
            return None
        crossings, stops, joined = found
        board = self.game.state.board
        values = {stop: v for stop, v in self._values.items() if stop[0] != index}
        for stop in stops:
            values[stop] = self._value(stop, new if stop[0] == index else board[stop[0]])
        sides = crossings | {self.game.definition.across[out] for out in crossings}
        matters = joined or bool(stops) or index in self._hexes_reached
        return self._score(values.values(), sides), matters

    def _stations_at(self, index: int, new: Placed) -> bool:
        """Tell whether anybody has a station on a hex."""
        state, name = self.game.state, self.game.definition.hex_list[index].name
        places = max(len(new.tile.stops), len(state.board[index].tile.stops))
        slots = (state.stations.get((name, n), ()) for n in range(places))
        return any(company is not None for place in slots for company in place)

    def moved(self, after: Game) -> float:
        """Score another board, on which stations may stand elsewhere."""
        found = plain_reach(after.definition, after.state, self.company)
        values = [self._value(stop, after.state.board[stop[0]]) for stop in found.stops]
        return self._score(values, found.sides)

    def _score(self, values: Iterable[int], sides: set[int]) -> float:
        fresh = {side // 6 for side in sides - self._found.sides}
        pulls = sorted((self.pull(index) for index in fresh), reverse=True)[:2]
        return self._best(values) - self._reached + 0.4 * sum(pulls)

    def _opened(self, index: int, new: Placed) -> tuple[set[int], set[StopAt], bool] | None:
        """Return the crossings and the stops that a tile leads to, beyond what its hex had.

        Of the stops of its own hex all that are reached are among them. And whether the tile
        joins ways that were reached apart.
        """
        board, across = self.game.state.board, self.game.definition.across
        known, blocked, old = self._found.crossings, self._blocked, board[index]
        crossings: set[int] = set()
        stops: set[StopAt] = set()
        joined = False
        queue = [e for e in range(index * 6, index * 6 + 6) if across[e] in known]
        again = {entry: _ways(old, entry % 6) for entry in queue}  # what was possible before
        if any((index, n) in self._own for n in range(len(old.tile.stops))):
            stops.update((index, n) for n in range(len(new.tile.stops)))
            grown = [e for e in range(index * 6, index * 6 + 6) if e % 6 in new.exits]
            crossings.update(out for out in grown if out not in known)
            queue += [across[out] for out in crossings if across[out] >= 0]
        while queue:
            entry = queue.pop()
            here = entry // 6
            first = here * 6
            tile = new if here == index else board[here]
            before = again.get(entry, ())
            for end in tile.from_side[entry - first]:
                outs: tuple[int, ...] = (end,)
                if end >= STOP:
                    stop = (here, end - STOP)
                    stops.add(stop)
                    if tile.tile.stops[end - STOP].end or stop in blocked:
                        continue
                    outs = tile.stop_sides[end - STOP]
                for side in outs:
                    out = first + side
                    joined |= out in known and out != entry and side not in before
                    if out == entry or out in known or out in crossings or side in before:
                        continue
                    if across[out] in known:
                        if not self._visited:
                            return None
                        joined = True
                        continue
                    crossings.add(out)
                    if across[out] >= 0:
                        queue.append(across[out])
        return crossings, stops, joined


def _ways(tile: Placed, side: int) -> set[int]:
    """Return the sides to which a tile leads from one, through its stops too."""
    found: set[int] = set()
    for end in tile.from_side[side]:
        found.update((end,) if end < STOP else tile.stop_sides[end - STOP])
    return found
