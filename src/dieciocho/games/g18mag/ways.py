"""How far cities are from a minor's home along its routes, in hexes (18MAG-XI.2.1.3)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...engine.board import reach
from ...engine.connections import blocked_stops
from ...engine.tiles import STOP
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game

PATIENCE = 20_000  # ways looked at one by one where the flood's own way is no route

StopAt = tuple[int, int]  # hex index, number of the stop


class Way(NamedTuple):
    """A way from the home: the side of a hex that it leaves by, the stop passed before it."""

    crossing: int
    stop: StopAt | None
    steps: int
    before: Way | None

    def parts(self) -> Iterator[Way]:
        way: Way | None = self
        while way is not None:
            yield way
            way = way.before


def distances(game: Game, minor: str) -> dict[str, int]:
    """Return the hexes with cities that a minor's routes lead to, and how far they are.

    A flood finds the shortest way; where that repeats track or a stop, which no route may, ways
    are looked at one by one.
    """
    home = game.state.homes[minor][0]
    flood = _first_ways(game, minor, routes=False)
    found = {home: 0, **{name: way.steps for name, (way, _) in flood.items() if name != home}}
    doubtful = [name for name, found_way in flood.items() if not _is_route(game, *found_way)]
    doubtful = [name for name in doubtful if name != home]
    if not doubtful or not policy(game).upgrades_by_routes:
        return found
    exact = _first_ways(game, minor, routes=True)
    ends = reach(game.definition, game.state, minor).ends
    reached = {game.definition.hex_list[index].name for index, _ in ends}
    for name in doubtful:
        if name in exact:
            found[name] = exact[name][0].steps
        elif name not in reached:
            del found[name]
    return found


def _first_ways(game: Game, minor: str, *, routes: bool) -> dict[str, tuple[Way, StopAt]]:
    """Return the first way found to a city of each hex: any walk, or only routes."""
    home, city = game.state.homes[minor]
    start = game.definition.hexes[home].index
    blocked = blocked_stops(game.definition, game.state, minor)
    sides = game.state.board[start].stop_sides[city]
    queue = deque(Way(start * 6 + side, (start, city), 1, None) for side in sides)
    seen = {way.crossing for way in queue}
    found: dict[str, tuple[Way, StopAt]] = {}
    for _ in range(PATIENCE):
        if not queue:
            break
        way = queue.popleft()
        for stop, exits in _onward(game, way, blocked):
            if stop is not None:
                if routes and not _is_route(game, way, stop):
                    continue
                if _is_city(game, stop):
                    found.setdefault(game.definition.hex_list[stop[0]].name, (way, stop))
            for out in exits:
                further = Way(out, stop, way.steps + 1, way)
                if _is_route(game, further, None) if routes else out not in seen:
                    seen.add(out)
                    queue.append(further)
    return found


def _onward(
    game: Game, way: Way, blocked: set[StopAt]
) -> Iterator[tuple[StopAt | None, list[int]]]:
    """Yield the stops of the next hex, or none, with the sides by which a way may go on."""
    index, side = divmod(game.definition.across[way.crossing], 6)
    placed = game.state.board[index]
    for end in placed.from_side[side]:
        if end < STOP:
            yield None, [index * 6 + end]
            continue
        stop = (index, end - STOP)
        full = placed.tile.stops[end - STOP].end or stop in blocked
        exits = () if full else placed.stop_sides[end - STOP]
        yield stop, [index * 6 + out for out in exits if out != side]


def _is_city(game: Game, stop: StopAt) -> bool:
    return game.state.board[stop[0]].tile.stops[stop[1]].kind == "city"


def _is_route(game: Game, way: Way, stop: StopAt | None) -> bool:
    """Tell whether a way, to a stop if one is named, repeats neither track nor stops."""
    sides = [game.definition.side_bit[part.crossing] for part in way.parts()]
    stops = [part.stop for part in way.parts() if part.stop is not None]
    if stop is not None:
        stops.append(stop)
    return len(set(sides)) == len(sides) and len(set(stops)) == len(stops)
