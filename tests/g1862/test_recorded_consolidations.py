"""Consolidations as they were recorded, share by share."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.engine.invariants import check
from dieciocho.engine.shares import price
from dieciocho.engine.state import IPO, POOL

from ..support import rule
from .test_consolidation import N, S, after, merge, table

# --- recorded consolidations -------------------------------------------------------------

# survivor's price, lost one's price, holdings of both by clockwise place from the initiator,
# who sells, new price, par, holdings after, cash of the players and of the company
RECORDED: dict[str, Any] = {
    "EUR+N&E": (
        100,
        100,
        {0: 6, 1: 4},
        {0: 7, N: 3},
        (),
        150,
        100,
        {0: 7, 1: 2, S: 1},
        (-75, 0, 0, 0),
        75,
    ),
    "NGC+Y&N": (
        74,
        122,
        {0: 7, 1: 1, S: 2},
        {0: 7, N: 3},
        (),
        134,
        100,
        {0: 7, 1: 1, S: 2},
        (0, -67, 0, 0),
        67,
    ),
    "ECR+SVR": (
        182,
        90,
        {0: 9, 2: 1},
        {0: 9, 1: 1},
        (2,),
        174,
        100,
        {0: 9, 1: 1},
        (0, -87, 87, 0),
        0,
    ),
    "E&H+N&E": (
        62,
        62,
        {0: 6, S: 4},
        {0: 5, 2: 3, N: 2},
        (),
        90,
        90,
        {0: 6, 2: 2, S: 2},
        (-45, 0, -45, 0),
        90,
    ),
    "ESR+FDR": (
        100,
        78,
        {0: 8, 2: 2},
        {0: 5, 2: 1, N: 4},
        (),
        128,
        100,
        {0: 7, 2: 2, S: 1},
        (-64, 0, -64, 0),
        128,
    ),
    "SVR+N&E": (
        122,
        134,
        {0: 8, POOL: 2},
        {0: 8, 1: 2},
        (),
        182,
        100,
        {0: 8, 1: 1, POOL: 1},
        (0, 0, 0, 0),
        0,
    ),
    "EUR+WStI": (
        350,
        245,
        {0: 5, 1: 1, 2: 1, POOL: 3},
        {0: 10},
        (),
        400,
        100,
        {0: 8, 1: 1, 2: 1},
        (-200, -200, -200, 0),
        0,
    ),
    "Y&N+WVR": (
        110,
        95,
        {0: 5, 2: 4, 3: 1},
        {0: 6, N: 4},
        (3,),
        150,
        100,
        {0: 6, 2: 2, S: 2},
        (-75, 0, 0, 75),
        0,
    ),
    "ESR+SVR": (
        74,
        56,
        {0: 7, 1: 1, 2: 1, 3: 1},
        {0: 6, 2: 1, 3: 1, N: 2},
        (),
        90,
        90,
        {0: 7, 1: 1, 2: 1, 3: 1},
        (-45, -45, 0, 0),
        90,
    ),
    "I&B+L&E": (
        174,
        90,
        {0: 6, 1: 1, 2: 1, 3: 1, S: 1},
        {0: 7, IPO: 3},
        (),
        174,
        100,
        {0: 7, 1: 1, 2: 1, 3: 1},
        (-87, -87, -87, -87),
        87,
    ),
    "ECR+SVR2": (
        128,
        90,
        {0: 9, 3: 1},
        {0: 6, 3: 2, N: 2},
        (),
        150,
        100,
        {0: 8, 3: 2},
        (-75, 0, 0, -75),
        150,
    ),
    "ESR+WVR": (
        200,
        90,
        {0: 7, 1: 1, 2: 1, 3: 1},
        {0: 6, N: 4},
        (),
        182,
        100,
        {0: 7, 1: 1, 2: 1, 3: 1},
        (-91, -91, -91, -91),
        364,
    ),
    "Y&N+L&D": (
        292,
        260,
        {0: 5, 2: 2, POOL: 3},
        {0: 9, 2: 1},
        (),
        400,
        100,
        {0: 7, 2: 2, POOL: 1},
        (0, 0, -200, 0),
        0,
    ),
}


@rule("1862-5.1.1.1", "1862-5.2.4.1", "1862-5.2.4.2", "1862-5.2.4.3", "1862-7.5.5.1")
@pytest.mark.parametrize("name", RECORDED)
def test_recorded_mergers(name: str) -> None:
    one, two, mine, lost, sell, new, par, left, cash, company = RECORDED[name]
    scene = table(mine, lost, (one, two), chartered=(False, IPO in lost))
    before = dict(scene.state.cash)
    game = merge(scene, sell=sell)
    assert (price(game, S), game.state.par[S]) == (new, par)
    assert after(game) == left
    assert tuple(game.state.cash[seat] - before[seat] for seat in range(4)) == cash
    assert game.state.cash[S] == before[S] + before[N] + company
    assert game.state.president[S] == 0


@rule("1862-5.2.1.1", "1862-5.2.4.5")
@pytest.mark.parametrize(("edition", "gain"), [("rulebook", 188), ("online", 187)])
def test_the_operating_company_may_be_the_one_that_is_lost(edition: str, gain: int) -> None:
    """E&H 400 / L&E 182, the lost company operates: its own option is rounded up."""
    scene = table({0: 8, 2: 2}, {0: 9, N: 1}, (400, 182), edition=edition)
    before = dict(scene.state.cash)
    game = merge(scene, operating=N)
    assert after(game) == {0: 9, 2: 1}
    assert game.state.cash[0] - before[0] == -187
    assert game.state.cash[S] == before[S] + before[N] + gain


@rule("1862-5.2.4.1", "1862-7.5.6.1")
def test_treasury_shares_end_with_the_survivor() -> None:
    """NGC 74 / Y&N 122, but the lost company operates."""
    scene = table({0: 7, 1: 1, S: 2}, {0: 7, N: 3}, (74, 122))
    game = merge(scene, operating=N)
    assert after(game) == {0: 7, 1: 1, S: 2}
    check(game)


@rule("1862-5.2.4.1", "1862-5.2.5.1")
def test_the_initiator_is_the_director_of_the_operating_company() -> None:
    """EUR 82 / NGC 90, initiator NGC (the survivor is the other one)."""
    scene = table({0: 5, 2: 4, IPO: 1}, {0: 5, 1: 2, 2: 3}, (82, 90), chartered=(True, False))
    before = dict(scene.state.cash)
    game = merge(scene, operating=N)
    assert after(game) == {0: 5, 1: 1, 2: 4}
    assert [game.state.cash[s] - before[s] for s in range(3)] == [0, 0, -61]
