"""Direct connections: ways along track from one city or mine to another (1865-3.9.3).

Towns may lie in between, cities and mines may not, whoever is there; no side of a hex and no town
is used twice (A-20; a way that came back to a town would only make a loop). What a way costs and
collects depends on the track alone, so that equal boards share the answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from ...engine.connections import own_stations
from ...engine.memory import Memory
from ...engine.routing.segments import links

if TYPE_CHECKING:
    from ...engine.definition import Definition
    from ...engine.game import Game
    from ...engine.state import State

StopAt = tuple[int, int]  # hex index, number of the stop


class Way(Struct, frozen=True):
    """A direct connection with what a marker at its end costs and collects."""

    start: StopAt
    target: StopAt
    cost: int  # of all sides that it crosses (1865-4.4.4)
    traffic: int  # of its towns and of the target, not of the start (1865-4.4.7)
    towns: tuple[StopAt, ...]
    text: str  # the hexes in order: E38-E36-E34-D33-D31-C30


_ways: Memory[tuple[int, int, StopAt], tuple[Way, ...]] = Memory(20_000)
_costs: dict[int, dict[int, int]] = {}


def ways_from(definition: Definition, state: State, start: StopAt) -> tuple[Way, ...]:
    """Return every direct connection that leaves a city or mine."""
    key = (id(definition), state.track_key, start)
    found = _ways.get(key)
    if found is None:
        found = _ways.keep(key, tuple(_walk(definition, state, start)))
    return found


def _walk(definition: Definition, state: State, start: StopAt) -> list[Way]:
    graph, board, spots = links(definition, state), state.board, definition.hex_list
    cost_of = _cost_of_bits(definition)
    found: list[Way] = []

    def go(at: StopAt, used: int, towns: tuple[StopAt, ...], hexes: tuple[int, ...]) -> None:
        for link in graph[at]:
            if used & link.sides or link.target == start or link.target in towns:
                continue
            target, sides = link.target, used | link.sides
            passed = (*hexes, *link.hexes, target[0])
            if board[target[0]].tile.stops[target[1]].kind == "town":
                go(target, sides, (*towns, target), passed)
                continue
            traffic = sum(_traffic(state, stop) for stop in (*towns, target))
            text = "-".join(spots[index].name for index in passed)
            found.append(Way(start, target, _cost(cost_of, sides), traffic, towns, text))

    go(start, 0, (), (start[0],))
    return found


def _cost_of_bits(definition: Definition) -> dict[int, int]:
    """Return what it costs to cross each side of the map, by its bit."""
    found = _costs.get(id(definition))
    if found is None:
        bits = zip(definition.side_bit, definition.side_cost, strict=True)
        found = _costs[id(definition)] = dict(bits)
    return found


def _cost(cost_of: dict[int, int], sides: int) -> int:
    total = 0
    while sides:
        bit = sides & -sides
        total += cost_of[bit]
        sides ^= bit
    return total


def _traffic(state: State, stop: StopAt) -> int:
    return state.board[stop[0]].tile.stops[stop[1]].values[0]


def ways_of(game: Game, company: str) -> list[Way]:
    """Return every direct connection that leaves a marker of the company, cheapest first."""
    definition, state = game.definition, game.state
    ways = [
        way
        for start in own_stations(definition, state, company)
        for way in ways_from(definition, state, start)
    ]
    return sorted(ways, key=lambda way: (way.target, way.cost, -way.traffic, way.text))


def directly_connected(game: Game, company: str, hex_name: str) -> bool:
    """Tell whether a company has a marker in a place or a direct connection to it (A-28)."""
    index = game.definition.hexes[hex_name].index
    starts = own_stations(game.definition, game.state, company)
    return any(start[0] == index for start in starts) or any(
        way.target[0] == index
        for start in starts
        for way in ways_from(game.definition, game.state, start)
    )


def destination_reached(game: Game, company: str) -> bool:
    """Tell whether a direct connection leads to the company's destination (1865-3.9.2)."""
    destination = game.definition.companies[company].destination
    return destination is not None and directly_connected(game, company, destination)


def traffic_at(game: Game, hex_name: str) -> int:
    """Return the traffic of a location as it lies now; none without a tile (1865-1.10)."""
    stops = game.state.board[game.definition.hexes[hex_name].index].tile.stops
    return sum(stop.values[0] for stop in stops)


def hexes_of(game: Game, places: Iterable[str]) -> list[str]:
    """Return the hexes of the places with these names."""
    wanted = set(places)
    return [spot.name for spot in game.definition.hex_list if spot.entry.place in wanted]
