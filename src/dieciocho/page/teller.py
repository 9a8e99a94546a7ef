"""Who tells a position: in the words of the game and the common ones, in a language."""

from __future__ import annotations

from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from ..engine.actions import Action, Choice
from ..engine.foresight import Foresight
from ..engine.game import Game
from ..engine.state import Owner
from ..engine.text import Message, Texts
from ..engine.words import money, owner_name
from .base import GamePage, page_of


@cache
def _common() -> Texts:
    return Texts(files(__package__) / "texts.toml")


class Words:
    """The words of a page: those of the game go before the common ones."""

    def __init__(self, texts: Texts, language: str) -> None:
        self.texts = texts
        self.language = language

    def __contains__(self, key: str) -> bool:
        return f"page.{key}" in self.texts or f"page.{key}" in _common()

    def say(self, key: str, **blanks: Any) -> str:
        """Return a text, by its id below `page`, with its blanks filled in."""
        key = f"page.{key}"
        texts = self.texts if key in self.texts else _common()
        return texts.show(Message(key, blanks), self.language)

    def counted(self, key: str, count: int, **blanks: Any) -> str:
        """Return a text that is another one for a single thing than for many."""
        return self.say(f"{key}.{'one' if count == 1 else 'many'}", count=count, **blanks)


class Teller(Words):
    """A position as it is told in a language."""

    def __init__(self, game: Game, language: str) -> None:
        super().__init__(game.rules.texts, language)
        self.game = game
        self._foreseen: dict[Action, Foresight] = {}

    @cached_property
    def page(self) -> GamePage:
        return page_of(self.game.header.game)

    @cached_property
    def choices(self) -> list[Choice]:
        return self.game.legal_actions()

    def foresee(self, action: Action) -> Foresight:
        """Return what a legal action would do; each is tried once."""
        found = self._foreseen.get(action)
        if found is None:
            found = self._foreseen[action] = self.game.foresee(action)
        return found

    def money(self, amount: int) -> str:
        return money(self.game, amount)

    def owner(self, owner: Owner) -> str:
        return owner_name(self.game, owner, self.language)
