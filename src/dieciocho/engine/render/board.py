"""The whole map of a game with everything that lies on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ..definition import BARRIER
from ..errors import BadInput
from ..steps.stations import slots_of
from ..text import word
from .borders import LEGEND, WATER, borders_svg, legend_svg, link_points, links_svg
from .curve import Point, pair, plus
from .hexagon import APOTHEM, RADIUS, centre, side_ends
from .overlay import link_curve, route_pieces
from .stops import Badge, Slot
from .style import GRID, INK, PAPER, WHITE, fill, least_letters
from .svg import Drawing, Value, drawing, tag, title
from .terrain import hexagon, motif, symbols
from .texts import Caption, Flag
from .tile import hex_and_name

if TYPE_CHECKING:
    from ..definition import Definition, Hex
    from ..game import Game
    from ..tiles import Placed

_MARGIN = 16.0
_OUTLINES = "outlines"  # the piece that differs from player to player
Box = tuple[float, float, float, float]


def board_svg(
    game: Game,
    *,
    routes: Sequence[str] = (),
    highlights: Collection[str] = (),
    language: str = "en",
    coordinates: bool = True,
) -> str:
    """Return the map with tiles, stations and, if given, routes and highlighted hexes."""
    drawn = board_drawing(
        game, routes=routes, highlights=highlights, language=language, coordinates=coordinates
    )
    return str(drawn)


def board_drawing(
    game: Game,
    *,
    routes: Sequence[str] = (),
    highlights: Collection[str] = (),
    language: str = "en",
    coordinates: bool = True,
) -> Drawing:
    """Return the map in pieces: the ground, `hex-<name>` for every hex, what lies over them."""
    definition = game.definition
    for name in highlights:
        if name not in definition.hexes:
            raise BadInput("input.no_hex", hex=name)
    pieces, between, numbers = route_pieces(game, routes, language, board_size(definition)[2])
    drawn = [
        (spot.name, _hex(game, spot, pieces.get(spot.index, ""), language, coordinates))
        for spot in definition.hex_list
    ]
    hexes = [(f"hex-{spot}", picture) for spot, (picture, _name) in drawn]
    # Over all hexes: a long name reaches into the next one.
    names = [(f"name-{spot}", name) for spot, (_picture, name) in drawn if name]
    below, above, box = _printed(definition, language)
    ways = tag("g", _links(game) + between, pointer_events="none") if definition.links else ""
    content = (
        ("ground", below),
        ("ways", ways),
        *hexes,
        ("sides", above),
        ("borders", borders_svg(game, language)),
        ("legend", links_svg(definition) + _legend(definition, box, language)),
        (_OUTLINES, _outlines(definition, highlights)),
        *names,
        ("numbers", tag("g", numbers, pointer_events="none")),
    )
    label = f"{definition.table.title}: {word('map', language)}"
    return drawing(content, box, label, data_game=game.header.game, fill=INK)


def outlined(drawn: Drawing, definition: Definition, highlights: Collection[str]) -> Drawing:
    """Return a drawing of the board with other hexes highlighted."""
    marks = _outlines(definition, highlights)
    pieces = [(name, marks if name == _OUTLINES else svg) for name, svg in drawn.pieces]
    return drawn._replace(pieces=tuple(pieces))


def board_size(definition: Definition) -> tuple[float, float, float]:
    """Return width and height of a map, and the size of the smallest letters on it."""
    width, height = _box(definition)[2:]
    return width, height, least_letters(width)


@lru_cache(maxsize=64)
def _printed(definition: Definition, language: str) -> tuple[str, str, Box]:
    """Return what never changes: below the hexes, above them, and the frame of it all."""
    box = _box(definition)
    # Where links cross the sea, what is not on the map is sea.
    ground = WATER if definition.sea_links else PAPER
    below = tag("defs", symbols(_kinds(definition)))
    below += tag("rect", x=box[0], y=box[1], width=box[2], height=box[3], fill=ground)
    joined = _joints(definition) + _barriers(definition, language)
    return below, tag("g", joined, pointer_events="none"), box


def _legend(definition: Definition, box: Box, language: str) -> str:
    if not definition.borders:
        return ""
    return legend_svg(definition, box[0] + _MARGIN, box[1] + box[3] - LEGEND / 2 - 4, language)


def badge(definition: Definition, company: str) -> Badge:
    """Return how a company shows itself."""
    charter = definition.companies[company]
    return Badge(company, charter.name, charter.colour, charter.ink)


@lru_cache(maxsize=64)
def _box(definition: Definition) -> Box:
    points = [centre(spot.xy, definition.layout) for spot in definition.hex_list]
    points += link_points(definition)
    wide, high = (APOTHEM, RADIUS) if definition.layout == "pointy" else (RADIUS, APOTHEM)
    left = min(x for x, _ in points) - wide - _MARGIN
    top = min(y for _, y in points) - high - _MARGIN
    right = max(x for x, _ in points) + wide + _MARGIN
    bottom = max(y for _, y in points) + high + _MARGIN
    if definition.borders:
        bottom += LEGEND
    return left, top, right - left, bottom - top


def _kinds(definition: Definition) -> set[str]:
    kinds = {kind for spot in definition.hex_list for kind in spot.entry.terrain}
    if any(spot.entry.colour == "blue" for spot in definition.hex_list):
        kinds.add("sea")
    return kinds


def _move(point: Point) -> str:
    return f"translate({pair(point)})"


def _hex(
    game: Game, spot: Hex, over_track: str, language: str, coordinates: bool
) -> tuple[str, str]:
    lies = game.state.board[spot.index]
    slots = tuple(
        shown_slots(game, spot.name, number) if stop.slots else ()
        for number, stop in enumerate(lies.tile.stops)
    )
    colour = game.phase.value_colour
    return _drawn_hex(game.definition, spot, lies, slots, colour, over_track, language, coordinates)


@lru_cache(maxsize=4096)
def _drawn_hex(
    definition: Definition,
    spot: Hex,
    lies: Placed,
    slots: tuple[tuple[Slot, ...], ...],
    colour: str,
    over_track: str,
    language: str,
    coordinates: bool,
) -> tuple[str, str]:
    """Draw a hex, and its name; with a move most hexes stay as they are."""
    closed = lies is spot.start and spot.entry.shut
    placed = spot.printed if closed else lies  # what is printed shows under the marker
    covered = placed is not spot.printed
    # A tile hides the ground below it, except that the sea stays the sea.
    ground = motif(definition, spot) if not covered or placed.tile.colour == "blue" else ""
    caption = Caption(
        place=spot.entry.place,
        cost=_price(definition, spot) if not covered and closed == spot.entry.shut else "",
        terrain=spot.entry.terrain,
        flags=tuple(_flags(definition, spot.name, language)),
        notes=tuple(_notes(definition, spot)),
        hex_name=spot.name,
        coordinate=spot.name if coordinates else "",
        number=_number(placed.name) if covered else "",
        colour=colour,
        least=board_size(definition)[2],
    )
    picture, name = hex_and_name(
        placed,
        definition.layout,
        caption,
        hex_name=spot.name,
        slots=slots,
        ground=ground,
        over_track=over_track,
        dashed=spot.entry.gauge not in ("", "both"),
    )
    if closed:
        picture += shut(definition.layout)
    tip = f"{spot.name} {spot.entry.place}".strip()
    if covered:
        tip += f" · {word('tile', language)} {placed.name}"
    elif closed:
        tip += f" · {word('shut', language)}"
    look: dict[str, Value] = {
        "transform": _move(centre(spot.xy, definition.layout)),
        "opacity": 0.3 if spot.name in definition.unplayed else None,
    }
    whole = tag("g", title(tip) + picture, data_hex=spot.name, **look)
    over = tag("g", name, data_name=spot.name, pointer_events="none", **look) if name else ""
    return whole, over


def _number(tile: str) -> str:
    """Return what is printed of a tile's name: 18 for the face 18_1b, B for B-green."""
    return tile.partition("_")[0].partition("-")[0]


def _price(definition: Definition, spot: Hex) -> str:
    return f"{definition.table.currency}{spot.cost}" if spot.cost else ""


def shut(layout: str) -> str:
    """Return the marker of a hex that has not been opened."""
    veil = hexagon(layout, fill=PAPER, fill_opacity=0.45)
    bar = tag("path", d="M-46-26L46 26M46-26L-46 26", stroke=INK, stroke_width=9, opacity=0.75)
    return tag("g", veil + bar, data_shut="", pointer_events="none")


def _links(game: Game) -> str:
    """Return the ways between sides that meet though their hexes lie apart."""
    definition, board = game.definition, game.state.board
    result = ""
    for name, side, there, back in definition.links:
        one, two = definition.hexes[name], definition.hexes[there]
        data = link_curve(definition, one.index, side, two.index, back).d()
        open_ = board[one.index].from_side[side] or not one.entry.shut
        dashes = None if open_ else "4 14"
        result += tag("path", d=data, fill="none", stroke=fill("orange"), stroke_width=26)
        colour = INK if open_ else GRID
        result += tag(
            "path", d=data, fill="none", stroke=colour, stroke_width=8, stroke_dasharray=dashes
        )
    return result


def shown_slots(game: Game, hex_name: str, number: int) -> tuple[Slot, ...]:
    """Return the slots of a city; companies yet to come have the first free ones reserved."""
    held = slots_of(game, (hex_name, number))
    waiting = [
        company
        for company in game.definition.companies  # in their order, whatever the state's is
        if game.state.homes.get(company) == (hex_name, number)
        and company not in held
        and company not in game.state.closed
    ]
    result = []
    for company in held:
        if company is not None:
            result.append(Slot(token=badge(game.definition, company)))
        elif waiting:
            result.append(Slot(reserved=badge(game.definition, waiting.pop(0))))
        else:
            result.append(Slot())
    return tuple(result)


def _flags(definition: Definition, hex_name: str, language: str) -> Iterator[Flag]:
    for company, charter in definition.companies.items():
        if charter.destination == hex_name:
            bonus = f" +{charter.bonus}" if charter.bonus else ""
            tip = f"{word('destination', language)}: {company} · {charter.name}{bonus}"
            yield Flag(badge(definition, company), charter.bonus, tip)


def _notes(definition: Definition, spot: Hex) -> Iterator[str]:
    """Return the tiles bound to a place and the private companies that are good for something."""
    place = spot.entry.place
    if place:
        bound = [tile for tile, places in definition.tile_places.items() if place in places]
        yield from (f"#{tile}" for tile in bound)
        yield from (
            name for name, private in definition.privates.items() if place in private.places
        )


def _side(definition: Definition, spot: Hex, side: int) -> str:
    at = centre(spot.xy, definition.layout)
    a, b = side_ends(definition.layout, side)
    return f"M{pair(plus(at, a))}L{pair(plus(at, b))}"


def _barriers(definition: Definition, language: str) -> str:
    """Return the impassable sides: thick, barred lines, each drawn once."""
    result = ""
    for spot in definition.hex_list:
        for side, why in sorted(spot.closed.items()):
            if why == BARRIER and spot.neighbours[side] > spot.index:
                lines = barrier(_side(definition, spot, side))
                result += tag("g", title(word("barrier", language)) + lines, data_barrier=spot.name)
    return result


def barrier(data: str) -> str:
    """Return an impassable side: a thick, barred line."""
    lines = tag("path", d=data, stroke=WHITE, stroke_width=19, stroke_linecap="round")
    lines += tag("path", d=data, stroke="#12395c", stroke_width=14)
    return lines + tag("path", d=data, stroke=WHITE, stroke_width=8, stroke_dasharray="4 8")


def _joints(definition: Definition) -> str:
    """Return what hides the lines between hexes of one area."""
    result = ""
    for spot in definition.hex_list:
        groups = {stop.group for stop in spot.printed.tile.stops if stop.group}
        for side, index in enumerate(spot.neighbours):
            if groups and index > spot.index:
                other = definition.hex_list[index]
                if groups & {stop.group for stop in other.printed.tile.stops}:
                    shade = fill(spot.printed.tile.colour)
                    data = _side(definition, spot, side)
                    result += tag("path", d=data, stroke=shade, stroke_width=3)
    return result


def _outlines(definition: Definition, highlights: Collection[str]) -> str:
    """Return the frames of highlighted hexes, in the order of the map."""
    chosen = [spot for spot in definition.hex_list if spot.name in highlights]
    frames = "".join(_outline(definition, spot) for spot in chosen)
    return tag("g", frames, pointer_events="none")


def _outline(definition: Definition, spot: Hex) -> str:
    """Return the frame of a highlighted hex: dark and light, so that it shows on any ground."""
    layout = definition.layout
    scale = f"{_move(centre(spot.xy, layout))} scale(.94)"
    return tag("g", marked(layout), transform=scale, fill="none", data_highlight=spot.name)


def marked(layout: str) -> str:
    lines = hexagon(layout, stroke=INK, stroke_width=12, stroke_linejoin="round")
    return lines + hexagon(layout, stroke="#ffe94a", stroke_width=6, stroke_linejoin="round")
