"""Routes as players write them, traced on the board and checked against the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from .connections import blocked_stops, own_stations
from .errors import refuse
from .memory import Memory
from .routing.segments import crossing
from .tiles import STOP, Placed

if TYPE_CHECKING:
    from .actions import Route
    from .game import Game

StopAt = tuple[int, int]  # hex index, number of the stop


class Path(Struct, frozen=True):
    """A traced route: the stops in order, the sides of hexes it uses as bits, its text."""

    stops: tuple[StopAt, ...]
    sides: int
    text: str


_traced: Memory[tuple[int, int, str], Path] = Memory(10_000)


def trace(game: Game, text: str) -> Path:
    """Follow a route text on the present board; refuse where there is no such track."""
    key = (id(game.definition), game.state.track_key, text)
    path = _traced.get(key)
    if path is None:
        path = _traced.keep(key, _trace(game, text))
    return path


def _trace(game: Game, text: str) -> Path:
    definition, board = game.definition, game.state.board
    points: list[tuple[int, int | None]] = []  # hex index, stop
    for piece in text.split("-"):
        name, dot, number = piece.partition(".")
        spot = definition.hexes.get(name)
        if spot is None:
            refuse(game, "route_unknown_hex", piece=piece)
        stop: int | None = None
        if dot:
            stops_here = len(board[spot.index].tile.stops)
            if number not in map(str, range(stops_here)):
                refuse(game, "route_no_stop", piece=piece)
            stop = int(number)
        points.append((spot.index, stop))
    if points[0][1] is None or points[-1][1] is None:
        refuse(game, "route_open_end", path=text)

    stops: list[StopAt] = []
    passed: dict[int, tuple[int, int]] = {}  # hex without stops -> the track used there
    sides = 0
    entry: int | None = None  # side by which the hex was entered
    for position, (hex_index, stop) in enumerate(points):
        tile = board[hex_index]
        leave: int | None = None
        if position + 1 < len(points):
            following = points[position + 1][0]
            neighbours = definition.hex_list[hex_index].neighbours
            if following not in neighbours:
                refuse(game, "route_not_adjacent", path=text)
            leave = neighbours.index(following)
            bit = definition.side_bit[hex_index * 6 + leave]
            if sides & bit:
                refuse(game, "route_repeats_track", path=text)
            sides |= bit
        if stop is not None:
            stops.append((hex_index, stop))
            for side in (entry, leave):
                if side is not None and stop + STOP not in tile.from_side[side]:
                    elsewhere = any(end >= STOP for end in tile.from_side[side])
                    reason = "route_other_place" if elsewhere else "route_no_track"
                    refuse(game, reason, path=text, hex=definition.hex_list[hex_index].name)
        elif entry is None or leave is None or leave not in tile.from_side[entry]:
            reason = _why_no_way(tile, entry, leave)
            refuse(game, reason, path=text, hex=definition.hex_list[hex_index].name)
        elif definition.levels:
            way = passed.setdefault(hex_index, (entry, leave))
            if way != (entry, leave) and not crossing((entry, leave), way):
                name = definition.hex_list[hex_index].name
                refuse(game, "route_same_tile", path=text, hex=name)
        if leave is not None:
            entry = definition.across[hex_index * 6 + leave] % 6
    return Path(tuple(stops), sides, text)


def _why_no_way(tile: Placed, entry: int | None, leave: int | None) -> str:
    """Say why a train cannot pass a tile from one side to another without stopping."""
    ways_in = tile.from_side[entry] if entry is not None else ()
    ways_out = tile.from_side[leave] if leave is not None else ()
    if not ways_in or not ways_out:
        return "route_no_track"
    shared = set(ways_in) & set(ways_out)
    if any(end >= STOP for end in shared):
        return "route_skips_stop"
    return "route_turns_back" if shared else "route_changes_track"


def location(game: Game, stop: StopAt) -> tuple[int | str, int]:
    """Return what makes two stops the same location."""
    return game.state.board[stop[0]].tile.stops[stop[1]].location(*stop)


def check_path(game: Game, company: str, path: Path) -> None:
    """Refuse a route that the company may not run with any train."""
    board = game.state.board
    printed = [board[h].tile.stops[k] for h, k in path.stops]
    if len(path.stops) < 2:
        refuse(game, "route_too_short", path=path.text)
    if len({location(game, stop) for stop in path.stops}) != len(path.stops):
        refuse(game, "route_repeats_stop", path=path.text)
    if any(stop.end for stop in printed[1:-1]):
        refuse(game, "route_passes_area", path=path.text)
    blocked = blocked_stops(game.definition, game.state, company)
    if any(stop in blocked for stop in path.stops[1:-1]):
        refuse(game, "route_blocked", path=path.text)
    stations = own_stations(game.definition, game.state, company)
    if not any(stop in stations for stop in path.stops):
        refuse(game, "route_no_station", path=path.text, company=company)


def check_routes(
    game: Game, company: str, routes: tuple[Route, ...], *, apart: bool = True
) -> list[Path]:
    """Trace and check a set of routes; refuse naming the rule it breaks.

    `apart`: no two trains may use the same track.
    """
    owned = game.state.trains[company]
    paths: list[Path] = []
    used = 0
    trains: set[str] = set()
    for route in routes:
        if route.train not in owned:
            refuse(game, "route_not_own_train", train=route.train, company=company)
        if not game.rules.may_run(game, route.train):
            refuse(game, "route_train_rests", train=route.train)
        if route.train in trains:
            refuse(game, "route_train_twice", train=route.train)
        trains.add(route.train)
        path = trace(game, route.path)
        check_path(game, company, path)
        if apart and used & path.sides:
            refuse(game, "routes_share_track", path=path.text)
        used |= path.sides
        paths.append(path)
    return paths
