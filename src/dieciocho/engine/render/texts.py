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
from .svg import halo, num, tag, text, text_width, title
from .terrain import anchor, has_sign, sign

NAME_SIZE = 18.0
LAID_NAME_SIZE = 16.0  # on a tile, where room is scarce
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


class _Item(NamedTuple):
    wish: Wish
    draw: Callable[[Spot], str]


def texts_svg(placed: Placed, drawing: Plan, layout: str, caption: Caption) -> str:
    """Return everything written on a hex, each text where there is room for it."""
    items = [
        *_rows(placed, caption),
        *_name(placed, caption),
        *_values(placed, drawing, layout, caption.hex_name),
        *_label(placed, layout),
        *_cost(caption, layout),
        *_flags(caption, layout),
        *_notes(caption, layout),
    ]
    spots = arrange(placed, layout, tuple(item.wish for item in items))
    result = "".join(item.draw(at) for item, at in zip(items, spots, strict=True))
    return result + _corners(placed, layout, caption)


def _corners(placed: Placed, layout: str, caption: Caption) -> str:
    result = ""
    if caption.coordinate:
        x, y = coordinate_spot(layout)
        result += text(caption.coordinate, x, y, 13, fill=INK, fill_opacity=0.62)
    if caption.number:
        x, y = number_spot(layout)
        # A long number begins farther left, so that it stays on the tile.
        beyond = max(0.0, text_width(caption.number, 13) - 34) / 2
        result += text(caption.number, x - beyond, y, 13, fill=INK)
        result += _pips(pips(placed.tile.colour), x, y - 10)
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
            row = _row(stop, caption.colour)
            yield _as_stop(row, caption.hex_name, number) if stop.kind == "area" else row


def _as_stop(item: _Item, hex_name: str, number: int) -> _Item:
    """Return the value of an area marked as the stop itself: an area shows nothing else."""
    name = f"{hex_name}.{number}" if hex_name else None
    return _Item(item.wish, lambda at: tag("g", item.draw(at), data_stop=name))


def _values(placed: Placed, drawing: Plan, layout: str, hex_name: str) -> Iterator[_Item]:
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
            yield _as_stop(_area_value(stop), hex_name, number)
        else:
            yield _figure(stop.values[0], _near(placed, place.at, layout, stop))


def _near(placed: Placed, at: Point, layout: str, stop: Stop) -> Wish:
    """Return where the value of a stop belongs."""
    alike = sum(1 for other in placed.tile.stops if other.values == stop.values)
    if len(placed.tile.stops) == 1 and stop.kind == "city":
        x, y = corner(layout, 2)
        return Wish(34, 34, (x * 0.64, y * 0.64), 0.12)
    if stop.kind == "city" and alike > 1:
        return Wish(34, 34, (0.0, 0.0), 0.3)
    return Wish(33, 33, at, 0.6)


def _figure(value: int, wish: Wish) -> _Item:
    def draw(at: Spot) -> str:
        x, y, _ = at
        disc = tag("circle", cx=x, cy=y, r=16, fill=WHITE, stroke=INK, stroke_width=1.5)
        return disc + text(str(value), x, y, 19 if value < 100 else 16, font_weight="bold")

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


def _row(stop: Stop, colour: str | None) -> _Item:
    """Return the values by phase; the present one is larger, framed and bold."""
    width = _CELL * len(stop.values)

    def draw(at: Spot) -> str:
        left = at.x - width / 2
        quiet, loud = "", ""
        for n, value in enumerate(stop.values):
            shade, x = COLOURS[n + 1], left + _CELL * (n + 0.5)
            if shade == colour:
                loud = _cell(value, shade, x, at.y, True)
            else:
                quiet += _cell(value, shade, x, at.y, False)
        return quiet + loud

    near = (0.0, 12.0) if stop.kind == "area" else (0.0, 46.0)
    return _Item(Wish(width + 4, 30, near, 0.25), draw)


def _cell(value: int, shade: str, x: float, y: float, loud: bool) -> str:
    grow = 3 if loud else -1
    box = tag(
        "rect",
        x=x - _CELL / 2 - max(grow - 2, 0),
        y=y - 12 - grow,
        width=_CELL + 2 * max(grow - 2, 0),
        height=24 + 2 * grow,
        rx=3 if loud else None,
        fill=FILLS[shade],
        stroke=INK,
        stroke_width=3 if loud else 0.8,
        data_phase=shade if loud else None,
    )
    size, weight = (20, "bold") if loud else (15, None)
    return box + text(str(value), x, y, size, font_weight=weight, fill=INK)


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
    head, mark, rest = caption.place.partition(" & ")
    lines = [head, f"& {rest}"] if mark else [caption.place]
    size = LAID_NAME_SIZE if caption.number else NAME_SIZE
    width = max(text_width(part, size) for part in lines)
    area = any(stop.kind == "area" for stop in placed.tile.stops)
    near = (0.0, -24.0 if area else 50.0)

    def draw(at: Spot) -> str:
        high = size * at.scale
        top = at.y - high * (len(lines) - 1) / 2
        return "".join(
            halo(part, at.x, top + high * n, high, fill=INK, font_weight="600")
            for n, part in enumerate(lines)
        )

    yield _Item(Wish(width, size * len(lines), near, 0.3, True), draw)


def _cost(caption: Caption, layout: str) -> Iterator[_Item]:
    if not caption.cost:
        return
    signs = [kind for kind in caption.terrain if has_sign(kind)]
    letters = text_width(caption.cost, 16) + 8
    width = letters + 22 * len(signs) + 4

    def draw(at: Spot) -> str:
        left = at.x - width / 2
        plate = tag(
            "rect",
            x=left,
            y=at.y - 11,
            width=width,
            height=22,
            rx=11,
            fill=WHITE,
            fill_opacity=0.8,
        )
        marks = "".join(sign(kind, left + 15 + 22 * n, at.y) for n, kind in enumerate(signs))
        return plate + marks + text(caption.cost, left + width - letters / 2, at.y, 16)

    yield _Item(Wish(width, 22, (0.0, 58.0) if layout == "pointy" else (0.0, 66.0), 0.3), draw)


def _flags(caption: Caption, layout: str) -> Iterator[_Item]:
    for flag in caption.flags:
        yield _flag(flag, layout)


def _flag(flag: Flag, layout: str) -> _Item:
    """Return a pennant in the company's colour with its id and its bonus."""
    lines = [flag.badge.company, f"+{flag.bonus}"] if flag.bonus else [flag.badge.company]
    width = max(text_width(part, 12.5) for part in lines) + 14
    high = 7 * len(lines) + 1

    def draw(at: Spot) -> str:
        left, right, y = at.x - width / 2, at.x + width / 2, at.y
        cloth = f"M{num(left + 2)} {num(y - high)}H{num(right)}l-7 {high}l7 {high}H{num(left + 2)}Z"
        pole = f"M{num(left + 1)} {num(y - high - 2)}V{num(y + high + 5)}"
        top = y - 6.5 * (len(lines) - 1)
        content = (
            title(flag.tip)
            + tag("path", d=cloth, fill=flag.badge.colour, stroke=INK, stroke_width=1.2)
            + tag("path", d=pole, stroke=INK, stroke_width=3)
            + "".join(
                text(part, at.x - 2, top + 13 * n, 12.5, fill=flag.badge.ink, font_weight="bold")
                for n, part in enumerate(lines)
            )
        )
        return tag("g", content, data_destination=flag.badge.company)

    x, y = corner(layout, 3)
    return _Item(Wish(width, 2 * high + 2, (x * 0.5, -46.0 if y > -90 else -52.0), 0.2), draw)


def _notes(caption: Caption, layout: str) -> Iterator[_Item]:
    """Yield small plates in a corner that is seldom used."""
    for note in caption.notes:
        yield _note(note, layout)


def _note(note: str, layout: str) -> _Item:
    width = text_width(note, 13) + 8

    def draw(at: Spot) -> str:
        box = {"x": at.x - width / 2, "y": at.y - 9, "width": width, "height": 18, "rx": 3}
        plate = tag("rect", **box, fill=WHITE, fill_opacity=0.9, stroke=INK, stroke_width=0.8)
        return plate + text(note, at.x, at.y, 13)

    x, y = corner(layout, 0)
    return _Item(Wish(width, 18, (x * 0.55, y * 0.6), 0.2), draw)
