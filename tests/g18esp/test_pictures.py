"""The picture of the two maps: gauges, passes, mines, ways between the maps."""

from __future__ import annotations

import re

import pytest

from dieciocho.engine.render import board_svg, market_svg, tile_svg

from .scenes import Scene
from .ways import NORTHERN, SOUTHERN, WAY


def hex_of(picture: str, name: str) -> str:
    """Return the part of a picture that shows a hex."""
    start = picture.index(f'data-hex="{name}"')
    end = picture.find("data-hex=", start + 1)
    return picture[start : end if end > 0 else None]


def test_narrow_track_is_dashed() -> None:
    scene = Scene("3").build("H8 0 4; E21 0 3")
    picture = board_svg(scene.game)
    rails = re.compile(r'data-rails="" stroke-dasharray')
    assert rails.search(hex_of(picture, "H8"))
    assert not rails.search(hex_of(picture, "E21"))
    definition = scene.game.definition
    assert rails.search(tile_svg(definition, "79"))
    assert not rails.search(tile_svg(definition, "9"))


def test_a_closed_pass_shows_its_price_and_an_open_one_its_slots() -> None:
    scene = Scene("3")
    closed = hex_of(board_svg(scene.game), "H12")
    assert "data-shut" in closed
    assert "60" in closed
    scene.major("N").open("H12").station("N", "H12")
    opened = hex_of(board_svg(scene.game), "H12")
    assert "data-shut" not in opened
    assert 'data-token="N"' in opened
    assert "₧60" not in opened


def test_mines_are_shown_with_and_without_track() -> None:
    scene = Scene("3").build("I7 1 4")
    picture = board_svg(scene.game)
    for name in ("I7", "C5", "E7", "D18"):
        assert hex_of(picture, name).count("M-10 11L8-9") == 1, name
    assert "M-10 11L8-9" not in hex_of(picture, "H10")


def test_routes_over_a_pass_can_be_drawn() -> None:
    scene = Scene("4").build(f"{NORTHERN}; {SOUTHERN}").open("H12")
    picture = board_svg(scene.game, routes=[WAY])
    assert picture.count("data-route") >= 8
    assert between_the_maps(picture) == 1
    for text in (picture, market_svg(scene.game)):
        assert text.startswith("<svg")


@pytest.mark.parametrize(("one", "two"), [("D12", "D18"), ("L8", "H16")])
def test_a_route_follows_the_way_between_the_maps(one: str, two: str) -> None:
    """Also where the way arrives at a side that does not lie opposite."""
    scene = Scene("4").open(one)
    there = board_svg(scene.game, routes=[f"{one}.0-{two}.0"])
    assert between_the_maps(there) == 1
    back = board_svg(scene.game, routes=[f"{two}.0-{one}.0"])
    assert between_the_maps(back) == 1
    assert between_the_maps(board_svg(scene.game)) == 0


def between_the_maps(picture: str) -> int:
    """Count the pieces of routes that lie in no hex: they are drawn before the hexes."""
    return picture[: picture.index("data-hex=")].count("data-route")
