"""The commands of the server: one starts everything, nothing stays behind."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from ..support import hears_ctrl_c
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
            preexec_fn=hears_ctrl_c,
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


def serving(folder: Path, *command: str, **env: str) -> subprocess.Popen[str]:
    everything = {**os.environ, "DIECIOCHO_DATA": str(folder), "PYTHONWARNINGS": "ignore", **env}
    return subprocess.Popen(
        [sys.executable, "-m", "dieciocho.cli.main", *command],
        env=everything,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_several_may_start_at_once_on_an_empty_folder(tmp_path: Path) -> None:
    """A token is refused for want of an account, after the database has been made."""
    started = [serving(tmp_path / "data", "token", "ana") for _ in range(3)]
    for process in started:
        _, errors = process.communicate(timeout=120)
        assert "there is no account 'ana'" in errors
        assert "Traceback" not in errors
    assert (tmp_path / "data" / "dieciocho.sqlite3").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "data" / "secret-key").read_text()


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"DIECIOCHO_DATA": "/dev/null/data"}, "the data folder /dev/null/data cannot be used"),
        ({"DIECIOCHO_HSTS": "soon"}, "DIECIOCHO_HSTS must be a whole number"),
        ({"DATABASE_URL": "postgres://x@127.0.0.1:1/none"}, "the database 127.0.0.1/none does not"),
    ],
)
def test_what_hinders_the_start_is_said(tmp_path: Path, env: dict[str, str], said: str) -> None:
    if "DATABASE_URL" in env:
        pytest.importorskip("psycopg_pool")
    process = serving(tmp_path, "token", "ana", **env)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 2
    assert said in errors
    assert "Traceback" not in errors


def test_a_damaged_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "dieciocho.sqlite3").write_text("rubbish " * 500)
    _, errors = serving(tmp_path, "token", "ana").communicate(timeout=120)
    assert "does not answer as it should" in errors
    assert "Traceback" not in errors


def test_a_server_with_https_insists_on_it(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.env["DIECIOCHO_HTTPS"] = "1"
    names = "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "PROXIES", "WELCOME"
    ask = (
        "import json; from django.conf import settings\n"
        f"print(json.dumps([getattr(settings, name) for name in {names}]))"
    )
    assert server.script(ask) == [True, 2_592_000, "127.0.0.1,::1", "accounts"]
    del server.env["DIECIOCHO_HTTPS"]
    assert server.script(ask) == [False, 0, "", "accounts"]


def test_a_server_hears_what_arrives_and_closes_the_rest(tmp_path: Path) -> None:
    """Half a request is not waited for, a large one is told so, no claimed address is believed."""
    server = Server(tmp_path)
    settings = tmp_path / "impatient.py"
    settings.write_text("from dieciocho.web.settings import *\nHEAD_SECONDS = 0.2\n")
    server.env["DJANGO_SETTINGS_MODULE"] = "impatient"
    server.env["PYTHONPATH"] = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    server.start()
    try:
        whole = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for begun in (b"", b"GET / HTTP/1.1\r\nHost: loc", whole + b"GET / HT"):
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as half:
                half.sendall(begun)
                while half.recv(65536):
                    pass
        large = b"POST /import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as sending:
            sending.sendall(large + b"x" * 5_000_000)
            assert sending.recv(65536).startswith(b"HTTP/1.1 413 ")
        # More often than the limit: on a busy machine its time may be over before.
        tried = (_login(server.port, f"1.1.1.{n}") for n in range(99))
        assert 429 in tried
    finally:
        server.kill()


def _login(port: int, claimed: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    token = "a" * 32
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"csrftoken={token}",
        "X-Forwarded-For": claimed,
    }
    body = f"csrfmiddlewaretoken={token}&username=u{claimed}&password=x"
    connection.request("POST", "/accounts/login/", body, headers)
    status = connection.getresponse().status
    connection.close()
    return status
