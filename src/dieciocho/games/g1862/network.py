"""The board as trains of 1862 see it: large stations, areas, and the track between them.

Small-station tiles have no junctions (1862-2.3.1), so the track that leaves a large station by one
side leads to exactly one other large station or area, over certain small stations and hexes. What
a set of routes can be paid for is numbered and has a bit each: large stations, areas, small
stations, and hexes (for the subsidy of local trains).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec import Struct

from ...engine.memory import Memory
from ...engine.routing.segments import Link, links

if TYPE_CHECKING:
    from ...engine.definition import Definition
    from ...engine.routing.model import StopAt
    from ...engine.state import State

LONDON = "London"
SUBSIDY = 10  # for each hex that local trains visit (1862-7.8.2.3)
CITY, RED, PORT = "city", "red", "port"


class Node(Struct, frozen=True):
    """A large station, or one entrance of an area: where routes start and end."""

    kind: str  # city, red or port
    stop: StopAt
    pays: int  # bit of the station or of the whole area (1862-7.8.0.9)
    place: int  # the same; for an area also the bit of the hex where it is entered
    # The hex from which distances count: its own, or the one by which track enters (1862-7.8.1.5).
    land: int
    group: str = ""
    name: str = ""  # as written in a path


def weighed(node: Node) -> int:
    """Return the bit of a node by which the site tells stops apart: areas by their hexes."""
    return node.place if node.kind == CITY else node.place & ~node.pays


class Span(Struct, frozen=True):
    """Track from one node to the next."""

    target: int
    steps: int  # from hex to hex
    towns: int  # small stations on the way, as bits
    hexes: int  # passed on the way, as bits
    sides: int  # of hexes, as the board counts them
    pieces: tuple[str, ...]  # of the path between the two nodes


class Network:
    """Nodes, the spans that leave each of them, and the bits of all that can pay."""

    def __init__(self, definition: Definition, state: State) -> None:
        self.definition = definition
        self.board = tuple(state.board)  # the network outlives the state
        self._graph = links(definition, state)
        self._names = [spot.name for spot in definition.hex_list]
        self._values: dict[str, dict[int, int]] = {}  # by colour
        self.nodes: list[Node] = []
        self.spans: list[list[Span]] = []
        self._bits: dict[object, int] = {}
        self.node_at: dict[object, int] = {}  # station stop, or (area stop, side) -> node
        self._add_stations()
        self.cities = (1 << len(self.nodes)) - 1  # bits of the large stations
        self.towns = self.doors = 0  # bits of small stations, and of hexes of areas
        self.count = len(self.nodes)  # stations come first
        self.grounds = [self.hex_bit(node.land) for node in self.nodes]  # hexes of the stations
        for number in range(self.count):
            self.spans[number] = self._spans_of(number)
        self.hexes = sum(bit for key, bit in self._bits.items() if isinstance(key, int))
        self.areas = 0
        for node in self.nodes[self.count :]:
            self.areas |= node.pays

    # --- building -----------------------------------------------------------------------

    def _add_stations(self) -> None:
        for spot in self.definition.hex_list:
            placed = self.board[spot.index]
            for k, stop in enumerate(placed.tile.stops):
                if stop.kind == CITY and placed.stop_sides[k]:
                    at = (spot.index, k)
                    self.node_at[at] = len(self.nodes)
                    bit = self._bit(at)
                    name = f"{spot.name}.{k}"
                    self.nodes.append(Node(CITY, at, bit, bit, spot.index, name=name))
                    self.spans.append([])

    def _bit(self, key: object) -> int:
        return self._bits.setdefault(key, 1 << len(self._bits))

    def bit_of(self, stop: StopAt) -> int:
        """Return the bit of a stop, 0 if no train can reach it."""
        area = self.board[stop[0]].tile.stops[stop[1]].end
        return self._bits.get(("door", stop) if area else stop, 0)

    def hex_bit(self, hex_index: int) -> int:
        return self._bit(hex_index)

    def _spans_of(self, number: int) -> list[Span]:
        stop = self.nodes[number].stop
        found = (self._follow(number, link) for link in self._graph[stop])
        return [span for span in found if span is not None]

    def _follow(self, start: int, link: Link) -> Span | None:
        """Follow track over small stations to the next node; None where it leads nowhere."""
        hexes: list[int] = []
        pieces: list[str] = []
        towns = sides = 0
        names = self._names
        while True:
            hexes += link.hexes
            pieces += [names[h] for h in link.hexes]
            sides |= link.sides
            at = link.target
            if self.board[at[0]].tile.stops[at[1]].kind != "town":
                break
            towns |= self._bit(at)
            self.towns |= towns
            hexes.append(at[0])
            pieces.append(f"{names[at[0]]}.{at[1]}")
            onward = [other for other in self._graph[at] if not other.sides & sides]
            if not onward:
                return None
            link = onward[0]
        before = hexes[-1] if hexes else self.nodes[start].stop[0]
        target = self.node_at.get(at)
        if target is None:
            target = self._entrance(at, before)
        if target == start:
            return None
        passed = sum(self.hex_bit(h) for h in set(hexes))
        span = Span(target, len(hexes) + 1, towns, passed, sides, tuple(pieces))
        if target >= self.count:
            back = Span(start, span.steps, towns, passed, sides, tuple(reversed(pieces)))
            self.spans[target] = [back]
        return span

    def _entrance(self, at: StopAt, before: int) -> int:
        """Return the node of an area entered from a hex, adding it if it is new.

        It is a station apart from the city there (1862-7.8.0.6).
        """
        key = (at, before)
        if key not in self.node_at:
            spot = self.definition.hex_list[at[0]]
            stop = self.board[at[0]].tile.stops[at[1]]
            kind = PORT if spot.entry.colour == "blue" else RED
            self.node_at[key] = len(self.nodes)
            group = stop.group or spot.name
            pays, door = self._bit(group), self._bit(("door", at))
            self.doors |= door
            name = f"{spot.name}.{at[1]}"
            self.nodes.append(Node(kind, at, pays, pays | door, before, group, name))
            self.spans.append([])
        return self.node_at[key]

    # --- asking -------------------------------------------------------------------------

    def stop_of(self, bit: int) -> StopAt:
        """Return a stop that a bit pays for."""
        for node in self.nodes:
            if node.pays == bit:
                return node.stop
        small = next(key for key, own in self._bits.items() if own == bit)
        return cast("StopAt", small)

    def values(self, colour: str) -> dict[int, int]:
        """Return what every bit pays while the values of a colour hold (1862-7.8.0.10)."""
        if colour not in self._values:
            self._values[colour] = self._counted(colour)
        return self._values[colour]

    def _counted(self, colour: str) -> dict[int, int]:
        worth: dict[int, int] = {}
        for key, bit in self._bits.items():
            if isinstance(key, int):
                worth[bit] = SUBSIDY
            elif isinstance(key, tuple) and bit & ~self.doors:
                worth[bit] = self.board[key[0]].tile.stops[key[1]].value(colour)
        for node in self.nodes[self.count :]:
            worth[node.pays] = self.board[node.stop[0]].tile.stops[node.stop[1]].value(colour)
        return worth

    def distance(self, a: int, b: int) -> int:
        """Return the hexes between two ends of a freight, as the crow flies (1862-7.8.1.4)."""
        first, second = self.nodes[a], self.nodes[b]
        (x1, y1), (x2, y2) = (self.definition.hex_list[n.land].xy for n in (first, second))
        dx, dy = abs(x1 - x2), abs(y1 - y2)
        steps = dx + max(0, (dy - dx) // 2)
        return max(0, steps - 1 + (first.kind != CITY) + (second.kind != CITY))


_cache: Memory[tuple[int, int], Network] = Memory(500)


def network(definition: Definition, state: State) -> Network:
    """Return the network of the present track."""
    key = (id(definition), state.track_key)
    found = _cache.get(key)
    if found is None:
        found = _cache.keep(key, Network(definition, state))
    return found
