"""Logs as one JSON object per line, so that programs can read them."""

from __future__ import annotations

import json
import logging
import time
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

from .upkeep import figures

FIELDS = ("method", "path", "status", "ms", "user", "address")
log = logging.getLogger("dieciocho.web.requests")


class JsonLines(logging.Formatter):
    """Write a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "log": record.name,
            "text": record.getMessage(),
        }
        for field in FIELDS:
            if hasattr(record, field):
                line[field] = getattr(record, field)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def _kind(request: HttpRequest, route: str) -> str:
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return "look"
    return "move" if route.endswith(("/act/", "/actions/")) else "change"


class RequestLogMiddleware(MiddlewareMixin):
    """Log every request with its answer and how long it took."""

    def process_request(self, request: HttpRequest) -> None:
        request.began, request.worked = time.perf_counter(), time.thread_time()

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        taken = (time.perf_counter() - getattr(request, "began", time.perf_counter())) * 1000
        match = getattr(request, "resolver_match", None)
        route = match.route if match is not None else ""
        figures.add("requests_total", route=route, status=str(response.status_code))
        worked = time.thread_time() - getattr(request, "worked", time.thread_time())
        kind = _kind(request, route)
        figures.observe("request_seconds", taken / 1000, kind=kind)
        # A request has a thread of its own: what it costs, however busy the machine is.
        figures.observe("request_cpu_seconds", max(0.0, worked), kind=kind)
        level = logging.WARNING if response.status_code >= 500 else logging.INFO
        user = getattr(request, "_cached_user", None)  # never asks the database
        log.log(
            level,
            "%s %s",
            request.method,
            request.path,
            extra={
                "method": request.method,
                "path": request.path,
                "status": response.status_code,
                "ms": round(taken, 1),
                "user": getattr(user, "pk", None),
            },
        )
        return response
