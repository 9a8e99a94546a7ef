"""The share price market with the markers of the companies."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ..shares import operating_order
from ..text import word
from .board import Box, badge
from .style import INK, PALE_INK, PAPER, WHITE, fill
from .svg import Drawing, drawing, num, tag, text, text_width, title
from .terrain import PREFIX

if TYPE_CHECKING:
    from ..definition import Definition
    from ..game import Game
    from ..market import Cell, Market

_WIDTH, _HEIGHT, _MARGIN = 74.0, 88.0, 14.0
_PILL, _PITCH = 20.0, 22.0
_LEGEND, _LINE = 40.0, 30.0
_MOST_COLUMNS = 30  # a wider market is drawn in bands, one below the other
_LONGEST_ROW = 8  # ... and so is a longer single row, to be read beside a map and on a telephone
_GAP = 16.0  # between bands
_FIGURES = 24.0  # height of further figures in a cell

_RED = "r"  # the zone whose meaning is the same in all games; others show their letter
_GROUNDS = {_RED: "#f6cfc6"}
_OTHER_GROUND = "#dfe8f3"
_PLAIN_GROUND = "#fffdf6"
_PAR_GROUND = "#fff0b8"


def market_svg(game: Game, language: str = "en") -> str:
    """Return the market: prices, zones, par cells, and the stacks from top to bottom."""
    return str(market_drawing(game, language))


def market_drawing(game: Game, language: str = "en") -> Drawing:
    """Return the market in pieces: the ground, `cell-<index>` for every cell, the legend."""
    market = game.definition.market
    order = {company: n for n, company in enumerate(operating_order(game), 1)}
    stacks = game.state.stacks
    cells = [
        (
            f"cell-{index}",
            _cell(
                game.definition,
                index,
                tuple((c, order[c]) for c in stacks.get(index, ())),
                language,
            ),
        )
        for index in range(len(market.cells))
    ]
    below, legend, box = _printed(game, language)
    label = f"{game.definition.table.title}: {word('market', language)}"
    content = (("ground", below), *cells, ("legend", legend))
    return drawing(content, box, label, data_game=game.header.game, fill=INK)


def market_width(definition: Definition) -> float:
    """Return the width of the market in its own units: those of pixels at its natural size."""
    return _shape(definition.market)[1] * _WIDTH + 2 * _MARGIN


def _printed(game: Game, language: str) -> tuple[str, str, Box]:
    """Return what never changes: below the cells, below the market, and the frame of it all."""
    market = game.definition.market
    rows, _columns, bands = _shape(market)
    width = market_width(game.definition)
    foot = bands * (rows * _high(market) + _GAP) - _GAP + 2 * _MARGIN
    legend, lines = _legend(game, foot + _LEGEND / 2 - 4, width, language)
    height = foot + _LEGEND + (lines - 1) * _LINE
    below = tag("defs", _hatching()) + tag("rect", width=width, height=height, fill=PAPER)
    return below, legend, (0, 0, width, height)


def _shape(market: Market) -> tuple[int, int, int]:
    """Return how many rows and columns a band has, and the number of bands."""
    rows, columns = market.size()
    bands = -(-columns // (_LONGEST_ROW if rows == 1 else _MOST_COLUMNS))
    return rows, -(-columns // bands), bands


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


def _place(market: Market, cell: Cell) -> tuple[float, float]:
    """Return where a cell is drawn."""
    rows, columns, _ = _shape(market)
    band, column = divmod(cell.column, columns)
    y = (band * rows + cell.row) * _high(market) + band * _GAP
    return _MARGIN + column * _WIDTH, _MARGIN + y


def _figures(market: Market, index: int, x: float, y: float) -> str:
    """Return further figures of a cell, each on the ground of its name."""
    result, width = "", (_WIDTH - 12) / max(len(market.printed), 1)
    for n, (name, figures) in enumerate(market.printed.items()):
        left = x + 6 + n * width
        box = {"x": left, "y": y, "width": width, "height": _FIGURES - 5}
        result += tag("rect", **box, fill=fill(name), stroke=INK, stroke_width=0.8)
        result += text(str(figures[index]), left + width / 2, y + (_FIGURES - 5) / 2, 14)
    return result


def _ground(
    definition: Definition, marks: str, x: float, y: float, width: float, height: float
) -> str:
    """Return the ground of a cell: a colour, with hatching for zones, a frame for par cells."""
    zone, par = _zone(marks), "*" in marks
    named = definition.market.zones.get(zone)
    colour = _GROUNDS.get(zone, _OTHER_GROUND) if zone else _PAR_GROUND if par else _PLAIN_GROUND
    colour = named.ground if named else colour
    box = {"x": num(x), "y": num(y), "width": num(width), "height": num(height)}
    result = tag("rect", **box, fill=colour, stroke="#8f8873", stroke_width="1.2")
    if zone and not named:
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


@lru_cache(maxsize=4096)
def _cell(
    definition: Definition, index: int, stack: tuple[tuple[str, int], ...], language: str
) -> str:
    """Return a cell with the markers on it, the top one first, each with its place in the order."""
    market, notes = definition.market, definition.market_notes
    cell = market.cells[index]
    x, y = _place(market, cell)
    marks = "".join(mark for mark in cell.marks if mark not in notes)
    content = _ground(definition, marks, x, y, _WIDTH, _high(market))
    content += _figures(market, index, x, y + _HEIGHT - 4)
    content += tag(
        "rect", x=x + 6, y=y + 6, width=36, height=19, rx=3, fill=WHITE, fill_opacity=0.85
    )
    size = 18 if cell.price < 1000 else 14
    content += text(str(cell.price), x + 24, y + 16, size, font_weight="bold")
    if "*" in cell.marks:
        content += text(word("par_cell", language), x + _WIDTH - 18, y + 16, 11)
    note = "".join(notes[mark] for mark in cell.marks if mark in notes)
    if note:
        content += text(note, x + _WIDTH - 18, y + _HEIGHT - 16, 13, fill=PALE_INK)
    content += _sign(definition, _zone(marks), x + _WIDTH - 14, y + 16)
    content += _stack(definition, stack, x, y + 30)
    return tag("g", content, data_cell=str(index))


def _sign(definition: Definition, zone: str, x: float, y: float) -> str:
    """Return the sign of a zone: nobody has to tell colours apart."""
    named = definition.market.zones.get(zone)
    sign = named.sign if named else "◆" if zone == _RED else zone
    return text(sign, x, y, 14) if sign else ""


def _stack(
    definition: Definition, companies: tuple[tuple[str, int], ...], x: float, y: float
) -> str:
    """Return the markers in a cell, the top one first; many of them overlap like cards."""
    if not companies:
        return ""
    room = _HEIGHT - 36 - _PILL
    pitch = min(_PITCH, room / max(len(companies) - 1, 1))
    result = ""
    for n in reversed(range(len(companies))):  # the top marker covers those below
        company, place = companies[n]
        result += _marker(definition, company, x, y + n * pitch, place)
    return result


def _marker(definition: Definition, company: str, x: float, y: float, place: int) -> str:
    shown = badge(definition, company)
    size = min(14.0, 38 / max(text_width(company, 1), 1))
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


def _legend(game: Game, y: float, width: float, language: str) -> tuple[str, int]:
    """Return what the marks mean, only those that this market has, and the number of lines."""
    marks = "".join(cell.marks for cell in game.definition.market.cells)
    entries = []
    if "*" in marks:
        entries.append(("*", game.text("picture.par_zone", language)))
    if _RED in marks:
        entries.append((_RED, word("red_zone", language)))
    for mark, zone in game.definition.market.zones.items():
        entries.append((mark, zone.es if language == "es" else zone.en))
    result, x, lines = "", _MARGIN, 1
    drawn = [(_swatch(game.definition, mark), words) for mark, words in entries]
    drawn += [
        (tag("rect", width=30, height=22, fill=fill(name), stroke=INK, stroke_width=0.8), words)
        for name in game.definition.market.printed
        for words in [game.text(f"picture.{name}", language)]
    ]
    for swatch, words in [*drawn, ("", word("order", language))]:
        if x > _MARGIN and x + 62 + text_width(words, 16) > width:
            x, y, lines = _MARGIN, y + _LINE, lines + 1
        indent = 38 if swatch else 0
        result += tag("g", swatch, transform=f"translate({num(x)} {num(y - 11)})")
        ink = INK if swatch else PALE_INK
        result += text(words, x + indent, y, 16, text_anchor="start", fill=ink)
        x += 62 + text_width(words, 16)
    return result, lines


def _swatch(definition: Definition, mark: str) -> str:
    """Return a small cell of a zone."""
    return _ground(definition, mark, 0, 0, 30, 22) + _sign(definition, _zone(mark), 15, 11)
