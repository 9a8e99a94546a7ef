"""No request is read beyond a limit, whether it says how long it is or not.

Django would store the whole body in a file before any view could refuse it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

_TEXT = b"The request is too large.\n"
_HEADERS = [(b"content-type", b"text/plain"), (b"connection", b"close")]


class _TooLarge(Exception):
    pass


class LimitedBodies:
    """Wraps the application: what is larger than settings.MAX_BODY is answered with 413."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        told = dict(scope["headers"]).get(b"content-length", b"0")
        if told.isdigit() and int(told) > settings.MAX_BODY:
            await _refuse(send)
            return
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > settings.MAX_BODY:
                raise _TooLarge
            return message

        try:
            await self.app(scope, counted, send)
        except _TooLarge:  # Django reads everything before it answers anything
            await _refuse(send)


async def _refuse(send: Send) -> None:
    await send({"type": "http.response.start", "status": 413, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": _TEXT})
