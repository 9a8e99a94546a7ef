"""No request is read beyond a limit, whether it says how long it is or not, nor for ever.

Django would store the whole body in a file before any view could refuse it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

PATIENCE = 8  # how many times the limit is read and dropped, so that the answer can be heard

_TEXTS = {
    413: b"The request is too large.\n",
    408: b"The request did not arrive in time.\n",
}
_HEADERS = [(b"content-type", b"text/plain"), (b"connection", b"close")]


class _Refused(Exception):
    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class LimitedBodies:
    """Wraps the application: what is larger than settings.MAX_BODY is answered with 413.

    What has not arrived after settings.BODY_SECONDS is answered with 408.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = _Body(receive)
        told = dict(scope["headers"]).get(b"content-length", b"0")
        size = int(told) if told.isdigit() and len(told) < 20 else 0
        try:
            if size > settings.MAX_BODY:
                if size <= PATIENCE * settings.MAX_BODY:
                    await body.drop()
                raise _Refused(413)
            await self.app(scope, body.counted, send)
        except _Refused as refused:  # Django reads everything before it answers anything
            await _refuse(send, refused.status)


class _Body:
    """What arrives of a request."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._until = asyncio.get_running_loop().time() + settings.BODY_SECONDS
        self._read = 0
        self._complete = False

    async def _next(self) -> Message:
        if self._complete:  # what is left to hear is that the client goes
            return await self._receive()
        left = self._until - asyncio.get_running_loop().time()
        try:
            message = await asyncio.wait_for(self._receive(), left)
        except TimeoutError:
            raise _Refused(408) from None
        self._read += len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        return message

    async def counted(self) -> Message:
        message = await self._next()
        if self._read > settings.MAX_BODY:
            await self.drop()
            raise _Refused(413)
        return message

    async def drop(self) -> None:
        """Read the rest: who is still sending when the connection is closed hears no answer."""
        while not self._complete and self._read <= PATIENCE * settings.MAX_BODY:
            await self._next()


async def _refuse(send: Send, status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": _TEXTS[status]})
