"""Tiles: what they cost, how many a turn has, what becomes of stations (18ESP-4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import LayTile
from ....engine.state import BANK, OUT, StopId
from . import ways
from .table import NORTH, SMALL, Table

if TYPE_CHECKING:
    from ....engine.audit import Tile

MINE, SECOND = 30, 20
COLOURS = ("white", "yellow", "green", "brown", "gray")


def has_mine(tile: Tile) -> bool:
    return any(stop.kind == "mine" for stop in tile.stops)


def lay(t: Table, action: LayTile) -> None:
    """Terrain for yellow tiles, 30 for mines, 20 for a second action (18ESP-4.2.1, 4.2.3)."""
    company = t.company
    old, new = t.lying(action.hex).tile, t.definition.tiles[action.tile]
    _check_tile(t, action, old, new)
    lays_mine, dismantles = has_mine(new), has_mine(old)
    extra = action.power is not None and not t.policy.discount_only
    cost = 0
    if new.colour == "yellow":
        cost += MINE if lays_mine else t.definition.hexes[action.hex].entry.cost
    elif dismantles:
        cost += MINE
    if action.power is not None:
        cost -= _discount(t, company, lays_mine or dismantles, action.power)
    if not lays_mine and not extra:
        cost += _action(t, company, action, new)
    elif lays_mine and not extra:
        t.require(not t.this_turn.mine_laid, "a second mine tile in one turn")
        t.set_turn(mine_laid=True)
    t.pay(company, BANK, cost)
    t.set_turn(hexes=(*t.this_turn.hexes, action.hex))
    _exchange(t, action, old, new)
    _check_place(t, company, action)
    t.says("laid", company=company, tile=action.tile, hex=action.hex, cost=cost)


def _check_tile(t: Table, action: LayTile, old: Tile, new: Tile) -> None:
    t.require(new.colour in _colours(t), f"{new.colour} tiles in phase {t.rules.name}")
    step = COLOURS.index(new.colour) - COLOURS.index(old.colour)
    t.same("colours upwards", 1, step)
    gauge = t.definition.tile_gauge[action.tile] == "narrow"
    one_face = len(t.definition.faces[action.tile]) == 1
    t.require(one_face or gauge == ways.narrow(t, action.hex), f"gauge of {action.tile}")
    before, after = ways.track(t, action.hex), ways.turned(new, action.rotation)
    t.require(_plain(before) <= _plain(after), "track that was there is gone")
    # A mine without a town leaves plain track behind (18ESP-4.2.3.7).
    grown = _stops(after) if new.stops else [set(piece) for piece in _plain(after)]
    for sides in _stops(before):
        t.require(any(sides <= more for more in grown), "the track of a stop is gone")


def _check_place(t: Table, company: str, action: LayTile) -> None:
    """Joined to a station, or at home; small companies stay in the south (4.2.1.8, 4.2.1.17)."""
    stays = t.kind_of(company) == SMALL and not t.policy.small_builds_north
    t.require(not (stays and ways.narrow(t, action.hex)), f"{company} builds in the north")
    # Where its station stands without track yet, perhaps taken over with the company of that home.
    before = t.before.stations.items()
    home = action.hex == t.charter(company).home or any(
        stop[0] == action.hex and company in here for stop, here in before
    )
    anywhere = action.power is not None and t.policy.power_lays_near
    if not home and not (anywhere and not t.policy.discount_only):
        t.require(ways.reaches(t, company, action.hex), f"{action.hex} is not joined to {company}")


def _plain(track: list[tuple[int, int]]) -> set[frozenset[int]]:
    return {frozenset(piece) for piece in track if piece[1] < ways.FIRST_STOP}


def _stops(track: list[tuple[int, int]]) -> list[set[int]]:
    """The sides that lead to each stop."""
    stops = {end for _, end in track if end >= ways.FIRST_STOP}
    return [{a for a, b in track if b == stop} for stop in stops]


def _colours(t: Table) -> tuple[str, ...]:
    return COLOURS[1 : {2: 2, 3: 3, 4: 3, 7: 5}.get(t.phase_number, 4)]


def _discount(t: Table, company: str, mine: bool, power: str) -> int:
    """Pioneer 1 saves the 30 of one mine and closes (18ESP-2.2.8)."""
    t.same("power", "P1", power)
    t.same("owner of pioneer 1", company, t.owners["P1"])
    t.require(mine, "pioneer 1 is for mines")
    t.owners["P1"] = OUT
    t.says("private_closed", private="P1")
    return MINE


def _action(t: Table, company: str, action: LayTile, new: Tile) -> int:
    """One action, for majors a second one for 20; one of two lays a yellow tile."""
    yellow = new.colour == "yellow"
    done = t.this_turn.laid
    if done:
        t.require(t.kind_of(company) != SMALL, "small companies lay one tile")
        early = t.policy.north_second_tile_early or t.phase_number > 2
        t.require(early or t.kind_of(company) != NORTH, "no second tile in phase 2")
        t.require(done < 2, "a third tile")
        t.require(yellow or not t.this_turn.upgraded, "two upgrades in one turn")
        t.require(yellow or not _just_laid(t, action.hex), f"{action.hex} was laid this turn")
    t.set_turn(laid=done + 1, upgraded=t.this_turn.upgraded or not yellow)
    free = _mine_hex(t, action.hex) and not t.policy.dismantling_pays_second
    return SECOND if done and not free else 0


def _just_laid(t: Table, hex_name: str) -> bool:
    """A tile of this turn; a mine is no action, and may be dismantled (A43)."""
    mine = has_mine(t.lying(hex_name).tile) and t.policy.new_mine_dismantled
    return hex_name in t.this_turn.hexes and not mine


def _mine_hex(t: Table, hex_name: str) -> bool:
    return has_mine(t.definition.hexes[hex_name].printed.tile)


def _exchange(t: Table, action: LayTile, old: Tile, new: Tile) -> None:
    """The old tile goes back with both its faces; stations stay with their track."""
    for face in t.definition.faces[action.tile]:
        t.supply[face] -= 1
    for face in t.definition.faces.get(old.name, ()):
        t.supply[face] += 1
    t.require(t.supply[action.tile] >= 0, f"no tile {action.tile} is left")
    moved: dict[StopId, list[str]] = {}
    if old.colour == "white" and new.label == "OO":
        _take_up(t, action.hex)
    for stop in [stop for stop in t.marked if stop[0] == action.hex]:
        city = _same_city(t, stop, new, action.rotation)
        moved.setdefault((action.hex, city), []).extend(t.marked.pop(stop))
    t.marked.update(moved)
    spot = t.definition.hexes[action.hex]
    t.board[spot.index] = t.definition.placed[action.tile, action.rotation]


def _take_up(t: Table, hex_name: str) -> None:
    """Markers that lay on a bare hex wait until their owners choose a city (18ESP-4.3.13)."""
    for stop in [stop for stop in t.marked if stop[0] == hex_name]:
        for company in t.marked.pop(stop):
            t.stations_left[company] += 1


def _same_city(t: Table, stop: StopId, new: Tile, rotation: int) -> int:
    """The city of the new tile that has the track of the old one (18ESP-4.2.2.12)."""
    old_sides = set(ways.sides_of(t, stop))
    pieces = ways.turned(new, rotation)
    for number, data in enumerate(new.stops):
        sides = {a for a, b in pieces if b == ways.FIRST_STOP + number}
        if data.kind == "city" and old_sides <= sides:
            return number
    t.require(False, f"the station in {stop} lost its track")
    raise AssertionError
