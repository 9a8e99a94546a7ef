"""A company's sheet: what it owns and who owns it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..shares import DIRECTOR
from ..state import IPO, POOL, Owner
from ..text import word
from .board import badge
from .stops import Badge, token_svg
from .style import INK, PALE_INK, PAPER, WHITE
from .svg import clipped, document, tag, text, text_width, title

if TYPE_CHECKING:
    from ..components import Company
    from ..game import Game
    from ..reading import CompanyView, TrainCard

_WIDTH = 700.0
_HEAD = 78.0
_LEFT, _RIGHT = 20.0, 352.0  # the two columns
_LINE = 34.0
_CERTIFICATE = 15.0  # width of ten percent


class _Holder(NamedTuple):
    """Who holds shares: certificates as (percent, whether it is the director's)."""

    id: str
    name: str
    percent: int
    certificates: tuple[tuple[int, bool], ...]
    player: bool


class _Sheet(NamedTuple):
    """Everything that a sheet shows; equal sheets are drawn once."""

    shown: Badge
    home: str
    lines: tuple[tuple[str, str], ...]
    trains: tuple[TrainCard, ...]
    called: str  # what stations are called
    stations: tuple[str | None, ...]  # what each costs; None: it has been placed
    privates: tuple[str, ...]
    holders: tuple[_Holder, ...]
    language: str


def company_svg(game: Game, company: str, language: str = "en") -> str:
    """Return the sheet of a company."""
    view = game.company(company)
    figures = _figures(game, view, language)
    lines = [(game.text(f"picture.{key}", language), value) for key, value in figures]
    told = _Sheet(
        badge(game.definition, company),
        _home(game, view.charter, language),
        (*lines, *game.rules.sheet(game, company, language)),
        view.trains,
        game.text("picture.stations", language),
        _stations(game, view),
        tuple(_private(game, private) for private in view.privates),
        tuple(_holders(game, view, language)),
        language,
    )
    return _drawn(told)


@lru_cache(maxsize=1024)
def _drawn(sheet: _Sheet) -> str:
    left, left_end = _left_column(sheet)
    right, right_end = _right_column(sheet) if sheet.holders else ("", 0.0)
    height = max(left_end, right_end) + 14
    frame = tag(
        "rect",
        x=1,
        y=1,
        width=_WIDTH - 2,
        height=height - 2,
        rx=10,
        fill=PAPER,
        stroke=INK,
        stroke_width=2,
    )
    shown = sheet.shown
    content = frame + _head(shown, sheet.home) + left + right
    label = f"{shown.company} · {shown.name}"
    return document(content, (0, 0, _WIDTH, height), label, data_company=shown.company, fill=INK)


def _left(words: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    return text(words, x, y, size, text_anchor="start", **attributes)


def _money(game: Game, amount: int) -> str:
    return f"{game.definition.table.currency}{amount}"


def _home(game: Game, charter: Company, language: str) -> str:
    """Say where a company begins and where it is bound for."""
    home = f"{word('home', language)}: {_where(game, charter.home)}" if charter.home else ""
    if charter.destination:
        bonus = f" (+{charter.bonus})" if charter.bonus else ""
        home += (
            f"   ·   {word('destination', language)}: {_where(game, charter.destination)}{bonus}"
        )
    return home


def _head(shown: Badge, home: str) -> str:
    """Return the band in the company's colour: token, name, home and destination."""
    band = f"M1 {_HEAD}V11a10 10 0 0 1 10-10H{_WIDTH - 11}a10 10 0 0 1 10 10V{_HEAD}Z"
    return (
        tag("path", d=band, fill=shown.colour, stroke=INK, stroke_width=2)
        + tag("circle", cx=44, cy=_HEAD / 2, r=31, fill=INK)
        + token_svg(shown, (44, _HEAD / 2), 30)
        + _left(
            shown.name,
            88,
            28,
            min(25.0, 25.0 * (_WIDTH - 110) / (1.1 * text_width(shown.name, 25))),
            fill=shown.ink,
            font_weight="bold",
        )
        + _left(clipped(home, 15, _WIDTH - 110), 88, 57, 15, fill=shown.ink)
    )


def _where(game: Game, hex_name: str) -> str:
    place = game.definition.hexes[hex_name].entry.place
    return f"{place} {hex_name}".strip()


# --- what it owns ----------------------------------------------------------------------


def _private(game: Game, private: str) -> str:
    name = game.definition.privates[private].name
    return f"{name} ({game.rules.private_worth(game, private)})"


def _left_column(sheet: _Sheet) -> tuple[str, float]:
    """Return what the company owns, and where that ends."""
    y, language = _HEAD + 26, sheet.language
    result = ""
    for words, value in sheet.lines:
        result += _left(words, _LEFT, y, 15, fill=PALE_INK)
        result += _left(value, _LEFT + 118, y, 18, font_weight="bold")
        y += 30
    y += 8
    result += _heading("trains", y, language) + _trains(sheet.trains, y, language)
    y += 44
    result += _left(sheet.called, _LEFT, y, 15, fill=PALE_INK) + _drawn_stations(sheet, y)
    y += 30
    if sheet.privates:
        y += 14
        result += _heading("privates", y, language)
        for words in sheet.privates:
            y += 24
            result += _left(clipped(words, 15, _RIGHT - 50), _LEFT + 8, y, 15)
    return result, y + 10


def _heading(key: str, y: float, language: str) -> str:
    return _left(word(key, language), _LEFT, y, 15, fill=PALE_INK)


def _figures(game: Game, company: CompanyView, language: str) -> list[tuple[str, str]]:
    director, run, par = company.president, company.last_run, company.par
    last = "–"
    if run is not None:
        kind = word("kept" if run.kind == "keep" else "paid", language)
        last = f"{_money(game, run.revenue)} {kind}" if run.revenue else _money(game, 0)
    price = company.price
    cost = word("not_started", language) if price is None else _money(game, price)
    treasury = _money(game, company.treasury)
    if company.started and not company.floated and not company.treasury:
        treasury = word("not_floated", language)
    name = "–" if director is None else clipped(director.name, 18, _RIGHT - 150)
    if not company.holders:  # it belongs to somebody whole
        return [("owner", name), ("treasury", treasury), ("last_run", last)]
    return [
        ("director", name),
        ("price", clipped(cost, 18, _RIGHT - 150)),
        ("par", "–" if par is None else _money(game, par)),
        ("treasury", treasury),
        ("last_run", last),
    ]


def _trains(trains: tuple[TrainCard, ...], y: float, language: str) -> str:
    """Return the trains as small cards."""
    if not trains:
        return _left(word("none", language), _LEFT + 118, y, 16)
    result, x = "", _LEFT + 118
    for card, kind in trains:
        width = max(34.0, text_width(kind, 20) + 16)
        box = tag(
            "rect",
            x=x,
            y=y - 18,
            width=width,
            height=34,
            rx=4,
            fill=WHITE,
            stroke=INK,
            stroke_width=1.8,
        )
        result += tag(
            "g", box + text(kind, x + width / 2, y - 1, 20, font_weight="bold"), data_train=card
        )
        x += width + 6
    return result


def _stations(game: Game, company: CompanyView) -> tuple[str | None, ...]:
    costs = company.station_costs
    left = company.stations_left
    here = [_money(game, costs[n]) if n < len(costs) else "" for n in range(left)]
    return (*[None] * (company.stations_total - left), *here)


def _drawn_stations(sheet: _Sheet, y: float) -> str:
    """Return a circle for each station: its cost while it is here, dashed once it is placed."""
    shown, result = sheet.shown, ""
    for n, words in enumerate(sheet.stations):
        x = _LEFT + 118 + 17 + 42 * n
        if words is None:
            result += tag(
                "circle", cx=x, cy=y, r=16, fill="none", stroke=PALE_INK, stroke_dasharray="4 4"
            )
            continue
        disc = tag("circle", cx=x, cy=y, r=16, fill=shown.colour, stroke=INK, stroke_width=1.5)
        letters = text(words, x, y, 12, fill=shown.ink, font_weight="bold")
        result += tag("g", disc + letters, data_station=str(n))
    return result


# --- who owns it -----------------------------------------------------------------------


def _holders(game: Game, company: CompanyView, language: str) -> Iterator[_Holder]:
    """Yield who owns shares: players by seat, then offer and pool, then whoever else may."""
    held = company.holders
    seats: list[Owner] = [seat for seat in range(len(game.players)) if seat in held]
    others = sorted({h for h in held if isinstance(h, str) and h not in (IPO, POOL)})
    for holder in [*seats, *(place for place in (IPO, POOL) if place in held), *others]:
        certificates = tuple(
            (size, n == DIRECTOR)
            for n, (held_by, size) in enumerate(zip(held, company.sizes, strict=True))
            if held_by == holder
        )
        name, player = _holder_name(game, holder, language), isinstance(holder, int)
        yield _Holder(str(holder), name, company.held_by(holder), certificates, player)


def _holder_name(game: Game, holder: Owner, language: str) -> str:
    if isinstance(holder, int):
        return game.name(holder)
    if holder in (IPO, POOL):
        return game.text(f"picture.{holder}", language)
    key = f"owner.{holder}"
    return game.text(key, language) if key in game.rules.texts else holder


def _right_column(sheet: _Sheet) -> tuple[str, float]:
    """Return one line for each holder, and where they end."""
    y = _HEAD + 26
    result = _left(word("shares", sheet.language), _RIGHT, y, 15, fill=PALE_INK)
    for holder in sheet.holders:
        y += _LINE
        result += _holder(sheet.shown, holder, y)
    return result, y + 10


def _holder(shown: Badge, holder: _Holder, y: float) -> str:
    """Return a line: name, percent, certificates."""
    x = _WIDTH - 12 - 10 * _CERTIFICATE
    result = title(holder.name) + _left(clipped(holder.name, 15, 120), _RIGHT, y - 5, 15)
    result += text(f"{holder.percent} %", x - 10, y - 5, 16, text_anchor="end", font_weight="bold")
    for size, director in holder.certificates:
        width = _CERTIFICATE * size / 10
        result += tag(
            "rect",
            x=x,
            y=y - 14,
            width=width - 2,
            height=18,
            rx=2,
            fill=shown.colour if holder.player else WHITE,
            stroke=INK,
            stroke_width=1.2,
        )
        if director and holder.player:
            result += text("★", x + width / 2 - 1, y - 5, 15, fill=shown.ink)
        x += width
    return tag("g", result, data_holder=holder.id)
