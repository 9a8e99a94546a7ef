"""Games that began under an earlier version of the rules are played on by it.

The files were written by the program of that version (of version 2: commit d9ce718, before games
became folders of their own): the saved game, the scores and the last line of its log.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import dieciocho

FILES = sorted((Path(__file__).parent / "earlier").glob("version*/*.json.gz"))


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_an_earlier_game_is_what_it_was(path: Path) -> None:
    kept = read(path)
    game = dieciocho.loads(kept["saved"])
    assert f"version{game.header.version}" == path.parent.name
    assert len(game.history) == len(json.loads(kept["saved"])["actions"])
    assert game.scores() == kept["scores"]
    line = game.log_lines("en")[-1].replace(game.definition.table.currency, "")
    assert line == kept["log"]  # amounts were written without their currency then
    assert game.to_json() == kept["saved"]


def test_every_game_has_earlier_ones() -> None:
    assert {path.name.partition("-")[0] for path in FILES} == set(dieciocho.GAMES)
