"""Whether map and tiles agree with every statement and example of the rulebook.

The printed board was not available, so the data are a reconstruction; these checks hold for any
copy of the board. They run whenever the components are loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from ....engine.definition import read_table
from ..printed import DATA
from .atlas import STOPS, Atlas, kind_of

if TYPE_CHECKING:
    from ....engine.tiles import Placed
    from ..printed import PrintedSardinia

COLOURS = ("yellow", "green", "brown", "gray")


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    start: str
    end: str
    mine: tuple[str, ...]
    mine_cost: int
    road: tuple[str, ...]
    road_cost: int
    towns: int
    not_the_mine: str


class Clues(Struct, frozen=True, forbid_unknown_fields=True):
    tiles: int
    yellow_town: int
    letters: dict[str, str]
    islands: dict[str, tuple[str, ...]]
    places: dict[str, tuple[str, ...]]
    mines: dict[str, int]
    side_costs: dict[str, int]
    mine_tiles: dict[str, tuple[str, int]]
    bound: dict[str, tuple[str, ...]]
    traffic: dict[str, dict[str, int]]
    example: Example


@cache
def clues() -> Clues:
    return read_table(DATA, "clues.toml", Clues)


def disagreements(definition: PrintedSardinia) -> list[str]:
    """Return what contradicts the rulebook; nothing if all is well."""
    atlas = Atlas(definition)
    missing = [n for names in clues().islands.values() for n in names if n not in atlas.places]
    if missing:
        return [f"the rulebook names a place that is not on the map: {n}" for n in missing]
    parts = (_islands, _places, _letters, _mines, _seas, _tiles, _values, _bound, _reach, _example)
    return [text for part in parts for text in part(atlas)]


def _islands(atlas: Atlas) -> Iterator[str]:
    """Two islands that touch nowhere, and where the named places are."""
    if {atlas.region(h) for h in atlas.spots} != set(clues().islands):
        yield f"the islands are not {sorted(clues().islands)}"
    for spot in atlas.spots:
        for side in range(6):
            other = atlas.beyond(spot, side, links=False)
            if other is not None and atlas.region(other) != atlas.region(spot):
                yield f"{spot.name} and {other.name}: the islands touch only by sea links"
    for island, names in clues().islands.items():
        for name in names:
            if atlas.region(atlas.places[name]) != island:
                yield f"{name} lies in {island}"


def _places(atlas: Atlas) -> Iterator[str]:
    """Cities, towns and mines are what the rulebook says they are."""
    for kind in ("city", "town", "mine"):
        for name in clues().places[kind]:
            if kind_of(atlas.places[name]) != kind or atlas.places[name].entry.label:
                yield f"{name} is a {kind} without a letter"
    localities = [n for p in atlas.definition.privates.values() for n in p.places]
    for name in (*clues().places["coast"], *localities):
        if not atlas.places[name].coast:
            yield f"{name} is on the coast"
    homes = [company.home for company in atlas.definition.companies.values()]
    for home in homes:
        if homes.count(home) > 1 or kind_of(atlas.definition.hexes[home]) != "city":
            yield f"{home} is the home city of one company"


def _letters(atlas: Atlas) -> Iterator[str]:
    """Six hexes are printed yellow and carry a letter; no others have track or letters."""
    marked = {h.entry.place for h in atlas.spots if h.entry.label or h.printed.tile.track}
    if marked != set(clues().letters.values()):
        yield f"printed track and letters are in {sorted(clues().letters.values())} only"
    for letter, name in clues().letters.items():
        spot = atlas.places[name]
        tile = spot.printed.tile
        if spot.entry.label != letter or tile.colour != "yellow" or not tile.track:
            yield f"{name} is printed yellow, with track and the letter {letter}"
        for side in spot.printed.exits:
            if side in spot.closed:
                yield f"the printed track of {name} ends at the sea"
        yield from _chain(atlas, name)


def _chain(atlas: Atlas, name: str) -> Iterator[str]:
    """A lettered city has one tile of every later colour, each with the track of the former."""
    spot = atlas.places[name]
    letter, tiles = spot.entry.label, atlas.definition.tiles
    lying: list[Placed] = [spot.printed]
    for colour in COLOURS[1:]:
        count = [
            atlas.definition.tile_counts[n]
            for n, t in tiles.items()
            if (t.label, t.colour) == (letter, colour)
        ]
        if count != [1]:
            yield f"there is one {colour} tile {letter}"
        lying = [new for old in lying for new in atlas.fitting(spot, colour, old)]
        if not lying:
            yield f"{name}: the {colour} tile keeps the track below it"
            return
    if any((t.label, t.colour) == (letter, "yellow") for t in tiles.values()):
        yield f"there is no yellow tile {letter}"


def _mines(atlas: Atlas) -> Iterator[str]:
    for island, count in clues().mines.items():
        if len(atlas.of_kind("mine", island)) != count:
            yield f"{island} has {count} mines"
    districts = {x.place for x in atlas.definition.entries.values() if x.district}
    if districts != set(clues().places["mine"]):
        yield f"the Carbonia district is {sorted(clues().places['mine'])}"
    tiles = atlas.definition.tiles
    if {n for n, t in tiles.items() if t.mines} != set(clues().mine_tiles):
        yield f"the mine tiles are {sorted(clues().mine_tiles)}"
    for name, (colour, traffic) in clues().mine_tiles.items():
        stop = tiles[name].stops[0]
        if (tiles[name].colour, stop.values, stop.slots) != (colour, (traffic,), 1):
            yield f"mine tile {name} is {colour} with traffic {traffic} and room for one marker"
        if atlas.definition.tile_counts[name] != len(atlas.of_kind("mine")):
            yield f"there are as many mine tiles {name} as mines"


def _seas(atlas: Atlas) -> Iterator[str]:
    """Terrain on sides and the sea links."""
    definition = atlas.definition
    for terrain, cost in clues().side_costs.items():
        crossed = {
            definition.side_cost[c] for c, t in enumerate(definition.side_terrain) if t == terrain
        }
        if crossed != {cost}:
            yield f"a {terrain} side costs {cost}, and there are such sides"
    if set(definition.side_terrain) - set(clues().side_costs) - {"", "link"}:
        yield "sides are plain, river or mountain"
    if len(definition.sea_links) < 2:
        yield "several sea links join the islands"
    for name, link in definition.sea_links.items():
        ends = [definition.hexes[end.partition(".")[0]] for end in link.ends]
        if {atlas.region(h) for h in ends} != set(clues().islands) or link.cost <= 0:
            yield f"sea link {name} joins the islands for a printed cost"
    for spot in atlas.spots:  # a way is written down as its hexes
        over = [o.name for side in range(6) if (o := atlas.beyond(spot, side)) is not None]
        if len(over) != len(set(over)):
            yield f"{spot.name}: two sides lead to the same hex"


def _tiles(atlas: Atlas) -> Iterator[str]:
    definition = atlas.definition
    if sum(definition.tile_counts.values()) != clues().tiles:
        yield f"there are {clues().tiles} tiles, not {sum(definition.tile_counts.values())}"
    if {t.colour for t in definition.tiles.values()} != set(COLOURS):
        yield "tiles are yellow, green, brown and grey"


def _values(atlas: Atlas) -> Iterator[str]:
    """Traffic of towns and cities, and room for those that the examples put there."""
    for colour, points in clues().traffic["ordinary"].items():
        if atlas.traffic("city", colour) != points:
            yield f"a {colour} city without a letter has traffic {points}"
    for colour, points in clues().traffic["lettered"].items():
        if atlas.traffic("city", colour, lettered=True) != points:
            yield f"a {colour} city with a letter has traffic {points}"
    if atlas.traffic("town", "yellow") != clues().yellow_town:
        yield f"a yellow town has traffic {clues().yellow_town}"
    for colour in COLOURS[:3]:
        big = atlas.traffic("city", colour, lettered=True) or 0
        if not big > (atlas.traffic("city", colour) or 0) > (atlas.traffic("town", colour) or 0):
            yield f"{colour}: lettered cities have more traffic than others, these more than towns"
    for kind, lettered in (("town", False), ("city", False), ("city", True)):
        known = [atlas.traffic(kind, colour, lettered) for colour in COLOURS]
        rising = [points for points in known if points is not None]
        if rising != sorted(rising):
            yield f"traffic of a {kind} never falls with the colour"
    oristano = atlas.places["Oristano"].printed.tile.stops
    nuoro = [t for t in atlas.definition.tiles.values() if (t.label, t.colour) == ("N", "green")]
    if not oristano or oristano[0].slots < 2 or any(t.stops[0].slots < 2 for t in nuoro):
        yield "Oristano in yellow and Nuoro in green have room for two companies"


def _bound(atlas: Atlas) -> Iterator[str]:
    """Tiles 63, 700 and 146 lie where they may, and can lie there."""
    definition = atlas.definition
    for name, places in clues().bound.items():
        kind = "city" if places else "town"
        tile = definition.tiles.get(name)
        if tile is None or tile.colour != "brown" or [s.kind for s in tile.stops] != [kind]:
            yield f"tile {name} is a brown {kind}"
            continue
        if definition.tile_places[name] != set(places):
            yield f"tile {name} goes to {places}"
        spots = [atlas.places[place] for place in places]
        if not places:
            if name not in definition.coast_tiles:
                yield f"tile {name} goes to towns on the coast"
            spots = [h for h in atlas.of_kind("town") if h.coast]
        for spot in spots:
            if all(new.name != name for new in atlas.fitting(spot, "brown")):
                yield f"tile {name} can be laid in {spot.entry.place} without ending at the sea"


def _reach(atlas: Atlas) -> Iterator[str]:
    """Every company can reach its destination directly, and every city and mine in the end."""
    hexes = atlas.definition.hexes
    for name, company in atlas.definition.companies.items():
        home = hexes[company.home]
        if company.destination not in atlas.nearest(home, lambda crossing: 1):
            yield f"{name} can reach its destination by a direct connection"
        everywhere, at_home = atlas.component(home, True), atlas.component(home, False)
        for spot in atlas.spots:
            if kind_of(spot) not in STOPS:
                continue
            near = atlas.region(spot) == atlas.region(home)
            if spot.name not in (at_home if near else everywhere):
                yield f"{name} can reach {spot.entry.place}"


def example_roads(atlas: Atlas) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the ways of the worked example: to a mine, and to Oristano."""
    example = clues().example
    start, end = atlas.places[example.start], atlas.places[example.end]
    spots, across = atlas.spots, atlas.definition.across

    def hexes(road: list[int]) -> list[str]:
        return [spots[across[crossing] // 6].name for crossing in road]

    mines = [
        road
        for mine in atlas.of_kind("mine")
        if mine.entry.place != example.not_the_mine
        for road in atlas.roads(start, mine, 2)
        if atlas.terrain(road) == sorted(example.mine)
        and road[0] % 6 in start.printed.exits
        and kind_of(spots[across[road[0]] // 6]) == "plain"
        and atlas.bend(*road) < 3
        and atlas.cost(road) == example.mine_cost
    ]
    for road in atlas.roads(start, end, len(example.road)):
        kinds = [kind_of(spots[across[crossing] // 6]) for crossing in road]
        if (
            atlas.terrain(road) == sorted(example.road)
            and atlas.cost(road) == example.road_cost
            and kinds[:2] == ["town", "plain"]
            and kinds.count("town") == example.towns
            and atlas.bend(road[0], road[1]) == 3
            and atlas.bend(road[1], road[2]) < 3
            and road[0] % 6 in start.printed.exits
            and across[road[-1]] % 6 in end.printed.exits
        ):
            for mine_road in mines:
                if hexes(mine_road)[0] not in hexes(road):
                    yield mine_road, road


def _example(atlas: Atlas) -> Iterator[str]:
    """The worked example of FMS and that of Sanluri can be played."""
    if next(example_roads(atlas), None) is None:
        yield "the worked example of FMS can be played: a mine for L.70, Oristano for L.80"
    lying = [set(tile.exits) for tile in atlas.fitting(atlas.places["Sanluri"], "yellow")]
    straights = [sides for sides in lying if len(sides) == 2 and abs(max(sides) - min(sides)) == 3]
    if not any(one & two and two not in straights for one in straights for two in lying):
        yield "a straight in Sanluri can be replaced by a curve"
