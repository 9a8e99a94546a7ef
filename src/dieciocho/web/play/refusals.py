"""Refusals as the page shows them: a clear sentence, the rule if there is one, the HTTP status."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from msgspec import Struct

from ...engine.errors import DieciochoError
from ...engine.game import Game
from ..services import reading
from ..services.asking import Broken, Refusal
from ..wording import said

STATUS = {"unknown": 401, "forbidden": 403, "missing": 404, "conflict": 409, "invalid": 422}


class Shown(Struct, frozen=True):
    """What the panel says of a refusal."""

    code: str
    text: str
    rule: str = ""
    rule_text: str = ""

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 422)


def shown(refusal: Refusal, game: Game | None = None, data: Any = None, lang: str = "en") -> Shown:
    """Return a refusal in the reader's language; a rule's reason is asked of the engine."""
    if refusal.rule and game is not None:
        try:
            why = game.why_not(reading.read_action(game, data), lang)
        except DieciochoError:
            why = None
        if why is not None:
            return Shown(refusal.code, why["reason"], why["rule"], why["text"])
    return Shown(refusal.code, said(refusal), refusal.rule or "")


View = Callable[..., HttpResponse]


def explains(view: View) -> View:
    """Answer a refusal that a view does not handle itself: a short page or a message."""

    @wraps(view)
    def wrapped(request: HttpRequest, *arguments: Any, **options: Any) -> HttpResponse:
        try:
            return view(request, *arguments, **options)
        except Refusal as refusal:
            if refusal.code == "unknown":
                messages.error(request, said(refusal))
                return redirect("login")
            answer = shown(refusal)
            name = "play/message.html" if _from_htmx(request) else "play/refused.html"
            context = {"refusal": answer, "oob": _from_htmx(request), "slug": options.get("slug")}
            if isinstance(refusal, Broken):
                context["intact"] = refusal.intact
            return render(request, name, context, status=answer.status)

    return wrapped


def _from_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))
