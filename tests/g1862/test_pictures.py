"""Pictures of 1862: the zones of the market, London, routes that share track."""

from __future__ import annotations

import re

import pytest

from dieciocho.engine.render import board_svg, market_svg

from .rails import Rails
from .scenes import Scene, new


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "first two do not count"), ("es", "no cuentan las dos primeras")],
)
def test_the_legend_of_the_market_explains_its_zones(language: str, words: str) -> None:
    picture = market_svg(new(), language)
    assert words in picture
    assert picture.count("data-cell=") == 67


def test_a_wide_market_is_drawn_in_bands() -> None:
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', market_svg(new()))
    assert box is not None
    width, height = map(float, box.groups())
    assert width < 4 * height


def test_values_of_areas_follow_the_phase_not_the_tiles() -> None:
    """In phase B tiles are green, but areas still pay the first of their values."""
    first, second = (board_svg(Rails(phase=phase).game) for phase in "AB")
    third = board_svg(Rails(phase="C").game)
    assert first == second != third


def test_homes_of_companies_out_of_the_game_are_ordinary() -> None:
    made = Scene("ESR")
    outside = sorted(made.game.state.closed)
    assert len(outside) == 4
    picture = board_svg(made.game)
    for company in outside:
        assert f">{company.replace('&', '&amp;')}<" not in picture
    assert ">ESR<" in picture


def test_faces_of_a_tile_show_its_number() -> None:
    rails = Rails().tile("E6", "778_2b", 0)
    picture = board_svg(rails.game)
    assert ">778<" in picture
    assert ">778_2b<" not in picture


def test_routes_on_the_same_track_are_drawn_side_by_side() -> None:
    rails = Rails("L&H").lines("A6 B5 C4 C2").station("C4").trains("3E", "3F")
    paths = [rails.path("A6 B5 C4"), rails.path("C2 C4 B5")]
    picture = board_svg(rails.game, routes=paths)
    pieces = re.findall(r'data-route="(\d)"', picture)
    assert {"0", "1"} == set(pieces)
