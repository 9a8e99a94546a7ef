"""Writing games as 18xx.games records them: read back they are the same games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.errors import BadInput
from dieciocho.engine.game import Game
from dieciocho.interop.export import export_game
from dieciocho.interop.site import decode_recorded, effective, import_game, read_file

from .recordings import RECORDED, name_of
from .support import NAMES

PLAYERS = {"1888n": range(2, 7), "18mag": range(2, 7), "18esp": range(3, 7), "1862": range(2, 7)}
GAMES = tuple(PLAYERS)


def bot_game(bot: str, players: int, seed: int, actions: int = 10_000, name: str = "1888n") -> Game:
    game = dieciocho.new_game(name, NAMES[:players], seed=seed, edition="online")
    player = make_bot(bot, seed)
    while not game.over and len(game.history) < actions:
        game.play(player.choose(game))
    return game


# Sensible players think long in the larger games.
SIMULATED = [("random", p, s, name) for name in GAMES for p in PLAYERS[name] for s in (1, 2)]
SIMULATED += [("random", 5, 10, "18esp")]  # a share that an absorption gave away is for sale
SIMULATED += [("sensible", 3, 1, "1888n"), ("sensible", 3, 1, "18mag")]


@pytest.mark.parametrize(("bot", "players", "seed", "name"), SIMULATED)
def test_simulated_games_are_read_back(bot: str, players: int, seed: int, name: str) -> None:
    game = bot_game(bot, players, seed, name=name)
    again = import_game(export_game(game).encode())
    assert again.state == game.state, again.state.differences(game.state)
    assert [r.action for r in again.history] == [r.action for r in game.history]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("actions", [0, 1, 40, 150])
def test_unfinished_games(actions: int, name: str) -> None:
    game = bot_game("random", 3, 3, actions, name)
    written = json.loads(export_game(game))
    assert written["status"] == "active"
    assert len(written["acting"]) == 1
    assert "game_end_reason" not in written
    assert import_game(json.dumps(written).encode()).state == game.state


def test_form_of_a_recorded_game() -> None:
    game = bot_game("sensible", 4, 6)
    written = json.loads(export_game(game))
    assert written["title"] == "1888"
    assert written["settings"]["optional_rules"] == ["north"]
    assert [p["name"] for p in written["players"]] == list(game.players)
    assert written["status"] == "finished"
    assert written["game_end_reason"] == "bank"
    assert written["result"] == {
        str(seat + 1): score for seat, score in game.rules.scores(game).items()
    }
    actions = written["actions"]
    assert [action["id"] for action in actions] == list(range(1, len(actions) + 1))
    par = next(action for action in actions if action["type"] == "par")
    assert par["share_price"] in {"95,1,3", "90,2,3", "85,3,3", "80,4,3", "75,5,3", "70,6,3"}
    run = next(action for action in actions if action["type"] == "run_routes")
    route = run["routes"][0]
    assert set(route) == {
        "train",
        "connections",
        "hexes",
        "revenue",
        "revenue_str",
        "subsidy",
        "nodes",
    }
    assert [chain[0] for chain in route["connections"]] == route["hexes"][:-1]


def test_only_the_online_edition() -> None:
    game = dieciocho.new_game("1888n", NAMES[:3])
    with pytest.raises(dieciocho.BadInput, match="'online'"):
        export_game(game)


# --- recorded games --------------------------------------------------------------------


UNKNOWN = ("id", "created_at", "auto_actions", "user", "extra_revenue", "subsidy")


def _comparable(
    action: dict[str, Any], seats: dict[Any, int] | None, clicks: bool
) -> dict[str, Any]:
    """Leave out what our games do not know: times, numbers, clicks on another free slot."""
    known = {k: v for k, v in action.items() if k not in UNKNOWN}
    if clicks:
        known.pop("slot", None)
    if seats is not None and known["entity_type"] == "player":
        known["entity"] = seats[known["entity"]]
    if known["type"] == "dividend" and known.get("amount") == 0:
        known.pop("amount")  # one decision, two names for it (18Mag 6.3)
        known["kind"] = "withhold"
    if known["type"] == "place_token":
        known.setdefault("tokener", known["entity"])  # older recordings do not name it
    if known.get("description", "Tender from bank") != "Tender from bank":
        known["description"] = known["description"].partition(" from ")[0]  # a player is named
    if known["type"] == "run_routes":
        known["routes"] = [
            {
                **route,
                "nodes": sorted(route.get("nodes", ())),
                "connections": [min(c, c[::-1]) for c in route["connections"]],
                "revenue_str": route["revenue_str"].replace("(dest)", "(1 dest)"),
            }
            for route in known["routes"]
        ]
    return known


def _leave_out_shared_stops(action: dict[str, Any], nodes: bool) -> None:
    """1862: which of its routes scores a stop that they share is not recorded; the sum remains.

    The oldest recording does not tell the stops of a route apart, either.
    """
    action["revenue"] = sum(route["revenue"] for route in action["routes"])
    for route in action["routes"]:
        del route["revenue"], route["revenue_str"]
        if not nodes:
            del route["nodes"]


@pytest.mark.skipif(not RECORDED, reason="no recorded games: set DIECIOCHO_CONFORMANCE")
@pytest.mark.parametrize(
    "path", [path for path in RECORDED if name_of(path) != "01_18mag_wrong_actor"], ids=name_of
)
def test_recorded_games_are_written_as_recorded(path: Path) -> None:
    data = read_file(path)
    game = import_game(data)
    text = export_game(game)
    again = import_game(text.encode())
    assert again.state == game.state
    assert [r.action for r in again.history] == [r.action for r in game.history]
    assert again.header.options == game.header.options
    recorded = decode_recorded(data)
    seats = {player.id: seat + 1 for seat, player in enumerate(recorded.players)}
    theirs = [a for a in effective(recorded.actions) if not a["type"].startswith("program_")]
    ours = json.loads(text)["actions"]
    assert len(ours) == len(theirs)
    by_people = not path.name.startswith("p")
    for our, their in zip(ours, theirs, strict=True):
        pair = [_comparable(our, None, by_people), _comparable(their, seats, by_people)]
        if game.header.game == "1862" and "routes" in their:
            for action in pair:
                _leave_out_shared_stops(action, all("nodes" in r for r in their["routes"]))
        assert pair[0] == pair[1]


# --- 18Magyarország --------------------------------------------------------------------


def test_prices_of_any_origin_find_a_seed() -> None:
    """Prices that were dealt by other means, e.g. by hand, are dealt again by some seed."""
    for prices in ("60 60 65 65 70 70 75", "80 75 70 65 60 80 75", "75 60 80 65 70 60 80"):
        game = dieciocho.new_game("18mag", NAMES[:3], edition="online", options={"prices": prices})
        again = import_game(export_game(game).encode())
        assert again.header.options["prices"] == prices
        assert again.state == game.state


@pytest.mark.parametrize(
    "option",
    ["supporters", "new_major", "new_minors_simple", "new_minors_challenge", "standard_divs"],
)
def test_recordings_with_modules_are_refused_with_a_reason(option: str) -> None:
    written = json.loads(export_game(bot_game("random", 3, 1, 5, "18mag")))
    written["settings"]["optional_rules"] = [option]
    with pytest.raises(BadInput, match=f"18Mag with the option '{option}' cannot be read: "):
        import_game(json.dumps(written).encode())


def test_games_by_the_rulebook_are_not_written() -> None:
    with pytest.raises(BadInput, match="only games of the edition 'online'"):
        export_game(dieciocho.new_game("18mag", NAMES[:3]))
    with pytest.raises(BadInput, match="only games of the edition 'online'"):
        export_game(dieciocho.new_game("18mag", NAMES[:1]))
