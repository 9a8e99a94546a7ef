"""Runs that reach a goal which the one with most revenue misses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ....engine.actions import Route
from ....engine.board import reach
from ....engine.earnings import adjusted, solution
from ....engine.errors import IllegalAction
from ....engine.game import Game
from ....engine.routing import PATIENT, RouteSet, Wishes
from ..facts import AREA, MINE_PORT, PORT
from ..goals import goals_of_run, is_open
from .goals import goals_of

_TRIES = 24
Stops = tuple[tuple[int, int], ...]


def aims(game: Game, company: str) -> Iterator[RouteSet]:
    """Yield for every goal that a run reaches the set found that brings most."""
    for goal in goals_of(game, company):
        if goal in (AREA, PORT, MINE_PORT) and is_open(game, company, goal):
            sets = list(_sets(game, company, goal))
            if sets:
                yield max(sets, key=lambda found: found.total)


def _sets(game: Game, company: str, goal: str) -> Iterator[RouteSet]:
    """Let each train in turn run to what the goal asks for, and the others as is best."""
    cards = {game.kind_of(c): c for c in game.state.trains[company] if game.rules.may_run(game, c)}
    asked = list(product(_wanted(game, company, goal), cards.items()))
    for stops, (kind, card) in asked[:_TRIES]:
        wishes = Wishes(through=frozenset(stops))
        alone = solution(game, company, kinds=(kind,), wishes=wishes, limits=PATIENT).best
        routes = tuple(Route(card, path) for _, path in alone.routes)
        if goal not in goals_of_run(game, company, routes):
            continue
        try:
            yield adjusted(game, company, fixed=routes, limits=PATIENT).best
        except IllegalAction:  # what the others leave it with is not enough for it
            continue


def _wanted(game: Game, company: str, goal: str) -> list[Stops]:
    """Return the stops, each of which or pair of which fulfils a goal."""
    board = game.state.board
    found: dict[str, list[tuple[int, int]]] = {"area": [], "mine": [], "port": []}
    for at in sorted(reach(game.definition, game.state, company).ends):
        stop = board[at[0]].tile.stops[at[1]]
        kind = "port" if stop.kind == "town" and stop.end else stop.kind
        if kind in found:
            found[kind].append(at)
    if goal == MINE_PORT:
        return list(product(found["mine"], found["port"]))
    return [(at,) for at in found["area" if goal == AREA else "port"]]
