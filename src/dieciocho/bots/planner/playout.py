"""Playing a plan out: everybody follows the quick policy over the next operating set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.game import Play
from ..sensible import QuickBot
from .value import standing

if TYPE_CHECKING:
    from ...engine.actions import Action
    from ...engine.game import Game
    from .budget import Budget

LONGEST = 400  # actions of a playout
BETWEEN = "operating"  # the kind of round in which companies act


class Unfinished(Exception):
    """The budget came to its end within a playout."""


def last_cycle(game: Game) -> int:
    """Return the cycle of rounds to whose end plans are played out.

    What is bought in a stock round shows in the operating set that follows; what a company does in
    its turn shows in the next set at the latest.
    """
    number = game.round.number
    begun = game.round.kind == BETWEEN and game.round.part == game.round.parts
    return number + 1 if begun else number


def play_out(game: Game, first: Action, seed: int, until: int, budget: Budget) -> list[float]:
    """Return how every player stands after an action and what follows from it.

    The same seed means the same tastes and the same luck of everybody: plans that are played out
    with it can be compared, where their results alone say little.
    """
    copy = game.copy()
    play = Play(copy)
    play.repeat(first)
    budget.count()
    bots = [QuickBot(1000 * seed + seat) for seat in range(len(game.players))]
    for _ in range(LONGEST):
        if copy.over or copy.state.round.number > until:
            break
        if budget.over:
            raise Unfinished
        play.repeat(bots[copy.step.actor(copy)].choose(copy))
        budget.count()
    return standing(copy)
