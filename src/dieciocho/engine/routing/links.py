"""The board compressed into stops and the plain track between them."""

from __future__ import annotations

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


_CACHE_SIZE = 2000
_cache: dict[tuple[int, int], dict[StopAt, tuple[Link, ...]]] = {}


def links(definition: Definition, state: State) -> dict[StopAt, tuple[Link, ...]]:
    """Return the links that leave each stop on the present board."""
    key = (id(definition), state.track_key)
    found = _cache.get(key)
    if found is None:
        if len(_cache) >= _CACHE_SIZE:
            _cache.clear()
        found = _cache[key] = {
            (h.index, k): tuple(_links_from(definition, state, h.index, k))
            for h in definition.hex_list
            for k in range(len(state.board[h.index].tile.stops))
        }
    return found


def _links_from(definition: Definition, state: State, hex_index: int, stop: int) -> list[Link]:
    board, across, side_bit = state.board, definition.across, definition.side_bit
    found: list[Link] = []

    def follow(crossing: int, sides: int, hexes: tuple[int, ...]) -> None:
        entry, bit = across[crossing], side_bit[crossing]
        if entry < 0 or sides & bit:
            return
        sides |= bit
        there, side = divmod(entry, 6)
        for end in board[there].from_side[side]:
            if end < STOP:
                follow(there * 6 + end, sides, (*hexes, there))
            elif (there, end - STOP) != (hex_index, stop):
                found.append(Link((there, end - STOP), sides, hexes))

    for side in board[hex_index].stop_sides[stop]:
        follow(hex_index * 6 + side, 0, ())
    return found
