"""Positions of recorded games of 1862 in which trains ran."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from dieciocho.engine.actions import Run
from dieciocho.engine.earnings import RunValue, solution, value_of
from dieciocho.engine.game import Game
from dieciocho.interop.site import import_game, read_file

from ..support import conformance

FOLDER = conformance("1862")
NAMES = (
    ["1862_game_end_bank", "46925", "p2_s400", "p4_s480_undo", "p5_s462_eight_tokens"]
    if FOLDER is not None
    else []
)


class Ran(NamedTuple):
    """A position before trains ran, and what they ran."""

    game: Game
    company: str
    run: Run

    def value(self) -> RunValue:
        return value_of(self.game, self.company, self.run.routes)

    def best(self) -> int:
        found = solution(self.game, self.company)
        assert found.proof.complete
        return found.best.total


def runs(name: str, every: int = 1) -> Iterator[Ran]:
    """Yield the runs of a recorded game."""
    assert FOLDER is not None
    game = import_game(read_file(FOLDER / f"{name}.json.gz"))
    numbers = [n for n, record in enumerate(game.history) if isinstance(record.action, Run)]
    for number in numbers[::every]:
        position = game.at(number)
        assert position.state.turn is not None
        action = game.history[number].action
        assert isinstance(action, Run)
        yield Ran(position, position.state.turn.company, action)


def recorded_revenues(name: str) -> list[tuple[int, int]]:
    """Return revenue and subsidy of all runs, as the trace computes them."""
    assert FOLDER is not None
    with gzip.open(FOLDER / f"{name}.trace.json.gz") as file:
        trace: dict[str, Any] = json.load(file)
    found = [entry["routes"] for entry in trace["entries"] if "routes" in entry]
    return [(routes["revenue"], routes["subsidy"]) for routes in found]
