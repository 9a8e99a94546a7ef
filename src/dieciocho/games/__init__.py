"""The games, each in a folder of its own; `rules_of` finds one by its id.

A game is a package that is named by an entry point of the group `dieciocho.games`, ours like
anybody's. Its `TITLE` says what it is called; its module `rules` has the `RULES`. What the upper
layers want to know of a game they find in its modules `page`, `bot` and `site`, if it has them;
`check` doubts components that had to be reconstructed.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from ..engine.errors import BadInput, DefinitionError
from ..engine.rules import Rules
from ..engine.title import Title

GROUP = "dieciocho.games"
PARTS = ("page", "bot", "site", "check")  # of a game, for the upper layers


GAMES: tuple[str, ...]  # found when somebody asks: to look through what is installed takes a while


def __getattr__(name: str) -> Any:
    if name == "GAMES":
        return tuple(_installed())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@cache
def _installed() -> dict[str, tuple[str, Title]]:
    """Return all games with their packages, the least demanding first."""
    from importlib.metadata import entry_points

    found: dict[str, tuple[str, Title]] = {}
    for entry in entry_points(group=GROUP):
        title = entry.load()
        if not isinstance(title, Title) or title.id != entry.name or not title.id.isalnum():
            raise DefinitionError(f"{entry.value} is not the title of a game {entry.name!r}")
        package = found.setdefault(title.id, (entry.module, title))[0]
        if package != entry.module:
            raise DefinitionError(f"{package} and {entry.module} are both called {title.id!r}")
    return dict(sorted(found.items(), key=lambda item: (item[1][1].demands, item[0])))


@cache
def part_of(game: str, name: str) -> ModuleType | None:
    """Return a module of a game by its name, if the game has it."""
    package, _ = _installed()[game]
    full = f"{package}.{name}"
    return None if find_spec(full) is None else import_module(full)


@cache
def rules_of(game: str) -> Rules:
    """Return the rules of a game by its id."""
    games = _installed()
    if game not in games:
        known = ", ".join(games)
        raise BadInput("input.no_game", game=game, known=known)
    rules = getattr(part_of(game, "rules"), "RULES", None)
    if not isinstance(rules, Rules):
        raise DefinitionError(f"{games[game][0]}.rules has no RULES")
    return rules
