"""What is printed: map, tiles, market, certificates, trains and phases of one game.

Read from the TOML files of a game's `data` folder, checked, then shared by every copy of a
game. An error names the file and the entry.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any, TypeVar, get_type_hints

import msgspec

from .components import (
    Company,
    HexEntry,
    MapFile,
    MarketFile,
    Phase,
    Private,
    TableFile,
    TileEntry,
    Train,
    TrainsFile,
)
from .errors import DefinitionError
from .geometry import opposite, position, steps
from .market import Market
from .tiles import COLOURS, STOP, Placed, Tile, Turned, parse_tile

OFF_MAP, NO_TRACK, BARRIER, SEA = "off_map", "no_track", "barrier", "sea"


class Hex:
    """A hex of the map with its printed content and its closed sides."""

    __slots__ = (
        "closed",
        "coast",
        "cost",
        "entry",
        "index",
        "name",
        "neighbours",
        "printed",
        "start",
        "xy",
    )

    def __init__(self, name: str, index: int, entry: HexEntry, layout: str, tile: Tile) -> None:
        self.name = name
        self.index = index
        self.entry = entry
        self.cost = entry.cost
        self.xy = position(name, layout)
        self.printed = Placed(tile, 0)
        # What lies here when the game begins.
        self.start = Placed(Tile(name, entry.colour), 0) if entry.shut else self.printed
        self.neighbours: list[int] = [-1] * 6  # hex index on each side
        self.coast = False  # a side without a neighbour
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
    """Everything printed of one game in one edition; never changed after loading.

    A game that prints more than others has a subclass, whose annotations name the types of what
    it adds to: the files are read as these say.
    """

    entries: Mapping[str, HexEntry]  # what the map says of each hex
    pieces: Mapping[str, TileEntry]
    companies: Mapping[str, Company]
    privates: Mapping[str, Private]
    trains: Mapping[str, Train]
    phases: tuple[Phase, ...]
    unplayed: frozenset[str] = frozenset()  # hexes that this variant of the game leaves out

    def __init__(
        self,
        *,
        table: TableFile,
        map_file: MapFile,
        tiles: Mapping[str, TileEntry],
        market: MarketFile,
        companies: Mapping[str, Company],
        privates: Mapping[str, Private],
        trains: TrainsFile,
    ) -> None:
        self.table = table
        self.layout = map_file.layout
        self.levels = map_file.levels
        self.links = map_file.links
        self.market = Market(
            market.rows,
            line=market.line,
            folds=market.folds,
            ledges=market.ledges,
            printed=market.printed,
            zones=market.zones,
            upward=market.upward,
        )
        self.market_notes = market.notes
        self.companies = {k: msgspec.structs.replace(c, id=k) for k, c in companies.items()}
        self.privates = {k: msgspec.structs.replace(p, id=k) for k, p in privates.items()}
        self.trains = {k: msgspec.structs.replace(t, kind=k) for k, t in trains.trains.items()}
        self.phases = trains.phases
        self.stacks = trains.stacks
        self.train_duty = trains.duty
        self.pieces, self.entries = tiles, map_file.hexes
        self._read_tiles(tiles)
        self._read_map(map_file)
        self._read_borders(map_file)
        self._find_places()
        self._check()

    def _read_tiles(self, entries: Mapping[str, TileEntry]) -> None:
        self.tiles: dict[str, Tile] = {}
        self.tile_counts: dict[str, int] = {}
        self.special_tiles = {name for name, entry in entries.items() if entry.special}
        self.tile_gauge = {name: entry.gauge for name, entry in entries.items()}
        self.tile_places = {name: frozenset(entry.places) for name, entry in entries.items()}
        self.coast_tiles = {name for name, entry in entries.items() if entry.coast}
        # The names of all faces of a piece, for each of its faces: they share one count.
        self.faces: dict[str, tuple[str, ...]] = {name: (name,) for name in entries}
        for name, entry in entries.items():
            if entry.back_of is not None:
                if entries.get(entry.back_of, entry).count != entry.count:
                    raise DefinitionError(f"tiles.toml: {name}: not as many as {entry.back_of}")
                faces = (*self.faces[entry.back_of], name)
                self.faces.update(dict.fromkeys(faces, faces))
        self.mines_stay = any(e.colour != "yellow" and "mine" in e.track for e in entries.values())
        self.towns_grow = any(e.colour != "yellow" and "town" in e.track for e in entries.values())
        self.placed = Turned(self.tiles)
        for name, entry in entries.items():
            try:
                tile = parse_tile(name, entry.colour, entry.track, entry.label, entry.cost)
            except ValueError as error:
                raise DefinitionError(f"tiles.toml: {name}: {error}") from None
            self.tiles[name] = tile
            self.tile_counts[name] = entry.count

    def _read_map(self, file: MapFile) -> None:
        self.hexes: dict[str, Hex] = {}
        for index, (name, entry) in enumerate(file.hexes.items()):
            try:
                tile = parse_tile(name, entry.colour, entry.track, entry.label)
                self.hexes[name] = Hex(name, index, entry, file.layout, tile)
            except ValueError as error:
                raise DefinitionError(f"map.toml: {name}: {error}") from None
        self.hex_list = list(self.hexes.values())
        # Crossing a side: hex * 6 + side -> the same side seen from the other hex, or -1.
        self.across: list[int] = [-1] * (6 * len(self.hex_list))
        at = {h.xy: h for h in self.hex_list}
        for h in self.hex_list:
            for side, (dx, dy) in enumerate(steps(file.layout)):
                other = at.get((h.xy[0] + dx, h.xy[1] + dy))
                if other is not None:
                    self._join(h, side, other, opposite(side))
            h.coast = -1 in h.neighbours
        for name, side, there, back in file.links:
            self._join(self.hexes[name], side, self.hexes[there], back)
            self._join(self.hexes[there], back, self.hexes[name], side)
        for h in self.hex_list:
            for side in range(6):
                why = self._closed(h, side)
                if why:
                    h.closed[side] = why
        self._read_sea_links(file)
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

    def _join(self, h: Hex, side: int, other: Hex, back: int) -> None:
        h.neighbours[side] = other.index
        self.across[h.index * 6 + side] = other.index * 6 + back

    def _read_sea_links(self, file: MapFile) -> None:
        """Join the two ends of every link as if their hexes were neighbours."""
        self.sea_links = file.sea_links
        for name, link in file.sea_links.items():
            one, two = (self._crossing(name, end) for end in link.ends)
            self.across[one], self.across[two] = two, one

    def _crossing(self, link: str, end: str) -> int:
        hex_name, _, side = end.partition(".")
        if hex_name not in self.hexes or side not in tuple("012345"):
            raise DefinitionError(f"map.toml: link {link}: there is no side {end}")
        spot = self.hexes[hex_name]
        if spot.closed.pop(int(side), None) != OFF_MAP:
            raise DefinitionError(f"map.toml: link {link}: side {end} is not at the edge")
        return spot.index * 6 + int(side)

    def _read_borders(self, file: MapFile) -> None:
        """Read the terrain of every side and what it costs to cross it, as seen from each hex."""
        self.borders = file.borders
        self.reconstructed = file.reconstructed
        self.side_terrain = ["plain" if beyond >= 0 else "" for beyond in self.across]
        for border in file.borders:
            if border.terrain not in file.side_costs:
                raise DefinitionError(f"map.toml: {border.name}: no cost of {border.terrain}")
            for text in border.sides:
                side = self._side_between(text)
                if side is None or self.side_terrain[side] != "plain":
                    raise DefinitionError(f"map.toml: {border.name}: {text} is no free side")
                self.side_terrain[side] = self.side_terrain[self.across[side]] = border.terrain
        self.side_cost = [file.side_costs.get(terrain, 0) for terrain in self.side_terrain]
        for link in file.sea_links.values():
            for end in link.ends:
                hex_name, _, number = end.partition(".")
                side = self.hexes[hex_name].index * 6 + int(number)
                self.side_terrain[side], self.side_cost[side] = "link", link.cost

    def _side_between(self, text: str) -> int | None:
        one, _, two = text.partition("|")
        if one not in self.hexes or two not in self.hexes:
            return None
        neighbours = self.hexes[one].neighbours
        other = self.hexes[two].index
        return self.hexes[one].index * 6 + neighbours.index(other) if other in neighbours else None

    def suits(self, tile: str, hex_name: str) -> bool:
        """Tell whether a tile bound to certain places may lie on a hex."""
        spot, places = self.hexes[hex_name], self.tile_places[tile]
        if tile in self.coast_tiles and not spot.coast:
            return False
        return not places or spot.entry.place in places

    def misfit(self, spot: Hex, new: Placed) -> str | None:
        """Return why a tile may not lie on a hex as it is turned, for reasons of this game."""
        return None

    def _closed(self, h: Hex, side: int) -> str | None:
        if h.neighbours[side] < 0:
            return OFF_MAP
        there, back = divmod(self.across[h.index * 6 + side], 6)
        other = self.hex_list[there]
        if side in h.entry.barriers or back in other.entry.barriers:
            return BARRIER
        if not other.buildable and back not in other.printed.exits:
            return SEA if other.entry.colour == "blue" else NO_TRACK
        return None

    def _find_places(self) -> None:
        """Let companies name their home and destination by place as well as by hex."""
        at = {h.entry.place: h.name for h in self.hex_list if h.entry.place}
        self.companies = {
            name: msgspec.structs.replace(
                company,
                home=at.get(company.home, company.home),
                destination=at.get(company.destination or "", company.destination),
            )
            for name, company in self.companies.items()
        }

    def _check_places(self) -> None:
        """Every place that a tile or a private company names is on the map."""
        known = {h.entry.place for h in self.hex_list}
        named = {name: private.places for name, private in self.privates.items()}
        for name, places in [*self.tile_places.items(), *named.items()]:
            missing = set(places) - known
            if missing:
                raise DefinitionError(f"{name}: there is no place {sorted(missing)}")

    def _check(self) -> None:
        self._check_places()
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
D = TypeVar("D", bound=Definition)


def read_table(
    folder: Traversable,
    name: str,
    type_: type[T],
    changes: Mapping[str, Any] | None = None,
    *,
    lax: bool = False,
) -> T:
    """Read one component file, with the changes of an edition merged into it.

    `lax` reads keys, which are always text in TOML, as numbers where the type says so.
    """
    try:
        data = _parsed((folder / name).read_text(encoding="utf-8"))
        return msgspec.convert(merge(data, changes or {}), type_, strict=not lax)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DefinitionError(f"{name}: {error}") from None


@lru_cache(maxsize=100)
def _parsed(text: str) -> dict[str, Any]:
    """Read TOML. It is kept, because editions and variants share most of their files."""
    return tomllib.loads(text)


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
    *,
    kind: type[D],
) -> D:
    """Load a game's components; `changes` maps a file's stem to what an edition alters in it.

    A variant of the game (another map for few players) is a folder whose files replace those of
    the same name.
    """
    changes, types = changes or {}, get_type_hints(kind)

    def read(stem: str, type_: type[T]) -> T:
        name = f"{stem}.toml"
        place = variant if variant is not None and (variant / name).is_file() else folder
        return read_table(place, name, type_, changes.get(stem))

    def holding(file: type[Any], **fields: Any) -> Any:
        name, typed = file.__name__, list(fields.items())
        return msgspec.defstruct(name, typed, bases=(file,), frozen=True, kw_only=True)

    return kind(
        table=read("table", TableFile),
        map_file=read("map", holding(MapFile, hexes=types["entries"])),
        tiles=read("tiles", types["pieces"]),
        market=read("market", MarketFile),
        companies=read("companies", types["companies"]),
        privates=read("privates", types["privates"])
        if (folder / "privates.toml").is_file()
        else {},
        trains=read("trains", holding(TrainsFile, trains=types["trains"], phases=types["phases"])),
    )
