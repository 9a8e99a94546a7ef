"""Whole games between computer players, and that every rule is stated and tested."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from dieciocho.engine.text import LANGUAGES
from dieciocho.games import rules_of
from dieciocho.sim.run import Result, Task, play_out

RULES = rules_of("18mallorca")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bots", [("random",), ("curious", "wayward"), ("sensible", "quick")])
def test_games_with_all_invariants_checked(players: int, bots: tuple[str, ...]) -> None:
    result = play_out(Task("18mallorca", players, players, bots, check=True, every=16))
    assert isinstance(result, Result), result
    assert (result.over, result.reason) == (True, "bank")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sensible_players_need_three_to_six_sets(players: int) -> None:
    result = play_out(Task("18mallorca", players, 1, ("sensible",)))
    assert isinstance(result, Result), result
    assert 3 <= result.rounds / 3 <= 6
    assert min(result.scores) > 0.7 * max(result.scores)


def marked() -> set[str]:
    """Return the rules that tests name."""
    found = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "rule":
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return found


def test_every_rule_has_a_test() -> None:
    assert marked() == set(RULES.rule_texts)


def test_every_refusal_cites_a_rule_and_has_words() -> None:
    cites = tomllib.loads((RULES.folder / "cites.toml").read_text(encoding="utf-8"))
    assert set(cites.values()) <= set(RULES.rule_texts)
    assert [reason for reason in cites if f"refuse.{reason}" not in RULES.texts] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_stated(language: str) -> None:
    assert all(RULES.rule_text(rule, language) for rule in RULES.rule_texts)
