"""What only recordings may do."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import Run
from dieciocho.engine.errors import IllegalAction
from dieciocho.engine.game import Game
from dieciocho.games.g1862.actions import RecordedRun
from dieciocho.interop.export import export_game
from dieciocho.interop.site import import_game


def before_a_run(**options: str) -> Game:
    names = ["Ana", "Bea", "Carla"]
    game = dieciocho.new_game("1862", names, edition="online", seed=4, options=options)
    bot = make_bot("sensible", 1)
    while game.step.id != "run_trains":
        game.play(bot.choose(game))
    return game


def test_revenue_is_never_claimed_in_a_game_that_is_played() -> None:
    game = before_a_run()
    with pytest.raises(IllegalAction, match=r"1862-7\.8\.5\.1"):
        game.play(RecordedRun((), 990, 0))


def test_a_recording_may_have_earned_by_an_older_rule() -> None:
    game = before_a_run(revenue="recorded")
    run = next(c.action for c in game.legal_actions() if isinstance(c.action, Run))
    assert isinstance(run, Run)
    game.play(RecordedRun(run.routes, 20, 0))
    assert game.state.turn is not None
    assert game.state.turn.revenue == 20


# --- the site's shares -----------------------------------------------------------------


def test_a_share_that_is_not_for_sale() -> None:
    game = before_a_run()
    written = export_game(game).replace('_2"]', '_1"]', 1)
    with pytest.raises(dieciocho.BadInput, match="_1 is not for sale"):
        import_game(written.encode())
