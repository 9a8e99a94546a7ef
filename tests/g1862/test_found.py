"""Recordings of single differences between the site and us (see the catalogue's section 6).

Each of them is constructed once more, without a recording, in the tests of what it is about.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dieciocho.engine.earnings import value_of
from dieciocho.engine.errors import IllegalAction
from dieciocho.games.g1862.actions import RecordedRun
from dieciocho.interop.conform import conform
from dieciocho.interop.site import import_game, read_file

from ..support import conformance

FOLDER = conformance("found")
TRACES = [] if FOLDER is None else sorted(FOLDER.glob("*_1862_*.trace.json.gz"))


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name.partition(".")[0])
def test_what_was_found_agrees_now(path: Path) -> None:
    assert conform(path).differences == []


@pytest.mark.skipif(FOLDER is None, reason="the recordings are not here")
def test_a_recorded_set_that_the_site_itself_refuses_to_value() -> None:
    """Two freights over one link and one beyond: it stores what the browser sends (D32)."""
    assert FOLDER is not None
    game = import_game(read_file(FOLDER / "06_1862_freights_refused.json.gz"))
    count = max(n for n, r in enumerate(game.history) if isinstance(r.action, RecordedRun))
    run, position = game.history[count].action, game.at(count)
    assert isinstance(run, RecordedRun)
    assert run.revenue == 80
    assert position.state.turn is not None
    with pytest.raises(IllegalAction, match=r"two different free ends.*1862-7\.8\.1\.6"):
        value_of(position, position.state.turn.company, run.routes)
