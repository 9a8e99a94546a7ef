"""Analysing a game, bit by bit, so that it can be interrupted and continued at any bit.

First the chart: positions spread over the whole game are played out, in passes with the same luck.
Then a glance at the decisions about money, those in which good sense would have done otherwise
first: could another plan have been better? Last, the worst suspects are looked at closely, with
fresh luck: what looked bad by chance must not count against anybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.game import Play
from ..planner.budget import Budget
from ..planner.decisions import left_alone
from ..planner.judge import expected_shares
from ..planner.plans import alternatives
from ..planner.playout import Unfinished, last_cycle, play_out
from ..planner.search import FEWEST, USUAL, Search
from ..sensible import QuickBot
from ..sensible.situation import Situation
from .analysis import Analysis, Findings, Point, Suspect, Turning
from .ending import Ending, ending, estimate, gain, gained_share
from .reasons import reasons

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...engine.actions import Action
    from ...engine.game import Game

UNITS = 300_000  # actions played out
MOST_POINTS = 61  # of the chart
PASSES = 6  # playouts of each
CHARTING, GLANCING = 0.3, 0.75  # parts of the budget after which each of the two ends
PLANS = 4  # that are tried instead of what was played
GLANCE = 1_500  # actions played out for a decision at least: fewer say nothing
BIT = 6_000  # ... and at most, at once: whoever stops or cancels must not wait
SUSPECTS, SHOWN = 20, 10
CLOSELY = 30  # pairs of playouts of a suspect
FRESH = 1_000  # where the luck of the second look begins
WORTH_TELLING = 0.002  # of what all players together will have


class Analyst:
    """Analyses a game within a budget of actions played out; `step` does a bit of it."""

    def __init__(self, game: Game, units: int = UNITS, findings: Findings | None = None) -> None:
        self.game = game
        self.units = units
        self.found = findings or Findings()
        self._length = len(game.history)
        self._places = _spread(self._length)

    @property
    def done(self) -> float:
        """Return which part of the work is done, as far as one can say."""
        return 1.0 if self.found.complete else min(0.99, self.found.spent / self.units)

    def step(self) -> bool:
        """Do a bit, of a second or so; False when there is nothing left to do."""
        found = self.found
        if found.complete:
            return False
        if not (self._chart() or self._glance() or self._judge()):
            found.complete = True
        return not found.complete

    def result(self) -> Analysis:
        """Return what was found so far."""
        found = self.found
        points = [self._point(at, found.points[at]) for at in sorted(found.points)]
        worst = sorted(found.turning, key=lambda t: -t.loss.mean)[:SHOWN]
        left = len(found.decisions) if found.decisions is not None else 0
        return Analysis(
            self._length,
            tuple(points),
            tuple(sorted(worst, key=lambda t: t.at)),
            found.known - left,
            found.known,
            found.playouts,
        )

    def _point(self, at: int, played: list[list[float]]) -> Point:
        usual = 0.0 if self.game.over and at == self._length else USUAL / len(played[0])
        return Point(at, tuple(estimate(list(s), usual) for s in zip(*played, strict=True)))

    # --- the chart ---------------------------------------------------------------------

    def _chart(self) -> bool:
        """Play one position out once more; at least once all of them."""
        found = self.found
        counts = [len(found.points.get(at, ())) for at in self._places]
        least = min(counts)
        if least >= PASSES or (least and found.spent > CHARTING * self.units):
            return False
        game = self.game.at(self._places[counts.index(least)])
        budget = Budget()
        shares = expected_shares(play_out(game, None, least + 1, last_cycle(game), budget))
        found.points.setdefault(self._places[counts.index(least)], []).append(shares)
        self._count(budget, 1)
        return True

    # --- a glance at every decision ----------------------------------------------------

    def _glance(self) -> bool:
        """Look for a better plan than what was played in one decision."""
        found = self.found
        if found.decisions is None:
            found.decisions = self._decisions()
            found.known = len(found.decisions)
            return True
        if not found.decisions or found.spent > GLANCING * self.units:
            return False
        at = found.decisions.pop()
        left = GLANCING * self.units - found.spent
        budget = Budget(units=_bit(left / (len(found.decisions) + 1)))
        game, played = self.game.at(at), self.game.history[at].action
        others = alternatives(Situation(game, QuickBot(at), light=True), played, PLANS, budget)
        search = Search(game, played, others, budget)
        better = search.best()
        plan = next((p for p in search.plans if p.action == better), None)
        if plan is not None:
            found.suspects.append(Suspect(at, str(better), plan.mean))
        self._count(budget, sum(len(p.gains) for p in search.plans))
        return True

    def _decisions(self) -> list[int]:
        """Return the decisions about money with a choice, the most suspicious last."""
        game, found = self.game.at(0), []
        play = Play(game)
        for at, record in enumerate(self.game.history):
            if not left_alone(game) and len(game.legal_actions()) > 1:
                usual = QuickBot(at).choose(game)
                # Who does another kind of thing than good sense would is looked at first.
                odd = (type(usual) is not type(record.action)) + (usual != record.action)
                found.append((odd, -_turned(at), at))
            play.repeat(record.action)
        return [at for _, _, at in sorted(found)]

    # --- the suspects, closely ---------------------------------------------------------

    def _judge(self) -> bool:
        """Compare what was played with what looked better, with fresh luck."""
        found = self.found
        worst = sorted(found.suspects, key=lambda s: -s.gain)[:SUSPECTS]
        suspect = next((s for s in worst if s.at not in found.judged), None)
        if suspect is None:
            return False
        found.judged.append(suspect.at)
        left = self.units - found.spent
        waiting = sum(s.at not in found.judged for s in worst) + 1
        budget = Budget(units=_bit(left / waiting))
        turning = self._compared(suspect, budget)
        if turning is not None:
            found.turning.append(turning)
        return True

    def _compared(self, suspect: Suspect, budget: Budget) -> Turning | None:
        game, record = self.game.at(suspect.at), self.game.history[suspect.at]
        seat, until = record.by, last_cycle(game)
        better = game.parse(suspect.better)

        def end(action: Action, luck: int) -> Ending:
            return ending(game, play_out(game, action, FRESH + luck, until, budget), seat)

        played: list[Ending] = []
        wished: list[Ending] = []
        try:
            while len(wished) < CLOSELY:
                played.append(end(record.action, len(played)))
                wished.append(end(better, len(wished)))
        except Unfinished:
            pass  # as many pairs as the budget allowed
        self._count(budget, 2 * len(wished))
        loss = gained_share(wished, played, len(self.game.players))
        if len(wished) < FEWEST or not loss.clear or loss.mean < WORTH_TELLING:
            return None
        money = gain(wished, played, "worth")
        why = reasons(wished, played)
        return Turning(suspect.at, seat, str(record.action), suspect.better, loss, money, why)

    def _count(self, budget: Budget, playouts: int) -> None:
        self.found.spent += budget.units
        self.found.playouts += playouts


def analyse(
    game: Game,
    *,
    units: int = UNITS,
    progress: Callable[[float], bool | None] | None = None,
) -> Analysis:
    """Return how the expected shares of wealth went, and the decisions that cost most.

    `units` bounds the work: so many actions are played out; the same game and units give the same
    answer. `progress` is told the part that is done now and then, and may answer False to stop.
    """
    analyst = Analyst(game, units)
    while analyst.step():
        if progress is not None and progress(analyst.done) is False:
            break
    return analyst.result()


def _bit(units: float) -> int:
    """Return how much of some work is done at once."""
    return round(min(BIT, max(GLANCE, units)))


def _spread(length: int) -> list[int]:
    """Return the positions of the chart in an order in which the first ones span the game."""
    last = min(MOST_POINTS - 1, max(1, length))
    order = sorted(range(last + 1), key=_turned)
    return list(dict.fromkeys(round(n * length / last) for n in order))


def _turned(number: int) -> int:
    """Return a number with its binary digits turned: such an order spreads over the whole."""
    return int(f"{number:016b}"[::-1], 2)
