"""Which tile fits where: colours, kinds, labels, kept track and closed sides.

These questions depend only on what is printed and on the tile that lies on the hex, so their
answers are kept for all games; connection, cost and stock are asked by the track step.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .board import key_of
from .tiles import COLOURS, STOP, Placed, Tile

if TYPE_CHECKING:
    from .definition import Definition, Hex
    from .state import State


GONE = -1  # where a stop goes that the next tile does not have


def next_colour(colour: str) -> str | None:
    """Return the colour that replaces a colour, None where tiles are never laid or replaced."""
    if colour not in COLOURS or colour == COLOURS[-1]:
        return None
    return COLOURS[COLOURS.index(colour) + 1]


def same_kind(old: Tile, new: Tile) -> bool:
    """Tell whether the places of a tile suit the one below it.

    Places keep their number and kind; on labelled hexes separate cities may become more cities
    (while the label's tiles say so) or merge into one. Mines need a first tile that shows them;
    a later tile may do without.
    """
    if old.towns != new.towns:
        return False
    if old.mines != new.mines and (old.colour == "white" or new.mines):
        return False
    if old.cities == new.cities:
        return True
    return new.label is not None and (new.cities == 1 or new.cities > old.cities > 1)


def keeps_track(old: Placed, new: Placed) -> bool:
    """Tell whether all old track and its connections are still there."""
    return city_moves(old, new) is not None


@lru_cache(maxsize=100_000)
def city_moves(old: Placed, new: Placed) -> tuple[int, ...] | None:
    """Return for each old stop the new stop that holds its track; None if track is lost.

    A stop without track goes to the stop of the same number, or to the only one; a mine that is
    given up goes nowhere (GONE).
    """
    if not old.track and not old.tile.mines:  # as on nearly every hex without tile
        return tuple([n if len(new.stop_sides) > n else 0 for n in range(len(old.stop_sides))])
    moves: list[int] = []
    new_joins = set(new.joins())
    for number, sides in enumerate(old.stop_sides):
        if _mine_goes(old, new, number):
            if not _keeps_way(old, number, new_joins):
                return None
            moves.append(GONE)
            continue
        if not sides:
            moves.append(number if len(new.stop_sides) > number else 0)
            continue
        homes = [k for k, new_sides in enumerate(new.stop_sides) if set(sides) <= set(new_sides)]
        if not homes:
            return None
        moves.append(homes[0])
    # Separate places stay separate unless they all become one.
    with_track = [moves[n] for n, sides in enumerate(old.stop_sides) if sides and moves[n] != GONE]
    if len(new.stop_sides) > 1 and len(set(with_track)) != len(with_track):
        return None
    # A place without track moves out of the way of those with track.
    taken = set(with_track)
    for number, sides in enumerate(old.stop_sides):
        if not sides and moves[number] in taken and len(new.stop_sides) > 1:
            free = [k for k in range(len(new.stop_sides)) if k not in taken]
            moves[number] = free[0] if free else moves[number]
            taken.add(moves[number])
    for a, b in old.track:
        if b < STOP and frozenset((a, b)) not in new_joins:
            return None
    return tuple(moves)


def _mine_goes(old: Placed, new: Placed, number: int) -> bool:
    return old.tile.stops[number].kind == "mine" and not new.tile.mines


def _keeps_way(old: Placed, number: int, new_joins: set[frozenset[int]]) -> bool:
    """Tell whether the track through a mine remains when the mine is given up."""
    sides = old.stop_sides[number]
    others = (set(s) for n, s in enumerate(old.stop_sides) if n != number)
    return any(set(sides) <= s for s in others) or frozenset(sides) in new_joins


def closed_side(spot: Hex, new: Placed) -> int | None:
    """Return a side of the tile whose track may not point there, if any."""
    for side in new.exits:
        if side in spot.closed:
            return side
    return None


@lru_cache(maxsize=100_000)
def rotations(definition: Definition, hex_name: str, old: Placed, tile: str) -> tuple[int, ...]:
    """Return the rotations in which a tile of the next colour fits on what lies on the hex."""
    spot = definition.hexes[hex_name]
    new_tile = definition.tiles[tile]
    if not spot.buildable or new_tile.colour != next_colour(old.tile.colour):
        return ()
    if spot.label(new_tile.colour) != new_tile.label or not same_kind(old.tile, new_tile):
        return ()
    if not definition.suits(tile, hex_name) or definition.tile_gauge[tile] != spot.entry.gauge:
        return ()
    if definition.mines_stay and new_tile.mines < old.tile.mines:
        return ()
    result = []
    for rotation in range(6):
        new = definition.placed[tile, rotation]
        if closed_side(spot, new) is not None or not keeps_track(old, new):
            continue
        if definition.misfit(spot, new) is None:
            result.append(rotation)
    return tuple(result)


@lru_cache(maxsize=100_000)
def candidates(
    definition: Definition, hex_name: str, old: Placed
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return every tile that fits on what lies on the hex, with its rotations."""
    colour = next_colour(old.tile.colour)
    if colour is None:
        return ()
    label = definition.hexes[hex_name].label(colour)
    return tuple(
        (name, turns)
        for name in _lettered(definition, colour, label)
        if (turns := rotations(definition, hex_name, old, name))
    )


@lru_cache(maxsize=1000)
def _lettered(definition: Definition, colour: str, label: str | None) -> tuple[str, ...]:
    """Return the tiles of a colour with a letter, or without one."""
    return tuple(
        name
        for name, tile in definition.tiles.items()
        if tile.colour == colour and tile.label == label and name not in definition.special_tiles
    )


def put_tile(
    definition: Definition,
    state: State,
    hex_name: str,
    new: Placed,
    moves: tuple[int, ...] | None = None,
) -> None:
    """Exchange the tile on a hex; the old one returns to the supply, stations move along.

    `moves` names the new stop for each old one where a game does not leave that to the track.
    """
    spot = definition.hexes[hex_name]
    old = state.board[spot.index]
    if moves is None:
        moves = city_moves(old, new)
    assert moves is not None
    if old is not spot.printed:
        for face in definition.faces[old.name]:
            state.supply[face] += 1
        state.track_key ^= key_of(hex_name, old.name, old.rotation)
    if state.supply[new.name] > 0:  # -1: endless
        for face in definition.faces[new.name]:
            state.supply[face] -= 1
    state.track_key ^= key_of(hex_name, new.name, new.rotation)
    state.board[spot.index] = new
    _move_stations(state, hex_name, new, moves)


def is_open(definition: Definition, state: State, hex_name: str) -> bool:
    """Tell whether a hex that was shut at the start has been opened."""
    spot = definition.hexes[hex_name]
    return state.board[spot.index] is spot.printed


def open_hex(definition: Definition, state: State, hex_name: str) -> None:
    """Open a hex: its stops and its track are there from now on."""
    spot = definition.hexes[hex_name]
    state.board[spot.index] = spot.printed
    state.track_key ^= key_of(hex_name, "open")


def _move_stations(state: State, hex_name: str, new: Placed, moves: tuple[int, ...]) -> None:
    old_stations = {
        number: slots
        for number in range(len(moves))
        if (slots := state.stations.pop((hex_name, number), None)) is not None
    }
    kept = _kept_slots(state, hex_name, moves, old_stations)
    for number, slots in old_stations.items():
        target = (hex_name, moves[number])
        count = new.tile.stops[moves[number]].slots
        for slot, company in enumerate(slots):
            if company is not None:
                state.station_key ^= key_of(hex_name, number, company, "station")
                wanted: int | None = slot
                if len(moves) != len(new.stop_sides):
                    wanted = _first_open(state.stations.get(target, ()), count, kept[target[1]])
                add_station(state, target, company, count, wanted)
    for company, (home, city) in list(state.homes.items()):
        if home == hex_name:
            state.homes[company] = (hex_name, moves[city])


def _kept_slots(
    state: State,
    hex_name: str,
    moves: tuple[int, ...],
    stations: dict[int, tuple[str | None, ...]],
) -> dict[int, set[int]]:
    """Return for each new city the slots that are kept for homes still without a station.

    Homes have the first slots, in the order of the cities in which they were.
    """
    kept: dict[int, set[int]] = {target: set() for target in moves}
    count = dict.fromkeys(moves, 0)
    for number, target in enumerate(moves):
        for company, home in state.homes.items():
            if home == (hex_name, number):
                if company not in stations.get(number, ()):
                    kept[target].add(count[target])
                count[target] += 1
    return kept


def _first_open(slots: tuple[str | None, ...], count: int, kept: set[int]) -> int | None:
    """Return the first free slot of a city that is not kept, if there is one."""
    taken = {slot for slot, held in enumerate(slots) if held is not None}
    return next((slot for slot in range(count) if slot not in taken | kept), None)


def add_station(
    state: State, stop: tuple[str, int], company: str, slots: int, slot: int | None = None
) -> None:
    """Put a station into a slot of a city, the first free one unless said otherwise.

    Where all are taken it shares one: it lies behind the slots.
    """
    now = state.stations.get(stop, ())
    now = now + (None,) * (slots - len(now))
    if slot is None or slot >= len(now) or now[slot] is not None:
        slot = now.index(None) if None in now else len(now)
    state.stations[stop] = (*now[:slot], company, *now[slot + 1 :])
    state.station_key ^= key_of(*stop, company, "station")
