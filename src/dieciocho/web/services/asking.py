"""Who asks for something, and what they are told if it cannot be granted."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q
from msgspec import Struct

from ...engine.errors import BadInput, DieciochoError, IllegalAction
from ...engine.words import is_visible
from ..models import Seat


class Refusal(DieciochoError):
    """The request cannot be granted; `code`: forbidden, unknown, conflict, invalid, missing."""

    def __init__(self, code: str, why: str | DieciochoError, /, **params: Any) -> None:
        super().__init__(code, why)
        self.code = code
        self.why = BadInput(why, **params) if isinstance(why, str) else why
        self.rule = why.rule if isinstance(why, IllegalAction) else None

    def __str__(self) -> str:
        return str(self.why)

    def said(self, language: str) -> str:
        return self.why.said(language)


class Broken(Refusal):
    """A table that cannot be played on here; `intact` actions can be, None: not even its start."""

    def __init__(self, why: DieciochoError, intact: int | None) -> None:
        if intact is None:
            told = BadInput("web.cannot_begin", why=why)
        else:
            told = BadInput("web.broken", number=intact + 1, intact=intact, why=why)
        super().__init__("conflict", told)
        self.intact = intact


def check_text(*texts: str) -> None:
    """Refuse a character that a database may not be able to store."""
    if any("\0" in text for text in texts):
        raise Refusal("invalid", "web.nul")


def check_name(name: str) -> None:
    """Refuse a name that nobody could see; none at all is another matter."""
    check_text(name)
    if name.strip() and not is_visible(name):
        raise Refusal("invalid", "web.invisible")


class Viewer(Struct, frozen=True):
    """Who is looking: somebody with an account, or a guest known by a key in the session."""

    user: Any = None
    guest: str = ""
    name: str = ""

    @classmethod
    def of(cls, user: AbstractBaseUser | AnonymousUser, guest: str, name: str = "") -> Viewer:
        known = user if user.is_authenticated else None
        own = known.first_name or known.get_username() if known else ""
        return cls(known, guest, name or own)

    @property
    def may_open(self) -> bool:
        """Tell whether somebody may make tables here."""
        return self.user is not None or settings.WELCOME == "everybody"

    @property
    def may_sit(self) -> bool:
        """Tell whether somebody may take a seat here, and find the tables of others."""
        return self.user is not None or settings.WELCOME != "invited"

    @property
    def held(self) -> Q:
        """Return which seats are the viewer's."""
        if self.user is not None:
            return Q(owner=self.user)
        return Q(guest=self.guest) if self.guest else Q(pk__in=())

    @property
    def person(self) -> str:
        """Who it is, as seats know their owners; empty for somebody who has done nothing yet."""
        return f"user:{self.user.pk}" if self.user is not None else self.guest

    def check_may_open(self) -> None:
        """Refuse another table to strangers, and to who has very many."""
        if not self.may_open:
            raise Refusal("unknown", "web.needs_account")
        if not settings.RATE_LIMITING:
            return
        most = settings.GUEST_TABLES if self.user is None else settings.ACCOUNT_TABLES
        if Seat.objects.filter(self.held, host=True).count() >= most:
            raise Refusal("conflict", "web.own_tables", count=most)

    def check_may_sit(self) -> None:
        if not self.may_sit:
            raise Refusal("unknown", "web.needs_invitation")

    def holds(self, seat: Seat) -> bool:
        """Tell whether the viewer plays a seat now."""
        return not seat.bot and self.owns(seat)

    def owns(self, seat: Seat) -> bool:
        """Tell whether a seat is the viewer's, though a bot may stand in."""
        if self.user is not None and seat.owner_id == self.user.pk:
            return True
        return bool(self.guest) and seat.guest == self.guest
