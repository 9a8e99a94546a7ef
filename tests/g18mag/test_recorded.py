"""Recorded games: check points of the catalogue, and routes that nobody beats."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import Route, Run
from dieciocho.engine.earnings import solution, value_of
from dieciocho.engine.shares import price
from dieciocho.games.g18mag.facts import majors
from dieciocho.interop.site import positions, read_file

from ..support import conformance, rule
from .scenes import Scene, run

FOLDER = conformance("18mag")
NAME = "hs_puhjabag_1762198060.json.gz"

here = pytest.mark.skipif(
    FOLDER is None, reason="the recorded games are not here (set DIECIOCHO_CONFORMANCE)"
)

# Cash, prices and priority when a round begins (catalogue, 4.3).
POINTS = {
    ("stock", 2, 1): ([90, 126, 117], [70, 60, 70, 90, 80, 75, 70], 2),
    ("stock", 5, 1): ([257, 201, 153], [90, 70, 85, 120, 80, 95, 75], 2),
    ("operating", 5, 1): ([7, 16, 3], [90, 70, 85, 120, 80, 95, 80], 1),
    ("operating", 6, 2): ([567, 515, 536], [110, 100, 140, 140, 100, 130, 110], 2),
    ("stock", 7, 1): ([1367, 1252, 1117], [100, 130, 192, 140, 100, 178, 140], 2),
    ("operating", 7, 3): ([3092, 2565, 2192], [140, 242, 242, 130, 100, 242, 280], 0),
}


@here
def test_check_points_of_the_recorded_game() -> None:
    assert FOLDER is not None
    seen = set()
    for _, game in positions(read_file(FOLDER / NAME)):
        current = game.state.round
        mark = (current.kind, current.number, current.part)
        if mark in POINTS and mark not in seen:
            seen.add(mark)
            money, prices, priority = POINTS[mark]
            assert [game.state.cash[seat] for seat in range(3)] == money
            assert [price(game, company) for company in majors(game)] == prices
            assert game.state.priority == priority
    assert seen == set(POINTS)
    assert list(game.scores().values()) == [8939, 7793, 6907]


@here
def test_no_recorded_run_beats_ours() -> None:
    assert FOLDER is not None
    runs = 0
    before = None
    for action, game in positions(read_file(FOLDER / NAME)):
        if action["type"] == "run_routes":
            assert before is not None
            assert before.state.turn is not None
            company = before.state.turn.company
            played = game.history[-1].action
            assert isinstance(played, Run)
            theirs = value_of(before, company, played.routes)
            found = solution(before, company)
            assert found.proof.complete
            assert found.best.total >= theirs.revenue + theirs.income
            assert found.sets[theirs.kind][0].revenue >= theirs.revenue
            ours = value_of(before, company, tuple(Route(t, p) for t, p in found.best.routes))
            assert (ours.revenue, ours.income) == (found.best.revenue, found.best.income)
            runs += 1
        before = game.copy()
    assert runs == 132


@rule("18MAG-VI.3.7.1", "18MAG-VI.3.6.3")
def test_a_four_train_in_the_green_phase() -> None:
    """Vector V9: Belgrad 20, two OO cities 40 each, a town 10."""
    board = "I14 8863 2; H13 58 3; G14 8858 0"
    game = Scene("9").phase("green").trains("9", "4").tiles(board).turn("9", "run_trains")
    routes = run(game, t4_0="J15.0-I14.1-H13.0-G14.0").routes
    assert value_of(game, "9", routes).revenue == 110
    assert solution(game, "9").best.revenue == 110
