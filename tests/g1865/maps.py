"""Tiles by the compass: `D37 8 SE SW` is tile 8 on D37 with track to SE and SW."""

from __future__ import annotations

import random

from dieciocho.engine.actions import LayTile, PlaceStation
from dieciocho.engine.definition import Definition
from dieciocho.engine.game import Game
from dieciocho.engine.state import State
from dieciocho.engine.track import candidates, put_tile
from dieciocho.games.g1865.components import components
from dieciocho.games.g1865.connections import ways_of

from .scenes import Scene

SIDES = ("S", "SW", "NW", "N", "NE", "SE")


def laying(text: str) -> LayTile:
    """Return the action that lays a tile given by hex, tile and directions."""
    hex_name, tile, *directions = text.split()
    wanted = {SIDES.index(direction) for direction in directions}
    placed = components().placed
    for turned in range(6):
        if set(placed[tile, turned].exits) == wanted:
            return LayTile(hex_name, tile, turned)
    raise AssertionError(f"tile {tile} never leads to {directions}")


def lay(scene: Scene, text: str) -> Scene:
    """Put tiles on the map, whoever could have laid them."""
    for entry in text.split(";"):
        action = laying(entry)
        scene.tiles(f"{action.hex} {action.tile} {action.rotation}")
    return scene


def station(game: Game, way: str) -> PlaceStation:
    """Return the action that places a marker at the end of a way."""
    return PlaceStation(way.rpartition("-")[2], 0, way)


def ways(game: Game, company: str, target: str) -> dict[str, tuple[int, int]]:
    """Return cost and traffic of every direct connection to a hex, by its hexes."""
    index = game.definition.hexes[target].index
    return {w.text: (w.cost, w.traffic) for w in ways_of(game, company) if w.target[0] == index}


def crowded_board(seed: int, lays: int) -> tuple[Definition, State]:
    """Return a board full of tiles that mostly meet each other."""
    definition, dice = components(), random.Random(seed)
    state = State()
    state.board = [spot.printed for spot in definition.hex_list]
    state.supply = dict(definition.tile_counts)
    state.track_key = state.station_key = 0
    state.stations, state.homes = {}, {}
    for _ in range(lays):
        spot = dice.choice(definition.hex_list)
        fitting = [
            (tile, turned)
            for tile, turns in candidates(definition, spot.name, state.board[spot.index])
            for turned in turns
            if state.supply[tile]
        ]
        if not fitting:
            continue

        def meets(choice: tuple[str, int], first: int = spot.index * 6) -> float:
            met = 0.0
            for side in definition.placed[choice].exits:
                there, back = divmod(definition.across[first + side], 6)
                other = state.board[there]
                met += 2 if back in other.exits else -1 if other.exits else 0
            return met + dice.random()

        put_tile(definition, state, spot.name, definition.placed[max(fitting, key=meets)])
    return definition, state
