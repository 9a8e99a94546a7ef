"""What tables of figures tell, compared with the game itself."""

from __future__ import annotations

import pytest

from dieciocho.games import GAMES
from dieciocho.web.play.charts import NARROW, WIDE, chart
from dieciocho.web.play.figures import revenue_by_round
from dieciocho.web.play.fortunes import fortunes
from dieciocho.web.play.story import Series

from .browsers import match


@pytest.mark.parametrize("title", GAMES)
def test_a_fortune_is_the_sum_of_its_parts(title: str) -> None:
    game = match(title, "random", 150)
    before = game.state.copy()
    found = fortunes(game)
    assert game.state == before
    assert [each.total for each in found] == list(game.scores().values())
    assert any(each.companies for each in found)
    for seat, each in zip(game.seats, found, strict=True):
        assert each.cash == seat.cash
        held = {c for c in seat.shares if c in game.state.cell} | set(seat.directs)
        assert set(each.companies) <= held
    if title in ("1888n", "18mag"):  # where nothing but cash, shares and privates counts
        assert not any(each.rest for each in found)


@pytest.mark.parametrize("title", GAMES)
def test_revenue_of_a_round_is_what_the_company_earned(title: str) -> None:
    game = match(title, "sensible", 110)
    earned = revenue_by_round(game)
    runs = {c: run for c, run in game.state.last_runs.items() if run.revenue}
    told = {c: money for found in earned.values() for c, (money, _kept) in found.items()}
    for company, run in runs.items():
        assert told[company] == run.revenue


def test_long_names_give_way_to_figures() -> None:
    line = Series("Bartholomew Longfellow-Smythe", [[(0, 600), (10, 12345)]])
    for frame in (WIDE, NARROW):
        drawn = chart([line], ["#000"], "Wealth", 10, [], frame=frame)
        assert "… 12345</text>" in drawn
