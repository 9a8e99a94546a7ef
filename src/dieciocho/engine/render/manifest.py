"""All tiles of a game, by colour, with the number of pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..text import word
from ..tiles import COLOURS
from .hexagon import APOTHEM, RADIUS
from .style import INK, PALE_INK, PAPER
from .svg import document, tag, text, title
from .texts import Caption
from .tile import hex_svg

if TYPE_CHECKING:
    from ..definition import Definition

_COLUMNS = 12
_GAP = 24.0
_BELOW = 44.0  # for what is written below a tile


def manifest_svg(
    definition: Definition, left: dict[str, int] | None = None, language: str = "en"
) -> str:
    """Return the manifest; `left` says how many pieces are still in the supply."""
    wide, high = (APOTHEM, RADIUS) if definition.layout == "pointy" else (RADIUS, APOTHEM)
    across, down = 2 * wide + _GAP, 2 * high + _GAP + _BELOW
    content, row = "", 0
    for colour in COLOURS:
        names = [name for name, tile in definition.tiles.items() if tile.colour == colour]
        for n, name in enumerate(names):
            x = _GAP + wide + n % _COLUMNS * across
            y = _GAP + high + (row + n // _COLUMNS) * down
            below = text(_count(definition, name, left), x, y + high + 17, 20, font_weight="bold")
            below += text(_bound(definition, name, language), x, y + high + 38, 14, fill=PALE_INK)
            picture = hex_svg(definition.placed[name, 0], definition.layout, Caption(number=name))
            content += tag("g", title(name) + picture, transform=f"translate({x:.1f} {y:.1f})")
            content += below
        row += -(-len(names) // _COLUMNS)
    width, height = _COLUMNS * across + _GAP, row * down + _GAP
    ground = tag("rect", width=width, height=height, fill=PAPER)
    label = f"{definition.table.title}: {word('tiles', language)}"
    return document(ground + content, (0, 0, width, height), label, fill=INK)


def _count(definition: Definition, name: str, left: dict[str, int] | None) -> str:
    count = definition.tile_counts[name]
    total = "∞" if count < 0 else str(count)
    return f"× {total}" if left is None or count < 0 else f"{left[name]} / {total}"


def _bound(definition: Definition, name: str, language: str) -> str:
    """Return where the tile is bound to."""
    if name in definition.coast_tiles:
        return word("coast", language)
    return ", ".join(sorted(definition.tile_places[name]))
