"""The data folder: the database, the secret key, gathered files.

Several programs may start at once on a folder, or on a database, that is still empty.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.files import locks
from django.core.management.utils import get_random_secret_key

PREPARING = 18_18_18  # the number by which programs that share a PostgreSQL database wait


def data_folder() -> Path:
    """Return where the data is kept."""
    return Path(os.environ.get("DIECIOCHO_DATA", Path.home() / ".local" / "share" / "dieciocho"))


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Wait until no other program prepares a folder, and keep others waiting."""
    with (folder / "lock").open("w") as file:
        locks.lock(file, locks.LOCK_EX)
        yield  # closing the file, or the end of the program, opens the lock


@contextmanager
def alone_in_database() -> Iterator[None]:
    """Wait until nobody on another machine prepares the same PostgreSQL database."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [PREPARING])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [PREPARING])


def secret_key(folder: Path) -> str:
    """Return the key of a folder; the first one who asks makes it."""
    path = folder / "secret-key"
    with alone(folder):
        if not path.exists() or not path.stat().st_size:
            path.touch(mode=0o600)
            path.write_text(get_random_secret_key(), encoding="utf-8")
        return path.read_text(encoding="utf-8")


def private(path: Path) -> Path:
    """Return a file that is nobody's but its owner's; whoever may share it does so by its group."""
    path.touch(mode=0o600)
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & stat.S_IRWXO:  # as earlier versions left it
        path.chmod(mode & ~stat.S_IRWXO)
    return path
