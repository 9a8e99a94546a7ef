"""Who asks for something, and what they are told if it cannot be granted."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from msgspec import Struct

from ...engine.errors import BadInput, DieciochoError, IllegalAction
from ..models import Seat


class Refusal(DieciochoError):
    """The request cannot be granted; `code` is forbidden, conflict, invalid or missing."""

    def __init__(self, code: str, why: str | DieciochoError, /, **params: Any) -> None:
        super().__init__(code, why)
        self.code = code
        self.why = BadInput(why, **params) if isinstance(why, str) else why
        self.rule = why.rule if isinstance(why, IllegalAction) else None

    def __str__(self) -> str:
        return str(self.why)

    def said(self, language: str) -> str:
        return self.why.said(language)


class Viewer(Struct, frozen=True):
    """Who is looking: somebody with an account, or a guest known by a key in the session."""

    user: Any = None
    guest: str = ""
    name: str = ""

    @classmethod
    def of(cls, user: AbstractBaseUser | AnonymousUser, guest: str, name: str = "") -> Viewer:
        known = user if user.is_authenticated else None
        return cls(known, guest, name or (known.get_username() if known else ""))

    def holds(self, seat: Seat) -> bool:
        if seat.bot:
            return False
        if self.user is not None and seat.owner_id == self.user.pk:
            return True
        return bool(self.guest) and seat.guest == self.guest
