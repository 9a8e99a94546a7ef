"""Games by chance and by sensible players, with all invariants checked after every action."""

from __future__ import annotations

import random

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import Action, Bid, Choice, Run, SellShares, StartCompany
from dieciocho.engine.game import Game
from dieciocho.engine.invariants import check

from .scenes import NAMES

VARIANTS: list[dict[str, str]] = [
    {},
    {"trains": "express"},
    {"trains": "freight", "beginners": "yes"},
    {"trains": "express+local", "length": "long"},
    {"trains": "freight+local", "length": "short"},
    {"shorter": "yes"},
    {"trains": "express", "beginners": "yes", "shorter": "yes"},
    {"stations": "8", "home": "may"},
    {"more": "no"},
]
MOST = 6000  # actions


def weight(game: Game, choice: Choice) -> float:
    """Chance that wastes no money: the game would soon be at a standstill."""
    action = choice.action
    if isinstance(action, SellShares):
        return 0.01
    if isinstance(action, StartCompany) and game.step.id == "stock_round":
        return 0.02 if 5 * action.par <= game.state.cash[game.step.actor(game)] else 0.0001
    if isinstance(action, Bid) and game.step.id == "parliament":
        return 0.05
    if game.step.id == "charter_shares":
        return 20.0 if choice.low is None and "buy" in repr(action).lower() else 1.0
    return 1.0


def some_action(game: Game, dice: random.Random) -> Action:
    choices = game.legal_actions()
    choice = dice.choices(choices, [weight(game, c) for c in choices])[0]
    if choice.low is None or choice.high is None:
        return choice.action
    high = min(choice.high, choice.low + 15) if isinstance(choice.action, Bid) else choice.high
    return choice.at(dice.randrange(choice.low, high + 1, choice.step))


@pytest.mark.parametrize(
    ("players", "edition"), [*((n, "rulebook") for n in range(2, 9)), (4, "online"), (8, "online")]
)
def test_random_games_keep_everything_complete(players: int, edition: str) -> None:
    dice = random.Random(players)
    game = dieciocho.new_game("1862", NAMES[:players], seed=players, edition=edition)
    while not game.over:
        game.play(some_action(game, dice))
        check(game)
        assert len(game.history) < MOST
    again = dieciocho.loads(game.to_json())
    assert again.state == game.state


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_of_every_variant(options: dict[str, str]) -> None:
    dice = random.Random(7)
    game = dieciocho.new_game("1862", NAMES[:7], seed=7, options=options)
    while not game.over:
        game.play(some_action(game, dice))
        check(game)
        assert len(game.history) < MOST


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_sensible_players_play_every_variant(options: dict[str, str]) -> None:
    game = dieciocho.new_game("1862", NAMES[:4], seed=3, options=options)
    bots = [make_bot("sensible", seat) for seat in range(4)]
    while not game.over:
        action = bots[game.step.actor(game)].choose(game)
        game.play(action)
        if not isinstance(action, Run):
            check(game)
        assert len(game.history) < MOST
    assert game.state.ending[0] in ("bank", "price", "lner")
