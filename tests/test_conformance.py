"""The second net: games recorded elsewhere, compared after every action."""

from __future__ import annotations

from pathlib import Path

import pytest

import dieciocho
from dieciocho.games import GAMES
from dieciocho.interop.conform import conform
from dieciocho.interop.exceptions import EXPECTED
from dieciocho.interop.site import import_game, read_file

from .support import conformance

FOLDERS = [folder for game in GAMES if (folder := conformance(game)) is not None]
FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.json.gz"))]
TRACES = [path for path in FILES if path.name.endswith(".trace.json.gz")]
RECORDED = [path for path in FILES if path not in TRACES]

STATES_ONLY = {"p5_s672_power"}  # traces without legal sets
ENDED_BY_AGREEMENT = {"18ESP_destination_token_release"}


def _name(path: Path) -> str:
    return path.name.split(".")[0]


pytestmark = pytest.mark.skipif(
    not FOLDERS, reason="the golden traces are not here (set DIECIOCHO_CONFORMANCE)"
)


@pytest.mark.parametrize("path", TRACES, ids=lambda p: p.name.split(".")[0])
def test_every_entry_agrees(path: Path) -> None:
    report = conform(path)
    assert report.differences == []
    assert report.state == report.entries
    assert report.legality == report.legality_of
    assert report.revenue == report.revenue_of
    assert (report.legality_of > 0 < report.revenue_of) != (_name(path) in STATES_ONLY)


@pytest.mark.parametrize("path", RECORDED, ids=lambda p: p.name.split(".")[0])
def test_a_recorded_game_can_be_saved_and_loaded(path: Path) -> None:
    game = import_game(read_file(path))
    assert game.over != (_name(path) in ENDED_BY_AGREEMENT)
    again = dieciocho.loads(game.to_json())
    assert again.state == game.state
    assert again.log_lines("es") == game.log_lines("es")


def test_exceptions_are_few_and_have_reasons() -> None:
    assert len(EXPECTED) <= 4
    assert all(len(expected.reason) > 40 for expected in EXPECTED)
