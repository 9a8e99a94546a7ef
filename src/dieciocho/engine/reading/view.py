"""What all views share: the moment that they show."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from ..errors import BadInput

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Seat


class Moment:
    """A position that no longer changes, and what is counted once for all views of it."""

    def __init__(self, game: Game) -> None:
        self.game = game.copy()

    @cached_property
    def values(self) -> dict[Seat, int]:
        return self.game.rules.scores(self.game)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The companies in the order in which they operate: in this round, or in the next one."""
        current = self.game.state.round
        begun = current.kind == "operating"
        order = current.order if begun else self.game.rules.turn_order(self.game, "operating")
        return tuple(str(company) for company in order)

    def company(self, name: str) -> str:
        """Return the id of a company; BadInput lists those that there are."""
        known = self.game.definition.companies
        if name not in known:
            raise unknown("input.no_company", known, company=name)
        return name

    def private(self, name: str) -> str:
        """Return the id of a private company; BadInput lists those in the game."""
        known = self.game.state.private_owner
        if name not in known:
            raise unknown("input.no_private", known, private=name)
        return name

    def seat(self, player: str | Seat) -> Seat:
        """Return a player's seat, given the name or the seat itself; BadInput lists the names."""
        names = self.game.players
        if player in names:
            return names.index(player)
        if isinstance(player, int) and 0 <= player < len(names):
            return player
        raise unknown("input.no_player", names, player=player)


def unknown(message: str, known: Iterable[str], **name: object) -> BadInput:
    return BadInput(message, known=", ".join(known), **name)


class View:
    """Something on the table, as it was when it was asked for.

    Two views are equal if they show the same thing in the same position.
    """

    __slots__ = ("_key", "_moment")

    def __init__(self, moment: Moment, key: str | Seat = "") -> None:
        self._moment = moment
        self._key = key

    @property
    def _game(self) -> Game:
        return self._moment.game

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, View)
        if self._key != other._key:
            return False
        mine, others = self._game, other._game
        return mine is others or (mine.header == others.header and mine.state == others.state)

    def __hash__(self) -> int:
        return hash((type(self), self._key))
