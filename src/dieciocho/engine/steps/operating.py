"""Running trains and paying dividends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..actions import Choice, Dividend, Route, Run
from ..ledger import pay
from ..routes import check_routes
from ..shares import move_price, percent
from ..solver import RouteModel, RouteSet, best_sets
from ..state import BANK, POOL, LastRun
from ..step import Move

if TYPE_CHECKING:
    from ..game import Game

_CACHE_SIZE = 2000
_models: dict[tuple[object, ...], RouteModel] = {}
_best_cache: dict[tuple[object, ...], dict[int, RouteSet]] = {}


def _position(game: Game, company: str) -> tuple[object, ...]:
    """Return what the value of a company's routes depends on, stations and trains apart."""
    state = game.state
    home = state.homes[company]
    return (id(game.definition), game.header.edition, state.track_key, state.phase, company, home)


def model_of(game: Game, company: str) -> RouteModel:
    """Return the game's valuation of a company's routes on the present board."""
    key = _position(game, company)
    model = _models.get(key)
    if model is None:
        if len(_models) >= _CACHE_SIZE:
            _models.clear()
        model = _models[key] = game.rules.route_model(game, company)
    return model


def best_routes(game: Game, company: str) -> dict[int, RouteSet]:
    """Return the best route sets of a company by class, from the cache if the board is known."""
    trains = tuple(sorted(game.state.trains[company]))
    key = (*_position(game, company), game.state.station_key, trains)
    found = _best_cache.get(key)
    if found is None:
        if len(_best_cache) >= _CACHE_SIZE:
            _best_cache.clear()
        found = _best_cache[key] = best_sets(game, company, trains, model_of(game, company))
    return found


class RunMove(Move[Run]):
    """Run the trains; `maximum` says whether the claimed revenue must be the greatest."""

    action = Run

    def legal(self, game: Game, step: Any) -> Iterator[Choice]:
        company = step.company(game)
        sets = best_routes(game, company)
        best = max((s.revenue for s in sets.values()), default=0)
        for found in sorted(sets.values(), key=lambda s: -s.revenue):
            if found.revenue or not best:
                routes = tuple(Route(train, path) for train, path in found.routes)
                yield Choice(Run(routes), open=True)

    def check(self, game: Game, step: Any, action: Run) -> None:
        company = step.company(game)
        paths = check_routes(game, company, action.routes)
        if not step.maximum(game):
            return
        model = model_of(game, company)
        worths = [model.worth(path.stops) for path in paths]
        revenue = sum(value for value, _ in worths)
        kind = sum(kind for _, kind in worths)
        sets = best_routes(game, company)
        best = sets[kind].revenue if kind in sets else 0
        if revenue < best:
            game.refuse("not_the_maximum", revenue=revenue, best=best)
        if revenue == 0 and any(s.revenue for s in sets.values()):
            game.refuse("not_the_maximum", revenue=0, best=max(s.revenue for s in sets.values()))

    def apply(self, game: Game, step: Any, action: Run) -> None:
        company = step.company(game)
        paths = check_routes(game, company, action.routes)
        model = model_of(game, company)
        revenue = 0
        visits = 0
        for route, path in zip(action.routes, paths, strict=True):
            value, kind = model.worth(path.stops)
            revenue += value
            visits += kind
            game.log("route", company=company, train=route.train, path=route.path, value=value)
        step.ran(game, action.routes, revenue, visits)


def dividend_effect(game: Game, company: str, kind: str, revenue: int) -> tuple[int, str, int]:
    """Return (per share, price direction, income of the treasury) of a dividend decision."""
    if kind == "pay" and revenue:
        per_share = revenue // 10
        return per_share, "right", per_share * (percent(game, company, POOL) // 10)
    return 0, "left", revenue


class DividendMove(Move[Dividend]):
    """Pay out everything or keep everything."""

    action = Dividend

    def legal(self, game: Game, step: Any) -> Iterator[Choice]:
        yield Choice(Dividend("pay"))
        yield Choice(Dividend("keep"))

    def check(self, game: Game, step: Any, action: Dividend) -> None:
        """Both kinds are always possible; the type admits no others."""

    def apply(self, game: Game, step: Any, action: Dividend) -> None:
        settle_revenue(game, step.company(game), action.kind)
        game.pop()


def settle_revenue(game: Game, company: str, kind: str) -> None:
    """Carry a dividend decision out and move the price."""
    state = game.state
    turn = state.turn
    assert turn is not None
    per_share, direction, income = dividend_effect(game, company, kind, turn.revenue)
    if per_share:
        for seat in range(len(game.players)):
            pay(game, BANK, seat, per_share * (percent(game, company, seat) // 10))
        game.log("paid", company=company, revenue=turn.revenue, per_share=per_share)
    elif turn.revenue:
        game.log("kept", company=company, revenue=turn.revenue)
    else:
        game.log("no_revenue", company=company)
    pay(game, BANK, company, income + turn.bonus_income)
    if turn.bonus_income:
        game.log("treasury_income", company=company, money=turn.bonus_income)
    move_price(game, company, direction)
    state.last_runs[company] = LastRun(
        state.round.number,
        state.round.part,
        turn.revenue,
        "pay" if per_share else "keep",
        turn.bonus_income,
    )
