"""Reading the text form of actions, which `str(action)` writes."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from .actions import NO_ROUTES, Action
from .errors import BadInput

_NUMBER = re.compile(r"-?[0-9]{1,18}")  # int() would also read 1_30 and the digits of other scripts
_ROUTE = re.compile(r"\s*([^\s:;]+): ([^\s:;]+)\s*$")


def read(text: str, kinds: tuple[type[Action], ...]) -> Action:
    """Read an action from its text form; BadInput says what was expected."""
    text = " ".join(text.split())
    for kind in kinds:
        match = _pattern(kind).fullmatch(text)
        if match is None:
            continue
        values = {k: _read(kind, k, v) for k, v in match.groupdict().items() if v is not None}
        try:
            return msgspec.convert({"do": kind.__struct_config__.tag, **values}, kind)
        except msgspec.ValidationError as error:
            raise BadInput("input.about", what=repr(text), why=error) from None
    forms = "; ".join(kind.notation for kind in kinds)
    raise BadInput("input.unread_action", text=text, forms=forms)


@cache
def _pattern(kind: type[Action]) -> re.Pattern[str]:
    pattern = re.escape(kind.notation).replace(r"\ ", " ")
    pattern = pattern.replace(r"\[", "(?:").replace(r"\]", ")?")

    def group(match: re.Match[str]) -> str:
        # Only a list of routes contains blanks; a hex is separated from its city by a dot.
        body = r".+" if match[1] == "routes" else r"[^\s.]+" if match[1] == "hex" else r"\S+"
        return f"(?P<{match[1]}>{body})"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", group, pattern))


@cache
def _hints(kind: type[Action]) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: type[Action], field: str, text: str) -> Any:
    if field == "routes":
        return _read_routes(text)
    if _hints(kind)[field] is int:
        if not _NUMBER.fullmatch(text):
            raise BadInput("input.whole_number", field=field, text=text)
        return int(text)
    known = [word for word in get_args(_hints(kind)[field]) if isinstance(word, str)]
    if known and text not in known:  # a choice between words
        raise BadInput("input.wrong_word", word=f"{field} {text}", known=", ".join(known))
    return text


def _read_routes(text: str) -> list[dict[str, str]]:
    if text == NO_ROUTES:
        return []
    routes = []
    for part in text.split(";"):
        match = _ROUTE.match(part)
        if match is None:
            raise BadInput(
                "input.unread_route",
                route=part.strip(),
            )
        routes.append({"train": match[1], "path": match[2]})
    return routes
