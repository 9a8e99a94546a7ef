"""Line charts as SVG: each line has a colour, a pattern of dashes and its name at its end."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString, mark_safe

from ...engine.render.svg import document, num, tag, text, title
from .story import Series

_WIDTH, _HEIGHT = 900.0, 380.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 62.0, 150.0, 18.0, 34.0
_INK, _PALE, _GRID = "#1f1f23", "#59605c", "#d5ccb8"

# Okabe and Ito's palette, as the routes on the board.
PLAYER_COLOURS = ("#0072b2", "#d55e00", "#a4307d", "#00694d", "#7a4a00", "#5a5a5a")
DASHES = (None, "10 4", "3 3", "12 4 3 4", "16 6", "6 3")


def chart(
    lines: Sequence[Series],
    colours: Sequence[str],
    label: str,
    length: int,
    rounds: Sequence[tuple[int, str]],
    unit: str = "",
) -> SafeString:
    """Return a chart of series over the actions of a game."""
    top = max((value for line in lines for _, value in line.points), default=0)
    step = _step(top)
    high = max(step, -(-top // step) * step)
    content = (
        tag("rect", width=_WIDTH, height=_HEIGHT, fill="#fffdf8", rx=8)
        + _grid(high, step, unit)
        + _rounds(rounds, length)
        + "".join(
            _line(line, colours[n % len(colours)], DASHES[n % len(DASHES)], high, length)
            for n, line in enumerate(lines)
        )
        + _names(lines, colours, high)
    )
    picture = document(content, (0, 0, _WIDTH, _HEIGHT), label, fill=_INK)
    return mark_safe(picture)


def _step(top: int) -> int:
    """Return a round distance of grid lines, four to eight of them."""
    for step in (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000):
        if top / step <= 7:
            return step
    return 10_000


def _x(at: int, length: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * at / max(length, 1)


def _y(value: int, high: int) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * value / high


def _grid(high: int, step: int, unit: str) -> str:
    result = ""
    for value in range(0, high + 1, step):
        y = _y(value, high)
        result += tag("path", d=f"M{num(_LEFT)} {num(y)}H{num(_WIDTH - _RIGHT)}", stroke=_GRID)
        words = f"{unit}{value}"
        result += text(words, _LEFT - 8, y, 13, text_anchor="end", fill=_PALE)
    return result


def _rounds(rounds: Sequence[tuple[int, str]], length: int) -> str:
    result = ""
    last = -100.0
    for at, name in rounds:
        x = _x(at, length)
        if x - last < 26:
            continue
        last = x
        data = f"M{num(x)} {num(_TOP)}V{num(_HEIGHT - _BOTTOM)}"
        result += tag("path", d=data, stroke=_GRID, stroke_dasharray="2 4")
        result += text(name, x, _HEIGHT - _BOTTOM + 16, 13, fill=_PALE)
    return result


def _line(line: Series, colour: str, dashes: str | None, high: int, length: int) -> str:
    data = "M" + "L".join(f"{num(_x(at, length))} {num(_y(v, high))}" for at, v in line.points)
    path = tag(
        "path",
        d=data,
        fill="none",
        stroke=colour,
        stroke_width=2.6,
        stroke_linejoin="round",
        stroke_dasharray=dashes,
    )
    return tag("g", title(line.name) + path)


def _names(lines: Sequence[Series], colours: Sequence[str], high: int) -> str:
    """Write every name at the end of its line, moved apart where they would overlap."""
    ends = sorted(
        ((_y(line.points[-1][1], high), n, line) for n, line in enumerate(lines) if line.points),
        key=lambda end: (end[0], end[1]),
    )
    result, floor = "", _TOP
    lowest = _HEIGHT - _BOTTOM
    room = max(0.0, lowest - 17 * (len(ends) - 1))
    for place, (y, n, line) in enumerate(ends):
        at = max(min(y, room + 17 * place), floor)
        floor = at + 17
        left = _WIDTH - _RIGHT + 10
        mark = tag(
            "path",
            d=f"M{num(left)} {num(at)}h22",
            stroke=colours[n % len(colours)],
            stroke_width=3.5,
            stroke_dasharray=DASHES[n % len(DASHES)],
        )
        name = line.name if len(line.name) <= 9 else line.name[:8] + "…"
        words = f"{name} {line.points[-1][1]}"
        result += mark + text(words, left + 28, at, 14, text_anchor="start", font_weight="600")
    return result
