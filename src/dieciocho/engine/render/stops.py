"""Drawing stops: towns, cities with their slots, tokens and reservations."""

from __future__ import annotations

from typing import NamedTuple

from ..tiles import Placed
from .curve import Point, pair, plus, scaled
from .plan import RIM, Place, Plan
from .style import INK, PALE_INK, WHITE
from .svg import Value, tag, text, title

_CONDENSED = 1.8  # by how much letters may be higher than their width allows


class Badge(NamedTuple):
    """How a company shows itself on the table."""

    company: str
    name: str
    colour: str
    ink: str


class Slot(NamedTuple):
    """What lies in a station slot: a token, or the promise of one."""

    token: Badge | None = None
    reserved: Badge | None = None


def stops_svg(
    placed: Placed,
    drawing: Plan,
    hex_name: str,
    slots: tuple[tuple[Slot, ...], ...],
    least: float = 0,
) -> str:
    """Return all stops of a tile."""
    result = ""
    for number, place in enumerate(drawing.places):
        kind = placed.tile.stops[number].kind
        stop = f"{hex_name}.{number}" if hex_name else None
        if place.slots:
            result += _hull(place) if kind == "city" else _shaft(place)
            for n, at in enumerate(place.slots):
                slot = slots[number][n] if number < len(slots) else Slot()
                result += _slot(slot, at, place.radius, stop, n, least)
        elif kind == "town":
            result += tag("g", _town(place), data_stop=stop)
        elif kind == "mine" and not place.slots:
            result += tag("g", _mine(place.at), data_stop=stop)
    return result


def _town(place: Place) -> str:
    """Return a bar across the line of the town, or a dot where several lines meet."""
    if place.heading is None:
        x, y = place.at
        return tag("circle", cx=x, cy=y, r=12, fill=INK, stroke=WHITE, stroke_width=3)
    across = (-place.heading[1] * 19, place.heading[0] * 19)
    rim = (-place.heading[1] * 21.5, place.heading[0] * 21.5)

    def bar(offset: Point, width: float, colour: str) -> str:
        data = f"M{pair(plus(place.at, offset))}L{pair(plus(place.at, scaled(offset, -1)))}"
        return tag("path", d=data, stroke=colour, stroke_width=width)

    return bar(rim, 18, WHITE) + bar(across, 12.5, INK)


def _mine(at: Point) -> str:
    """Return crossed hammers on a light plate."""
    plate = tag("circle", r=19, fill=WHITE, stroke=INK, stroke_width=2.5)
    hammers = tag(
        "path",
        d="M-10 11L8-9M10 11L-8-9M3-14L14-4M-3-14L-14-4",
        fill="none",
        stroke=INK,
        stroke_width=4,
        stroke_linecap="round",
    )
    return tag("g", plate + hammers, transform=f"translate({pair(at)})")


def _hull(place: Place) -> str:
    """Return the body of a city: what a wide pen leaves that goes round its slots."""
    if len(place.slots) == 1:
        (x, y) = place.slots[0]
        return tag("circle", cx=x, cy=y, r=place.radius + RIM, fill=INK)
    data = "M" + "L".join(pair(point) for point in place.slots) + "Z"
    width = 2 * (place.radius + RIM)
    return tag("path", d=data, fill=INK, stroke=INK, stroke_width=width, stroke_linejoin="round")


def _shaft(place: Place) -> str:
    """Return the body of a mine: a square around its slot, pick and shovel beside it."""
    (x, y) = place.slots[0]
    half = place.radius + RIM
    box = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": 7}
    tools = (
        "M-9 9L8-8M-10-4Q0-14 11-2"  # a pick
        "M9 9L-6-6M-12-8Q-10-13-5-12L-2-6L-7-3Z"  # a shovel
    )
    at = f"translate({pair(place.sign or place.at)})"
    pen = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round", "transform": at}
    return (
        tag("rect", **box, fill=INK)
        + tag("path", d=tools, stroke=WHITE, stroke_width=7, **pen)
        + tag("path", d=tools, stroke=INK, stroke_width=3, **pen)
    )


def _slot(slot: Slot, at: Point, radius: float, stop: str | None, number: int, least: float) -> str:
    x, y = at
    content = ""
    if slot.token:
        content = title(f"{slot.token.company} · {slot.token.name}")
        content += token_svg(slot.token, at, radius, least)
    else:
        content = tag("circle", cx=x, cy=y, r=radius, fill=WHITE)
        if slot.reserved:
            content += _promise(slot.reserved, at, radius, least)
    return tag(
        "g",
        content,
        data_stop=stop,
        data_slot=None if stop is None else str(number),
        data_token=slot.token.company if slot.token else None,
        data_reserved=slot.reserved.company if slot.reserved else None,
    )


def token_svg(badge: Badge, at: Point, radius: float, least: float = 0) -> str:
    """Return a token: the company's colour within a white ring, and its id."""
    x, y = at
    disc = tag(
        "circle", cx=x, cy=y, r=radius - 1.5, fill=badge.colour, stroke=WHITE, stroke_width=3
    )
    return disc + _id(badge, at, radius, least, fill=badge.ink, font_weight="bold")


def _promise(badge: Badge, at: Point, radius: float, least: float) -> str:
    """Return the mark of a home where the company has yet to come."""
    x, y = at
    ring = tag(
        "circle",
        cx=x,
        cy=y,
        r=radius - 3.5,
        fill=badge.colour,
        fill_opacity=0.18,
        stroke=badge.colour,
        stroke_width=4,
        stroke_dasharray="8 5",
    )
    return ring + _id(badge, at, radius - 2, least, fill=PALE_INK)


def _id(badge: Badge, at: Point, radius: float, least: float, **look: Value) -> str:
    """Write a company's id into a circle; long ones are condensed rather than too small to read."""
    word, (x, y) = badge.company, at
    fitting = min(radius * 0.9, radius * 2.15 / max(len(word), 1))
    size = max(fitting, min(least, fitting * _CONDENSED))
    width = radius * 1.72 if size > fitting else None
    return text(
        word, x, y, size, textLength=width, lengthAdjust=width and "spacingAndGlyphs", **look
    )
