"""Continuous track without regard to stations: the way to a destination (18ESP-5.1.1.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.kept import Kept
from ...engine.tiles import STOP

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...engine.state import StopId
    from ...engine.tiles import Placed

_cache: Kept[tuple[int, int, StopId, str, bool], bool] = Kept(10_000)


def joined(game: Game, home: StopId, target: str) -> bool:
    """Tell whether track leads from a city to any place of a hex."""
    over_passes = bool(game.policy.connection_over_passes)
    key = (id(game.definition), game.state.track_key, home, target, over_passes)
    found = _cache.get(key)
    if found is None:
        found = _cache.keep(key, _joined(game, home, target, over_passes))
    return found


def _joined(game: Game, home: StopId, target: str, over_passes: bool) -> bool:
    """Flood along the track without turning back where it came in."""
    definition, board = game.definition, game.state.board
    hexes, across = definition.hex_list, definition.across
    start, goal = definition.hexes[home[0]].index, definition.hexes[target].index
    queue = [start * 6 + side for side in board[start].stop_sides[home[1]]]
    seen: set[int] = set()
    while queue:
        crossing = queue.pop()
        entry = across[crossing]
        if crossing in seen or entry < 0:
            continue
        seen.add(crossing)
        there, side = divmod(entry, 6)
        # On 18xx.games nothing ends a way, neither closed passes nor red areas (D37); here it
        # stays on one map.
        shut = hexes[there].entry.shut
        tile = hexes[there].printed if shut else board[there]
        if tile.from_side[side] and there == goal:
            return True
        if not shut or over_passes:
            queue += [there * 6 + out for out in _onwards(tile, side, over_passes)]
    return False


def _onwards(tile: Placed, side: int, through_ends: bool) -> list[int]:
    """Return the sides by which track that comes in by a side goes on."""
    onwards: list[int] = []
    for end in tile.from_side[side]:
        if end < STOP:
            onwards.append(end)
        elif through_ends or not tile.tile.stops[end - STOP].end:
            onwards += [out for out in tile.stop_sides[end - STOP] if out != side]
    return onwards
