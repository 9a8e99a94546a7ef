"""Texts and small plates on a hex: values, labels, names, costs, destination flags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..tiles import COLOURS, Placed, Stop
from .curve import Point
from .hexagon import corner
from .plan import Plan
from .space import Spot, Wish, arrange, coordinate_spot, number_spot
from .stops import Badge
from .style import FILLS, INK, WHITE, pips
from .svg import Value, halo, num, tag, text, text_width, title
from .terrain import anchor, has_sign, sign

NAME_SIZE = 18.0
LAID_NAME_SIZE = 16.0  # on a tile, where room is scarce
_SMALL = 13.0  # names of hexes, numbers of tiles
_LONGEST = 164.0  # width of a name
_CELL = 33.0  # width of one value in a row of values


class Flag(NamedTuple):
    """The destination of a company and what it earns there."""

    badge: Badge
    bonus: int
    tip: str


class Caption(NamedTuple):
    """What is written on a hex beside what its tile says."""

    place: str = ""
    cost: str = ""
    terrain: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    notes: tuple[str, ...] = ()  # short marks: what is bound to this place
    hex_name: str = ""
    coordinate: str = ""
    number: str = ""
    colour: str | None = None  # newest colour of the phase, whose value is emphasised
    least: float = 0.0  # size of the smallest letters


class _Item(NamedTuple):
    wish: Wish
    draw: Callable[[Spot], str]


def texts_svg(placed: Placed, drawing: Plan, layout: str, caption: Caption) -> tuple[str, str]:
    """Return the name of a place and everything else written on its hex, where there is room."""
    name = [*_name(placed, caption)]
    items = [
        *_rows(placed, caption),
        *name,
        *_values(placed, drawing, layout, caption),
        *_label(placed, layout),
        *_cost(caption, layout),
        *_flags(caption, layout),
        *_notes(caption, layout),
    ]
    spots = arrange(placed, layout, tuple(item.wish for item in items), caption.least)
    drawn = [item.draw(at) for item, at in zip(items, spots, strict=True)]
    rest = "".join(text for item, text in zip(items, drawn, strict=True) if item not in name)
    return "".join(drawn[items.index(item)] for item in name), rest + _corners(
        placed, layout, caption
    )


def _corners(placed: Placed, layout: str, caption: Caption) -> str:
    result = ""
    if caption.coordinate:
        x, y = coordinate_spot(layout)
        size = max(_SMALL, caption.least)
        result += text(caption.coordinate, x, y, size, fill=INK, fill_opacity=0.62)
    if caption.number:
        x, y = number_spot(layout)
        # A long number begins farther left, so that it stays on the tile.
        size = max(_SMALL, caption.least)
        beyond = max(0.0, text_width(caption.number, size) - 34) / 2
        result += text(caption.number, x - beyond, y, size, fill=INK)
        result += _pips(pips(placed.tile.colour), x, y - 3 - size / 2)
    return result


def _pips(count: int, x: float, y: float) -> str:
    """Return one small square for each step of the tile colour, for those who see no colours."""
    if not count:
        return ""
    left = x - count * 3.5 + 1
    return tag(
        "path",
        d="".join(f"M{left + 7 * n:g} {y:g}h5" for n in range(count)),
        stroke=INK,
        stroke_width=4,
    )


# --- values ----------------------------------------------------------------------------


def _rows(placed: Placed, caption: Caption) -> Iterator[_Item]:
    for number, stop in enumerate(placed.tile.stops):
        if len(stop.values) > 1:
            row = _row(stop, caption)
            yield _as_stop(row, caption.hex_name, number) if stop.kind == "area" else row


def _as_stop(item: _Item, hex_name: str, number: int) -> _Item:
    """Return the value of an area marked as the stop itself: an area shows nothing else."""
    name = f"{hex_name}.{number}" if hex_name else None
    return _Item(item.wish, lambda at: tag("g", item.draw(at), data_stop=name))


def _values(placed: Placed, drawing: Plan, layout: str, caption: Caption) -> Iterator[_Item]:
    stops = placed.tile.stops
    shown: set[tuple[int, ...]] = set()
    for number, (stop, place) in enumerate(zip(stops, drawing.places, strict=True)):
        if len(stop.values) > 1 or not stop.values[0]:
            continue
        if stop.kind == "city" and len(stops) > 1:
            # Cities of equal value share one figure, as printed tiles do.
            if stop.values in shown:
                continue
            shown.add(stop.values)
        if stop.kind == "area":
            yield _as_stop(_area_value(stop), caption.hex_name, number)
        else:
            yield _figure(stop.values[0], _near(placed, place.at, layout, stop), caption.least)


def _near(placed: Placed, at: Point, layout: str, stop: Stop) -> Wish:
    """Return where the value of a stop belongs."""
    alike = sum(1 for other in placed.tile.stops if other.values == stop.values)
    if len(placed.tile.stops) == 1 and stop.kind == "city":
        x, y = corner(layout, 2)
        return Wish(34, 34, (x * 0.64, y * 0.64), 0.12)
    if stop.kind == "city" and alike > 1:
        return Wish(34, 34, (0.0, 0.0), 0.3)
    return Wish(33, 33, at, 0.6)


def _figure(value: int, wish: Wish, least: float) -> _Item:
    size = max(19.0 if value < 100 else 16.0, least)
    radius = max(16.0, text_width(str(value), size) / 2 + 3)
    wish = wish._replace(width=2 * radius + 1, height=2 * radius + 1)

    def draw(at: Spot) -> str:
        x, y, _ = at
        disc = tag("circle", cx=x, cy=y, r=radius, fill=WHITE, stroke=INK, stroke_width=1.5)
        return disc + text(str(value), x, y, size, font_weight="bold")

    return _Item(wish, draw)


def _area_value(stop: Stop) -> _Item:
    width = 84.0 if stop.free else 48.0

    def draw(at: Spot) -> str:
        x, y, _ = at
        result = anchor(x - 24, y - 2) if stop.free else ""
        x += 20 if stop.free else 0
        result += tag(
            "rect",
            x=x - 23,
            y=y - 17,
            width=46,
            height=34,
            rx=6,
            fill=WHITE,
            stroke=INK,
            stroke_width=1.5,
        )
        return result + text(str(stop.values[0]), x, y, 23, font_weight="bold")

    return _Item(Wish(width, 38, (0.0, 14.0), 0.5), draw)


def _row(stop: Stop, caption: Caption) -> _Item:
    """Return the values by phase; the present one is larger, framed and bold."""
    size = max(15.0, caption.least)
    cell = max(_CELL, 1.6 * size)
    width = cell * len(stop.values)

    def draw(at: Spot) -> str:
        left = at.x - width / 2
        quiet, loud = "", ""
        for n, value in enumerate(stop.values):
            shade, x = COLOURS[n + 1], left + cell * (n + 0.5)
            if shade == caption.colour:
                loud = _cell(value, shade, (x, at.y), cell, max(20.0, size), True)
            else:
                quiet += _cell(value, shade, (x, at.y), cell, size, False)
        return quiet + loud

    near = (0.0, 12.0) if stop.kind == "area" else (0.0, 46.0)
    return _Item(Wish(width + 4, 30, near, 0.25), draw)


def _cell(value: int, shade: str, at: Point, cell: float, size: float, loud: bool) -> str:
    (x, y), grow = at, 3 if loud else -1
    box = tag(
        "rect",
        x=x - cell / 2 - max(grow - 2, 0),
        y=y - 12 - grow,
        width=cell + 2 * max(grow - 2, 0),
        height=24 + 2 * grow,
        rx=3 if loud else None,
        fill=FILLS[shade],
        stroke=INK,
        stroke_width=3 if loud else 0.8,
        data_phase=shade if loud else None,
    )
    return box + text(str(value), x, y, size, font_weight="bold" if loud else None, fill=INK)


# --- words -----------------------------------------------------------------------------


def _label(placed: Placed, layout: str) -> Iterator[_Item]:
    label = placed.tile.label
    if label:
        x, y = corner(layout, 5)
        wish = Wish(text_width(label, 25), 24, (x * 0.66, y * 0.66), 0.12)
        yield _Item(
            wish, lambda at: halo(label, at.x, at.y, 25, font_weight="bold", font_style="italic")
        )


def _name(placed: Placed, caption: Caption) -> Iterator[_Item]:
    if not caption.place:
        return
    size = max(LAID_NAME_SIZE if caption.number else NAME_SIZE, caption.least)
    lines = _lines(caption.place, size)
    width = min(_LONGEST, max(text_width(part, size) for part in lines))
    shrinks = size > caption.least * 1.3  # letters that are small already stay as they are
    area = any(stop.kind == "area" for stop in placed.tile.stops)
    near = (0.0, -24.0 if area else 50.0)

    def draw(at: Spot) -> str:
        high = size * at.scale
        top = at.y - high * (len(lines) - 1) / 2
        return "".join(
            halo(
                part, at.x, top + high * n, high, fill=INK, font_weight="600", **_fitted(part, high)
            )
            for n, part in enumerate(lines)
        )

    yield _Item(Wish(width, size * len(lines), near, 0.3, shrinks), draw)


def _lines(name: str, size: float) -> list[str]:
    """Break a name in two where it says so, or where it is too long for a hex."""
    head, mark, rest = name.partition(" & ")
    if mark:
        return [head, f"& {rest}"]
    breaks = [n for n, sign in enumerate(name) if sign in " -"]
    if text_width(name, size) <= _LONGEST or not breaks:
        return [name]
    middle = min(breaks, key=lambda n: abs(n - len(name) / 2))
    return [name[: middle + 1].strip(), name[middle + 1 :]]


def _fitted(words: str, size: float) -> dict[str, Value]:
    """Condense a line that would be wider than a hex."""
    if text_width(words, size) <= _LONGEST:
        return {}
    return {"textLength": _LONGEST, "lengthAdjust": "spacingAndGlyphs"}


def _cost(caption: Caption, layout: str) -> Iterator[_Item]:
    if not caption.cost:
        return
    signs = [kind for kind in caption.terrain if has_sign(kind)]
    size = max(16.0, caption.least)
    letters, high = text_width(caption.cost, size) + 8, size + 6
    width = letters + 22 * len(signs) + 4

    def draw(at: Spot) -> str:
        left = at.x - width / 2
        plate = tag(
            "rect",
            x=left,
            y=at.y - high / 2,
            width=width,
            height=high,
            rx=high / 2,
            fill=WHITE,
            fill_opacity=0.8,
        )
        marks = "".join(sign(kind, left + 15 + 22 * n, at.y) for n, kind in enumerate(signs))
        return plate + marks + text(caption.cost, left + width - letters / 2, at.y, size)

    yield _Item(Wish(width, high, (0.0, 58.0) if layout == "pointy" else (0.0, 66.0), 0.3), draw)


def _flags(caption: Caption, layout: str) -> Iterator[_Item]:
    for flag in caption.flags:
        yield _flag(flag, layout, max(12.5, caption.least))


def _flag(flag: Flag, layout: str, size: float) -> _Item:
    """Return a pennant in the company's colour with its id and its bonus."""
    lines = [flag.badge.company, f"+{flag.bonus}"] if flag.bonus else [flag.badge.company]
    width = max(text_width(part, size) for part in lines) + 14
    high = 0.56 * size * len(lines) + 1

    ink: dict[str, Value] = {"fill": flag.badge.ink, "font_weight": "bold"}

    def draw(at: Spot) -> str:
        left, right, y = at.x - width / 2, at.x + width / 2, at.y
        cloth = f"M{num(left + 2)} {num(y - high)}H{num(right)}l-7 {high}l7 {high}H{num(left + 2)}Z"
        pole = f"M{num(left + 1)} {num(y - high - 2)}V{num(y + high + 5)}"
        top = y - 0.52 * size * (len(lines) - 1)
        content = (
            title(flag.tip)
            + tag("path", d=cloth, fill=flag.badge.colour, stroke=INK, stroke_width=1.2)
            + tag("path", d=pole, stroke=INK, stroke_width=3)
            + "".join(
                text(part, at.x - 2, top + 1.04 * size * n, size, **ink)
                for n, part in enumerate(lines)
            )
        )
        return tag("g", content, data_destination=flag.badge.company)

    x, y = corner(layout, 3)
    return _Item(Wish(width, 2 * high + 2, (x * 0.5, -46.0 if y > -90 else -52.0), 0.2), draw)


def _notes(caption: Caption, layout: str) -> Iterator[_Item]:
    """Yield small plates in a corner that is seldom used."""
    for note in caption.notes:
        yield _note(note, layout, max(_SMALL, caption.least))


def _note(note: str, layout: str, size: float) -> _Item:
    width, high = text_width(note, size) + 8, size + 5

    def draw(at: Spot) -> str:
        box = {"x": at.x - width / 2, "y": at.y - high / 2, "width": width, "height": high, "rx": 3}
        plate = tag("rect", **box, fill=WHITE, fill_opacity=0.9, stroke=INK, stroke_width=0.8)
        return plate + text(note, at.x, at.y, size)

    x, y = corner(layout, 0)
    return _Item(Wish(width, high, (x * 0.55, y * 0.6), 0.2), draw)
