"""The teacher: hints and analyses say what their playouts show, and no more than that."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.bots.planner.decisions import left_alone
from dieciocho.bots.teacher import Analyst, Findings, told
from dieciocho.bots.teacher.ending import Ending, Estimate, estimate, expected, gain
from dieciocho.bots.teacher.reasons import reasons, texts
from dieciocho.cli.main import app
from dieciocho.engine.game import Game
from dieciocho.engine.text import LANGUAGES

from .support import NAMES

GAMES = ("1888n", "18mag", "18esp", "1862", "1865")


def played(game_id: str, actions: int, players: int = 3) -> Game:
    game = dieciocho.new_game(game_id, NAMES[:players], seed=4)
    bot = make_bot("quick", 4)
    while len(game.history) < actions or left_alone(game) or len(game.legal_actions()) < 2:
        game.play(bot.choose(game))
    return game


@pytest.fixture(scope="module")
def finished() -> Game:
    """A short game of one who plays sensibly against one who rolls dice."""
    game = dieciocho.new_game("1865", NAMES[:2], seed=3, options={"variant": "short"})
    bots = [make_bot("quick", 1), make_bot("random", 2)]
    while not game.over:
        game.play(bots[game.step.actor(game)].choose(game))
    return game


def end(worth: float, others: float = 100.0, **parts: float) -> Ending:
    money = {"cash": worth, "rival": others} | parts
    return Ending(worth, worth - others, worth / (worth + others), money, {}, frozenset())


# --- the hint --------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_a_hint_is_legal_and_the_same_for_the_same_work(game_id: str) -> None:
    game = played(game_id, 90)
    before = game.to_json()
    hint = dieciocho.advise(game, units=300)
    assert hint == dieciocho.advise(dieciocho.loads(before), units=300)
    assert game.to_json() == before
    assert hint.seat == game.actor
    assert 1 <= len(hint.plans) <= 3
    assert len({plan.action for plan in hint.plans}) == len(hint.plans)
    assert all(game.why_not(plan.action) is None for plan in hint.plans)


def test_a_hint_is_what_the_planner_plays() -> None:
    game = played("1888n", 200)
    hint = dieciocho.advise(game, units=4000, seed=5)
    assert hint.plans[0].action == str(make_bot("planner:4000u", 5).choose(game))
    first, *others = hint.plans
    assert hint.compared
    assert first.worth is not None
    assert first.than_first is None
    assert all(plan.than_first is not None for plan in others)


def test_where_building_is_decided_nothing_is_compared() -> None:
    game, bot = played("1888n", 60), make_bot("quick", 4)
    while not left_alone(game):
        game.play(bot.choose(game))
    hint = dieciocho.advise(game, units=300)
    assert not hint.compared
    assert game.why_not(hint.plans[0].action) is None


def test_a_game_that_is_over_has_no_hint(finished: Game) -> None:
    with pytest.raises(dieciocho.BadInput, match="over"):
        dieciocho.advise(finished)


# --- reasons ---------------------------------------------------------------------------


def test_reasons_are_the_clear_differences_and_the_greatest_first() -> None:
    mine = [end(200, shares=10.0), end(210, shares=300.0), end(205, shares=-290.0)]
    theirs = [end(worth, shares=0.0) for worth in (150, 160, 155)]
    found = reasons(mine, theirs)
    assert [message.id for message in found] == ["why.cash.more"]  # the shares go up and down
    assert found[0].params == {"amount": 50}
    assert reasons(theirs, mine)[0].id == "why.cash.less"
    assert reasons(mine, mine) == ()
    assert reasons([], theirs) == ()


def test_counts_and_directors_are_told() -> None:
    def with_trains(count: int, *directs: str) -> Ending:
        return msgspec.structs.replace(
            end(100), counts={"scrapped": count}, directs=frozenset(directs)
        )

    found = reasons([with_trains(0, "A"), with_trains(0, "A")], [with_trains(1), with_trains(1)])
    assert [message.id for message in found] == ["why.directs", "why.scrapped.less"]
    game = played("1888n", 0)
    assert told(game, found[0], "en") == ("directs A in the end in 2 of 2 playouts rather than 0")
    assert told(game, found[1], "es") == "se retiran de media 1,0 trenes propios menos"


def test_every_reason_has_both_languages() -> None:
    assert len(texts().ids()) == 17
    for key in texts().ids():
        assert all("{" in texts().template(key, language) for language in LANGUAGES)


def test_what_is_known_is_as_sure_as_the_playouts() -> None:
    ends = [end(100.0 + n) for n in (-1, 0, 1, 0)]
    assert expected(ends, "worth").mean == 100
    assert gain(ends, [end(50)] * 4).clear
    assert not estimate([3.0, -2.0, 1.0], 0.1).clear
    assert Estimate(1.0, 0.2).margin == 0.4
    assert estimate([], 1.0).mean == 0


# --- the analysis ----------------------------------------------------------------------


def test_an_analysis_finds_who_rolled_dice(finished: Game) -> None:
    told_of: list[float] = []
    found = dieciocho.analyse(finished, units=16_000, progress=told_of.append)
    assert found.points[0].at == 0
    last = found.points[-1]
    assert last.at == found.length == len(finished.history)
    scores = finished.rules.scores(finished)
    assert [round(part.mean * sum(scores.values())) for part in last.shares] == list(
        scores.values()
    )
    assert all(part.error == 0 for part in last.shares)
    for point in found.points:
        assert sum(part.mean for part in point.shares) == pytest.approx(1.0)
    assert told_of == sorted(told_of)
    assert 0 < found.looked_at <= found.decisions < found.length
    assert found.turning
    for turn in found.turning:
        assert turn.loss.clear
        assert finished.players[turn.seat] == finished.name(finished.history[turn.at].by)
        assert str(finished.history[turn.at].action) == turn.played != turn.better
        assert finished.at(turn.at).why_not(turn.better) is None
    careless = [turn for turn in found.turning if turn.seat == 1]
    assert len(careless) > len(found.turning) / 2


def test_an_analysis_goes_on_where_it_was_left(finished: Game) -> None:
    whole = Analyst(finished, 3_000)
    while whole.step():
        pass
    findings = Findings()
    while True:
        analyst = Analyst(finished, 3_000, findings)
        going_on = analyst.step()
        findings = msgspec.json.decode(msgspec.json.encode(analyst.found), type=Findings)
        if not going_on:
            break
    assert findings == whole.found
    assert findings.complete
    assert Analyst(finished, 3_000, findings).done == 1.0
    assert whole.found.spent < 3_000 * 3  # a bit may end beyond the budget, not more


def test_an_analysis_can_be_stopped(finished: Game) -> None:
    found = dieciocho.analyse(finished, progress=lambda done: False)
    assert len(found.points) == 1
    assert found.turning == ()


def test_the_command(finished: Game, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    finished.to_json(file)
    result = CliRunner().invoke(app, ["analyse", str(file), "--work", "3000", "--language", "es"])
    assert result.exit_code == 0, result.output
    assert "Parte esperada de toda la riqueza" in result.output
    result = CliRunner().invoke(app, ["analyse", str(file), "--work", "1", "--json"])
    assert json.loads(result.output)["length"] == len(finished.history)
