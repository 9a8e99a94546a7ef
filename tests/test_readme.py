"""What the README shows is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import dieciocho
from dieciocho.games.g18esp.random_setup import RANDOM, SETUP, STANDARD
from dieciocho.games.g1862.options import CHOICES
from dieciocho.games.g1865.rules import SHORT, VARIANT

ROOT = Path(__file__).parents[1]


def test_the_session_runs_as_shown() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 6
    assert failed == 0


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
    rows = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    row = next(row for row in rows if row.startswith("| `1862` | `trains`"))
    shown = {
        name: tuple(re.sub(r"\(.*?\)", "", values).replace("|", " ").replace("·", " ").split(", "))
        for name, values in re.findall(r"`(\w+)` = ([^`]*)", row)
    }
    assert {name: tuple(v.strip() for v in values) for name, values in shown.items()} == CHOICES
    assert f"| `18esp` | `{SETUP}` = {STANDARD}, {RANDOM} |" in rows
    assert f"| `1865` | `{VARIANT}` = {SHORT} |" in rows


def test_every_path_named_exists() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in ("docs/board.svg", "docs/kernel.md", "docs/routes.md", "LICENSE", "tests"):
        assert name in text
        assert (ROOT / name).exists(), name
