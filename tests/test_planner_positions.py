"""Decisions that the planner once made worse: positions, and what is better there.

What is better was found by playing both on to the end of the game, several times with the same
luck: `gained` is by how much more of a mean wealth the player was ahead then.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import dieciocho
from dieciocho.bots.planner.budget import Budget
from dieciocho.bots.planner.search import Search

POSITIONS = Path(__file__).parent / "bot_positions"
UNITS = 1_000
CASES = [
    # A sister's train makes room for one more from the bank: trains count before they have run.
    ("18mag-train-for-a-sister", "pass", "buy train 2-3 from 10 for 55", "+0.08 ± 0.05"),
    # Another minor of little capital in phase 2 looked good while its hopes were not measured.
    ("18esp-start-ms", "start MS at 95", "buy share of CFEA from ipo", "+0.18 ± 0.06"),
    ("18esp-start-crb", "pass", "start CRB at 100", "+0.09 ± 0.03"),
    # The company without a future is let go, not the one that grows.
    ("1862-sell-enr", "sell 1 of N&B", "sell 1 of ENR", "+0.24 ± 0.05"),
    # The train of the one company is not scrapped any more: the game ends before.
    ("1865-train-for-a-sister", "buy train PH5-0 from SFS for 1", "pass", "+0.04 ± 0.01"),
]


@pytest.mark.parametrize(("name", "worse", "better", "gained"), CASES)
def test_the_planner_finds_what_is_better(name: str, worse: str, better: str, gained: str) -> None:
    game = dieciocho.from_position((POSITIONS / f"{name}.toml").read_text(encoding="utf-8"))
    bad, good = game.parse(worse), game.parse(better)
    keeps = Search(game, good, [bad], Budget(units=UNITS))
    assert keeps.best() == good, f"{better} was {gained}"
    if better != "pass" and worse == "pass":
        assert Search(game, bad, [good], Budget(units=UNITS)).best() == good
