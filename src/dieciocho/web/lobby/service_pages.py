"""Pages for machines: is the server well, and what may be crawled."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from ... import __version__
from ..models import Tally
from ..upkeep.metrics import told

ROBOTS = "User-agent: *\nDisallow: /t/\nDisallow: /table/\nDisallow: /api/\nDisallow: /admin/\n"


@require_GET
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Tell whether the server is well: a database that cannot be written to plays no games."""
    tomorrow = timezone.now() + timedelta(days=1)
    try:
        Tally.objects.update_or_create(key="health", defaults={"until": tomorrow})
        database = True
    except DatabaseError:
        database = False
    answer = {"ok": database, "database": database, "version": __version__}
    return JsonResponse(answer, status=200 if database else 503)


@require_GET
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell figures to who has the token, without one to this machine alone."""
    if not _may_measure(request):
        raise Http404
    return HttpResponse(told(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _may_measure(request: HttpRequest) -> bool:
    if settings.METRICS:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return secrets.compare_digest(given.encode(), settings.METRICS.encode())
    # A proxy on this machine says for whom it asks.
    passed_on = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return not passed_on and request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")


@require_GET
def robots(request: HttpRequest) -> HttpResponse:
    """Ask crawlers to leave the tables alone."""
    return HttpResponse(ROBOTS, content_type="text/plain")


@require_GET
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead browsers that look in the old place to the picture for the tab."""
    return redirect(static("favicon.svg"), permanent=True)
