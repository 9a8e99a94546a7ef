"""Track: new tiles, traffic upgrades and competitive upgrades (1865-4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice, LayTile
from ...engine.connections import own_stations
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK
from ...engine.step import Move
from ...engine.steps.common import CompanyStep, PassMove, pop
from ...engine.steps.track import check_placement
from ...engine.tiles import Placed
from ...engine.track import candidates, closed_side, put_tile, same_kind
from .anytime import ANYTIME, TurnStep
from .components import figures
from .connections import traffic_at
from .facts import add_traffic, this_turn
from .network import connected, network
from .stations import region_closed
from .upgrades import (
    competitive,
    connected_sides,
    keeps_connections,
    may_be_replaced,
    same_track,
)

if TYPE_CHECKING:
    from ...engine.game import Game, Play

TILES_PER_TURN = 2


def fee(game: Game) -> int:
    """Return what the next tile costs: the first is free (1865-4.2.1)."""
    return figures().second_tile if this_turn(game).laid else 0


def same_places(new: Placed) -> tuple[int, ...]:
    """Every hex has one location at most: it and its markers stay where they are (1865-4.2.25)."""
    return tuple(range(len(new.tile.stops)))


def _check_competitive(game: Game, action: LayTile) -> Placed:
    """Refuse a tile that may not replace the one of its colour below it."""
    definition, state = game.definition, game.state
    spot, tile = definition.hexes[action.hex], definition.tiles[action.tile]
    old, new = state.board[spot.index], definition.placed[action.tile, action.rotation]
    if not may_be_replaced(definition, action.hex, old):
        refuse(game, "printed_track_stays", hex=action.hex)
    if tile.label != old.tile.label:
        refuse(game, "wrong_label", tile=action.tile, hex=action.hex)
    if not same_kind(old.tile, tile):
        refuse(game, "places_change", tile=action.tile, hex=action.hex)
    if not definition.suits(action.tile, action.hex):
        refuse(game, "tile_bound_" + action.tile, tile=action.tile, hex=action.hex)
    if not state.supply[action.tile]:
        refuse(game, "no_such_tile_left", tile=action.tile)
    if same_track(old, new):
        refuse(game, "nothing_changes", tile=action.tile, hex=action.hex)
    side = closed_side(spot, new)
    if side is not None:
        refuse(game, "closed_side_" + spot.closed[side], hex=action.hex, side=side)
    if not keeps_connections(old, new, connected_sides(game, action.hex)):
        refuse(game, "connection_lost", tile=action.tile, hex=action.hex)
    return new


class LayTrackMove(Move[LayTile, CompanyStep]):
    """Lay a tile, or replace one by the next colour or by another of its own (1865-4.2.2)."""

    action = LayTile

    def claims(self, action: LayTile) -> bool:
        return action.power is None

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        definition, state = game.definition, game.state
        company = step.company(game)
        sides = network(game, company)
        home = {index for index, _ in own_stations(definition, state, company)}
        for index in sorted({side // 6 for side in sides} | home):
            spot = definition.hex_list[index]
            # In the short game sea links lead to where nothing is laid (1865-6.1.8).
            if region_closed(game, spot.name):
                continue
            first = index * 6
            for tile, rotation in self._fitting(game, spot.name):
                exits = definition.placed[tile, rotation].exits
                if index in home or any(first + side in sides for side in exits):
                    yield Choice(LayTile(spot.name, tile, rotation))

    def _fitting(self, game: Game, hex_name: str) -> Iterator[tuple[str, int]]:
        """Yield what fits on a hex, has its colour's phase and is in the supply."""
        definition, state, colours = game.definition, game.state, game.phase.colours
        old = state.board[definition.hexes[hex_name].index]
        for tile, rotations in candidates(definition, hex_name, old):
            if state.supply[tile] and definition.tiles[tile].colour in colours:
                yield from ((tile, rotation) for rotation in rotations)
        if may_be_replaced(definition, hex_name, old):
            kept = connected_sides(game, hex_name)
            for new in competitive(definition, hex_name, old, kept):
                if state.supply[new.name]:
                    yield new.name, new.rotation

    def check(self, game: Game, step: CompanyStep, action: LayTile) -> None:
        company, definition = step.company(game), game.definition
        spot, tile = definition.hexes.get(action.hex), definition.tiles.get(action.tile)
        if spot is not None and region_closed(game, action.hex):
            refuse(game, "corsica_closed", hex=action.hex)
        old = game.state.board[spot.index].tile if spot is not None else None
        if spot is not None and old is not None and old.mines and old.track:
            refuse(game, "mine_never_replaced", hex=action.hex)
        if tile is not None and old is not None and tile.mines and not old.mines:
            refuse(game, "mine_tile_elsewhere", tile=action.tile, hex=action.hex)
        same = tile is not None and old is not None and tile.colour == old.colour
        if same and action.rotation in range(6):
            new = _check_competitive(game, action)
        else:
            new = check_placement(game, action, game.phase.colours)
        if not connected(game, company, action.hex, new):
            refuse(game, "tile_not_connected", hex=action.hex, company=company)

    def apply(self, game: Play, step: CompanyStep, action: LayTile) -> None:
        company, cost = step.company(game), fee(game)
        before = traffic_at(game, action.hex)
        pay(game, company, BANK, cost)
        new = game.definition.placed[action.tile, action.rotation]
        put_tile(game.definition, game.state, action.hex, new, same_places(new))
        game.log("laid", company=company, tile=action.tile, hex=action.hex, cost=cost)
        game.set_turn(laid=this_turn(game).laid + 1)
        _city_grows(game, action.hex, traffic_at(game, action.hex) - before)


def _city_grows(game: Play, hex_name: str, points: int) -> None:
    """Give the new traffic of a city to the launched companies there (1865-4.2.5).

    The first tile of a home without track brings its whole traffic (1865-3.6.4). Nobody
    is in a town (1865-4.2.6), and tiles of one colour and letter are alike in traffic
    (1865-4.2.8).
    """
    for company in game.state.stations.get((hex_name, 0), ()):
        if company is not None and company in game.state.floated:
            add_traffic(game, company, points, "city")


class Track(TurnStep, frozen=True):
    """Lay or upgrade up to two tiles, or none (1865-4.2.19).

    It ends by itself when the second one cannot be paid.
    """

    moves = (LayTrackMove(), *ANYTIME, PassMove(pop))

    def case(self, game: Game) -> str:
        return "second" if this_turn(game).laid else ""

    def settle(self, game: Play) -> bool:
        turn = this_turn(game)
        if turn.laid < TILES_PER_TURN and fee(game) <= game.state.cash[turn.company]:
            return False
        game.pop()
        return True
