"""What the README shows is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import dieciocho
from dieciocho.games import rules_of
from dieciocho.games.g18esp.random_setup import RANDOM, SETUP, STANDARD
from dieciocho.games.g1862.options import CHOICES
from dieciocho.games.g1865.rules import SHORT, VARIANT

ROOT = Path(__file__).parents[1]


def test_the_example_of_the_library_runs() -> None:
    assert doctest.testmod(dieciocho) == (0, 3)


def test_the_examples_of_a_game_run_as_shown() -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"]).play("buy private KT for 25")
    tried = 0
    for shown in doctest.DocTestFinder().find(dieciocho.Game):
        shown.globs = {"dieciocho": dieciocho, "game": game.copy()}
        result = doctest.DocTestRunner().run(shown)
        assert result.failed == 0, shown.name
        tried += result.attempted
    assert tried >= 8


def test_the_options_are_those_of_the_games() -> None:
    page = ROOT / "docs" / "program" / "command-line.md"
    rows = page.read_text(encoding="utf-8").splitlines()
    row = next(row for row in rows if row.startswith("| `1862` | `trains`"))
    shown = {
        name: tuple(re.sub(r"\(.*?\)", "", values).replace("|", " ").replace("·", " ").split(", "))
        for name, values in re.findall(r"`(\w+)` = ([^`]*)", row)
    }
    assert {name: tuple(v.strip() for v in values) for name, values in shown.items()} == CHOICES
    assert f"| `18esp` | `{SETUP}` = {STANDARD}, {RANDOM} |" in rows
    assert f"| `1865` | `{VARIANT}` = {SHORT} |" in rows


def test_the_rules_are_counted() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for game, row in re.findall(r"^\| `(\w+)` \|(.*complete: .*)$", text, re.MULTILINE):
        assert f"all {len(rules_of(game).rule_texts)} rules" in row, game


@pytest.mark.parametrize("page", ["README.md", "docs/pictures/README.md", "CONTRIBUTING.md"])
def test_every_path_named_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert len(links) >= 3
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


def test_all_games_are_shown_and_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for game in dieciocho.GAMES:
        assert f"![{dieciocho.rules_of(game).title}](docs/pictures/{game}-" in text
    assert "\nmake play " in text
    assert "\nmake test " in text
