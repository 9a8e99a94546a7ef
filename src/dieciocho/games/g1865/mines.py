"""Mines: traffic in every turn, and their decline before a stock round (1865-4.3, 1865-3.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.track import put_tile
from .components import figures
from .connections import traffic_at
from .facts import add_traffic, phase_number

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def is_mine(game: Game, hex_name: str) -> bool:
    return bool(game.definition.hexes[hex_name].printed.tile.mines)


def exploit(game: Play, company: str) -> None:
    """Give the company the traffic of every mine with its marker (1865-4.3.1)."""
    points = sum(
        traffic_at(game, hex_name)
        for (hex_name, _), slots in game.state.stations.items()
        if company in slots and is_mine(game, hex_name)
    )
    add_traffic(game, company, points, "mines")


def downgrade_mines(game: Play) -> None:
    """Let every mine that holds a marker go down one level, if the phase has its next tile.

    At most one level at a time; the tile keeps its orientation (1865-3.12.1, 1865-3.12.2).
    """
    phase, board = phase_number(game), game.state.board
    for spot in game.definition.hex_list:
        old = board[spot.index]
        next_level = figures().mine_decline.get(old.name)
        held = any(game.state.stations.get((spot.name, 0), ()))
        if next_level is None or not held or phase < next_level.phase:
            continue
        new = game.definition.placed[next_level.tile, old.rotation]
        put_tile(game.definition, game.state, spot.name, new)
        game.log("mine_declines", place=spot.entry.place, traffic=traffic_at(game, spot.name))
