"""How 18xx.games names the things of a title."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from ..engine.game import Game


class Dialect(Struct, frozen=True):
    """The names of one title on the site, where they differ from ours."""

    title: str
    game: str
    options: tuple[str, ...]
    steps: dict[str, str]  # our step -> theirs
    phases: dict[str, str]
    privates: dict[str, str]  # our id -> theirs, where they differ
    abilities: Callable[[Game], dict[str, list[list[Any]]]]
    private_facts: Callable[[Game, str], dict[str, Any]]
    two_part_powers: tuple[str, ...] = ()

    def private_out(self, private: str) -> str:
        return self.privates.get(private, private)

    def private_in(self, private: str) -> str:
        for ours, theirs in self.privates.items():
            if theirs == private:
                return ours
        return private

    def phase(self, game: Game) -> str:
        return self.phases.get(game.phase.name, game.phase.name)


def dialect_of(title: str) -> Dialect:
    """Return the dialect of a title of the site."""
    from ..engine.errors import BadInput
    from .g1888 import DIALECT as G1888

    known = {dialect.title: dialect for dialect in (G1888,)}
    if title not in known:
        raise BadInput(f"recorded games of {title!r} cannot be read; known: {', '.join(known)}")
    return known[title]
