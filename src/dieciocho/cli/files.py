"""Files that the commands read and write; whatever is wrong with one is a clear error."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import msgspec

from .. import from_position, loads
from ..engine.errors import BadInput
from ..engine.game import Game
from ..engine.positions.text import is_position
from ..interop.site import import_game, read_file

MAX_BYTES = 50_000_000


class _Kind(msgspec.Struct):
    """What tells our saved games from recorded ones of 18xx.games."""

    format: str | None = None
    title: str | None = None


def open_game(path: Path) -> Game:
    """Read a saved game of ours, a position, or a recorded game of 18xx.games, gzipped or not."""
    if path.is_dir():
        raise BadInput("cli.directory", path=path)
    data = read_file(path, MAX_BYTES)
    if is_position(data):
        return from_position(data)
    try:
        kind = msgspec.json.decode(data, type=_Kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput("cli.no_game_in", path=path, why=error) from None
    try:
        if kind.format is None and kind.title is not None:
            return import_game(data)
        return loads(data)
    except BadInput as error:
        raise BadInput("cli.in_file", path=path, why=error) from None


def write_file(path: Path, text: str) -> None:
    """Write a file in one go: a reader sees the old text or the new one, never a part.

    A link stays a link; a device or a pipe is written to and stays what it is.
    """
    try:
        target = Path(os.path.realpath(path))
        # What a link such as /dev/stdout leads to may have no name, so the path itself is asked.
        if (path.exists() and not path.is_file()) or target.is_symlink():
            with path.open("w", encoding="utf-8") as file:
                file.write(text)
            return
        _replace(target, text)
    except OSError as error:
        raise BadInput("input.cannot_write", path=path, why=error.strerror) from None


def _replace(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        mode = path.stat().st_mode if path.exists() else 0o666 & ~_umask()
        os.chmod(name, mode & 0o777)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def names_of(text: str | None) -> list[str]:
    """Split a list of names given as one word: Ana,Luis,Eva."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]
