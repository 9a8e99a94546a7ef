"""Setting up a position: a real table, a puzzle, a moment of one's own games."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ...engine.errors import BadInput
from ...engine.game import Game
from ...engine.save import start
from ...games import GAMES, rules_of
from ..identity import viewer_of
from ..models import Table
from ..services import copying, reading
from . import entering, listing
from .entering import Fault
from .games import QUICK, card, cards
from .views import explains_refusals, page_of

FIELDS = {
    "company": gettext_lazy("Company"),
    "holder": gettext_lazy("Holder"),
    "owner": gettext_lazy("Owner"),
    "train": gettext_lazy("Train"),
    "cell": gettext_lazy("Price"),
    "tile": gettext_lazy("Tile"),
    "rotation": gettext_lazy("Turned"),
    "hex": gettext_lazy("Hex"),
    "stop": gettext_lazy("City"),
    "private": gettext_lazy("Private company"),
    "step": gettext_lazy("Step"),
}
KINDS = {
    "share": (gettext_lazy("A share"), gettext_lazy("The first one is the director's.")),
    "price": (
        gettext_lazy("A price"),
        gettext_lazy("Row and column, where several cells have it."),
    ),
    "train": (gettext_lazy("A train"), gettext_lazy("The bank has those that nobody has.")),
    "tile": (gettext_lazy("A tile"), gettext_lazy("Its number, and how often it is turned.")),
    "station": (gettext_lazy("A station"), gettext_lazy("By the city, counted from 0 on its hex.")),
    "private": (gettext_lazy("A private company"), gettext_lazy("Whoever has it; out if closed.")),
    "turn": (
        gettext_lazy("Whose turn it is"),
        gettext_lazy("The company that operates, and at which step."),
    ),
}


def _language() -> str:
    return (get_language() or "en")[:2]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@explains_refusals
def position(request: HttpRequest) -> HttpResponse:
    """Show a text to be edited; sent, it is checked, or something is put down in it."""
    if request.method != "POST":
        return _begun(request)
    text = _text(request)
    kind = request.POST.get("add", "")
    try:
        if kind in entering.KINDS:
            text, line = entering.added(text, kind, _chosen(request, kind))
            return _page(request, text, line=line)
        return _page(request, text, good=entering.told(entering.read(text), _language()))
    except BadInput as error:
        return _page(request, text, entering.fault(text, error, _language()))


@require_POST
@explains_refusals
def open_position(request: HttpRequest) -> HttpResponse:
    """Make a table of a position; one with a mistake is shown again, as it was written."""
    text = _text(request)
    try:
        game = entering.read(text)
    except BadInput as error:
        return _page(request, text, entering.fault(text, error, _language()), status=400)
    bot = "sensible" if request.POST.get("seats") == "bots" else ""
    title = request.POST.get("title", "")[:80]
    return redirect(page_of(copying.adopt(viewer_of(request), game, title, bot)))


def _begun(request: HttpRequest) -> HttpResponse:
    """Begin with the start of a game, or with the position of a table."""
    slug = request.GET.get("table", "")
    if slug:
        return _page(request, reading.position(reading.find(slug)).position())
    chosen = request.GET.get("game", QUICK)
    game = chosen if chosen in GAMES else QUICK
    wished = request.GET.get("names", "")[:400]
    names = [name.strip() for name in wished.split(",") if name.strip()]
    editions = rules_of(game).editions
    wanted = request.GET.get("edition", "")
    edition = wanted if wanted in editions else editions[0]
    try:
        text = entering.start_of(game, names or entering.usual_names(game), edition)
    except BadInput as error:
        usual = entering.start_of(game, entering.usual_names(game), editions[0])
        return _page(request, usual, Fault(error.said(_language())), status=400)
    return _page(request, text)


def _text(request: HttpRequest) -> str:
    return request.POST.get("text", "")[: entering.MAX_TEXT + 1].replace("\r\n", "\n")


def _chosen(request: HttpRequest, kind: str) -> dict[str, str]:
    names = entering.KINDS[kind]
    return {name: request.POST.get(f"{kind}_{name}", "")[:60] for name in names}


def _page(
    request: HttpRequest,
    text: str,
    fault: Fault | None = None,
    *,
    line: int | None = None,
    good: str = "",
    status: int = 200,
) -> HttpResponse:
    game = _game(text, request.POST.get("game", ""))
    viewer = viewer_of(request)
    own = listing.mine(viewer).exclude(status=Table.Status.OPEN)[: listing.LIMIT]
    count = text.count("\n") + 1
    return render(
        request,
        "lobby/position.html",
        {
            "text": text,
            "numbers": range(1, count + 1),
            "rows": count + 2,
            "fault": fault,
            "line": fault.line if fault else line,
            "good": good,
            "game": card(game.header.game),
            "games": cards(),
            "edition": game.header.edition,
            "names": ", ".join(game.header.players),
            "own": own,
            "most": entering.MAX_TEXT,
            "additions": _additions(game, request),
            "seats": request.POST.get("seats", "me"),
            "title": request.POST.get("title", "")[:80],
        },
        status=status,
    )


def _game(text: str, known: str) -> Game:
    """Return a game like the one that a text speaks of: what it has is offered to be put down."""
    try:
        return entering.read(text)
    except BadInput:
        id = entering.game_in(text) or (known if known in GAMES else QUICK)
        return start(rules_of(id), entering.usual_names(id))


def _additions(game: Game, request: HttpRequest) -> list[tuple[str, Any, Any, list[Any]]]:
    """Return what can be put down: its kind, title, a remark, and the fields to choose from."""
    offered = entering.choices(game, _language())
    found = []
    for kind, fields in entering.KINDS.items():
        if not all(offered[field] for field in fields):
            continue
        title, remark = KINDS[kind]
        chosen = [
            (f"{kind}_{f}", FIELDS[f], offered[f], request.POST.get(f"{kind}_{f}", ""))
            for f in fields
        ]
        found.append((kind, title, remark, chosen))
    return found
