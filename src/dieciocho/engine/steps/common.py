"""Steps and moves that every game needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Self

from ..actions import Choice, Pass
from ..errors import refuse
from ..state import Seat
from ..step import Move, S, Step

if TYPE_CHECKING:
    from ..game import Game, Play


class PassMove(Move[Pass, S]):
    """Do nothing; `forbidden` returns the reason why that is not possible, if any."""

    action = Pass

    def __init__(
        self,
        then: Callable[[Play, S], None],
        forbidden: Callable[[Game, S], str | None] | None = None,
    ) -> None:
        self._then = then
        self._forbidden = forbidden

    def legal(self, game: Game, step: S) -> Iterator[Choice]:
        if self._forbidden is None or self._forbidden(game, step) is None:
            yield Choice(Pass())

    def check(self, game: Game, step: S, action: Pass) -> None:
        reason = self._forbidden(game, step) if self._forbidden is not None else None
        if reason is not None:
            refuse(game, reason)

    def apply(self, game: Play, step: S, action: Pass) -> None:
        self._then(game, step)


def pop(game: Play, step: Step) -> None:
    """Leave a step."""
    game.pop()


class CompanyStep(Step, frozen=True):
    """A step of the operating company, decided by its director or owner."""

    def out_of_turn(self, game: Game, seat: Seat) -> str:
        return "director_decides"

    def company(self, game: Game) -> str:
        assert game.state.turn is not None
        return game.state.turn.company

    def actor(self, game: Game) -> Seat:
        return game.state.president[self.company(game)]


class OptionalStep(CompanyStep, frozen=True):
    """A step that is left without asking when its first move has nothing to offer."""

    def settle(self: Self, game: Play) -> bool:
        if self.offers(game, self.moves[0]):
            return False
        game.pop()
        return True
