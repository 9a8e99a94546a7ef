"""Who plays at a started table and how it goes on: stand-ins, votes, rematch, notes, deletion."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from ..identity import viewer_of
from ..models import Seat, Table, Vote
from ..services import copying, ending, reading, standing_in
from ..services.asking import Refusal, Viewer
from ..wording import said
from . import opponents
from .listing import entry
from .views import explains_refusals, page_of

Doing = Callable[[str, Viewer, Any], HttpResponse | None]


@require_GET
@never_cache
@explains_refusals
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the seats of a started table and what can be done about them."""
    viewer = viewer_of(request)
    table = reading.find(slug)
    if table.status == Table.Status.OPEN:
        return redirect(page_of(table))
    return render(request, "lobby/people.html", _context(table, viewer))


def _context(table: Table, viewer: Viewer) -> dict[str, Any]:
    voters = ending.voters(table)
    mine = [seat for seat in table.sitting if viewer.owns(seat)]
    voice = next((seat for seat in voters.values() if viewer.owns(seat)), None)
    votes = set(table.votes.values_list("kind", "seat"))
    late = ending.late(table)
    return {
        "table": table,
        "entry": entry(table, viewer),
        "running": table.status == Table.Status.RUNNING,
        "seats": [(seat, viewer.owns(seat)) for seat in table.sitting],
        "until": Seat.Until.choices,
        "bots": opponents.bots(),
        "mine": mine,
        "alone": bool(mine) and all(viewer.owns(s) for s in table.sitting if s.person),
        "hidden": any(seat.hidden for seat in mine),
        "voice": voice,
        "ends_at_once": len(voters) == 1 or ending.forgotten(table),
        "for_ending": [s.name for s in voters.values() if (Vote.Kind.ABANDON, s.index) in votes],
        "agreed": voice is not None and (Vote.Kind.ABANDON, voice.index) in votes,
        "late": late,
        "may_replace": bool(late and voice and late.person != voice.person),
        "replaced_by": voice is not None and (Vote.Kind.REPLACE, voice.index) in votes,
        "notes": ending.notes_of(table, viewer),
        "max_notes": ending.MAX_NOTES,
    }


def _doing(function: Doing) -> Callable[..., HttpResponse]:
    """Make a view of something that is done on this page; a refusal is shown there."""

    @require_POST
    @wraps(function)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        try:
            answer = function(slug, viewer_of(request), request.POST)
        except Refusal as refusal:
            if refusal.code == "missing":
                raise Http404(str(refusal)) from None
            messages.error(request, said(refusal))
            answer = None
        return answer or redirect(_back(request, slug))

    return view


def _back(request: HttpRequest, slug: str) -> str:
    """Return where one came from, of the pages that have such buttons."""
    return {"table": f"/t/{slug}/", "lobby": "/", "finished": "/finished/"}.get(
        request.POST.get("back", ""), f"/table/{slug}/people/"
    )


def _seat(data: Any) -> int:
    text = data.get("seat", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1


@_doing
def hand(slug: str, viewer: Viewer, data: Any) -> None:
    """Let a bot play one's seat."""
    bot = data.get("bot") or standing_in.USUAL
    standing_in.hand(slug, viewer, _seat(data), until=data.get("until", ""), bot=bot)


@_doing
def take_back(slug: str, viewer: Viewer, data: Any) -> None:
    """Play one's seat again."""
    standing_in.take_back(slug, viewer, _seat(data))


@_doing
def abandon(slug: str, viewer: Viewer, data: Any) -> None:
    """Be for ending the game without a result, or no longer."""
    ending.abandon(slug, viewer, agree=data.get("agree") != "no")


@_doing
def replace(slug: str, viewer: Viewer, data: Any) -> None:
    """Be for letting a bot play for who is late."""
    ending.replace(slug, viewer)


@_doing
def rematch(slug: str, viewer: Viewer, data: Any) -> HttpResponse:
    """Gather the same people again."""
    return redirect(page_of(copying.rematch(slug, viewer)))


@_doing
def hide(slug: str, viewer: Viewer, data: Any) -> None:
    """Leave a table out of one's lists, or show it again."""
    ending.hide(slug, viewer, hidden=data.get("hidden") != "no")


@_doing
def delete(slug: str, viewer: Viewer, data: Any) -> HttpResponse | None:
    """Delete a table of one's own, for good."""
    if data.get("sure") != "yes":
        raise Refusal("invalid", "web.not_sure")
    ending.delete(slug, viewer)
    return redirect("lobby")


@_doing
def notes(slug: str, viewer: Viewer, data: Any) -> None:
    """Keep notes for oneself."""
    ending.write_notes(slug, viewer, data.get("notes", "").replace("\r\n", "\n"))
