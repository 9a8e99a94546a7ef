"""The flood answers what walking every path would answer."""

from __future__ import annotations

import pytest

from dieciocho.engine.board import own_stations, reach
from dieciocho.engine.steps.operating import model_of
from dieciocho.engine.solver import best_sets

from .brute import best_by_class, random_board, walks


@pytest.mark.parametrize("seed", range(80))
def test_the_flood_reaches_what_some_walk_reaches(seed: int) -> None:
    game = random_board(seed, lays=12 + seed)
    for company in {c for slots in game.state.stations.values() for c in slots if c}:
        stops = set(own_stations(game.definition, game.state, company))
        ends = set()
        sides = set()
        for count, (visited, used) in enumerate(walks(game, company)):
            if count > 60_000:
                pytest.skip("too many walks on this board to try them all")
            ends.update(visited[1:])
            sides.update(used)
            sides.update(game.definition.across[crossing] for crossing in used)
        found = reach(game.definition, game.state, company)
        assert found.stops == stops | ends
        assert found.ends - stops <= ends
        assert found.sides == sides


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("trains", [("2-0",), ("3-0",), ("2-0", "2-1"), ("3-0", "2-0")])
def test_the_solver_finds_the_maximum_of_every_class(seed: int, trains: tuple[str, ...]) -> None:
    game = random_board(seed, lays=25)
    companies = sorted({c for slots in game.state.stations.values() for c in slots if c})
    for company in companies[:2]:
        game.state.trains[company] = trains
        model = model_of(game, company)
        ranges = [game.definition.trains[game.kind_of(t)].range for t in trains]
        expected = best_by_class(game, company, ranges, model)
        found = best_sets(game, company, trains, model)
        assert {k: s.revenue for k, s in found.items()} == expected


@pytest.mark.parametrize("seed", range(12))
def test_the_solver_finds_the_best_unlimited_route(seed: int) -> None:
    game = random_board(seed, lays=22)
    for company in sorted({c for slots in game.state.stations.values() for c in slots if c}):
        model = model_of(game, company)
        expected = best_by_class(game, company, [0], model)
        found = best_sets(game, company, ("D-0",), model)
        assert {k: s.revenue for k, s in found.items()} == expected
