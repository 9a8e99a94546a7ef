"""Building track: allowances, mines, the second tile, pioneer 1 (18ESP-4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.ledger import pay
from ...engine.state import BANK
from ...engine.steps.track import Laying, LayTileMove, lay_cost
from .facts import NORTH, allowed, is_small, kind, this_turn
from .goals import Connected
from .homes import lift_markers
from .phases import close_pioneer
from .policy import policy
from .stations import close_ranks, is_double, keep_stacked

if TYPE_CHECKING:
    from ...engine.actions import LayTile
    from ...engine.game import Game, Play

SECOND_TILE = 20  # surcharge (18ESP-4.2.1.2)
MINE_POWER, MINE_DISCOUNT = "P1", 30
NARROW = "narrow"
# Where pioneer 1 may build on 18xx.games: all mines but one, and one hex without (D27).
NOT_FOR_POWER, ALSO_FOR_POWER = "J24", "E11"


def is_mine_lay(game: Game, hex_name: str) -> bool:
    """Tell whether a tile on this hex would be a yellow mine tile (18ESP-4.2.1.5).

    One with mine and town is one too (18ESP-4.2.1.6).
    """
    spot = game.definition.hexes[hex_name]
    return bool(spot.printed.tile.mines) and game.state.board[spot.index] is spot.printed


def is_dismantling(game: Game, hex_name: str) -> bool:
    """Tell whether a tile on this hex would replace a mine tile (18ESP-4.2.3.5)."""
    spot = game.definition.hexes[hex_name]
    old = game.state.board[spot.index]
    return old is not spot.printed and bool(old.tile.mines)


def is_upgrade(game: Game, hex_name: str) -> bool:
    return game.state.board[game.definition.hexes[hex_name].index].tile.colour != "white"


def tile_actions(game: Game, company: str) -> int:
    """Return how many tiles a company may lay or upgrade (18ESP-4.2.1.1, 18ESP-4.2.1.2).

    On whichever map: its lays need not be on the same one (18ESP-5.2.2.3).
    """
    early = game.state.phase == 0 and kind(game, company) == NORTH
    one = is_small(game, company) or (early and not policy(game).north_second_tile_early)  # D7
    return 1 if one else 2


def lays_left(game: Game) -> bool:
    """Tell whether the allowances are not used up.

    On 18xx.games who cannot pay for the second tile is not asked for a mine either.
    """
    turn = this_turn(game)
    more = turn.laid < tile_actions(game, turn.company)
    if policy(game).asks_idly and more and turn.laid:
        return game.state.cash[turn.company] >= SECOND_TILE
    return more or not turn.mine_laid


def power_might_lay(game: Game) -> bool:
    """Tell whether the company has pioneer 1 or could buy it now."""
    company, owner = this_turn(game).company, game.state.private_owner[MINE_POWER]
    can_buy = isinstance(owner, int) and game.state.cash[company] > 0
    return owner == company or (can_buy and allowed(game, "pioneers"))


def note_end(game: Play) -> None:
    """On 18xx.games the step ends with the station and the last tile, whatever comes after."""
    if policy(game).asks_idly and this_turn(game).stationed:
        game.set_turn(track_done=not lays_left(game) and not power_might_lay(game))


def _may_build(game: Game, hex_name: str) -> bool:
    """Small companies stay in the south (18ESP-4.2.1.8, 18ESP-4.2.2.10)."""
    small = is_small(game, this_turn(game).company) and not policy(game).small_builds_north
    return not (small and game.definition.hexes[hex_name].entry.gauge == NARROW)


def _barred(game: Game, step: Laying, hex_name: str) -> str | None:
    turn = this_turn(game)
    if not _may_build(game, hex_name):
        return "small_stays_south"
    if is_mine_lay(game, hex_name):
        return "one_mine" if turn.mine_laid else None  # 18ESP-4.2.3.1
    if turn.laid >= tile_actions(game, turn.company):
        return "no_tile_left"
    if turn.laid and is_upgrade(game, hex_name):
        if hex_name in turn.hexes and not _new_mine_goes(game, hex_name):
            return "same_hex_twice"  # 18ESP-4.2.1.4
        if turn.upgraded:
            return "two_upgrades"  # 18ESP-4.2.1.3
    return None


def _new_mine_goes(game: Game, hex_name: str) -> bool:
    """A mine tile is no action: laid this turn, it may be dismantled by either action (A43)."""
    return bool(policy(game).new_mine_dismantled) and is_dismantling(game, hex_name)


def surcharge(game: Game, hex_name: str) -> int:
    """Return what the second tile costs more, a dismantling too (18ESP-4.2.3.6)."""
    if not this_turn(game).laid or is_mine_lay(game, hex_name):
        return 0
    mine = bool(game.definition.hexes[hex_name].printed.tile.mines)
    return 0 if mine and not policy(game).dismantling_pays_second else SECOND_TILE  # D26


def cost(game: Game, step: object, hex_name: str) -> int:
    """Return the terrain or the dismantling of a mine (18ESP-4.2.2.7), and the surcharge."""
    return lay_cost(game, hex_name) + surcharge(game, hex_name)


def _charge(game: Play, step: Laying, hex_name: str) -> None:
    pay(game, step.company(game), BANK, cost(game, step, hex_name))  # 18ESP-1.5.1.7


# --- pioneer 1 -------------------------------------------------------------------------


def _barred_for_power(game: Game, step: Laying, hex_name: str) -> str | None:
    company = this_turn(game).company
    if game.state.private_owner.get(MINE_POWER) != company:
        return "no_such_power"
    mine = is_mine_lay(game, hex_name) or is_dismantling(game, hex_name)
    if policy(game).discount_only:  # 18ESP-2.2.8
        return _barred(game, step, hex_name) if mine else "power_needs_mine"
    if not _may_build(game, hex_name):
        return "small_stays_south"
    mine = (mine and hex_name != NOT_FOR_POWER) or hex_name == ALSO_FOR_POWER
    return None if mine else "power_needs_mine"


def power_cost(game: Game, step: object, hex_name: str) -> int:
    extra = surcharge(game, hex_name) if policy(game).discount_only else 0
    return max(0, lay_cost(game, hex_name) - MINE_DISCOUNT) + extra


def _charge_with_power(game: Play, step: Laying, hex_name: str) -> None:
    pay(game, step.company(game), BANK, power_cost(game, step, hex_name))
    close_pioneer(game, MINE_POWER)


class EspLay(LayTileMove[Laying]):
    """A tile lay; `laid` of the step is told what it was before the board changes.

    The old tile returns to the supply (18ESP-4.2.2.9), stations stay with their track
    (18ESP-4.2.2.12).
    """

    def apply(self, game: Play, step: Laying, action: LayTile) -> None:
        turn = this_turn(game)
        spot = game.definition.hexes[action.hex]
        bare = game.state.board[spot.index] is spot.printed
        counted = action.power is None or policy(game).discount_only
        if counted and is_mine_lay(game, action.hex):
            game.set_turn(mine_laid=True)
            super().apply(game, step, action)
        elif counted:
            upgrade = is_upgrade(game, action.hex)
            super().apply(game, step, action)
            # 18ESP-4.2.2.11: upgrades count alike
            game.set_turn(laid=turn.laid + 1, upgraded=turn.upgraded or upgrade)
        else:
            super().apply(game, step, action)
        game.set_turn(hexes=(*turn.hexes, action.hex))
        if action.power is None:
            note_end(game)
        after_lay(game, action.hex, bare)


def after_lay(game: Play, hex_name: str, bare: bool) -> None:
    """What track sets off: markers get their cities, destinations are reached."""
    company = this_turn(game).company
    if policy(game).asks_for_connection:
        game.push(Connected())
    if bare and is_double(game, hex_name):
        lift_markers(game, hex_name, company)
        if policy(game).connection_at_once:  # before a city is chosen, too
            game.push(Connected())
    close_ranks(game, hex_name)
    if policy(game).shared_slot_stays:
        keep_stacked(game, hex_name)


# The connection: past no city full of others' stations (18ESP-4.2.1.18), over open passes to the
# other map (18ESP-5.2.2.1). Else new track need not meet any (18ESP-4.2.1.20, 18ESP-4.2.2.4).
LAY = EspLay(_barred, cost=cost, charge=_charge)
POWER_LAY = EspLay(
    _barred_for_power,
    cost=power_cost,
    charge=_charge_with_power,
    power=MINE_POWER,
    near=lambda game: bool(policy(game).power_lays_near),
)
