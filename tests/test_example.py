"""The game in `examples/` is a package like anybody's: installed, it is played everywhere.

It is installed into an environment of its own that sees this project and what it needs, without a
network: the commands are those by which pip would build it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import dieciocho

ROOT = Path(__file__).parents[1]
SOURCE = Path(dieciocho.__file__).parents[1]
EXAMPLE = ROOT / "examples" / "dieciocho-mallorca"
NAME = "18mallorca"
INSTALL = "import setuptools; setuptools.setup()"
COMMAND = "from dieciocho.cli.main import app; app()"


class Environment:
    """A Python in which the example is installed."""

    def __init__(self, folder: Path) -> None:
        self.python = folder / "venv" / "bin" / "python"
        self.copy = folder / "example"
        self.environ = {**os.environ, "DIECIOCHO_DATA": str(folder / "data"), "COLUMNS": "200"}
        self.environ.pop("PYTHONPATH", None)
        shutil.copytree(EXAMPLE, self.copy)
        venv = [sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")]
        subprocess.run(venv, check=True)
        (site,) = (folder / "venv" / "lib").glob("python*/site-packages")
        (site / "project.pth").write_text(f"{SOURCE}\n{sysconfig.get_path('purelib')}\n")
        build = ("build", "--build-lib", str(site), "egg_info", "--egg-base", str(site))
        self.run("-W", "ignore", "-c", INSTALL, "-q", *build, folder=self.copy)

    def run(self, *words: str, keys: str = "", folder: Path = ROOT) -> str:
        """Run Python and return what it says."""
        done = subprocess.run(
            [self.python, *words],
            cwd=folder,
            env=self.environ,
            input=keys,
            text=True,
            capture_output=True,
            timeout=1800,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def dieciocho(self, *words: str, keys: str = "") -> str:
        return self.run("-c", COMMAND, *words, keys=keys)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("example"))


def test_it_is_not_part_of_the_project() -> None:
    assert NAME not in dieciocho.GAMES


def test_its_own_tests_pass(installed: Environment) -> None:
    installed.run("-m", "pytest", "-p", "no:cacheprovider", folder=installed.copy)


def test_the_tests_of_all_games_hold_for_it(installed: Environment) -> None:
    """Words for all that is asked, refusals with a rule, what is listed is legal, the terminal."""
    files = ("cli", "editions", "legal_lists", "library", "positions", "texts")
    paths = [f"tests/test_{name}.py" for name in files]
    wanted = f"{NAME} and not documentation"  # which knows the games of the project only
    said = installed.run("-m", "pytest", "-p", "no:cacheprovider", "-k", wanted, *paths)
    assert "[100%]" in said


def test_in_the_library(installed: Environment) -> None:
    script = f"""
import dieciocho
from dieciocho.bots import make_bot
game = dieciocho.new_game("{NAME}", ["Ana", "Biel"], seed=1)
bot = make_bot("random", 1)
while not game.over:
    game.play(bot.choose(game))
assert dieciocho.load(game.to_json()).state == game.state
assert "<svg" in game.board_svg()
print(dieciocho.GAMES[0], next(iter(game.places())) in ("Ana", "Biel"))
"""
    assert installed.run("-c", script).split() == [NAME, "True"]


def test_in_the_terminal(installed: Environment, tmp_path: Path) -> None:
    saved = str(tmp_path / "game.json")
    words = ("--game", NAME, "--players", "Ana", "--bots", "sensible", "--save", saved)
    keys = "start MAL at 55\nhint 0.1\nboard\nstart MAL at 60\ntable\nquit\n"
    said = installed.dieciocho("terminal", *words, "--seed", "3", keys=keys)
    assert "[MALLORCA-3.3]" in said
    assert "  1. " in said
    spanish = installed.dieciocho("terminal", saved, "--language", "es", keys="list\nquit\n")
    assert "Comprar una acción" in spanish
    assert "60 %" in installed.dieciocho("rules", NAME, "MALLORCA-3.6", "--language", "es")


def test_in_a_simulation(installed: Environment) -> None:
    words = ("--players", "3", "--games", "2", "--bots", "random", "--check", "--json")
    assert json.loads(installed.dieciocho("simulate", NAME, *words))["failures"] == []


def test_in_the_browser(installed: Environment) -> None:
    """A whole game by the requests of its page, and its rules in both languages."""
    installed.run("-m", "pytest", "-p", "no:cacheprovider", "tests/web/example_pages.py")
