"""Steps and moves that every game needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol, Self

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


class TurnInOrder(Step, frozen=True):
    """A decision of the player whose turn it is in the order of the round."""

    def actor(self, game: Game) -> Seat:
        seat = game.state.round.order[game.state.round.index]
        assert isinstance(seat, int)
        return seat


class Seated(Protocol):
    @property
    def seat(self) -> Seat: ...


class PlayerStep(Step, frozen=True):
    """A decision of a certain player, who is its field `seat`."""

    # The field stands where each step has it: positions list the fields in their order.
    def actor(self: Seated, game: Game) -> Seat:
        return self.seat


class DirectorStep(Step, frozen=True):
    """A decision for a certain company, made by its director."""

    company: str

    def actor(self, game: Game) -> Seat:
        return game.state.president[self.company]


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
