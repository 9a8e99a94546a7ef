"""What protects the pages: where scripts may come from, and how often somebody may try."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject, empty

from .household import household
from .kept import Kept
from .models import Tally

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'{style}",
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
    "invited": "signup",
    "invite": "tables",
    "take_along": "exports",
    "farewell": "login",
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
    "replace": "chat",
    "hide": "chat",
    "leave": "chat",
    "program": "programs",
    "cancel_program": "programs",
    "act": "actions",
    "undo": "actions",
    "redo": "actions",
    "effect": "looks",
    "hex": "looks",
    "routes": "looks",
    "hint": "programs",
    "analysis": "programs",
}
LOOKS = "looks"  # the one group that counts though nothing is changed
LOCAL = (LOOKS, "actions")
_counted: Kept[str, list[int]] = Kept(10_000)

BY_ADDRESS = ("login", "signup", "reset", "positions")
DEVICE = "device"  # cookie
AIMS = {"login": "username", "reset": "email"}  # the field that names the account tried


class ContentSecurityPolicyMiddleware(MiddlewareMixin):
    """Tell the browser to run no script but ours and to show the pages in no frame.

    Styles come from files too; a page that needs a measure of its own marks it by `style_nonce`.
    """

    def process_request(self, request: HttpRequest) -> None:
        request.style_nonce = SimpleLazyObject(lambda: get_random_string(22))

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        nonce = getattr(request, "style_nonce", None)
        used = nonce is not None and nonce._wrapped is not empty
        policy = POLICY.format(style=f" 'nonce-{nonce}'" if used else "")
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"
        )
        return response


class RateLimitMiddleware(MiddlewareMixin):
    """Refuse requests that change something when somebody sends too many of a kind."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        group = GROUPS.get(request.resolver_match.view_name)
        if not settings.RATE_LIMITING or group is None:
            return None
        if request.method != "POST" and group != LOOKS:
            return None
        wait = seconds_to_wait(request, group)
        aim = request.POST.get(AIMS.get(group, ""), "").strip().lower()
        if aim:  # many addresses may try one account
            digest = hashlib.sha256(aim.encode("utf-8", "replace")).hexdigest()[:32]
            device = _known_device(request, aim) if group == "login" else ""
            wait = max(wait, too_many("account", f"{group}:{digest}{device}"))
        if not wait:
            return None
        answer = render(request, "429.html", {"minutes": -(-wait // 60)}, status=429)
        answer["Retry-After"] = str(wait)
        return answer


def remember_device(request: HttpRequest, answer: HttpResponse) -> None:
    """Mark the browser of somebody who has logged in.

    Its tries are counted apart, so that strangers who try an account do not lock its owner out.
    """
    name = request.user.get_username().lower()
    if _known_device(request, name):
        return
    known = signing.dumps([name, get_random_string(12)], salt=DEVICE)
    age = settings.SESSION_COOKIE_AGE
    secure = settings.SESSION_COOKIE_SECURE
    answer.set_cookie(DEVICE, known, age, secure=secure, httponly=True, samesite="Lax")


def _known_device(request: HttpRequest, aim: str) -> str:
    """Return the mark of a browser in which an account was logged in before."""
    with suppress(signing.BadSignature, ValueError, TypeError):
        name, mark = signing.loads(request.COOKIES.get(DEVICE, ""), salt=DEVICE)
        if name == aim:
            return f":{mark}"
    return ""


def seconds_to_wait(request: HttpRequest, group: str) -> int:
    """Count a request of a group; return the seconds to wait if there have been too many."""
    wait = too_many(group, _who(request, group))
    if group == "tables" and not request.user.is_authenticated:
        wait = max(wait, too_many("guests", f"ip:{address_of(request)}"))
    return wait


def too_many(group: str, who: str) -> int:
    """Count a request; return the seconds to wait if there have been too many, else 0."""
    count, seconds = settings.RATE_LIMITS[group]
    now = int(time.time())
    window = now // seconds
    end = (window + 1) * seconds
    key = f"{group}:{who}:{window}"
    if group in LOCAL:
        tried = _counted.get(key, lambda: [0])
        tried[0] += 1
        return end - now if tried[0] > count else 0
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
    if group not in BY_ADDRESS and request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"ip:{address_of(request)}"


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from; the server has asked the proxies that it trusts."""
    return household(str(request.META.get("REMOTE_ADDR", "")))
