"""Does everything that is stored hold together? Every game is played again from its start."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from ...engine.errors import BadInput, DieciochoError
from ..models import Table
from ..shelf import Unplayable, replayed
from . import backup, restore

FINISHED = Table.Status.FINISHED
Row = dict[str, Any]


class Report(Struct):
    """What a check has found."""

    tables: int = 0
    actions: int = 0
    faults: list[tuple[str, BadInput]] = []  # table, what is wrong


class _Course(NamedTuple):
    """What was played at a table, as it lies there."""

    row: Row
    actions: list[Any]

    @property
    def table(self) -> int:
        return self.row["id"]

    @property
    def revision(self) -> int:
        return self.row["revision"]

    @property
    def header(self) -> Any:
        return self.row["header"]

    @property
    def length(self) -> int:
        return self.row["length"]

    def key(self, number: int) -> int:
        return number

    def after(self, number: int) -> Iterable[Any]:
        return self.actions[number : self.length]


def database() -> Report:
    """Check the database as it is at this moment."""
    with backup.one_moment():
        models = {model._meta.label_lower: model._base_manager for model in backup.stored_models()}
        tables = models["web.table"].order_by("pk").values()
        moves = models["web.move"].order_by("table_id", "number")
        found = moves.values("table_id", "number", "action").iterator(backup.CHUNK)
        return _report(tables.iterator(100), found)


def copy(path: Path) -> Report:
    """Check a copy of everything, without restoring it."""
    with restore.opened(path) as archive:
        manifest = restore.manifest_of(archive)
        report = _report(restore.rows(archive, "web.table"), restore.rows(archive, "web.move"))
        for label, count in manifest.rows.items():
            found = _count(archive, label)
            if found != count:
                why = f"{label}: {found} / {count}"
                raise BadInput("web.no_backup", path=path, why=why)
        return report


def _count(archive: zipfile.ZipFile, label: str) -> int:
    return sum(1 for _ in restore.rows(archive, label))


def _report(tables: Iterable[Row], moves: Iterable[Row]) -> Report:
    report = Report()
    played = _by_table(moves)
    key, course = next(played, (None, []))
    for row in tables:
        while key is not None and key < row["id"]:
            key, course = next(played, (None, []))
        own = course if key == row["id"] else []
        report.tables += 1
        report.actions += len(own)
        wrong = _fault(row, own)
        if wrong is not None:
            report.faults.append((row["slug"], wrong))
    return report


def _by_table(moves: Iterable[Row]) -> Iterator[tuple[int, list[Row]]]:
    for key, group in groupby(moves, itemgetter("table_id")):
        yield key, list(group)


def _fault(row: Row, moves: list[Row]) -> BadInput | None:
    """Return what is wrong with a table, if anything is."""
    numbers = [move["number"] for move in moves]
    if numbers != list(range(1, len(numbers) + 1)) or len(numbers) < row["length"]:
        return BadInput("web.check_gap", length=row["length"], found=len(numbers))
    if row["header"] is None:
        return None
    try:
        game = replayed(_Course(row, [move["action"] for move in moves]))
    except Unplayable as error:
        return BadInput("web.check_replay", why=error.why)
    except DieciochoError as error:
        return BadInput("web.check_replay", why=error)
    if row["status"] == FINISHED and row["result"] is None:  # ended by agreement
        return None
    expected = {
        "actor": game.actor,
        "status": FINISHED if game.over else Table.Status.RUNNING,
        "result": game.scores() if game.over else None,
    }
    for field, value in expected.items():
        if row[field] != value:
            return BadInput("web.check_field", field=field, stored=row[field], played=value)
    return None
