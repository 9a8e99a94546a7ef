"""Who is looking: the account, or a guest known by a random key in the session."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from .services import moderating
from .services.asking import Viewer

GUEST = "guest"  # session: the key by which a guest's seats are known
NAME = "guest_name"  # session: how the guest wants to be called
SEATING = ("quick", "new_table", "import", "open_position", "join", "branch")


def viewer_of(request: HttpRequest) -> Viewer:
    """Return who is looking; a guest gets a key when he takes his first seat.

    Anybody else needs no key, and so no row in the table of sessions: these requests are counted.
    """
    name = request.session.get(NAME, "")
    if request.user.is_authenticated:
        return Viewer.of(request.user, "", "")
    key = request.session.get(GUEST, "")
    if not key and request.method == "POST" and request.resolver_match.view_name in SEATING:
        key = request.session[GUEST] = secrets.token_urlsafe(24)
    return Viewer.of(request.user, key, name)


def remember_name(request: HttpRequest, name: str) -> None:
    """Keep a guest's name for the next table."""
    name = name.strip()[:40]
    if name and not request.user.is_authenticated:
        request.session[NAME] = name


@receiver(user_logged_in, dispatch_uid="dieciocho.claim")
def claim(sender: Any, request: HttpRequest | None, user: Any, **_: Any) -> None:
    """After logging in, the seats that the guest held in this session belong to the account."""
    key = request.session.pop(GUEST, "") if request is not None else ""
    if key:
        moderating.claim(key, user)
