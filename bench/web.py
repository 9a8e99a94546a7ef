"""How the server bears up: 50 tables with bots, 200 listeners, a long game. On loopback.

Run from the project's folder: `python -m bench.web`; nothing is asserted. The clients share the
machine with the server, so that the figures are worse than those of a server of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import statistics
import tempfile
import time
from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tests.web.servers import Client, Server

from . import moves

BOTS = ("sensible", "sensible", "random")
IDLE = 1000
console = Console()


# --- asynchronous clients --------------------------------------------------------------


class Load:
    """People at tables, and listeners; remembers when everything was sent and heard."""

    def __init__(self, port: int, token: str, think: float) -> None:
        self.port = port
        self.token = token
        self.think = think
        self.sent: dict[tuple[str, int], float] = {}  # table and revision -> when it was sent
        self.heard: list[tuple[str, list[int], list[float]]] = []  # of each listener
        self.answers: dict[str, list[float]] = {"legal actions": [], "play an action": []}
        self.refused = 0
        self.news: dict[str, asyncio.Event] = {}

    async def ask(self, method: str, path: str, data: Any = None) -> tuple[int, Any]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        body = b"" if data is None else json.dumps(data).encode()
        head = (
            f"{method} /api/{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            f"Authorization: Bearer {self.token}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.read()
        writer.close()
        headers, _, content = answer.partition(b"\r\n\r\n")
        return int(headers.split()[1]), json.loads(content)

    async def listen(self, slug: str) -> None:
        """Follow a table for ever."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET /live/{slug}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        revisions: list[int] = []
        times: list[float] = []
        self.heard.append((slug, revisions, times))
        woken = self.news.setdefault(slug, asyncio.Event())
        while line := await reader.readline():
            if line.startswith(b"data: "):
                revisions.append(int(line[6:]))
                times.append(time.perf_counter())
                woken.set()

    async def play(self, slug: str, until: float) -> None:
        """Play at a table where the other seats are bots'."""
        dice = random.Random(slug)
        while time.perf_counter() < until:
            self.news[slug].clear()
            began = time.perf_counter()
            _, legal = await self.ask("GET", f"tables/{slug}/legal/")
            self.answers["legal actions"].append(time.perf_counter() - began)
            if legal["mine"]:
                await asyncio.sleep(dice.uniform(0, 2 * self.think))
                await self.act(slug, legal, dice)
            elif legal["actor"] is None:
                return
            else:
                try:
                    await asyncio.wait_for(self.news[slug].wait(), 5)
                except TimeoutError:
                    continue

    async def act(self, slug: str, legal: Any, dice: random.Random) -> None:
        action = dice.choice(legal["choices"])["action"]
        data = {"action": action, "revision": legal["revision"]}
        began = time.perf_counter()
        status, answer = await self.ask("POST", f"tables/{slug}/actions/", data)
        self.answers["play an action"].append(time.perf_counter() - began)
        if status == 200:
            self.sent[slug, answer["revision"]] = began
        else:
            self.refused += 1

    def delays(self) -> list[float]:
        """Return how long each listener waited for each action, from the moment it was sent."""
        found = []
        for (slug, revision), sent in self.sent.items():
            for heard, revisions, times in self.heard:
                at = bisect_left(revisions, revision)
                if heard == slug and at < len(revisions):
                    found.append(times[at] - sent)
        return found


async def press(load: Load, slugs: list[str], listeners: int, seconds: float) -> None:
    """Let people play and listen for a while."""
    following = [
        asyncio.create_task(load.listen(slugs[number % len(slugs)])) for number in range(listeners)
    ]
    await asyncio.sleep(2)
    until = time.perf_counter() + seconds
    await asyncio.gather(*(load.play(slug, until) for slug in slugs))
    await asyncio.sleep(1)
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)


async def idle(server: Server, load: Load, slugs: list[str], rows: Table) -> None:
    """Measure what many listeners cost while nothing happens."""
    webs = [p for p in family(server) if "web" in command(p)]
    memory, worked = sum(map(rss, webs)), sum(map(cpu, webs))
    following = [
        asyncio.create_task(load.listen(slugs[number % len(slugs)])) for number in range(IDLE)
    ]
    await asyncio.sleep(3)
    began, busy = time.perf_counter(), sum(map(cpu, webs))
    await asyncio.sleep(5)
    took = time.perf_counter() - began
    more = (sum(map(rss, webs)) - memory) / IDLE
    share = 100 * (sum(map(cpu, webs)) - busy) / took
    rows.add_row(f"{IDLE} idle listeners: memory", f"{more:.0f} kB each")
    rows.add_row(f"{IDLE} idle listeners: processor", f"{share:.1f} %")
    rows.add_row(f"{IDLE} idle listeners: to connect all", f"{busy - worked:.2f} s of processor")
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)


# --- the long game ---------------------------------------------------------------------

LONG_GAME = """
import json
from django.contrib.auth import get_user_model
from dieciocho import new_game
from dieciocho.bots import make_bot
from dieciocho.web.services import copying
from dieciocho.web.services.asking import Viewer
seed, game = 0, None
while game is None or len(game.history) < 1000:
    seed += 1
    game, bot = new_game("1888n", ["A", "B", "C", "D"], seed=seed), make_bot("random", seed)
    while not game.over:
        game.play(bot.choose(game))
viewer = Viewer.of(get_user_model().objects.get(), "")
print(json.dumps([copying.adopt(viewer, game, "long").slug, len(game.history)]))
"""


def long_game(server: Server, client: Client, slug: str, length: int) -> None:
    """Print how long it takes to load a long game, to jump in it and to undo."""
    rows = Table("", "median ms", "max ms", title=f"a finished game of {length} actions")
    dice = random.Random(1)

    def measure(name: str, ask: Callable[[], object], times: int = 30) -> None:
        taken = []
        for _ in range(times):
            began = time.perf_counter()
            ask()
            taken.append((time.perf_counter() - began) * 1000)
        rows.add_row(name, f"{statistics.median(taken):.0f}", f"{max(taken):.0f}")

    def jump(path: str) -> Callable[[], object]:
        return lambda: client.get(f"tables/{slug}/{path}?at={dice.randrange(length)}")

    def back_and_forth() -> None:
        client.post(f"tables/{slug}/undo/")
        client.post(f"tables/{slug}/redo/")

    client.get("games/")  # the process itself is ready
    measure("load, nothing in memory (API)", lambda: client.get(f"tables/{slug}/"), 1)
    measure("load (API)", lambda: client.get(f"tables/{slug}/"))
    measure("jump to a position (API)", jump(""), 100)
    measure("legal actions of a position (API)", jump("legal/"), 100)
    measure("all actions with their log (API)", lambda: client.get(f"tables/{slug}/actions/"))
    measure("undo and redo (API)", back_and_forth)
    measure("undo", lambda: client.post(f"tables/{slug}/undo/"))
    measure("the page", lambda: page(client.port, f"/t/{slug}/"))
    console.print(rows)


def page(port: int, path: str) -> None:
    from urllib.request import urlopen

    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
        answer.read()


# --- processes -------------------------------------------------------------------------


def family(server: Server) -> list[int]:
    """Return the server's processes, itself first."""
    assert server.process is not None
    found = [server.process.pid]
    for pid in found:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        found += [int(child) for child in children]
    return found


def rss(pid: int) -> int:
    """Return resident memory in kB."""
    text = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS"))


def cpu(pid: int) -> float:
    """Return processor seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def command(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    for name in ("serve", "web", "worker"):
        if name in words:
            return name
    return "thinking" if "spawn_main" in " ".join(words) else "helper"


# --- all of it -------------------------------------------------------------------------


def percentiles(values: list[float]) -> list[str]:
    if len(values) < 2:
        return ["-"] * 4
    cuts = statistics.quantiles(values, n=100)
    return [f"{1000 * value:.0f}" for value in (cuts[49], cuts[89], cuts[98], max(values))]


def report(load: Load, server: Server, actions: int, seconds: float) -> None:
    rows = Table("", "count", "median", "90 %", "99 %", "max", title="latency under load, ms")
    for name, values in load.answers.items():
        rows.add_row(name, str(len(values)), *percentiles(values))
    delays = load.delays()
    rows.add_row("news, from the click to a listener", str(len(delays)), *percentiles(delays))
    console.print(rows)
    console.print(
        f"{actions} actions of people and bots in {seconds:.0f} s, "
        f"{load.refused} refused because the table had moved on"
    )
    memory = Table("process", "memory MB", "processor s", title="memory")
    for pid in family(server):
        memory.add_row(command(pid), f"{rss(pid) / 1024:.0f}", f"{cpu(pid):.1f}")
    console.print(memory)


def main(
    tables: int = 50, listeners: int = 200, seconds: float = 30, think: float = 2, workers: int = 1
) -> None:
    """Start a server, press it, print the figures."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))
    os.environ.update(DIECIOCHO_LIMITS="0", DIECIOCHO_LOG="warning")
    with tempfile.TemporaryDirectory(prefix="dieciocho-bench-") as folder:
        server = Server(Path(folder), os.environ.get("DATABASE_URL"), workers=workers, bots=1)
        (token,) = server.people("ana")
        slug, length = server.script(LONG_GAME)
        server.start()
        try:
            client = server.client(token)
            moves.report(server, moves.TITLES.split(","), whole=False)
            long_game(server, client, slug, length)
            seats = [{}, *({"who": bot} for bot in BOTS)]
            slugs = [
                client.new_table(*seats, seed=number)["slug"]
                for number in track(range(tables), "Tables", transient=True)
            ]
            load = Load(server.port, token, think)
            console.print(f"{tables} tables, {listeners} listeners, {seconds:.0f} s ...")
            asyncio.run(press(load, slugs, listeners, seconds))
            played = sum(client.get(f"tables/{name}/")["length"] for name in slugs)
            report(load, server, played, seconds)
            rows = Table("", "", title="listeners at a table where nothing happens")
            asyncio.run(idle(server, Load(server.port, token, think), [slug], rows))
            console.print(rows)
        finally:
            server.stop()


if __name__ == "__main__":
    typer.run(main)
