"""What the web tests share."""

from __future__ import annotations

import random
import secrets
from typing import Any

import pytest

from dieciocho.web.services import reading


@pytest.fixture(autouse=True)
def no_rate_limits(settings: Any) -> None:
    """Tests may try as often as they like, unless they switch the limits on."""
    settings.RATE_LIMITING = False


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that a test sets up are the same each time, so that what fails can be seen again."""
    monkeypatch.setattr(secrets, "randbelow", random.Random(18).randrange)


@pytest.fixture(autouse=True)
def no_old_games() -> None:
    """A test that is rolled back frees its ids: games kept under them belong to nobody."""
    reading._games.clear()
