"""A tile or a hex of the map: ground, track, what runs on it, stops and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import BadInput
from ..tiles import Placed
from .hexagon import APOTHEM, RADIUS
from .plan import plan
from .stops import Slot, stops_svg
from .style import GRID, INK, fill
from .svg import document
from .terrain import hexagon
from .texts import Caption, texts_svg
from .track import track_svg

if TYPE_CHECKING:
    from ..definition import Definition


def hex_and_name(
    placed: Placed,
    layout: str,
    caption: Caption,
    *,
    hex_name: str = "",
    slots: tuple[tuple[Slot, ...], ...] = (),
    ground: str = "",
    over_track: str = "",
    dashed: bool = False,
) -> tuple[str, str]:
    """Return a hex and the name of its place, which may reach beyond it."""
    drawing = plan(placed, layout)
    name, texts = texts_svg(placed, drawing, layout, caption)
    picture = (
        hexagon(layout, fill=fill(placed.tile.colour), stroke=GRID, stroke_width=1.5)
        + ground
        + track_svg(placed, layout, dashed=dashed)
        + over_track
        + stops_svg(placed, drawing, hex_name, slots, caption.least)
        + texts
    )
    return picture, name


def hex_svg(placed: Placed, layout: str, caption: Caption, **drawn: Any) -> str:
    """Return the picture of a hex around the origin, without the group that holds it."""
    return "".join(hex_and_name(placed, layout, caption, **drawn))


def tile_svg(
    definition: Definition, name: str, rotation: int = 0, layout: str | None = None
) -> str:
    """Return the picture of a tile of the game."""
    layout = layout or definition.layout
    if layout not in ("pointy", "flat"):
        raise BadInput("input.no_layout", layout=layout)
    if name not in definition.tiles:
        raise BadInput("input.no_tile", tile=name)
    placed = definition.placed[name, rotation % 6]
    wide, high = (APOTHEM, RADIUS) if layout == "pointy" else (RADIUS, APOTHEM)
    box = (-wide - 3, -high - 3, 2 * wide + 6, 2 * high + 6)
    dashed = bool(definition.tile_gauge[name])
    content = hex_svg(placed, layout, Caption(number=name), dashed=dashed)
    return document(content, box, name, data_tile=name, fill=INK)
