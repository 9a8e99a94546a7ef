"""Where computer players come from: packages that name them, and files with a class."""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from ..engine.errors import BadInput, DefinitionError, clip
from .base import Bot
from .guard import Guarded

GROUP = "dieciocho.bots"
_NAME = re.compile(r"[a-z0-9_-]{1,20}")
_FILE = re.compile(r"(.+\.py):(\w+)")


def _installed() -> dict[str, EntryPoint]:
    """Return the bots that packages name, ours first; nothing of them is loaded."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        if not _NAME.fullmatch(entry.name):
            raise DefinitionError(f"{entry.name!r} ({entry.value}) is not a name for a bot")
        if found.setdefault(entry.name, entry).value != entry.value:
            both = f"{found[entry.name].value} and {entry.value}"
            raise DefinitionError(f"{both} are both called {entry.name!r}")
    return dict(sorted(found.items(), key=lambda item: (not is_ours(item[1].module), item[0])))


def is_ours(module: str) -> bool:
    return module.startswith(f"{__package__}.")


_ENTRIES = _installed()
BOTS = tuple(_ENTRIES)
OTHERS = tuple(name for name, entry in _ENTRIES.items() if not is_ours(entry.module))


def label_of(name: str) -> str:
    """Return what a bot is called at a table: a file and a program by a short name."""
    if match := _FILE.fullmatch(name):
        return match[2]
    if name.startswith("exec:"):
        return Path((name.removeprefix("exec:").split() or [""])[0]).stem
    return name


def installed(name: str, seed: int) -> Bot | None:
    """Return the bot NAME, NAME:WORDS or FILE.py:CLASS; None if there is none of that name."""
    if match := _FILE.fullmatch(name):
        return _made(_from_file(match[1], match[2]), name, seed, None)
    plain, colon, words = name.partition(":")
    if plain not in _ENTRIES:
        return None
    try:
        kind = _ENTRIES[plain].load()
    except Exception as error:  # a package of others may be broken in any way
        raise _broken(name, error) from None
    return _made(kind, name, seed, words if colon else None)


def _made(kind: Any, name: str, seed: int, words: str | None) -> Bot:
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise BadInput("bots.no_class", bot=name)
    try:
        bot: Bot = kind(seed) if words is None else kind.told(words, seed)
    except BadInput:
        raise
    except Exception as error:
        raise _broken(name, error) from None
    return bot if is_ours(kind.__module__) else Guarded(bot, name)


@cache
def _from_file(path: str, name: str) -> Any:
    """Return what a file calls by a name; the file is run once in a process."""
    file = Path(path).resolve()
    if not file.is_file():
        raise BadInput("bots.no_file", path=path)
    spec = spec_from_file_location(f"bot_{file.stem}_{abs(hash(file))}", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # as an import does: what is pickled is found by it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise _broken(path, error) from None
    return getattr(module, name, None)


def _broken(name: str, error: BaseException) -> BadInput:
    return BadInput("bots.broken", bot=name, why=f"{type(error).__name__}: {clip(error)}")
