"""What the files of a game's `data` folder hold: the printed components, as they are written.

A game that prints more on its charters, trains or hexes derives types of its own from these and
names them in its `Definition`; what it adds is known to its own rules only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType

from msgspec import Struct

from .market import Zone

# A kind of train, "4", as opposed to one of its cards, "4-2", beside which it often stands.
Kind = NewType("Kind", str)


class HexEntry(Struct, frozen=True, forbid_unknown_fields=True):
    colour: str = "white"
    track: str = ""
    label: str | None = None
    place: str = ""
    cost: int = 0
    terrain: tuple[str, ...] = ()
    barriers: tuple[int, ...] = ()  # sides that track may not point at
    labels: dict[str, str] = {}  # colour -> label that tiles need from that colour on
    gauge: str = ""  # only tiles of the same gauge fit; "": the ordinary one
    shut: bool = False  # at the start no stop and no way, until it is opened


class Border(Struct, frozen=True, forbid_unknown_fields=True):
    """A river, a range of mountains: terrain on sides between hexes."""

    terrain: str
    sides: tuple[str, ...]  # each as its two hexes: "C9|D10"
    name: str = ""


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """Printed track from a side of the map to another, across what is not on the map."""

    name: str
    ends: tuple[str, str]  # hex and side: "C9.3"
    cost: int = 0  # of crossing it
    via: tuple[str, ...] = ()  # hexes that its line crosses, for drawing


class MapFile(Struct, frozen=True, forbid_unknown_fields=True):
    layout: str
    hexes: Mapping[str, HexEntry]
    side_costs: dict[str, int] = {}  # of crossing a side by its terrain; "plain": all others
    borders: tuple[Border, ...] = ()
    sea_links: dict[str, Link] = {}
    reconstructed: str = ""  # what was not read from the printed components, and why
    links: tuple[tuple[str, int, str, int], ...] = ()  # sides that meet though hexes lie apart
    levels: bool = False  # a route passes plain track of a tile twice only where it crosses


class TileEntry(Struct, frozen=True, forbid_unknown_fields=True):
    colour: str
    count: int
    track: str = ""
    label: str | None = None
    gauge: str = ""
    special: bool = False  # laid only by a power that names it
    cost: int = 0  # of replacing it by the next colour
    back_of: str | None = None  # the tile on the other side of the same pieces
    places: tuple[str, ...] = ()  # the only places where it may lie
    coast: bool = False  # only on hexes at the edge of the land


class MarketFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Rows of cells, or one line of cells folded into rows (a zigzag)."""

    rows: tuple[str, ...] = ()
    line: str = ""
    folds: int = 2
    zones: dict[str, Zone] = {}  # by mark: what cells mean in this game
    ledges: bool = True  # a double step beyond the end of the line goes to its end
    printed: dict[str, tuple[int, ...]] = {}  # further figures in the cells, in their order
    notes: dict[str, str] = {}  # mark -> what is printed in the cells that have it
    upward: bool = False  # the line begins in the lowest row


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
    certificates: tuple[int, ...] = (20, 10, 10, 10, 10, 10, 10, 10, 10)  # (): no shares
    id: str = ""


class Private(Struct, frozen=True, forbid_unknown_fields=True):
    """A private company: a price, an income, perhaps a power."""

    name: str
    value: int
    income: int
    places: tuple[str, ...] = ()  # where it is good for something
    id: str = ""


class Train(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of train card."""

    count: int  # -1: endless
    price: int
    range: int  # locations; 0: no limit
    scrapped_by: Kind | None = None
    exportable: bool = False
    card: Kind = Kind("")  # the kind whose card becomes this train; "": it has cards of its own
    kind: Kind = Kind("")


class Phase(Struct, frozen=True, forbid_unknown_fields=True):
    """What holds from the first train of a kind on."""

    name: str
    colours: tuple[str, ...]
    train_limit: int
    rounds: int
    starts_with: Kind | None = None
    allows: tuple[str, ...] = ()
    closes_privates: bool = False
    column: str = ""  # the colour whose values count, where that is not the newest one of tiles

    @property
    def value_colour(self) -> str:
        """The colour that decides what stops with several values are worth."""
        return self.column or self.colours[-1]


class TrainsFile(Struct, frozen=True, forbid_unknown_fields=True):
    trains: Mapping[str, Train]
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
    station_costs: dict[str, tuple[int, ...]] = {}  # by number of stations
    empty_bank_breaks: bool = False  # paying its last money breaks it, not only paying more
