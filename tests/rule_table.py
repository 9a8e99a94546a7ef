"""Which tests exercise which rules: `python -m tests.rule_table` prints the table."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

from dieciocho.games import GAMES, rules_of

HERE = Path(__file__).parent


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


def main() -> None:
    table, excluded = rules_with_tests(), untestable()
    for game in GAMES:
        ids = rules_of(game).rule_texts
        print(f"{rules_of(game).title}: {sum(1 for i in ids if i in table)} of {len(ids)} tested")
        for rule_id in ids:
            if rule_id in excluded:
                print(f"  {rule_id:18} not testable: {excluded[rule_id]}")
            else:
                print(f"  {rule_id:18} {', '.join(table.get(rule_id, ['NO TEST']))}")


if __name__ == "__main__":
    main()
