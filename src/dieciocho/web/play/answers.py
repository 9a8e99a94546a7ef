"""How the page of a table is answered: whole, or what has changed of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string

from ...page.learning import guide_of, introduction
from . import pages
from .parts import PAGE, Part, changed, finished, had, version
from .refusals import Shown
from .scene import Scene


def whole(scene: Scene, query: QueryDict, refusal: Shown | None = None) -> HttpResponse:
    """Answer with the page as it is loaded."""
    parts = pages.table_parts(scene, query)
    context = {
        **pages.state_context(scene),
        "parts": parts,
        "sheets": pages.own_sheets(scene, parts),
        "size": pages.size(scene.game.definition),
        "may_speak": bool(scene.owned) or scene.viewer.user is not None,
        "aside": not scene.owned,
        "guided": guide_of(scene.game.header.game) is not None,
        "introduced": introduction(scene.game.header.game) is not None,
        "version": version(),
        "refusal": refusal,
    }
    name = query.get("hex", "")
    if name:
        context.update(pages.inspection_context(scene, name))
    return _written(scene, "play/table.html", context, refusal)


def differences(scene: Scene, query: QueryDict, refusal: Shown | None = None) -> HttpResponse:
    """Answer an open page; only with talk and time if it shows the present position already.

    So nobody who is about to act is disturbed: what they have chosen and written stays.
    """
    if outdated(scene.request):
        return _anew()
    if query.get("seen") == scene.key and scene.at is None and refusal is None:
        return _changes(scene, pages.talk_parts(scene), same=True)
    return _changes(scene, pages.table_parts(scene, query).values(), refusal)


def routes(scene: Scene, query: QueryDict) -> HttpResponse:
    """Answer wishes for routes: the plan, and what has changed of the map."""
    if outdated(scene.request):
        return _anew()
    return _changes(scene, pages.plan_parts(scene, query), same=True)


def inspection(scene: Scene, name: str) -> HttpResponse:
    """Answer with what can be done on a hex."""
    return _written(scene, "play/hex.html", pages.inspection_context(scene, name))


def outdated(request: HttpRequest) -> bool:
    """Tell whether an open page was made by an earlier version of the server."""
    return request.headers.get(PAGE) != version()


def _anew() -> HttpResponse:
    """Let the browser load the page again."""
    return HttpResponse(headers={"HX-Refresh": "true"})


def _changes(
    scene: Scene, parts: Iterable[Part], refusal: Shown | None = None, *, same: bool = False
) -> HttpResponse:
    context = {
        **pages.state_context(scene),
        "changed": changed(parts, had(scene.request)),
        "same": same,
        "moved": scene.request.method == "POST",
        "refusal": refusal,
        "oob": True,
    }
    answer = _written(scene, "play/answer.html", context, refusal)
    answer["Cache-Control"] = "no-store"
    return answer


def _written(
    scene: Scene, template: str, context: dict[str, Any], refusal: Shown | None = None
) -> HttpResponse:
    html = render_to_string(template, context, scene.request)
    status = refusal.status if refusal else 200
    return HttpResponse(finished(html, scene.request, scene.table.revision), status=status)
