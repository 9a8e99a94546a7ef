"""Our own games are played as they were, and positions have as many continuations as they had."""

from __future__ import annotations

import doctest
import re
import zlib
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dieciocho
from dieciocho.cli.main import app
from dieciocho.games import GAMES, rules_of
from dieciocho.sim import perft

from . import golden

FILES = sorted(golden.FOLDER.glob("*.gz"))
DOCS = Path(__file__).parents[1] / "docs" / "perft.md"
EVERY = 8  # positions from one that is compared to the next; all take ten times as long


def test_there_is_one_for_every_edition_and_number_of_players() -> None:
    kept = {path.stem for path in FILES}
    for title in GAMES:
        rules = rules_of(title)
        assert {int(name.split("-")[1]) for name in kept if name.startswith(f"{title}-")} == set(
            rules.player_counts
        )
        for edition in rules.editions:
            assert any(name.startswith(title) and name.endswith(edition) for name in kept)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_what_it_was(path: Path) -> None:
    assert list(golden.different(golden.read(path), EVERY)) == []


def test_a_difference_is_told() -> None:
    kept = golden.read(FILES[zlib.crc32(b"one of them") % len(FILES)])
    wrong = kept.lines[8]._replace(table="0000")
    (told,) = golden.different(kept._replace(lines=[*kept.lines[:8], wrong, *kept.lines[9:]]), 8)
    assert told.startswith("after 8 actions, ")
    assert f"and not {wrong}" in told


# --- perft -----------------------------------------------------------------------------


def rows(section: str) -> list[list[str]]:
    """Return the cells of a table of the page."""
    part = DOCS.read_text(encoding="utf-8").split(f"## {section}")[1].split("\n## ")[0]
    found = [re.split(r" *\| *", line.strip("| ")) for line in part.splitlines() if "| `" in line]
    return [[cell.strip("`") for cell in row] for row in found]


@pytest.mark.parametrize("row", rows("From the set-up"), ids=lambda row: f"{row[0]}-{row[1]}")
def test_sequences_from_the_set_up(row: list[str]) -> None:
    title, players, *told = row
    game = dieciocho.new_game(title, [f"P{n + 1}" for n in range(int(players))])
    counts = [int(count.replace(",", "")) for count in told[0].split(" · ")]
    assert perft.perft(game, len(counts)) == counts


@pytest.mark.parametrize("row", rows("From the middle"), ids=lambda row: row[0])
def test_sequences_from_the_middle_of_a_golden_game(row: list[str]) -> None:
    name, at, told = row
    kept = golden.read(golden.FOLDER / f"{name}.gz")
    game = kept.start()
    for line in kept.lines[: int(at)]:
        game.play(line.action)
    counts = [int(count.replace(",", "")) for count in told.split(" · ")]
    assert perft.perft(game, len(counts)) == counts


def test_every_title_is_counted() -> None:
    assert {row[0] for row in rows("From the set-up")} == set(GAMES)
    assert {row[0].split("-")[0] for row in rows("From the middle")} == set(GAMES)


def test_perft_of_a_game_that_is_over() -> None:
    kept = golden.read(FILES[0])
    game = kept.start()
    for line in kept.lines[:-1]:
        game.play(line.action)
    assert perft.perft(game, 2) == [0, 0]
    assert perft.perft(game, 0) == []


def test_the_command(tmp_path: Path) -> None:
    shown = CliRunner().invoke(app, ["perft", "1888n", "--players", "3", "--depth", "3"])
    assert shown.output.split() == ["1", "7", "2", "48", "3", "322"]
    file = tmp_path / "game.json"
    game = dieciocho.new_game("1888n", ["Ana", "Eva"]).play("pass").play("pass")
    file.write_text(game.to_json())
    command = ["perft", str(file), "--at", "1", "--depth", "2", "--json"]
    assert CliRunner().invoke(app, command).output.split() == ["[", "7,", "48", "]"]


def test_the_example_of_the_docstring() -> None:
    assert doctest.testmod(perft).failed == 0
