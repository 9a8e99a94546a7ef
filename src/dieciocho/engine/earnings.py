"""What a company's trains can earn: best routes, alternatives, and what a choice costs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from .actions import Route
from .components import Kind
from .errors import BadInput, refuse
from .memory import Memory
from .routes import Path, check_routes, trace
from .routing import Limits, RouteModel, RouteSet, Solution, Wishes, solve
from .routing.model import StopAt
from .routing.network import net_of
from .routing.solve import NO_LIMITS, NO_WISHES, FixedRoute
from .routing.through_stops import walker_of

if TYPE_CHECKING:
    from .game import Game
    from .state import StopId

Fleet = tuple[tuple[str, Kind], ...]  # cards and their kinds

_models: Memory[tuple[object, ...], tuple[RouteModel, ...]] = Memory(300)  # they are large
_solutions: Memory[tuple[object, ...], Solution] = Memory(2000)
_solved: Memory[tuple[object, ...], tuple[Fleet, Solution]] = Memory(2000)
_usable: Memory[tuple[object, ...], bool] = Memory(2000)
_values: Memory[tuple[object, ...], RunValue] = Memory(2000)


def _position(game: Game, company: str) -> tuple[object, ...]:
    """Return what the value of a company's routes depends on, stations and trains apart."""
    state = game.state
    own = game.rules.route_key(game, company)
    return (id(game.definition), id(game.policy), state.track_key, state.phase, company, own)


def models_of(game: Game, company: str, kind: Kind) -> tuple[RouteModel, ...]:
    """Return the game's valuation of the routes of a kind of train, variant by variant."""
    key = (*_position(game, company), kind)
    models = _models.get(key)
    if models is None:
        models = _models.keep(key, game.rules.route_models(game, company, kind))
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

    Answers that depend on no clock are kept by board, so asking again costs nothing.
    """
    if kinds is None:
        cards = sorted(game.state.trains[company])
        trains = tuple((c, game.kind_of(c)) for c in cards if game.rules.may_run(game, c))
    else:
        trains = tuple((f"{kind}-{n}", Kind(kind)) for n, kind in enumerate(kinds))
    key = (*_position(game, company), game.state.station_key, trains, wishes)
    found = _solutions.get(key) or _solutions.get((*key, limits.looks))
    if found is None:
        found = game.rules.valuation.solve(game, company, trains, wishes, limits)
        if not found.proof.complete:
            key = (*key, limits.looks)
        if found.proof.complete or (limits.stop is None and limits.progress is None):
            _solutions.keep(key, found)
    return found


def _solved_key(game: Game, company: str, trains: object) -> tuple[object, ...]:
    """Return what answers depend on, of the board only the part that the company can use.

    That is enough where routes have models, for those say of a stop what depends on its own tile.
    """
    state = game.state
    own = game.rules.route_key(game, company)
    net = net_of(game.definition, state, company)
    return (id(game.definition), id(game.policy), state.phase, company, own, net.key, trains)


def solve_by_models(
    game: Game,
    company: str,
    trains: Fleet,
    wishes: Wishes,
    limits: Limits,
) -> Solution:
    """Find the best sets where every route has a worth of its own; answers are kept.

    What one card runs another one of the same kind runs as well.
    """
    key = _solved_key(game, company, tuple(kind for _, kind in trains))
    known = _solved.get(key) if wishes == NO_WISHES else None
    if known is not None:
        asked, found = known
        return found if asked == trains else found.run_by(_renamed(asked, trains))
    models = {kind: models_of(game, company, kind) for _, kind in trains}
    found = solve(game, company, trains, models, wishes, limits)
    if found.proof.complete and wishes == NO_WISHES:
        _solved.keep(key, (trains, found))
    return found


def _renamed(known: Fleet, asked: Fleet) -> dict[str, str]:
    """Return which card of a company runs for which of another answer, kind by kind."""
    return {old: new for (old, _), (new, _) in zip(known, asked, strict=True)}


def can_run(game: Game, company: str, kind: Kind) -> bool:
    """Tell whether a company could run a train of a kind at all."""
    known = _solved_key(game, company, kind)
    found = _usable.get(known)
    if found is None:
        models = models_of(game, company, kind)
        runs = any(walker_of(model)(game, company, model).any_route() for model in models)
        found = _usable.keep(known, runs)
    return found


def best_routes(game: Game, company: str, limits: Limits = NO_LIMITS) -> dict[int, RouteSet]:
    """Return the best route set of every class."""
    return {kind: sets[0] for kind, sets in solution(game, company, limits=limits).sets.items()}


def adjusted(
    game: Game,
    company: str,
    *,
    count: int = 1,
    fixed: tuple[Route, ...] = (),
    forbidden: tuple[str, ...] = (),
    through: tuple[StopId, ...] = (),
    avoid: tuple[StopId, ...] = (),
    limits: Limits = NO_LIMITS,
) -> Solution:
    """Return the best sets when routes or stops are fixed or forbidden.

    Refuses fixed routes that the company may not run.
    """
    if count < 1:
        raise BadInput("input.best_sets", count=count)
    paths = game.rules.valuation.check_part(game, company, fixed)
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
    return solution(game, company, wishes=wishes, limits=limits)


def _stop_at(game: Game, stop: StopId) -> StopAt:
    name, number = stop
    spot = game.definition.hexes.get(name)
    if spot is None or not 0 <= number < len(game.state.board[spot.index].tile.stops):
        raise BadInput("input.no_stop", hex=name, city=number)
    return spot.index, number


class RunValue(Struct, frozen=True):
    """What a set of routes is worth: the value and the class of each, revenue, treasury income.

    `incomes` are the parts of the income that single routes bring.
    """

    routes: tuple[tuple[int, int], ...]
    revenue: int = 0
    kind: int = 0
    income: int = 0
    incomes: tuple[int, ...] = ()


def value_of(game: Game, company: str, routes: tuple[Route, ...]) -> RunValue:
    """Value a set of routes; refuse one that breaks a rule.

    The answer is kept: a run is valued when it is checked, and again when it is carried out.
    """
    state = game.state
    able = tuple([game.rules.may_run(game, route.train) for route in routes])
    key = (*_position(game, company), state.station_key, state.trains[company], routes, able)
    found = _values.get(key)
    if found is None:
        found = _values.keep(key, game.rules.valuation.value(game, company, routes))
    return found


def check_part_by_models(game: Game, company: str, routes: tuple[Route, ...]) -> list[Path]:
    """Trace routes that are part of a set; refuse those that break a rule."""
    value_by_models(game, company, routes)
    return check_routes(game, company, routes)


class Earned(Struct, frozen=True):
    """What routes that run as one are paid for: stops in their order, and what comes on top."""

    routes: tuple[int, ...]  # which of the set
    stops: tuple[tuple[StopAt, int], ...]
    bonus: int


def earned(game: Game, company: str, routes: tuple[Route, ...]) -> tuple[Earned, ...]:
    """Take the revenue of a set apart; refuse one that breaks a rule."""
    return game.rules.valuation.apart(game, company, routes)


def apart_by_models(game: Game, company: str, routes: tuple[Route, ...]) -> tuple[Earned, ...]:
    """Take every route apart by a model that values it as the set does."""
    worths = value_of(game, company, routes).routes
    parts = []
    for number, (route, worth) in enumerate(zip(routes, worths, strict=True)):
        stops = trace(game, route.path).stops
        models = models_of(game, company, game.kind_of(route.train))
        model = next(model for model in models if model.fit(stops) == worth)
        values = tuple((stop, model.values[stop]) for stop in stops)
        parts.append(Earned((number,), values, worth[0] - sum(value for _, value in values)))
    return tuple(parts)


def value_by_models(game: Game, company: str, routes: tuple[Route, ...]) -> RunValue:
    """Value a set of routes, each worth what its model says.

    Where trains have variants, each route follows the one that makes the whole worth most.
    """
    paths = check_routes(game, company, routes)
    fitting: list[list[tuple[RouteModel, tuple[int, int]]]] = []
    for route, path in zip(routes, paths, strict=True):
        models = models_of(game, company, game.kind_of(route.train))
        fits = [(model, worth) for model in models if (worth := model.fit(path.stops)) is not None]
        if not fits:
            reason = game.rules.route_problem(game, company, game.kind_of(route.train), path.stops)
            train_range = game.definition.trains[game.kind_of(route.train)].range
            refuse(game, reason, path=path.text, range=train_range)
        fitting.append(fits)
    best: RunValue | None = None
    for chosen in product(*fitting):
        used = 0
        for model, _ in chosen:
            if used & model.uses:
                break  # two routes want the same thing
            used |= model.uses
        else:
            worths = tuple([worth for _, worth in chosen])
            revenue, kind = (sum(part) for part in zip(*worths, strict=True)) if worths else (0, 0)
            # Of equals the one that favours the first routes.
            if best is None or (revenue, kind, worths) > (best.revenue, best.kind, best.routes):
                best = _run_value([model for model, _ in chosen], paths, worths, revenue, kind)
    if best is None:
        refuse(game, "routes_share_service")
    return best


class Valuation(NamedTuple):
    """How sets of routes are searched and judged."""

    solve: Callable[[Game, str, tuple[tuple[str, Kind], ...], Wishes, Limits], Solution]
    value: Callable[[Game, str, tuple[Route, ...]], RunValue]  # refuses a set that breaks a rule
    check_part: Callable[[Game, str, tuple[Route, ...]], list[Path]]  # refuses what no set may have
    apart: Callable[[Game, str, tuple[Route, ...]], tuple[Earned, ...]]  # of a set that is in order


BY_MODELS = Valuation(solve_by_models, value_by_models, check_part_by_models, apart_by_models)


def _run_value(
    models: list[RouteModel],
    paths: list[Path],
    worths: tuple[tuple[int, int], ...],
    revenue: int,
    kind: int,
) -> RunValue:
    stops = [model.treasury(path.stops) for model, path in zip(models, paths, strict=True)]
    incomes = tuple(
        model.income(of) + taken
        for model, (_, of), taken in zip(models, worths, stops, strict=True)
    )
    income = sum(stops) + (models[0].income(kind) if models else 0)
    return RunValue(worths, revenue, kind, income, incomes)
