"""The bare map as a graph of hexes, for the checks of its data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ....engine.geometry import steps
from ....engine.tiles import Placed
from ....engine.track import closed_side, keeps_track, same_kind

if TYPE_CHECKING:
    from ....engine.definition import Hex
    from ..printed import PrintedSardinia

STOPS = ("city", "mine")


def kind_of(spot: Hex) -> str:
    """Return what a hex is: plain, town, city or mine."""
    stops = spot.printed.tile.stops
    return stops[0].kind if stops else "plain"


class Atlas:
    """Neighbours, places and distances, whatever tiles may lie there."""

    def __init__(self, definition: PrintedSardinia) -> None:
        self.definition = definition
        self.spots = definition.hex_list
        self.places = {h.entry.place: h for h in self.spots if h.entry.place}

    def of_kind(self, kind: str, region: str | None = None) -> list[Hex]:
        return [h for h in self.spots if kind_of(h) == kind and region in (None, self.region(h))]

    def region(self, spot: Hex) -> str:
        """Return the island of a hex."""
        return self.definition.entries[spot.name].region

    def beyond(self, spot: Hex, side: int, links: bool = True) -> Hex | None:
        """Return the hex on the other side; over sea links only if they count."""
        crossing = spot.index * 6 + side
        over = self.definition.across[crossing]
        if over < 0 or (not links and self.definition.side_terrain[crossing] == "link"):
            return None
        return self.spots[over // 6]

    def component(self, start: Hex, links: bool) -> set[str]:
        """Return the names of all hexes that can be reached over land, or over links too."""
        seen, todo = {start.name}, [start]
        while todo:
            spot = todo.pop()
            for side in range(6):
                other = self.beyond(spot, side, links)
                if other is not None and other.name not in seen:
                    seen.add(other.name)
                    todo.append(other)
        return seen

    def roads(self, start: Hex, end: Hex, length: int) -> Iterator[list[int]]:
        """Yield every way of so many sides over hexes without city or mine, as crossings."""

        def go(spot: Hex, crossings: list[int], seen: set[str]) -> Iterator[list[int]]:
            for side in range(6):
                other = self.beyond(spot, side, links=False)
                if other is None or other.name in seen:
                    continue
                walked = [*crossings, spot.index * 6 + side]
                if other is end:
                    if len(walked) == length:
                        yield walked
                elif len(walked) < length and kind_of(other) not in STOPS:
                    yield from go(other, walked, seen | {other.name})

        yield from go(start, [], {start.name})

    def terrain(self, crossings: list[int]) -> list[str]:
        return sorted(self.definition.side_terrain[c] for c in crossings)

    def cost(self, crossings: list[int]) -> int:
        return sum(self.definition.side_cost[c] for c in crossings)

    def bend(self, first: int, second: int) -> int:
        """Return how track turns in a hex: 1 sharply, 2 gently, 3 not at all."""
        entry = self.definition.across[first] % 6
        turn = abs(entry - second % 6)
        return min(turn, 6 - turn)

    def nearest(self, start: Hex, weigh: Callable[[int], int]) -> dict[str, int]:
        """Return the least weight of a direct way over land to every hex."""
        best: dict[str, int] = {}
        todo = [(0, start.index)]
        while todo:
            todo.sort()
            weight, index = todo.pop(0)
            spot = self.spots[index]
            if spot.name in best:
                continue
            best[spot.name] = weight
            if spot is not start and kind_of(spot) in STOPS:
                continue
            for side in range(6):
                other = self.beyond(spot, side, links=False)
                if other is not None and other.name not in best:
                    todo.append((weight + weigh(index * 6 + side), other.index))
        return best

    def traffic(self, kind: str, colour: str, lettered: bool = False) -> int | None:
        """Return the traffic that all tiles of a kind have; -1 if they differ, None without any."""
        found = {
            tile.stops[0].values[0]
            for tile in (*self.definition.tiles.values(), *(h.printed.tile for h in self.spots))
            if tile.colour == colour and tile.stops and tile.stops[0].kind == kind
            if (tile.label is not None) == lettered
        }
        return None if not found else found.pop() if len(found) == 1 else -1

    def corners(self, side: str) -> list[frozenset[tuple[int, int]]]:
        """Return the two corners of a side such as C9|D10, each as the three places around it."""
        one, two = (self.definition.hexes[name] for name in side.split("|"))
        (x, y), number = one.xy, one.neighbours.index(two.index)
        around = [(x + dx, y + dy) for dx, dy in steps(self.definition.layout)]
        return [frozenset((one.xy, two.xy, around[(number + turn) % 6])) for turn in (1, -1)]

    def fitting(self, spot: Hex, colour: str, old: Placed | None = None) -> list[Placed]:
        """Return tiles of a colour that may lie on a hex and keep the track of an older one."""
        definition = self.definition
        found = []
        for name, tile in definition.tiles.items():
            if tile.colour != colour or tile.label != spot.label(colour):
                continue
            if not same_kind(spot.printed.tile, tile) or not definition.suits(name, spot.name):
                continue
            for rotation in range(6):
                new = definition.placed[name, rotation]
                if closed_side(spot, new) is None and (old is None or keeps_track(old, new)):
                    found.append(new)
        return found
