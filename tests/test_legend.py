"""The legend of a map says what is drawn there, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from dieciocho.engine.render import board_svg, legend
from dieciocho.engine.text import LANGUAGES
from dieciocho.games import GAMES

PLAYERS = ["Ana", "Bea", "Carl", "Dora"]


def words(game: Game, language: str = "en") -> list[str]:
    return [sign.words for group in legend(game, language) for sign in group]


def started(title: str) -> Game:
    return dieciocho.new_game(title, PLAYERS, seed=1)


def shown(svg: str) -> Iterator[tuple[str, bool]]:
    """Yield what the legend names, and whether the picture of the map has it."""
    yield "No track may cross", "data-barrier" in svg
    yield "Home of a company", "data-reserved" in svg
    yield "Destination of a company", "data-destination" in svg
    yield " of a company: ", "data-token" in svg  # a station, or a marker
    yield "Way across the sea", "data-link" in svg
    yield "Mountains between hexes", "data-border" in svg
    yield "framed value", "data-phase" in svg


@pytest.mark.parametrize("title", GAMES)
def test_every_sign_on_the_map_is_explained_and_no_other(title: str) -> None:
    game = started(title)
    bot = make_bot("quick", 3)
    for _ in range(2):
        told = words(game)
        for sign, there in shown(board_svg(game)):
            assert any(sign in line for line in told) == there, sign
        colours = {placed.tile.colour for placed in game.state.board}
        for colour in ("yellow", "green", "brown"):
            assert any(line.startswith(colour.capitalize()) for line in told) == (colour in colours)
        for _ in range(120):
            game.play(bot.choose(game))


@pytest.mark.parametrize("title", GAMES)
def test_signs_have_a_picture_and_words_in_both_languages(title: str) -> None:
    game = started(title)
    both = [legend(game, language) for language in LANGUAGES]
    for one, other in zip(*both, strict=True):
        assert [sign.picture for sign in one] == [sign.picture for sign in other]
    assert all(sign.picture.startswith("<svg") for group in both[0] for sign in group)
    told = [*words(game), *words(game, "es")]
    assert not [line for line in told if "{" in line or not line]
    mine = {c.name for c in game.definition.companies.values()}
    assert [
        a for a, b in zip(words(game), words(game, "es"), strict=True) if a == b and a not in mine
    ] == []


def test_terrain_costs_what_the_map_says() -> None:
    assert "The Great Wall: building here costs ¥10" in words(started("1888n"))
    assert "River between hexes: crossing costs L.40" in words(started("1865"))
    assert any("there the gauges meet" in line for line in words(started("18esp")))
