"""Tokens: they let a program act for a person; only their hashes are stored."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.utils import timezone

from ..models import ApiToken

PREFIX = "d18_"  # by which people and programs recognise a token
_USE_NOTED_EVERY = timedelta(hours=1)  # so that reading does not write each time


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def issue(owner: Any, label: str = "") -> str:
    """Make a token for a person; it is shown this once and never again."""
    token = PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(owner=owner, label=label.strip()[:40], digest=digest(token))
    return token


def owner_of(token: str) -> Any | None:
    """Return whom a token belongs to; None if it is not valid."""
    found = ApiToken.objects.select_related("owner").filter(digest=digest(token)).first()
    if found is None or not found.owner.is_active:
        return None
    now = timezone.now()
    if found.used_at is None or now - found.used_at > _USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=found.pk).update(used_at=now)
    return found.owner
