"""The hardest route questions of machine-played games that can be proven in a short time.

The names of the positions end with what the best set brings: agreed by the search before it was
made faster, run to its end.
"""

from __future__ import annotations

import pytest

from bench.worst_routes import KEPT, kept
from dieciocho.engine.earnings import solution

NAMES = ("1862-ecr-1970", "1862-wvr-1000", "18esp-fdsb-1020", "18esp-fdsb-1530")


@pytest.mark.parametrize("name", NAMES)
def test_hard_positions_are_proven(name: str) -> None:
    game, company, brings = kept(KEPT / f"{name}.toml")
    found = solution(game, company)
    assert found.proof.complete
    assert found.best.total == brings
