"""What the web tests share."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.web.services import reading


@pytest.fixture(autouse=True)
def no_rate_limits(settings: Any) -> None:
    """Tests may try as often as they like, unless they switch the limits on."""
    settings.RATE_LIMITING = False


@pytest.fixture(autouse=True)
def no_old_games() -> None:
    """A test that is rolled back frees its ids: games kept under them belong to nobody."""
    reading._games.clear()
