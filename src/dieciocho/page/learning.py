"""What a game tells those who learn it: an introduction of a page, its words, a guided first game.

All of it is data in the game's folder: `intro.toml` and `guide.toml`; words that all games have in
common stand in `glossary.toml` beside this.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

import msgspec
from msgspec import Struct

from ..games import GAMES, rules_of

Said = dict[str, str]  # language -> what is said
_T = TypeVar("_T")


class Word(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of railway games and what it means."""

    word: Said
    means: Said


class Introduction(Struct, frozen=True, forbid_unknown_fields=True):
    """A game on a page; `differs` names rules that surprise people who know others."""

    story: Said
    differs: tuple[str, ...]
    first: tuple[Said, ...]  # what to do first
    words: tuple[Word, ...] = ()
    chapters: dict[str, Said] = {}  # of the rules, by how their numbers begin

    def chapter(self, rule: str) -> str:
        """Return the chapter of a rule: the longest beginning of its number, or nothing."""
        number = rule.partition("-")[2]
        fitting = (key for key in self.chapters if f"{number}.".startswith(f"{key}."))
        return max(fitting, key=len, default="")


class Station(Struct, frozen=True, forbid_unknown_fields=True):
    """A stop of a guided game: it explains a decision, or what has happened for the first time."""

    title: Said
    text: Said
    step: str = ""
    log: str = ""


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """A first game that explains itself; the easiest is offered to those who come."""

    easy: int  # the smaller, the easier
    players: int
    station: tuple[Station, ...]


@cache
def introduction(game: str) -> Introduction | None:
    """Return the introduction of a game, if it has one."""
    return _read(rules_of(game).folder / "intro.toml", Introduction)


@cache
def guide_of(game: str) -> Guide | None:
    """Return the guided first game of a game, if it has one."""
    return _read(rules_of(game).folder / "guide.toml", Guide)


def easiest() -> str | None:
    """Return the game with the easiest guide."""
    guided = {game: guide.easy for game in GAMES if (guide := guide_of(game))}
    return min(guided, key=lambda game: guided[game], default=None)


@cache
def glossary() -> tuple[Word, ...]:
    """Return the words of all games."""
    text = (files(__package__) / "glossary.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["words"], tuple[Word, ...])


def _read(file: Traversable, kind: type[_T]) -> _T | None:
    if not file.is_file():
        return None
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), kind)
