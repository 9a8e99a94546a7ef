"""Requests and answers of the API: who asks, what they send, and errors in one form."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt

from ...engine.errors import BadInput, DieciochoError, IllegalAction
from ..identity import viewer_of
from ..lobby.files import MAX_UPLOAD
from ..security import LOOKS, seconds_to_wait
from ..services.asking import Refusal, Viewer
from ..wording import said
from . import tokens

MAX_BODY = 100_000
STATUS = {"unknown": 401, "forbidden": 403, "missing": 404, "conflict": 409, "invalid": 422}
log = logging.getLogger("dieciocho.api")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


TOLD = ("query", "wish", "file")  # what a view may ask for by these names


class Call(msgspec.Struct, frozen=True):
    """What is known of a view: what it wants to be told, and what it answers."""

    view: Callable[..., Any]
    told: dict[str, Any]  # of query, wish and file those that it wants, with their types
    answer: Any
    known: bool
    status: int

    @classmethod
    def of(cls, view: Callable[..., Any]) -> Call:
        types = get_type_hints(view)
        told = {name: kind for name, kind in types.items() if name in TOLD}
        status = 201 if view in _CREATED else 200
        return cls(view, told, types["return"], view in _KNOWN, status)


CALLS: dict[Callable[..., HttpResponse], dict[str, Call]] = {}  # of every view that Django has
_KNOWN: set[Callable[..., Any]] = set()
_CREATED: set[Callable[..., Any]] = set()


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


def endpoint(group: str = "", /, **views: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """Make a Django view of one function for each method, e.g. endpoint(GET=..., POST=...).

    A function gets the request, who asks, and the parts of the address. What it returns is the
    answer; what it refuses becomes an error in the common form. `group`: the limit that counts.
    By its annotations a function tells what it wants to be told: `wish` is the body, `query` what
    stands after the question mark, `file` a body that is no JSON.
    """
    calls = {method: Call.of(view) for method, view in views.items()}

    @csrf_exempt  # checked below, where a cookie says who asks
    def view(request: HttpRequest, **parts: Any) -> HttpResponse:
        with override(language(request)):
            response = _answered(request, calls, parts, group)
            response["Content-Language"] = language(request)
        return response

    CALLS[view] = calls
    return view


def _answered(
    request: HttpRequest, views: dict[str, Call], parts: dict[str, Any], group: str
) -> HttpResponse:
    try:
        chosen = views.get("GET" if request.method == "HEAD" else str(request.method))
        if chosen is None:
            raise ApiError(405, "method", "web.api_methods", methods=", ".join(views))
        viewer = _who(request)
        if chosen.known and viewer.user is None and not viewer.guest:
            raise ApiError(401, "unknown", "web.api_needs_token")
        _not_too_often(request, group)
        result = chosen.view(request, viewer, **parts, **_told(request, chosen))
        return result if isinstance(result, HttpResponse) else answer(result, chosen.status)
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


def known(function: F) -> F:
    """Mark a view that asks who is there before anything else: an account, or a guest."""
    _KNOWN.add(function)
    return function


def created(function: F) -> F:
    """Mark a view that makes something new."""
    _CREATED.add(function)
    return function


def _not_too_often(request: HttpRequest, group: str) -> None:
    """Count what is done, and what has to be worked out; refuse it when that is too much."""
    if not settings.RATE_LIMITING or not group or (request.method != "POST" and group != LOOKS):
        return
    wait = seconds_to_wait(request, group)
    if wait:
        raise ApiError(429, "too_many", "web.api_too_many", wait=wait)


def _told(request: HttpRequest, call: Call) -> dict[str, Any]:
    """Read what a view wants to be told."""
    found: dict[str, Any] = {}
    if "query" in call.told:
        found["query"] = _query(request, call.told["query"])
    if "wish" in call.told:
        found["wish"] = _body(request, call.told["wish"])
    if "file" in call.told:
        found["file"] = _sent(request, MAX_UPLOAD)
    return found


def _body(request: HttpRequest, kind: type[T]) -> T:
    """Decode what was sent; an empty body stands for {}."""
    data = _sent(request, MAX_BODY)
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, "malformed", "web.api_body", why=str(error)) from None


def _sent(request: HttpRequest, most: int) -> bytes:
    length = request.headers.get("Content-Length") or "0"
    if not length.isdigit():
        raise ApiError(400, "malformed", "web.api_length")
    try:
        data = b"" if int(length) > most else request.read(most + 1)
    except (UnreadablePostError, OSError):
        raise ApiError(400, "malformed", "web.api_lost_body") from None
    if int(length) > most or len(data) > most:
        raise ApiError(413, "too_large", "web.api_large_body", count=most)
    return data


def _query(request: HttpRequest, kind: type[T]) -> T:
    """Read what stands after the question mark; what is empty or not known is passed over."""
    given = {name: text for name, text in request.GET.items() if text}
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise ApiError(400, "malformed", "web.api_query", why=str(error)) from None


def language(request: HttpRequest) -> str:
    """Return the language of texts: ?language=, otherwise what the browser asks for."""
    wanted = request.GET.get("language") or getattr(request, "LANGUAGE_CODE", "en") or "en"
    return "es" if wanted.startswith("es") else "en"
