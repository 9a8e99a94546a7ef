"""The strict reader: all recorded games pass it, all games that we write pass it, nothing else."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dieciocho.interop.export import export_game

from .recordings import RECORDED, name_of
from .strict import Wrong, read
from .strict.many import SEATS, Sort, check, play, sorts

# Made by hand: a player sells shares of another.
FORGED = "01_18mag_wrong_actor"
# How many games of each title are played, written and read back.
COUNT = int(os.environ.get("DIECIOCHO_EXPORTS", "2"))


@pytest.mark.skipif(not RECORDED, reason="no recorded games: set DIECIOCHO_CONFORMANCE")
@pytest.mark.parametrize("path", RECORDED, ids=name_of)
def test_recorded_games_are_read(path: Path) -> None:
    data = json.loads(gzip.decompress(path.read_bytes()))
    if name_of(path) == FORGED:
        with pytest.raises(Wrong, match="SIK_1 is sold by 1, but market has it"):
            read(data)
        return
    reader = read(data)
    assert sum(reader.counts.values()) > 30


@pytest.mark.parametrize("sort", [s for game in SEATS for s in sorts(game, COUNT)], ids=str)
def test_games_that_we_write_are_read_strictly_and_back(sort: Sort) -> None:
    assert check(play(sort))


# --- what is wrong is noticed ----------------------------------------------------------


@cache
def _text(game: str, players: int, seed: int) -> str:
    return export_game(play(Sort(game, players, seed, "random", {})))


def _first(data: dict[str, Any], kind: str, **fields: Any) -> dict[str, Any]:
    found: dict[str, Any] = next(
        action
        for action in data["actions"]
        if action["type"] == kind and all(action.get(k) == v for k, v in fields.items())
    )
    return found


def _later(data: dict[str, Any], action: dict[str, Any]) -> list[dict[str, Any]]:
    later: list[dict[str, Any]] = data["actions"][data["actions"].index(action) + 1 :]
    return later


def _same_share_again(data: dict[str, Any]) -> None:
    first = _first(data, "buy_shares")
    company = first["shares"][0].rpartition("_")[0]
    again = next(
        a
        for a in _later(data, first)
        if a["type"] == "buy_shares" and a["shares"][0].startswith(company + "_")
    )
    again["shares"] = first["shares"]


def _same_copy_again(data: dict[str, Any]) -> None:
    lying: dict[str, str] = {}
    for action in data["actions"]:
        if action["type"] == "lay_tile":
            name = action["tile"].rpartition("-")[0]
            others = [t for h, t in lying.items() if h != action["hex"]]
            same = [tile for tile in others if tile.rpartition("-")[0] == name]
            if same:
                action["tile"] = same[0]
                return
            lying[action["hex"]] = action["tile"]
    pytest.fail("no second copy is laid")


def _sold_train_again(data: dict[str, Any]) -> None:
    first = _first(data, "buy_train")
    again = next(a for a in _later(data, first) if a["type"] == "buy_train" and "variant" in a)
    again.update(train=first["train"], variant=first["variant"])


def _routes(data: dict[str, Any]) -> dict[str, Any]:
    run: dict[str, Any] = next(
        a for a in data["actions"] if a["type"] == "run_routes" and a["routes"]
    )
    return run


MISTAKES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a share is bought twice": _same_share_again,
    "a copy is laid twice": _same_copy_again,
    "a train is sold twice": _sold_train_again,
    "no such share": lambda d: _first(d, "buy_shares").update(shares=["JHR_9"]),
    "no such copy": lambda d: _first(d, "lay_tile").update(tile="9-99"),
    "no such tile": lambda d: _first(d, "lay_tile").update(tile="999-0"),
    "no such player": lambda d: _first(d, "pass", entity_type="player").update(entity=9),
    "bankrupt by a player": lambda d: _first(d, "bankrupt").update(entity=1, entity_type="player"),
    "a city on no tile": lambda d: _first(d, "place_token").update(city="58-77-0"),
    "a wrong printed city": lambda d: _first(d, "place_token").update(city="E5-0-0"),
    "no tokener": lambda d: _first(d, "place_token").pop("tokener"),
    "a train of another": lambda d: _routes(d)["routes"][0].update(train="6-1"),
    "a gap in the ids": lambda d: d["actions"][5].update(id=10_000),
    "a field too many": lambda d: _first(d, "bid").update(corporation="JHR"),
    "a field too few": lambda d: _first(d, "bid").pop("price"),
    "an unknown end": lambda d: d.update(game_end_reason="standstill"),
    "no end": lambda d: d.pop("game_end_reason"),
    "an unknown option": lambda d: d["settings"].update(optional_rules=["south"]),
    "shares of others": lambda d: _first(d, "sell_shares").update(entity=7),
    "half a share": lambda d: _first(d, "sell_shares").update(percent=5),
    "a par beside the market": lambda d: _first(d, "par").update(share_price="95,0,0"),
    "a route without nodes": lambda d: _routes(d)["routes"][0].pop("nodes"),
    "an unknown dividend": lambda d: _first(d, "dividend").update(kind="half"),
    "an unknown action": lambda d: _first(d, "pass").update(type="surrender"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_noticed(name: str) -> None:
    text = _text("1888n", 4, 1)
    read(json.loads(text), modern=True)
    data = json.loads(text)
    MISTAKES[name](data)
    with pytest.raises(Wrong):
        read(data, modern=True)
