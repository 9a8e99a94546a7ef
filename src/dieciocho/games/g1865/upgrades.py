"""Competitive upgrades: a tile for another of its colour, connections kept (1865-4.2.7, A-24)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ...engine.tiles import STOP, Placed
from ...engine.track import same_kind

if TYPE_CHECKING:
    from ...engine.definition import Definition
    from ...engine.game import Game


class _Shape(NamedTuple):
    """The track of a tile in one rotation: sides, and pairs of sides that it joins."""

    exits: frozenset[int]
    pairs: frozenset[frozenset[int]]


@lru_cache(maxsize=10_000)
def _shape(tile: Placed) -> _Shape:
    pairs = {frozenset((a, b)) for a, b in tile.track if b < STOP}
    for sides in tile.stop_sides:
        pairs.update(map(frozenset, combinations(sides, 2)))
    return _Shape(frozenset(tile.exits), frozenset(pairs))


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


@lru_cache(maxsize=100_000)
def keeps_connections(old: Placed, new: Placed, connected: frozenset[int]) -> bool:
    """Tell whether a tile leads to all connected sides and joins those that were joined."""
    before, after = _shape(old), _shape(new)
    return connected <= after.exits and all(
        pair in after.pairs for pair in before.pairs if pair <= connected
    )


def same_track(old: Placed, new: Placed) -> bool:
    return set(old.joins()) == set(new.joins())


def may_be_replaced(definition: Definition, hex_name: str, old: Placed) -> bool:
    """Tell whether what lies here is a tile that players may replace by one of its colour."""
    return old is not definition.hexes[hex_name].printed and not old.tile.mines


@lru_cache(maxsize=10_000)
def _alike(definition: Definition, old: Placed) -> tuple[Placed, ...]:
    """Return the tiles of the same colour, kind and letter that show other track.

    A tile that shows the same track changes nothing and is not offered.
    """
    return tuple(
        new
        for name, tile in definition.tiles.items()
        if tile.colour == old.tile.colour
        and tile.label == old.tile.label
        and same_kind(old.tile, tile)
        for rotation in range(6)
        if not same_track(old, new := definition.placed[name, rotation])
    )


def competitive(
    definition: Definition, hex_name: str, old: Placed, connected: frozenset[int]
) -> list[Placed]:
    """Return the tiles of the same colour that may replace a tile."""
    if not may_be_replaced(definition, hex_name, old):
        return []
    closed = definition.hexes[hex_name].closed.keys()
    return [
        new
        for new in _alike(definition, old)
        if keeps_connections(old, new, connected)
        and closed.isdisjoint(new.exits)
        and definition.suits(new.name, hex_name)
    ]
