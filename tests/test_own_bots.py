"""Bots of others: from a file, from a package, in another language; what their faults cost."""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import dieciocho
from dieciocho.bots import BOTS, OTHERS, Bot, label_of, make_bot
from dieciocho.bots.alarm import TimeUp, alarm
from dieciocho.bots.guard import Guarded
from dieciocho.bots.program import ProgramBot
from dieciocho.cli.main import app
from dieciocho.cli.session import bots_of
from dieciocho.engine.actions import Action, Bid, Pass
from dieciocho.engine.game import Game
from dieciocho.sim.arena import Contest, compete
from dieciocho.sim.run import Result, Task, play_out

from .support import NAMES

EXAMPLES = Path(__file__).parents[1] / "examples" / "bots"
MYBOT = f"{EXAMPLES / 'mybot.py'}:MyBot"
PASSING = """
from dieciocho.bots import Bot
class Passing(Bot):
    def choose(self, game):
        return "pass"
class Broken(Passing):
    def __init__(self, seed):
        raise ValueError("no brain")
class Stranger:
    pass
"""


def begun(game: str = "1888n") -> Game:
    return dieciocho.new_game(game, NAMES[:3], seed=5)


class Dreamer(Bot):
    """Does what a test wants."""

    def __init__(self, deed: Callable[[Game], Any]) -> None:
        super().__init__(3)
        self.deed = deed

    def choose(self, game: Game) -> Action:
        return self.deed(game)  # type: ignore[no-any-return]


def cheat(game: Game) -> Action:
    game.state.cash[0] += 1000
    return Pass()


def play_on(game: Game) -> Action:
    game.play("pass")
    return Pass()


def take_back(game: Game) -> Action:
    game.play("pass").undo()
    return Pass()


def fall_asleep(game: Game) -> Action:
    while True:
        try:
            time.sleep(60)
        except Exception:  # badly written
            continue


@pytest.mark.parametrize(
    ("deed", "text"),
    [
        (lambda game: 1 / 0, "ZeroDivisionError"),
        (lambda game: sys.exit(3), "SystemExit"),
        (cheat, "has changed the game"),
        (play_on, "has changed the game"),
        (fall_asleep, "no answer in"),
        (lambda game: Bid("YRF", 1), "not legal"),
        (lambda game: Bid("YRF", "a lot"), "got `str`"),  # type: ignore[arg-type]
        (lambda game: "fly", "fly"),
        (lambda game: None, "None"),
    ],
    ids=["raises", "exits", "cheats", "plays", "sleeps", "illegal", "wrong", "text", "nothing"],
)
def test_a_bot_that_fails_loses_its_turn_only(
    caplog: pytest.LogCaptureFixture, deed: Callable[[Game], Any], text: str
) -> None:
    game, before = begun(), begun().state
    bot = Guarded(Dreamer(deed), "dreamer", seconds=0.05)
    with caplog.at_level(logging.WARNING):
        action = bot.choose(game)
    assert game.state == before
    assert action == make_bot("quick", 3).choose(game)
    assert bot.faults == 1
    assert "dreamer, action 1" in caplog.text
    assert text in caplog.text


@pytest.mark.parametrize(
    "deed",
    [lambda game: "pass", lambda game: Pass(), lambda game: game.legal_actions()[-1], take_back],
    ids=["text", "action", "choice", "took back"],
)
def test_what_a_bot_may_answer(deed: Callable[[Game], Any]) -> None:
    bot = Guarded(Dreamer(deed), "dreamer")
    assert bot.choose(begun()) == Pass()
    assert bot.faults == 0


def test_what_a_bot_prints_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    def talk(game: Game) -> Action:
        print("best nonsense")
        return Pass()

    Guarded(Dreamer(talk), "dreamer").choose(begun())
    assert capsys.readouterr() == ("", "best nonsense\n")


def test_alarms_in_each_other() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(TimeUp), alarm(0.02):
        fall_asleep(begun())
    with alarm(60):
        with pytest.raises(TimeUp), alarm(0.02):
            fall_asleep(begun())
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] < 60, "goes on"
    with pytest.raises(TimeUp), alarm(0.02), alarm(60):
        fall_asleep(begun())
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


# --- files -----------------------------------------------------------------------------


def test_a_bot_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "passing.py"
    file.write_text(PASSING, encoding="utf-8")
    bot = make_bot(f"{file}:Passing", 4)
    assert (bot.choose(begun()), bot.seed, bot.faults) == (Pass(), 4, 0)
    for name, text in (
        (f"{file}:Broken", "no brain"),
        (f"{file}:Stranger", "not a class derived"),
        (f"{file}:Nobody", "not a class derived"),
        (f"{tmp_path / 'none.py'}:Bot", "no file"),
    ):
        with pytest.raises(dieciocho.BadInput, match=text):
            make_bot(name)
    file = tmp_path / "torn.py"
    file.write_text("def", encoding="utf-8")
    with pytest.raises(dieciocho.BadInput, match="SyntaxError"):
        make_bot(f"{file}:Bot")


def test_ours_are_installed_like_anybodys() -> None:
    assert {"random", "curious", "wayward", "quick", "sensible"} <= set(BOTS)
    assert not set(OTHERS) & {"random", "quick", "sensible"}
    with pytest.raises(dieciocho.BadInput, match="cannot be told"):
        make_bot("quick:3")


def test_the_template_plays_in_a_contest_and_a_simulation() -> None:
    for game in dieciocho.GAMES:
        result = play_out(Task(game, 3, 2, (MYBOT, "quick"), most_actions=12))
        assert isinstance(result, Result), result
    played, failures = compete(Contest("18mag", (MYBOT, "random"), players=2), 1, workers=1)
    assert not failures
    assert [game.faults for game in played] == [(0, 0), (0, 0)]
    assert len(EXAMPLES.joinpath("mybot.py").read_text(encoding="utf-8").splitlines()) < 40


def test_a_contest_counts_faults(tmp_path: Path) -> None:
    file = tmp_path / "lost.py"
    file.write_text(PASSING.replace('"pass"', '"fly"'), encoding="utf-8")
    contest = Contest("18mag", (f"{file}:Passing",), players=2)
    played, failures = compete(contest, 1, workers=1)
    assert not failures
    assert played[0].faults == played[0].moves


def test_in_the_terminal(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    (tmp_path / "passing.py").write_text(PASSING, encoding="utf-8")
    bot = f"{tmp_path / 'passing.py'}:Passing"
    words = ["terminal", "--game", "1888n", "--players", "Ana", "--bots", bot, "--seed", "3"]
    said = CliRunner().invoke(app, [*words, "--save", str(saved)], input="pass\nquit\n")
    assert said.exit_code == 0, said.output
    game = dieciocho.load(saved)
    assert "Beatriz (Passing)" in game.players
    assert len(game.history) >= 2
    assert bots_of(game) == {}, "a saved game runs no files"
    assert list(bots_of(game, [bot])) == ["Beatriz (Passing)"]
    again = CliRunner().invoke(app, ["terminal", str(saved), "--bots", bot], input="quit\n")
    assert again.exit_code == 0, again.output
    other = CliRunner().invoke(app, ["terminal", str(saved), "--bots", "quick"], input="quit\n")
    assert other.exit_code == 2
    assert "no player of this game is the bot quick" in other.output
    twice = f"{bot},{tmp_path / 'other'}.py:Passing"
    (tmp_path / "other.py").write_text(PASSING, encoding="utf-8")
    alike = CliRunner().invoke(app, ["terminal", "--game", "1888n", "--bots", twice])
    assert alike.exit_code == 2
    assert "same name" in alike.output


def test_labels() -> None:
    assert [label_of(name) for name in ("quick", "a/b.py:Mine", "exec:./mine.sh -x")] == [
        "quick",
        "Mine",
        "mine",
    ]


# --- packages --------------------------------------------------------------------------

ASKED = """
import json
from dieciocho.bots import BOTS, OTHERS, make_bot
from dieciocho.sim.run import Task, play_out
from dieciocho.web.settings import *
import os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "dieciocho.web.settings"
django.setup()
from dieciocho.web.lobby.opponents import PLAIN
from dieciocho.web.services.gathering import BOTS as OFFERED
try:
    make_bot("torn")
except Exception as error:
    torn = str(error)
result = play_out(Task("1888n", 3, 1, ("passing", "quick"), most_actions=9))
print(json.dumps([OTHERS, dict(PLAIN)["passing"], "passing" in OFFERED, result.actions, torn]))
"""


def test_an_installed_bot_is_offered(tmp_path: Path) -> None:
    (tmp_path / "passing_bot.py").write_text(PASSING, encoding="utf-8")
    info = tmp_path / "passing_bot-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: passing-bot\nVersion: 1\n")
    names = "passing = passing_bot:Passing\ntorn = no_such_package:Bot\n"
    (info / "entry_points.txt").write_text(f"[dieciocho.bots]\n{names}")
    environ = {**os.environ, "PYTHONPATH": str(tmp_path), "DIECIOCHO_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", ASKED], env=environ, text=True, capture_output=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    others, label, offered, actions, torn = json.loads(done.stdout.splitlines()[-1])
    assert others == ["passing", "torn"]
    assert (label, offered, actions) == ("Bot passing", True, 9)
    assert "no_such_package" in torn


# --- another language ------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("game", dieciocho.GAMES)
def test_the_template_in_another_language(game: str) -> None:
    table = begun(game)
    player = ProgramBot(f"node {EXAMPLES / 'mybot.js'}", 1)
    for _ in range(40):
        action = player.choose(table)
        assert player.faults == 0
        table.play(action)
