"""Random games with all invariants checked after every action, and checked games of bots."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from dieciocho.engine.invariants import check
from dieciocho.games.g18esp.facts import facts
from dieciocho.sim import Result
from dieciocho.sim.run import Task, play_out

from ..support import NAMES


def play(game: Game, seed: int) -> Game:
    bot = make_bot("random", seed)
    while not game.over:
        game.play(bot.choose(game))
        check(game)
    return game


@pytest.mark.parametrize("edition", ["rulebook", "online"])
@pytest.mark.parametrize("setup", ["standard", "random"])
@pytest.mark.parametrize("players", range(3, 7))
def test_random_games_keep_everything_complete(players: int, setup: str, edition: str) -> None:
    game = dieciocho.new_game(
        "18esp", NAMES[:players], seed=players, edition=edition, options={"setup": setup}
    )
    play(game, players)
    assert game.phase.name == "7"
    assert game.state.round.number == facts(game).last_set
    again = dieciocho.loads(game.to_json())
    assert again.state == game.state


@pytest.mark.parametrize("edition", ["rulebook", "online"])
@pytest.mark.parametrize(("bot", "most"), [("random", None), ("sensible", 300)])
def test_checked_games(bot: str, most: int | None, edition: str) -> None:
    """Legal sets, refusals, copies, undo, saving."""
    outcome = play_out(Task("18esp", 4, 7, (bot,), edition, check=True, most_actions=most))
    assert isinstance(outcome, Result), f"{outcome.seed}: {outcome.traceback}"
