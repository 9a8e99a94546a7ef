"""The map as printed: neighbours, what lies where, which tile fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.audit import STOP
from ....engine.audit_tools import Ground
from ....engine.state import StopId
from .desk import Desk

if TYPE_CHECKING:
    from ....engine.audit import Placed, Tile

# Column and row that lie beyond each side: S, SW, NW, N, NE, SE.
BEYOND = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
NEXT_COLOUR = {"white": "yellow", "yellow": "green", "green": "brown"}
LAND = "white"
LONDON = ("B15", "D15")  # where its slots are drawn


def place_of(name: str) -> tuple[int, int]:
    """Return column and row of a hex."""
    return ord(name[0]) - ord("A"), int(name[1:])


def beyond(name: str, side: int) -> str:
    """Return the name that the hex beyond a side has, or would have."""
    column, row = place_of(name)
    across, down = BEYOND[side]
    return f"{chr(ord('A') + column + across)}{row + down}"


def tile_on(desk: Desk, hex_name: str) -> Tile:
    """Return the tile that lies on a hex, or what is printed there."""
    name, _ = desk.table.board[hex_name]
    if name == hex_name:
        return desk.definition.hexes[hex_name].printed.tile
    return desk.definition.tiles[name]


def is_bare(desk: Desk, hex_name: str) -> bool:
    return desk.table.board[hex_name][0] == hex_name


def slots_of(desk: Desk, stop: StopId) -> int | None:
    """Return how many stations there is room for; None where no tile lies yet."""
    if is_bare(desk, stop[0]) and desk.definition.hexes[stop[0]].entry.colour == LAND:
        return None
    return tile_on(desk, stop[0]).stops[stop[1]].slots


def exits(tile: Tile, rotation: int) -> set[int]:
    return {(end + rotation) % 6 for piece in tile.track for end in piece if end < STOP}


def track(tile: Tile, rotation: int) -> set[frozenset[int]]:
    """Return the pieces of track of a turned tile as pairs of ends; all cities count as one."""
    return {
        frozenset(STOP if end >= STOP else (end + rotation) % 6 for end in piece)
        for piece in tile.track
    }


def segments(tile: Tile, rotation: int) -> set[frozenset[int]]:
    """Return what leads through a tile of small stations, as pairs of sides."""
    pairs = {frozenset((e + rotation) % 6 for e in p) for p in tile.track if max(p) < STOP}
    for number in range(len(tile.stops)):
        ends = [piece[0] for piece in tile.track if piece[1] == STOP + number]
        pairs.add(frozenset((end + rotation) % 6 for end in ends))
    return pairs


def is_open(desk: Desk, hex_name: str, side: int) -> bool:
    """May track point at a side: land, or an area that is entered there (7.6.1.2)?"""
    hexes = desk.definition.hexes
    other = hexes.get(beyond(hex_name, side))
    if other is None:
        return False
    back = (side + 3) % 6
    if side in hexes[hex_name].entry.barriers or back in other.entry.barriers:
        return False
    return other.entry.colour == LAND or back in exits(other.printed.tile, 0)


def has_cities(tile: Tile) -> bool:
    return any(stop.kind == "city" for stop in tile.stops)


def fits(desk: Desk, hex_name: str, name: str) -> int | None:
    """Return a way of turning a tile so that it can replace what lies on a hex (7.6.1, 7.6.3)."""
    tile, now = desk.definition.tiles[name], tile_on(desk, hex_name)
    colours = desk.definition.phases[desk.table.phase].colours
    wanted = "yellow" if is_bare(desk, hex_name) else NEXT_COLOUR.get(now.colour)
    if tile.colour != wanted or tile.colour not in colours or desk.table.supply[name] < 1:
        return None
    return next((turn for turn in range(6) if lies(desk, hex_name, name, turn)), None)


def lies(desk: Desk, hex_name: str, name: str, rotation: int) -> bool:
    """Does a tile suit a hex turned like this: letter, kind, open sides, old track kept?"""
    spot, tile, now = desk.definition.hexes[hex_name], desk.definition.tiles[name], None
    label = spot.entry.labels.get(tile.colour, spot.entry.label)
    if tile.label != label:
        return False
    if not all(is_open(desk, hex_name, side) for side in exits(tile, rotation)):
        return False
    now = tile_on(desk, hex_name)
    if has_cities(tile) != has_cities(now):
        return False
    if is_bare(desk, hex_name):
        return True
    turned = desk.table.board[hex_name][1]
    if has_cities(tile):
        return exits(now, turned) <= exits(tile, rotation)
    return segments(now, turned) <= segments(tile, rotation)


def placed_board(desk: Desk) -> list[Placed]:
    """Return what lies on every hex, as the auditor keeps it."""
    placed, board = desk.definition.placed, desk.table.board
    return [
        spot.printed if board[spot.name][0] == spot.name else placed[board[spot.name]]
        for spot in desk.definition.hex_list
    ]


def is_blocked(desk: Desk, company: str, stop: StopId) -> bool:
    """Is a city full of other companies' stations (7.4.3)?"""
    slots = slots_of(desk, stop)
    if slots is None or desk.table.has_token(company, stop):
        return False
    return desk.table.taken(stop) >= slots


def reached(desk: Desk, company: str) -> tuple[set[StopId], set[str]]:
    """Return the stops and hexes that a company's track leads to (7.4)."""

    def passable(stop: StopId) -> bool:
        kind = tile_on(desk, stop[0]).stops[stop[1]].kind
        return kind == "town" or (kind == "city" and not is_blocked(desk, company, stop))

    tokens = [stop for stop in desk.table.tokens(company) if stop[0] not in LONDON]
    return Ground(desk.definition, placed_board(desk), tokens, passable).reached()


def distance(one: str, two: str) -> int:
    """Return how many steps apart two hexes are (7.8.1.4)."""
    (a, b), (c, d) = place_of(one), place_of(two)
    across, down = abs(a - c), abs(b - d)
    return across + max(0, (down - across) // 2)
