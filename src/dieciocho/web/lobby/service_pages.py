"""Pages for machines: is the server well, and what may be crawled."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from ... import __version__

ROBOTS = "User-agent: *\nDisallow: /t/\nDisallow: /table/\nDisallow: /api/\nDisallow: /admin/\n"


@require_GET
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Tell whether the server and its database answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        database = True
    except DatabaseError:
        database = False
    answer = {"ok": database, "database": database, "version": __version__}
    return JsonResponse(answer, status=200 if database else 503)


@require_GET
def robots(request: HttpRequest) -> HttpResponse:
    """Ask crawlers to leave the tables alone."""
    return HttpResponse(ROBOTS, content_type="text/plain")


@require_GET
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead browsers that look in the old place to the picture for the tab."""
    return redirect(static("favicon.svg"), permanent=True)
