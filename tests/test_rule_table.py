"""Every rule is named by a line that plays it and by a test, or a list says why not."""

from __future__ import annotations

import pytest

from dieciocho.games import GAMES, rules_of

from .rule_table import rules_with_lines, rules_with_tests, told_only, untestable


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test(game: str) -> None:
    tested = {*rules_with_tests(), *untestable()}
    assert [rule for rule in rules_of(game).rule_texts if rule not in tested] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_line_of_code_or_data(game: str) -> None:
    named = {*rules_with_lines(game), *told_only()}
    assert [rule for rule in rules_of(game).rule_texts if rule not in named] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_only_told_has_no_line(game: str) -> None:
    assert [rule for rule in rules_with_lines(game) if rule in told_only()] == []


def test_marks_name_existing_rules() -> None:
    known = {rule for game in GAMES for rule in rules_of(game).rule_texts}
    named = {*rules_with_tests(), *untestable(), *told_only()}
    assert [rule for rule in named if rule not in known] == []
