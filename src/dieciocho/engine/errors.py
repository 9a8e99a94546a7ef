"""The only errors that reach a caller: bad input, and moves that a rule forbids."""

from __future__ import annotations

from typing import Any


class DieciochoError(Exception):
    """Base of every error raised on purpose by this library."""


class BadInput(DieciochoError):
    """A file, a request or an argument that cannot be understood; nothing was changed."""


class DefinitionError(DieciochoError):
    """A component file is wrong; the text names the file and the entry."""


class IllegalAction(DieciochoError):
    """A move that a rule forbids; nothing was changed.

    `rule` is the id in the game's rule catalogue, `reason` the message id and `params` what
    the message is filled with, so that it can be shown in any language.
    """

    def __init__(self, rule: str, reason: str, text: str, params: dict[str, Any]) -> None:
        super().__init__(f"{text} [{rule}]")
        self.rule = rule
        self.reason = reason
        self.params = params
