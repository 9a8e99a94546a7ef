"""Terrain on the sides of hexes, links across the sea, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..geometry import position
from ..text import word
from .curve import Point, mix, pair, plus
from .hexagon import centre, middle, side_ends
from .style import INK, WHITE
from .svg import tag, text, text_width, title

if TYPE_CHECKING:
    from ..definition import Definition, Hex
    from ..game import Game

WATER = "#a9d3ea"
_RIVER, _MOUNTAIN, _OTHER = "#2a7fc4", "#7a4b1e", "#5b5b5b"
_GAP = 0.17  # left free on both sides of the middle where track crosses
LEGEND = 46.0
LETTERS = 21  # of the words in the legend


def borders_svg(game: Game, language: str) -> str:
    """Return rivers and mountains between hexes, each side once, open where track crosses."""
    definition = game.definition
    names = _names(definition)
    result = ""
    for spot in definition.hex_list:
        for side, index in enumerate(spot.neighbours):
            terrain = definition.side_terrain[spot.index * 6 + side]
            if index < spot.index or terrain in ("plain", "link", ""):
                continue
            other = definition.hex_list[index]
            tip = f"{names[frozenset((spot.name, other.name))]} · {_priced(definition, terrain)}"
            lines = "".join(stretch(terrain, a, b) for a, b in _stretches(game, spot, side, index))
            label = f"{word(terrain, language)} {tip}".replace("  ", " ")
            result += tag("g", title(label) + lines, data_border=f"{spot.name}|{other.name}")
    return result


def _names(definition: Definition) -> dict[frozenset[str], str]:
    return {
        frozenset(side.split("|")): border.name
        for border in definition.borders
        for side in border.sides
    }


def _priced(definition: Definition, terrain: str) -> str:
    return f"{definition.table.currency}{crossing_cost(definition, terrain)}"


def crossing_cost(definition: Definition, terrain: str) -> int:
    return definition.side_cost[definition.side_terrain.index(terrain)]


def _stretches(game: Game, spot: Hex, side: int, index: int) -> Iterator[tuple[Point, Point]]:
    """Yield what is drawn of a side: all of it, or its two ends where track crosses."""
    layout, board = game.definition.layout, game.state.board
    at = centre(spot.xy, layout)
    a, b = (plus(at, end) for end in side_ends(layout, side))
    beyond = game.definition.across[spot.index * 6 + side] % 6
    if side in board[spot.index].exits or beyond in board[index].exits:
        yield a, mix(a, b, 0.5 - _GAP)
        yield mix(a, b, 0.5 + _GAP), b
    else:
        yield a, b


def stretch(terrain: str, a: Point, b: Point) -> str:
    """Return a piece of a side as its terrain is drawn."""
    data = f"M{pair(a)}L{pair(b)}"
    rim = tag("path", d=data, stroke=WHITE, stroke_width=13, stroke_linecap="round")
    if terrain == "river":
        bed = tag("path", d=data, stroke=_RIVER, stroke_width=9, stroke_linecap="round")
        return rim + bed
    if terrain == "mountain":
        return rim + tag("path", d=_peaks(a, b), fill=_MOUNTAIN, stroke=_MOUNTAIN, stroke_width=2)
    return rim + tag("path", d=data, stroke=_OTHER, stroke_width=7, stroke_dasharray="9 6")


def _peaks(a: Point, b: Point) -> str:
    """Return a row of upright peaks along a side."""
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    count = max(1, round(length / 17))
    points = (mix(a, b, (n + 0.5) / count) for n in range(count))
    return "".join(
        f"M{x - 6.5:.1f} {y + 5:.1f}L{x:.1f} {y - 7:.1f}L{x + 6.5:.1f} {y + 5:.1f}Z"
        for x, y in points
    )


# --- links -----------------------------------------------------------------------------


def _line(definition: Definition, name: str) -> list[Point]:
    """Return the points of a link: from side to side over what it crosses."""
    link, layout = definition.sea_links[name], definition.layout
    ends = []
    for end in link.ends:
        hex_name, _, side = end.partition(".")
        at = centre(definition.hexes[hex_name].xy, layout)
        ends.append(plus(at, middle(layout, int(side))))
    between = [centre(position(via, layout), layout) for via in link.via]
    return [ends[0], *between, ends[1]]


def links_svg(definition: Definition) -> str:
    """Return the dotted lines across the sea with their costs."""
    result = ""
    for name, link in definition.sea_links.items():
        line = _line(definition, name)
        data = "M" + "L".join(map(pair, line))
        look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        dots = tag("path", d=data, stroke=INK, stroke_width=13, stroke_dasharray="0 22", **look)
        dots += tag("path", d=data, stroke=WHITE, stroke_width=9, stroke_dasharray="0 22", **look)
        x, y = line[len(line) // 2]
        words = f"{definition.table.currency}{link.cost}"
        width = text_width(words, 20) + 22
        box = {"x": x - width / 2, "y": y - 16, "width": width, "height": 32, "rx": 16}
        plate = tag("rect", **box, fill=WHITE, stroke=INK, stroke_width=2)
        plate += text(words, x, y, 20, font_weight="bold")
        tip = title(f"{link.name} · {words}")
        result += tag("g", tip + dots + plate, data_link=name)
    return result


def link_points(definition: Definition) -> list[Point]:
    """Return the middles of the hexes that links cross: the picture must hold them too."""
    layout = definition.layout
    return [
        centre(position(via, layout), layout)
        for link in definition.sea_links.values()
        for via in link.via
    ]


def legend_svg(definition: Definition, left: float, y: float, language: str) -> str:
    """Return what the kinds of sides look like and cost."""
    result, x = "", left
    kinds = dict.fromkeys(["plain", *(border.terrain for border in definition.borders)])
    for terrain in kinds:
        a, b = (x, y), (x + 56, y)
        if terrain == "plain":
            result += tag("path", d=f"M{pair(a)}L{pair(b)}", stroke=INK, stroke_width=1.5)
        else:
            result += stretch(terrain, a, b)
        words = f"{word(terrain, language)} {_priced(definition, terrain)}"
        result += text(words, x + 66, y, LETTERS, text_anchor="start")
        x += 96 + text_width(words, LETTERS)
    return tag("g", result, data_legend="")
