"""Line charts as SVG: each line has a colour, a pattern of dashes and its name at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct
from msgspec.structs import replace

from ...engine.render.svg import clipped, document, num, tag, text, text_width, title
from .story import Series

_INK, _PALE, _GRID = "#1f1f23", "#59605c", "#d5ccb8"

# Okabe and Ito's palette, as the routes on the board.
PLAYER_COLOURS = ("#0072b2", "#d55e00", "#a4307d", "#00694d", "#7a4a00", "#5a5a5a")
DASHES = (None, "10 4", "3 3", "12 4 3 4", "16 6", "6 3")


class Frame(Struct, frozen=True):
    """The size of a chart and the margins around its lines."""

    width: float
    height: float
    left: float = 62.0
    right: float = 190.0
    top: float = 18.0
    bottom: float = 34.0
    rounds_apart: float = 20.0

    def x(self, at: int, length: int) -> float:
        return self.left + (self.width - self.left - self.right) * at / max(length, 1)

    def y(self, value: float, high: int) -> float:
        return self.height - self.bottom - (self.height - self.top - self.bottom) * value / high


WIDE = Frame(900.0, 380.0)
NARROW = Frame(440.0, 400.0, left=58.0, right=150.0)  # for telephones


def chart(
    lines: Sequence[Series],
    colours: Sequence[str],
    label: str,
    length: int,
    rounds: Sequence[tuple[int, str]],
    unit: str = "",
    frame: Frame = WIDE,
    over: Callable[[Frame, int], str] | None = None,
) -> SafeString:
    """Return a chart of series over the actions of a game; `over` draws more, above the lines."""
    values = [value for line in lines for part in line.parts for _, value in part]
    top = max(values, default=0)
    step = _step(top)
    high = max(step, -(-top // step) * step)
    left = max(frame.left, text_width(f"{unit}{high}", 13) + 14)  # amounts are written whole
    frame = replace(frame, left=left)
    content = (
        tag("rect", width=frame.width, height=frame.height, fill="#fffdf8", rx=8)
        + _grid(frame, high, step, unit)
        + _rounds(frame, rounds, length)
        + "".join(
            _line(frame, line, *_look(n, colours), high, length) for n, line in enumerate(lines)
        )
        + _ends(frame, [line for line in lines if line.ended], high, length)
        + (over(frame, high) if over is not None else "")
        + _names(frame, lines, colours, high, unit)
    )
    picture = document(content, (0, 0, frame.width, frame.height), label, fill=_INK)
    return mark_safe(picture)


def _look(number: int, colours: Sequence[str]) -> tuple[str, str | None]:
    """Return colour and dashes of a line: where colours come again they are dashed otherwise."""
    turns, colour = divmod(number, len(colours))
    return colours[colour], DASHES[(colour + turns) % len(DASHES)]


def _step(top: int) -> int:
    """Return a round distance of grid lines, four to eight of them."""
    for step in (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000):
        if top / step <= 7:
            return step
    return 10_000


def _grid(frame: Frame, high: int, step: int, unit: str) -> str:
    result = ""
    for value in range(0, high + 1, step):
        y = frame.y(value, high)
        result += tag(
            "path", d=f"M{num(frame.left)} {num(y)}H{num(frame.width - frame.right)}", stroke=_GRID
        )
        words = f"{unit}{value}"
        result += text(words, frame.left - 8, y, 13, text_anchor="end", fill=_PALE)
    return result


def _rounds(frame: Frame, rounds: Sequence[tuple[int, str]], length: int) -> str:
    result = ""
    last = -100.0
    for at, name in rounds:
        x = frame.x(at, length)
        data = f"M{num(x)} {num(frame.top)}V{num(frame.height - frame.bottom)}"
        result += tag("path", d=data, stroke=_GRID, stroke_dasharray="2 4")
        if (
            x - last >= frame.rounds_apart
        ):  # every round has its line, and its number if there is room
            last = x
            result += text(name, x, frame.height - frame.bottom + 16, 13, fill=_PALE)
    return result


def _line(
    frame: Frame, line: Series, colour: str, dashes: str | None, high: int, length: int
) -> str:
    data = "".join(
        "M" + "L".join(f"{num(frame.x(at, length))} {num(frame.y(v, high))}" for at, v in part)
        for part in line.parts
    )
    look: dict[str, str | float | None] = {
        "d": data,
        "fill": "none",
        "stroke_linejoin": "round",
        "stroke_dasharray": dashes,
    }
    # A rim, so that pale lines show on paper, and dark ones at night, when all is turned over.
    rim = tag("path", stroke=_INK, stroke_opacity=0.4, stroke_width=4.2, **look)
    path = tag("path", stroke=colour, stroke_width=2.6, **look)
    return tag("g", title(line.name) + rim + path)


def _ends(frame: Frame, lines: Sequence[Series], high: int, length: int) -> str:
    """Mark where companies came to an end, with their names there instead of in the margin."""
    result = ""
    taken: list[tuple[float, float, float]] = []  # from where to where, and how high
    for line in sorted(lines, key=lambda line: line.last):
        at, value = line.last
        x, y = frame.x(at, length), frame.y(value, high)
        cross = f"M{num(x - 4)} {num(y - 4)}l8 8m0 -8l-8 8"
        result += tag("path", d=cross, stroke=_INK, stroke_width=2)
        words = _short(line.name)
        half, y = text_width(words, 12) / 2 + 2, y - 11
        while any(x - half < b and x + half > a and abs(y - h) < 12 for a, b, h in taken):
            y -= 12
        taken.append((x - half, x + half, y))
        result += text(words, x, y, 12, fill=_INK, font_weight="600")
    return result


def _short(name: str) -> str:
    return name if len(name) <= 9 else name[:8] + "…"


def _names(
    frame: Frame, lines: Sequence[Series], colours: Sequence[str], high: int, unit: str
) -> str:
    """Write every name at the end of its line, moved apart where they would overlap."""
    ends = sorted(
        ((frame.y(line.last[1], high), n, line) for n, line in enumerate(lines) if not line.ended),
        key=lambda end: (end[0], end[1]),
    )
    result, floor = "", frame.top
    lowest = frame.height - frame.bottom
    room = max(0.0, lowest - 17 * (len(ends) - 1))
    for place, (y, n, line) in enumerate(ends):
        at = max(min(y, room + 17 * place), floor)
        floor = at + 17
        left = frame.width - frame.right + 10
        colour, dashes = _look(n, colours)
        mark = tag(
            "path",
            d=f"M{num(left)} {num(at)}h22",
            stroke=colour,
            stroke_width=3.5,
            stroke_dasharray=dashes,
        )
        value = f" {unit}{line.last[1]}"
        room = frame.right - 42 - text_width(value, 14)  # the name gives way, never the figure
        words = clipped(line.name, 14, room) + value
        result += mark + text(words, left + 28, at, 14, text_anchor="start", font_weight="600")
    return result
