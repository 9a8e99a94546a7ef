"""A copy of everything that is stored, as of one moment, while the server goes on.

It is a zip file: `manifest.json`, the secret key, and for every kind of row a file with one JSON
object per line. It belongs to no kind of database: what was written on SQLite can be restored on
PostgreSQL and the other way round, also by a newer version of the program (`restore`).
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from msgspec import Struct

from ... import __version__
from ...engine.errors import BadInput

FORMAT = "dieciocho-backup-1"
MANIFEST, SECRET = "manifest.json", "secret-key"
WEB = "web"  # our own application
CHUNK = 2000  # rows that are in memory at a time


class Manifest(Struct):
    """What a copy says of itself."""

    format: str
    program: str
    made_at: datetime
    migrations: dict[str, list[str]]  # by application, in the order in which they were made
    rows: dict[str, int]


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything as it is now, whatever others write meanwhile; nobody has to wait."""
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
        return
    with connection.cursor() as cursor:  # `atomic` would keep writers waiting here
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def write(path: Path) -> Manifest:
    """Write a copy; what stood under that name before is replaced when all is written."""
    unfinished = path.with_name(path.name + ".part")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with (
            os.fdopen(descriptor, "wb") as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive,
        ):
            manifest = _write_rows(archive)
            archive.writestr(MANIFEST, msgspec.json.encode(manifest))
            archive.writestr(SECRET, settings.SECRET_KEY)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return manifest


def _write_rows(archive: zipfile.ZipFile) -> Manifest:
    rows: dict[str, int] = {}
    with one_moment():
        applied: dict[str, list[str]] = {}
        for app, name in MigrationRecorder(connection).applied_migrations():
            applied.setdefault(app, []).append(name)
        for model in stored_models():
            label = model._meta.label_lower
            rows[label] = 0
            with archive.open(name_of(label), "w", force_zip64=True) as file:
                for row in _rows(model):
                    file.write(msgspec.json.encode(row) + b"\n")
                    rows[label] += 1
    return Manifest(FORMAT, __version__, datetime.now(UTC), applied, rows)


def applied_so_far() -> MigrationLoader:
    """Return what has been done to the database; BadInput if a later program has done more."""
    loader = MigrationLoader(connection)
    unknown = [" ".join(key) for key in loader.applied_migrations if key not in loader.graph]
    if unknown:
        raise BadInput("web.newer_database", what=unknown[0])
    return loader


def stored_models() -> list[type[Model]]:
    """Return the models of the database as it is: an earlier program may have written it last.

    What others refer to comes before them.
    """
    loader = applied_so_far()
    applied = list(loader.applied_migrations)
    if not any(app == WEB for app, _ in applied):
        raise BadInput("web.nothing_stored")
    now = [model._meta.label_lower for model in apps.get_models(include_auto_created=True)]
    order = {label: number for number, label in enumerate(now)}
    found = loader.project_state(applied).apps.get_models(include_auto_created=True)
    models = [model for model in found if not model._meta.proxy and model._meta.managed]
    return sorted(models, key=lambda model: order.get(model._meta.label_lower, len(order)))


def _rows(model: type[Model]) -> Iterator[dict[str, Any]]:
    names = [field.attname for field in model._meta.concrete_fields]
    # Moves come table by table, so that a check need not keep them all.
    order = ("table_id", "number") if {"table_id", "number"} <= set(names) else ("pk",)
    found = model._base_manager.order_by(*order).values_list(*names)
    for values in found.iterator(CHUNK):
        yield dict(zip(names, values, strict=True))


def name_of(label: str) -> str:
    """Return the name of the file with the rows of a model."""
    return f"rows/{label}.jsonl"
