"""Where each rule is played and tested: `python -m tests.rule_table [GAME...]` prints the table.

A rule's lines are those that name its id, and those that refuse for a reason which cites.toml gives
to it. Auditors are left out: they are a second opinion, not the place where a rule is played.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import dieciocho
from dieciocho.games import GAMES, rules_of

HERE = Path(__file__).parent
SOURCE = Path(dieciocho.__file__).parent
RULE_ID = re.compile(r"\b18\w+-(?:[IVXLCDM]+|[A-Z]?\d+|[A-Z])(?:\.\w+)*")
WORD = re.compile(r'"([a-z_0-9]+)"')
ELSEWHERE = ("rules.toml", "texts.toml", "cites.toml")  # where rules are told, not played


def rules_with_tests() -> dict[str, list[str]]:
    """Read the `rule` marks of all tests."""
    table: dict[str, list[str]] = {}
    for path in sorted(HERE.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if not (isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "rule"):
                    continue
                for argument in mark.args:
                    if isinstance(argument, ast.Constant):
                        name = f"{path.relative_to(HERE)}::{node.name}"
                        table.setdefault(str(argument.value), []).append(name)
    return table


def untestable() -> dict[str, str]:
    """Return the rules that software cannot test, with the reason."""
    entries: dict[str, str] = tomllib.loads((HERE / "untestable.toml").read_text(encoding="utf-8"))
    return entries


def told_only() -> dict[str, str]:
    """Return the rules that only tell: no line of code or data plays them, with the reason."""
    entries: dict[str, str] = tomllib.loads((HERE / "told_only.toml").read_text(encoding="utf-8"))
    return entries


def rules_with_lines(game: str) -> dict[str, list[str]]:
    """Return the lines of code and data that play each rule of a game."""
    rules, table = rules_of(game), defaultdict(list)
    folder = Path(str(rules.folder))
    cites: dict[str, str] = tomllib.loads((folder / "cites.toml").read_text(encoding="utf-8"))
    for root in (folder, SOURCE / "engine"):
        for place, line in _lines(root):
            found = dict.fromkeys(RULE_ID.findall(line))
            found |= dict.fromkeys(cites[word] for word in WORD.findall(line) if word in cites)
            for rule_id in found:
                table[rule_id].append(place)
    return table


@cache
def _lines(root: Path) -> tuple[tuple[str, str], ...]:
    return tuple(_read(root))


def _read(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted([*root.rglob("*.py"), *root.rglob("*.toml")]):
        inside = path.relative_to(root)
        if inside.parts[0] == "audit" or path.name in ELSEWHERE:
            continue
        name = Path(root.name) / inside
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{name}:{number}", line


def main(games: list[str]) -> None:
    tested, excluded, told_of = rules_with_tests(), untestable(), told_only()
    for game in games or GAMES:
        lines, ids = rules_with_lines(game), rules_of(game).rule_texts
        counts = [sum(1 for i in ids if i in table) for table in (lines, tested)]
        told = "of {} rules {} stand in code or data, {} in tests".format(len(ids), *counts)
        print(f"{rules_of(game).title}: {told}")
        for rule_id in ids:
            nowhere = f"told only: {told_of[rule_id]}" if rule_id in told_of else "-"
            print(f"  {rule_id:18} {' '.join(lines.get(rule_id, [nowhere]))}")
            tests = tested.get(rule_id, [f"not testable: {excluded.get(rule_id)}"])
            print(f"  {'':18} {', '.join(tests)}")


if __name__ == "__main__":
    main(sys.argv[1:])
