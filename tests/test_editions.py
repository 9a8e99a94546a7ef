"""Editions, earlier versions of the rules, house rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import dieciocho
from dieciocho.engine.editions import Editions, Policy
from dieciocho.engine.errors import BadInput, DefinitionError
from dieciocho.engine.game import Header
from dieciocho.games import GAMES, rules_of

from .support import NAMES


class Ways(Policy, frozen=True, kw_only=True):
    strict: bool
    limit: int


EDITIONS = """
[rulebook.policy]
consent = true
strict = true
limit = 3
[rulebook.earlier.2.policy]
limit = 2
[rulebook.earlier.1]
policy = { strict = false, limit = 1 }
changes = { table = { bank = 5 } }
[online]
policy = { consent = false, strict = false, limit = 9 }
changes = { table = { bank = 7 } }
"""
HOUSE = """
[strict]
rule = "X-1"
en = "What is forbidden is forbidden"
es = "Lo prohibido está prohibido"
"""


@pytest.fixture
def editions(tmp_path: Path) -> Editions:
    (tmp_path / "editions.toml").write_text(EDITIONS)
    (tmp_path / "house.toml").write_text(HOUSE)
    return Editions(tmp_path, Ways)


def header(edition: str = "rulebook", version: int = 3, **options: str) -> Header:
    return Header("x", ("Ana",), edition, None, version, options)


def test_an_earlier_version_plays_what_it_played(editions: Editions) -> None:
    assert editions.policy(header()) == Ways(consent=True, strict=True, limit=3)
    assert editions.policy(header(version=2)) == Ways(consent=True, strict=True, limit=2)
    assert editions.policy(header(version=1)) == Ways(consent=True, strict=False, limit=1)
    assert editions.policy(header("online", 1)) == Ways(consent=False, strict=False, limit=9)
    assert editions.changes("rulebook", 2) == {}
    assert editions.changes("rulebook", 1) == {"table": {"bank": 5}}
    assert editions.changes("online", 3) == {"table": {"bank": 7}}


def test_a_table_may_read_a_rule_in_its_own_way(editions: Editions) -> None:
    assert editions.usual("strict") == "yes"
    assert editions.policy(header(strict="no")) == Ways(consent=True, strict=False, limit=3)
    assert editions.policy(header(strict="yes")) == Ways(consent=True, strict=True, limit=3)
    assert editions.check(header(strict="no", other="x")) == {"other": "x"}


def test_house_rules_are_refused_where_they_make_no_sense(editions: Editions) -> None:
    with pytest.raises(BadInput, match="strict is one of yes, no, not 'perhaps'"):
        editions.check(header(strict="perhaps"))
    with pytest.raises(BadInput, match="house rules belong to the edition 'rulebook'"):
        editions.check(header("online", strict="no"))


@pytest.mark.parametrize(
    "text", ["[rulebook.policy]\nstrict = true", EDITIONS + "[rulebook.polcy]\nx = 1", "["]
)
def test_a_wrong_file_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "editions.toml").write_text(text)
    with pytest.raises(DefinitionError, match=r"editions\.toml"):
        Editions(tmp_path, Ways)


def test_no_switch_may_be_forgotten_not_even_a_common_one(tmp_path: Path) -> None:
    text = EDITIONS.replace("consent = true\n", "")
    (tmp_path / "editions.toml").write_text(text)
    with pytest.raises(DefinitionError, match=r"\[rulebook\.policy\].*consent"):
        Editions(tmp_path, Ways)
    kinds = [rules_of(game).policy_type for game in GAMES]
    assert not any(kind.__struct_defaults__ for kind in kinds)


@pytest.mark.parametrize("game", GAMES)
def test_house_rules_are_switches_with_a_rule_and_an_effect(game: str) -> None:
    rules = rules_of(game)
    players = NAMES[: max(3, rules.player_counts[0])]
    for name, rule in rules.readings.house.items():
        assert rule.rule in rules.rule_texts
        other = {"yes": "no", "no": "yes"}[rules.readings.usual(name)]
        usual = dieciocho.new_game(game, players)
        changed = dieciocho.new_game(game, players, options={name: other})
        assert getattr(changed.policy, name) is not getattr(usual.policy, name)
        assert rule.en in changed.log_lines("en")[0]
        assert rule.es in changed.log_lines("es")[0]
        assert dieciocho.loads(changed.to_json()).policy == changed.policy
        if "online" in rules.editions:
            with pytest.raises(BadInput, match="house rules"):
                dieciocho.new_game(game, players, edition="online", options={name: other})


@pytest.mark.parametrize("game", GAMES)
def test_every_version_of_the_rules_still_starts(game: str) -> None:
    rules = rules_of(game)
    for edition in rules.editions:
        for version in range(1, rules.version + 1):
            given = Header(game, tuple(NAMES[:3]), edition, 1, version)
            assert dieciocho.Game(given, rules).legal_actions()
    future = dieciocho.new_game(game, NAMES[:3]).to_json()
    now = f'"version":{rules.version}'
    text = future.replace(now, '"version":99') if now in future else future
    if text != future:
        with pytest.raises(BadInput, match="version 99"):
            dieciocho.loads(text)
