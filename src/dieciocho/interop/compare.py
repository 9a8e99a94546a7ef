"""Comparing what a golden trace says with what we say: both brought to one form, then line by line.

Nothing is passed over here: what is left out or has no order is listed in `exceptions.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .dialect import Json
from .exceptions import LEFT_OUT, UNORDERED, VIEWS, Place

Line = tuple[str, Any, Any]  # where, theirs, ours
Tree = dict[str, Any]  # the places to look at: the trees below, and what to do here

DROP, SORT = "drop", "sort"
HERE = ""  # the key under which a tree keeps what to do


def _tree(marks: Iterable[tuple[Place, str]], part: str) -> Tree:
    tree: Tree = {}
    for place, mark in marks:
        if place.part != part:
            continue
        node = tree
        for step in place.path.split("/"):
            node = node.setdefault(step, {})
        node[HERE] = mark
    return tree


_MARKS = [*((place, DROP) for place in LEFT_OUT), *((place, SORT) for place in UNORDERED)]
_TREES = {part: _tree(_MARKS, part) for part in ("setup", "state", "legal", "routes")}


def plain(part: str, value: Json) -> Json:
    """Return a state, a legal set or routes without what has no meaning of its own."""
    result: Json = _plain(part, value, _TREES[part])
    return result


def _plain(part: str, value: Any, tree: Tree) -> Any:
    if isinstance(value, dict):
        result = dict(value)
        for key, item in value.items():
            below = tree.get(key, tree.get("*"))
            if below is None:
                continue
            if below.get(HERE) == DROP:
                del result[key]
            else:
                result[key] = _plain(part, item, below)
        return result
    if isinstance(value, list):
        rows = [_plain(part, item, tree["[]"]) for item in value] if "[]" in tree else value
        return _sorted(rows, once=part == "legal") if tree.get(HERE) == SORT else rows
    return value


def _sorted(rows: list[Any], once: bool) -> list[Any]:
    """Sort rows; what is offered twice is offered."""
    keyed = [(repr(sorted(row.items()) if isinstance(row, dict) else row), row) for row in rows]
    if once:
        keyed = list(dict(keyed).items())
    return [row for _, row in sorted(keyed, key=lambda pair: pair[0])]


def differences(theirs: Any, ours: Any, at: str = "") -> list[Line]:
    """List where two values differ."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        lines: list[Line] = []
        if theirs == ours:
            return lines
        for key in sorted({*theirs, *ours}, key=str):
            lines += differences(theirs.get(key), ours.get(key), f"{at}/{key}")
        return lines
    return [] if theirs == ours else [(at, theirs, ours)]


def is_view(where: str) -> bool:
    """Tell whether a part of the state only tells what follows from the rest."""
    node: Tree = _VIEWS
    for step in where.split("/")[1:]:
        node = node[step] if step in node else node.get("*", {})
        if HERE in node:
            return True
    return False


_VIEWS = _tree(((place, DROP) for place in VIEWS), "state")


# --- legal sets ------------------------------------------------------------------------


def offered(legal: Json) -> Json:
    """Return a trace's legal set without the lists that offer nothing."""
    result = _offered(legal)
    result["also"] = {
        name: lists
        for name, part in legal.get("also", {}).items()
        if (lists := _offered(part)).keys() - {"entity", "entity_type"}
    }
    return result


def _offered(part: Json) -> Json:
    result = {k: v for k, v in part.items() if k not in ("actions", "also") and not _empty(v)}
    for kind in part["actions"]:
        if kind not in part:  # it has no list
            result[kind] = True
    if "dividend" in result and "amounts" not in result["dividend"]:
        kinds = result["dividend"].items()
        result["dividend"] = {kind: row for kind, row in kinds if row["ok"]}
    return result


def _empty(value: Any) -> bool:
    empty = value is False or value == [] or value == {}
    return empty or (isinstance(value, dict) and value.get("lays") == {})


# --- routes ----------------------------------------------------------------------------


def told(routes: Json) -> Json:
    """Return a trace's routes with visits and track in one of their many orders."""
    return {**routes, "routes": by_number(_told(route) for route in routes["routes"])}


def by_number(rows: Iterable[Json]) -> Json:
    return {str(number): row for number, row in enumerate(rows)}


def _told(route: Json) -> Json:
    if "error" in route:
        return {**route, "error": True}
    track = ((h, tuple(sorted((tuple(a), tuple(b))))) for h, a, b in route["track"])
    visits = route["visits"]
    pays = sorted(route["pays"], key=repr)
    return {**route, "visits": min(visits, visits[::-1]), "pays": pays, "track": sorted(track)}
