"""The learned judge: what it looks at, how it is made, what it says."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.bots.planner.features import FEATURES, Facts, Moment, compared, moment_of
from dieciocho.bots.planner.judge import Judge, chances, expected_shares, judge_of
from dieciocho.bots.planner.player import value_of
from dieciocho.bots.planner.value import standing
from dieciocho.cli.main import app
from dieciocho.engine.errors import BadInput
from dieciocho.engine.game import Game
from dieciocho.sim.lessons import Course, Example, Lesson, attend, lessons, study
from dieciocho.sim.training import train, written

from .support import NAMES

GAMES = ("1888n", "18mag", "18esp", "1862", "1865")
JUDGED = [game_id for game_id in GAMES if judge_of(game_id) is not None]


def played(game_id: str, actions: int, players: int = 3) -> Game:
    game = dieciocho.new_game(game_id, NAMES[:players], seed=4)
    bot = make_bot("quick", 4)
    while not game.over and len(game.history) < actions:
        game.play(bot.choose(game))
    return game


def judge(game_id: str) -> Judge:
    found = judge_of(game_id)
    assert found is not None
    return found


# --- features --------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_facts_are_what_the_table_shows(game_id: str) -> None:
    game = played(game_id, 150)
    moment = moment_of(game)
    for facts, player in zip(moment.facts, game.seats, strict=True):
        assert facts.cash == player.cash
        assert facts.value == player.value
        assert facts.companies == len(player.directs)
        assert facts.lasting <= facts.trains
        assert facts.income >= 0
    assert 0 <= moment.age <= 1
    assert moment.left > 0


def test_features_compare_players() -> None:
    rich, poor = (Facts(cash, cash, 3, 30, 1, 0, 1, 1, 0, 0, 0, cash) for cash in (900, 300))
    first, second = compared([rich, poor])
    assert first[FEATURES.index("cash")] == pytest.approx(0.5)
    assert second[FEATURES.index("cash")] == pytest.approx(-0.5)
    assert first[FEATURES.index("shares")] == 0


# --- judges ----------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", JUDGED)
@pytest.mark.parametrize("players", [3, 4])
def test_shares_and_chances_are_parts_of_a_whole(game_id: str, players: int) -> None:
    game = played(game_id, 150, players)
    shares, likely = judge(game_id).shares(game), judge(game_id).chances(game)
    assert sum(shares) == pytest.approx(1)
    assert sum(likely) == pytest.approx(1)
    assert shares.index(max(shares)) == likely.index(max(likely))
    ahead = judge(game_id).standing(game)
    assert ahead.index(max(ahead)) == shares.index(max(shares))


def test_an_analysis_takes_shares_as_they_were_learned() -> None:
    game = played("1888n", 60)
    shares = expected_shares(game)
    assert shares == judge("1888n").shares(game)
    assert {"1888n", "1865"} <= {*JUDGED}


def test_the_end_is_known() -> None:
    game = played("1888n", 10_000, players=2)
    scores = list(game.scores().values())
    assert judge("1888n").shares(game) == [score / sum(scores) for score in scores]
    assert judge("1888n").chances(game) == [float(score == max(scores)) for score in scores]


@pytest.mark.parametrize("game_id", JUDGED)
def test_who_has_more_cash_is_not_judged_worse(game_id: str) -> None:
    game = played(game_id, 200)
    before = judge(game_id).shares(game)
    game.state.cash[0] += 500
    assert judge(game_id).shares(game)[0] > before[0]


@pytest.mark.parametrize("game_id", JUDGED)
def test_what_is_shipped_was_tested(game_id: str) -> None:
    """On games that it did not learn from it says more than the value by hand and than nothing."""
    found = judge(game_id)
    assert found.recipe.command.startswith(f"dieciocho train {game_id} ")
    assert found.recipe.games > 3 * found.recipe.tested - 4
    assert found.tested.explained > found.tested.by_hand
    assert found.tested.brier < found.tested.brier_equal
    assert sum(one.count for one in found.tested.reliability) > found.recipe.tested


def test_the_planner_is_told_by_what_it_values_ends() -> None:
    game = played("1888n", 60)
    assert value_of(game, learned=False) is standing
    assert value_of(game, learned=True) == judge("1888n").standing
    assert (value_of(game) is standing) == (not judge("1888n").plays)
    bot = make_bot("planner:60u:learned", 3)
    assert bot.name == "planner:60u:learned"
    assert game.why_not(bot.choose(game)) is None
    for wrong in ("planner:60u:", "planner:60u:guess", "planner:60u:hand:hand"):
        with pytest.raises(BadInput, match="learned"):
            make_bot(wrong)


# --- training --------------------------------------------------------------------------


def made_up(number: int, dice: random.Random) -> Course:
    """Return a game in which cash is all that counts."""
    cash = [dice.randrange(100, 1000) for _ in range(4)]
    facts = tuple(Facts(mine, 0, dice.randrange(9), 10, 1, 0, 1, 1, 0, 0, 0, 500) for mine in cash)
    moment = Moment(5.0, 0.5, facts)
    scores = tuple(1000 + mine for mine in cash)
    return Course(Lesson("1888n", 4, number), (Example(True, moment),), scores)


def test_what_counts_is_learned() -> None:
    dice = random.Random(1)
    found = train([made_up(n, dice) for n in range(400)], "command", "commit", 2)
    assert found.tested.explained > 0.9 > found.tested.by_hand
    assert found.tested.brier < 0.2 < found.tested.brier_equal
    assert (found.recipe.games, found.recipe.tested) == (300, 100)
    weights = {name: sum(map(abs, three)) for name, three in found.weights.items()}
    assert max(weights, key=lambda name: weights[name]) == "cash"


def test_a_few_games_are_too_few() -> None:
    with pytest.raises(BadInput, match="8 games"):
        train([made_up(n, random.Random(n)) for n in range(7)], "", "", 1)


def test_chances_follow_shares() -> None:
    even, steep = chances([0.3, 0.2, 0.5], 1.0), chances([0.3, 0.2, 0.5], 20.0)
    assert even[1] < even[0] < even[2] < steep[2]
    assert chances([0.25] * 4, 5.0) == [0.25] * 4


def test_lessons_show_every_round_and_go_on_from_a_file(tmp_path: Path) -> None:
    wanted = lessons("1888n", (2, 3), 3, seed=5)
    assert [lesson.players for lesson in wanted] == [2, 3, 2]
    file = tmp_path / "lessons.jsonl"
    first, failures = study(wanted[:2], file=file)
    assert not failures
    again, _ = study(wanted, file=file)
    assert again[:2] == first
    assert len(file.read_bytes().splitlines()) == 3
    assert attend(wanted[2]) == again[2]
    for course in again:
        assert len(course.examples) > 8
        assert any(example.buying for example in course.examples)
        assert sum(course.won) == 1


def test_a_judge_is_made_by_the_command(tmp_path: Path) -> None:
    out, results = tmp_path / "judge.toml", tmp_path / "lessons.jsonl"
    args = ["train", "1888n", "--games", "8", "--players", "2", "--workers", "1"]
    told = CliRunner().invoke(app, [*args, "--out", str(out), "--results", str(results)])
    assert told.exit_code == 0, told.output
    assert "Brier" in told.output
    found = msgspec.toml.decode(out.read_bytes(), type=Judge)
    assert found.recipe.command == "dieciocho train 1888n --games 8 --players 2 --seed 1"
    assert not found.plays
    assert written(found) == out.read_text(encoding="utf-8")
    wrong = CliRunner().invoke(app, ["train", "1888n", "--players", "x", "--out", str(out)])
    assert wrong.exit_code == 2
    assert "3,4,5" in wrong.output
