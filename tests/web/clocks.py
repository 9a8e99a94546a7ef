"""A clock that a test moves: nobody waits for hours to pass."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone


class Clock:
    """What time it is for the application."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def moves(self, **span: float) -> None:
        self.now += timedelta(**span)
