"""Streams are answered before Django, which would keep a thread for every open request."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import aclosing
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from ..household import household
from .hub import hub
from .stream import HEADERS, events, seen_before

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_PATH = re.compile(r"/live/([\w-]{1,24})/")
_TOO_MANY = [(b"content-type", b"text/plain"), (b"retry-after", b"60")]
_RAW_HEADERS = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]


class LiveFirst:
    """Wraps the application: GET /live/<slug>/ is a stream, all else passes through."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._open: Counter[str] = Counter()  # streams by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = scope["type"] == "http" and _PATH.fullmatch(scope["path"])
        if not match or scope["method"] != "GET" or not _is_ours(scope):
            await self.app(scope, receive, send)
            return
        number = await hub().number(match[1])
        if number is None:
            await self.app(scope, receive, send)  # says that there is no such table
            return
        address = household((scope.get("client") or ("", 0))[0])
        if settings.RATE_LIMITING and self._open[address] >= settings.STREAMS:
            await send({"type": "http.response.start", "status": 429, "headers": _TOO_MANY})
            await send({"type": "http.response.body", "body": b"Too many streams.\n"})
            return
        self._open[address] += 1
        talking = asyncio.create_task(_talk(scope, send, match[1], number))
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait((talking, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            talking.cancel()
            leaving.cancel()
            await asyncio.gather(talking, leaving, return_exceptions=True)
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


def _is_ours(scope: Scope) -> bool:
    """Tell whether the server was called by one of its names; Django refuses the others."""
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)


async def _talk(scope: Scope, send: Send, slug: str, number: int) -> None:
    headers = {key.lower(): value for key, value in scope["headers"]}
    query = parse_qs(scope["query_string"].decode("latin-1"))
    last = headers.get(b"last-event-id", b"").decode("latin-1")
    seen = seen_before(last, query.get("since", [""])[0])
    await send({"type": "http.response.start", "status": 200, "headers": _RAW_HEADERS})
    async with aclosing(events(hub(), slug, number, seen)) as news:
        async for chunk in news:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _left(receive: Receive) -> None:
    """Return when the listener has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
