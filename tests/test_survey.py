"""Some positions of random games, as `tests/survey.py` finds them by the hundred."""

from __future__ import annotations

import pytest

from .survey import JUDGES, survey


@pytest.mark.parametrize("name", JUDGES)
def test_best_routes_of_random_games_are_proven_and_agreed(name: str) -> None:
    found = survey(name, 3, seed=1)
    assert found["proven"] >= found["agreed"] == 3
