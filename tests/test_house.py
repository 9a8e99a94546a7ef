"""The house: what knows a game by name lies in the game's folder, and nowhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import dieciocho
from dieciocho import GAMES, games
from dieciocho.engine.step import Step
from dieciocho.interop.dialect import dialects

SOURCE = Path(dieciocho.__file__).parent
ROOMS = sorted(
    path.relative_to(SOURCE).as_posix()
    for path in (*SOURCE.iterdir(), *(SOURCE / "games").glob("*.*"))
    if path.suffix == ".py" or (path.is_dir() and path.name not in ("games", "__pycache__"))
)
CODE = {".py", ".js"}
READ = CODE | {".css", ".html", ".po", ".toml", ".txt"}  # with words for people

BUILT = SOURCE / "web" / "help"  # the documentation, where it was built: it names all games

# What `help` shows of the library and of `Game` is played by tests, so it is a real game.
EXAMPLES = {
    "<Game 1888n after 1 actions, Ana: private_auction>",
    '>>> game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])',
    "<Game 1888n after 3 actions, Ana: private_auction>",
}


def files(room: str, kinds: set[str] = READ) -> list[Path]:
    place = SOURCE / room
    found = [place] if place.is_file() else sorted(place.rglob("*"))
    return [path for path in found if path.suffix in kinds and BUILT not in path.parents]


def lines(room: str, pattern: re.Pattern[str], kinds: set[str] = READ) -> list[str]:
    """Return the lines of a room in which something is named that it should not know."""
    return [
        f"{path.relative_to(SOURCE)}:{number}: {line.strip()}"
        for path in files(room, kinds)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line) and line.strip() not in EXAMPLES
    ]


@cache
def ids() -> re.Pattern[str]:
    """Ids of games, packages of games and titles on the site, wherever they stand."""
    titles = {dialect.title for dialect in dialects().values()}
    words = "|".join(map(re.escape, sorted({*GAMES, *titles})))
    return re.compile(rf"\bg?({words})\b", re.IGNORECASE)


@cache
def steps() -> re.Pattern[str]:
    """Names of the games' own steps, as texts: as types they cannot be imported."""

    def kinds(base: type[Step]) -> Iterator[type[Step]]:
        for kind in base.__subclasses__():
            yield kind
            yield from kinds(kind)

    for module in walk_packages(games.__path__, f"{games.__name__}."):
        import_module(module.name)
    every = set(kinds(Step))
    ours = {kind.__name__ for kind in every if kind.__module__.startswith(games.__name__)}
    common = {kind.__name__ for kind in every if kind.__module__.startswith("dieciocho.engine")}
    words = "|".join(sorted(ours - common))
    return re.compile(rf"""["']({words})["']""")


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_no_game_by_name(room: str) -> None:
    assert files(room)
    assert lines(room, ids()) == []


def test_all_rooms_are_looked_at() -> None:
    assert {"__init__.py", "bench.py", "cli", "engine", "games/__init__.py", "web"} <= {*ROOMS}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_no_step_of_a_game_by_name(room: str) -> None:
    assert lines(room, steps(), CODE) == []


def test_the_search_finds_what_it_should() -> None:
    assert ids().search('if game == "1862":')
    assert ids().search("from ..games.g18esp import rules")
    assert ids().search("the online edition of 18Mag")
    assert not ids().search("a recorded game of 18xx.games")
    assert steps().search('names = ("RunTrains", "Draft")')
    assert not steps().search("def run(step: RunTrains) -> None:")


COMPANIES = {"company", "minor", "small", "absorber"}
WHAT_IT_HAS = {"card", "hex_name", "private", "train", "wagon"}


def turned_round(text: str) -> list[str]:
    """Return the functions that take something of a company before the company itself."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
            first = min((n for n, name in enumerate(names) if name in COMPANIES), default=0)
            if WHAT_IT_HAS.intersection(names[:first]):
                found.append(node.name)
    return found


def test_ids_come_in_one_order() -> None:
    """Ids are text, so no type keeps a hex from being taken for a company: the order does."""
    files_of_code = sorted(SOURCE.rglob("*.py"))
    assert len(files_of_code) > 300
    wrong = {str(p): turned_round(p.read_text(encoding="utf-8")) for p in files_of_code}
    assert {path: names for path, names in wrong.items() if names} == {}
    assert turned_round("def lays(game, hex_name, company): ...") == ["lays"]
    assert turned_round("def lays(game, company, hex_name): ...") == []
