"""The start page, new tables, lists of games."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from ...games import GAMES
from ..identity import remember_name, viewer_of
from ..models import Channel, Table
from ..play import guide
from ..services import gathering
from ..services.asking import Refusal
from ..services.gathering import SeatPlan
from ..wording import said
from . import listing
from .forms import MAX_SEED, QuickForm, TableForm, bot_name
from .games import QUICK, card, cards

View = Callable[..., HttpResponse]
PER_PAGE = 30


def explains_refusals(view: View) -> View:
    """Show a refusal of the services on the page one came from instead of failing."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            if refusal.code == "missing":
                raise Http404(str(refusal)) from None
            messages.error(request, said(refusal))
            if refusal.code == "unknown":
                return redirect("login")
            slug = kwargs.get("slug")
            return redirect("room", slug=slug) if slug else redirect("lobby")

    return wrapped


def page_of(table: Table) -> str:
    """Return the address where a table is gathered, played or looked at."""
    if table.status == Table.Status.OPEN:
        return f"/table/{table.slug}/"
    return f"/t/{table.slug}/"


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the start page."""
    viewer = viewer_of(request)
    status = Table.Status
    mine = listing.mine(viewer, hidden=False)
    running = mine.filter(status=status.RUNNING)
    return render(
        request,
        "lobby/home.html",
        {
            "quick": card(QUICK),
            "guided": guide.offered(),
            "games": cards(),
            "may_open": viewer.may_open,
            "may_sit": viewer.may_sit,
            "others": [game for game in cards() if game.id != QUICK],
            "quick_bots": range(card(QUICK).low - 1, card(QUICK).high),
            "playing": listing.entries(running.filter(branched_at=None), viewer),
            "trying": listing.entries(running.exclude(branched_at=None), viewer, 12),
            "gathering": listing.entries(mine.filter(status=status.OPEN), viewer),
            "joinable": listing.entries(listing.joinable(viewer), viewer, 20),
            "watchable": listing.entries(listing.running_public(viewer), viewer, 10),
            "finished": listing.entries(listing.finished(viewer), viewer, 6),
            "notices_off": Channel.objects.filter(owner=viewer.user, on=False)
            .exclude(trouble="confirm")
            .exists(),
            "hidden": listing.mine(viewer, hidden=True).exists(),
        },
    )


@require_GET
def finished(request: HttpRequest) -> HttpResponse:
    """List all finished games that the viewer may find."""
    viewer = viewer_of(request)
    pages = Paginator(listing.finished(viewer), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    items = [listing.entry(table, viewer) for table in page]
    return render(request, "lobby/finished.html", {"page": page, "finished": items})


@require_GET
def put_away(request: HttpRequest) -> HttpResponse:
    """List the tables that the viewer does not want to see elsewhere."""
    viewer = viewer_of(request)
    items = listing.entries(listing.mine(viewer, hidden=True), viewer)
    return render(request, "lobby/hidden.html", {"hidden": items})


@require_POST
@explains_refusals
def quick(request: HttpRequest) -> HttpResponse:
    """Start a game against bots at once."""
    viewer = viewer_of(request)
    wished_game = request.POST.get("game", QUICK)
    game = card(wished_game if wished_game in GAMES else QUICK)
    form = QuickForm(request.POST)
    wished = form.cleaned_data["bots"] if form.is_valid() else None
    bots = min(max(wished or 2, game.low - 1), game.high - 1)
    plan = [SeatPlan(viewer.name or _("Player %(number)d") % {"number": 1}, "me")]
    plan += [SeatPlan(bot_name(index), "sensible") for index in range(bots)]
    seed = secrets.randbelow(MAX_SEED)
    table = gathering.create_table(viewer, game.id, plan, seed=seed)
    gathering.start(table.slug, viewer)
    if "guided" in request.POST:
        guide.switch(request, table.slug, on=True)
    return redirect(f"/t/{table.slug}/")


@require_http_methods(["GET", "HEAD", "POST"])
@explains_refusals
def new_table(request: HttpRequest) -> HttpResponse:
    """Set up any table: one without open seats starts at once, others gather people first."""
    viewer = viewer_of(request)
    viewer.check_may_open()
    chosen = request.POST.get("game") or request.GET.get("game") or QUICK
    if chosen not in GAMES:
        raise Http404("There is no such game.")
    game = card(chosen)
    form = TableForm(game, viewer, request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _create(request, form)
    context = {"form": form, "game": game, "games": cards()}
    return render(request, "lobby/new.html", context, status=400 if form.errors else 200)


def _create(request: HttpRequest, form: TableForm) -> HttpResponse:
    viewer, data = form.viewer, form.cleaned_data
    plan: list[SeatPlan] = data["plan"]
    remember_name(request, next((seat.name for seat in plan if seat.who == "me"), ""))
    table = gathering.create_table(
        viewer,
        form.card.id,
        plan,
        title=data["title"],
        edition=data["edition"],
        seed=form.drawn_seed(),
        public=data["privacy"] == "public",
        undo_policy=data["undo_policy"],
        deadline=data["deadline"],
        options=form.options(),
    )
    if not any(seat.who == "open" for seat in plan):
        table = gathering.start(table.slug, viewer)
    return redirect(page_of(table))
