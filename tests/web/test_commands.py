"""The commands of the server: one starts everything, nothing stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from .servers import PATIENCE, Server, wait_until


class Played:
    """`dieciocho play` in a process of its own."""

    def __init__(self, folder: Path) -> None:
        env = {**os.environ, "DIECIOCHO_DATA": str(folder), "DISPLAY": "", "WAYLAND_DISPLAY": ""}
        env.pop("DATABASE_URL", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dieciocho.cli.main", "play", "--bots=1"],
            env=env,
            stdout=subprocess.PIPE,
            stderr=(folder / "errors").open("wb"),
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[1]

    def children(self) -> list[int]:
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in path.read_text().split()]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    found = Played(tmp_path)
    yield found
    found.process.kill()
    found.process.wait()


def alive(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_play_starts_everything_and_stops_it(played: Played, tmp_path: Path) -> None:
    with urlopen(played.address + "api/games/", timeout=PATIENCE) as answer:
        assert answer.status == 200
    before = played.children()
    assert len(before) == 2  # one answers, one lets bots think
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: len(set(played.children()) - set(before)) == 2)
    with urlopen(played.address + "api/games/", timeout=PATIENCE) as answer:
        assert answer.status == 200
    after = played.children()
    played.process.send_signal(signal.SIGINT)
    assert played.process.wait(PATIENCE) == 0
    assert not any(alive(pid) for pid in after)
    assert "Traceback" not in (tmp_path / "errors").read_text()


def test_children_do_not_outlive_the_program(played: Played) -> None:
    with urlopen(played.address + "api/games/", timeout=PATIENCE):
        children = played.children()
    played.process.kill()
    wait_until(lambda: not any(alive(pid) for pid in children))


def test_a_token_needs_an_account(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with pytest.raises(AssertionError, match="there is no account 'ana'"):
        server.command("token", "ana")
    server.people("ana")
    assert len(server.command("token", "ana", "--label", "my bot")) > 40
