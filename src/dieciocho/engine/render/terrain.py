"""Terrain: large quiet pictures behind the track, and small signs beside the cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..geometry import opposite
from .curve import pair
from .hexagon import APOTHEM, outline, track
from .style import INK
from .svg import tag

if TYPE_CHECKING:
    from ..definition import Definition, Hex

PREFIX = "d18-"  # of ids, since the picture may stand in a page beside others

RIVERS = ("river", "water")
_ROCK, _ROCK_EDGE, _SNOW = "#d8c49a", "#b59d6c", "#fdfbf5"
_STONE, _STONE_EDGE = "#c3b5a0", "#8b7b62"
_WATER = "#7fb9dc"


def symbols(kinds: Iterable[str]) -> str:
    """Return the definitions that `motif` refers to."""
    return "".join(
        tag("g", draw(), id=PREFIX + kind) for kind, draw in _drawings().items() if kind in kinds
    )


def _drawings() -> dict[str, Callable[[], str]]:
    return {"mountain": _mountain, "hill": _hill, "wall": _wall, "sea": _sea}


def drawn(kind: str, layout: str) -> str:
    """Return a terrain by itself, without a reference."""
    return tag("g", _drawings()[kind](), transform=_fit(layout))


def _fit(layout: str) -> str | None:
    """Pictures are for hexes that are widest in the middle; flat ones are narrower above."""
    return None if layout == "pointy" else "scale(.84)"


def motif(definition: Definition, spot: Hex) -> str:
    """Return the picture of a hex's terrain."""
    result = ""
    terrain = spot.entry.terrain
    if spot.entry.colour == "blue":
        result += tag("use", href=f"#{PREFIX}sea")
    if any(kind in RIVERS for kind in terrain):
        result += bed(definition.layout, *river_sides(definition, spot))
    for kind in ("mountain", "hill", "wall"):
        if kind in terrain:
            result += tag("use", href=f"#{PREFIX}{kind}", transform=_fit(definition.layout))
    return result


def _mountain() -> str:
    peaks = tag(
        "path",
        d="M-80 44L-46 2L-30 20L2-30L34 16L50 0L80 44Z",
        fill=_ROCK,
        stroke=_ROCK_EDGE,
        stroke_width=1.5,
        stroke_linejoin="round",
    )
    shade = tag("path", d="M2-30L34 16L50 44L14 44L8 10Z", fill=_ROCK_EDGE, fill_opacity=0.45)
    snow = tag(
        "path", d="M2-30L-12-10L-4-14L3-7L10-14L17-9ZM-46 2L-55 13L-47 10L-40 14Z", fill=_SNOW
    )
    return peaks + shade + snow


def _hill() -> str:
    return tag(
        "path",
        d="M-80 40Q-50-10-16 24Q14-24 44 20Q62 4 80 40Z",
        fill=_ROCK,
        stroke=_ROCK_EDGE,
        stroke_width=1.5,
    )


def _wall() -> str:
    """Return the Great Wall; it reaches both sides, so that it goes on in the next hex."""
    step, high = 8, 7
    top: list[tuple[float, float]] = []
    bottom: list[tuple[float, float]] = []
    x, up = -APOTHEM, True
    while x < APOTHEM - 0.5:
        end = min(x + step, APOTHEM)
        slope = -40 - 9 * (1 - (x / APOTHEM) ** 2)
        top += [(x, slope - (high if up else 0)), (end, slope - (high if up else 0))]
        bottom += [(x, slope + 13)]
        x, up = end, not up
    bottom.append((APOTHEM, -27))
    data = "M" + "L".join(pair(p) for p in [*top, *reversed(bottom)]) + "Z"
    tower = "M-13-34v-30h5v5h5v-5h6v5h5v-5h5v30Z"
    stone = tag("path", d=data + tower, fill=_STONE, stroke=_STONE_EDGE, stroke_width=1.2)
    return stone + tag("path", d="M-3-38v-9q3-5 6 0v9Z", fill=_STONE_EDGE)


def _sea() -> str:
    waves = "".join(
        f"M{x} {y}q7-8 14 0t14 0t14 0"
        for x, y in ((-62, -34), (8, -50), (14, 0), (-44, 34), (0, 56))
    )
    return tag(
        "path", d=waves, fill="none", stroke="#8fbfdd", stroke_width=2.5, stroke_linecap="round"
    )


def bed(layout: str, a: int, b: int) -> str:
    """Return a river from side to side."""
    data = track(layout, a, b).d()
    water = tag("path", d=data, fill="none", stroke=_WATER, stroke_width=26, opacity=0.75)
    gleam = tag(
        "path", d=data, fill="none", stroke="#d6ecf8", stroke_width=3, stroke_dasharray="22 12"
    )
    return water + gleam


def river_sides(definition: Definition, spot: Hex) -> tuple[int, int]:
    """Return where a river enters and leaves: from river to river, at its mouth into the sea."""
    river, sea = [], []
    for side, index in enumerate(spot.neighbours):
        if index < 0:
            continue
        entry = definition.hex_list[index].entry
        if any(kind in RIVERS for kind in entry.terrain):
            river.append(side)
        elif entry.colour == "blue":
            sea.append(side)
    if len(river) >= 2:
        return river[0], river[-1]
    start = river[0] if river else 1
    mouths = sorted(sea, key=lambda side: -min((side - start) % 6, (start - side) % 6))
    return start, mouths[0] if mouths else opposite(start)


def sign(kind: str, x: float, y: float) -> str:
    """Return a small sign of a terrain, 18 wide, for the cost plate; empty if there is none."""
    shapes = {
        "mountain": "M-9 7L-1-8L3-1L5-4L9 7Z",
        "hill": "M-9 6Q-4-8 0 2Q5-8 9 6Z",
        "wall": "M-9 7V-5h4v3h3v-3h4v3h3v-3h4V7Z",
    }
    where = f"translate({pair((x, y))})"
    if kind in shapes:
        return tag("path", d=shapes[kind], transform=where, fill="#7d6a45")
    if kind in RIVERS:
        waves = "M-9-3q4-5 9 0t9 0M-9 4q4-5 9 0t9 0"
        return tag(
            "path", d=waves, transform=where, fill="none", stroke="#2c7fb0", stroke_width=2.5
        )
    return ""


def has_sign(kind: str) -> bool:
    return bool(sign(kind, 0, 0))


def anchor(x: float, y: float) -> str:
    """Return the sign of a port."""
    shape = "M0-17a5 5 0 1 1-.1 0ZM0-7V20M-10 0H10M-17 8Q-14 20 0 20Q14 20 17 8"
    return tag(
        "path",
        d=shape,
        transform=f"translate({pair((x, y))})",
        fill="none",
        stroke=INK,
        stroke_width=3.5,
        stroke_linecap="round",
    )


def hexagon(layout: str, **attributes: str | float | None) -> str:
    return tag("polygon", points=outline(layout), **attributes)
