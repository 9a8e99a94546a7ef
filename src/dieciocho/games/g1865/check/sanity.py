"""Whether the reconstructed map is a sensible one.

These are properties of our proposal, not statements of the rulebook: whoever types in the printed
board may find that one of them does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .atlas import STOPS, Atlas, kind_of
from .clues import clues

if TYPE_CHECKING:
    from ....engine.definition import Hex
    from ..printed import PrintedSardinia

# From north to south and from west to east in each pair.
NORTH_OF = (
    ("Sassari", "Oristano"), ("Olbia", "Nuoro"), ("Nuoro", "Isili"), ("Nuoro", "Arbatax"),
    ("Isili", "Cagliari"), ("Oristano", "Sanluri"), ("Sanluri", "Cagliari"),
    ("Sassari", "Alghero"), ("Su Zurfuru", "Monteponi"), ("Monteponi", "Serbariu"),
    ("Bastia", "Ajaccio"), ("Calvi", "Ajaccio"), ("Ajaccio", "Propriano"),
    ("Ajaccio", "Portovecchio"), ("Portovecchio", "Olbia"), ("Arbatax", "Cagliari"),
)  # fmt: skip
WEST_OF = (
    ("Sassari", "Olbia"), ("Alghero", "Sassari"), ("Sassari", "Tempio"), ("Tempio", "Olbia"),
    ("Oristano", "Nuoro"), ("Oristano", "Cagliari"), ("Isili", "Arbatax"), ("Nuoro", "Arbatax"),
    ("Monteponi", "Cagliari"), ("Serbariu", "Cagliari"), ("Calvi", "Bastia"),
    ("Ajaccio", "Bastia"), ("Ajaccio", "Portovecchio"), ("Sanluri", "Isili"),
)  # fmt: skip


def oddities(definition: PrintedSardinia) -> list[str]:
    """Return what is strange about the map; nothing if it is as we think it should be."""
    atlas = Atlas(definition)
    parts = (_names, _land, _rivers, _geography, _tiles, _mines, _distances)
    return list(dict.fromkeys(text for part in parts for text in part(atlas)))


def _names(atlas: Atlas) -> Iterator[str]:
    names = [h.entry.place for h in atlas.spots if h.entry.place]
    for name in sorted({n for n in names if names.count(n) > 1}):
        yield f"several places are called {name}"
    for spot in atlas.spots:
        if (kind_of(spot) == "plain") == bool(spot.entry.place):
            yield f"{spot.name}: every town, city and mine has a name, nothing else"
    cities = {h.entry.place for h in atlas.of_kind("city")}
    if cities != {*clues().places["city"], *clues().letters.values()}:
        yield "the rulebook names all cities"


def _land(atlas: Atlas) -> Iterator[str]:
    for island in clues().islands:
        land = {h.name for h in atlas.spots if atlas.region(h) == island}
        if atlas.component(atlas.definition.hexes[min(land)], links=False) != land:
            yield f"{island} is one piece of land"


def _rivers(atlas: Atlas) -> Iterator[str]:
    """Every river is one line that ends in the sea, in a city on the coast or in another river."""
    rivers = {b.name: b.sides for b in atlas.definition.borders if b.terrain == "river"}
    lines = {name: [set(atlas.corners(s)) for s in sides] for name, sides in rivers.items()}
    land = {h.xy: h for h in atlas.spots}
    for name, sides in lines.items():
        line = set(sides[0])
        for _ in sides:
            line |= set().union(*(side for side in sides if side & line))
        if not all(side <= line for side in sides):
            yield f"{name} is one unbroken line"
        mouths = [
            place not in land or (kind_of(land[place]) == "city" and land[place].coast)
            for corner in line
            for place in corner
        ]
        others = [side for other, rest in lines.items() if other != name for side in rest]
        if not any(mouths) and not any(line & side for side in others):
            yield f"{name} flows into the sea or into another river"


def _geography(atlas: Atlas) -> Iterator[str]:
    """Places lie to each other as they do on the real islands."""
    for north, south in NORTH_OF:
        if atlas.places[north].xy[1] >= atlas.places[south].xy[1]:
            yield f"{north} lies north of {south}"
    for west, east in WEST_OF:
        if atlas.places[west].xy[0] >= atlas.places[east].xy[0]:
            yield f"{west} lies west of {east}"
    for name in ("Isili", "Nuoro"):
        if atlas.places[name].coast:
            yield f"{name} is not on the coast"


def _tiles(atlas: Atlas) -> Iterator[str]:
    """Something fits everywhere, and every city and town can grow."""
    for spot in atlas.spots:
        if spot.printed.tile.track:
            continue
        yellow = atlas.fitting(spot, "yellow")
        if not yellow:
            yield f"some yellow tile fits on {spot.name}"
        if kind_of(spot) in ("town", "city"):
            for old in yellow:
                if not atlas.fitting(spot, "green", old):
                    yield f"{spot.name}: tile {old.name} can go green"
        if kind_of(spot) == "city":
            for old in atlas.fitting(spot, "green"):
                if not atlas.fitting(spot, "brown", old):
                    yield f"{spot.name}: tile {old.name} can go brown"
        if kind_of(spot) == "town" and not atlas.fitting(spot, "brown"):
            yield f"{spot.name} has a brown tile"


def _mines(atlas: Atlas) -> Iterator[str]:
    cities = [atlas.nearest(city, lambda crossing: 1) for city in atlas.of_kind("city")]
    for mine in atlas.of_kind("mine"):
        if not any(mine.name in reached for reached in cities):
            yield f"a direct connection from some city leads to {mine.entry.place}"


def _distances(atlas: Atlas) -> Iterator[str]:
    definition = atlas.definition
    example = clues().example
    start, end = atlas.places[example.start], atlas.places[example.end]
    cheapest = atlas.nearest(start, definition.side_cost.__getitem__).get(end.name)
    if cheapest != example.road_cost:
        yield f"the example from {example.start} to {example.end} is the cheapest way"
    for name, company in definition.companies.items():
        home = definition.hexes[company.home]
        assert company.destination is not None
        steps = atlas.nearest(home, lambda crossing: 1).get(company.destination, 0)
        if not 2 <= steps <= 7:
            yield f"{name}: the destination is two to seven hexes away"
        if not _yellow_way(atlas, home, definition.hexes[company.destination]):
            yield f"{name} can reach its destination with yellow tiles alone"


def _yellow_way(atlas: Atlas, home: Hex, destination: Hex) -> bool:
    """Tell whether yellow tiles can join two places by sides where they may have track."""

    def doors(spot: Hex) -> tuple[int, ...]:
        return spot.printed.exits or tuple(side for side in range(6) if side not in spot.closed)

    across = atlas.definition.across
    todo = [home.index * 6 + side for side in doors(home)]
    seen: set[int] = set()
    while todo:
        entry = across[todo.pop()]
        spot = atlas.spots[entry // 6]
        if entry in seen or atlas.region(spot) != atlas.region(home):
            continue
        seen.add(entry)
        if spot is destination and entry % 6 in doors(spot):
            return True
        if kind_of(spot) not in STOPS:
            todo += [spot.index * 6 + side for side in doors(spot) if side != entry % 6]
    return False
