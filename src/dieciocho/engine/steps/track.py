"""Laying and upgrading tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from ..actions import Choice, LayTile
from ..board import reach
from ..ledger import pay
from ..reach import own_stations
from ..state import BANK
from ..step import Move
from ..tiles import Placed
from ..track import (
    candidates,
    city_moves,
    closed_side,
    keeps_track,
    next_colour,
    put_tile,
    same_kind,
)

if TYPE_CHECKING:
    from ..game import Game

# Why a hex may not be built on at all by this company now, or None.
Barred = Callable[["Game", "TrackStep", str], str | None]


def lay_cost(game: Game, hex_name: str) -> int:
    """Return what the tile costs: the printed cost, for the first tile on the hex."""
    spot = game.definition.hexes[hex_name]
    return spot.cost if game.state.board[spot.index] is spot.printed else 0


def connected(game: Game, company: str, hex_name: str, new: Placed) -> bool:
    """Tell whether track of the new tile would be connected to a station of the company."""
    index = game.definition.hexes[hex_name].index
    sides = reach(game.definition, game.state, company).sides
    for side in new.exits:
        if index * 6 + side in sides:
            return True
    for hex_index, city in own_stations(game.definition, game.state, company):
        if hex_index == index:
            moves = city_moves(game.state.board[index], new)
            return moves is not None and bool(new.stop_sides[moves[city]])
    return False


def check_placement(game: Game, action: LayTile, colours: tuple[str, ...]) -> Placed:
    """Refuse a tile that does not fit on the hex, whoever lays it; return it as placed."""
    definition, state = game.definition, game.state
    spot = definition.hexes.get(action.hex)
    if spot is None:
        game.refuse("unknown_hex", hex=action.hex)
    tile = definition.tiles.get(action.tile)
    if tile is None:
        game.refuse("unknown_tile", tile=action.tile)
    if action.rotation not in range(6):
        game.refuse("unknown_rotation", rotation=action.rotation)
    old = state.board[spot.index]
    if action.tile in definition.special_tiles:
        game.refuse("special_tile_" + action.tile, tile=action.tile)
    if not spot.buildable:
        game.refuse("hex_takes_no_tile", hex=action.hex)
    if tile.colour != next_colour(old.tile.colour):
        game.refuse(
            "yellow_on_empty" if tile.colour == "yellow" else "wrong_colour",
            tile=action.tile,
            colour=tile.colour,
            old=old.tile.colour,
        )
    if tile.colour not in colours:
        game.refuse("colour_not_yet", colour=tile.colour, phase=game.phase.name)
    if old.tile.label != tile.label:
        game.refuse("wrong_label", tile=action.tile, hex=action.hex)
    if not same_kind(old.tile, tile):
        laid = "town_never_upgraded" if old.tile.towns else "places_change"
        reason = "wrong_place" if old is spot.printed else laid
        game.refuse(reason, tile=action.tile, hex=action.hex)
    if state.supply[action.tile] == 0:
        game.refuse("no_such_tile_left", tile=action.tile)
    new = definition.placed[action.tile, action.rotation]
    side = closed_side(spot, new)
    if side is not None:
        game.refuse("closed_side_" + spot.closed[side], hex=action.hex, side=side)
    if not keeps_track(old, new):
        game.refuse("track_lost", tile=action.tile, hex=action.hex)
    return new


class TrackStep(Protocol):
    """What the track move asks of the step it belongs to."""

    def company(self, game: Game) -> str: ...

    def laid(self, game: Game, action: LayTile) -> None: ...


class LayTileMove(Move[LayTile]):
    """The company's own track action."""

    action = LayTile

    def __init__(self, barred: Barred) -> None:
        self._barred = barred

    def claims(self, action: LayTile) -> bool:
        return action.power is None

    def legal(self, game: Game, step: TrackStep) -> Iterator[Choice]:
        definition, state = game.definition, game.state
        company = step.company(game)
        treasury = state.cash[company]
        colours = game.phase.colours
        sides = reach(definition, state, company).sides
        indices = {side // 6 for side in sides}
        own = own_stations(definition, state, company)
        indices.update(index for index, _ in own)
        for index in sorted(indices):
            spot = definition.hex_list[index]
            if not spot.buildable or lay_cost(game, spot.name) > treasury:
                continue
            if self._barred(game, step, spot.name) is not None:
                continue
            old = state.board[index]
            if next_colour(old.tile.colour) not in colours:
                continue
            first = index * 6
            station_here = any(i == index for i, _ in own)
            for tile, rotations in candidates(definition, spot.name, old):
                if state.supply[tile] == 0:
                    continue
                for rotation in rotations:
                    new = definition.placed[tile, rotation]
                    if any(first + side in sides for side in new.exits) or (
                        station_here and connected(game, company, spot.name, new)
                    ):
                        yield Choice(LayTile(spot.name, tile, rotation))

    def check(self, game: Game, step: TrackStep, action: LayTile) -> None:
        company = step.company(game)
        if action.hex in game.definition.hexes:
            reason = self._barred(game, step, action.hex)
            if reason is not None:
                game.refuse(reason, hex=action.hex)
        new = check_placement(game, action, game.phase.colours)
        yellow = new.tile.colour == "yellow"
        if not connected(game, company, action.hex, new):
            reason = "tile_not_connected" if yellow else "upgrade_not_connected"
            game.refuse(reason, hex=action.hex, company=company)
        cost = lay_cost(game, action.hex)
        if cost > game.state.cash[company]:
            reason = "terrain_too_dear" if yellow else "upgrade_too_dear"
            game.refuse(reason, cost=cost, cash=game.state.cash[company])

    def apply(self, game: Game, step: TrackStep, action: LayTile) -> None:
        company = step.company(game)
        cost = lay_cost(game, action.hex)
        pay(game, company, BANK, cost)
        put_tile(
            game.definition,
            game.state,
            action.hex,
            game.definition.placed[action.tile, action.rotation],
        )
        game.log("laid", company=company, tile=action.tile, hex=action.hex, cost=cost)
        step.laid(game, action)
