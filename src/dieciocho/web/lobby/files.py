"""Games as files: reading what people upload, and handing games out."""

from __future__ import annotations

import unicodedata
import zlib

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from ... import from_position, loads
from ...engine.errors import BadInput, DieciochoError
from ...engine.game import Game
from ...engine.positions.text import is_position
from ...engine.words import is_visible
from ...interop.export import export_game
from ...interop.site import import_game
from ..identity import viewer_of
from ..services import copying, reading
from ..services.asking import Refusal
from ..wording import said
from .forms import ImportForm
from .views import explains_refusals, page_of

MAX_UPLOAD = 3_000_000
MAX_UNPACKED = 12_000_000
MAX_ACTIONS = 6_000
GZIP = b"\x1f\x8b"


class _Kind(msgspec.Struct):
    """What tells our saved games from recorded ones of 18xx.games."""

    format: str | None = None
    title: str | None = None
    actions: list[msgspec.Raw] = []


@require_http_methods(["GET", "HEAD", "POST"])
@explains_refusals
def import_file(request: HttpRequest) -> HttpResponse:
    """Make a table of a saved or recorded game."""
    viewer = viewer_of(request)
    viewer.check_may_open()  # before anything is read
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        try:
            if upload.size > MAX_UPLOAD:
                raise BadInput("web.large_file")
            game = read_game(upload.read())
        except DieciochoError as error:
            form.add_error("file", _("This file cannot be played: %(why)s") % {"why": said(error)})
        else:
            table = copying.adopt(viewer, game, form.cleaned_data["title"])
            return redirect(page_of(table))
    status = 400 if form.errors else 200
    return render(request, "lobby/import.html", {"form": form}, status=status)


def read_game(data: bytes) -> Game:
    """Read a game or a position of ours, or a game of 18xx.games, from an untrusted file."""
    if data[:2] == GZIP:
        data = _unpacked(data)
    if is_position(data):
        game = from_position(data)
        check_storable(game)
        return game
    try:
        kind = msgspec.json.decode(data, type=_Kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput("web.no_game_file", why=error) from None
    if len(kind.actions) > MAX_ACTIONS:
        raise BadInput("web.many_actions", count=MAX_ACTIONS)
    recorded = kind.format is None and kind.title is not None
    game = import_game(data, MAX_ACTIONS) if recorded else loads(data)
    check_storable(game)
    return game


def _unpacked(data: bytes) -> bytes:
    """Unpack gzip, but never more than a game can be."""
    reader = zlib.decompressobj(wbits=31)
    try:
        plain = reader.decompress(data, MAX_UNPACKED)
    except zlib.error:
        raise BadInput("web.damaged") from None
    if reader.unconsumed_tail:
        raise BadInput("web.large_file")
    if not reader.eof:
        raise BadInput("web.part_missing")
    return plain


def check_storable(game: Game) -> None:
    """Refuse what the engine can play but a database or a page cannot hold."""
    for name in game.players:
        if (
            len(name) > 40
            or not is_visible(name)
            or any(unicodedata.category(sign) == "Cc" for sign in name)
        ):
            raise BadInput("web.long_names")
    if game.header.seed is not None and not 0 <= game.header.seed < 2**63:
        raise BadInput("web.draw_range")


@require_GET
@explains_refusals
def export_ours(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out a game as our JSON, whole or its first actions (?at=)."""
    table = reading.find(slug)
    text = request.GET.get("at", "")
    at = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
    return _download(reading.position(table, at).to_json(), f"dieciocho-{table.game}-{slug}.json")


@require_GET
@explains_refusals
def export_site(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out a game in the format of 18xx.games, where it can be written so."""
    table = reading.find(slug)
    game = reading.position(table)
    if table.edition != "online":
        raise Refusal("invalid", "web.export_edition")
    return _download(export_game(game), f"18xx-{table.game}-{slug}.json")


def _download(text: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
