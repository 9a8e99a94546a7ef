"""Many tables on PostgreSQL, while processes die, the database restarts, the disk is full.

`python -m bench.load --tables 200 --listeners 1000 --webs 3 --workers 2 --minutes 10`, then with
`--kills 200`, `--restarts 3`, `--full 2` (a small disk in memory; needs root). It ends with
status 1 if an acknowledged action is lost, doubled or in another place, or if a listener has heard
of changes in another order or not of the last. Figures are those of the server (`/metrics`).
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from tests.web.servers import Cluster, Server, cluster

from .web import Load, family, rss

console = Console()
DISK_MB = 400
PAUSE = 0.2  # before a request is repeated


class Insistent(Load):
    """People who repeat a request until it is answered, and remember what was acknowledged."""

    def __init__(self, port: int, token: str, think: float) -> None:
        super().__init__(port, token, think)
        self.acknowledged: dict[str, dict[int, Any]] = defaultdict(dict)
        self.faults: list[str] = []
        self.repeated = 0
        self.dice = random.Random(1)

    async def ask(self, method: str, path: str, data: Any = None) -> tuple[int, Any]:
        while True:
            with suppress(OSError, ValueError, IndexError):
                status, answer = await super().ask(method, path, data)
                if status < 500:
                    return status, answer
            self.repeated += 1
            await asyncio.sleep(PAUSE)

    async def act(self, slug: str, legal: Any, dice: random.Random) -> None:
        action = dice.choice(legal["choices"])["action"]
        data = {
            "action": action,
            "revision": legal["revision"],
            "request": f"{self.dice.getrandbits(80):x}",
        }
        began = time.perf_counter()
        status, _ = await self.ask("POST", f"tables/{slug}/actions/", data)
        if status == 200:
            self.answers["play an action"].append(time.perf_counter() - began)
            known = self.acknowledged[slug]
            number = int(legal["at"]) + 1
            if number in known:
                self.faults.append(f"{slug}: two actions were acknowledged as number {number}")
            known[number] = action
        else:
            self.refused += 1

    async def listen(self, slug: str) -> None:
        """Follow a table, come back whenever the line breaks, and watch the order of the news."""
        revisions: list[int] = []
        self.heard.append((slug, revisions, []))
        woken = self.news.setdefault(slug, asyncio.Event())
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                last = f"Last-Event-ID: {revisions[-1]}\r\n" if revisions else ""
                head = f"GET /live/{slug}/ HTTP/1.1\r\nHost: localhost\r\n{last}\r\n"
                writer.write(head.encode())
                while line := await reader.readline():
                    if line.startswith(b"data: "):
                        number = int(line[6:] or b"0")
                        if revisions and number < revisions[-1]:
                            self.faults.append(f"{slug}: {number} heard after {revisions[-1]}")
                        revisions.append(number)
                        woken.set()
            await asyncio.sleep(PAUSE)

    async def verify(self, slugs: list[str]) -> None:
        """Compare what was acknowledged and heard with what the tables say."""
        for slug in slugs:
            played = (await self.ask("GET", f"tables/{slug}/actions/"))[1]["actions"]
            stored = {entry["number"]: entry["action"] for entry in played}
            for number, action in self.acknowledged[slug].items():
                if stored.get(number) != action:
                    self.faults.append(f"{slug}: action {number} is not what was acknowledged")
            if sorted(stored) != list(range(1, len(stored) + 1)):
                self.faults.append(f"{slug}: actions are not 1, 2, 3...")
        await asyncio.sleep(3)
        now = {slug: (await self.ask("GET", f"tables/{slug}/"))[1]["revision"] for slug in slugs}
        for slug, revisions, _ in self.heard:
            if not revisions or revisions[-1] < now[slug]:
                self.faults.append(f"{slug}: a listener has not heard of {now[slug]}")


# --- what goes wrong -------------------------------------------------------------------


async def kill(server: Server, times: int, until: float) -> int:
    """Kill processes of the server at random; its keeper starts them again."""
    dice, done = random.Random(2), 0
    pause = max(0.5, (until - time.perf_counter()) / (times + 1)) if times else 0
    while done < times and time.perf_counter() < until:
        await asyncio.sleep(pause)
        with suppress(ProcessLookupError, FileNotFoundError, ValueError):
            os.kill(dice.choice(family(server)[1:]), signal.SIGKILL)
            done += 1
    return done


async def restart(database: Cluster, times: int, until: float) -> None:
    pause = (until - time.perf_counter()) / (times + 1)
    for number in range(times):
        await asyncio.sleep(pause)
        await asyncio.to_thread(database.stop, "immediate" if number % 2 else "fast")
        await asyncio.sleep(2)
        await asyncio.to_thread(database.start)


async def fill(disk: Path | None, database: Cluster, times: int, until: float) -> None:
    """Leave no room for the database for some seconds; if it has given up, start it again."""
    pause = (until - time.perf_counter()) / (times + 1)
    for _ in range(times if disk is not None else 0):
        await asyncio.sleep(pause)
        file = Path(str(disk)) / "full"
        with suppress(OSError), file.open("wb", buffering=0) as heap:
            while True:
                heap.write(b"0" * 65_536)
        await asyncio.sleep(5)
        file.unlink()
        with suppress(subprocess.CalledProcessError):  # it is running still
            await asyncio.to_thread(database.start)


@contextmanager
def small_disk(wanted: bool) -> Iterator[Path | None]:
    """Give a small disk in memory for the database."""
    if not wanted:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="dieciocho-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(folder)]
    subprocess.run(mount, check=True)
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
        folder.rmdir()


# --- figures ---------------------------------------------------------------------------


def figures(server: Server) -> str:
    from urllib.request import urlopen

    with urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=60) as answer:
        return str(answer.read().decode())


def percentile(text: str, name: str, kind: str, share: float) -> tuple[int, float]:
    """Return how many there were, and the time within which a share of them was answered."""
    buckets: dict[float, float] = defaultdict(float)
    found = re.findall(rf'{name}_bucket{{kind="{kind}",le="([^"]+)"[^}}]*}} (\S+)', text)
    for bound, count in found:
        buckets[float(bound)] += float(count)
    total, below, lower = buckets.get(float("inf"), 0.0), 0.0, 0.0
    for bound, count in sorted(buckets.items()):
        if count >= share * total and total:
            inside = (share * total - below) / max(count - below, 1)
            return int(total), lower + inside * (min(bound, 60) - lower)
        below, lower = count, bound
    return 0, 0.0


async def press(
    load: Insistent, server: Server, slugs: list[str], listeners: int, seconds: float, *harm: Any
) -> list[float]:
    """Let people play while things go wrong; return the memory of the server now and then."""
    following = [
        asyncio.create_task(load.listen(slugs[number % len(slugs)]))
        for number in range(max(listeners, len(slugs)))
    ]
    await asyncio.sleep(3)
    until = time.perf_counter() + seconds
    memory: list[float] = []

    async def weigh() -> None:
        while time.perf_counter() < until:
            with suppress(FileNotFoundError, StopIteration, ProcessLookupError):
                memory.append(sum(map(rss, family(server))) / 1024)
            await asyncio.sleep(max(1.0, seconds / 20))

    trouble = [asyncio.create_task(make(until)) for make in harm]
    weighing = asyncio.create_task(weigh())
    await asyncio.gather(*(load.play(slug, until) for slug in slugs))
    await asyncio.gather(weighing, *trouble)
    await load.verify(slugs)
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    return memory


def main(
    tables: int = 200,
    listeners: int = 1000,
    webs: int = 3,
    workers: int = 2,
    minutes: float = 10,
    think: float = 2,
    kills: int = 0,
    restarts: int = 0,
    full: int = 0,
) -> None:
    """Start everything, press it, compare, print the figures."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))
    os.environ.update(DIECIOCHO_LIMITS="0", DIECIOCHO_LOG="error")
    with ExitStack() as stack:
        disk = stack.enter_context(small_disk(full > 0))
        database = stack.enter_context(cluster(disk))
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="dieciocho-load-"))
        server = Server(Path(folder), database.url, workers=webs, bots=1)
        (token,) = server.people("ana")
        server.start()
        stack.callback(server.kill)
        for _ in range(workers - 1):
            command = [sys.executable, "-m", "dieciocho.cli.server", "worker", "--processes", "1"]
            another = subprocess.Popen(command, env=server.env, start_new_session=True)
            stack.callback(os.killpg, another.pid, signal.SIGKILL)
        client = server.client(token)
        seats = [{}, {"who": "random"}, {"who": "random"}]
        slugs = [client.new_table(*seats, seed=number)["slug"] for number in range(tables)]
        load = Insistent(server.port, token, think)
        console.print(f"{tables} tables, {listeners} listeners, {minutes} minutes ...")
        memory = asyncio.run(
            press(
                load,
                server,
                slugs,
                listeners,
                60 * minutes,
                lambda until: kill(server, kills, until),
                lambda until: restart(database, restarts, until),
                lambda until: fill(disk, database, full, until),
            )
        )
        text = figures(server)
        report(load, text, memory)
    if load.faults:
        for fault in load.faults[:20]:
            console.print(f"[red]{fault}[/red]")
        raise typer.Exit(1)


def report(load: Insistent, text: str, memory: list[float]) -> None:
    rows = Table("", "count", "p95 ms of the server", "p95 ms of the processor")
    for kind in ("move", "look", "change"):
        count, seconds = percentile(text, "request_seconds", kind, 0.95)
        _, worked = percentile(text, "request_cpu_seconds", kind, 0.95)
        rows.add_row(kind, str(count), f"{1000 * seconds:.0f}", f"{1000 * worked:.0f}")
    console.print(rows)
    console.print(f"memory of the server, MB: {', '.join(f'{value:.0f}' for value in memory)}")
    acknowledged = sum(map(len, load.acknowledged.values()))
    console.print(
        f"{acknowledged} actions acknowledged, {load.refused} refused, {load.repeated} requests "
        f"repeated, {sum(len(heard[1]) for heard in load.heard)} news heard, "
        f"{len(load.faults)} faults"
    )


if __name__ == "__main__":
    typer.run(main)
