"""Copies of everything, checks by replay, cleaning up: on a running server, on both databases."""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from dieciocho.engine.errors import BadInput
from dieciocho.web.models import Move, Table
from dieciocho.web.services import gathering, playing
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan
from dieciocho.web.upkeep import backup, check, figures, restore
from dieciocho.web.upkeep.tidy import tidy

from .servers import Client, Server, postgres, running
from .test_earlier_database import DUMP

VIEWER = Viewer(guest="key")


def ask(folder: Path, *arguments: str, database: str | None = None) -> tuple[int, str]:
    """Run a command on a data folder; return its exit status and what it printed."""
    env = {**os.environ, "DIECIOCHO_DATA": str(folder)}
    env.pop("DATABASE_URL", None)
    if database is not None:
        env["DATABASE_URL"] = database
    program = [sys.executable, "-m", "dieciocho.cli.server", "admin", *arguments]
    done = subprocess.run(program, env=env, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


def table(actions: int = 3) -> Table:
    made = gathering.create_table(VIEWER, "1888n", [SeatPlan(n) for n in ("Ana", "Bea", "Carla")])
    gathering.start(made.slug, VIEWER)
    for _ in range(actions):
        playing.act(made.slug, VIEWER, "pass")
    return Table.objects.get(pk=made.pk)


# --- copies ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as found:
        yield found


class Busy(threading.Thread):
    """Somebody who plays and takes back without a pause."""

    def __init__(self, client: Client, slug: str) -> None:
        super().__init__(daemon=True)
        self.client, self.slug, self.rounds = client, slug, 0
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.is_set():
            for _ in range(3):
                self.client.post(f"tables/{self.slug}/actions/", {"text": "pass"})
            for _ in range(3):
                self.client.post(f"tables/{self.slug}/undo/")
            self.rounds += 1


def copied(server: Server, file: Path, database: str | None) -> str:
    """Copy a server on which somebody plays; return the slug of the table."""
    (token,) = server.people("ana")
    server.start()
    client = server.client(token)
    slug = client.new_table()["slug"]
    client.post(f"tables/{slug}/actions/", {"text": "pass"})
    busy = Busy(client, slug)
    busy.start()
    status, told = ask(server.folder, "backup", str(file), database=database)
    busy.done.set()
    busy.join()
    assert (status, busy.rounds > 0) == (0, True), told
    assert told.startswith("1 tables with "), told
    assert told.endswith("do not hold: 0\n"), told
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    return slug


def goes_on(folder: Path, slug: str, database: str | None) -> None:
    """See that a restored server plays on, and still knows its people by their tokens."""
    with running(folder, database) as server:
        server.start()
        (token,) = [server.command("token", "ana").splitlines()[-1]]
        client = server.client(token)
        before = client.get(f"tables/{slug}/")
        after = client.post(f"tables/{slug}/actions/", {"text": "pass"})
        assert after["length"] == before["length"] + 1
        assert client.new_table()["slug"] != slug  # numbers of rows go on where they were
        for path, data in (
            ("actions/", {"text": "a\0b"}),
            ("actions/", {"text": "pass", "request": "\0"}),
            ("notes/", {"notes": "\0"}),
        ):  # PostgreSQL cannot store this character
            assert client.ask("POST", f"tables/{slug}/{path}", data)[0] in (400, 422)


def test_what_sqlite_has_kept_goes_on_in_postgresql(tmp_path: Path, database: str) -> None:
    file, here, there = tmp_path / "copy.zip", tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    with running(here) as server:
        slug = copied(server, file, None)
    status, told = ask(there, "restore", str(file), database=database)
    assert (status, told.startswith("1 tables with ")) == (0, True), told
    assert (there / "secret-key").read_text() == (here / "secret-key").read_text()
    status, told = ask(there, "restore", str(file), database=database)
    assert (status, "not empty" in told) == (2, True)
    goes_on(there, slug, database)
    back = tmp_path / "back"
    back.mkdir()
    assert ask(there, "backup", str(file), database=database)[0] == 0
    assert ask(back, "restore", str(file))[0] == 0
    assert ask(back, "check") == (0, ask(there, "check", database=database)[1])
    goes_on(back, slug, None)


def test_first_starts_at_the_same_moment_prepare_one_postgresql_database(
    tmp_path: Path, database: str
) -> None:
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(database, autocommit=True) as line:
        line.execute("CREATE DATABASE shared")
    shared = database.rpartition("/")[0] + "/shared"
    folders = [tmp_path / name for name in "abc"]
    with ThreadPoolExecutor(3) as pool:
        told = list(pool.map(lambda folder: ask(folder, "tidy", database=shared), folders))
    assert told == [(0, "removed: 0 sessions, 0 tables\n")] * 3


def test_what_another_program_keeps_is_left_alone(tmp_path: Path) -> None:
    file, here, other = tmp_path / "copy.zip", tmp_path / "here", tmp_path / "other"
    here.mkdir()
    other.mkdir()
    assert ask(here, "tidy")[0] == 0
    assert ask(here, "backup", str(file))[0] == 0
    stored = sqlite3.connect(other / "dieciocho.sqlite3")
    stored.execute("CREATE TABLE recipes (name)")
    stored.commit()
    status, told = ask(other, "restore", str(file))
    assert (status, "not empty" in told) == (2, True), told
    assert [row[0] for row in stored.execute("SELECT name FROM sqlite_master")] == ["recipes"]
    stored.close()


def test_an_earlier_copy_is_taken_over(tmp_path: Path) -> None:
    """What an earlier program has written is restored as it was then, and brought up to date."""
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "copy.zip"
    old.mkdir()
    new.mkdir()
    stored = sqlite3.connect(old / "dieciocho.sqlite3")
    stored.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    stored.close()
    before = (old / "dieciocho.sqlite3").read_bytes()
    status, told = ask(old, "check")
    assert (status, told.startswith("10 tables with ")) == (0, True), told
    assert ask(old, "backup", str(file)) == (0, told)  # before anything is brought up to date
    assert (old / "dieciocho.sqlite3").read_bytes()[100:] == before[100:]
    status, told = ask(new, "restore", str(file))
    assert (status, told.startswith("10 tables with ")) == (0, True), told


def test_a_database_that_is_not_ours_yet_or_too_new_is_told(tmp_path: Path) -> None:
    file = str(tmp_path / "copy.zip")
    for command in (["backup", file], ["check"]):
        status, told = ask(tmp_path / "empty", *command)
        assert (status, "nothing has been stored" in told) == (2, True), told
    newer = tmp_path / "newer"
    newer.mkdir()
    assert ask(newer, "tidy")[0] == 0
    stored = sqlite3.connect(newer / "dieciocho.sqlite3")
    stored.execute(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('web', '0999_x', '2030-01-01')"
    )
    stored.commit()
    stored.close()
    for command in (["backup", file], ["check"], ["tidy"]):
        status, told = ask(newer, *command)
        assert (status, "later version" in told) == (2, True), told


def test_a_damaged_copy_is_found_out(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        copied(server, tmp_path / "copy.zip", None)
    good = (tmp_path / "copy.zip").read_bytes()
    bad = tmp_path / "bad.zip"
    for damage in (good[:2000], b"", good.replace(b"rows/web.move.jsonl", b"rows/web.mofe.jsonl")):
        bad.write_bytes(damage)
        status, told = ask(tmp_path, "check", str(bad))
        assert (status, "no whole copy" in told) == (2, True), told
    with zipfile.ZipFile(tmp_path / "copy.zip") as archive, zipfile.ZipFile(bad, "w") as other:
        for name in archive.namelist():
            text = archive.read(name)
            if name == "manifest.json":
                text = text.replace(b'"0001_initial"', b'"0999_later"')
            other.writestr(name, text)
    status, told = ask(tmp_path / "fresh", "restore", str(bad))
    assert (status, "knows more than this one" in told) == (2, True), told


# --- checks ----------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda t: t.moves.filter(number=2).delete(), "are not 1, 2, 3"),
        (lambda t: t.moves.filter(number=3).delete(), "are not 1, 2, 3"),
        (lambda t: t.moves.filter(number=2).update(action={"do": "lay"}), "played again"),
        (lambda t: Table.objects.filter(pk=t.pk).update(actor=2), "actor: stored is 2"),
        (lambda t: Table.objects.filter(pk=t.pk).update(result={"Ana": 3}), "result: stored"),
        (lambda t: Table.objects.filter(pk=t.pk).update(header={"game": "x"}), "played again"),
    ],
)
def test_a_check_finds_what_does_not_hold(damage: Any, told: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(backup, "one_moment", _now)
    table()
    hurt = table()
    gathering.create_table(VIEWER, "1888n", [SeatPlan("Ana"), SeatPlan(who="open")])
    playing.undo(table().slug, VIEWER)
    assert check.database() == check.Report(4, 9)
    damage(hurt)
    ((slug, wrong),) = check.database().faults
    assert slug == hurt.slug
    assert told in wrong.said("en")
    assert wrong.said("es") != wrong.said("en")


class _now:
    """A test is a transaction already."""

    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


def test_a_file_that_is_no_copy_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no whole copy"), restore.opened(tmp_path / "none"):
        raise AssertionError
    file = tmp_path / "empty.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("other", "text")
    with pytest.raises(BadInput, match="no whole copy"):
        check.copy(file)


# --- figures ---------------------------------------------------------------------------


@pytest.mark.django_db
def test_figures_are_told_to_this_machine_or_by_a_token(client: Any, settings: Any) -> None:
    made = table()
    client.post(f"/t/{made.slug}/act/", {"action": "pass"})
    text = client.get("/metrics").content.decode()
    process = f'process="{os.getpid()}"'
    assert 'dieciocho_tables{status="running"} 1' in text
    assert f'dieciocho_request_seconds_bucket{{kind="move",le="+Inf",{process}}}' in text
    assert f'route="t/<slug:slug>/act/",status="403",{process}' in text
    assert f"dieciocho_resident_memory_bytes{{{process}}}" in text
    line = re.compile(r'(# TYPE \w+ \w+|\w+(\{(\w+="[^"\n]*",?)*\})? [\d.e+-]+)')
    assert all(line.fullmatch(part) for part in text.splitlines()), text
    for headers in ({"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=x"}):
        assert client.get("/metrics", headers=headers).status_code == 404
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 404
    settings.METRICS = "secret"
    assert client.get("/metrics").status_code == 404
    for given, status in (("secret", 200), ("wrong", 404), ("\xe9", 404)):
        headers = {"Authorization": f"Bearer {given}"}
        assert client.get("/metrics", headers=headers).status_code == status


@pytest.mark.django_db
def test_figures_of_ended_processes_are_forgotten(client: Any) -> None:
    figures.write()
    folder = figures._folder()
    dead = folder / "999999999.json"
    dead.write_text(json.dumps([["listeners", [], 7]]))
    assert "999999999" not in client.get("/metrics").content.decode()
    assert not dead.exists()


# --- cleaning up -----------------------------------------------------------------------


@pytest.mark.django_db
def test_what_guests_have_left_goes_after_a_long_time() -> None:
    ana = Viewer.of(User.objects.create_user("ana"), "")
    old, new = table(), table()
    own = gathering.create_table(ana, "1888n", [SeatPlan(), SeatPlan(who="open")])
    long_ago = timezone.now() - timedelta(days=100)
    Table.objects.filter(pk__in=[old.pk, own.pk]).update(changed_at=long_ago)
    assert tidy(200).tables == 0
    assert tidy(90).tables == 1
    assert set(Table.objects.all()) == {new, own}
    assert not Move.objects.filter(table_id=old.pk).exists()
