"""Games that were saved under earlier versions of the rules are played to their end by those.

The files in `saved/` were written by the program as it was then: bots against each other or István.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dieciocho

FOLDER = Path(__file__).parent / "saved"
SCORES = {
    "1888n-1": {"Ana": 6094, "Eva": 4783, "Iker": 6519, "Luis": 6187},
    "18mag-1-green": {"Ana": 2487, "István": 2034},
    "18mag-1-red": {"Ana": 3678, "István": 3732},
}


@pytest.mark.parametrize("name", SCORES)
def test_a_game_of_an_earlier_version_ends_as_it_did(name: str) -> None:
    game = dieciocho.load(FOLDER / f"{name}.json")
    assert game.over
    assert game.scores() == SCORES[name]
    assert game.header.version == 1 < game.rules.version


@pytest.mark.parametrize("name", SCORES)
def test_by_the_present_rules_it_would_have_gone_otherwise(name: str) -> None:
    saved = json.loads((FOLDER / f"{name}.json").read_text())
    saved["header"]["version"] = dieciocho.rules_of(saved["header"]["game"]).version
    with pytest.raises(dieciocho.BadInput, match="is not legal"):
        dieciocho.loads(json.dumps(saved))
