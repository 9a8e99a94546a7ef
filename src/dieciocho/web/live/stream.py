"""The news of one table as a stream of server-sent events.

On connection comes the event `start`, or at once `table` if the listener says (by the header
Last-Event-ID or by ?since=) that it has seen another number; then `table` whenever the table
has changed, and `gone` if it was deleted. The data of an event is a number that grows with every
change and with every word that is said (`Table.news`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from .hub import Hub

HEARTBEAT_SECONDS = 15.0
RETRY_MILLISECONDS = 1000
HEADERS = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # a proxy must pass events on at once
}


def seen_before(last_event_id: str | None, since: str | None) -> int | None:
    """Return the number that a listener has seen, if it says so in a way we understand."""
    for text in (last_event_id, since):
        if text and text.isascii() and text.isdigit() and len(text) < 12:
            return int(text)
    return None


def event(name: str, number: int) -> bytes:
    return f"id: {number}\nevent: {name}\ndata: {number}\n\n".encode()


async def events(
    hub: Hub, slug: str, number: int, seen: int | None, heartbeat: float = HEARTBEAT_SECONDS
) -> AsyncGenerator[bytes, None]:
    """Yield the news of a table that stood at `number` a moment ago."""
    with hub.listen(slug, number) as channel:
        yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
        sent = channel.number
        if sent is not None:
            yield event("start" if seen in (None, sent) else "table", sent)
        while not hub.closed and channel.number is not None:
            if channel.number != sent:
                sent = channel.number
                yield event("table", sent)
                continue
            done, _ = await asyncio.wait((channel.news,), timeout=heartbeat)
            if not done:
                yield b": still here\n\n"
        if channel.number is None:
            yield b"event: gone\ndata:\n\n"
