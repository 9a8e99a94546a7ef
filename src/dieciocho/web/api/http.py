"""Requests and answers of the API: who asks, what they send, and errors in one form."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt

from ...engine.errors import BadInput, DieciochoError, IllegalAction
from ..identity import viewer_of
from ..security import address_of, too_many
from ..services.asking import Refusal, Viewer
from ..wording import said
from . import tokens

MAX_BODY = 100_000
STATUS = {"unknown": 401, "forbidden": 403, "missing": 404, "conflict": 409, "invalid": 422}
log = logging.getLogger("dieciocho.api")
T = TypeVar("T")


class ApiError(Refusal):
    """An answer that is an error: {"error": {"code", "text", "rule"}}."""

    def __init__(
        self, status: int, code: str, reason: str | DieciochoError, /, **params: Any
    ) -> None:
        super().__init__(code, reason, **params)
        self.status = status


def answer(data: Any, status: int = 200) -> HttpResponse:
    return _no_store(
        HttpResponse(msgspec.json.encode(data), status=status, content_type="application/json")
    )


def _error(status: int, code: str, text: str, rule: str | None = None) -> HttpResponse:
    response = answer({"error": {"code": code, "text": text, "rule": rule}}, status)
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def _no_store(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    return response


def endpoint(**views: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """Make a Django view of one function for each method, e.g. endpoint(GET=..., POST=...).

    A function gets the request, who asks, and the parts of the address. What it returns is the
    answer; what it refuses becomes an error in the common form.
    """

    @csrf_exempt  # checked below, where a cookie says who asks
    def view(request: HttpRequest, **parts: Any) -> HttpResponse:
        with override(language(request)):
            response = _answered(request, views, parts)
            response["Content-Language"] = language(request)
        return response

    return view


def _answered(
    request: HttpRequest, views: dict[str, Callable[..., Any]], parts: dict[str, Any]
) -> HttpResponse:
    try:
        chosen = views.get("GET" if request.method == "HEAD" else str(request.method))
        if chosen is None:
            raise ApiError(405, "method", "web.api_methods", methods=", ".join(views))
        result = chosen(request, _who(request), **parts)
        return result if isinstance(result, HttpResponse) else answer(result)
    except ApiError as error:
        response = _error(error.status, error.code, said(error), error.rule)
        if error.status == 405:
            response["Allow"] = ", ".join(views)
        return response
    except Refusal as error:
        return _error(STATUS[error.code], error.code, said(error), error.rule)
    except IllegalAction as error:
        return _error(422, "invalid", said(error), error.rule)
    except BadInput as error:
        return _error(422, "invalid", said(error))
    except Exception:
        log.exception("%s %s", request.method, request.path)
        return _error(500, "failure", said(BadInput("web.api_failure")))


def _who(request: HttpRequest) -> Viewer:
    """Return who asks, by token or by the cookie of a session."""
    scheme, _blank, token = request.headers.get("Authorization", "").partition(" ")
    if scheme:
        owner = tokens.owner_of(token.strip()) if scheme.lower() == "bearer" else None
        if owner is None:
            raise ApiError(401, "unknown", "web.api_token")
        request.user = request._cached_user = owner  # where the log looks
        return Viewer.of(owner, "")
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return Viewer()
    if request.method not in ("GET", "HEAD"):
        _check_csrf(request)
    return viewer_of(request)


def _check_csrf(request: HttpRequest) -> None:
    """Refuse what another site may have sent with the cookie of a session."""
    if request.content_type not in ("", "application/json"):  # what a form of that site sends
        raise ApiError(415, "malformed", "web.api_json")
    check = CsrfViewMiddleware(lambda request: HttpResponse())
    check.process_request(request)
    if check.process_view(request, None, (), {}) is not None:
        raise ApiError(403, "csrf", "web.api_csrf")


def known(function: Callable[..., Any]) -> Callable[..., Any]:
    """Ask who is there before anything else: an account, or a guest with a session."""

    @wraps(function)
    def checked(request: HttpRequest, viewer: Viewer, **parts: Any) -> Any:
        if viewer.user is None and not viewer.guest:
            raise ApiError(401, "unknown", "web.api_needs_token")
        return function(request, viewer, **parts)

    return checked


def not_too_often(request: HttpRequest) -> None:
    """Count a new table; refuse it when somebody opens too many."""
    if not settings.RATE_LIMITING:
        return
    user = request.user
    who = f"user:{user.pk}" if user.is_authenticated else f"ip:{address_of(request)}"
    wait = too_many("tables", who)
    if wait:
        raise ApiError(429, "too_many", "web.api_too_many", wait=wait)


def body(request: HttpRequest, kind: type[T]) -> T:
    """Decode what was sent; an empty body stands for {}."""
    length = request.headers.get("Content-Length") or "0"
    if not length.isdigit():
        raise ApiError(400, "malformed", "web.api_length")
    try:
        data = b"" if int(length) > MAX_BODY else request.read(MAX_BODY + 1)
    except (UnreadablePostError, OSError):
        raise ApiError(400, "malformed", "web.api_lost_body") from None
    if int(length) > MAX_BODY or len(data) > MAX_BODY:
        raise ApiError(413, "too_large", "web.api_large_body", count=MAX_BODY)
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, "malformed", "web.api_body", why=str(error)) from None


def number(request: HttpRequest, name: str) -> int | None:
    """Return a whole number from the query, if it is there."""
    text = request.GET.get(name)
    if text is None or text == "":
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ApiError(400, "malformed", "web.api_number", name=name)
    return int(text)


def language(request: HttpRequest) -> str:
    """Return the language of texts: ?language=, otherwise what the browser asks for."""
    wanted = request.GET.get("language") or getattr(request, "LANGUAGE_CODE", "en") or "en"
    return "es" if wanted.startswith("es") else "en"
