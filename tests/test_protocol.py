"""Bots as programs: the lines that they are told and answer, and programs that fail."""

from __future__ import annotations

import io
import logging
import sys
from pathlib import Path

import msgspec
import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.bots.program import ProgramBot
from dieciocho.bots.protocol import Speaker, serve
from dieciocho.engine.game import Game

from .support import NAMES


def header(game: Game) -> str:
    return msgspec.json.encode(game.header).decode()


def told(speaker: Speaker, *lines: str) -> list[str]:
    return [answer for line in lines for answer in speaker.answer(line)]


def begun(players: int = 3) -> tuple[Game, Speaker]:
    game = dieciocho.new_game("1888n", NAMES[:players], seed=2)
    speaker = Speaker("sensible")
    assert told(speaker, f"new {header(game)}") == []
    return game, speaker


def best(answers: list[str], game: Game) -> object:
    assert answers[0].startswith("info cpu ")
    assert answers[1].startswith("best {")
    return game.rules.action_decoder.decode(answers[1].removeprefix("best "))


def test_greeting() -> None:
    assert told(Speaker("random"), "dieciocho") == ["id name random", "id protocol 1", "ready"]


def test_a_game_is_followed_and_decided_as_the_bot_would() -> None:
    game, speaker = begun()
    for number in range(40):
        action = make_bot("sensible", number).choose(game)
        assert best(told(speaker, f"go time 500 seed {number}"), game) == action
        game.play(action)
        line = str(action) if number % 2 else msgspec.json.encode(action).decode()
        assert told(speaker, f"play {line}") == []


def test_who_has_to_hurry_plays_its_policy() -> None:
    game = begun()[0]
    speaker = Speaker("planner:1000")
    told(speaker, f"new {header(game)}")
    expected = make_bot("sensible", 3).choose(game)
    assert best(told(speaker, "go time 0 seed 3"), game) == expected


def test_taking_back_and_playing_on() -> None:
    game, speaker = begun()
    game.play("pass").play("pass")
    assert told(speaker, "play pass", "play buy private KT for 25") == []
    assert told(speaker, 'position 1 [{"do":"pass"}]') == []
    assert speaker.game.to_json() == game.to_json()


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("castle", "unknown line 'castle'"),
        ("go", "no game yet"),
        ("play pass", "no game yet"),
        ("position 0", "no game yet"),
        ("new", "header of a game"),
        ("new [1, 2]", "header of a game"),
        ('new {"game": "chess", "players": ["A", "B"]}', "no game"),
        ('new {"game": "1888n", "players": ["A"]}', "2 to 6 players"),
    ],
)
def test_bad_lines_before_a_game(line: str, text: str) -> None:
    [answer] = told(Speaker("sensible"), line)
    assert answer.startswith("error ")
    assert text in answer


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("play", "cannot read the action"),
        ("play {", "is not an action"),
        ('play {"do":"pass","price":"\ud800"}', "error"),
        ("play bid 1 on YRF", "lowest bid"),
        ("go fast", "go is followed by"),
        ("go seed x", "go is followed by"),
        ("position -1", "no position -1"),
        ("position 5", "no position 5"),
        ("position", "position is followed by"),
        ("position 0 [", "position is followed by"),
        ('position 0 [{"do":"pass"}, {"do":"fly"}]', "is not an action"),
    ],
)
def test_bad_lines_leave_the_game_as_it_was(line: str, text: str) -> None:
    game, speaker = begun()
    answers = told(speaker, line)
    assert len(answers) == 1
    assert answers[0].startswith("error ")
    assert text in answers[0]
    assert speaker.game.to_json() == game.to_json()
    best(told(speaker, "go"), game)


def test_serving_ends_with_quit_or_the_input() -> None:
    for lines in ("\n \ndieciocho\nquit\ndieciocho\n", "dieciocho\n"):
        answers = io.StringIO()
        serve("sensible", io.StringIO(lines), answers)
        assert answers.getvalue().count("ready") == 1


def test_no_such_bot() -> None:
    with pytest.raises(dieciocho.BadInput, match="genius"):
        serve("genius", io.StringIO(), io.StringIO())


# --- programs --------------------------------------------------------------------------


def program(folder: Path, code: str) -> str:
    file = folder / "bot.py"
    file.write_text(code, encoding="utf-8")
    return f"{sys.executable} {file}"


OURS = """
import sys
from dieciocho.bots.protocol import serve
serve("random", sys.stdin, sys.stdout)
"""
# Greets, then does something else at the first question than to answer it.
RUDE = """
import sys
for line in sys.stdin:
    if line.startswith("dieciocho"):
        print("ready", flush=True)
    if line.startswith("go"):
        {}
"""


def test_a_program_plays_like_the_bot_inside(tmp_path: Path) -> None:
    command = program(tmp_path, OURS)
    game = dieciocho.new_game("1888n", NAMES[:3], seed=5)
    for number in range(30):
        player = ProgramBot(command, number % 3)
        action = player.choose(game)
        assert player.faults == 0
        assert action == make_bot("random", number % 3).choose(game)
        game.play(action)
        if number == 20:
            game = game.at(10)


@pytest.mark.parametrize(
    ("deed", "text"),
    [
        ("sys.exit(3)", "has ended"),
        ("print('best', '{\"do\":\"fly\"}', flush=True)", "is not an action"),
        ('print(\'best\', \'{"do":"bid","target":"YRF","price":1}\', flush=True)', "not legal"),
        ("print('error I am lost', flush=True)", "I am lost"),
        ("print('info cpu soon', flush=True)", "soon"),
        ("pass", "no answer in time"),
    ],
)
def test_a_program_that_fails_loses_its_turn_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, deed: str, text: str
) -> None:
    game = dieciocho.new_game("1888n", NAMES[:3], seed=5)
    player = ProgramBot(program(tmp_path, RUDE.format(deed)), 4, seconds=0.5)
    with caplog.at_level(logging.WARNING):
        for turn in range(2):
            action = player.choose(game)
            assert game.why_not(action) is None
            assert player.faults == turn + 1
            game.play(action)
    assert text in caplog.text


def test_a_program_that_cannot_be_started(caplog: pytest.LogCaptureFixture) -> None:
    game = dieciocho.new_game("1888n", NAMES[:3], seed=5)
    player = make_bot("exec:/no/such/program")
    assert game.why_not(player.choose(game)) is None
    assert player.faults == 1
    assert "cannot start" in caplog.text


def test_an_empty_command() -> None:
    with pytest.raises(dieciocho.BadInput, match="command"):
        make_bot("exec: ")
