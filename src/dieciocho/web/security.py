"""What protects the pages: where scripts may come from, and how often somebody may try."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from .models import Tally

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

# Which limit of settings.RATE_LIMITS counts for a view, by the name of its address.
GROUPS = {
    "login": "login",
    "admin:login": "login",
    "signup": "signup",
    "password_reset": "reset",
    "quick": "tables",
    "new_table": "tables",
    "import": "tables",
    "open_position": "tables",
    "position": "positions",
    "join": "tables",
    "create_token": "tables",
    "notice_mail": "reset",
    "notice_hook": "tables",
    "branch": "tables",
    "rematch": "tables",
    "hand": "chat",
    "take_back": "chat",
    "abandon": "chat",
    "notes": "chat",
    "say": "chat",
    "program": "programs",
}

AIMS = {"login": "username", "reset": "email"}  # the field that names the account tried


class ContentSecurityPolicyMiddleware(MiddlewareMixin):
    """Tell the browser to run no script but ours and to show the pages in no frame."""

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"
        )
        return response


class RateLimitMiddleware(MiddlewareMixin):
    """Refuse requests that change something when somebody sends too many of a kind."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if not settings.RATE_LIMITING or request.method != "POST":
            return None
        group = GROUPS.get(request.resolver_match.view_name)
        if group is None:
            return None
        wait = too_many(group, _who(request, group))
        aim = request.POST.get(AIMS.get(group, ""), "").strip().lower()
        if aim:  # many addresses may try one account
            digest = hashlib.sha256(aim.encode("utf-8", "replace")).hexdigest()[:32]
            wait = max(wait, too_many("account", f"{group}:{digest}"))
        if not wait:
            return None
        answer = render(request, "429.html", {"minutes": -(-wait // 60)}, status=429)
        answer["Retry-After"] = str(wait)
        return answer


def too_many(group: str, who: str) -> int:
    """Count a request; return the seconds to wait if there have been too many, else 0."""
    count, seconds = settings.RATE_LIMITS[group]
    now = int(time.time())
    window = now // seconds
    end = (window + 1) * seconds
    key = f"{group}:{who}:{window}"
    until = datetime.fromtimestamp(end, UTC)
    with transaction.atomic():  # all processes count in one place, one after another
        tally, new = Tally.objects.select_for_update().get_or_create(
            key=key, defaults={"until": until}
        )
        tally.count += 1
        tally.save(update_fields=["count"])
        if new:  # a good moment to forget what has passed
            Tally.objects.filter(until__lt=timezone.now()).delete()
    return end - now if tally.count > count else 0


def _who(request: HttpRequest, group: str) -> str:
    """Return who is counted: the account, or the address for what is done before logging in."""
    if group in ("tables", "chat", "programs") and request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"ip:{address_of(request)}"


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from; the server has asked the proxies that it trusts."""
    return str(request.META.get("REMOTE_ADDR", ""))
