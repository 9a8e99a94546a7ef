"""Running trains (1862-7.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.state import Seat
from ...engine.step import Move
from ...engine.steps.operating import RunMove, RunStep
from .facts import facts, receivership
from .receivership import decider
from .trains import use_of

if TYPE_CHECKING:
    from ...engine.game import Game


def runnable(game: Game, company: str) -> list[str]:
    """Return the trains that the company has permits for (1862-7.8.0.7)."""
    permits = facts(game).permits[company]
    return [card for card in game.state.trains[company] if use_of(game, card) in permits]


class RunTrains(RunStep, frozen=True):
    """Run the trains that have a permit."""

    moves: ClassVar[tuple[Move[Any], ...]] = (RunMove(),)

    def actor(self, game: Game) -> Seat:
        return decider(game, self.company(game))

    def settle(self, game: Game) -> bool:
        company = self.company(game)
        if not runnable(game, company):
            game.pop()
            return True
        if receivership(game, company) and game.policy.receivership_maximum:
            raise NotImplementedError
        return False

    def maximum(self, game: Game) -> bool:
        return False
