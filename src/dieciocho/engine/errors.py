"""The only errors that reach a caller: bad input, and moves that a rule forbids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

if TYPE_CHECKING:
    from .game import Game
    from .text import Texts


class DieciochoError(Exception):
    """Base of every error raised on purpose by this library."""

    def said(self, language: str) -> str:
        """Return the error in a language; in English where there is no other."""
        return str(self)


# What reading a file ends in that is no file of its kind.
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
LONGEST_ECHO = 160  # of what an error repeats of its input
LONGEST_ERROR = 600


def clip(value: object, most: int = LONGEST_ECHO) -> str:
    """Return a value as text for an error: never more of it than a reader can use."""
    try:
        text = str(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists
        text = f"({type(value).__name__})"
    return text if len(text) <= most else text[: most - 1] + "…"


def _echo(value: Any) -> Any:
    """Return a parameter of an error; what is short stays what it is."""
    if isinstance(value, Exception):
        return value if len(clip(repr(value), LONGEST_ECHO + 1)) <= LONGEST_ECHO else clip(value)
    short = value is None or isinstance(value, bool | float)
    return value if short or (isinstance(value, int) and abs(value) < 10**18) else clip(value)


class BadInput(DieciochoError):
    """A file, a request or an argument that cannot be understood; nothing was changed.

    `id` names its sentence, which stands in texts.toml of whoever raises it: the engine, a game, a
    layer above; `params` is what it is filled with. What is repeated of the input is clipped.
    """

    def __init__(self, id: str, /, **params: Any) -> None:
        super().__init__(id)
        self.id = id
        # Errors are said in their turn, by whoever knows the reader's language.
        kept = (DieciochoError, *UNREADABLE)
        self.params = {n: v if isinstance(v, kept) else _echo(v) for n, v in params.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.id, self.params)

    def __str__(self) -> str:
        shown = {name: _echo(value) for name, value in self.params.items()}
        return clip(self._template("en").format_map(shown), LONGEST_ERROR)

    def said(self, language: str) -> str:
        """Return what is wrong with the input in a language."""
        params = {name: _said(value, language) for name, value in self.params.items()}
        return self._template(language).format_map(params)

    def _template(self, language: str) -> str:
        from .text import error_texts

        return error_texts().template(self.id, language)


def _again(id: str, params: dict[str, Any]) -> BadInput:
    """Return an error that comes from another process."""
    return BadInput(id, **params)


def _said(value: Any, language: str) -> Any:
    """Return what is filled into a sentence: errors are said in their turn."""
    if isinstance(value, DieciochoError):
        return value.said(language)
    return unreadable(value, language) if isinstance(value, UNREADABLE) else value


def unreadable(error: Exception, language: str) -> str:
    """Say why something is no file of its kind."""
    from .text import Message, engine_texts

    if isinstance(error, msgspec.ValidationError):
        path = str(error).rpartition(" - at `")[2].rstrip("`") if " - at `" in str(error) else "$"
        return engine_texts().show(Message("input.wrong_at", {"place": path}), language)
    return engine_texts().template("input.damaged", language)


class DefinitionError(DieciochoError):
    """A component file is wrong; the text names the file and the entry."""


class IllegalAction(DieciochoError):
    """A move that a rule forbids; nothing was changed.

    `rule` is the id in the game's rule catalogue, `reason` the message id and `params` what
    the message is filled with, so that it can be shown in any language.
    """

    def __init__(self, rule: str, reason: str, texts: Texts, params: dict[str, Any]) -> None:
        params = {n: _echo(v) if isinstance(v, str | int) else v for n, v in params.items()}
        super().__init__(rule, reason, texts, params)
        self.rule = rule
        self.reason = reason
        self.params = params
        self._texts = texts

    def __str__(self) -> str:
        return self.said("en")

    def said(self, language: str) -> str:
        """Return the reason and the rule in a language."""
        from .text import Message

        text = self._texts.show(Message("refuse." + self.reason, self.params), language)
        return f"{text} [{self.rule}]"


def refuse(game: Game, reason: str, **params: Any) -> NoReturn:
    """Refuse an action for a reason; the game's cites.toml says which rule that is."""
    raise IllegalAction(game.rules.cite(reason), reason, game.rules.texts, params)
