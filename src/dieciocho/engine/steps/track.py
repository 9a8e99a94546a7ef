"""Laying and upgrading tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..actions import Choice, LayTile
from ..board import reach, reaches
from ..connections import own_stations
from ..errors import refuse
from ..ledger import pay
from ..state import BANK
from ..step import Move
from ..tiles import COLOURS, Placed
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
    from ..game import Game, Play


class Laying(Protocol):
    """A step in which a company lays tiles."""

    def company(self, game: Game) -> str: ...
    def laid(self, game: Play, action: LayTile) -> None: ...


L = TypeVar("L", bound=Laying, contravariant=True)
# Why a hex may not be built on at all by this company now, or None.
Barred = Callable[["Game", L, str], str | None]
# What a tile on a hex costs the company now, and who gets that.
Cost = Callable[["Game", L, str], int]
Charge = Callable[["Play", L, str], None]
# To which stop of a tile the stops of the hex go for the company; None: the tile does not fit.
Moves = Callable[["Game", str, str, Placed], tuple[int, ...] | None]


def lay_cost(game: Game, hex_name: str) -> int:
    """Return what the terrain costs: as printed on the hex, then as on the tile to replace."""
    spot = game.definition.hexes[hex_name]
    old = game.state.board[spot.index]
    return spot.cost if old is spot.printed else old.tile.cost


def terrain_cost(game: Game, step: Laying, hex_name: str) -> int:
    return lay_cost(game, hex_name)


def terrain_to_bank(game: Play, step: Laying, hex_name: str) -> None:
    pay(game, step.company(game), BANK, lay_cost(game, hex_name))


def by_track(game: Game, company: str, hex_name: str, new: Placed) -> tuple[int, ...] | None:
    """Let the track decide to which stop the stops of the hex go."""
    return city_moves(game.state.board[game.definition.hexes[hex_name].index], new)


def connected(
    game: Game, company: str, hex_name: str, new: Placed, moves_of: Moves = by_track
) -> bool:
    """Tell whether track of the new tile would be connected to a station of the company."""
    index = game.definition.hexes[hex_name].index
    if reaches(game.definition, game.state, company, [index * 6 + side for side in new.exits]):
        return True
    for hex_index, city in own_stations(game.definition, game.state, company):
        if hex_index == index:
            moves = moves_of(game, company, hex_name, new)
            return moves is not None and bool(new.stop_sides[moves[city]])
    return False


def check_placement(game: Game, action: LayTile, colours: tuple[str, ...]) -> Placed:
    """Refuse a tile that does not fit on the hex, whoever lays it; return it as placed."""
    definition, state = game.definition, game.state
    spot = definition.hexes.get(action.hex)
    if spot is None:
        refuse(game, "unknown_hex", hex=action.hex)
    tile = definition.tiles.get(action.tile)
    if tile is None:
        refuse(game, "unknown_tile", tile=action.tile)
    if action.rotation not in range(6):
        refuse(game, "unknown_rotation", rotation=action.rotation)
    old = state.board[spot.index]
    if action.tile in definition.special_tiles:
        refuse(game, "special_tile_" + action.tile, tile=action.tile)
    if not spot.buildable:
        refuse(game, "hex_takes_no_tile", hex=action.hex)
    if tile.colour != next_colour(old.tile.colour):
        refuse(
            game,
            "yellow_on_empty" if tile.colour == "yellow" else "wrong_colour",
            tile=action.tile,
            colour=tile.colour,
            old=old.tile.colour,
        )
    if tile.colour not in colours:
        refuse(game, "colour_not_yet", colour=tile.colour, phase=game.phase.name)
    if spot.label(tile.colour) != tile.label:
        label = spot.label(tile.colour) or tile.label
        special = f"wrong_label_{label}"  # where a game has a rule for each label
        reason = special if game.rules.knows(special) else "wrong_label"
        refuse(game, reason, tile=action.tile, hex=action.hex)
    if definition.tile_gauge[action.tile] != spot.entry.gauge:
        refuse(game, "wrong_gauge", tile=action.tile, hex=action.hex)
    if not same_kind(old.tile, tile):
        forever = old.tile.towns and not definition.towns_grow
        laid = "town_never_upgraded" if forever else "places_change"
        reason = "wrong_place" if old is spot.printed else laid
        refuse(game, reason, tile=action.tile, hex=action.hex)
    if not definition.suits(action.tile, action.hex):
        refuse(game, "tile_bound_" + action.tile, tile=action.tile, hex=action.hex)
    if state.supply[action.tile] == 0:
        refuse(game, "no_such_tile_left", tile=action.tile)
    new = definition.placed[action.tile, action.rotation]
    side = closed_side(spot, new)
    if side is not None:
        refuse(game, "closed_side_" + spot.closed[side], hex=action.hex, side=side)
    if not keeps_track(old, new):
        refuse(game, "track_lost", tile=action.tile, hex=action.hex)
    misfit = definition.misfit(spot, new)
    if misfit is not None:
        refuse(game, misfit, tile=action.tile, hex=action.hex)
    return new


class LayTileMove(Move[LayTile, L]):
    """The company's own track action."""

    action = LayTile

    def __init__(
        self,
        barred: Barred[L],
        *,
        cost: Cost[L] = terrain_cost,
        charge: Charge[L] = terrain_to_bank,
        moves: Moves = by_track,
        power: str | None = None,
        near: Callable[[Game], bool] = lambda game: False,
    ) -> None:
        """`near`: whether it is enough that the company's track leads to the hex."""
        self._barred = barred
        self._power = power
        self.cost = cost
        self._charge = charge
        self._moves = moves
        self._near = near

    def claims(self, action: LayTile) -> bool:
        return action.power == self._power

    def legal(self, game: Game, step: L) -> Iterator[Choice]:
        definition, state = game.definition, game.state
        company = step.company(game)
        treasury = state.cash[company]
        phase = game.phase.colours
        below = {colour for colour in COLOURS if next_colour(colour) in phase}
        sides = reach(definition, state, company).sides
        own = {index for index, _ in own_stations(definition, state, company)}
        near = self._near(game)
        for index in sorted({side // 6 for side in sides} | own):
            spot, old = definition.hex_list[index], state.board[index]
            if not spot.buildable or old.tile.colour not in below:
                continue
            if self._barred(game, step, spot.name) is not None:
                continue
            if self.cost(game, step, spot.name) > treasury:
                continue
            entered = sum(1 << side for side in range(6) if index * 6 + side in sides)
            station_here = near or index in own
            for tile, rotations in candidates(definition, spot.name, old):
                if state.supply[tile] == 0:
                    continue
                for rotation in rotations:
                    new = definition.placed[tile, rotation]
                    if new.exit_bits & entered or (
                        station_here and self._joins(game, company, spot.name, new)
                    ):
                        yield Choice(LayTile(spot.name, tile, rotation, self._power))

    def _joins(self, game: Game, company: str, hex_name: str, new: Placed) -> bool:
        if self._near(game):
            first = game.definition.hexes[hex_name].index * 6
            if reaches(game.definition, game.state, company, range(first, first + 6)):
                return True
        return connected(game, company, hex_name, new, self._moves)

    def check(self, game: Game, step: L, action: LayTile) -> None:
        company = step.company(game)
        if action.hex in game.definition.hexes:
            reason = self._barred(game, step, action.hex)
            if reason is not None:
                refuse(game, reason, hex=action.hex)
        new = check_placement(game, action, game.phase.colours)
        yellow = new.tile.colour == "yellow"
        if not self._joins(game, company, action.hex, new):
            reason = "tile_not_connected" if yellow else "upgrade_not_connected"
            refuse(game, reason, hex=action.hex, company=company)
        cost = self.cost(game, step, action.hex)
        if cost > game.state.cash[company]:
            reason = "terrain_too_dear" if yellow else "upgrade_too_dear"
            refuse(game, reason, cost=cost, cash=game.state.cash[company])

    def apply(self, game: Play, step: L, action: LayTile) -> None:
        company = step.company(game)
        cost = self.cost(game, step, action.hex)
        self._charge(game, step, action.hex)
        new = game.definition.placed[action.tile, action.rotation]
        moves = self._moves(game, company, action.hex, new)
        put_tile(game.definition, game.state, action.hex, new, moves)
        game.log("laid", company=company, tile=action.tile, hex=action.hex, cost=cost)
        step.laid(game, action)
