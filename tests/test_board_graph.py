"""The flood answers what walking every path would answer."""

from __future__ import annotations

import pytest

from dieciocho.engine.board import plain_reach, reach
from dieciocho.engine.connections import own_stations

from .brute import random_board, walks


@pytest.mark.parametrize("seed", range(80))
def test_the_flood_reaches_what_some_walk_reaches(seed: int) -> None:
    game = random_board(seed, lays=12 + seed)
    for company in {c for slots in game.state.stations.values() for c in slots if c}:
        stops = set(own_stations(game.definition, game.state, company))
        ends: set[tuple[int, int]] = set()
        sides: set[int] = set()
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
        plain = plain_reach(game.definition, game.state, company)
        assert plain.stops <= found.stops
        assert plain.sides <= found.sides
