"""The board compressed into stops and the plain track between them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import Struct

from ..tiles import STOP
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


_CACHE_SIZE = 2000
_cache: dict[tuple[int, int], dict[StopAt, tuple[Link, ...]]] = {}


def links(definition: Definition, state: State) -> dict[StopAt, tuple[Link, ...]]:
    """Return the links that leave each stop on the present board."""
    key = (id(definition), state.track_key)
    found = _cache.get(key)
    if found is None:
        if len(_cache) >= _CACHE_SIZE:
            _cache.clear()
        once = _exclusive(definition, state)
        found = _cache[key] = {
            (h.index, k): tuple(_links_from(definition, state, h.index, k, once))
            for h in definition.hex_list
            for k in range(len(state.board[h.index].tile.stops))
        }
    return found


def leads_to(definition: Definition, state: State, stop: StopAt) -> tuple[StopAt, ...]:
    """Return the stops to which plain track leads from a stop, without compressing the board."""
    found = _cache.get((id(definition), state.track_key))
    ways = found[stop] if found is not None else _links_from(definition, state, *stop, {})
    return tuple(link.target for link in ways)


def crossing(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether two pieces of track of a tile cross each other, at different levels."""
    low, high = min(one), max(one)
    return (low < other[0] < high) != (low < other[1] < high)


def _exclusive(definition: Definition, state: State) -> dict[tuple[int, int, int], int]:
    """Return a bit for each two pieces of plain track that one route may not use together.

    Where the map has levels, a route passes a tile without stops twice only on track that crosses.
    """
    bits: dict[tuple[int, int, int], int] = {}
    following = 1
    for hex_index, tile in enumerate(state.board if definition.levels else ()):
        if tile.tile.stops:
            continue
        for one, other in combinations(tile.track, 2):
            if not set(one) & set(other) and not crossing(one, other):
                for a, b in (one, other):
                    for way in ((hex_index, a, b), (hex_index, b, a)):
                        bits[way] = bits.get(way, 0) | following
                following <<= 1
    return bits


def _links_from(
    definition: Definition,
    state: State,
    hex_index: int,
    stop: int,
    exclusive: dict[tuple[int, int, int], int],
) -> list[Link]:
    board, across, side_bit = state.board, definition.across, definition.side_bit
    found: list[Link] = []

    def follow(crossing: int, sides: int, hexes: tuple[int, ...], once: int) -> None:
        entry, bit = across[crossing], side_bit[crossing]
        if entry < 0 or sides & bit:
            return
        sides |= bit
        there, side = divmod(entry, 6)
        for end in board[there].from_side[side]:
            if end < STOP:
                only = exclusive.get((there, side, end), 0)
                if not once & only:
                    follow(there * 6 + end, sides, (*hexes, there), once | only)
            elif (there, end - STOP) != (hex_index, stop):
                found.append(Link((there, end - STOP), sides, hexes, once))

    for side in board[hex_index].stop_sides[stop]:
        follow(hex_index * 6 + side, 0, (), 0)
    return found
