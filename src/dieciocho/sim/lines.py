"""Results in a file, line by line: what was written stays, whatever interrupts the program."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ..engine.errors import UNREADABLE, BadInput

T = TypeVar("T")


def check_writable(file: Path) -> None:
    """Refuse a file that nothing can be added to, before anything is played."""
    try:
        file.open("ab").close()
    except OSError as error:
        raise BadInput("input.cannot_write", path=file, why=error.strerror) from None


def read_lines(file: Path, kind: type[T]) -> list[T]:
    """Read the results of a file; a last line that was not written to its end is cut off."""
    if not file.exists():
        return []
    data = file.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        file.write_bytes(whole)
    try:
        return [msgspec.json.decode(line, type=kind) for line in whole.splitlines()]
    except UNREADABLE as error:
        raise BadInput("sim.results", path=file, why=error) from None


def add_line(file: Path, result: Any) -> None:
    with file.open("ab") as results:
        results.write(msgspec.json.encode(result) + b"\n")


def key_of(settings: Any) -> bytes:
    """Return what tells games of the same settings and start from all others."""
    return msgspec.json.encode(settings, order="deterministic")
