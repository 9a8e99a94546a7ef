"""What the planner would do, what else it thought of, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ...engine.errors import BadInput
from ...engine.text import Message
from ..planner.budget import Budget
from ..planner.decisions import left_alone
from ..planner.plans import alternatives
from ..planner.playout import Unfinished, last_cycle, play_out
from ..planner.search import FEWEST, Search
from ..sensible import SensibleBot
from ..sensible.situation import Situation
from .ending import Ending, Estimate, ending, expected, gain
from .reasons import reasons

if TYPE_CHECKING:
    from ...engine.actions import Action
    from ...engine.game import Game

SECONDS = 5.0  # of CPU time
MOST_PLANS = 8  # that are played out
SHOWN = 3
ENOUGH = 24  # playouts of a plan that is shown: more would say little more


class Prospect(Struct, frozen=True):
    """A plan: an action, and what the player who decides is expected to have in the end.

    `lead` is how far that is ahead of the others, of whom the best one counts most; `than_first`
    how much more than by the first plan, playout by playout. `why` says in what the ends differ:
    those of the first plan from the second one's, of the others from the first one's.
    """

    action: str  # as text, see `game.parse`
    playouts: int
    worth: Estimate | None
    lead: Estimate | None
    than_first: Estimate | None = None
    why: tuple[Message, ...] = ()


class Hint(Struct, frozen=True):
    """The best plans, the one to be played first; a single one where nothing was compared."""

    seat: int
    plans: tuple[Prospect, ...]
    building: bool  # what is built or run is decided: good sense says how

    @property
    def compared(self) -> bool:
        return len(self.plans) > 1


class _Watched:
    """Playouts, kept by the action that they began with."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seat = game.step.actor(game)
        self.ends: dict[Action, list[Ending]] = {}

    def see(self, action: Action, end: Game) -> None:
        self.ends.setdefault(action, []).append(ending(self.game, end, self.seat))

    def see_more(self, actions: list[Action], budget: Budget) -> None:
        """Play some plans out again, always the one that was played out least.

        The playouts of a plan are numbered through; those of a number share their luck.
        """
        until = last_cycle(self.game)
        try:
            while (least := min(actions, key=self._count)) and self._count(least) < ENOUGH:
                self.see(least, play_out(self.game, least, self._count(least) + 1, until, budget))
        except Unfinished:
            return  # what was seen until then is told

    def different(self, actions: list[Action]) -> list[Action]:
        """Leave out plans that end as one before them does, such as another card of a kind."""
        kept: list[Action] = []
        for action in actions:
            ends = self.ends.get(action, [])[:FEWEST]
            if not any(self.ends.get(known, [])[:FEWEST] == ends for known in kept):
                kept.append(action)
        return kept

    def _count(self, action: Action) -> int:
        return len(self.ends.get(action, ()))


def advise(
    game: Game, *, seconds: float | None = SECONDS, units: int | None = None, seed: int = 0
) -> Hint:
    """Return the best two or three plans for the decision that is due.

    The budget is CPU seconds, or `units` actions that are played out; with units alone the same
    seed gives the same answer. BadInput if the game is over.
    """
    if game.over:
        raise BadInput("bots.over")
    budget = Budget(seconds if units is None else None, units)
    policy = SensibleBot(seed).choose(game)
    others: list[Action] = []
    building = left_alone(game)
    if not building:
        situation = Situation(game, SensibleBot(seed), light=True)
        others = alternatives(situation, policy, MOST_PLANS - 1, budget)
    watched = _Watched(game)
    search = Search(game, policy, others, budget, watched.see)
    chosen = search.best()
    means = {policy: 0.0} | {p.action: p.mean for p in search.plans if len(p.gains) >= FEWEST}
    ranked = sorted(means, key=lambda action: (action != chosen, -means[action]))
    ranked = watched.different(ranked)[:SHOWN]
    watched.see_more(ranked, budget)
    return Hint(watched.seat, tuple(_prospects(ranked, watched.ends)), building)


def _prospects(ranked: list[Action], ends: dict[Action, list[Ending]]) -> list[Prospect]:
    first = ends.get(ranked[0], [])
    found = []
    for place, action in enumerate(ranked):
        own = ends.get(action, [])
        other = first if place else ends.get(ranked[1], []) if len(ranked) > 1 else []
        found.append(
            Prospect(
                str(action),
                len(own),
                expected(own, "worth") if own else None,
                expected(own, "lead") if own else None,
                gain(own, first) if place else None,
                reasons(own, other),
            )
        )
    return found
