"""Answers that are kept because they are asked for again and again."""

from __future__ import annotations

from typing import TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Memory(dict[Key, Answer]):
    """Answers by what they depend on, `most` of them: one too many, and all are forgotten.

    That costs less than to know which of them was used last, and happens seldom.
    """

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        self.most = most

    def keep(self, key: Key, answer: Answer) -> Answer:
        """Keep an answer and return it."""
        if len(self) >= self.most:
            self.clear()
        self[key] = answer
        return answer
