"""The waiting room of a table that gathers its people."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from ..identity import remember_name, viewer_of
from ..models import Table
from ..services import gathering, reading
from ..services.asking import Viewer
from .forms import JoinForm
from .games import card
from .listing import entry
from .views import explains_refusals, page_of


@require_GET
@never_cache
@explains_refusals
def room(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who sits at an open table, and let people join."""
    viewer = viewer_of(request)
    table = reading.find(slug)
    if table.status != Table.Status.OPEN:
        return redirect(page_of(table))
    context = _context(table, viewer)
    context["form"] = JoinForm(initial={"name": viewer.name})
    context["invited"] = any(viewer.holds(s) and not s.ready for s in table.sitting)
    context["link"] = request.build_absolute_uri()
    return render(request, "lobby/room.html", context)


@require_GET
@never_cache
@explains_refusals
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the list of seats if it has changed; send the browser to the game once it runs."""
    viewer = viewer_of(request)
    table = reading.find(slug)
    if table.status != Table.Status.OPEN:
        answer = HttpResponse()
        answer["HX-Redirect"] = page_of(table)
        return answer
    if request.GET.get("revision") == str(table.revision):
        return HttpResponse(status=204)
    return render(request, "lobby/seats.html", _context(table, viewer))


@require_POST
@explains_refusals
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Take an open seat."""
    form = JoinForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, errors[0])
        return redirect("room", slug=slug)
    name = form.cleaned_data["name"]
    gathering.join(slug, viewer_of(request), name)
    remember_name(request, name)
    return redirect("room", slug=slug)


@require_POST
@explains_refusals
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Give one's seats up."""
    gathering.leave(slug, viewer_of(request))
    return redirect("lobby")


@require_POST
@explains_refusals
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the game."""
    return redirect(page_of(gathering.start(slug, viewer_of(request))))


def _context(table: Table, viewer: Viewer) -> dict[str, Any]:
    seated = entry(table, viewer)
    known = card(table.game)
    edition = next(e for e in known.editions if e[0] == table.edition)
    house = [
        (rule.said(get_language() or "en"), rule.rule, table.options[name] == "yes")
        for name, rule, _usual in known.house
        if name in table.options
    ]
    return {
        "table": table,
        "house": house,
        "entry": seated,
        "edition": edition,
        "seats": [(seat, viewer.holds(seat)) for seat in seated.seats],
    }
