"""Best routes: never worse than brute force, proven, adjustable, interruptible."""

from __future__ import annotations

import random

import pytest

import dieciocho
from dieciocho import BadInput, IllegalAction
from dieciocho.bench import forget
from dieciocho.engine.actions import Route
from dieciocho.engine.components import Kind
from dieciocho.engine.earnings import can_run, models_of, solution
from dieciocho.engine.game import Game
from dieciocho.engine.routes import check_routes, trace
from dieciocho.engine.routing import Limits, Solution
from dieciocho.engine.routing.solve import Progress
from dieciocho.engine.track import candidates, put_tile

from .brute import best_by_class, random_board
from .support import assess


def companies(game: Game) -> list[str]:
    return sorted({c for slots in game.state.stations.values() for c in slots if c})


def revenues(found: Solution) -> dict[int, int]:
    return {kind: sets[0].revenue for kind, sets in found.sets.items()}


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("kinds", ["2", "3", "22", "32", "222"])
def test_short_trains_agree_with_brute_force(seed: int, kinds: str) -> None:
    game = random_board(seed, lays=25)
    for company in companies(game)[:2]:
        model = models_of(game, company, Kind(kinds[0]))[0]
        expected = best_by_class(game, company, [int(kind) for kind in kinds], model)
        assert revenues(solution(game, company, kinds=tuple(kinds))) == expected


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("kinds", ["D", "5", "DD"])
def test_long_trains_agree_with_brute_force(seed: int, kinds: str) -> None:
    game = random_board(seed, lays=22 if kinds != "DD" else 14)
    for company in companies(game):
        model = models_of(game, company, Kind(kinds[0]))[0]
        ranges = [game.definition.trains[kind].range for kind in kinds]
        expected = best_by_class(game, company, ranges, model)
        found = solution(game, company, kinds=tuple(kinds))
        assert revenues(found) == expected
        assert found.proof.complete
        assert found.proof.bounds == expected
        assert found.gap == 0


def big(seed: int = 4, kind: str = "D") -> tuple[Game, str]:
    """Return a dense board and a company that owns two trains of a kind there."""
    game = random_board(seed, lays=70)
    company = max(companies(game), key=lambda c: solution(game, c, kinds=("D",)).best.revenue)
    game.state.trains[company] = (f"{kind}-0", f"{kind}-1")
    return game, company


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", ["3", "4", "D"])
def test_what_is_found_can_be_run_and_is_worth_what_it_says(seed: int, kind: str) -> None:
    game, company = big(seed, kind)
    for sets in game.best_routes(company, count=4).sets.values():
        for found in sets:
            routes = tuple(Route(train, path) for train, path in found.routes)
            check_routes(game, company, routes)
            value = assess(game, company, routes)
            assert (value.revenue, value.income) == (found.revenue, found.income)


def test_the_k_best_sets_come_in_order_and_differ() -> None:
    game, company = big()
    sets = game.best_routes(company, count=6).sets[0]
    values = [s.revenue for s in sets]
    assert len(values) == 6
    assert values == sorted(values, reverse=True)
    assert values[0] == game.best_routes(company).sets[0][0].revenue
    sides = {frozenset(trace(game, path).sides for _, path in s.routes) for s in sets}
    assert len(sides) == 6


def test_a_fixed_route_stays_and_the_rest_is_the_best_around_it() -> None:
    game, company = big(kind="4")
    free = game.best_routes(company).best
    second = game.best_routes(company, count=3).sets[free.kind][1]
    train, path = second.routes[0]
    fixed = game.best_routes(company, fixed=(Route(train, path),)).best
    assert (train, path) in fixed.routes
    assert second.total <= fixed.total <= free.total


def test_a_fixed_route_must_be_legal() -> None:
    game, company = big()
    with pytest.raises(IllegalAction):
        game.best_routes(company, fixed=(Route("D-0", "A1.0-A3.0"),))


def test_stops_can_be_demanded_and_avoided_and_routes_forbidden() -> None:
    game, company = big(kind="3")
    free = game.best_routes(company).best
    used = {piece for _, path in free.routes for piece in path.split("-") if "." in piece}
    for piece in sorted(used):
        name, _, number = piece.partition(".")
        avoided = game.best_routes(company, avoid=((name, int(number)),)).best
        assert all(piece not in path.split("-") for _, path in avoided.routes)
        assert avoided.total <= free.total
    reached = {
        piece
        for s in game.best_routes(company, count=40).sets[free.kind]
        for _, path in s.routes
        for piece in path.split("-")
        if "." in piece
    } - used
    for piece in sorted(reached)[:3]:
        name, _, number = piece.partition(".")
        demanded = game.best_routes(company, through=((name, int(number)),)).best
        assert any(piece in path.split("-") for _, path in demanded.routes)
        assert demanded.total <= free.total
    path = free.routes[0][1]
    other = game.best_routes(company, forbidden=(path,)).best
    assert all(trace(game, p).sides != trace(game, path).sides for _, p in other.routes)


def test_unknown_stops_and_companies_are_bad_input() -> None:
    game, company = big()
    with pytest.raises(BadInput):
        game.best_routes(company, avoid=(("Z9", 0),))
    with pytest.raises(BadInput):
        game.best_routes(company, through=(("C9", 17),))
    with pytest.raises(BadInput):
        game.best_routes("XXX")


def test_the_loss_of_a_hand_made_set_is_shown() -> None:
    game, company = big(kind="3")
    best = game.best_routes(company).best
    routes = tuple(Route(train, path) for train, path in best.routes)
    assert assess(game, company, routes).loss == 0
    one = assess(game, company, routes[:1])
    assert one.loss == best.total - one.revenue - one.income > 0
    assert assess(game, company, ()).loss == best.total


@pytest.mark.parametrize("ticks", [0, 1, 3, 10])
def test_an_interrupted_search_says_so_and_its_bound_holds(ticks: int) -> None:
    game, company = big(seed=4)
    truth = game.best_routes(company)
    seen: list[Progress] = []

    def stop() -> bool:
        return len(seen) > ticks

    game.state.trains[company] = ("D-1", "D-2")  # not the kept answer
    found = solution(game, company, limits=Limits(stop=stop, progress=seen.append))
    if found.proof.complete:
        assert revenues(found) == revenues(truth)
        return
    assert found.gap >= 0
    for kind, sets in truth.sets.items():
        if kind in found.proof.bounds:
            assert found.proof.bounds[kind] >= sets[0].revenue
        if found.sets.get(kind):
            assert found.sets[kind][0].revenue <= sets[0].revenue
    assert all(p.bound >= p.best for p in seen)


def test_a_company_without_trains_earns_nothing() -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])
    found = game.best_routes("JHR")
    assert found.best.total == 0
    assert found.best.routes == ()
    assert found.proof.complete


@pytest.mark.parametrize("seed", range(6))
def test_what_is_kept_from_other_boards_is_right_on_this_one(seed: int) -> None:
    """Tiles near and far from a company's track; nothing of an older board must stay."""
    game = random_board(seed, lays=30)
    dice = random.Random(seed)
    spots = [spot for spot in game.definition.hex_list if spot.buildable]
    for _ in range(25):
        spot = dice.choice(spots)
        old = game.state.board[spot.index]
        options = [
            (t, r) for t, turns in candidates(game.definition, spot.name, old) for r in turns
        ]
        if options:
            put_tile(
                game.definition, game.state, spot.name, game.definition.placed[dice.choice(options)]
            )
        kept = {c: solution(game, c, kinds=("3", "4")).sets for c in companies(game)}
        forget()
        assert {c: solution(game, c, kinds=("3", "4")).sets for c in kept} == kept


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("kind", ["2", "D"])
def test_a_train_can_run_if_it_has_a_route(seed: int, kind: str) -> None:
    game = random_board(seed, lays=10)
    for company in companies(game):
        runs = bool(solution(game, company, kinds=(kind,)).best.routes)
        assert can_run(game, company, Kind(kind)) == runs
