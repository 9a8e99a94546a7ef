"""Real servers for tests: the program itself, on a data folder of its own, and its clients."""

from __future__ import annotations

import glob
import http.client
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from dieciocho import client

Json = dict[str, Any]

# Seconds after which something that was to happen counts as never happening. Nothing waits that
# long unless it is broken: the machine may be busy.
PATIENCE = 300


def wait_until(condition: Callable[[], bool], why: Callable[[], str] = str) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, why()
        time.sleep(0.02)


class Server:
    """`dieciocho serve` on a temporary data folder; it can be killed and started again."""

    def __init__(self, folder: Path, database: str | None = None, **options: int) -> None:
        self.folder = folder
        self.options = {"workers": 1, "bots": 0, **options}
        self.port = free_port()
        self.env = {**os.environ, "DIECIOCHO_DATA": str(folder), "PYTHONWARNINGS": "ignore"}
        self.env.pop("DATABASE_URL", None)
        if database:
            self.env["DATABASE_URL"] = database
        self.process: subprocess.Popen[bytes] | None = None

    def command(self, *arguments: str) -> str:
        """Run a command of the program on the server's data."""
        done = subprocess.run(
            [sys.executable, "-m", "dieciocho.cli.server", *arguments],
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def script(self, text: str) -> Any:
        """Run Python with the server's database; return what it prints as JSON."""
        return json.loads(self.command("manage", "shell", "--no-imports", "-v0", "-c", text))

    def people(self, *names: str) -> list[str]:
        """Create accounts; return a token for each."""
        return self.script(
            "import json\n"
            "from django.contrib.auth import get_user_model\n"
            "from django.core.management import call_command\n"
            "from dieciocho.web.api.tokens import issue\n"
            "call_command('migrate', verbosity=0)\n"
            "make = get_user_model().objects.create_user\n"
            f"print(json.dumps([issue(make(name)) for name in {list(names)!r}]))"
        )

    def start(self) -> None:
        wishes = {"port": self.port, **self.options}
        options = [f"--{name}={value}" for name, value in wishes.items()]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "dieciocho.cli.server", "serve", *options],
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_until(self._answers, self.log)

    def _answers(self) -> bool:
        """Ask whether the server is well; it listens before it is ready to answer."""
        assert self.process is not None
        assert self.process.poll() is None, self.log()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """Kill every process of the server at once, as a power cut would."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def children(self) -> list[int]:
        assert self.process is not None
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in path.read_text().split()]

    def stop(self) -> int:
        """Stop in an orderly way; return the exit status."""
        assert self.process is not None
        self.process.terminate()
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.kill()

    def log(self) -> str:
        return (self.folder / "server.log").read_text(errors="replace")

    def client(self, token: str = "") -> Client:
        return Client(self.port, token)


class Client:
    """A program that uses the API; one connection for each request, so that none is stale."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port = port
        self.api = client.Client(f"http://127.0.0.1:{port}", token)

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        """Return status and JSON of the answer."""
        body = None if data is None else json.dumps(data).encode()
        url = f"{self.api.server}/api/{path}"
        status, answer = client.send(method, url, body, self.api.headers)
        return status, json.loads(answer)

    def get(self, path: str) -> Json:
        status, data = self.ask("GET", path)
        assert status == 200, data
        return data

    def post(self, path: str, data: Any = None) -> Json:
        status, answer = self.ask("POST", path, data or {})
        assert status in (200, 201), answer
        return answer

    def new_table(self, *seats: Json, **options: Any) -> Json:
        """Create a table and start it; by default this client plays three seats."""
        plan = list(seats) or [{"name": name} for name in ("Ana", "Bea", "Carla")]
        table = self.post("tables/", {"game": "1888n", "seats": plan, **options})
        return self.post(f"tables/{table['slug']}/start/")


class Listener:
    """Reads a stream of server-sent events."""

    def __init__(self, port: int, slug: str, headers: dict[str, str] | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", f"/live/{slug}/", headers=headers or {})
        self.answer = self.connection.getresponse()

    def next(self) -> tuple[str, str]:
        """Return name and data of the next event; ("", "") at the end of the stream."""
        name = data = ""
        while True:
            line = self.answer.readline().decode()
            if not line:
                return "", ""
            key, _, value = line.rstrip("\n").partition(": ")
            if key == "event":
                name = value
            elif key == "data":
                data = value
            elif not key and name:
                return name, data

    def close(self) -> None:
        self.connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(folder: Path, database: str | None = None, **options: int) -> Iterator[Server]:
    """Run a server for a while."""
    server = Server(folder, database, **options)
    try:
        yield server
    finally:
        if server.process is not None:
            server.kill()


# --- PostgreSQL ------------------------------------------------------------------------


class Cluster:
    """A PostgreSQL server of one's own in a folder."""

    def __init__(self, folder: Path, programs: Path, user: list[str]) -> None:
        self.folder, self.programs, self.user = folder, programs, user
        self.port = free_port()
        self.url = f"postgres://tester@127.0.0.1:{self.port}/postgres"

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self.user, str(self.programs / program), "-D", str(self.folder / "data")]
        subprocess.run(
            [*command, *arguments], check=True, cwd=self.folder, stdout=subprocess.DEVNULL
        )

    def make(self) -> None:
        self._run("initdb", "-U", "tester", "-A", "trust", "--no-sync")

    def start(self) -> None:
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder}"
        self._run("pg_ctl", "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        self._run("pg_ctl", "-m", how, "stop")


@contextmanager
def cluster(within: Path | None = None) -> Iterator[Cluster]:
    """Give an empty PostgreSQL server, or skip the test and say why."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    path = shutil.which("initdb") or (found[-1] if found else None)
    if path is None:
        pytest.skip("no PostgreSQL server is installed, and DIECIOCHO_TEST_POSTGRES is not set")
    # The server refuses to run as root, so that root must lend it another user.
    user: list[str] = []
    folder = Path(tempfile.mkdtemp(prefix="dieciocho-pg-", dir=within))
    if os.geteuid() == 0:
        name = next((n for n in ("postgres", "nobody") if _is_user(n)), None)
        if name is None or not shutil.which("runuser"):
            pytest.skip("PostgreSQL cannot run as root, and there is no other user to run it as")
        user = ["runuser", "-u", name, "--"]
        shutil.chown(folder, name)
    server = Cluster(folder, Path(path).parent, user)
    server.make()
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """Give the address of an empty PostgreSQL database, or skip the test and say why."""
    given = os.environ.get("DIECIOCHO_TEST_POSTGRES")
    if given:
        yield given
        return
    with cluster() as server:
        yield server.url


def _is_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
