"""The text of a position: TOML, written for people, read from anybody."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from ..errors import BadInput

LONGEST_TEXT = 300_000
LONGEST_LINE = 5_000  # the time for one key grows with the square of its dots
_WIDTH = 96
_FIRST = re.compile(rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*position *=")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def write(table: dict[str, Any]) -> str:
    """Return a table as TOML: first what is not a table, then a section for each table."""
    return "\n".join(_section(table, ())).lstrip("\n") + "\n"


def _section(table: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    inner = {name: value for name, value in table.items() if isinstance(value, dict)}
    if path and all(len(f"{_key(k)} = {_inline(v)}") <= _WIDTH for k, v in inner.items()):
        inner = {}
    if path and (len(inner) < len(table) or not table):
        yield f"\n[{'.'.join(map(_key, path))}]"
    for name, value in table.items():
        if name not in inner:
            yield from _entry(_key(name), value)
    for name, value in inner.items():
        yield from _section(value, (*path, name))


def _entry(name: str, value: Any) -> Iterator[str]:
    line = f"{name} = {_inline(value)}"
    if len(line) <= _WIDTH or not isinstance(value, list):
        yield line
        return
    yield f"{name} = ["
    row = "   "
    for item in map(_inline, value):
        if len(row) + len(item) >= _WIDTH and row.strip():
            yield row
            row = "   "
        row += f" {item},"
    yield row
    yield "]"


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(k)} = {_inline(v)}" for k, v in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    return _quoted(value)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def is_position(data: bytes) -> bool:
    """Tell a position from other files by its first line."""
    return _FIRST.match(data) is not None


def _not_toml(text: str, why: str) -> BadInput:
    """Return what is wrong with the form of a text: which line, and where in it."""
    at = re.search(r"line (\d+), column (\d+)\)$", why)
    lines = text.rstrip().split("\n")
    line, column = (int(at[1]), int(at[2])) if at else (len(lines), len(lines[-1]))
    if "twice" in why or "overwrite" in why:
        return BadInput("input.position_twice", line=line)
    return BadInput("input.position_form", line=line, column=column)


def read(data: str | bytes) -> dict[str, Any]:
    """Read TOML; BadInput says what is wrong with it."""
    if len(data) > LONGEST_TEXT:
        raise BadInput("input.position_large", size=LONGEST_TEXT // 1000)
    try:
        text = data.decode() if isinstance(data, bytes) else data
        longest = max(map(len, text.split("\n")))
        if longest > LONGEST_LINE:
            raise BadInput("input.position_line_long", size=LONGEST_LINE)
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(text, str(error)) from None
    # Beside its own errors tomllib lets those of numbers, dates and deep nesting through.
    except (ValueError, RecursionError, AttributeError, TypeError) as error:
        raise BadInput("input.position_unread", why=error) from None
