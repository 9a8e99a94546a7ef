"""The stream as a Django view; the server itself answers through `asgi.LiveFirst`."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseNotFound, StreamingHttpResponse
from django.views.decorators.http import require_GET

from .hub import hub
from .stream import HEADERS, events, seen_before


@require_GET
async def follow(request: Any, slug: str) -> Any:
    """Stream the news of a table; whoever has the link may listen."""
    here = hub()
    number = await here.number(slug)
    if number is None:
        return HttpResponseNotFound("There is no such table.\n", content_type="text/plain")
    seen = seen_before(request.headers.get("Last-Event-ID"), request.GET.get("since"))
    return StreamingHttpResponse(events(here, slug, number, seen), headers=HEADERS)
