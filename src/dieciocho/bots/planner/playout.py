"""Playing a plan out: everybody more or less follows the quick policy, until it shows."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from ...engine.actions import Action, Pass
from ...engine.game import Play
from ..sensible import QuickBot
from ..sensible.situation import Situation
from ..sensible.values import horizon
from .decisions import choices, left_alone

if TYPE_CHECKING:
    from ...engine.game import Game
    from .budget import Budget

LONGEST = 400  # actions of a playout
BETWEEN = "operating"  # the kind of round in which companies act
LAST_ROUNDS = 4.5  # operating rounds: with no more of them left, the end itself is played out
TO_THE_END = 1_000  # cycles: more than any game has

WHIMS = 0.12  # of the decisions are made otherwise than by the policy


class Whimsical(QuickBot):
    """Follows the policy, now and then not: a policy alone would always play out alike.

    Its luck belongs to what is decided (this company's dividend in this round), so that it is the
    same whatever plan was played before.
    """

    def __init__(self, seed: int, whims: float = WHIMS, hurried: bool = True) -> None:
        super().__init__(seed)
        self._whims, self._hurried = whims, hurried
        self._times: Counter[str] = Counter()
        self._luck = ""

    def choose(self, game: Game) -> Action:
        now, turn = game.state.round, game.state.turn
        company = turn.company if turn is not None else ""
        due = f"{now.number}/{now.part}/{game.step.id}/{company}"
        self._times[due] += 1
        self._luck = f"{self.seed}/{due}/{self._times[due]}"
        if self._hurried and left_alone(game) and self._builds_enough(game, company):
            return Pass()
        action = super().choose(game)
        luck = random.Random("whim" + self._luck)
        if luck.random() >= self._whims or left_alone(game):
            return action
        situation = Situation(game, self, light=True)
        same = [c.action for c in choices(situation) if type(c.action) in (type(action), Pass)]
        return luck.choice(same or [action])

    def dice(self, game: Game) -> random.Random:
        return random.Random(self._luck)

    def _builds_enough(self, game: Game, company: str) -> bool:
        """Tell whether a company that earns may leave building out.

        That takes most of the time of a playout and hardly shows in it: runs go on as before.
        """
        run = game.state.last_runs.get(company)
        if run is None or not run.revenue:
            return False
        return bool(list(Situation(game, self).of(Pass)))


class Unfinished(Exception):
    """The budget came to its end within a playout."""


def last_cycle(game: Game) -> int:
    """Return the cycle of rounds to whose end plans are played out.

    What is bought in a stock round shows in the operating set that follows; what a company does in
    its turn shows in the next set at the latest. When the game is about to end it is played out:
    what it comes to need not be guessed, and trains that nobody will scrap any more are not missed.
    """
    if horizon(game) <= LAST_ROUNDS:
        return TO_THE_END
    number = game.round.number
    begun = game.round.kind == BETWEEN and game.round.part == game.round.parts
    return number + 1 if begun else number


def play_out(game: Game, first: Action | None, seed: int, until: int, budget: Budget) -> Game:
    """Return the game after an action, if one is given, and what follows from it.

    The same seed means the same tastes and the same luck of everybody: plans that are played out
    with it can be compared, where their results alone say little.
    """
    copy = game.copy()
    play = Play(copy)
    if first is not None:
        play.repeat(first)
        budget.count()
    bots = [Whimsical(1000 * seed + seat) for seat in range(len(game.players))]
    for _ in range(LONGEST):
        if copy.over or copy.state.round.number > until:
            break
        if budget.over:
            raise Unfinished
        play.repeat(bots[copy.step.actor(copy)].choose(copy))
        budget.count()
    return copy
