"""What a move costs: processor time on the server and bytes to the browsers, title by title.

Run from the project's folder: `python -m bench.moves`; `python -m bench.web` prints it as well. One
person plays a game of computer players through the page's own requests, another one looks on; both
tell the server which parts of the page they have, as browsers do.
"""

from __future__ import annotations

import gzip
import http.client
import re
import statistics
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import typer
from rich.console import Console
from rich.table import Table

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from tests.web.servers import Server

TITLES = "1888n,1862,18esp,18mag,1865"
AROUND = range(480, 520)  # "about action 500", or the last forty actions of a shorter game
_SECRET = "s" * 32
_PARTS = re.compile(rb'data-part="([^"]+)" data-digest="([^"]+)"')
_VERSION = re.compile(rb'data-version="([^"]+)"')
console = Console()

SEATED = """
import json
from pathlib import Path
from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from dieciocho import load
from dieciocho.web.services import copying
from dieciocho.web.services.asking import Viewer
session = SessionStore()
session["guest"] = "bench"
session.create()
viewer = Viewer(guest="bench")
game = load(Path(PATH))
print(json.dumps([session.session_key, copying.adopt(viewer, game.at(START), "bench").slug]))
"""


class Browser:
    """Somebody who has the page of a table open."""

    def __init__(self, server: Server, slug: str, session: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.path = f"/t/{slug}/"
        self.cookies = f"csrftoken={_SECRET}" + (f"; sessionid={session}" if session else "")
        self.parts: dict[bytes, bytes] = {}
        page = self._ask("GET", self.path, "", {})[0]
        found = _VERSION.search(page)
        self.version = found[1].decode() if found else ""

    def _ask(self, method: str, path: str, body: str, headers: dict[str, str]) -> tuple[bytes, int]:
        """Return an answer and how many bytes of it came."""
        common = {"Cookie": self.cookies, "Accept-Encoding": "gzip", "X-CSRFToken": _SECRET}
        if body:
            common["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, {**common, **headers})
        answer = self.connection.getresponse()
        sent = answer.read()
        assert answer.status == 200, (answer.status, sent[:500])
        packed = answer.headers.get("Content-Encoding") == "gzip"
        content = gzip.decompress(sent) if packed else sent
        self.parts.update(_PARTS.findall(content))
        return content, len(sent)

    def asks(self, method: str, path: str = "", **fields: str) -> tuple[int, int]:
        """Ask for the parts of the page that have changed; return their size, and as sent."""
        have = b"".join(self.parts.values()).decode()
        headers = {"HX-Request": "true", "X-Have": have, "X-Page": self.version}
        content, sent = self._ask(method, self.path + path, urlencode(fields), headers)
        return len(content), sent


class Costs:
    """What the answers to one kind of browser cost."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.raw: list[int] = []
        self.sent: list[int] = []

    def add(self, seconds: float, sizes: tuple[int, int]) -> None:
        self.seconds.append(seconds)
        self.raw.append(sizes[0])
        self.sent.append(sizes[1])

    def row(self) -> list[str]:
        cells = []
        for values, unit in ((self.seconds, 1e-3), (self.raw, 1e3), (self.sent, 1e3)):
            most = statistics.quantiles(values, n=20)[-1]
            cells += [f"{statistics.mean(values) / unit:.1f}", f"{most / unit:.1f}"]
        return [str(len(self.raw)), *cells]


def processor(server: Server) -> float:
    """Return the processor seconds of the processes that answer, to the nanosecond."""
    webs = [p for p in server.children() if b"\0web\0" in Path(f"/proc/{p}/cmdline").read_bytes()]
    return sum(time.clock_gettime((~pid << 3) | 2) for pid in webs)  # clock_getcpuclockid(3)


def played(title: str, most: int) -> Game:
    game = dieciocho.new_game(title, ["Ana", "Bea", "Carla", "Dora"], seed=5)
    bot = make_bot("sensible", 3)
    while len(game.history) < most and not game.over:
        game.play(bot.choose(game))
    return game


def measure(server: Server, game: Game, part: range) -> tuple[Costs, Costs]:
    """Play a part of a game; return what the player and an onlooker cost."""
    path = server.folder / "game.json"
    game.to_json(path)
    script = SEATED.replace("PATH", repr(str(path))).replace("START", str(part.start))
    session, slug = server.script(script)
    player, onlooker = Browser(server, slug, session), Browser(server, slug)
    costs = Costs(), Costs()
    for number in part:
        action = msgspec.json.encode(game.history[number].action).decode()
        began = processor(server)
        sizes = player.asks("POST", "act/", action=action, request=f"{slug}-{number}")
        between = processor(server)
        costs[0].add(between - began, sizes)
        seen = onlooker.asks("GET")
        costs[1].add(processor(server) - between, seen)
    return costs


def report(server: Server, titles: list[str], whole: bool) -> None:
    rows = Table("", "moves", *["ms", "95 %", "kB", "95 %", "kB sent", "95 %"], title="a move")
    for title in titles:
        game = played(title, 10_000 if whole else AROUND.stop)
        length = len(game.history)
        around = AROUND if length >= AROUND.stop else range(length - len(AROUND), length)
        parts = [(f"{title}, {around.start}–{around.stop}", around)]
        if whole:
            parts.append((f"{title}, whole game", range(length)))
        for name, part in parts:
            player, onlooker = measure(server, game, part)
            rows.add_row(f"{name}: player", *player.row())
            rows.add_row(f"{name}: onlooker", *onlooker.row())
    console.print(rows)


def main(titles: str = TITLES, whole: bool = True) -> None:
    """Start a server, play games through pages, print what the answers cost."""
    with tempfile.TemporaryDirectory(prefix="dieciocho-bench-") as folder:
        server = Server(Path(folder))
        server.env.update(DIECIOCHO_LIMITS="0", DIECIOCHO_LOG="warning")
        server.people("ana")
        server.start()
        try:
            report(server, titles.split(","), whole)
        finally:
            server.stop()


if __name__ == "__main__":
    typer.run(main)
