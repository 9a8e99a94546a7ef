"""What a company's track leads to, for laying tiles (1865-4.2.10).

The rulebook asks for continuous track of any length: unlike a direct connection it may come by the
same place again. So each side is crossed at most once in each direction, and nothing else matters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.connections import blocked_stops, own_stations
from ...engine.memory import Memory
from ...engine.tiles import STOP

if TYPE_CHECKING:
    from ...engine.definition import Definition
    from ...engine.game import Game
    from ...engine.state import State
    from ...engine.tiles import Placed

_cache: Memory[tuple[int, int, int, str], set[int]] = Memory(20_000)


def network(game: Game, company: str) -> set[int]:
    """Return the sides (hex * 6 + side, seen from both hexes) that the company's track reaches.

    A city full of markers of other companies is reached but not passed (1865-4.2.12, 1865-4.4.10).
    """
    definition, state = game.definition, game.state
    key = (id(definition), state.track_key, state.station_key, company)
    found = _cache.get(key)
    if found is None:
        found = _cache.keep(key, _flood(definition, state, company))
    return found


def _flood(definition: Definition, state: State, company: str) -> set[int]:
    board, across = state.board, definition.across
    blocked = {index for index, _ in blocked_stops(definition, state, company)}
    todo = [
        index * 6 + side
        for index, stop in own_stations(definition, state, company)
        for side in board[index].stop_sides[stop]
    ]
    left = set(todo)  # crossings by the hex that they leave
    while todo:
        entry = across[todo.pop()]
        index, side = divmod(entry, 6)
        first, tile = index * 6, board[index]
        for end in tile.from_side[side]:
            sides: tuple[int, ...] = (end,)
            if end >= STOP:
                sides = () if index in blocked else tile.stop_sides[end - STOP]
            for out in sides:
                if out != side and first + out not in left:
                    left.add(first + out)
                    todo.append(first + out)
    return left | {across[crossing] for crossing in left}


def connected(game: Game, company: str, hex_name: str, new: Placed) -> bool:
    """Tell whether track of a tile would be joined to a marker; its own track counts."""
    index = game.definition.hexes[hex_name].index
    reached = network(game, company)
    if any(index * 6 + side in reached for side in new.exits):
        return True
    return company in game.state.stations.get((hex_name, 0), ())  # 1865-4.2.11
