"""What a company's trains can earn: best routes, alternatives, and what a choice costs."""

from __future__ import annotations

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
_models: dict[tuple[object, ...], RouteModel] = {}
_solutions: dict[tuple[object, ...], Solution] = {}


def _position(game: Game, company: str) -> tuple[object, ...]:
    """Return what the value of a company's routes depends on, stations and trains apart."""
    state = game.state
    home = state.homes[company]
    return (id(game.definition), game.header.edition, state.track_key, state.phase, company, home)


def model_of(game: Game, company: str, kind: str) -> RouteModel:
    """Return the game's valuation of the routes of a kind of train on the present board."""
    key = (*_position(game, company), kind)
    model = _models.get(key)
    if model is None:
        if len(_models) >= _CACHE_SIZE:
            _models.clear()
        model = _models[key] = game.rules.route_model(game, company, kind)
    return model


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
        trains = tuple((card, game.kind_of(card)) for card in sorted(game.state.trains[company]))
    else:
        trains = tuple((f"{kind}-{n}", kind) for n, kind in enumerate(kinds))
    key = (*_position(game, company), game.state.station_key, trains, wishes)
    found = _solutions.get(key)
    if found is None:
        models = {kind: model_of(game, company, kind) for _, kind in trains}
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
    revenue = kinds = 0
    for route, path in zip(routes, check_routes(game, company, routes), strict=True):
        worth, kind = model_of(game, company, game.kind_of(route.train)).worth(path.stops)
        revenue, kinds = revenue + worth, kinds + kind
    best = solution(game, company).best
    trains = game.state.trains[company]
    income = model_of(game, company, game.kind_of(trains[0])).income(kinds) if trains else 0
    return Assessment(revenue, income, best)


def with_one_more(game: Game, company: str) -> dict[str, RouteSet]:
    """Return the best set with one more train of each kind that bank and pool sell."""
    own = tuple(game.kind_of(card) for card in game.state.trains[company])
    kinds = dict.fromkeys(train_of(game, card).kind for card, _ in available(game))
    return {kind: solution(game, company, kinds=(*own, kind)).best for kind in kinds}
