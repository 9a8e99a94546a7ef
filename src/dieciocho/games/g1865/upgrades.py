"""Competitive upgrades: a tile for another of its colour, connections kept (1865-4.2.7, A-24)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from ...engine.tiles import STOP, Placed
from ...engine.track import closed_side, same_kind

if TYPE_CHECKING:
    from ...engine.definition import Definition
    from ...engine.game import Game


def connected_sides(game: Game, hex_name: str) -> frozenset[int]:
    """Return the sides at which track of the hex meets other track; sea links are track."""
    definition, board = game.definition, game.state.board
    first = definition.hexes[hex_name].index * 6
    result = []
    for side in board[first // 6].exits:
        beyond, back = divmod(definition.across[first + side], 6)
        if definition.side_terrain[first + side] == "link" or back in board[beyond].exits:
            result.append(side)
    return frozenset(result)


def _joined(tile: Placed) -> set[frozenset[int]]:
    """Return the pairs of sides that the track of a tile joins."""
    pairs = {frozenset((a, b)) for a, b in tile.track if b < STOP}
    for sides in tile.stop_sides:
        pairs.update(map(frozenset, combinations(sides, 2)))
    return pairs


def keeps_connections(old: Placed, new: Placed, connected: frozenset[int]) -> bool:
    """Tell whether a tile leads to all connected sides and joins those that were joined."""
    kept = {pair for pair in _joined(old) if pair <= connected}
    return connected <= set(new.exits) and kept <= _joined(new)


def same_track(old: Placed, new: Placed) -> bool:
    return set(old.joins()) == set(new.joins())


def may_be_replaced(definition: Definition, hex_name: str, old: Placed) -> bool:
    """Tell whether what lies here is a tile that players may replace by one of its colour."""
    return old is not definition.hexes[hex_name].printed and not old.tile.mines


@lru_cache(maxsize=100_000)
def competitive(
    definition: Definition, hex_name: str, old: Placed, connected: frozenset[int]
) -> tuple[tuple[str, int], ...]:
    """Return the tiles of the same colour that may replace a tile, with their rotations.

    A tile that shows the same track changes nothing and is not offered.
    """
    if not may_be_replaced(definition, hex_name, old):
        return ()
    spot = definition.hexes[hex_name]
    result = []
    for name, tile in definition.tiles.items():
        if tile.colour != old.tile.colour or tile.label != old.tile.label:
            continue
        if not same_kind(old.tile, tile) or not definition.suits(name, hex_name):
            continue
        for rotation in range(6):
            new = definition.placed[name, rotation]
            if same_track(old, new) or closed_side(spot, new) is not None:
                continue
            if keeps_connections(old, new, connected):
                result.append((name, rotation))
    return tuple(result)
