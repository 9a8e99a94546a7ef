"""Goals of majors: capital and stations (18ESP-5.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.actions import Choice, Use
from ...engine.ledger import pay
from ...engine.routes import trace
from ...engine.state import BANK, Seat
from ...engine.step import Move, Step
from .connection import EVERYTHING, ground, joined
from .facts import (
    ABSORPTION,
    AREA,
    DESTINATION,
    MINE_PORT,
    NORTH,
    PORT,
    facts,
    is_small,
    kind,
    this_turn,
)
from .policy import policy
from .stations import stations_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...engine.actions import Route
    from ...engine.game import Game, Play

LAST_PHASE = "7"
CONNECTED = "connection"  # what declares that the destination is reached


def reach_goal(game: Play, company: str, goal: str) -> None:
    """Pay the capital of a goal and unlock its stations (18ESP-5.1.2.2, 18ESP-5.1.3.2)."""
    now = facts(game)
    done = (*now.goals.get(company, ()), goal)
    unlocked = now.unlocked.get(company, 0) + (2 if goal == ABSORPTION else 1)
    game.set_facts(goals={**now.goals, company: done}, unlocked={**now.unlocked, company: unlocked})
    capital = len(done) * game.state.par[company]  # not the price (18ESP-5.1.2.3)
    pay(game, BANK, company, capital)
    game.log("goal_" + goal, company=company, money=capital)


def has_goals(game: Game, company: str) -> bool:
    """Tell whether the company works for goals at all (18ESP-5.1.1.1, 18ESP-5.1.2.4).

    Who has them keeps them in phase 5 and later (18ESP-5.1.2.5).
    """
    return not is_small(game, company) and company not in facts(game).full


def is_open(game: Game, company: str, goal: str) -> bool:
    """Tell whether a goal can still be met: each once, in any order (18ESP-5.1.1.4)."""
    return has_goals(game, company) and goal not in facts(game).goals.get(company, ())


def destination_reached(game: Game, company: str) -> bool:
    """Tell whether an open destination goal is fulfilled (18ESP-5.1.1.5, 18ESP-5.1.1.8)."""
    if not is_open(game, company, DESTINATION) or not stations_of(game, company):
        return False
    target = game.definition.companies[company].destination
    assert target is not None
    starts = [game.state.homes[company]]
    if ground(game) == EVERYTHING:  # from every station (D37)
        starts = stations_of(game, company)
    return any(joined(game, start, target) for start in starts)


def check_destinations(game: Play) -> None:
    """Credit the destinations that track has reached (18ESP-5.1.1.7)."""
    if not policy(game).asks_for_connection:
        for company in sorted(game.state.floated):
            if destination_reached(game, company):
                reach_goal(game, company, DESTINATION)


def goals_of_run(game: Game, company: str, routes: tuple[Route, ...]) -> list[str]:
    """Return the open goals that routes reach, each by a single route (18ESP-5.1.1.6)."""
    board = game.state.board
    found: dict[str, None] = {}
    for route in routes:
        stops = [board[h].tile.stops[k] for h, k in trace(game, route.path).stops]
        kinds = {stop.kind for stop in stops}
        port = any(stop.kind == "town" and stop.end for stop in stops)
        # Of every major; the third goal of southern ones is the absorption (18ESP-5.1.1.3).
        if "area" in kinds and is_open(game, company, AREA):
            found[AREA] = None
        if policy(game).port_goal:
            if port and is_open(game, company, PORT):
                found[PORT] = None
        elif _is_mine_port(game, company, port, kinds):
            found[MINE_PORT] = None
    return list(found)


def run_goals(game: Play, company: str, routes: tuple[Route, ...]) -> None:
    """Credit the goals that routes reach."""
    for goal in goals_of_run(game, company, routes):
        reach_goal(game, company, goal)


def _is_mine_port(game: Game, company: str, port: bool, kinds: set[str]) -> bool:
    """Tell whether a route fulfils the third goal of a northern major (18ESP-5.1.1.2, A6)."""
    if policy(game).mine_port_goal_ends_in_phase_7 and game.phase.name == LAST_PHASE:
        return False
    north = kind(game, company) == NORTH and is_open(game, company, MINE_PORT)
    return north and port and "mine" in kinds


class ConnectMove(Move[Use, Step]):
    """Declare that the destination is reached (edition `online`)."""

    action = Use

    def claims(self, action: Use) -> bool:
        return action.thing == CONNECTED

    def legal(self, game: Game, step: Step) -> Iterator[Choice]:
        yield Choice(Use(CONNECTED))

    def check(self, game: Game, step: Step, action: Use) -> None:
        """The step is there only when the destination is reached."""

    def apply(self, game: Play, step: Step, action: Use) -> None:
        game.pop()
        reach_goal(game, this_turn(game).company, DESTINATION)


class Connected(Step, frozen=True):
    """The operating company declares its connection before it goes on (edition `online`)."""

    moves = (ConnectMove(),)
    out_of_step = "connection_first"

    def actor(self, game: Game) -> Seat:
        return game.state.president[this_turn(game).company]

    def settle(self, game: Play) -> bool:
        if destination_reached(game, this_turn(game).company):
            return False
        game.pop()
        return True


class FirstConnected(Connected, frozen=True):
    """The same after a home station that was placed without asking.

    On 18xx.games that is part of another step.
    """
