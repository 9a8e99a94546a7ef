"""Getting the web application ready: its settings, its database, its static files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..engine.errors import BadInput


def django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dieciocho.web.settings")
    try:
        from django import setup
    except ModuleNotFoundError:
        raise BadInput("cli.no_web") from None
    from django.core.exceptions import ImproperlyConfigured

    from ..web.folder import data_folder

    try:
        setup()
    except OSError as error:
        raise BadInput("cli.no_data_folder", path=data_folder(), why=error.strerror) from None
    except ImproperlyConfigured as error:
        raise BadInput("cli.settings", why=str(error)) from None


def prepare(static: bool = False) -> None:
    """Bring the database up to date and, for many people, gather the static files.

    Whoever starts at the same moment waits until that is done.
    """
    django()
    from django.conf import settings
    from django.core.management import call_command

    from ..web.folder import alone, alone_in_database
    from ..web.upkeep.backup import applied_so_far

    try:
        with answering_database(), alone(settings.DATA), alone_in_database():
            applied_so_far()
            call_command("migrate", verbosity=0, interactive=False)
            if static and Path(settings.PACKAGE, "static").is_dir():
                call_command("collectstatic", verbosity=0, interactive=False)
    except OSError as error:
        raise BadInput("cli.no_data_folder", path=settings.DATA, why=error.strerror) from None


@contextmanager
def answering_database() -> Iterator[None]:
    """Say in plain words that a database does not answer, or not as it should."""
    from django.conf import settings
    from django.db import Error

    try:
        yield
    except Error as error:
        found = settings.DATABASES["default"]
        where = "/".join(str(found[key]) for key in ("HOST", "NAME") if found.get(key))
        raise BadInput("cli.no_database", database=where, why=str(error)) from None
