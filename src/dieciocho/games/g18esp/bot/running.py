"""Running in 18ESP: tenders, and runs that reach a goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible import trains
from ....bots.sensible.situation import Situation
from ....bots.sensible.values import horizon
from ....engine.actions import Action, Answer, Choose, Route, Run, Use
from ....engine.board import plain_reach
from ....engine.earnings import solution
from ....engine.routes import trace
from ....engine.routing import Limits, Wishes
from ..facts import AREA, MINE_PORT, NORTH, facts, kind
from ..goals import is_open
from ..pioneers import TenderConsent
from ..routes import is_port

if TYPE_CHECKING:
    from ....engine.game import Game
    from ....engine.routing.model import StopAt

TENDER_ROUNDS = 6  # runs in which a tender should have paid for itself, if there are so many
CAPITAL = 0.5  # what the capital of a goal is worth to who runs for it, beside a dividend
ASKED = 3  # places of a goal that a run through is looked for
LOOKS = Limits(looks=4)


def run(situation: Situation) -> Action:
    """Give the tender to the train that earns most with it, buy one that pays, and run."""
    game, company = situation.game, situation.company
    if situation.light:
        gift = next((action for action, _ in situation.of(Choose)), None)
        return gift or trains.run(situation)
    gifts = _gifts(game, company)
    if gifts:
        return max(gifts, key=lambda gift: gift[0])[1]
    before = solution(game, company).best.total
    for action, _ in situation.of(Use):
        after = game.copy().play(action)
        while isinstance(after.step, TenderConsent):
            after.play(Answer("agree"))
        earned = [total for total, _ in _gifts(after, company)]
        gain = max(earned or [solution(after, company).best.total]) - before
        if (
            gain * min(horizon(game), TENDER_ROUNDS)
            > situation.treasury - after.state.cash[company] + 1
        ):
            return action
    usual = trains.run(situation)
    return run_for_goal(situation, usual) if isinstance(usual, Run) else usual


def _gifts(game: Game, company: str) -> list[tuple[int, Action]]:
    """Return what the company would earn with its tender on each of its trains, if it chooses."""
    step = game.step
    moves = [move for move in step.moves if move.action is Choose]
    options = [choice.action for move in moves for choice in move.legal(game, step)]
    return [(solution(game.copy().play(option), company).best.total, option) for option in options]


# --- goals -----------------------------------------------------------------------------


def run_for_goal(situation: Situation, usual: Run) -> Run:
    """Return a run that reaches a goal if its capital is worth more than what it earns less."""
    game, company = situation.game, situation.company
    places = _goals_at(game, company)
    if not places or _reached(game, company, usual):
        return usual
    capital = (len(facts(game).goals.get(company, ())) + 1) * game.state.par[company]
    best = solution(game, company).best.total
    for through in places[:ASKED]:
        found = solution(game, company, wishes=Wishes(through=through), limits=LOOKS).best
        run = Run(tuple(Route(train, path) for train, path in found.routes))
        cheap = best - found.total < CAPITAL * capital
        if cheap and _reached(game, company, run) and game.why_not(run) is None:
            return run
    return usual


def _goals_at(game: Game, company: str) -> list[frozenset[StopAt]]:
    """Return the stops of the open goals that the company reaches, for each way to reach one."""
    board, found = game.state.board, plain_reach(game.definition, game.state, company).stops
    stops = {at: board[at[0]].tile.stops[at[1]] for at in sorted(found)}
    places: list[frozenset[StopAt]] = []
    if is_open(game, company, AREA):
        places += [frozenset((at,)) for at, stop in stops.items() if stop.kind == "area"]
    if kind(game, company) == NORTH and is_open(game, company, MINE_PORT):
        mines = [at for at, stop in stops.items() if stop.kind == "mine"]
        ports = [at for at, stop in stops.items() if is_port(stop)]
        places += [frozenset((mine, port)) for mine in mines for port in ports]
    return places


def _reached(game: Game, company: str, run: Run) -> bool:
    """Tell whether a run reaches an open goal."""
    board = game.state.board
    for route in run.routes:
        stops = [board[h].tile.stops[k] for h, k in trace(game, route.path).stops]
        kinds = {stop.kind for stop in stops}
        if "area" in kinds and is_open(game, company, AREA):
            return True
        ready = kind(game, company) == NORTH and is_open(game, company, MINE_PORT)
        if ready and "mine" in kinds and any(is_port(stop) for stop in stops):
            return True
    return False
