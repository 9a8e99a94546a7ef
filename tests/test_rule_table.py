"""Every rule is named by a test, or stands in the list of untestable ones with a reason."""

from __future__ import annotations

import pytest

from dieciocho.games import GAMES, rules_of

from .rule_table import rules_with_tests, untestable


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test(game: str) -> None:
    tested = {*rules_with_tests(), *untestable()}
    assert [rule for rule in rules_of(game).rule_texts if rule not in tested] == []


def test_marks_name_existing_rules() -> None:
    known = {rule for game in GAMES for rule in rules_of(game).rule_texts}
    assert [rule for rule in {*rules_with_tests(), *untestable()} if rule not in known] == []
