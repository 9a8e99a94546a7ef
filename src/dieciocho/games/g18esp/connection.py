"""Continuous track without regard to stations: the way to a destination (18ESP-5.1.1.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.alternating import simple_ways
from ...engine.memory import Memory
from ...engine.tiles import STOP
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...engine.state import StopId
    from ...engine.tiles import Placed

# What the way to a destination may lead over (A19): one map; open passes too; everything, closed
# passes and red areas too, from every station (edition `online`, D37).
ONE_MAP, OPEN_PASSES, EVERYTHING = "one_map", "open_passes", "everything"

_cache: Memory[tuple[int, int, StopId, str, str, bool], bool] = Memory(10_000)


def ground(game: Game) -> str:
    """Return what the way to a destination may lead over."""
    if policy(game).destination_in_one_map:  # a house rule
        return ONE_MAP
    over: str = policy(game).connection_over_passes
    return over


def joined(game: Game, home: StopId, target: str) -> bool:
    """Tell whether track leads from a city to any place of a hex."""
    over, once = ground(game), policy(game).connection_uses_track_once
    key = (id(game.definition), game.state.track_key, home, target, over, once)
    found = _cache.get(key)
    if found is None:
        board = _ground(game, over)
        found = _joined(game, board, home, target, over == EVERYTHING)
        if found and once:
            found = _joined_simply(game, board, home, target)
        _cache.keep(key, found)
    return found


def _ground(game: Game, over: str) -> list[Placed]:
    """Return the tiles that the way may lead over."""
    board = list(game.state.board)
    for spot in game.definition.hex_list:
        if spot.entry.shut and over != OPEN_PASSES:
            board[spot.index] = spot.printed if over == EVERYTHING else spot.start
    return board


def _joined(game: Game, board: list[Placed], home: StopId, target: str, through_ends: bool) -> bool:
    """Flood along the track without turning back where it came in."""
    definition, across = game.definition, game.definition.across
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
        if board[there].from_side[side] and there == goal:
            return True
        queue += [there * 6 + out for out in _onwards(board[there], side, through_ends)]
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


def _joined_simply(game: Game, board: list[Placed], home: StopId, target: str) -> bool:
    """Tell whether a way leads there that uses no track and no stop twice."""
    start, goal = (game.definition.hexes[name].index for name in (home[0], target))
    ends = simple_ways(game.definition, board, (start, home[1]))
    return any(end // 6 == goal and board[goal].from_side[end % 6] for end in ends)
