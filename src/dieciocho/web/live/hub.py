"""Who listens to which table in this process, and how the news reaches them.

The database is the truth: while anybody listens, one query every fraction of a second asks for
the revisions of all watched tables together, so that changes made by other processes are seen.
A change made in this process is passed on at once through `publish`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

Read = Callable[[Sequence[str]], dict[str, int]]  # slugs -> revisions of those that exist

POLL_SECONDS = 0.3
log = logging.getLogger("dieciocho.live")

_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
_readers = ThreadPoolExecutor(1, thread_name_prefix="live")  # one thread, one connection


class Channel:
    """A table that somebody in this process listens to; revision None: it is gone."""

    __slots__ = ("listeners", "news", "revision")

    def __init__(self, revision: int) -> None:
        self.revision: int | None = revision
        self.listeners = 0
        self.news: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def move_to(self, revision: int | None) -> None:
        """Wake the listeners if this is news."""
        if self.revision is None or (revision is not None and revision <= self.revision):
            return
        self.revision = revision
        self.wake()

    def wake(self) -> None:
        news, self.news = self.news, asyncio.get_running_loop().create_future()
        news.set_result(None)


class Hub:
    """The channels of one event loop; a watcher runs only while there are any."""

    def __init__(self, read: Read | None = None, poll: float = POLL_SECONDS) -> None:
        self.channels: dict[str, Channel] = {}
        self.closed = False
        self._read = read or _revisions
        self._poll = poll
        self._watcher: asyncio.Task[None] | None = None

    async def revision(self, slug: str) -> int | None:
        """Return the present revision of a table; None if there is no such table."""
        channel = self.channels.get(slug)
        if channel is not None:
            return channel.revision
        return (await self._ask([slug])).get(slug)

    @contextmanager
    def listen(self, slug: str, revision: int) -> Iterator[Channel]:
        """Follow a table that stood at a revision a moment ago."""
        channel = self.channels.get(slug)
        if channel is None:
            channel = self.channels[slug] = Channel(revision)
        channel.listeners += 1
        if self._watcher is None:
            self._watcher = asyncio.create_task(self._watch())
        try:
            yield channel
        finally:
            channel.listeners -= 1
            if not channel.listeners and self.channels.get(slug) is channel:
                del self.channels[slug]

    def note(self, slug: str, revision: int) -> None:
        """Pass on that a table has changed."""
        channel = self.channels.get(slug)
        if channel is not None:
            channel.move_to(revision)

    def close(self) -> None:
        """End all streams: the server stops."""
        self.closed = True
        for channel in self.channels.values():
            channel.wake()

    async def _watch(self) -> None:
        """Ask for news until nobody listens any more."""
        while self.channels and not self.closed:
            await asyncio.sleep(self._poll)
            asked = list(self.channels)
            try:
                found = await self._ask(asked)
            except Exception:  # the database may be away for a while; listeners stay
                log.exception("cannot read the revisions of %d tables", len(asked))
                continue
            for slug in asked:
                channel = self.channels.get(slug)
                if channel is not None:
                    channel.move_to(found.get(slug))
        self._watcher = None

    async def _ask(self, slugs: Sequence[str]) -> dict[str, int]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_readers, self._read, slugs)


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    found = _hubs.get(loop)
    if found is None:
        for old in [known for known in _hubs if known.is_closed()]:
            del _hubs[old]
        found = _hubs[loop] = Hub()
    return found


def publish(slug: str, revision: int) -> None:
    """Tell the listeners of this process about a change; may be called from any thread."""
    for loop, found in list(_hubs.items()):
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(found.note, slug, revision)


def close_all() -> None:
    """End all streams of the running event loop."""
    hub().close()


def _revisions(slugs: Sequence[str]) -> dict[str, int]:
    from django.db import connection

    from ..models import Table

    found: dict[str, int] = {}
    try:
        for start in range(0, len(slugs), 500):
            some = Table.objects.filter(slug__in=slugs[start : start + 500])
            found.update(some.values_list("slug", "revision"))
    except Exception:
        connection.close()  # the next question gets a fresh one
        raise
    return found
