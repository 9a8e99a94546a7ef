"""Every recorded run: ours is never worse than what was run or found elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dieciocho.engine.actions import Run
from dieciocho.engine.earnings import solution
from dieciocho.interop.conform import read_trace
from dieciocho.interop.site import import_game, read_file, start

from .support import assess, conformance

FOLDER = conformance("1888n")
RECORDED = [
    path
    for path in (sorted(FOLDER.glob("*.json.gz")) if FOLDER else [])
    if not path.name.endswith(".trace.json.gz")
]

pytestmark = pytest.mark.skipif(
    FOLDER is None, reason="the recorded games are not here (set DIECIOCHO_CONFORMANCE)"
)


@pytest.mark.parametrize("path", RECORDED, ids=lambda p: p.name.split(".")[0])
def test_no_recorded_run_beats_ours(path: Path) -> None:
    finished = import_game(read_file(path))
    for number, record in enumerate(finished.history):
        if not isinstance(record.action, Run):
            continue
        position = finished.at(number)
        assert position.state.turn is not None
        company = position.state.turn.company
        judged = assess(position, company, record.action.routes)
        found = solution(position, company)
        assert found.proof.complete
        assert judged.loss >= 0
        visits = judged.income // 40
        assert found.sets[visits][0].revenue >= judged.revenue
    assert sum(isinstance(record.action, Run) for record in finished.history) > 10


def test_ours_is_never_below_the_best_known_value() -> None:
    assert FOLDER is not None
    rows = json.loads((FOLDER.parent / "routes.json").read_text())
    rows = [row for row in rows if row["game"] == "1888n"]
    assert len(rows) == 70
    trace = read_trace(FOLDER / "128097.trace.json.gz")
    game, reader = start("1888", ("north",), trace.header.players)
    wanted = {row["entry"]: row for row in rows}
    checked = 0
    for entry in trace.entries:
        row = wanted.get(entry.i)
        if row is not None:
            found = solution(game, row["company"])
            # The value known elsewhere ignores what goes to the treasury.
            best = max(sets[0].revenue for sets in found.sets.values())
            assert best >= row["best_known"], entry.i
            assert found.best.total >= row["run"]["revenue"] + row["run"]["subsidy"]
            checked += 1
        reader.play(entry.action)
    assert checked == 70
