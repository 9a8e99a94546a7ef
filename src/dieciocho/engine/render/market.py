"""The share price market with the markers of the companies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..shares import operating_order
from .board import badge
from .style import INK, PALE_INK, PAPER, WHITE
from .svg import document, num, tag, text, text_width, title
from .terrain import PREFIX
from .words import word

if TYPE_CHECKING:
    from ..game import Game
    from ..market import Cell

_WIDTH, _HEIGHT, _MARGIN = 74.0, 88.0, 14.0
_PILL, _PITCH = 20.0, 22.0
_LEGEND, _LINE = 40.0, 30.0
_MOST_COLUMNS = 30  # a wider market is drawn in bands, one below the other
_GAP = 16.0  # between bands

_RED = "r"  # the zone whose meaning is the same in all games; others show their letter
_GROUNDS = {_RED: "#f6cfc6"}
_OTHER_GROUND = "#dfe8f3"
_PLAIN_GROUND = "#fffdf6"
_PAR_GROUND = "#fff0b8"


def market_svg(game: Game, language: str = "en") -> str:
    """Return the market: prices, zones, par cells, and the stacks from top to bottom."""
    market = game.definition.market
    rows, columns = market.size()
    bands = -(-columns // _MOST_COLUMNS)
    order = {company: n for n, company in enumerate(operating_order(game), 1)}
    cells = "".join(
        _cell(game, index, cell, order, language) for index, cell in enumerate(market.cells)
    )
    width = -(-columns // bands) * _WIDTH + 2 * _MARGIN
    foot = bands * (rows * _HEIGHT + _GAP) - _GAP + 2 * _MARGIN
    legend, lines = _legend(game, foot + _LEGEND / 2 - 4, width, language)
    height = foot + _LEGEND + (lines - 1) * _LINE
    content = (
        tag("defs", _hatching())
        + tag("rect", width=width, height=height, fill=PAPER)
        + tag("g", cells, transform=f"translate({num(_MARGIN)} {num(_MARGIN)})")
        + legend
    )
    label = f"{game.definition.table.title}: {word('market', language)}"
    return document(content, (0, 0, width, height), label, data_game=game.header.game, fill=INK)


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


def _place(game: Game, cell: Cell) -> tuple[float, float]:
    """Return where a cell is drawn."""
    rows, columns = game.definition.market.size()
    across = -(-columns // -(-columns // _MOST_COLUMNS))
    band, column = divmod(cell.column, across)
    return column * _WIDTH, (band * rows + cell.row) * _HEIGHT + band * _GAP


def _ground(game: Game, marks: str, x: float, y: float, width: float, height: float) -> str:
    """Return the ground of a cell: a colour, with hatching for zones, a frame for par cells."""
    zone, par = _zone(marks), "*" in marks
    named = game.definition.market.zones.get(zone)
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


def _cell(game: Game, index: int, cell: Cell, order: dict[str, int], language: str) -> str:
    x, y = _place(game, cell)
    content = _ground(game, cell.marks, x, y, _WIDTH, _HEIGHT)
    content += tag(
        "rect", x=x + 6, y=y + 6, width=36, height=19, rx=3, fill=WHITE, fill_opacity=0.85
    )
    size = 18 if cell.price < 1000 else 14
    content += text(str(cell.price), x + 24, y + 16, size, font_weight="bold")
    if "*" in cell.marks:
        content += text(word("par_cell", language), x + _WIDTH - 18, y + 16, 11)
    content += _sign(game, _zone(cell.marks), x + _WIDTH - 14, y + 16)
    content += _stack(game, game.state.stacks.get(index, ()), x, y + 30, order)
    return tag("g", content, data_cell=str(index))


def _sign(game: Game, zone: str, x: float, y: float) -> str:
    """Return the sign of a zone: nobody has to tell colours apart."""
    named = game.definition.market.zones.get(zone)
    sign = named.sign if named else "◆" if zone == _RED else zone
    return text(sign, x, y, 14) if sign else ""


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


def _legend(game: Game, y: float, width: float, language: str) -> tuple[str, int]:
    """Return what the marks mean, only those that this market has, and the number of lines."""
    marks = "".join(cell.marks for cell in game.definition.market.cells)
    entries = []
    if "*" in marks:
        entries.append(("*", word("par_zone", language)))
    if _RED in marks:
        entries.append((_RED, word("red_zone", language)))
    for mark, zone in game.definition.market.zones.items():
        entries.append((mark, zone.es if language == "es" else zone.en))
    result, x, lines = "", _MARGIN, 1
    for mark, words in [*entries, ("", word("order", language))]:
        if x > _MARGIN and x + 62 + text_width(words, 16) > width:
            x, y, lines = _MARGIN, y + _LINE, lines + 1
        if not mark:
            result += text(words, x, y, 16, text_anchor="start", fill=PALE_INK)
            break
        result += _ground(game, mark, x, y - 11, 30, 22)
        result += _sign(game, _zone(mark), x + 15, y)
        result += text(words, x + 38, y, 16, text_anchor="start", fill=INK)
        x += 62 + text_width(words, 16)
    return result, lines
