"""Laying track: terrain, tokens, the additional tile, stations on yellow OO tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice, Choose, LayTile, Use
from ...engine.board import key_of
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK, Seat
from ...engine.step import Move, Step
from ...engine.steps.common import PlayerStep
from ...engine.steps.track import Laying, LayTileMove, lay_cost
from ...engine.tiles import Placed
from ...engine.track import city_moves
from .facts import BUILDING, TERRAIN, TILE_FEE, TOKEN, this_turn
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def fee(game: Game) -> int:
    """Return the price of the additional tile (18MAG-VI.3.2.2); one alone is the regular one
    (18MAG-VI.3.2.3).
    """
    return TILE_FEE if this_turn(game).laid else 0


def may_go_on(game: Game) -> bool:
    """Tell whether the track step goes on: two tiles at most, the second must be paid."""
    turn = this_turn(game)
    return not turn.laid or (turn.laid < 2 and game.state.cash[turn.company] >= TILE_FEE)


def is_upgrade(game: Game, hex_name: str) -> bool:
    return game.state.board[game.definition.hexes[hex_name].index].tile.colour != "white"


def _barred(game: Game, step: Laying, hex_name: str) -> str | None:
    """One upgrade in a turn, be it of the tile just laid (18MAG-VI.3.2.4)."""
    if this_turn(game).upgraded and is_upgrade(game, hex_name):
        return "one_upgrade"
    return None


def _barred_for_token(game: Game, step: Laying, hex_name: str) -> str | None:
    if not policy(game).token_with_tile:
        return "token_beforehand"
    if not game.state.powers.get(this_turn(game).company):
        return "no_token"
    if not lay_cost(game, hex_name):
        return "token_without_terrain"  # 18MAG-VI.3.2.13
    return _barred(game, step, hex_name)


def cost(game: Game, step: Laying, hex_name: str) -> int:
    """Return what a minor pays: terrain, unless a token does, and the additional tile."""
    terrain = 0 if this_turn(game).armed else lay_cost(game, hex_name)
    return terrain + fee(game)


def _cost_with_token(game: Game, step: Laying, hex_name: str) -> int:
    return fee(game)


def _charge(game: Play, step: Laying, hex_name: str) -> None:
    turn, terrain = this_turn(game), lay_cost(game, hex_name)
    pay(game, turn.company, BUILDING, fee(game))
    if turn.armed:
        pay(game, BANK, TERRAIN, terrain)
        if terrain:
            game.set_turn(armed=False)
    else:
        pay(game, turn.company, TERRAIN, terrain)  # 18MAG-VI.3.2.11


def _charge_with_token(game: Play, step: Laying, hex_name: str) -> None:
    """The bank pays the terrain in place of the minor (18MAG-VI.3.2.12)."""
    company = this_turn(game).company
    pay(game, company, BUILDING, fee(game))
    pay(game, BANK, TERRAIN, lay_cost(game, hex_name))
    game.state.powers[company] -= 1  # lost (18MAG-III.3.2.6)
    game.log("token_spent", company=company, hex=hex_name)


# --- stations on yellow OO tiles -------------------------------------------------------


def _occupied(game: Game, hex_name: str) -> list[int]:
    """Return the cities of a hex that hold a station."""
    return [
        city
        for (name, city), slots in sorted(game.state.stations.items())
        if name == hex_name and any(slots)
    ]


def has_one_track_city(old: Placed, new: Placed) -> bool:
    """Tell whether only one of the cities of a hex without track gets any."""
    return (
        len(new.stop_sides) == len(old.stop_sides) == 2
        and not any(old.stop_sides)
        and not all(new.stop_sides)
    )


def station_moves(game: Game, company: str, hex_name: str, new: Placed) -> tuple[int, ...] | None:
    """Return where the cities of a hex go (18MAG-VI.3.2.18); on a yellow OO tile the station gets
    the track.

    With stations in both cities it is the layer's own, else the first (18MAG-VI.3.2.19, D8).
    """
    old = game.state.board[game.definition.hexes[hex_name].index]
    if not has_one_track_city(old, new):
        return city_moves(old, new)
    joined = _occupied(game, hex_name) or [0]
    chosen = joined[0]
    if policy(game).choose_joined_city:
        for city in joined:
            if company in game.state.stations.get((hex_name, city), ()):
                chosen = city
    return (0, 1) if chosen == 0 else (1, 0)


def _swap_cities(game: Game, hex_name: str) -> None:
    """Exchange what stands in the two cities of a hex."""
    state = game.state
    slots = {city: state.stations.pop((hex_name, city), None) for city in (0, 1)}
    for city, held in slots.items():
        if held is None:
            continue
        state.stations[hex_name, 1 - city] = held
        for company in filter(None, held):
            state.station_key ^= key_of(hex_name, city, company, "station")
            state.station_key ^= key_of(hex_name, 1 - city, company, "station")
    for company, (home, city) in list(state.homes.items()):
        if home == hex_name:
            state.homes[company] = (hex_name, 1 - city)


class JoinMove(Move[Choose, "JoinCity"]):
    """Choose whose station the track of a yellow OO tile leads to."""

    action = Choose

    def legal(self, game: Game, step: JoinCity) -> Iterator[Choice]:
        for company in step.companies(game):
            yield Choice(Choose(company))

    def check(self, game: Game, step: JoinCity, action: Choose) -> None:
        if action.option not in step.companies(game):
            refuse(game, "no_such_option", option=action.option)

    def apply(self, game: Play, step: JoinCity, action: Choose) -> None:
        if action.option != step.companies(game)[0]:
            _swap_cities(game, step.hex)
        game.pop()
        game.log("joined", company=action.option, hex=step.hex)


class JoinCity(PlayerStep, frozen=True):
    """Who lays a yellow OO tile without a station there says whose it joins (18MAG-VI.3.2.19)."""

    hex: str
    seat: Seat

    moves = (JoinMove(),)
    out_of_step = "choose_first"

    def companies(self, game: Game) -> list[str]:
        return [str(game.state.stations[self.hex, city][0]) for city in (0, 1)]


def after_lay(game: Play, action: LayTile) -> None:
    """Note what was laid; a choice between two cities may follow."""
    turn = this_turn(game)
    tile = game.definition.tiles[action.tile]
    game.set_turn(laid=turn.laid + 1, upgraded=turn.upgraded or tile.colour != "yellow")
    spot = game.definition.hexes[action.hex]
    new = game.state.board[spot.index]
    both = _occupied(game, action.hex) == [0, 1]
    if (
        policy(game).choose_joined_city
        and both
        and has_one_track_city(spot.printed, new)
        and not any(turn.company in game.state.stations[action.hex, city] for city in (0, 1))
    ):
        game.push(JoinCity(action.hex, game.state.president[turn.company]))


# A home without a tile is all that a minor with one station is connected to: it builds there first
# (18MAG-VI.3.2.5). A way there passes free slots (18MAG-VI.3.3.6). The old tile goes back to the
# supply (18MAG-VI.3.3.7), the slots that the new one adds are free to all (18MAG-VI.3.3.5), and
# the closed sides of the hex bind it too (18MAG-VI.3.3.8).
LAY = LayTileMove(_barred, cost=cost, charge=_charge, moves=station_moves)
TOKEN_LAY = LayTileMove(
    _barred_for_token,
    cost=_cost_with_token,
    charge=_charge_with_token,
    moves=station_moves,
    power=TOKEN,
)


class ArmToken(Move[Use, Step]):
    """Spend a terrain token before the tile is laid (edition `online`, D6)."""

    action = Use

    def _problem(self, game: Game) -> str | None:
        turn = this_turn(game)
        if policy(game).token_with_tile:
            return "token_with_tile"
        if not game.state.powers.get(turn.company):
            return "no_token"
        return "token_armed" if turn.armed else None

    def legal(self, game: Game, step: Step) -> Iterator[Choice]:
        if self._problem(game) is None:
            yield Choice(Use(TOKEN))

    def check(self, game: Game, step: Step, action: Use) -> None:
        problem = "no_token" if action.thing != TOKEN else self._problem(game)
        if problem is not None:
            refuse(game, problem)

    def apply(self, game: Play, step: Step, action: Use) -> None:
        company = this_turn(game).company
        game.state.powers[company] -= 1
        game.set_turn(armed=True)
        game.log("token_ready", company=company)
