"""Games are found by their entry points, whoever wrote them."""

from __future__ import annotations

import importlib.metadata
from importlib.metadata import EntryPoint

import pytest

import dieciocho
from dieciocho import games
from dieciocho.engine.errors import DefinitionError


def found(monkeypatch: pytest.MonkeyPatch, *entries: tuple[str, str]) -> list[str]:
    points = [EntryPoint(name, value, games.GROUP) for name, value in entries]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    return list(games._installed.__wrapped__())


def test_the_five_are_registered_as_anybody_registers() -> None:
    points = importlib.metadata.entry_points(group=games.GROUP)
    assert {point.name for point in points} == set(dieciocho.GAMES)
    assert all(dieciocho.rules_of(game).id == game for game in dieciocho.GAMES)


def test_the_least_demanding_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [(name, f"dieciocho.games.g{name}:TITLE") for name in ("1862", "1888n", "18mag")]
    assert found(monkeypatch, *entries) == ["1888n", "18mag", "1862"]


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([("1999", "dieciocho.games.g1862:TITLE")], "not the title of a game '1999'"),
        ([("1862", "dieciocho.games.g1862.rules:RULES")], "not the title of a game '1862'"),
        (
            [
                ("1862", "dieciocho.games.g1862:TITLE"),
                ("1862", "dieciocho.games.g1862.rules:TITLE"),
            ],
            "are both called '1862'",
        ),
    ],
)
def test_what_is_no_game_is_named(
    monkeypatch: pytest.MonkeyPatch, entries: list[tuple[str, str]], why: str
) -> None:
    from dieciocho.games.g1862 import TITLE, rules

    monkeypatch.setattr(rules, "TITLE", TITLE, raising=False)
    with pytest.raises(DefinitionError, match=why):
        found(monkeypatch, *entries)


def test_a_game_has_the_parts_that_it_has() -> None:
    assert games.part_of("1862", "rules") is not None
    assert games.part_of("1862", "kitchen") is None
