"""What is printed: map, tiles, market, certificates, trains and phases of one game.

Read from the TOML files of a game's `data` folder, checked, then shared by every copy of a
game. An error names the file and the entry.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from .errors import DefinitionError
from .geometry import opposite, position, steps
from .market import Market, zigzag
from .tiles import COLOURS, STOP, Placed, Tile, parse_tile

# --- what a file holds -----------------------------------------------------------------


class HexEntry(Struct, frozen=True, forbid_unknown_fields=True):
    colour: str = "white"
    track: str = ""
    label: str | None = None
    place: str = ""
    cost: int = 0
    terrain: tuple[str, ...] = ()
    barriers: tuple[int, ...] = ()  # sides that track may not point at
    halves: tuple[tuple[int, ...], ...] = ()  # sides that no tile may join with the others
    labels: dict[str, str] = {}  # colour -> label that tiles need from that colour on
    note: str = ""


class MapFile(Struct, frozen=True, forbid_unknown_fields=True):
    layout: str
    hexes: dict[str, HexEntry]


class TileEntry(Struct, frozen=True, forbid_unknown_fields=True):
    colour: str
    count: int
    track: str = ""
    label: str | None = None
    special: bool = False  # laid only by a power that names it
    cost: int = 0  # of replacing it by the next colour
    back_of: str | None = None  # the tile on the other side of the same pieces
    turns: tuple[int, ...] = (0, 1, 2, 3, 4, 5)  # rotations in which it may lie


class MarketFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Rows of cells, or one line of cells folded into rows (a zigzag)."""

    rows: tuple[str, ...] = ()
    line: str = ""
    folds: int = 2


class Company(Struct, frozen=True, forbid_unknown_fields=True):
    """A company that has shares or trains."""

    name: str
    colour: str
    ink: str
    stations: int
    home: str = ""  # none: the company has no home
    home_city: int = 0
    kind: str = "company"  # companies of one kind have the same turn
    destination: str | None = None
    bonus: int = 0
    home_tile_duty: bool = False
    certificates: tuple[int, ...] = (20, 10, 10, 10, 10, 10, 10, 10, 10)  # (): no shares
    terrain_tokens: int = 0  # each pays for the terrain of one hex
    id: str = ""


class Private(Struct, frozen=True, forbid_unknown_fields=True):
    """A private company: a price, an income, perhaps a power."""

    name: str
    value: int
    income: int
    id: str = ""


class Train(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of train card."""

    count: int  # -1: endless
    price: int
    range: int  # locations; 0: no limit
    scrapped_by: str | None = None
    exportable: bool = False
    trade_in: dict[str, int] = {}  # kind handed in -> reduction of the price
    seller: str | None = None  # the company that sells it
    to_seller: int = 0  # its part of the price; the rest goes to the bank
    group: str = ""  # the card that becomes this train when it is bought
    use: str = ""  # what it carries, where a card offers several
    scores: int = 0  # how many of the stops in its range it scores; 0: all
    warranty: int = 0  # tokens against rusting that come with the card
    kind: str = ""


class Phase(Struct, frozen=True, forbid_unknown_fields=True):
    """What holds from the first train of a kind on."""

    name: str
    colours: tuple[str, ...]
    train_limit: int
    rounds: int
    starts_with: str | None = None
    allows: tuple[str, ...] = ()
    closes_privates: bool = False
    limit_each: bool = False  # the train limit holds for each use of trains
    column: str = ""  # the colour whose values count, where that is not the newest one of tiles

    @property
    def value_colour(self) -> str:
        """The colour that decides what stops with several values are worth."""
        return self.column or self.colours[-1]


class TrainsFile(Struct, frozen=True, forbid_unknown_fields=True):
    trains: dict[str, Train]
    phases: tuple[Phase, ...]
    duty: bool = True  # a company without a train must buy one
    stacks: bool = False  # every kind is a stack of its own, all on sale from the start


class TableFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The figures that depend on the number of players, and those of the whole game."""

    title: str
    designer: str
    publisher: str
    currency: str
    bank: int  # 0: endless
    cash: dict[str, int]
    certificate_limit: dict[str, int]
    station_costs: dict[str, tuple[int, ...]]  # by number of stations


# --- what the engine works with --------------------------------------------------------

OFF_MAP, NO_TRACK, BARRIER, SEA = "off_map", "no_track", "barrier", "sea"


class Hex:
    """A hex of the map with its printed content and its closed sides."""

    __slots__ = ("closed", "cost", "entry", "index", "name", "neighbours", "printed", "xy")

    def __init__(self, name: str, index: int, entry: HexEntry, layout: str, tile: Tile) -> None:
        self.name = name
        self.index = index
        self.entry = entry
        self.cost = entry.cost
        self.xy = position(name, layout)
        self.printed = Placed(tile, 0)
        self.neighbours: list[int] = [-1] * 6  # hex index on each side
        self.closed: dict[int, str] = {}  # side -> why no track may point there

    @property
    def buildable(self) -> bool:
        return self.printed.tile.colour in ("white", "yellow")

    def label(self, colour: str) -> str | None:
        """Return the label that a tile of a colour needs here."""
        label = self.entry.label
        for start, later in self.entry.labels.items():
            if COLOURS.index(colour) >= COLOURS.index(start):
                label = later
        return label


class Definition:
    """Everything printed of one game in one edition; never changed after loading."""

    def __init__(
        self,
        *,
        table: TableFile,
        map_file: MapFile,
        tiles: dict[str, TileEntry],
        market: MarketFile,
        companies: dict[str, Company],
        privates: dict[str, Private],
        trains: TrainsFile,
    ) -> None:
        self.table = table
        self.layout = map_file.layout
        self.market = zigzag(market.line, market.folds) if market.line else Market(market.rows)
        self.companies = {k: msgspec.structs.replace(c, id=k) for k, c in companies.items()}
        self.privates = {k: msgspec.structs.replace(p, id=k) for k, p in privates.items()}
        self.trains = {k: msgspec.structs.replace(t, kind=k) for k, t in trains.trains.items()}
        self.phases = trains.phases
        self.stacks = trains.stacks
        self.train_duty = trains.duty
        self._read_tiles(tiles)
        self._read_map(map_file)
        self._check()

    def _read_tiles(self, entries: dict[str, TileEntry]) -> None:
        self.tiles: dict[str, Tile] = {}
        self.tile_counts: dict[str, int] = {}
        self.special_tiles = {name for name, entry in entries.items() if entry.special}
        self.tile_turns = {name: entry.turns for name, entry in entries.items()}
        # The names of all faces of a piece, for each of its faces: they share one count.
        self.faces: dict[str, tuple[str, ...]] = {name: (name,) for name in entries}
        for name, entry in entries.items():
            if entry.back_of is not None:
                if entries.get(entry.back_of, entry).count != entry.count:
                    raise DefinitionError(f"tiles.toml: {name}: not as many as {entry.back_of}")
                faces = (*self.faces[entry.back_of], name)
                self.faces.update(dict.fromkeys(faces, faces))
        self.towns_grow = any(e.colour != "yellow" and "town" in e.track for e in entries.values())
        self.placed: dict[tuple[str, int], Placed] = {}
        for name, entry in entries.items():
            try:
                tile = parse_tile(name, entry.colour, entry.track, entry.label, entry.cost)
            except ValueError as error:
                raise DefinitionError(f"tiles.toml: {name}: {error}") from None
            self.tiles[name] = tile
            self.tile_counts[name] = entry.count
            for rotation in range(6):
                self.placed[name, rotation] = Placed(tile, rotation)

    def _read_map(self, file: MapFile) -> None:
        self.hexes: dict[str, Hex] = {}
        for index, (name, entry) in enumerate(file.hexes.items()):
            try:
                tile = parse_tile(name, entry.colour, entry.track, entry.label)
                self.hexes[name] = Hex(name, index, entry, file.layout, tile)
            except ValueError as error:
                raise DefinitionError(f"map.toml: {name}: {error}") from None
        self.hex_list = list(self.hexes.values())
        at = {h.xy: h for h in self.hex_list}
        for h in self.hex_list:
            for side, (dx, dy) in enumerate(steps(file.layout)):
                other = at.get((h.xy[0] + dx, h.xy[1] + dy))
                if other is not None:
                    h.neighbours[side] = other.index
        for h in self.hex_list:
            for side in range(6):
                why = self._closed(h, side)
                if why:
                    h.closed[side] = why
        # Crossing a side: hex * 6 + side -> the same side seen from the other hex, or -1.
        self.across: list[int] = [
            h.neighbours[side] * 6 + opposite(side) if h.neighbours[side] >= 0 else -1
            for h in self.hex_list
            for side in range(6)
        ]
        # Every side of the map has one bit, whichever hex it is seen from.
        self.side_bit: list[int] = [0] * len(self.across)
        bit = 1
        for crossing, beyond in enumerate(self.across):
            if not self.side_bit[crossing]:
                self.side_bit[crossing] = bit
                if beyond >= 0:
                    self.side_bit[beyond] = bit
                bit <<= 1
        self.side_count = bit.bit_length() - 1

    def _closed(self, h: Hex, side: int) -> str | None:
        if h.neighbours[side] < 0:
            return OFF_MAP
        other = self.hex_list[h.neighbours[side]]
        if side in h.entry.barriers or opposite(side) in other.entry.barriers:
            return BARRIER
        if not other.buildable and opposite(side) not in other.printed.exits:
            return SEA if other.entry.colour == "blue" else NO_TRACK
        return None

    def _check(self) -> None:
        for name, company in self.companies.items():
            if company.home and company.home not in self.hexes:
                raise DefinitionError(f"companies.toml: {name}: no hex {company.home}")
            if company.certificates and sum(company.certificates) != 100:
                raise DefinitionError(f"companies.toml: {name}: certificates are not 100 %")
            if company.destination is not None and company.destination not in self.hexes:
                raise DefinitionError(f"companies.toml: {name}: no hex {company.destination}")
        for phase in self.phases:
            if phase.starts_with is not None and phase.starts_with not in self.trains:
                raise DefinitionError(f"trains.toml: phase {phase.name}: no such train")
        for name, tile in [*self.tiles.items(), *((h.name, h.printed.tile) for h in self.hex_list)]:
            for a, b in tile.track:
                if b >= STOP + len(tile.stops) or a == b:
                    raise DefinitionError(f"{name}: track {a}-{b} leads nowhere")


T = TypeVar("T")


def read_table(
    folder: Traversable, name: str, type_: type[T], changes: Mapping[str, Any] | None = None
) -> T:
    """Read one component file, with the changes of an edition merged into it."""
    try:
        data = tomllib.loads((folder / name).read_text(encoding="utf-8"))
        return msgspec.convert(merge(data, changes or {}), type_, strict=True)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DefinitionError(f"{name}: {error}") from None


def merge(base: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with `changes` laid over it, table by table."""
    result = dict(base)
    for key, value in changes.items():
        old = result.get(key)
        result[key] = (
            merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return result


def load_definition(
    folder: Traversable,
    changes: Mapping[str, Any] | None = None,
    variant: Traversable | None = None,
) -> Definition:
    """Load a game's components; `changes` maps a file's stem to what an edition alters in it.

    A variant of the game (another map for few players) is a folder whose files replace those of
    the same name.
    """
    changes = changes or {}

    def read(stem: str, type_: type[T]) -> T:
        name = f"{stem}.toml"
        place = variant if variant is not None and (variant / name).is_file() else folder
        return read_table(place, name, type_, changes.get(stem))

    return Definition(
        table=read("table", TableFile),
        map_file=read("map", MapFile),
        tiles=read("tiles", dict[str, TileEntry]),
        market=read("market", MarketFile),
        companies=read("companies", dict[str, Company]),
        privates=read("privates", dict[str, Private])
        if (folder / "privates.toml").is_file()
        else {},
        trains=read("trains", TrainsFile),
    )


__all__ = [
    "BARRIER",
    "COLOURS",
    "NO_TRACK",
    "OFF_MAP",
    "SEA",
    "Company",
    "Definition",
    "Hex",
    "Phase",
    "Private",
    "Train",
    "load_definition",
    "merge",
    "read_table",
]
