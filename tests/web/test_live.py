"""News: they reach everybody who listens, across processes, and streams end cleanly."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.test import AsyncClient

from dieciocho.client import Refused
from dieciocho.web.live import hub as hubs
from dieciocho.web.live.asgi import LiveFirst
from dieciocho.web.live.hub import Hub
from dieciocho.web.live.stream import events, seen_before
from dieciocho.web.services import gathering
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan

from .servers import Client, Listener, Server, postgres, running, wait_until

# --- the hub alone ---------------------------------------------------------------------


class Tables:
    """Revisions as a database would give them, and how often it was asked."""

    def __init__(self, **revisions: int) -> None:
        self.revisions: dict[str, int] = revisions
        self.asked: list[list[str]] = []
        self.broken = False

    def read(self, slugs: Sequence[str]) -> dict[str, int]:
        self.asked.append(sorted(slugs))
        if self.broken:
            raise OSError("the database is away")
        return {slug: self.revisions[slug] for slug in slugs if slug in self.revisions}


def run(test: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(test, 10)

    asyncio.run(limited())


def stream(hub: Hub, slug: str, seen: int | None = None, heartbeat: float = 5) -> Any:
    return events(hub, slug, 5, seen, heartbeat)


async def start_of(news: Any) -> bytes:
    """Return the first event; before it comes the advice when to come back."""
    assert await anext(news) == b"retry: 1000\n\n"
    return bytes(await anext(news))


def test_a_listener_learns_the_revision_then_every_change() -> None:
    async def test() -> None:
        tables = Tables(a=5)
        hub = Hub(tables.read, poll=0.01)
        news = stream(hub, "a")
        assert await start_of(news) == b"id: 5\nevent: start\ndata: 5\n\n"
        tables.revisions["a"] = 6
        assert await anext(news) == b"id: 6\nevent: table\ndata: 6\n\n"
        hub.note("a", 9)  # a change in this process, before the database is asked
        assert await anext(news) == b"id: 9\nevent: table\ndata: 9\n\n"
        await news.aclose()
        assert not hub.channels

    run(test())


def test_whoever_comes_back_is_told_what_was_missed() -> None:
    async def test() -> None:
        hub = Hub(Tables(a=5).read, poll=0.01)
        for seen, name in ((4, b"table"), (5, b"start"), (None, b"start")):
            news = stream(hub, "a", seen)
            assert b"event: " + name in await start_of(news)
            await news.aclose()

    run(test())
    assert seen_before("7", "8") == 7
    assert seen_before("", "8") == 8
    assert seen_before("x", None) is None
    assert seen_before("9" * 99, "-1") is None


def test_all_listeners_share_one_question() -> None:
    async def test() -> None:
        tables = Tables(a=5, b=5)
        hub = Hub(tables.read, poll=0.02)
        streams = [stream(hub, "ab"[number % 2]) for number in range(200)]
        for news in streams:
            await start_of(news)
        tables.revisions.update(a=6, b=7)
        found = await asyncio.gather(*(anext(news) for news in streams))
        assert set(found[0::2]) == {b"id: 6\nevent: table\ndata: 6\n\n"}
        assert set(found[1::2]) == {b"id: 7\nevent: table\ndata: 7\n\n"}
        assert all(slugs == ["a", "b"] for slugs in tables.asked)
        for news in streams:
            await news.aclose()
        await asyncio.sleep(0.05)
        count = len(tables.asked)
        await asyncio.sleep(0.1)
        assert len(tables.asked) == count  # nobody listens, nobody asks

    run(test())


def test_a_silent_table_sends_heartbeats_and_a_deleted_one_says_so() -> None:
    async def test() -> None:
        tables = Tables(a=5)
        hub = Hub(tables.read, poll=0.05)
        news = stream(hub, "a", heartbeat=0.01)
        await start_of(news)
        assert await anext(news) == b": still here\n\n"
        del tables.revisions["a"]
        rest = [chunk async for chunk in news]
        assert rest[-1] == b"event: gone\ndata:\n\n"

    run(test())


def test_a_database_that_is_away_does_not_end_the_stream() -> None:
    async def test() -> None:
        tables = Tables(a=5)
        hub = Hub(tables.read, poll=0.01)
        news = stream(hub, "a")
        await start_of(news)
        tables.broken = True
        await asyncio.sleep(0.05)
        tables.revisions["a"], tables.broken = 6, False
        assert b"data: 6" in await anext(news)
        await news.aclose()

    run(test())


def test_streams_end_when_the_server_stops() -> None:
    async def test() -> None:
        hub = Hub(Tables(a=5).read)
        news = stream(hub, "a")
        await start_of(news)
        waiting = asyncio.create_task(anext(news, b"end"))
        await asyncio.sleep(0.02)
        hub.close()
        assert await waiting == b"end"

    run(test())


def test_a_listener_who_leaves_is_forgotten() -> None:
    async def test() -> None:
        here = hubs._hubs[asyncio.get_running_loop()] = Hub(Tables(abc=5).read)
        sent: list[Any] = []
        left = asyncio.Event()

        async def receive() -> Any:
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        async def other(*_: Any) -> None:
            sent.append("other")

        app = LiveFirst(other)
        scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/live/abc/"}
        scope |= {
            "headers": [(b"host", b"localhost:8018"), (b"Last-Event-ID", b"3")],
            "query_string": b"",
        }
        talking = asyncio.create_task(app(scope, receive, send))
        while len(sent) < 3:
            await asyncio.sleep(0.01)
        assert sent[0]["status"] == 200
        assert b"event: table" in sent[2]["body"]
        assert list(here.channels) == ["abc"]
        left.set()
        await talking
        assert not here.channels
        for path in ("/live/unknown/", "/live/a/b/", "/t/abc/"):
            await app({**scope, "path": path}, receive, send)
            assert sent.pop() == "other"
        for hosts in ([], [(b"host", b"evil.example")]):  # Django refuses them
            await app({**scope, "headers": hosts}, receive, send)
            assert sent.pop() == "other"

    run(test())


def test_an_address_has_a_limit_of_streams(settings: Any) -> None:
    settings.RATE_LIMITING, settings.STREAMS = True, 2

    async def test() -> None:
        hubs._hubs[asyncio.get_running_loop()] = Hub(Tables(abc=5).read)
        started: list[int] = []
        gone = asyncio.Event()

        async def receive() -> Any:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if "status" in message:
                started.append(message["status"])

        app = LiveFirst(send)  # type: ignore[arg-type]
        scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/live/abc/"}
        scope |= {"headers": [(b"host", b"localhost")], "query_string": b"", "client": ("a", 1)}
        talking = [asyncio.create_task(app(scope, receive, send)) for _ in range(2)]
        while len(started) < 2:
            await asyncio.sleep(0.01)
        await app(scope, receive, send)
        assert started == [200, 200, 429]
        talking.append(asyncio.create_task(app({**scope, "client": ("b", 1)}, receive, send)))
        while len(started) < 4:
            await asyncio.sleep(0.01)
        gone.set()
        await asyncio.gather(*talking)
        assert (started[3], app._open) == (200, {})

    run(test())


def test_a_bell_saves_asking() -> None:
    async def test() -> None:
        tables = Tables(a=5)
        deaf = False
        hub = Hub(tables.read, poll=0.01, hears=lambda: not deaf)
        news = stream(hub, "a")
        await start_of(news)
        tables.revisions["a"] = 6  # just before listening began: asked for once
        assert b"data: 6" in await anext(news)
        asked = len(tables.asked)
        hub.note("a", 7)
        assert b"data: 7" in await anext(news)
        await asyncio.sleep(0.1)
        assert len(tables.asked) == asked
        deaf, tables.revisions["a"] = True, 8
        assert b"data: 8" in await anext(news)
        await news.aclose()

    run(test())


# --- with Django and with the real server ----------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_view_streams_and_knows_what_does_not_exist() -> None:
    ana = Viewer(guest="ana", name="Ana")
    table = gathering.create_table(ana, "1888n", [SeatPlan("Ana"), SeatPlan("Bea")])

    async def test() -> None:
        client = AsyncClient()
        assert (await client.get("/live/unknown/")).status_code == 404
        assert (await client.post(f"/live/{table.slug}/")).status_code == 405
        answer = await client.get(f"/live/{table.slug}/?since=7")
        assert answer["Content-Type"] == "text/event-stream"
        news = aiter(answer)
        assert b"event: table\ndata: 0" in await start_of(news)
        # publish is called by the thread that has made the change
        threading.Thread(target=hubs.publish, args=(table.slug, 1)).start()
        assert b"data: 1" in await anext(news)
        await news.aclose()

    run(test())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("live"), workers=2) as found:
        found.tokens = found.people("ana")  # type: ignore[attr-defined]
        found.start()
        yield found


def test_a_program_follows_a_table_until_it_is_gone(server: Server) -> None:
    api = server.client(server.tokens[0]).api  # type: ignore[attr-defined]
    table = api.create("1888n", [{"name": "Ana"}, {"name": "Bea"}])
    news = table.news()
    first = next(news)
    table.start()
    assert next(news) > first
    legal = table.legal()
    table.play(legal["choices"][0]["action"], revision=legal["revision"])
    assert next(news) > first + 1
    assert [line["number"] for line in table.actions()] == [1]
    table.delete()
    assert list(news) == []
    with pytest.raises(Refused) as refused:
        next(api.table("unknown").news())
    assert refused.value.status == 404


def test_news_cross_processes_within_a_second(server: Server) -> None:
    ana = Client(server.port, server.tokens[0])  # type: ignore[attr-defined]
    table = ana.new_table()
    listeners = [Listener(server.port, table["slug"]) for _ in range(8)]
    assert listeners[0].answer.getheader("Content-Type") == "text/event-stream"
    for listener in listeners:
        assert listener.next() == ("start", "1")
    for revision in range(2, 5):
        began = time.monotonic()
        ana.post(f"tables/{table['slug']}/actions/", {"text": "pass"})
        for listener in listeners:
            assert listener.next() == ("table", str(revision))
        assert time.monotonic() - began < 5  # in fact far less; the machine may be busy
    again = Listener(server.port, table["slug"], {"Last-Event-ID": "2"})
    assert again.next() == ("table", "4")
    assert Listener(server.port, "unknown").answer.status == 404
    assert server.stop() == 0
    assert [listener.next() for listener in listeners] == [("", "")] * len(listeners)
    assert "Traceback" not in server.log()


def test_postgresql_rings_and_silence_is_survived(tmp_path: Path) -> None:
    psycopg = pytest.importorskip("psycopg")
    with postgres() as database, running(tmp_path, database, workers=2, bots=1) as server:
        (token,) = server.people("ana")
        server.start()
        ana = server.client(token)
        table = ana.new_table({}, {"who": "random"}, seed=1)
        slug = table["slug"]
        line = psycopg.connect(database, autocommit=True)
        line.execute("LISTEN dieciocho")
        listeners = [Listener(server.port, slug) for _ in range(4)]
        for listener in listeners:
            listener.next()

        def play() -> int:
            """Play until the bot has answered; return the number of the news then."""
            wait_until(lambda: ana.get(f"tables/{slug}/")["actor"] == own)
            choice = ana.get(f"tables/{slug}/legal/")["choices"][0]
            now = ana.post(f"tables/{slug}/actions/", {"action": choice["action"]})
            wait_until(lambda: ana.get(f"tables/{slug}/")["actor"] == own)
            return int(now["revision"])

        own = next(seat["index"] for seat in table["seats"] if seat["mine"])
        number = play()
        rung = {notify.payload for notify in line.notifies(timeout=1)}
        assert rung >= {f"{slug} {number}", "job"}
        ended = line.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE query IN ('LISTEN dieciocho', 'SELECT 1') AND pid <> pg_backend_pid()"
        ).fetchone()
        assert ended[0] >= 2  # those of the web processes and the worker
        number = play()
        for listener in listeners:
            while int(listener.next()[1]) < number:
                pass
        line.close()
