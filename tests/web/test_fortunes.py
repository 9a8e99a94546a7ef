"""What tables of figures tell, compared with the game itself."""

from __future__ import annotations

import re

import pytest

from dieciocho.games import GAMES
from dieciocho.web.play.charts import NARROW, PLAYER_COLOURS, WIDE, chart
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
        drawn = chart([line], ["#000"], "Wealth", 10, [], "L.", frame)
        assert "… L.12345</text>" in drawn


def test_eight_lines_are_told_apart() -> None:
    lines = [Series(f"P{n}", [[(0, n), (10, 2 * n)]]) for n in range(8)]
    drawn = chart(lines, PLAYER_COLOURS, "Wealth", 10, [])
    looks = re.findall(r'<path[^>]*stroke-width="3.5"[^>]*>', drawn)
    told = {re.sub(r' d="[^"]*"', "", look) for look in looks}
    assert len(looks) == len(told) == 8


def test_names_of_companies_that_end_together_stand_apart() -> None:
    lines = [Series(name, [[(0, 90), (10, 0)]], ended=True) for name in ("EUR", "FDR", "WStI")]
    drawn = chart(lines, ["#000"], "Prices", 10, [])
    heights = re.findall(r'y="([\d.]+)"[^>]*>(?:EUR|FDR|WStI)<', drawn)
    assert len({*heights}) == 3
