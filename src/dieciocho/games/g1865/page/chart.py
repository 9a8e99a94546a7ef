"""The Dragons' chart as a picture: zones, the estimate of every company, what the Dragons hold."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from ....engine.render.board import badge
from ....engine.render.stops import token_svg
from ....engine.render.style import INK, PALE_INK, PAPER, WHITE
from ....engine.render.svg import document, tag, text, text_width, title
from ....engine.shares import operating_order, ordinary, percent
from ..components import GREEN, RED, figures
from ..components import WHITE as WHITE_ZONE
from ..dragons import estimate
from ..facts import DRAGONS, facts, phase_number
from ..holdings import certificate_count

if TYPE_CHECKING:
    from ....engine.game import Game

_CELL_WIDTH, _CELL_HEIGHT = 62.0, 84.0
_LEFT, _TOP, _MARGIN = 92.0, 78.0, 16.0
_LEGEND = 44.0
_HOLDINGS = 64.0
# Each zone has a sign as well as a colour.
_ZONES = {
    RED: ("#f2b3a4", "▼", "sell"),
    WHITE_ZONE: ("#ffffff", "–", "ignore"),
    GREEN: ("#b9dfae", "▲", "buy"),
}


def dragons_svg(game: Game, language: str = "en") -> str:
    """Return the chart; the row of the present phase is framed."""
    rows, columns = list(figures().dragons.white), figures().dragons.columns
    width = _LEFT + columns * _CELL_WIDTH + _MARGIN
    below = _TOP + len(rows) * _CELL_HEIGHT
    height = below + _LEGEND + _HOLDINGS + _MARGIN
    content = (
        tag("rect", width=width, height=height, fill=PAPER)
        + _head(game, columns, language)
        + "".join(_row(row, _TOP + n * _CELL_HEIGHT, columns) for n, row in enumerate(rows))
        + _frame(game, rows, columns)
        + _markers(game, rows, columns)
        + _legend(game, below + _LEGEND / 2 + 2, language)
        + _holdings(game, below + _LEGEND + _HOLDINGS / 2, language)
    )
    label = f"{game.definition.table.title}: {game.text('picture.chart', language)}"
    return document(content, (0, 0, width, height), label, data_game=game.header.game, fill=INK)


def _head(game: Game, columns: int, language: str) -> str:
    names = "".join(
        text(
            str(column) if column < columns else f"{column}+",
            _LEFT + (column - 0.5) * _CELL_WIDTH,
            _TOP - 18,
            18,
            font_weight="bold",
        )
        for column in range(1, columns + 1)
    )
    words = game.text("picture.estimate", language)
    return names + text(words, _LEFT, _TOP - 48, 18, text_anchor="start", fill=PALE_INK)


def _row(row: int, y: float, columns: int) -> str:
    result = text(f"PH{row}", _LEFT / 2, y + _CELL_HEIGHT / 2, 24, font_weight="bold")
    for column in range(1, columns + 1):
        colour, sign, _ = _ZONES[figures().dragons.zone(row, column)]
        x = _LEFT + (column - 1) * _CELL_WIDTH
        box = {"x": x, "y": y, "width": _CELL_WIDTH, "height": _CELL_HEIGHT}
        cell = tag("rect", **box, fill=colour, stroke="#8f8873", stroke_width=1.2)
        cell += text(sign, x + _CELL_WIDTH - 10, y + _CELL_HEIGHT - 10, 12, fill=PALE_INK)
        result += tag("g", cell, data_cell=f"{row}.{column}")
    return result


def _frame(game: Game, rows: list[int], columns: int) -> str:
    """Return the frame of the row that estimates are moving to."""
    phase = phase_number(game)
    if phase not in rows:
        return ""
    y = _TOP + rows.index(phase) * _CELL_HEIGHT
    box = {"x": _LEFT, "y": y, "width": columns * _CELL_WIDTH, "height": _CELL_HEIGHT}
    return tag("rect", **box, fill="none", stroke=INK, stroke_width=4, data_row=str(phase))


def _markers(game: Game, rows: list[int], columns: int) -> str:
    """Return the estimate markers; several in one cell lie in two columns."""
    cells: dict[tuple[int, int], list[str]] = defaultdict(list)
    for company in operating_order(game):
        row = facts(game).row.get(company)
        if row is not None:
            cells[row, max(1, min(estimate(game, company), columns))].append(company)
    result = ""
    for (row, column), companies in cells.items():
        x, y = _LEFT + (column - 1) * _CELL_WIDTH, _TOP + rows.index(row) * _CELL_HEIGHT
        for n, company in enumerate(companies):
            alone = len(companies) == 1
            at = (
                (x + _CELL_WIDTH / 2, y + _CELL_HEIGHT / 2)
                if alone
                else (x + 17 + 28 * (n % 2), y + 16 + 19 * (n // 2) + 8 * (n % 2))
            )
            result += _marker(game, company, at, 23 if alone else 14)
    return result


def _marker(game: Game, company: str, at: tuple[float, float], radius: float) -> str:
    shown = badge(game.definition, company)
    tip = f"{company} · {shown.name} · {estimate(game, company)}"
    ring = tag("circle", cx=at[0], cy=at[1], r=radius + 1.5, fill=INK)
    return tag("g", title(tip) + ring + token_svg(shown, at, radius), data_marker=company)


def _legend(game: Game, y: float, language: str) -> str:
    result, x = "", _LEFT
    for colour, sign, words in _ZONES.values():
        box = {"x": x, "y": y - 12, "width": 32, "height": 24}
        result += tag("rect", **box, fill=colour, stroke=INK, stroke_width=1)
        result += text(sign, x + 16, y, 13)
        said = game.text(f"picture.{words}", language)
        result += text(said, x + 42, y, 18, text_anchor="start")
        x += 76 + text_width(said, 18)
    return result


def _holdings(game: Game, y: float, language: str) -> str:
    """Return what the Dragons hold: one plate for each company."""
    limits = figures().dragons.certificate_limit
    limit = limits.get(phase_number(game), min(limits.values()))
    count = certificate_count(game, DRAGONS)
    words = f"{game.text('picture.dragons', language)}: " + game.text(
        "picture.limit", language, count=count, limit=limit
    )
    result = text(words, _LEFT, y, 18, text_anchor="start", font_weight="bold")
    x = _LEFT + text_width(words, 18) + 24
    for company in game.definition.companies:
        held = ordinary(game, company, DRAGONS)
        if not held:
            continue
        shown = badge(game.definition, company)
        said = f"{held} · {percent(game, company, DRAGONS)} %"
        wide = text_width(said, 16) + 52
        box = {"x": x, "y": y - 20, "width": wide, "height": 40, "rx": 20}
        plate = tag("rect", **box, fill=WHITE, stroke=INK, stroke_width=1.2)
        plate += token_svg(shown, (x + 20, y), 17)
        plate += text(said, x + 44, y, 16, text_anchor="start")
        result += tag("g", title(shown.name) + plate, data_holding=company)
        x += wide + 10
    return result
