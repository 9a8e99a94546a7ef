"""Tiles: what is printed on one, read from a short text, and compiled for each rotation.

The text of a tile lists its parts, separated by semicolons:

    0-3                        plain track from side 0 to side 3
    city 20: 0 1               a city worth 20 with track to sides 0 and 1
    city 40x2: 0 1 3 4         ... with two station slots
    town 10: 0 3               a town
    area 20/30/40/50: 3 4      a red area: value by phase colour, end of routes
    area 10 free: 1            ... that uses no range (a port)
    city 20/30/40/50 end: 0    a city where routes end
    area 40 group=Baotou: 5    all areas of a group are one location
    city 0                     a city without track
    mine 30/30/50/50: 0 4      a mine: no city, town or area, and it uses no range
    town 20 end: 0             a town where routes end (a port)
    mine 30 same: 0 3; town 10 same: 0 3    stops of a tile that are one location
    mine 2x1: 0                ... with a station slot
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct

COLOURS = ("white", "yellow", "green", "brown", "gray")
STOP = 6  # track ends below STOP are sides, STOP + k is stop k


class Stop(Struct, frozen=True):
    """A place on a tile where trains stop."""

    kind: str  # city, town, area or mine
    values: tuple[int, ...]  # one value, or one for each colour from yellow on
    slots: int = 0
    end: bool = False  # routes may only start or end here
    free: bool = False  # uses no range
    group: str | None = None
    same: bool = False  # one location with the other stops of the tile that say so

    def value(self, colour: str) -> int:
        """Return the value while `colour` is the newest tile colour of the phase."""
        if len(self.values) == 1:
            return self.values[0]
        return self.values[COLOURS.index(colour) - 1]

    def location(self, hex_index: int, number: int) -> tuple[int | str, int]:
        """Return what makes two stops the same location: areas of one group are one."""
        if self.group:
            return self.group, 0
        return (hex_index, -1) if self.same else (hex_index, number)


class Tile(Struct, frozen=True, dict=True):
    """What is printed on a tile or on a hex of the map, unturned."""

    name: str
    colour: str
    stops: tuple[Stop, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    label: str | None = None
    cost: int = 0  # of replacing it by the next colour

    @cached_property
    def cities(self) -> int:
        return sum(1 for stop in self.stops if stop.kind == "city")

    @cached_property
    def towns(self) -> int:
        return sum(1 for stop in self.stops if stop.kind == "town")

    @cached_property
    def mines(self) -> int:
        return sum(1 for stop in self.stops if stop.kind == "mine")


_PLAIN = re.compile(r"([0-5])-([0-5])$")
_PART = re.compile(
    r"(?P<kind>city|town|area|mine)"
    r"(?: (?P<values>\d+(?:/\d+){0,3}))?(?:x(?P<slots>\d))?"
    r"(?P<flags>(?: end| free| same| group=\w+)*)"
    r"(?:: ?(?P<sides>[0-5](?: [0-5])*))?$"
)


def parse_tile(name: str, colour: str, text: str, label: str | None = None, cost: int = 0) -> Tile:
    """Read a tile from its text; ValueError says which part is wrong."""
    stops: list[Stop] = []
    track: list[tuple[int, int]] = []
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        plain = _PLAIN.match(part)
        if plain:
            track.append((int(plain[1]), int(plain[2])))
            continue
        match = _PART.match(part)
        if match is None:
            raise ValueError(f"cannot read the part {part!r}")
        flags = match["flags"].split()
        kind = match["kind"]
        groups = [flag.removeprefix("group=") for flag in flags if flag.startswith("group=")]
        stop = Stop(
            kind=kind,
            values=tuple(int(v) for v in (match["values"] or "0").split("/")),
            slots=int(match["slots"] or (1 if kind == "city" else 0)),
            end=kind == "area" or "end" in flags,
            free=kind == "mine" or "free" in flags,
            group=groups[0] if groups else None,
            same="same" in flags,
        )
        if len(stop.values) == 2:
            raise ValueError(f"{part!r} needs one value, or one for each colour")
        track += [(int(side), STOP + len(stops)) for side in (match["sides"] or "").split()]
        stops.append(stop)
    return Tile(name, colour, tuple(stops), tuple(track), label, cost)


class Placed:
    """A tile in one rotation, compiled for walking: shared, never changed."""

    __slots__ = (
        "exit_bits",
        "exits",
        "from_side",
        "name",
        "rotation",
        "stop_sides",
        "tile",
        "track",
    )

    def __init__(self, tile: Tile, rotation: int) -> None:
        self.tile = tile
        self.name = tile.name
        self.rotation = rotation
        from_side: list[list[int]] = [[] for _ in range(6)]
        stop_sides: list[list[int]] = [[] for _ in tile.stops]
        track = []
        for a, b in tile.track:
            a = (a + rotation) % 6
            b = (b + rotation) % 6 if b < STOP else b
            track.append((a, b))
            from_side[a].append(b)
            if b < STOP:
                from_side[b].append(a)
            else:
                stop_sides[b - STOP].append(a)
        self.track: tuple[tuple[int, int], ...] = tuple(track)
        self.from_side: tuple[tuple[int, ...], ...] = tuple(map(tuple, from_side))
        self.stop_sides: tuple[tuple[int, ...], ...] = tuple(map(tuple, stop_sides))
        self.exits: tuple[int, ...] = tuple(side for side in range(6) if from_side[side])
        self.exit_bits = sum(1 << side for side in self.exits)

    def __repr__(self) -> str:
        return f"Placed({self.name!r}, {self.rotation})"

    def joins(self) -> Iterator[frozenset[int]]:
        """Yield each piece of track as the pair of its ends."""
        for a, b in self.track:
            yield frozenset((a, b))


class Turned(dict[tuple[str, int], Placed]):
    """Every tile in each of its rotations, compiled when it is first asked for by its key.

    What has not been asked for is not in the dict: `all` is the way to go through it.
    """

    def __init__(self, tiles: Mapping[str, Tile]) -> None:
        self._tiles = tiles

    def __missing__(self, key: tuple[str, int]) -> Placed:
        name, rotation = key
        if rotation not in range(6):
            raise KeyError(key)
        return self.setdefault(key, Placed(self._tiles[name], rotation))

    def all(self) -> list[Placed]:
        """Return all of them."""
        return [self[name, rotation] for name in self._tiles for rotation in range(6)]
