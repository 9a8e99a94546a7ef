"""The board compressed into stops and the plain track between them."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import Struct

from ..memory import Memory
from ..tiles import STOP, Placed
from .model import StopAt

if TYPE_CHECKING:
    from ..definition import Definition
    from ..state import State


class Link(Struct, frozen=True):
    """Plain track from one stop to another."""

    target: StopAt
    sides: int  # of hexes, as bits
    hexes: tuple[int, ...]  # passed in between
    once: int = 0  # pieces of track of which a route may use one, as bits


class Leaving(Struct, frozen=True):
    """The links that leave a stop, the tiles that they lead over, and a number of their own."""

    links: tuple[Link, ...]
    tiles: tuple[tuple[int, Placed], ...]  # that of the stop itself too
    number: int

    def holds(self, board: list[Placed]) -> bool:
        """Tell whether all these tiles lie on a board."""
        for hex_index, tile in self.tiles:  # noqa: SIM110 - asked very often
            if board[hex_index] is not tile:
                return False
        return True


_VERSIONS = 8  # of the links of a stop that are kept
_ONCE_BITS = 3  # most pairs of tracks of a tile that one route may not use together
# Equal links of a stop under one tile have one number, whatever track leads nowhere beside them.
_numbers: dict[tuple[object, ...], int] = {}
_cache: Memory[tuple[int, int], dict[StopAt, tuple[Link, ...]]] = Memory(2000)
# A tile changes the links of few stops: those of the others are taken from the boards before it.
_known: dict[tuple[int, int, int], tuple[Leaving, ...]] = {}


def links(definition: Definition, state: State) -> dict[StopAt, tuple[Link, ...]]:
    """Return the links that leave each stop on the present board."""
    key = (id(definition), state.track_key)
    found = _cache.get(key)
    if found is None:
        leave = {
            (index, k): leaving(definition, state, (index, k)).links
            for index, tile in enumerate(state.board)
            for k in range(len(tile.tile.stops))
        }
        found = _cache.keep(key, leave)
    return found


def leaving(definition: Definition, state: State, stop: StopAt) -> Leaving:
    """Return the links that leave one stop on the present board."""
    key = (id(definition), *stop)
    versions = _known.get(key, ())
    for known in versions:
        if known.holds(state.board):
            return known
    found = _follow(definition, state, *stop)
    _known[key] = (found, *versions[: _VERSIONS - 1])
    return found


def leads_to(definition: Definition, state: State, stop: StopAt) -> tuple[StopAt, ...]:
    """Return the stops to which plain track leads from a stop."""
    return tuple(link.target for link in leaving(definition, state, stop).links)


def crossing(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether two pieces of track of a tile cross each other, at different levels."""
    low, high = min(one), max(one)
    return (low < other[0] < high) != (low < other[1] < high)


@lru_cache(maxsize=10_000)
def _exclusive(tile: Placed) -> dict[tuple[int, int], int]:
    """Return a bit for each two pieces of plain track that one route may not use together.

    Where the map has levels, a route passes a tile without stops twice only on track that crosses.
    """
    bits: dict[tuple[int, int], int] = {}
    following = 1
    for one, other in combinations(() if tile.tile.stops else tile.track, 2):
        if not set(one) & set(other) and not crossing(one, other):
            for a, b in (one, other):
                for way in ((a, b), (b, a)):
                    bits[way] = bits.get(way, 0) | following
            following <<= 1
    assert following <= 1 << _ONCE_BITS
    return bits


def _follow(definition: Definition, state: State, hex_index: int, stop: int) -> Leaving:
    """Follow all track that leaves a stop."""
    board, across, side_bit = state.board, definition.across, definition.side_bit
    levels = definition.levels
    found: list[Link] = []
    tiles = {hex_index: board[hex_index]}

    def follow(crossing: int, sides: int, hexes: tuple[int, ...], once: int) -> None:
        entry, bit = across[crossing], side_bit[crossing]
        if entry < 0 or sides & bit:
            return
        sides |= bit
        there, side = divmod(entry, 6)
        tile = tiles[there] = board[there]
        for end in tile.from_side[side]:
            if end < STOP:
                only = 0
                if levels:
                    only = _exclusive(tile).get((side, end), 0) << _ONCE_BITS * there
                if not once & only:
                    follow(there * 6 + end, sides, (*hexes, there), once | only)
            elif (there, end - STOP) != (hex_index, stop):
                found.append(Link((there, end - STOP), sides, hexes, once))

    for side in board[hex_index].stop_sides[stop]:
        follow(hex_index * 6 + side, 0, (), 0)
    known = (id(definition), hex_index, stop, board[hex_index], *found)
    number = _numbers.setdefault(known, len(_numbers))
    return Leaving(tuple(found), tuple(tiles.items()), number)
