"""The words of the terminal, which stand in texts.toml."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from ..engine.game import Game
from ..engine.text import load_texts
from ..engine.words import owner_name


@cache
def _texts() -> dict[str, dict[str, str]]:
    return load_texts(files(__package__) / "texts.toml")


def say(key: str, language: str, **params: object) -> str:
    """Return a word or a sentence of the terminal in a language."""
    return _texts()[f"terminal.{key}"][language].format(**params)


def place_word(game: Game, place: str, language: str) -> str:
    """Return where certificates lie; a place that only this game has is called by its texts."""
    if f"terminal.{place}" in _texts():
        return say(place, language)
    return owner_name(game, place, language).capitalize()


def help_lines(language: str) -> list[str]:
    """Return the commands of the interactive game with what they do."""
    commands = {
        key.partition(".")[2]: said for key, said in _texts().items() if key[:8] == "command."
    }
    return [f"[bold]{typed:<22}[/] {said[language]}" for typed, said in commands.items()]
