"""Who listens to which table in this process, and how the news reaches them.

The database is the truth: while anybody listens, one query every fraction of a second asks for
the news of all watched tables together, so that changes made by other processes are seen; where
PostgreSQL rings (`bell`) that is done rarely. A change made in this process is passed on at once
through `publish`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

from .bell import MISSED, Bell

Read = Callable[[Sequence[str]], dict[str, int]]  # slugs -> news of those that exist

POLL_SECONDS = 0.3
RARELY_SECONDS = 10.0  # while changes are rung
log = logging.getLogger("dieciocho.live")

_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
_bell: Bell | None = None
_readers = ThreadPoolExecutor(1, thread_name_prefix="live")  # one thread, one connection


class Channel:
    """A table that somebody in this process listens to; number None: it is gone."""

    __slots__ = ("listeners", "news", "number")

    def __init__(self, number: int) -> None:
        self.number: int | None = number
        self.listeners = 0
        self.news: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def move_to(self, number: int | None) -> None:
        """Wake the listeners if this is news."""
        if self.number is None or (number is not None and number <= self.number):
            return
        self.number = number
        self.wake()

    def wake(self) -> None:
        news, self.news = self.news, asyncio.get_running_loop().create_future()
        news.set_result(None)


class Hub:
    """The channels of one event loop; a watcher runs only while there are any."""

    def __init__(
        self,
        read: Read | None = None,
        poll: float = POLL_SECONDS,
        hears: Callable[[], bool] = lambda: False,
    ) -> None:
        self.channels: dict[str, Channel] = {}
        self.closed = False
        self._read = read or _news_of
        self._poll = poll
        self._hears = hears
        self._ask_by = 0.0  # at this moment at the latest
        self._watcher: asyncio.Task[None] | None = None

    async def number(self, slug: str) -> int | None:
        """Return the present number of a table's news; None if there is no such table."""
        channel = self.channels.get(slug)
        if channel is not None:
            return channel.number
        return (await self._ask([slug])).get(slug)

    @contextmanager
    def listen(self, slug: str, number: int) -> Iterator[Channel]:
        """Follow a table that stood at a number a moment ago."""
        channel = self.channels.get(slug)
        if channel is None:
            channel = self.channels[slug] = Channel(number)
            self.ask_soon()  # what has changed since that moment may have been rung before
        channel.listeners += 1
        if self._watcher is None:
            self._watcher = asyncio.create_task(self._watch())
        try:
            yield channel
        finally:
            channel.listeners -= 1
            if not channel.listeners and self.channels.get(slug) is channel:
                del self.channels[slug]

    def note(self, slug: str, number: int) -> None:
        """Pass on that a table has changed."""
        channel = self.channels.get(slug)
        if channel is not None:
            channel.move_to(number)

    def ask_soon(self) -> None:
        """Ask for the news of all tables in the next moment."""
        self._ask_by = 0.0

    def _is_due(self) -> bool:
        now = asyncio.get_running_loop().time()
        if self._hears() and now < self._ask_by:
            return False
        self._ask_by = now + RARELY_SECONDS
        return True

    def close(self) -> None:
        """End all streams: the server stops."""
        self.closed = True
        for channel in self.channels.values():
            channel.wake()

    async def _watch(self) -> None:
        """Ask for news until nobody listens any more."""
        while self.channels and not self.closed:
            await asyncio.sleep(self._poll)
            if not self._is_due():
                continue
            asked = list(self.channels)
            try:
                found = await self._ask(asked)
            except Exception:  # the database may be away for a while; listeners stay
                log.exception("cannot read the news of %d tables", len(asked))
                self.ask_soon()
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
        found = _hubs[loop] = Hub(hears=_listening().is_hearing)
    return found


def _listening() -> Bell:
    """Return the bell of this process."""
    global _bell
    if _bell is None:
        _bell = Bell(_heard)
        _bell.start()
    return _bell


def _heard(text: str) -> None:
    """Pass on what another process has rung: a table and the number of its news."""
    slug, _, number = text.rpartition(" ")
    if slug and number.isdigit():
        publish(slug, int(number))
    elif text == MISSED:
        for loop, found in list(_hubs.items()):
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(found.ask_soon)


def listeners() -> int:
    """Return how many listen in this process."""
    return sum(channel.listeners for found in _hubs.values() for channel in found.channels.values())


def publish(slug: str, news: int) -> None:
    """Tell the listeners of this process about a change; may be called from any thread."""
    for loop, found in list(_hubs.items()):
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(found.note, slug, news)


def close_all() -> None:
    """End all streams of the running event loop."""
    hub().close()


def _news_of(slugs: Sequence[str]) -> dict[str, int]:
    from django.db import connection
    from django.db.models import F

    from ..models import Table

    found: dict[str, int] = {}
    try:
        for start in range(0, len(slugs), 500):
            some = Table.objects.filter(slug__in=slugs[start : start + 500])
            found.update(some.values_list("slug", F("revision") + F("talk")))
    except Exception:
        connection.close()  # the next question gets a fresh one
        raise
    return found
