"""Steps and moves: the agenda of a game.

A step is an item of the agenda, a stack inside the state. It is either automatic (`settle` does
its work and returns True) or a decision: it names its actor, and its moves say what is legal and
carry a choice out. Steps are frozen values: progress is kept by replacing the step, the round or
the turn, so that copying the agenda is copying a list.

A move knows one kind of action. `check` refuses by raising through `refuse` and changes
nothing; `legal` lists exactly what `check` accepts; `apply` is called only after `check`.
Moves hold no state; what differs between games is given to them as arguments. A move states in
its type what it asks of the step that offers it: a kind of step, or a protocol where several serve.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Self, TypeAlias, TypeVar

from msgspec import Struct

from .actions import Action, Choice, Pass
from .errors import refuse

if TYPE_CHECKING:
    from .game import Game, Play

A = TypeVar("A", bound=Action)
S = TypeVar("S", contravariant=True)

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")  # where a word of a class name begins


class Move(Generic[A, S]):
    """One kind of action inside a kind of step."""

    action: type[A]

    def legal(self, game: Game, step: S) -> Iterator[Choice]:
        """Yield every legal action of this kind."""
        raise NotImplementedError

    def check(self, game: Game, step: S, action: A) -> None:
        """Raise IllegalAction unless the action is legal now."""
        raise NotImplementedError

    def apply(self, game: Play, step: S, action: A) -> None:
        """Carry out an action that `check` has accepted."""
        raise NotImplementedError

    def claims(self, action: A) -> bool:
        """Tell whether an action of this kind is this move's, where a step has several."""
        return True


Moves: TypeAlias = tuple[Move[Any, S], ...]


class Step(Struct, frozen=True):
    """An item of the agenda.

    What it is called and what it asks stands in the texts under its id: `step.<id>.title`,
    `.question`, and the name of an action where the step calls it otherwise, as in
    `step.track.pass`. A step without words of its own has those of the step it derives from.
    """

    id: ClassVar[str]  # the name of its class in small letters: run_trains
    moves: ClassVar[Moves[Self]] = ()
    out_of_step: ClassVar[str] = "wrong_step"  # why other actions are refused here
    refusals: ClassVar[dict[type[Action], str]] = {}  # ... and why certain ones are

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.id = _WORD.sub("_", cls.__name__.strip("_")).lower()

    def actor(self, game: Game) -> int:
        """Return the seat of the player who decides."""
        raise NotImplementedError

    def out_of_turn(self, game: Game, seat: int) -> str:
        """Return why somebody else may not act now."""
        return "not_your_turn"

    def reason_against(self, action: Action) -> str:
        """Return why an action has no place in this step."""
        return self.refusals.get(type(action), self.out_of_step)

    def turn_away(self, game: Game, action: Action) -> NoReturn:
        """Refuse an action that has no place in this step."""
        refuse(game, self.reason_against(action))

    def settle(self, game: Play) -> bool:
        """Do what needs no decision; True if the agenda was changed."""
        return False

    def offers(self, game: Game, move: Move[Any, Self]) -> bool:
        """Tell whether a move has anything legal now."""
        return next(move.legal(game, self), None) is not None

    def told(self, game: Game) -> dict[str, Any]:
        """Return what its words are filled with."""
        own = getattr(self, "company", None)  # a field of some steps, a method of others
        if not isinstance(own, str):
            own = game.state.turn.company if game.state.turn is not None else ""
        return {"company": own}

    # Where a common step goes through its moves, `self: Self` says that they are for itself.
    def case(self: Self, game: Game) -> str:
        """Return in which of several cases it has other words: `step.trains.must.question`."""
        passing = next((move for move in self.moves if move.action is Pass), None)
        return "must" if passing is not None and not self.offers(game, passing) else ""
