"""The library as a programmer meets it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import dieciocho
from dieciocho import BadInput, Choice, IllegalAction
from dieciocho.engine.actions import Action, Bid, BuyPrivate, LayTile, Pass, Route, Run
from dieciocho.engine.game import Game
from dieciocho.games.g1862.actions import RecordedRun
from tests.support import NAMES


def played(actions: int = 250, seed: int = 3, edition: str = "online") -> Game:
    """Return a game after some random actions."""
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"], edition=edition)
    dice = random.Random(seed)
    while not game.over and len(game.history) < actions:
        game.play(dice.choice(game.legal_actions()))
    return game


def test_a_position_knows_its_actor_and_legal_actions() -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])
    assert game.actor == 0
    assert game.name(0) == "Ana"
    first = game.legal_actions()[0]
    assert first == Choice(BuyPrivate("KT", 25))
    assert repr(game) == "<Game 1888n after 0 actions, Ana: private_auction>"


def test_actions_are_played_as_values_choices_or_text() -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])
    game.play(Bid("TA", 60)).play("bid 90 on HS").play(game.legal_actions()[0])
    assert [record.action for record in game.history] == [
        Bid("TA", 60),
        Bid("HS", 90),
        BuyPrivate("KT", 25),
    ]
    assert [record.by for record in game.history] == [0, 1, 2]
    assert game.log_lines("es")[:2] == ["Ana puja ¥60 por TA.", "Luis puja ¥90 por HS."]


def test_a_range_stands_for_all_its_prices() -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])
    choice = next(c for c in game.legal_actions() if c.action == Bid("FC", 155))
    assert (choice.low, choice.high, choice.step) == (155, 800, 1)
    assert choice.allows(Bid("FC", 477))
    assert not choice.allows(Bid("FC", 801))
    assert not choice.allows(Bid("YRF", 477))
    assert not choice.allows(Pass())
    game.play(choice.at(477))
    assert game.history[-1].action == Bid("FC", 477)


def test_a_refusal_names_the_rule_and_changes_nothing() -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])
    before = game.state.copy()
    with pytest.raises(IllegalAction, match=r"lowest bid on FC is ¥155\. \[1888N-6\.4\]") as caught:
        game.play(Bid("FC", 154))
    assert caught.value.rule == "1888N-6.4"
    assert game.state == before
    why = game.why_not("bid 154 on FC", "es")
    assert why is not None
    assert why["rule"] == "1888N-6.4"
    assert why["reason"] == "La puja mínima por FC es ¥155."
    assert len(why["text"]) > 20
    assert game.why_not("bid 155 on FC") is None


def test_only_the_actor_may_act() -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])
    for other in ("Luis", 1, "Nadie", 7, -1):
        with pytest.raises(IllegalAction):
            game.play(Pass(), by=other)
    game.play(Pass(), by="Ana").play(Pass(), by=1)
    assert game.actor == 2


def test_undo_and_redo_walk_through_the_whole_game() -> None:
    game = played()
    final = game.state.copy()
    count = len(game.history)
    log = game.log_lines()
    for _ in range(count):
        game.undo()
    assert game.state == dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"], edition="online").state
    with pytest.raises(BadInput, match="nothing to undo"):
        game.undo()
    for _ in range(count):
        game.redo()
    assert game.state == final
    assert game.log_lines() == log
    with pytest.raises(BadInput, match="nothing to redo"):
        game.redo()


def test_a_new_action_forgets_what_was_undone() -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])
    game.play("pass").undo().play("bid 55 on TA")
    with pytest.raises(BadInput):
        game.redo()


def test_copies_are_independent() -> None:
    game = played(100)
    other = game.copy()
    other.play(other.legal_actions()[0])
    assert len(game.history) == 100
    assert game.state == game.at(100).state
    assert game.state != other.state
    game.undo()
    assert len(other.history) == 101


def test_any_earlier_position_can_be_looked_at() -> None:
    game = played(120)
    replayed = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"], edition="online")
    for number in range(121):
        if number:
            replayed.play(game.history[number - 1].action)
        if number % 13 == 0 or number > 110:
            assert game.at(number).state == replayed.state
    with pytest.raises(BadInput):
        game.at(121)


def test_saving_and_loading_gives_the_same_game(tmp_path: Path) -> None:
    game = played(160)
    path = tmp_path / "game.json"
    game.to_json(path)
    again = dieciocho.load(path)
    assert again.state == game.state
    assert again.header == game.header
    assert again.log_lines("en") == game.log_lines("en")
    choice = again.legal_actions()[-1]
    assert again.play(choice).state == game.play(choice).state


def test_the_seed_draws_the_seating_and_is_recorded() -> None:
    names = ["Ana", "Luis", "Eva", "Ivo"]
    game = dieciocho.new_game("1888n", names, seed=7)
    assert sorted(game.players) == sorted(names)
    assert game.players == dieciocho.new_game("1888n", names, seed=7).players
    assert len({dieciocho.new_game("1888n", names, seed=s).players for s in range(40)}) > 10
    assert dieciocho.loads(game.to_json()).players == game.players


@pytest.mark.parametrize(
    ("title", "edition"),
    [(title, e) for title in dieciocho.GAMES for e in dieciocho.rules_of(title).editions],
)
def test_the_text_of_whatever_is_legal_reads_back(title: str, edition: str) -> None:
    kinds: set[type[Action]] = set()
    for players in (3, 4):
        game = dieciocho.new_game(title, NAMES[:players], seed=players, edition=edition)
        dice = random.Random(11)
        while not game.over and len(game.history) < 400:
            choices = game.legal_actions()
            for choice in choices:
                ends = [end for end in (choice.low, choice.high) if end is not None]
                for action in (choice.action, *map(choice.at, ends)):
                    assert game.parse(str(action)) == action, str(action)
            kinds.update(type(choice.action) for choice in choices)
            game.play(str(dice.choice(choices)))
    assert len(kinds) >= 6


@pytest.mark.parametrize("game", dieciocho.GAMES)
def test_the_notation_of_every_kind_of_action_reads_back(game: str) -> None:
    table = dieciocho.new_game(game, ["Ana", "Luis", "Eva"])
    kinds = table.rules.actions
    routes = (Route("2-0", "F16.0-G15-H14.0"), Route("3&2-1", "C9.0-D10.0"))
    for kind in kinds:
        fields: dict[str, Any] = {}
        for name, hint in get_type_hints(kind).items():
            if name in kind.__struct_fields__:
                words = [word for word in get_args(hint) if isinstance(word, str)]
                fields[name] = routes if name == "routes" else 3 if hint is int else "X&1"
                fields[name] = words[-1] if words else fields[name]
        needed = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
        least = {name: fields[name] for name in kind.__struct_fields__[:needed]}
        for given in (fields, least):
            action = kind(**given)
            text = str(action)
            assert table.parse(text) == action, text
            assert repr(action).startswith(kind.__name__ + "(")
    if game == "1862":
        assert table.parse("run nothing for 0 and 0") == RecordedRun((), 0, 0)


def test_notation_reads_well() -> None:
    assert str(LayTile("G15", "9", 0)) == "lay 9 on G15 turned 0"
    assert str(LayTile("H2", "L39", 5, "TA")) == "lay L39 on H2 turned 5 by TA"
    run = Run((Route("2-0", "F16.0-G15-H14.0"), Route("3-1", "C9.0-D10.0")))
    assert str(run) == "run 2-0: F16.0-G15-H14.0; 3-1: C9.0-D10.0"
    assert str(Run()) == "run nothing"
    assert str(Choice(Bid("TA", 60), low=60, high=800)) == "bid 60 on TA"


def test_an_error_inside_the_rules_leaves_the_position_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = played(50)
    before = game.state.copy()

    def broken(self: Game) -> None:
        self.state.cash["bank"] += 1
        raise RuntimeError("a mistake")

    choice = game.legal_actions()[0]
    with monkeypatch.context() as patched:
        patched.setattr(Game, "_advance", broken)
        with pytest.raises(RuntimeError):
            game.play(choice)
    assert game.state == before
    assert len(game.history) == 50
    game.play(choice)
