"""The page of a table and what is done there."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from ...page.names import chip
from ..identity import viewer_of
from ..models import Table
from ..notices import wanted
from ..services import copying, playing, reading, standing_in
from ..services.asking import Refusal
from . import answers, guide, pages
from .charts import NARROW, PLAYER_COLOURS, WIDE, chart
from .fortunes import fortunes
from .refusals import explains, shown
from .scene import Scene
from .story import Series, story

MAX_ACTION = 10_000
MAX_BEFORE = 10  # actions that can be sent along

# What the form of a program has, by its kind.
BOXES = {"pass": ("sold", "bought", "started"), "buy": ("floated",), "run": ("rest",)}
NUMBERS = {"buy": ("count", "price"), "answer": ("least",)}
COMPANY = ("buy", "run")


@require_GET
@explains
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a table: the whole page, or its changed parts for a page that is open."""
    scene = Scene(request, slug, request.GET.get("at"))
    if scene.table.header is None:
        return redirect("room", slug=slug)
    if request.htmx and not request.htmx.boosted:
        return answers.differences(scene, request.GET)
    wanted.looked(scene.table, scene.held)
    return answers.whole(scene, request.GET)


# --- doing -----------------------------------------------------------------------------


@require_POST
@explains
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Play an action: JSON or text notation, perhaps with another price."""
    data: Any = None
    try:
        data = _action(request)
        played = playing.act(
            slug,
            viewer_of(request),
            data,
            before=[_decoded(text) for text in request.POST.getlist("before")[:MAX_BEFORE]],
            request=request.POST.get("request", "")[:64],
            revision=_number(request.POST.get("revision")),
        )
    except Refusal as refusal:
        return _refused(request, slug, refusal, data)
    return _done(request, played)


def _action(request: HttpRequest) -> Any:
    data = _decoded(request.POST.get("action", ""))
    price = request.POST.get("price")
    if price is not None and isinstance(data, dict):
        data["price"] = _number(price)
    return data


def _decoded(text: str) -> Any:
    """Read an action that was sent: JSON, or text notation as it is."""
    text = text.strip()
    if not text or len(text) > MAX_ACTION:
        raise Refusal("invalid", "web.no_action")
    if not text.startswith("{"):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal("invalid", "web.no_action") from None


def _number(text: str | None) -> int | None:
    """Read a whole number; None if there is none."""
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _refused(request: HttpRequest, slug: str, refusal: Refusal, data: Any) -> HttpResponse:
    """Say why not; what was typed stays unless the game has moved on."""
    if refusal.code == "missing":
        raise refusal
    scene = Scene(request, slug)
    if scene.table.header is None:
        raise refusal
    said = shown(refusal, scene.game, data, scene.language)
    if not request.htmx:
        return answers.whole(scene, QueryDict(), said)
    if refusal.code == "conflict":
        return answers.differences(scene, QueryDict(), said)
    context = {"refusal": said, "oob": True}
    return render(request, "play/message.html", context, status=said.status)


def _done(request: HttpRequest, table: Table) -> HttpResponse:
    if request.htmx:
        return answers.differences(Scene(request, table), QueryDict())
    return redirect("table", slug=table.slug)


def _doing(function: Callable[..., Table]) -> Callable[..., HttpResponse]:
    """Make a view of what changes a table; a refusal is shown on its page."""

    @require_POST
    @explains
    @wraps(function)
    def view(request: HttpRequest, slug: str, **options: Any) -> HttpResponse:
        try:
            changed = function(request, slug, **options)
        except Refusal as refusal:
            return _refused(request, slug, refusal, None)
        return _done(request, changed)

    return view


@_doing
def undo(request: HttpRequest, slug: str) -> Table:
    """Take the last action back."""
    return playing.undo(slug, viewer_of(request))


@_doing
def redo(request: HttpRequest, slug: str) -> Table:
    """Play what was taken back again."""
    return playing.redo(slug, viewer_of(request))


@_doing
def program(request: HttpRequest, slug: str) -> Table:
    """Leave something to the server."""
    seat = _number(request.POST.get("seat"))
    wish = _wish(request.POST)
    return playing.program(slug, viewer_of(request), -1 if seat is None else seat, wish)


def _wish(form: QueryDict) -> dict[str, Any]:
    """Read what is to be programmed out of a form: boxes, numbers that may be empty, a company."""
    kind = form.get("kind", "")
    wish: dict[str, Any] = {"kind": kind, **{name: name in form for name in BOXES.get(kind, ())}}
    for name in NUMBERS.get(kind, ()):
        text = form.get(name, "").strip()
        if text:
            wish[name] = _number(text)
            if wish[name] is None:
                raise Refusal("invalid", "web.program_number")
    if kind in COMPANY:
        wish["company"] = form.get("company", "")
    return wish


@_doing
def cancel(request: HttpRequest, slug: str, number: int) -> Table:
    """Do it oneself again."""
    return playing.cancel(slug, viewer_of(request), number)


@require_POST
@explains
def branch(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a private copy of a position: what if?"""
    viewer = viewer_of(request)
    source = reading.find(slug)
    at = _number(request.POST.get("at"))
    wish = request.POST.get("bots")
    copy = copying.branch(
        slug,
        viewer,
        source.length if at is None else at,
        bots=wish == "yes",
        rivals=standing_in.USUAL if wish == "rivals" else "",
    )
    return redirect("table", slug=copy.slug)


@require_POST
@explains
def guided(request: HttpRequest, slug: str) -> HttpResponse:
    """Explain the game at this table while it is played, or no longer."""
    scene = Scene(request, slug)
    guide.switch(request, slug, on="on" in request.POST)
    return _done(request, scene.table)


@require_POST
@explains
def say(request: HttpRequest, slug: str) -> HttpResponse:
    """Say something at the table."""
    try:
        playing.say(slug, viewer_of(request), request.POST.get("text", ""))
    except Refusal as refusal:
        return _refused(request, slug, refusal, None)
    if not request.htmx:
        return redirect("table", slug=slug)
    scene = Scene(request, slug)
    return answers.differences(scene, QueryDict(f"seen={scene.key}"))


# --- the result ------------------------------------------------------------------------


@require_GET
@explains
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who is ahead, and how it came about."""
    scene = Scene(request, slug)
    if scene.table.header is None:
        return redirect("room", slug=slug)
    game = scene.game
    context = {
        "scene": scene,
        "table": scene.table,
        "game": game,
        "over": game.over,
        "outcome": pages.outcome(scene) if game.over else "",
        "ranking": _ranking(scene),
        "breakdown": _breakdown(scene),
        "charts": _charts(scene),
        "online": scene.table.edition == "online",
        "finished": scene.table.status == Table.Status.FINISHED,
        "endings": pages.endings(scene),
    }
    return render(request, "play/result.html", context)


def _charts(scene: Scene) -> list[tuple[str, Any, Any]]:
    """Return the charts of a game with their titles, for wide and for narrow screens."""
    game = scene.game
    told = story(game, (scene.table.pk, scene.key))
    unit = game.definition.table.currency

    def drawn(title: str, lines: list[Series], colours: Sequence[str]) -> tuple[str, Any, Any]:
        wide, narrow = (
            chart(lines, colours, title, told.length, told.rounds, unit, frame)
            for frame in (WIDE, NARROW)
        )
        return title, wide, narrow

    def coloured(lines: list[Series]) -> list[str]:
        return [game.definition.companies[line.name].colour for line in lines]

    return [
        drawn(_("Wealth"), told.wealth, PLAYER_COLOURS),
        drawn(_("Share prices"), told.prices, coloured(told.prices)),
        drawn(_("Revenue"), told.revenue, coloured(told.revenue)),
    ]


def _breakdown(scene: Scene) -> dict[str, Any]:
    """Return what every fortune consists of: a column for each player, in order of their places."""
    game = scene.game
    places = game.rules.places(game)
    seats = sorted(places, key=lambda seat: places[seat])
    found = fortunes(game)
    own = [found[seat] for seat in seats]

    def row(name: Any, amounts: list[int]) -> tuple[Any, list[str]]:
        return name, [scene.money(amount) if amount else "·" for amount in amounts]

    companies = [c for c in game.market.order if any(c in each.companies for each in own)]
    privates = [p for p in game.privates if any(p in each.privates for each in own)]
    rows = [row(_("Cash"), [each.cash for each in own])]
    rows += [row(chip(game, c), [each.companies.get(c, 0) for each in own]) for c in companies]
    rows += [row(p, [each.privates.get(p, 0) for each in own]) for p in privates]
    if any(each.rest for each in own):
        rows.append(row(_("Other"), [each.rest for each in own]))
    return {
        "names": [game.name(seat) for seat in seats],
        "rows": rows,
        "totals": [scene.money(each.total) for each in own],
    }


def _ranking(scene: Scene) -> list[dict[str, Any]]:
    """Return the players from first to last; equals share a place."""
    game = scene.game
    scores, places = game.rules.scores(game), game.rules.places(game)
    rows: list[dict[str, Any]] = []
    for seat in sorted(places, key=lambda seat: places[seat]):
        rows.append(
            {
                "place": places[seat],
                "name": game.name(seat),
                "score": scene.money(scores[seat]),
                "cash": scene.money(game.state.cash[seat]),
                "companies": [
                    chip(game, company)
                    for company, director in game.state.president.items()
                    if director == seat
                ],
            }
        )
    return rows
