"""Track, companies and ways that tests of track and of routes share."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import LayTile, PlaceStation, Route
from dieciocho.engine.earnings import RunValue, value_of
from dieciocho.engine.game import Game

from .scenes import Scene

# Bilbao - Balmaseda - mine - Reinosa - Alar del Rey - Palencia - Valladolid - Madrid
NORTHERN = "J6 1 4; I7 1 4; H8 0 4; H10 0 3"
SOUTHERN = "E19 0 3; E21 0 3; E23 3 5"
WAY_SOUTH = "H12.0-E19.1-E21.0-E23-F24.1"
WAY = f"K5.0-J6.0-I7.0-H8.0-H10-{WAY_SOUTH}"

# An offer in which MH takes part.
WITH_MH = {
    "setup": "random",
    "out": "SFVA FdC GSSR AVT TBF CSE CA AC",
    "pioneer6": "CRB",
    "pioneer7": "FdLR",
}


def value(game: Game, company: str, card: str, path: str) -> RunValue:
    return value_of(game, company, (Route(card, path),))


def refused_route(game: Game, company: str, card: str, path: str, rule_id: str) -> None:
    with pytest.raises(dieciocho.IllegalAction) as caught:
        value(game, company, card, path)
    assert caught.value.rule == rule_id, str(caught.value)


def across(
    phase: str = "4", company: str = "FdLR", kind: str = "4&1+2", version: int | None = None
) -> tuple[Scene, str]:
    """Return a scene with the long way over Alar del Rey, and the train of a company there."""
    scene = (
        Scene(phase, version=version).major(company).build(f"{NORTHERN}; {SOUTHERN}").open("H12")
    )
    scene.station(company, "H8" if company == "FdLR" else "F24", 0 if company == "FdLR" else 1)
    return scene, scene.trains(company, kind)[0]


def lisbon(tiles: str = "") -> Scene:
    """T6: CRB in Badajoz with ways to Lisboa, Mérida, Cáceres and a mine."""
    scene = Scene("3").major("CRB", held={0: 5, 1: 2}, pool=2, price=132).done("CRB")
    scene.station("CRB", "B26")
    return scene.build("B26 2 5; B26 1 2 4 5; C27 0 2; C25 1 3; C23 0 4" + tiles)


def north(phase: str = "3", treasury: int = 500) -> Scene:
    """FdLR in Reinosa with a way east and a way to the pass."""
    scene = Scene(phase).major("FdLR", treasury=treasury).done("FdLR").build("H8 0 4")
    return scene.station("FdLR", "H8")


def south(phase: str = "3", treasury: int = 500) -> Scene:
    """MCP in Madrid."""
    scene = Scene(phase).major("MCP", treasury=treasury).done("MCP", "destination")
    return scene.station("MCP", "F24")


def small(phase: str = "2") -> Scene:
    return Scene(phase).small("MS").build("C27 0 3").station("MS", "C27")


def paid(game: Game, company: str, action: LayTile | PlaceStation) -> int:
    before = game.state.cash[company]
    game.play(action)
    return before - game.state.cash[company]
