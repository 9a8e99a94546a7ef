"""Small answers for an open page: a hex, an effect, routes, the log, a picture of a tile."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from ...engine.actions import LayTile
from ...engine.errors import DieciochoError
from ...engine.render import legend as signs_of
from ...engine.render import tile_svg
from ...games import rules_of
from ...page.names import Picture
from ..identity import viewer_of
from ..notices import wanted
from ..offer import with_tile
from ..services import reading
from ..services.asking import Refusal
from . import answers, hexes, runs, stream
from .refusals import explains
from .scene import Scene

_FOREVER = "public, max-age=604800"


def _nothing_any_more() -> HttpResponse:
    """Answer a question that an action has overtaken: the page shows what came of that."""
    return HttpResponse(status=204)


@require_GET
@explains
def hex_card(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show what can be done on a hex, or why nothing can."""
    scene = Scene(request, slug, request.GET.get("at"))
    return answers.inspection(scene, name)


@require_GET
@explains
def effect(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what a tile that is being considered would cost and bring."""
    scene = Scene(request, slug, request.GET.get("at"))
    try:
        data = msgspec.json.decode(request.GET.get("action", ""))
        action = reading.read_action(scene.game, data)
    except (msgspec.MsgspecError, RecursionError, DieciochoError):
        raise Refusal("invalid", "web.no_action") from None
    if not isinstance(action, LayTile):
        raise Refusal("invalid", "web.no_action")
    if scene.game.why_not(action) is not None:
        return _nothing_any_more()
    context = {"lines": hexes.lay_effect(scene, action)}
    return render(request, "play/effect.html", context)


@require_GET
@explains
def routes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show routes as wished: other sets, stops required or avoided, routes in text."""
    scene = Scene(request, slug, request.GET.get("at"))
    if not runs.running(scene):
        return _nothing_any_more()
    return answers.routes(scene, request.GET)


@require_GET
@explains
def legend(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what the signs on the map mean, as it lies now."""
    scene = Scene(request, slug, request.GET.get("at"))
    signs = signs_of(scene.game, scene.language)
    groups = [
        (_("Hexes and tiles"), signs.grounds),
        (_("On the hexes"), signs.places),
        (_("Sides and track"), signs.sides),
        (scene.tell.say("stations_of"), signs.tokens),
    ]
    context = {
        "table": scene.table,
        "legend": [
            (title, [(Picture(sign.picture), sign.words) for sign in group])
            for title, group in groups
            if group
        ],
    }
    name = "play/legend.html" if request.htmx else "play/legend_page.html"
    return render(request, name, context)


@require_GET
@explains
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the whole log, and what was said."""
    scene = Scene(request, slug)
    told = stream.whole(scene)
    if request.htmx:
        return HttpResponse(told)
    return render(request, "play/log_page.html", {"table": scene.table, "log": told})


@require_GET
@explains
def news(request: HttpRequest, slug: str) -> JsonResponse:
    """Tell whether there is something new; a page that is being looked at says so."""
    table = reading.find(slug)
    if "looking" in request.GET:
        wanted.looked(table, reading.seats_held(table, viewer_of(request)))
    return JsonResponse({"news": table.news})


@require_GET
@explains
def tile(request: HttpRequest, game: str, edition: str, tile: str, rotation: int) -> HttpResponse:
    """Return the picture of a tile; it never changes."""
    try:
        rules = rules_of(game)
        if edition not in rules.editions:
            raise Refusal("missing", "web.no_tile")
        picture = tile_svg(with_tile(rules, edition, tile), tile, rotation)
    except DieciochoError:
        raise Refusal("missing", "web.no_tile") from None
    answer = HttpResponse(picture, content_type="image/svg+xml")
    answer["Cache-Control"] = _FOREVER
    return answer
