"""What was refused and why, in the reader's language."""

from __future__ import annotations

from django.utils.translation import get_language

from ..engine.errors import DieciochoError


def said(error: DieciochoError) -> str:
    """Return why something was refused, in the reader's language."""
    return error.said((get_language() or "en")[:2])
