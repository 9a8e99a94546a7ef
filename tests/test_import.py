"""Reading recorded games: who acts is checked, and no file keeps the reader busy."""

from __future__ import annotations

import json
import pickle
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.errors import LONGEST_ECHO, LONGEST_ERROR, BadInput, clip
from dieciocho.interop import paths
from dieciocho.interop.export import export_game
from dieciocho.interop.site import import_game, read_file

from .support import NAMES, conformance

FOUND = conformance("found")
here = pytest.mark.skipif(
    FOUND is None, reason="the recordings are not here (set DIECIOCHO_CONFORMANCE)"
)


@cache
def _text(name: str, actions: int) -> str:
    game = dieciocho.new_game(name, NAMES[:3], seed=5, edition="online")
    player = make_bot("random", 5)
    while not game.over and len(game.history) < actions:
        game.play(player.choose(game))
    return export_game(game)


def recorded(name: str, actions: int = 400) -> dict[str, Any]:
    """Return a recorded game that a test may change."""
    data: dict[str, Any] = json.loads(_text(name, actions))
    return data


def refused(data: dict[str, Any]) -> str:
    """Assert that a recording is refused at once and in few words; return them."""
    text = json.dumps(data).encode()
    started = time.process_time()
    with pytest.raises(BadInput) as caught:
        import_game(text)
    assert time.process_time() - started < 5
    assert len(str(caught.value)) <= LONGEST_ERROR
    return str(caught.value)


# --- who acts --------------------------------------------------------------------------


@here
def test_an_action_of_another_player() -> None:
    """Found 1: player 1 buys although it is the turn of player 2."""
    assert FOUND is not None
    with pytest.raises(BadInput, match=r"recorded action 39 \(buy_shares\) is given by player 1, "):
        import_game(read_file(FOUND / "01_18mag_wrong_actor.json.gz"))


@pytest.mark.parametrize("name", ["1888n", "18mag", "18esp", "1862"])
def test_every_action_is_by_its_actor(name: str) -> None:
    """Whatever is recorded, in somebody else's name it is refused."""
    data = recorded(name)
    firsts: dict[tuple[str, str], int] = {}
    for place, action in enumerate(data["actions"]):
        firsts.setdefault((action["type"], action["entity_type"]), place)
    assert len(firsts) >= 8
    for (kind, by), place in firsts.items():
        changed = recorded(name)
        action = changed["actions"][place]
        others = {"player": (1, 2, 3)}.get(by, ("1", "2", "JHR", "SSL", "FdSB", "FdC", "ECR"))
        action["entity"] = next(other for other in others if other != action["entity"])
        said = refused(changed)
        assert f"recorded action {action['id']} ({kind}) is " in said
        assert f" is given by {by} " in said or by == "company"  # there the power is not theirs


def test_the_kind_of_actor_matters() -> None:
    data = recorded("18mag")
    lay = next(a for a in data["actions"] if a["type"] == "lay_tile")
    lay["entity_type"] = "corporation"
    assert "is given by corporation" in refused(data)
    data = recorded("18mag")
    first = data["actions"][0]
    del first["entity"]
    assert "is given by player None, but it is for player" in refused(data)


def test_automatic_and_programmed_actions_have_actors() -> None:
    data = recorded("1888n", 30)
    passed = next(a for a in data["actions"] if a["type"] == "pass")
    assert import_game(json.dumps(data).encode())
    program = {"type": "program_share_pass", "entity": 1, "entity_type": "player", "id": 0}
    data["actions"].insert(0, program)
    assert import_game(json.dumps(data).encode())
    program["entity"] = 7
    assert "(program_share_pass) is given by player 7, who does not play" in refused(data)
    program["entity"] = 1
    last = data["actions"].pop()
    other = 1 + last["entity"] % 3 if last["entity_type"] == "player" else "nobody"
    data["actions"][-1]["auto_actions"] = [{**last, "entity": other}]
    assert f"({last['type']}) is given by" in refused(data)
    assert passed["entity_type"] == "player"


def test_nothing_follows_the_end() -> None:
    data = recorded("1888n", 10_000)
    assert data["status"] == "finished"
    data["actions"].append({**data["actions"][-1], "id": 99_999})
    assert refused(data) == "recorded action 99999 (pass) comes after the end of the game" or (
        "comes after the end" in refused(data)
    )


# --- files that were made to harm ------------------------------------------------------


def _with_route(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    data = recorded("1888n")
    place = max(
        n
        for n, action in enumerate(data["actions"])
        if action["type"] == "run_routes" and action["routes"]
    )
    data["actions"] = data["actions"][: place + 1]
    change(data["actions"][place]["routes"][0])
    return data


def _to_and_fro(count: int) -> Callable[[dict[str, Any]], None]:
    def change(route: dict[str, Any]) -> None:
        chain = route["connections"][0]
        route["connections"] = [chain, chain[::-1]] * (count // 2)
        del route["nodes"]

    return change


@pytest.mark.parametrize("count", [2, 12, 100, 1_500, 50_000])
def test_a_route_that_goes_to_and_fro(count: int) -> None:
    said = refused(_with_route(_to_and_fro(count)))
    assert said.startswith(("there is no track for", "the recorded route ["))


def test_a_route_through_every_city() -> None:
    def change(route: dict[str, Any]) -> None:
        names = sorted(dieciocho.new_game("1888n", NAMES[:3]).definition.hexes)
        route["connections"] = [[a, b] for a in names[:12] for b in names[:12]]
        route["nodes"] = [f"{name}-{n}" for name in names for n in range(50)]

    refused(_with_route(change))


def test_stops_that_are_said_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    data = recorded("1888n")
    routes = [route for action in data["actions"] for route in action.get("routes", ())]
    long = [route for route in routes if len(route["connections"]) > 1]
    assert long
    for route in long:  # said to start where two chains meet: that is tried in vain first
        one, other = route["connections"][:2]
        route["hexes"] = [name for name in (one[0], one[-1]) if name in (other[0], other[-1])]
        route["nodes"] *= 1_000
    monkeypatch.setattr(paths, "MOST_TRIES", 500)
    import_game(json.dumps(data).encode())


def test_automatic_actions_count_like_others() -> None:
    data = recorded("1888n", 5)
    message = {"type": "message", "entity": 1, "entity_type": "player"}
    data["actions"].append({"type": "program_share_pass", "entity": 1, "entity_type": "player"})
    data["actions"][-1] |= {"entity": data["players"][0]["id"], "auto_actions": [message] * 50}
    assert len(import_game(json.dumps(data).encode(), 56).history) == 5
    with pytest.raises(BadInput, match="more than 55 actions"):
        import_game(json.dumps(data).encode(), 55)


def test_more_routes_than_trains() -> None:
    data = _with_route(lambda route: None)
    run = data["actions"][-1]
    run["routes"] *= 500
    assert "has fewer trains than routes" in refused(data)


@pytest.mark.parametrize("digits", [101, 5_000, 100_000])
def test_a_seed_of_many_digits(digits: int) -> None:
    data = recorded("18mag", 5)
    data["settings"]["seed"] = "9" * digits
    assert refused(data) == "the seed of the recording has too many digits"
    text = json.dumps(recorded("18mag", 5))
    seed = json.dumps(recorded("18mag", 5)["settings"]["seed"])
    with pytest.raises(BadInput):
        import_game(text.replace(f'"seed": {seed}', f'"seed": {"9" * digits}').encode())


LONG = "x" * 100_000


@pytest.mark.parametrize("field", ["type", "entity", "entity_type", "id", "corporation", "company"])
def test_errors_do_not_repeat_whole_inputs(field: str) -> None:
    for name in ("1888n", "18mag", "18esp", "1862"):
        data = recorded(name, 40)
        for action in data["actions"]:
            if field in action:
                action[field] = LONG
                if field != "id":
                    refused(data)
                break
    data["title"] = LONG
    refused(data)


def test_numbers_that_no_text_holds() -> None:
    text = json.dumps(recorded("1888n", 12))
    for action in recorded("1888n", 12)["actions"]:
        if "price" in action:
            written = f'"price": {action["price"]}'
            with pytest.raises(BadInput) as caught:
                import_game(text.replace(written, '"price": ' + "9" * 4_000).encode())
            assert len(str(caught.value)) <= LONGEST_ERROR


def test_many_undos() -> None:
    data = recorded("1888n", 5)
    undo = {"type": "undo", "entity": 1, "entity_type": "player", "action_id": 3}
    redo = {"type": "redo", "entity": 1, "entity_type": "player"}
    data["actions"] += [{**a, "id": 10 + n} for n, a in enumerate([undo, redo] * 20_000)]
    started = time.process_time()
    assert len(import_game(json.dumps(data).encode()).history) == 5
    assert time.process_time() - started < 5


def _added(*kinds: str, skip: bool = False) -> int:
    """Return how many actions are played of a recording of five and what is added to it."""
    data = recorded("1888n", 5)
    data["actions"] += [
        {"type": kind, "entity": 1, "entity_type": "player", "id": 10 + n, "message": ""}
        for n, kind in enumerate(kinds)
    ]
    if skip:
        data["actions"][-1]["skip"] = True
    return len(import_game(json.dumps(data).encode()).history)


def test_only_messages_cannot_be_undone() -> None:
    """Without a number the last action is undone that is no message."""
    assert _added("undo") == 4
    assert _added("message", "undo") == 4
    assert _added("undo", "message", "redo") == 5
    assert _added("end_game", "undo") == _added("log", "undo") == 5
    assert _added("program_share_pass", "undo") == 5
    assert _added("end_game", "undo", "undo") == 4
    assert _added("undo", "end_game", "redo") == 4


def test_what_was_struck_out_is_not_played() -> None:
    assert _added("no such thing", skip=True) == 5
    assert _added("no such thing", "undo", skip=True) == 5


@pytest.mark.parametrize("settings", [None, {}, {"optional_rules": None}])
def test_a_recording_without_settings(settings: dict[str, Any] | None) -> None:
    """The draw goes by the game's id then, and there are no options."""
    data = recorded("1862", 60)
    data["id"] = f"hs_x_{data['settings']['seed']}"
    whole = import_game(json.dumps(data).encode())
    data["settings"] = settings
    assert import_game(json.dumps(data).encode()).state == whole.state
    del data["settings"]
    assert import_game(json.dumps(data).encode()).state == whole.state


def test_how_much_is_sold_need_not_be_said() -> None:
    """Only who keeps part of a certificate must say how much he sells."""
    data = recorded("1862")
    before, left_out = import_game(json.dumps(data).encode()), 0
    for sale in data["actions"]:
        if sale["type"] == "sell_shares":
            sizes = [30 if share.endswith("_0") else 10 for share in sale["shares"]]
            if sum(sizes) == sale["percent"]:
                del sale["percent"]
                left_out += 1
    assert left_out
    assert import_game(json.dumps(data).encode()).state == before.state


def test_clipping() -> None:
    assert clip("short") == "short"
    assert len(clip("x" * 1000)) == LONGEST_ECHO
    assert clip("x" * 1000).endswith("…")
    assert clip(10**5000) == "(int)"
    error = BadInput("input.no_hex", hex="y" * 1000)
    assert len(str(error)) < 200
    assert len(str(error.params["hex"])) == LONGEST_ECHO
    assert BadInput("input.about", what=3, why=None).params == {"what": 3, "why": None}
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.said("es")) == (str(error), error.said("es"))


# --- loading ---------------------------------------------------------------------------


def test_load_takes_text_a_path_or_data(tmp_path: Path) -> None:
    game = import_game(_text("1888n", 30).encode())
    path = tmp_path / "game.json"
    text = game.to_json(path)
    for source in (text, text.encode(), path, str(path), json.loads(text)):
        assert dieciocho.load(source).state == game.state
    wrong: list[Any] = ["{", {"format": 1}, {"x": object()}, {1: 2}, b"", tmp_path, "no/file", "\0"]
    for source in wrong:
        with pytest.raises(BadInput) as caught:
            dieciocho.load(source)
        assert len(str(caught.value)) <= LONGEST_ERROR
    wrong = [None, 3, ["x"]]
    for source in wrong:
        with pytest.raises(BadInput, match="from text, a path or parsed data"):
            dieciocho.load(source)
    with pytest.raises(BadInput):
        dieciocho.load("x" * 100_000)
