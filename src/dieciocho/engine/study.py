"""What a company's trains can earn: best routes, alternatives, and what a choice costs."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import or_
from typing import TYPE_CHECKING

from msgspec import Struct

from .actions import Route
from .depot import available, train_of
from .errors import BadInput
from .routes import check_routes, trace
from .routing import Limits, RouteModel, RouteSet, Solution, Wishes, solve
from .routing.model import StopAt
from .routing.solve import NO_LIMITS, NO_WISHES, FixedRoute

if TYPE_CHECKING:
    from .game import Game
    from .state import StopId

_CACHE_SIZE = 2000
_models: dict[tuple[object, ...], tuple[RouteModel, ...]] = {}
_solutions: dict[tuple[object, ...], Solution] = {}


def _position(game: Game, company: str) -> tuple[object, ...]:
    """Return what the value of a company's routes depends on, stations and trains apart."""
    state = game.state
    own = game.rules.route_key(game, company)
    return (id(game.definition), game.header.edition, state.track_key, state.phase, company, own)


def models_of(game: Game, company: str, kind: str) -> tuple[RouteModel, ...]:
    """Return the game's valuation of the routes of a kind of train, variant by variant."""
    key = (*_position(game, company), kind)
    models = _models.get(key)
    if models is None:
        if len(_models) >= _CACHE_SIZE:
            _models.clear()
        models = _models[key] = game.rules.route_models(game, company, kind)
    return models


def solution(
    game: Game,
    company: str,
    *,
    kinds: tuple[str, ...] | None = None,
    wishes: Wishes = NO_WISHES,
    limits: Limits = NO_LIMITS,
) -> Solution:
    """Return the best route sets of a company, with its own trains or with the given kinds.

    Complete answers are kept by board, so asking again costs nothing.
    """
    if kinds is None:
        cards = sorted(game.state.trains[company])
        trains = tuple((c, game.kind_of(c)) for c in cards if game.rules.may_run(game, c))
    else:
        trains = tuple((f"{kind}-{n}", kind) for n, kind in enumerate(kinds))
    key = (*_position(game, company), game.state.station_key, trains, wishes)
    found = _solutions.get(key)
    if found is None:
        models = {kind: models_of(game, company, kind) for _, kind in trains}
        found = solve(game, company, trains, models, wishes, limits)
        if found.proof.complete:
            if len(_solutions) >= _CACHE_SIZE:
                _solutions.clear()
            _solutions[key] = found
    return found


def best_routes(game: Game, company: str) -> dict[int, RouteSet]:
    """Return the best route set of every class."""
    return {kind: sets[0] for kind, sets in solution(game, company).sets.items()}


def adjusted(
    game: Game,
    company: str,
    *,
    count: int = 1,
    fixed: tuple[Route, ...] = (),
    forbidden: tuple[str, ...] = (),
    through: tuple[StopId, ...] = (),
    avoid: tuple[StopId, ...] = (),
) -> Solution:
    """Return the best sets when routes or stops are fixed or forbidden.

    Refuses fixed routes that the company may not run.
    """
    value_of(game, company, fixed)
    paths = check_routes(game, company, fixed)
    wishes = Wishes(
        count=count,
        fixed=tuple(
            FixedRoute(route.train, route.path, path.stops, path.sides)
            for route, path in zip(fixed, paths, strict=True)
        ),
        through=frozenset(_stop_at(game, stop) for stop in through),
        avoid=frozenset(_stop_at(game, stop) for stop in avoid),
        without=frozenset(trace(game, path).sides for path in forbidden),
    )
    return solution(game, company, wishes=wishes)


def _stop_at(game: Game, stop: StopId) -> StopAt:
    name, number = stop
    spot = game.definition.hexes.get(name)
    if spot is None or not 0 <= number < len(game.state.board[spot.index].tile.stops):
        raise BadInput(f"there is no stop {name}.{number} on the board")
    return spot.index, number


class RunValue(Struct, frozen=True):
    """What a set of routes is worth: the value and the class of each, revenue, treasury income."""

    routes: tuple[tuple[int, int], ...]
    revenue: int = 0
    kind: int = 0
    income: int = 0


def value_of(game: Game, company: str, routes: tuple[Route, ...]) -> RunValue:
    """Value a set of routes; refuse one that breaks a rule.

    Where trains have variants, each route follows the one that makes the whole worth most.
    """
    paths = check_routes(game, company, routes)
    fitting = [
        [m for m in models_of(game, company, game.kind_of(r.train)) if m.admits(path.stops)]
        for r, path in zip(routes, paths, strict=True)
    ]
    for route, path, models in zip(routes, paths, fitting, strict=True):
        if not models:
            reason = game.rules.route_problem(game, company, game.kind_of(route.train), path.stops)
            train_range = game.definition.trains[game.kind_of(route.train)].range
            game.refuse(reason, path=path.text, range=train_range)
    best: RunValue | None = None
    for chosen in product(*fitting):
        worths = tuple(m.worth(p.stops) for m, p in zip(chosen, paths, strict=True))
        kind, revenue = sum(k for _, k in worths), sum(v for v, _ in worths)
        if sum(m.uses for m in chosen) != reduce(or_, (m.uses for m in chosen), 0):
            continue  # two routes want the same thing
        # Of equals the one that favours the first routes.
        if best is None or (revenue, kind, worths) > (best.revenue, best.kind, best.routes):
            income = sum(m.treasury(p.stops) for m, p in zip(chosen, paths, strict=True))
            income += chosen[0].income(kind) if chosen else 0
            best = RunValue(worths, revenue, kind, income)
    if best is None:
        game.refuse("routes_share_service")
    return best


class Assessment(Struct, frozen=True):
    """What a set of routes earns, and what the best one would."""

    revenue: int
    income: int
    best: RouteSet

    @property
    def loss(self) -> int:
        return self.best.total - self.revenue - self.income


def assess(game: Game, company: str, routes: tuple[Route, ...]) -> Assessment:
    """Compare a set of routes with the best; refuse one that breaks a rule."""
    value = value_of(game, company, routes)
    return Assessment(value.revenue, value.income, solution(game, company).best)


def with_one_more(game: Game, company: str) -> dict[str, RouteSet]:
    """Return the best set with one more train of each kind that bank and pool sell."""
    own = tuple(game.kind_of(card) for card in game.state.trains[company])
    trains = [train_of(game, card) for card, _ in available(game)]
    kinds = dict.fromkeys(k for train in trains for k in (train.kind, train.back) if k is not None)
    return {kind: solution(game, company, kinds=(*own, kind)).best for kind in kinds}
