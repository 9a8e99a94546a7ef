"""Reading a copy of everything: into an empty database, or only to look whether it is whole.

The database is first made as it was when the copy was written, then filled, then brought up to
date: that is how a newer program takes over what an older one has kept.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from ...engine.errors import BadInput
from .backup import CHUNK, FORMAT, MANIFEST, SECRET, Manifest, name_of


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a copy; BadInput says what is wrong with the file."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error, msgspec.MsgspecError) as error:
        raise BadInput("web.no_backup", path=path, why=error) from None


def manifest_of(archive: zipfile.ZipFile) -> Manifest:
    """Return what a copy says of itself."""
    try:
        manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
    except KeyError as error:
        raise BadInput("web.no_backup", path=archive.filename, why=error) from None
    if manifest.format != FORMAT:
        raise BadInput("web.no_backup", path=archive.filename, why=manifest.format)
    return manifest


def rows(archive: zipfile.ZipFile, label: str) -> Iterator[dict[str, Any]]:
    """Return the rows of a model."""
    if name_of(label) not in archive.NameToInfo:
        raise BadInput("web.no_backup", path=archive.filename, why=label)
    with archive.open(name_of(label)) as file:
        for line in file:
            yield msgspec.json.decode(line)


def restore(path: Path) -> Manifest:
    """Fill an empty database from a copy, and take over its secret key."""
    with opened(path) as archive:
        manifest = manifest_of(archive)
        _make_empty()
        state = _as_it_was(manifest)
        with transaction.atomic():
            models = [_fill(archive, state.get_model(label), label) for label in manifest.rows]
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                with connection.cursor() as cursor:
                    cursor.execute(statement)
        call_command("migrate", verbosity=0, interactive=False)
        (settings.DATA / SECRET).write_bytes(archive.read(SECRET))
    return manifest


def _make_empty() -> None:
    """Remove what a first start has made; refuse where anybody has been, or another program."""
    tables = connection.introspection.table_names()
    ours = {
        *connection.introspection.django_table_names(),
        MigrationRecorder.Migration._meta.db_table,
    }
    if not ours.issuperset(tables):
        raise BadInput("web.not_empty")
    with connection.cursor() as cursor:
        for name in ("auth_user", "web_table"):
            if name in tables:
                cursor.execute(f"SELECT count(*) FROM {name}")
                if cursor.fetchone()[0]:
                    raise BadInput("web.not_empty")
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        cascade = " CASCADE" if connection.vendor == "postgresql" else ""
        for name in tables:
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(name)}{cascade}")


def _as_it_was(manifest: Manifest) -> Any:
    """Make the tables that the copy knows; return the models of that time."""
    executor = MigrationExecutor(connection)
    targets = [(app, name) for app, names in manifest.migrations.items() for name in names]
    unknown = [f"{app} {name}" for app, name in targets if (app, name) not in executor.loader.graph]
    if unknown:
        raise BadInput("web.newer_backup", version=manifest.program, what=unknown[0])
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


def _fill(archive: zipfile.ZipFile, model: Any, label: str) -> Any:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    for field in fields.values():  # moments are those that were kept
        field.auto_now = field.auto_now_add = False
    model._base_manager.all().delete()
    made = (
        model(**{name: fields[name].to_python(value) for name, value in row.items()})
        for row in rows(archive, label)
    )
    while batch := list(islice(made, CHUNK)):
        model._base_manager.bulk_create(batch)
    return model
