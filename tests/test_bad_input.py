"""Bad input is normal input: a clear error of ours, nothing changed, nothing lost."""

from __future__ import annotations

import gzip
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dieciocho
from dieciocho import BadInput, DieciochoError, IllegalAction
from dieciocho.engine import notation
from dieciocho.engine.actions import BuyTrain, LayTile, Pass, Route, Run, SellShares
from dieciocho.engine.save import decode_action
from dieciocho.games import rules_of
from dieciocho.interop.dialect import Dialect, dialects
from dieciocho.interop.site import import_game, read_file

from .test_library import played

SAVED = played(60).to_json()
LATE = played(330, seed=5)
SETTINGS = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.integers(0, len(SAVED) - 1))
@SETTINGS
def test_a_truncated_file_is_refused(cut: int) -> None:
    with pytest.raises(BadInput):
        dieciocho.loads(SAVED[:cut].rstrip()[:-1])


@given(st.binary(max_size=200))
@SETTINGS
def test_random_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BadInput):
        dieciocho.loads(data)
    with pytest.raises(BadInput):
        import_game(data)


@given(json_values)
@SETTINGS
def test_any_other_json_is_refused(value: Any) -> None:
    with pytest.raises(BadInput):
        dieciocho.loads(json.dumps(value))
    with pytest.raises(BadInput):
        import_game(json.dumps(value).encode())


@given(st.integers(0, 2**32), json_values)
@SETTINGS
def test_a_mistyped_field_is_refused_or_harmless(seed: int, value: Any) -> None:
    """Replace one value somewhere in a saved game: it loads with full validation or not at all."""
    dice = random.Random(seed)
    data = json.loads(SAVED)
    target: Any = data
    while True:
        key: Any = dice.choice(list(target) if isinstance(target, dict) else range(len(target)))
        child = target[key]
        if not isinstance(child, dict | list) or not child or dice.random() < 0.1:
            break
        target = child
    target[key] = value
    try:
        game = dieciocho.loads(json.dumps(data))
    except BadInput:
        return
    assert dieciocho.loads(game.to_json()).state == game.state


@given(st.integers(0, 2**32), json_values)
@SETTINGS
def test_mistyped_actions_never_change_the_game(seed: int, value: Any) -> None:
    dice = random.Random(seed)
    game = LATE.at(dice.randrange(len(LATE.history)))
    action = json.loads(json.dumps(_plain(dice.choice(game.legal_actions()).action)))
    action[dice.choice(list(action))] = value
    before = game.state.copy()
    try:
        game.play(decode_action(json.dumps(action).encode(), game.rules))
    except DieciochoError:
        assert game.state == before


def _plain(action: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(action)


@given(st.text(max_size=60))
@SETTINGS
def test_any_text_is_an_action_or_bad_input(text: str) -> None:
    rules = rules_of("1888n")
    try:
        action = notation.read(text, rules.actions)
    except BadInput:
        return
    assert notation.read(str(action), rules.actions) == action


HOSTILE = [
    LayTile("Z99", "9", 0),
    LayTile("G15", "nope", 0),
    LayTile("G15", "9", 6),
    LayTile("G15", "9", -1),
    LayTile("G15", "9", 0, power="JHR"),
    SellShares("XXX", 1),
    SellShares("JHR", -3),
    SellShares("JHR", 10**30),
    BuyTrain("9-9", "bank", 1),
    BuyTrain("2-0", "nobody", 1),
    BuyTrain("5-0", "out", 500),
    BuyTrain("2-0", "bank", -80),
    Run((Route("2-0", ""),)),
    Run((Route("2-0", "C9.0"),)),
    Run((Route("2-0", "C9.0-C9.0"),)),
    Run((Route("2-0", "C9.²-D10.0"),)),
    Run((Route("2-0", "C9.99999999999999999999-D10.0"),)),
    Run((Route("2-0", "-".join(["C9.0", "D10.0"] * 5000)),)),
    Run((Route("no", "C9.0-D10.0"),)),
]


@pytest.mark.parametrize("action", HOSTILE, ids=lambda a: str(a)[:40])
def test_hostile_actions_are_refused_everywhere(action: Any) -> None:
    for count in range(0, len(LATE.history), 37):
        game = LATE.at(count)
        before = game.state.copy()
        with pytest.raises(IllegalAction) as caught:
            game.play(action)
        assert caught.value.rule.startswith("1888N-")
        assert game.state == before


def test_an_action_of_another_game_or_no_action_is_bad_input() -> None:
    game = played(5)
    for thing in (None, 3, "dance", {"do": "pass"}, object()):
        with pytest.raises(BadInput):
            game.play(thing)  # type: ignore[arg-type]
    assert len(game.history) == 5


def test_the_same_action_twice_is_refused_or_a_new_decision() -> None:
    game = LATE.at(200)
    action = game.history[-1].action
    before = game.state.copy()
    if game.why_not(action) is not None:
        with pytest.raises(IllegalAction):
            game.play(action)
        assert game.state == before


def test_nothing_can_be_played_after_the_end() -> None:
    game = played(3000, seed=1)
    assert game.over
    assert game.actor is None
    assert game.legal_actions() == []
    with pytest.raises(IllegalAction, match="over"):
        game.play(Pass())


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["Ana"], "2 to 6 players"),
        (["Ana"] * 3, "name of their own"),
        (["Ana", ""], "name of their own"),
        ([f"P{n}" for n in range(7)], "2 to 6 players"),
        ("Ana", "list of names"),
    ],
)
def test_wrong_players_are_refused(players: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        dieciocho.new_game("1888n", players)


def test_unknown_games_editions_versions_and_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no game '1830'"):
        dieciocho.new_game("1830", ["Ana", "Luis"])
    with pytest.raises(BadInput, match="edition 'beta'"):
        dieciocho.new_game("1888n", ["Ana", "Luis"], edition="beta")
    with pytest.raises(BadInput, match="version 99"):
        dieciocho.loads(re.sub('"version":[0-9]+', '"version":99', SAVED))
    with pytest.raises(BadInput, match="unknown format"):
        dieciocho.loads(SAVED.replace("dieciocho-game-1", "dieciocho-game-9"))
    with pytest.raises(BadInput, match="cannot read"):
        dieciocho.load(tmp_path / "missing.json")


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"seed": 1.5}, "seed"),
        ({"seed": "x"}, "seed"),
        ({"options": ["x"]}, "options"),
        ({"options": {"companies": 3}}, "options"),
        ({"edition": None}, "edition"),
        ({"edition": "beta"}, "no edition 'beta': rulebook, online"),
        ({"players": None}, "players must be a list of names"),
        ({"players": [1, 2, 3]}, "players"),
        ({"options": {"setup": "odd"}}, "setup|set-up"),
        ({"options": {"x": "y"}}, "has no option 'x'; known: "),
    ],
)
@pytest.mark.parametrize("game", ["1862", "18esp"])
def test_no_game_starts_that_could_not_be_read_again(
    game: str, wrong: dict[str, Any], text: str
) -> None:
    with pytest.raises(BadInput, match=text):
        dieciocho.new_game(game, **{"players": ["Ana", "Luis", "Eva"], **wrong})


def test_files_that_cannot_be_written_or_unpacked(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot write .*: Is a directory"):
        LATE.to_json(tmp_path)
    packed = gzip.compress(SAVED.encode(), mtime=0)
    for place in range(10, len(packed), 7):
        path = tmp_path / "bent.json.gz"
        path.write_bytes(packed[:place] + bytes([packed[place] ^ 0xFF]) + packed[place + 1 :])
        with pytest.raises(BadInput, match="cannot read"):
            read_file(path)
    with pytest.raises(BadInput, match=r"missing\.json: No such file or directory"):
        read_file(tmp_path / "missing.json")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("buy share of EUR from bank", "'source bank': it is one of ipo, pool, "),
        ("burn dividend", "'kind burn': it is one of pay, keep"),
        ("raise money by prayer", "'means prayer': it is one of shares, refinancing"),
    ],
)
def test_a_wrong_word_of_an_action_is_told_the_right_ones(text: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        dieciocho.new_game("1862", ["Ana", "Luis"]).why_not(text)


def test_best_routes_are_counted_from_one() -> None:
    company = next(c for c in LATE.state.cell if LATE.state.trains[c])
    for count in (0, -1):
        with pytest.raises(BadInput, match="counted from 1"):
            LATE.best_routes(company, count=count)


def test_an_illegal_action_in_a_file_is_named_by_its_number() -> None:
    data = json.loads(SAVED)
    data["actions"].insert(3, {"do": "lay", "hex": "G15", "tile": "9", "rotation": 0})
    with pytest.raises(BadInput, match="action 4 of the file is not legal"):
        dieciocho.loads(json.dumps(data))


def test_a_recorded_game_of_another_title_or_without_its_option_is_refused() -> None:
    players = [{"id": n, "name": f"P{n}"} for n in range(3)]
    other = {"title": "1830", "players": players, "actions": []}
    with pytest.raises(BadInput, match="1830"):
        import_game(json.dumps(other).encode())
    prototype = {"title": "1888", "players": players, "actions": []}
    with pytest.raises(BadInput, match="north"):
        import_game(json.dumps(prototype).encode())
    module = {"optional_rules": ["corporate_privates"]}
    with pytest.raises(BadInput, match="corporate_privates"):
        import_game(json.dumps({**other, "title": "18Mag", "settings": module}).encode())


@given(json_values)
@SETTINGS
def test_malformed_recorded_actions_are_bad_input(value: Any) -> None:
    players = [{"id": n, "name": f"P{n}"} for n in range(3)]
    kinds = ["bid", "par", "buy_shares", "lay_tile", "run_routes", "place_token", "undo", "xyz"]
    for kind in kinds:
        action = {"type": kind, "entity": 0, "entity_type": "player", "company": value}
        for field in ("shares", "tile", "routes", "city", "share_price", "price", "action_id"):
            action[field] = value
        recorded = {
            "title": "1888",
            "settings": {"optional_rules": ["north"]},
            "players": players,
            "actions": [{"type": "pass", "id": value, "auto_actions": value}, action],
        }
        try:
            import_game(json.dumps(recorded).encode())
        except BadInput:
            continue
        assert kind == "undo" or value in (None, [], {}, 0, False, "")


@pytest.mark.parametrize("value", ["nonsense-7", 7, ["nonsense_7"]], ids=repr)
@pytest.mark.parametrize("dialect", dialects().values(), ids=lambda dialect: dialect.title)
def test_recorded_actions_about_unknown_things_are_bad_input(dialect: Dialect, value: Any) -> None:
    players = [{"id": n, "name": f"P{n}"} for n in range(3)]
    named = ("entity", "company", "corporation", "shares", "train", "base", "city", "choice")
    for kind in {"bid", "buy_shares", "discard_train", "run_routes", *dialect.readings} - {"pass"}:
        action = {
            "type": kind,
            "entity_type": "corporation",
            "price": 7,
            **dict.fromkeys(named, value),
        }
        recorded = {
            "title": dialect.title,
            "settings": {"optional_rules": dialect.options},
            "players": players,
            "actions": [action | dict.fromkeys(named, value)],
        }
        with pytest.raises(BadInput):
            import_game(json.dumps(recorded).encode())
