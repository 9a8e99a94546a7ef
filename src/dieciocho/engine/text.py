"""Messages: an id with parameters, shown in Spanish or English."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from msgspec import Struct

from .errors import DefinitionError

LANGUAGES = ("en", "es")

# Parameters that have words of their own: where something comes from, the colours of tiles,
# house rules.
_IN_WORDS = {"source": "owner", "colour": "colour", "old": "colour", "house": "house"}

# Parameters that are amounts of money in lines of the log, refusals and questions.
_TELLS_MONEY = ("log.", "refuse.", "step.")
_MONEY = {
    *("amount", "best", "capital", "cash", "cost", "fine", "half", "high", "low", "money"),
    *("new", "old", "par", "pars", "per_share", "price", "revenue", "value"),
}


def in_money(currency: str, amount: int) -> str:
    """Write an amount in a currency."""
    return f"{'−' if amount < 0 else ''}{currency}{abs(amount)}"


class Message(Struct, frozen=True):
    """One line of the log, or one reason: an id and what to fill into its text."""

    id: str
    params: dict[str, Any] = {}


class RuleText(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Our statement of a rule; a ruling rests on our reading, not on the printed words alone."""

    en: str
    es: str
    ruling: bool = False
    note_en: str = ""
    note_es: str = ""

    def said(self, language: str) -> str:
        """Return the statement; a ruling is marked as one wherever it is shown."""
        if language == "es":
            return self.es + (" (interpretación)" if self.ruling else "")
        return self.en + (" (ruling)" if self.ruling else "")

    def note(self, language: str) -> str:
        return self.note_es if language == "es" else self.note_en


class Texts:
    """The message texts of the engine and one game, by id and language."""

    def __init__(
        self,
        *files: Traversable,
        more: dict[str, dict[str, str]] | None = None,
        currency: str = "",
    ) -> None:
        self._texts: dict[str, dict[str, str]] = dict(more or {})
        self._currency = currency
        for file in files:
            for key, entry in load_texts(file).items():
                self._texts[key] = entry

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def show(self, message: Message, language: str = "en") -> str:
        """Return the message in the language; unknown languages fall back to English."""
        params = dict(message.params)
        if message.id.startswith(_TELLS_MONEY):
            for name in _MONEY & params.keys():
                params[name] = self._amount(params[name])
        for name, family in _IN_WORDS.items():
            word = f"{family}.{params.get(name)}"
            if word in self._texts:
                params[name] = self.template(word, language)
        return self.template(message.id, language).format_map(_Shown(params))

    def _amount(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [self._amount(one) for one in value]
        return in_money(self._currency, value) if isinstance(value, int) else value

    def template(self, key: str, language: str = "en") -> str:
        """Return the text of a message before its parameters are filled in."""
        entry = self._texts.get(key)
        if entry is None:
            raise DefinitionError(f"no text for message {key!r}")
        return entry.get(language, entry["en"])

    def ids(self) -> list[str]:
        return sorted(self._texts)


@cache
def engine_texts() -> Texts:
    """Return the texts that need no game: words in pictures, what is wrong with an input."""
    return Texts(files("dieciocho.engine") / "texts.toml")


_TELLING = [files("dieciocho.engine")]


def tell_from(folder: Traversable) -> None:
    """Let errors be told by the texts of a game or a layer, too."""
    if folder not in _TELLING and (folder / "texts.toml").is_file():
        _TELLING.append(folder)
        error_texts.cache_clear()


@cache
def error_texts() -> Texts:
    """Return the texts of all that tell errors; ids begin with `input` or with the layer."""
    return Texts(*(folder / "texts.toml" for folder in _TELLING))


def word(key: str, language: str) -> str:
    """Return a word that stands in pictures."""
    return engine_texts().template(f"picture.{key}", language)


class _Shown(dict[str, Any]):
    """Parameters as shown: lists are joined, a missing one is visible instead of fatal."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        super().__init__(
            (k, ", ".join(map(str, v)) if isinstance(v, list | tuple) else v)
            for k, v in params.items()
        )

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def load_texts(file: Traversable) -> dict[str, dict[str, str]]:
    """Read a text file: each entry has a text in every language."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    flat: dict[str, dict[str, str]] = {}

    def collect(prefix: str, table: dict[str, Any]) -> None:
        if all(isinstance(v, str) for v in table.values()):
            missing = [lang for lang in LANGUAGES if not table.get(lang)]
            if missing:
                raise DefinitionError(f"{file.name}: [{prefix}] has no text in {missing}")
            flat[prefix] = table
            return
        for key, value in table.items():
            if not isinstance(value, dict):
                raise DefinitionError(f"{file.name}: {prefix}.{key} must be a table")
            collect(f"{prefix}.{key}" if prefix else key, value)

    collect("", data)
    return flat
