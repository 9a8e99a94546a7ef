"""What is released: a source archive, and its wheel tried where nothing else is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import dieciocho

ROOT = Path(__file__).parents[1]
SDIST = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
WHEEL = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
FEW = {"msgspec", "typer", "rich"}  # what the library and the terminal need


def needed(names: set[str]) -> Iterator[Distribution]:
    """Yield what these packages are and whatever they need, without extras."""
    seen: set[str] = set()
    while names:
        name = names.pop()
        if name in seen:
            continue
        seen.add(name)
        found = distribution(name)
        yield found
        for line in found.requires or ():
            wanted = Requirement(line)
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                names.add(wanted.name)


def declared() -> set[str]:
    """Return what the package says that it needs."""
    wanted = map(Requirement, distribution("dieciocho").requires or ())
    return {w.name for w in wanted if w.marker is None or "extra" not in str(w.marker)}


class Clean:
    """A Python that has the wheel and what it declares, and nothing else."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.python = folder / "venv" / "bin" / "python"
        self.folder = folder
        self.environ = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        venv = [sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")]
        subprocess.run(venv, check=True)
        (site,) = (folder / "venv" / "lib").glob("python*/site-packages")
        for package in needed(declared()):
            for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
                (site / top).symlink_to(str(package.locate_file(top)))
        # As pip would unpack it: nothing of it is compiled, and its commands are scripts.
        subprocess.run([sys.executable, "-m", "zipfile", "-e", str(wheel), str(site)], check=True)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.python, *words],
            cwd=self.folder,
            env=self.environ,
            text=True,
            capture_output=True,
            timeout=600,
        )

    def dieciocho(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self.run("-c", "from dieciocho.cli.main import app; app()", *words)


def build(program: str, project: Path, folder: Path) -> None:
    words = [sys.executable, "-c", program, str(folder)]
    done = subprocess.run(words, cwd=project, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the source archive, made of a copy: building leaves traces."""
    folder, copy = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("copy") / "project"
    shutil.copytree(
        ROOT / "src",
        copy / "src",
        ignore=shutil.ignore_patterns("*.egg-info", "__pycache__", "help"),
    )
    page = copy / "src" / "dieciocho" / "web" / "help" / "es" / "play" / "index.html"  # make docs
    page.parent.mkdir(parents=True)
    page.write_text("<h1>Jugar</h1>")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    build(SDIST, copy, folder)
    (archive,) = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def clean(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Clean:
    """Return an environment with the wheel that is built of the source archive."""
    folder = tmp_path_factory.mktemp("wheel")
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    build(WHEEL, unpacked, folder)
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    return Clean(tmp_path_factory.mktemp("clean"), wheel)


def test_the_library_needs_little() -> None:
    assert declared() == FEW


def test_the_wheel_says_its_version(clean: Clean) -> None:
    said = clean.dieciocho("--version")
    assert said.stdout == f"dieciocho {dieciocho.__version__}\n", said.stderr


def test_the_wheel_carries_the_documentation_that_was_built(clean: Clean) -> None:
    files = "pathlib.Path(dieciocho.__file__).parent.rglob('help/**/*.html')"
    said = clean.run("-c", f"import dieciocho, pathlib; print(*{files})")
    assert said.stdout.strip().endswith("web/help/es/play/index.html"), said.stderr


def test_the_library_loads_little(clean: Clean) -> None:
    """What takes long to load is loaded when it is wanted: upper rooms, games, metadata."""
    late = ("importlib.metadata", "dieciocho.bots", "dieciocho.games.g", "typer", "rich", "asyncio")
    said = clean.run("-c", "import dieciocho, sys; print(*sys.modules)")
    assert [name for name in said.stdout.split() if name.startswith(late)] == [], said.stderr
    said = clean.run("-c", "from dieciocho import *; print(*GAMES)")
    assert said.stdout.split() == list(dieciocho.GAMES)


@pytest.mark.parametrize("game", dieciocho.GAMES)
def test_the_wheel_plays_every_game(clean: Clean, game: str) -> None:
    said = clean.dieciocho("simulate", game, "--games", "1", "--bots", "quick", "--json")
    assert said.returncode == 0, said.stderr
    assert game in said.stdout


def test_the_wheel_draws_and_tells_rules(clean: Clean) -> None:
    board = "import dieciocho; print(dieciocho.new_game('1865', ['A', 'B']).board_svg())"
    said = clean.run("-c", board)
    assert said.stdout.startswith("<svg"), said.stderr
    said = clean.dieciocho("rules", "1862", "1862-7.5.0.1", "--language", "es")
    assert "1862-7.5.0.1" in said.stdout, said.stderr


@pytest.mark.parametrize("command", ["play", "serve", "worker", "manage"])
def test_without_the_web_application_it_is_said_how_to_get_it(clean: Clean, command: str) -> None:
    said = clean.dieciocho(command)
    assert said.returncode == 2
    assert "pip install 'dieciocho[web]'" in said.stderr
    assert "Traceback" not in said.stderr


def test_what_was_tested_is_installed() -> None:
    """Versions stand in constraints.txt, all of them, and without where they come from."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    kept = dict(line.split("==") for line in lines)
    assert all(re.fullmatch(r"[\w.+-]+", version) for version in kept.values())
    names = {name.lower().replace("_", "-") for name in kept}
    wanted = set(map(str, declared())) | {"django", "uvicorn", "pytest", "mypy", "setuptools"}
    assert wanted <= names
