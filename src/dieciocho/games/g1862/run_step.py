"""Running trains (1862-7.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice, Route, Run
from ...engine.board import has_route
from ...engine.earnings import RunValue, solution, value_of
from ...engine.errors import refuse
from ...engine.state import Seat
from ...engine.step import Move
from ...engine.steps.operating import RunMove, RunStep
from . import options
from .actions import RecordedRun
from .best_runs import check_part
from .cards import use_of
from .facts import FinalRun, facts, receivership, this_turn
from .policy import policy
from .receivership import decider

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def runnable(game: Game, company: str) -> list[str]:
    """Return the trains of a company that it has permits for (1862-7.8.0.7, 1862-6.5.4.3.2)."""
    permits = facts(game).permits[company]
    return [card for card in game.state.trains[company] if use_of(game, card) in permits]


class RunMove1862(RunMove):
    """Run the trains; where there is no route, nothing is run."""

    def legal(self, game: Game, step: RunStep) -> Iterator[Choice]:
        before = _same_as_before(game, step.company(game))
        if before is not None:
            yield Choice(Run(before.routes), open=True)
            return
        found = list(super().legal(game, step))
        yield from found or [Choice(Run(()), open=True)]

    def check(self, game: Game, step: RunStep, action: Run) -> None:
        super().check(game, step, action)
        company = step.company(game)
        before = _same_as_before(game, company)
        if before is not None:
            revenue = value_of(game, company, action.routes).revenue
            if revenue != before.revenue:
                refuse(game, "final_revenue", company=company, revenue=before.revenue)


def _same_as_before(game: Game, company: str) -> FinalRun | None:
    """Return what the company ran after the LNER, if it is to bring the same (1862-10.3.4)."""
    before = facts(game).final_runs.get(company)
    if before is None or not policy(game).final_run_stays:
        return None
    same = (before.trains, before.permits) == _runs_with(game, company)
    return before if same else None


def _runs_with(game: Game, company: str) -> tuple[dict[str, int], tuple[str, ...]]:
    now = facts(game)
    trains = {card: now.warranties.get(card, 0) for card in game.state.trains[company]}
    return trains, now.permits[company]


class RecordedRunMove(Move[RecordedRun, RunStep]):
    """Replay a run as it was written elsewhere: in recordings only.

    Its revenue was computed by an older rule (D24), or the site took a set that it refuses to value
    (D32). Every route is right by itself.
    """

    action = RecordedRun

    def legal(self, game: Game, step: RunStep) -> Iterator[Choice]:
        """Nobody is offered this: it is for recordings."""
        yield from ()

    def check(self, game: Game, step: RunStep, action: RecordedRun) -> None:
        if not options.is_recording(game.header):
            refuse(game, "revenue_as_computed")
        check_part(game, step.company(game), action.routes)

    def apply(self, game: Play, step: RunStep, action: RecordedRun) -> None:
        value = RunValue((), action.revenue, 0, action.subsidy)
        for route in action.routes:
            game.log("recorded_route", train=route.train, path=route.path)
        step.ran(game, action.routes, value)


class RunTrains(RunStep, frozen=True):
    """Run the trains that have a permit."""

    moves = (RunMove1862(), RecordedRunMove())

    def actor(self, game: Game) -> Seat:
        return decider(game, self.company(game))

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        track = self._has_track(game, company)
        if not runnable(game, company) or not track:
            game.pop()
            return True
        headless = receivership(game, company)
        if headless and this_turn(game).merged and not policy(game).merged_receiver_runs:
            game.pop()
            return True
        if headless and policy(game).receivership_maximum:
            found = solution(game, company).best  # 1862-7.3.2
            routes = tuple(Route(train, path) for train, path in found.routes)
            self.moves[0].apply(game, self, Run(routes))
            return True
        return False

    def _has_track(self, game: Play, company: str) -> bool:
        """Tell whether track leads away from a station; the site never forgets that it did."""
        if has_route(game.definition, game.state, company):
            if company not in facts(game).routed:
                game.set_facts(routed=facts(game).routed | {company})
            return True
        return policy(game).route_remembered and company in facts(game).routed

    def maximum(self, game: Game) -> bool:
        return False

    def ran(self, game: Play, routes: tuple[Route, ...], value: RunValue) -> None:
        now, company = facts(game), self.company(game)
        if now.lner and policy(game).final_run_stays:
            run = FinalRun(*_runs_with(game, company), routes, value.revenue)
            game.set_facts(final_runs={**now.final_runs, company: run})
        super().ran(game, routes, value)
