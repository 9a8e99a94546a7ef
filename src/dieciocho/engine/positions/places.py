"""Where in the text of a position something stands: for errors, and for lines to be added."""

from __future__ import annotations

import json
import re

from ..errors import BadInput
from .text import write

_SECTION = re.compile(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?$")
_BEGINS = re.compile(r'\s*(?:#|\[[^\[\]"{]+\]\s*$|(?:"(?:[^"\\]|\\.)*"|[A-Za-z0-9_-]+)\s*=)')
_KEY = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[A-Za-z0-9_-]+)\s*=')


def _places(text: str) -> dict[str, int]:
    """Return the line of every section and key, from 1 on: `market`, `market.LYR`."""
    found: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if match := _SECTION.match(line):
            section = match[1].replace('"', "").strip()
            found.setdefault(section, number)
        elif match := _KEY.match(line):
            name = _unquoted(match[1])
            found.setdefault(f"{section}.{name}" if section else name, number)
    return found


def _unquoted(key: str) -> str:
    try:
        return str(json.loads(key)) if key.startswith('"') else key
    except ValueError:  # an escape that JSON does not know
        return key.strip('"')


def line_of(text: str, error: BadInput) -> int | None:
    """Return the line that an error about a position speaks of, as near as can be told."""
    line, where = error.params.get("line"), error.params.get("where")
    if isinstance(line, int):
        return line
    if not isinstance(where, str):
        return None
    reason = error.params.get("what")
    name = reason.params.get("name") if isinstance(reason, BadInput) else None
    places = _places(text)
    place = f"{where}.{name}" if name else where
    while place and place not in places:
        place = re.sub(r"\[\d+\]$|[^.\[]*$", "", place).rstrip(".")
    return places.get(place)


def put(text: str, section: str, key: str, value: object) -> tuple[str, int]:
    """Write an entry in place of the one that is there, or at the end of its section.

    A section is begun if need be; entries without a section stand before all sections. Returns the
    text and the line of the entry.
    """
    lines, places = text.splitlines(), _places(text)
    entry = write({key: value}).rstrip("\n").split("\n")
    place = f"{section}.{key}" if section else key
    if place in places:
        start, end = _span(lines, places[place])
    elif section and section not in places:
        lines = [*_trimmed(lines), "", f"[{section}]"]
        start = end = len(lines)
    else:
        head = places[section] if section else 0
        next_one = next((n for n in range(head, len(lines)) if _SECTION.match(lines[n])), None)
        start = end = max(head, len(_trimmed(lines[:next_one])))
    return "\n".join([*lines[:start], *entry, *lines[end:]]) + "\n", start + 1


def without(text: str, place: str) -> str:
    """Return the text without an entry or a section."""
    lines, places = text.splitlines(), _places(text)
    if place not in places:
        return text
    start, end = _span(lines, places[place])
    if _SECTION.match(lines[start]):
        rest = range(start + 1, len(lines))
        end = next((n for n in rest if _SECTION.match(lines[n])), len(lines))
    return "\n".join([*lines[:start], *lines[end:]]) + "\n"


def _span(lines: list[str], number: int) -> tuple[int, int]:
    """Return from where to where an entry goes that begins in a line: a list may have several."""
    end = number
    while end < len(lines) and lines[end].strip() and not _BEGINS.match(lines[end]):
        end += 1
    return number - 1, end


def _trimmed(lines: list[str]) -> list[str]:
    """Return lines without the empty ones at their end."""
    last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=0)
    return lines[:last]
