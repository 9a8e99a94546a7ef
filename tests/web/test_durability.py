"""Nothing that was acknowledged is lost, at whatever moment the server is killed."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import dieciocho

from .servers import PATIENCE, Client, Server, postgres, running, wait_until

CLIENTS = 3
KILLS = 4


@pytest.fixture(params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    if request.param == "sqlite":
        with running(tmp_path) as found:
            yield found
    else:
        with postgres() as database, running(tmp_path, database) as found:
            yield found


class Player(threading.Thread):
    """Plays random legal actions until told to stop; insists on each until it is answered."""

    def __init__(self, client: Client, slug: str, seed: int, done: threading.Event) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.slug = slug
        self.dice = random.Random(seed)
        self.done = done
        self.acknowledged: list[tuple[str, int, Any]] = []  # request, number, action
        self.failure: BaseException | None = None
        self.repeated = 0

    def run(self) -> None:
        try:
            while not self.done.is_set():
                self.act()
        except BaseException as error:
            self.failure = error

    def act(self) -> None:
        legal = self.insist("GET", "legal/")
        if not legal["choices"]:
            self.done.wait(0.1)
            return
        action = self.dice.choice(legal["choices"])["action"]
        request = f"{self.slug}-{self.dice.getrandbits(60):x}"
        table = self.insist("POST", "actions/", {"action": action, "request": request})
        self.acknowledged.append((request, table["length"], action))

    def insist(self, method: str, path: str, data: Any = None) -> Any:
        """Ask until there is an answer: the server may be down, the answer may be lost."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError, ValueError, EOFError, ConnectionError, _HttpError):
                status, answer = _asked(self.client, method, f"tables/{self.slug}/{path}", data)
                assert status == 200, answer
                return answer
            self.repeated += 1
            time.sleep(0.02)
        raise AssertionError(f"no answer: {method} {path}")


class _HttpError(Exception):
    """The connection broke in the middle of an answer."""


def _asked(client: Client, method: str, path: str, data: Any) -> Any:
    from http.client import HTTPException

    try:
        return client.ask(method, path, data)
    except HTTPException as error:
        raise _HttpError from error


def test_every_acknowledged_action_survives_kill_9(server: Server) -> None:
    tokens = server.people(*(f"person{n}" for n in range(CLIENTS)))
    server.start()
    done = threading.Event()
    players = []
    for number, token in enumerate(tokens):
        client = server.client(token)
        players.append(Player(client, client.new_table(seed=number)["slug"], number, done))
    for player in players:
        player.start()
    dice = random.Random(1)
    for number in range(KILLS):
        _wait_for(players, dice.randint(5, 40))
        time.sleep(dice.uniform(0, 0.05))
        if number % 2:  # the processes that answer: they are started again by themselves
            for pid in server.children():
                os.kill(pid, signal.SIGKILL)
        else:
            server.kill()
            server.start()
    _wait_for(players, 20)
    done.set()
    for player in players:
        player.join(PATIENCE)
        assert player.failure is None, (player.failure, server.log()[-2000:])
    server.kill()
    assert sum(player.repeated for player in players) > 0  # some requests met a dead server
    _compare(server, players)


def _wait_for(players: list[Player], count: int) -> None:
    """Wait until so many more actions have been acknowledged."""

    def acknowledged() -> int:
        return sum(len(player.acknowledged) for player in players)

    wanted = acknowledged() + count
    wait_until(lambda: acknowledged() >= wanted or not all(p.is_alive() for p in players))


def _compare(server: Server, players: list[Player]) -> None:
    """Compare what the database holds with what was acknowledged."""
    stored, tables = server.script(
        "import json\n"
        "from dieciocho.web.models import Granted, Move, Table\n"
        "granted = {(g.table_id, g.number): g.request for g in Granted.objects.all()}\n"
        "moves = Move.objects.order_by('table', 'number').select_related('table')\n"
        "moves = [(m.table.slug, m.number, granted[m.table_id, m.number], m.action)"
        " for m in moves]\n"
        "tables = {table.slug: [table.header, table.length] for table in Table.objects.all()}\n"
        "print(json.dumps([[list(move) for move in moves], tables]))"
    )
    for player in players:
        moves = [row[1:] for row in stored if row[0] == player.slug]
        by_request = {request: (number, action) for number, request, action in moves}
        assert len(by_request) == len(moves)
        for request, number, action in player.acknowledged:
            assert by_request[request] == (number, action)
        header, length = tables[player.slug]
        assert [number for number, _, _ in moves] == list(range(1, length + 1))
        # The last action may have been stored without an answer; the thread insisted on it.
        assert length == len(player.acknowledged)
        saved = {"format": "dieciocho-game-1", "header": header, "actions": [m[2] for m in moves]}
        assert len(dieciocho.loads(json.dumps(saved)).history) == length
