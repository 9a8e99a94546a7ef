"""Track and stations: what lies where afterwards; all of it is free (7.6, 7.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import LayTile, PlaceStation
from ....engine.audit import STOP
from ....engine.state import StopId
from .desk import Desk
from .map import LONDON, fits, has_cities, is_bare, lies, reached, segments, slots_of, tile_on

if TYPE_CHECKING:
    from ....engine.audit import Tile


def can_grow(desk: Desk, stop: StopId) -> bool:
    """Is there a tile of the next colour with more slots (3.2.2)?"""
    slots = slots_of(desk, stop)
    return slots is not None and _most_slots(desk, stop) > slots


def has_room(desk: Desk, stop: StopId) -> bool:
    """Is there a slot for one more, if need be after the building of this turn (7.2.2 to 7.2.4)?

    Who waits already, for an upgrade or for the first tile, has the slot that it brings.
    """
    slots, taken = slots_of(desk, stop), desk.table.taken(stop)
    if slots is None:
        return taken == 0 or taken < _most_slots(desk, stop)
    return taken < slots or (taken == slots and can_grow(desk, stop))


def _most_slots(desk: Desk, stop: StopId) -> int:
    """Return the slots of a city on the best tile that can be laid there next."""
    return max(
        (
            tile.stops[stop[1]].slots
            for name, tile in desk.definition.tiles.items()
            if len(tile.stops) > stop[1] and fits(desk, stop[0], name) is not None
        ),
        default=0,
    )


def piece_of(tile: str) -> str:
    """Return the name of a tile without what tells its small stations."""
    return tile.partition("_")[0]


def lay(desk: Desk, action: LayTile) -> None:
    """Lay a tile, or put a small station on one."""
    table, turn = desk.table, desk.turn
    name, hex_name = action.tile, action.hex
    tile, now = desk.definition.tiles[name], tile_on(desk, hex_name)
    desk.require(not table.lner, "10.3.2: something is built after the LNER has formed")
    old, turned = table.board[hex_name]
    bare = is_bare(desk, hex_name)
    added = not bare and piece_of(old) == piece_of(name) and tile.colour == now.colour
    if added:
        desk.require(not turn.tiles, "7.6.0.1: a small station beside other building")
        there = segments(now, turned), segments(tile, action.rotation)
        if not desk.policy.towns_rejoin_track:
            desk.same("the track of the tile", *there)
        desk.same("small stations", len(now.stops) + 1, len(tile.stops))
        kept = stopped(now, turned) <= stopped(tile, action.rotation)
        desk.require(kept, "7.6.3.1: a small station has moved")
        turn.tiles.append("small")
    else:
        _check(desk, action, bare)
    colours = desk.definition.phases[table.phase].colours
    desk.require(tile.colour in colours, f"7.6.0.1: {tile.colour} tiles are not yet laid")
    table.board[hex_name] = name, action.rotation
    if not (added and desk.policy.faces_share):
        _count(desk, name, -1)
        if not bare:
            _count(desk, old, 1)
    if not added:
        _, hexes = reached(desk, turn.company)
        desk.require(hex_name in hexes, f"7.6.1.1: no route of {turn.company} uses {hex_name}")
    if added:
        desk.claims.take("small_station", company=turn.company, hex=hex_name)
    else:
        desk.claims.take("laid", company=turn.company, tile=name, hex=hex_name, cost=0)


def _check(desk: Desk, action: LayTile, bare: bool) -> None:
    """Two yellow tiles, or one N, or one upgrade; letters, sides and old track (7.6)."""
    turn, tile = desk.turn, desk.definition.tiles[action.tile]
    kind = "N" if tile.label == "N" and bare else tile.colour if bare else "upgrade"
    legal = not turn.tiles or (turn.tiles == ["yellow"] and kind == "yellow")
    desk.require(legal and not turn.london, f"7.6.0.1: {kind} is built after {turn.tiles}")
    turn.tiles.append(kind)
    wanted = {"white": "yellow", "yellow": "green", "green": "brown"}
    now = tile_on(desk, action.hex)
    desk.same("the colour that comes next", wanted[now.colour], tile.colour)
    desk.require(
        lies(desk, action.hex, action.tile, action.rotation), f"7.6.1: {action.tile} does not fit"
    )
    if not bare and not has_cities(tile):
        desk.same("small stations", len(now.stops), len(tile.stops))
        _, turned = desk.table.board[action.hex]
        kept = stopped(now, turned) <= stopped(tile, action.rotation)
        desk.require(kept, "7.6.3.1: a small station has moved")


def stopped(tile: Tile, rotation: int) -> set[frozenset[int]]:
    """Return the segments that have a small station."""
    return {
        frozenset((side + rotation) % 6 for side, end in tile.track if end == STOP + number)
        for number in range(len(tile.stops))
    }


def _count(desk: Desk, name: str, change: int) -> None:
    """Tiles with the same track are the same pieces, whatever small stations lie on them."""
    supply = desk.table.supply
    for other in supply:
        shared = desk.policy.faces_share and piece_of(other) == piece_of(name)
        if other == name or shared:
            supply[other] += change
    desk.require(supply[name] >= 0, f"7.6.1.5: there is no tile {name} left")


def place(desk: Desk, action: PlaceStation) -> None:
    """Place a station of the company's card, in a city or in London (7.6.5, 7.7)."""
    table, turn = desk.table, desk.turn
    company, stop = turn.company, (action.hex, action.city)
    desk.require(not table.lner, "10.3.2: a station is placed after the LNER has formed")
    desk.require(not turn.stationed, f"7.7.1: {company} places a second station")
    desk.require(table.unused[company] > 0, f"7.7.1: {company} has no station left")
    slots = slots_of(desk, stop)
    desk.require(
        slots is not None and table.taken(stop) < slots, f"7.7.2: there is no slot in {action.hex}"
    )
    near = LONDON if action.hex in LONDON else (action.hex,)
    twice = any(name in near for name, _ in table.tokens(company))
    desk.require(not twice, f"7.7.2: {company} has a station in {action.hex}")
    turn.stationed = True
    stops, _ = reached(desk, company)
    if action.hex in LONDON:
        desk.require(not turn.tiles, "7.6.5.2: London is built beside track")
        entered = any(tile_on(desk, name).stops[at].group == "London" for name, at in stops)
        desk.require(entered, f"7.6.5.1: {company} does not reach London")
        turn.london = True
    else:
        desk.require(stop in stops, f"7.7.2: {company} does not reach {action.hex}")
    table.place(company, stop)
    desk.claims.take("station", company=company, hex=action.hex, cost=0)
