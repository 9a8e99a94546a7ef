"""What the web tests share."""

from __future__ import annotations

import random
import secrets
from typing import Any

import pytest
from django.db import connections

from dieciocho.web.play import pages, scene
from dieciocho.web.services import reading

from .clocks import Clock


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Keep the tests' database in a file, as people do: in memory, requests at the same moment
    share a connection and get into each other's transactions. Nothing need survive, though."""
    database = connections["default"].settings_dict
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "tests.sqlite3")
        database["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"


@pytest.fixture(autouse=True)
def no_rate_limits(settings: Any) -> None:
    """Tests may try as often as they like, unless they switch the limits on."""
    settings.RATE_LIMITING = False


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """Hashing a password takes long on purpose; what is tested is what follows from it."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def guests_may_open(settings: Any) -> None:
    """Most tests are about tables, not about who may make them."""
    settings.WELCOME = "everybody"


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that a test sets up are the same each time, so that what fails can be seen again."""
    monkeypatch.setattr(secrets, "randbelow", random.Random(18).randrange)


@pytest.fixture(autouse=True)
def no_old_games() -> None:
    """A test that is rolled back frees its ids: games kept under them belong to nobody."""
    reading.games.clear()
    pages._common.clear()
    pages._watched.clear()
    scene._tellers.clear()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What time it is, as the test says."""
    return Clock(monkeypatch)
