"""The description of the API for programs: made of the types that read and write it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
from django.http import HttpRequest
from django.urls import URLPattern

from ... import __version__
from ..services.asking import Viewer
from .answers import Error
from .http import CALLS, Call

Json = dict[str, Any]

_PART = re.compile(r"<(?:(\w+):)?(\w+)>")
_PLACE = "#/components/schemas/{name}"
_KINDS = {"int": "integer"}


def show(request: HttpRequest, viewer: Viewer) -> Json:
    """Describe the API as OpenAPI does."""
    return description()


@cache
def description() -> Json:
    from .urls import urlpatterns  # which has this view as well

    found = [(pattern, CALLS[pattern.callback]) for pattern in urlpatterns if _named(pattern)]
    calls = [call for _, methods in found for call in methods.values()]
    types = {kind: None for call in calls for kind in (*call.told.values(), call.answer)}
    kinds = [kind for kind in (*types, Error) if _is_struct(kind)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_PLACE)
    shapes = dict(zip(kinds, schemas, strict=True))
    paths: Json = {"/live/{slug}/": {"get": _news()}}
    for pattern, methods in found:
        route = _route(pattern)
        paths["/api/" + _PART.sub(r"{\2}", route)] = {
            method.lower(): _operation(call, route, shapes, components)
            for method, call in methods.items()
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "dieciocho", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _named(pattern: URLPattern) -> bool:
    return "<path:" not in _route(pattern)  # what there is nothing at


def _route(pattern: URLPattern) -> str:
    return str(pattern.pattern)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _operation(call: Call, route: str, shapes: dict[Any, Json], components: Json) -> Json:
    told = (call.view.__doc__ or "").strip().splitlines()
    good = _content(shapes.get(call.answer, {"type": "object"}))
    operation: Json = {
        "summary": told[0] if told else "",
        "parameters": [*_parts(route), *_queries(call, components)],
        "responses": {
            str(call.status): {"description": "done", **good},
            "default": {"description": "refused", **_content(shapes[Error])},
        },
    }
    if call.known:
        operation["security"] = [{"token": []}]
    if "wish" in call.told:
        operation["requestBody"] = _content(shapes[call.told["wish"]])
    if "file" in call.told:
        operation["requestBody"] = {"content": {"application/octet-stream": {}}, "required": True}
    return operation


def _news() -> Json:
    """Describe the stream of a table's news, which is no JSON (`web/live`)."""
    since: Json = {"name": "since", "in": "query", "schema": {"type": "integer"}}
    return {
        "summary": "Follow a table: an event for every change and every word said there.",
        "parameters": [*_parts("<slug:slug>"), since],
        "responses": {"200": {"description": "news", "content": {"text/event-stream": {}}}},
    }


def _content(schema: Json) -> Json:
    return {"content": {"application/json": {"schema": schema}}}


def _parts(route: str) -> list[Json]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": _KINDS.get(kind, "string")},
        }
        for kind, name in _PART.findall(route)
    ]


def _queries(call: Call, components: Json) -> list[Json]:
    asked: Json = {"language": {"enum": ["en", "es"]}}
    if "query" in call.told:
        asked = components[call.told["query"].__name__]["properties"] | asked
    return [{"name": name, "in": "query", "schema": schema} for name, schema in asked.items()]
