"""The share price market with the markers of the companies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..shares import operating_order
from .board import badge
from .style import INK, PALE_INK, PAPER, WHITE, fill
from .svg import document, num, tag, text, text_width, title
from .terrain import PREFIX
from .words import word

if TYPE_CHECKING:
    from ..game import Game
    from ..market import Cell, Market

_WIDTH, _HEIGHT, _MARGIN = 74.0, 88.0, 14.0
_PILL, _PITCH = 20.0, 22.0
_LEGEND = 40.0
_FIGURES = 24.0  # height of further figures in a cell
_LONGEST = 16  # a single row of more cells is drawn in several lines

_RED = "r"  # the zone whose meaning is the same in all games; others show their letter
_GROUNDS = {_RED: "#f6cfc6"}
_OTHER_GROUND = "#dfe8f3"
_PLAIN_GROUND = "#fffdf6"
_PAR_GROUND = "#fff0b8"


def market_svg(game: Game, language: str = "en") -> str:
    """Return the market: prices, zones, par cells, and the stacks from top to bottom."""
    market = game.definition.market
    rows, columns = _shape(market)
    high = _high(market)
    order = {company: n for n, company in enumerate(operating_order(game), 1)}
    cells = "".join(
        _cell(game, index, cell, order, language) for index, cell in enumerate(market.cells)
    )
    width = columns * _WIDTH + 2 * _MARGIN
    height = rows * high + 2 * _MARGIN + _LEGEND
    content = (
        tag("defs", _hatching())
        + tag("rect", width=width, height=height, fill=PAPER)
        + tag("g", cells, transform=f"translate({num(_MARGIN)} {num(_MARGIN)})")
        + _legend(game, height - _LEGEND / 2 - 4, language)
    )
    label = f"{game.definition.table.title}: {word('market', language)}"
    return document(content, (0, 0, width, height), label, data_game=game.header.game, fill=INK)


def _shape(market: Market) -> tuple[int, int]:
    """Return how many lines and columns are drawn."""
    rows, columns = market.size()
    if rows > 1 or columns <= _LONGEST:
        return rows, columns
    lines = -(-columns // _LONGEST)
    return lines, -(-columns // lines)


def _high(market: Market) -> float:
    return _HEIGHT + (_FIGURES if market.printed else 0.0)


def _hatching() -> str:
    stripes = tag("path", d="M0 10L10 0", stroke="#b5462f", stroke_width=1.2, stroke_opacity=0.6)
    dots = tag("circle", cx=5, cy=5, r=1.4, fill="#4a6a94")
    size = {"width": "10", "height": "10", "patternUnits": "userSpaceOnUse"}
    return tag("pattern", stripes, id=f"{PREFIX}stripes", **size) + tag(
        "pattern", dots, id=f"{PREFIX}dots", **size
    )


def _zone(marks: str) -> str:
    """Return the letter of the zone of a cell, if any."""
    return marks.replace("*", "")[:1]


def _figures(market: Market, index: int, x: float, y: float) -> str:
    """Return further figures of a cell, each on the ground of its name."""
    result, width = "", (_WIDTH - 12) / max(len(market.printed), 1)
    for n, (name, figures) in enumerate(market.printed.items()):
        left = x + 6 + n * width
        box = {"x": left, "y": y, "width": width, "height": _FIGURES - 5}
        result += tag("rect", **box, fill=fill(name), stroke=INK, stroke_width=0.8)
        result += text(str(figures[index]), left + width / 2, y + (_FIGURES - 5) / 2, 14)
    return result


def _ground(marks: str, x: float, y: float, width: float, height: float) -> str:
    """Return the ground of a cell: a colour, with hatching for zones, a frame for par cells."""
    zone, par = _zone(marks), "*" in marks
    colour = _GROUNDS.get(zone, _OTHER_GROUND) if zone else _PAR_GROUND if par else _PLAIN_GROUND
    box = {"x": num(x), "y": num(y), "width": num(width), "height": num(height)}
    result = tag("rect", **box, fill=colour, stroke="#8f8873", stroke_width="1.2")
    if zone:
        pattern = "stripes" if zone == _RED else "dots"
        result += tag("rect", **box, fill=f"url(#{PREFIX}{pattern})")
    if par:
        result += tag(
            "rect",
            x=x + 3,
            y=y + 3,
            width=width - 6,
            height=height - 6,
            fill="none",
            stroke=INK,
            stroke_width=2.2,
        )
    return result


def _cell(game: Game, index: int, cell: Cell, order: dict[str, int], language: str) -> str:
    market, notes = game.definition.market, game.definition.market_notes
    columns = _shape(market)[1]
    column, row = cell.column % columns, cell.row + cell.column // columns
    x, y = column * _WIDTH, row * _high(market)
    marks = "".join(mark for mark in cell.marks if mark not in notes)
    content = _ground(marks, x, y, _WIDTH, _high(market))
    content += _figures(market, index, x, y + _HEIGHT - 4)
    content += tag(
        "rect", x=x + 6, y=y + 6, width=36, height=19, rx=3, fill=WHITE, fill_opacity=0.85
    )
    content += text(str(cell.price), x + 24, y + 16, 18, font_weight="bold")
    if "*" in cell.marks:
        content += text(word("par_cell", language), x + _WIDTH - 18, y + 16, 11)
    note = "".join(notes[mark] for mark in cell.marks if mark in notes)
    if note:
        content += text(note, x + _WIDTH - 18, y + _HEIGHT - 16, 13, fill=PALE_INK)
    zone = _zone(marks)
    if zone:
        content += text("◆" if zone == _RED else zone, x + _WIDTH - 14, y + 16, 14)
    content += _stack(game, game.state.stacks.get(index, ()), x, y + 30, order)
    return tag("g", content, data_cell=str(index))


def _stack(
    game: Game, companies: tuple[str, ...], x: float, y: float, order: dict[str, int]
) -> str:
    """Return the markers in a cell, the top one first; many of them overlap like cards."""
    if not companies:
        return ""
    room = _HEIGHT - 36 - _PILL
    pitch = min(_PITCH, room / max(len(companies) - 1, 1))
    result = ""
    for n in reversed(range(len(companies))):  # the top marker covers those below
        result += _marker(game, companies[n], x, y + n * pitch, order[companies[n]])
    return result


def _marker(game: Game, company: str, x: float, y: float, place: int) -> str:
    shown = badge(game.definition, company)
    size = min(14.0, 46 / (max(len(company), 1) * 0.66))
    content = (
        title(f"{company} · {shown.name}")
        + tag(
            "rect",
            x=x + 19,
            y=y,
            width=_WIDTH - 25,
            height=_PILL,
            rx=_PILL / 2,
            fill=shown.colour,
            stroke=INK,
            stroke_width=1.5,
        )
        + text(
            company,
            x + 19 + (_WIDTH - 25) / 2,
            y + _PILL / 2,
            size,
            fill=shown.ink,
            font_weight="bold",
        )
        + text(str(place), x + 11, y + _PILL / 2, 13, fill=INK)
    )
    return tag("g", content, data_marker=company)


def _legend(game: Game, y: float, language: str) -> str:
    """Return what the marks mean; only those that this market has."""
    market = game.definition.market
    marks = "".join(cell.marks for cell in market.cells)
    entries = []
    if "*" in marks:
        entries.append(("*", word("par_zone", language)))
    if _RED in marks:
        entries.append((_RED, word("red_zone", language)))
    result, x = "", _MARGIN
    for mark, words in entries:
        result += _ground(mark, x, y - 11, 30, 22)
        if mark == _RED:
            result += text("◆", x + 15, y, 14)
        result += text(words, x + 38, y, 16, text_anchor="start", fill=INK)
        x += 62 + text_width(words, 16)
    result += text(word("order", language), x, y, 16, text_anchor="start", fill=PALE_INK)
    x += 30 + text_width(word("order", language), 16)
    for name in market.printed:
        box = {"x": x, "y": y - 11, "width": 30, "height": 22}
        result += tag("rect", **box, fill=fill(name), stroke=INK, stroke_width=0.8)
        words = game.text(f"picture.{name}", language)
        result += text(words, x + 38, y, 16, text_anchor="start", fill=INK)
        x += 62 + text_width(words, 16)
    return result
