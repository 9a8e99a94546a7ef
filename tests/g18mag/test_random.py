"""Random games with all invariants checked after every action."""

from __future__ import annotations

import random

import pytest

import dieciocho
from dieciocho.engine.invariants import check

from ..support import NAMES


@pytest.mark.parametrize("edition", ["rulebook", "online"])
@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_keep_everything_complete(players: int, edition: str) -> None:
    for seed in range(3):
        dice = random.Random(seed)
        game = dieciocho.new_game("18mag", NAMES[:players], seed=seed, edition=edition)
        while not game.over:
            choice = dice.choice(game.legal_actions())
            action = choice.action
            if choice.low is not None and choice.high is not None:
                action = choice.at(dice.randrange(choice.low, choice.high + 1, choice.step))
            game.play(action)
            check(game)
        assert game.state.phase == len(game.definition.phases) - 1
        again = dieciocho.loads(game.to_json())
        assert again.state == game.state
