"""The planner: a budget that is kept, plans that share their luck, clear gains alone."""

from __future__ import annotations

import msgspec
import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.bots.planner.budget import Budget
from dieciocho.bots.planner.decisions import left_alone
from dieciocho.bots.planner.plans import alternatives
from dieciocho.bots.planner.player import PlannerBot
from dieciocho.bots.planner.playout import LAST_ROUNDS, last_cycle, play_out
from dieciocho.bots.planner.search import FEWEST, Plan, Search
from dieciocho.bots.planner.value import standing, wealth
from dieciocho.bots.sensible.situation import Situation
from dieciocho.bots.sensible.values import horizon
from dieciocho.engine.actions import Action, Dividend, Pass
from dieciocho.engine.game import Game
from dieciocho.engine.shares import percent

from .support import NAMES

GAMES = ("1888n", "18mag", "18esp", "1862", "1865")


def played(game_id: str, actions: int, players: int = 3) -> Game:
    game = dieciocho.new_game(game_id, NAMES[:players], seed=4)
    bot = make_bot("quick", 4)
    while not game.over and len(game.history) < actions:
        game.play(bot.choose(game))
    return game


def on(game: Game, step: str) -> Game:
    """Go on until a step of a kind is due in which there is a choice."""
    bot = make_bot("quick", 4)
    while game.step.id != step or len(game.legal_actions()) < 2:
        game.play(bot.choose(game))
    return game


@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_seed_and_work_give_the_same_legal_move(game_id: str) -> None:
    game = played(game_id, 90)
    bot = make_bot("quick", 4)
    planned = 0
    for _ in range(8):
        while left_alone(game) or len(game.legal_actions()) < 2:
            game.play(bot.choose(game))
        before = game.to_json()
        action = make_bot("planner:60u", 7).choose(game)
        assert game.to_json() == before
        assert action == make_bot("planner:60u", 7).choose(dieciocho.loads(before))
        assert game.why_not(action) is None
        planned += 1
        game.play(action)
    assert planned == 8


def test_a_whole_game_is_played() -> None:
    game = dieciocho.new_game("1865", NAMES[:2], seed=3, options={"variant": "short"})
    bots = [make_bot("planner:8u", 1), make_bot("quick", 2)]
    while not game.over:
        game.play(bots[game.step.actor(game)].choose(game))
    assert sum(game.places().values()) in (2, 3)


def test_positions_and_odd_numbers_of_players() -> None:
    table = played("1888n", 60, players=2)
    game = dieciocho.from_position(table.position())
    assert game.why_not(make_bot("planner:60u", 1).choose(game)) is None


# --- the budget ------------------------------------------------------------------------


def test_work_is_counted_and_bounded() -> None:
    game = on(played("1888n", 30), "stock_round")
    for units in (1, 40, 300):
        budget = Budget(units=units)
        policy = make_bot("sensible", 1).choose(game)
        others = alternatives(Situation(game, make_bot("quick")), policy, 7, budget)
        Search(game, policy, others, budget).best()
        assert budget.units <= units + 1


def test_time_bounds_what_is_played_out() -> None:
    spent = Budget(seconds=1e-9)
    assert spent.over
    assert Budget(patience=1e-9).over
    assert not Budget(seconds=1e9, patience=1e9).over
    assert not Budget().over


def test_who_has_no_time_plays_the_policy() -> None:
    game = on(played("1888n", 30), "stock_round")
    hurried = PlannerBot(3, seconds=1e-9)
    assert hurried.choose(game) == make_bot("sensible", 3).choose(game)
    waited_for = PlannerBot(3, seconds=1e9)
    waited_for.patience = 1e-9
    assert waited_for.choose(game) == make_bot("sensible", 3).choose(game)


@pytest.mark.parametrize(
    "name", ["planner:", "planner:soon", "planner:-1", "planner:0u", "planner:nan"]
)
def test_budgets_that_are_none(name: str) -> None:
    with pytest.raises(dieciocho.BadInput, match="budget"):
        make_bot(name)


def test_names() -> None:
    assert make_bot("planner").name == "planner"
    assert make_bot("planner").seconds == 2.0
    assert make_bot("planner:0.2").seconds == 0.2
    assert make_bot("planner:500u").seconds is None


# --- plans -----------------------------------------------------------------------------


def test_a_dividend_can_be_kept_instead() -> None:
    game = on(played("1888n", 60), "pay_dividend")
    found = alternatives(Situation(game, make_bot("quick")), Dividend("pay"), 7, Budget())
    assert found == [Dividend("keep")]


def test_alternatives_are_legal_and_of_several_kinds() -> None:
    game = on(played("1888n", 120), "stock_round")
    policy: Action = make_bot("sensible", 1).choose(game)
    found = alternatives(Situation(game, make_bot("quick")), policy, 7, Budget())
    assert policy not in found
    assert len({type(action) for action in found}) > 1
    assert all(game.why_not(action) is None for action in found)


# --- playing out -----------------------------------------------------------------------


def test_plans_share_their_luck() -> None:
    game = on(played("1888n", 150), "stock_round")
    first, until = game.legal_actions()[0].action, last_cycle(game)
    ends = [play_out(game, first, seed, until, Budget()) for seed in (1, 1, 2, 3, 4)]
    results = [standing(end) for end in ends]
    assert results[0] == results[1]
    assert any(other != results[0] for other in results[2:])


def test_a_playout_ends_with_the_operating_set() -> None:
    game = on(played("1888n", 60), "stock_round")
    assert last_cycle(game) == game.round.number
    game = on(game, "pay_dividend")
    assert last_cycle(game) in (game.round.number, game.round.number + 1)


@pytest.mark.parametrize("game_id", ["1888n", "1865"])
def test_a_game_that_is_about_to_end_is_played_out(game_id: str) -> None:
    """Hopes end with the trains that will be scrapped; in the last rounds none is."""
    bot, game = make_bot("quick", 4), played(game_id, 200)
    while horizon(game) > LAST_ROUNDS:
        assert not play_out(game, None, 1, last_cycle(game), Budget(units=1_000)).over
        for _ in range(20):
            game.play(bot.choose(game))
    assert not game.over
    assert play_out(game, None, 1, last_cycle(game), Budget()).over


def test_only_a_clear_gain_leaves_the_policy() -> None:
    lucky, sure = Plan(Pass()), Plan(Pass())
    lucky.gains, sure.gains = [0.3, -0.2, 0.1], [0.1, 0.12, 0.11]
    assert lucky.mean > 0
    assert not lucky.clear
    assert sure.clear
    sure.gains = sure.gains[: FEWEST - 1]
    assert not sure.clear
    bad = Plan(Pass())
    bad.gains = [-0.1] * FEWEST
    assert bad.hopeless


def test_what_is_kept_in_the_end_is_lost() -> None:
    """Whoever is told to keep the last dividends finds out what that costs."""
    game, bot = played("1888n", 300), make_bot("quick", 4)
    while not (game.state.ending and game.step.id == "pay_dividend"):
        game.play(bot.choose(game))
    pay, keep = Dividend("pay"), Dividend("keep")
    assert Search(game, keep, [pay], Budget(units=600)).best() == pay


# --- the value -------------------------------------------------------------------------


def test_dividends_to_come_count() -> None:
    game = on(played("1888n", 200), "stock_round")
    paying = next(c for c, run in game.state.last_runs.items() if run.kind == "pay")
    before = wealth(game)
    run = game.state.last_runs[paying]
    game.state.last_runs[paying] = msgspec.structs.replace(run, revenue=run.revenue + 200)
    after = wealth(game)
    most = max(range(3), key=lambda seat: percent(game, paying, seat))
    assert after[most] - before[most] == max(a - b for a, b in zip(after, before, strict=True)) > 0


def test_the_end_is_what_counts() -> None:
    game = played("1888n", 10_000, players=2)
    assert game.over
    scores = game.rules.scores(game)
    assert wealth(game) == [scores[0], scores[1]]
    ranked = sorted(range(2), key=lambda seat: scores[seat])
    assert standing(game)[ranked[0]] < 0 < standing(game)[ranked[1]]
