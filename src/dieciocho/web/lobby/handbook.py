"""The documentation as `make docs` builds it, served under /help/."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils._os import safe_join
from django.views.decorators.http import require_safe
from django.views.static import serve

from ...games import GAMES
from .games import card


@require_safe
def handbook(request: HttpRequest, path: str = "") -> HttpResponseBase:
    """Show a page of the documentation, or a file that belongs to one."""
    if not (settings.HELP / "index.html").is_file():
        return render(request, "help.html", {"games": map(card, GAMES)}, status=404)
    try:
        found = Path(safe_join(settings.HELP, path))
        folder = found.is_dir()
    except (SuspiciousFileOperation, ValueError):  # outside, or what no file can be called
        raise Http404 from None
    if folder and path and not path.endswith("/"):
        return redirect(f"{request.path}/")
    answer: HttpResponseBase = serve(
        request, f"{path}index.html" if folder else path, settings.HELP
    )
    answer.headers["Content-Language"] = "es" if path.startswith("es/") else "en"
    return answer
