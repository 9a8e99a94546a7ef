"""The auditors: what they share with the game they watch is data, never code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import dieciocho.games
from dieciocho.engine.audit import auditor_for
from dieciocho.engine.game import Game
from dieciocho.interop.site import import_game, read_file

from .support import conformance

GAMES = Path(dieciocho.games.__file__).parent
AUDITS = sorted([*GAMES.glob("g*/audit.py"), *GAMES.glob("g*/audit/*.py")])

# What an auditor may import from the project; of a game's own modules only types, its data.
ENGINE = {
    "actions",
    "audit",
    "audit_table",
    "audit_tools",
    "components",
    "definition",
    "errors",
    "geometry",
}
ENGINE |= {"state", "text"}
DATA = {"actions", "facts", "policy", "printed"}


def imported(file: Path) -> list[tuple[str, str]]:
    """Return module and name of all that a file imports from the project."""
    package = ["dieciocho", *file.relative_to(GAMES.parent).parts[:-1]]
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            module = ".".join([*base, *(node.module or "").split(".")]).rstrip(".")
            found += [(module, alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
    return [(m, name) for m, name in found if m.split(".")[0] == "dieciocho"]


def allowed(module: str, name: str) -> bool:
    parts = module.split(".")
    if parts[1] == "engine":
        return len(parts) == 3 and parts[2] in ENGINE
    if parts[1] == "games" and len(parts) > 3:
        return parts[3] == "audit" or (parts[3] in DATA and name[:1].isupper())
    return False


@pytest.mark.parametrize("file", AUDITS, ids=lambda f: str(f.relative_to(GAMES)))
def test_an_auditor_imports_data_only(file: Path) -> None:
    assert [entry for entry in imported(file) if not allowed(*entry)] == []


def test_the_guard_notices_code() -> None:
    assert not allowed("dieciocho.engine.ledger", "pay")
    assert not allowed("dieciocho.engine.shares", "move_price")
    assert not allowed("dieciocho.games.g1888n.turn", "turn_steps")
    assert not allowed("dieciocho.games.g18mag.facts", "facts_of")
    assert allowed("dieciocho.games.g18mag.facts", "Facts18Mag")


@pytest.mark.parametrize("title", ["1888n", "18mag", "1862"])
def test_recorded_games_pass(title: str) -> None:
    """Games that were played elsewhere by others, recounted."""
    folder = conformance(title)
    if folder is None:
        pytest.skip("there are no recorded games here")
    files = [file for file in sorted(folder.glob("*.json.gz")) if ".trace." not in file.name]
    for file in files[:2]:
        recorded = import_game(read_file(file))
        game = Game(recorded.header, recorded.rules)
        auditor = auditor_for(game)
        for record in recorded.history:
            game.play(record.action)
            auditor.after(game)
        assert auditor.checked > 10_000


@pytest.mark.parametrize("name", dieciocho.GAMES)
def test_every_game_has_an_auditor_of_its_own(name: str) -> None:
    game = dieciocho.new_game(name, ["Ana", "Luis", "Eva"])
    assert type(auditor_for(game)).__module__.startswith(type(game.rules).__module__[:-5])
