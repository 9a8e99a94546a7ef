"""Light or dark: as the device says, or as somebody has chosen."""

from __future__ import annotations

from django.http import HttpRequest

THEME = "theme"  # cookie
_SCHEMES = {"": "light dark", "light": "light", "dark": "dark"}
_DARK = {"": "(prefers-color-scheme: dark)", "light": "not all", "dark": "all"}


def theme(request: HttpRequest) -> dict[str, str]:
    """Return for every template which colours the page has, and when the dark ones hold."""
    chosen = request.COOKIES.get(THEME, "")
    chosen = chosen if chosen in _DARK else ""
    return {"scheme": _SCHEMES[chosen], "dark": _DARK[chosen]}
