"""Track: yellow tiles, upgrades, small stations, the home hex (1862-7.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ...engine.actions import Choice, LayTile
from ...engine.board import reaches
from ...engine.errors import refuse
from ...engine.step import Move
from ...engine.steps.common import CompanyStep, PassMove, pop
from ...engine.steps.track import Laying, LayTileMove
from ...engine.tiles import STOP, Placed
from ...engine.track import put_tile
from .facts import option, receivership, this_turn
from .floating import home_upgrades, tile_left
from .policy import policy
from .stations import close_up, is_bare, waiting_in

if TYPE_CHECKING:
    from ...engine.definition import Definition
    from ...engine.game import Game, Play

NORTHERN = "N"  # label of the tiles of which only one is laid
MOST_YELLOW = 2


def duty(game: Game, company: str) -> str | None:
    """Return the hex that the company has to build in first (1862-7.2.2, 1862-7.2.3, 1862-7.2.6).

    The second build is free, though another station that came with a merger may still wait. The
    rules are silent on a hex for which no tile is left: it keeps nobody from building elsewhere.
    """
    turn = this_turn(game)
    # By agreement only in a first turn without merger (1862-7.2.8).
    if turn.laid or (option(game, "home") == "may" and (turn.merged or not turn.first)):
        return None
    home = waiting_in(game, company)
    return home if home is not None and tile_left(game, home) else None


def barred(game: Game, step: Laying, hex_name: str) -> str | None:
    """Return why nothing may be built in a hex now."""
    turn = this_turn(game)
    if turn.laid:
        if not is_bare(game, hex_name):
            return "one_build"
        if game.definition.hexes[hex_name].entry.label == NORTHERN:
            return "northern_alone"
    home = duty(game, turn.company)
    if home is None or home == hex_name or not policy(game).build_home_first:
        return None
    return "home_tile_first"


def new_track_reached(game: Game, company: str, hex_name: str, old: Placed, new: Placed) -> bool:
    """Tell whether an upgrade brings something to a route (1862-7.6.3.2).

    A large station does, and so does track that was not there before.
    """
    if new.tile.cities:
        return True
    before = _segments(old)
    first = game.definition.hexes[hex_name].index * 6
    added = {first + side for segment in _segments(new) - before for side in segment}
    return reaches(game.definition, game.state, company, added)


def _segments(tile: Placed) -> set[frozenset[int]]:
    """Return the track of a small-station tile as pairs of sides."""
    plain = {frozenset((a, b)) for a, b in tile.track if b < STOP}
    return plain | {frozenset(sides) for sides in tile.stop_sides}


def _piece(tile: str) -> str:
    """Return the tile without its markers: `16` for `16_1a`."""
    return tile.partition("_")[0]


@lru_cache(maxsize=10_000)
def marker_faces(
    definition: Definition, placed: Placed, rejoin: bool = False
) -> tuple[tuple[str, int], ...]:
    """Return the faces of a tile with one more small station (1862-7.6.4.2).

    On the site the new one may `rejoin` other ends of the track than lay together before.
    """
    if placed.name not in definition.tiles:
        return ()
    track, stations = _segments(placed), set(map(frozenset, placed.stop_sides))
    found = []
    for name in (tile for tile in definition.tiles if _piece(tile) == _piece(placed.name)):
        for rotation in range(6):
            new = definition.placed[name, rotation]
            marked = set(map(frozenset, new.stop_sides))
            same = set(new.exits) == set(placed.exits) if rejoin else _segments(new) == track
            if same and stations < marked and len(marked) == len(stations) + 1:
                found.append((name, rotation))
    return tuple(found)


class BuildMove(LayTileMove[Laying]):
    """Lay a yellow tile, upgrade, or add a small station (1862-7.6)."""

    def legal(self, game: Game, step: Laying) -> Iterator[Choice]:
        company, board = step.company(game), game.state.board
        for choice in super().legal(game, step):
            action = choice.action
            assert isinstance(action, LayTile)
            old = board[game.definition.hexes[action.hex].index]
            new = game.definition.placed[action.tile, action.rotation]
            if new.tile.colour == "yellow" or new_track_reached(
                game, company, action.hex, old, new
            ):
                yield choice
        if self._small_ban(game, step) is None:
            yield from self._small_stations(game)

    def _small_ban(self, game: Game, step: Laying) -> str | None:
        if this_turn(game).laid:
            return "one_build"
        if policy(game).build_home_first and duty(game, step.company(game)) is not None:
            return "home_tile_first"
        return None

    def _small_stations(self, game: Game) -> Iterator[Choice]:
        """Yield them wherever they can be, connected or not (1862-7.6.4.1)."""
        for spot in game.definition.hex_list:
            placed = game.state.board[spot.index]
            for tile, rotation in self._faces(game, placed):
                if self._in_stock(game, tile):
                    yield Choice(LayTile(spot.name, tile, rotation))

    def _faces(self, game: Game, placed: Placed) -> tuple[tuple[str, int], ...]:
        return marker_faces(game.definition, placed, policy(game).towns_rejoin_track)

    def _in_stock(self, game: Game, tile: str) -> bool:
        """A marker is laid on the tile that lies there; markers are never short (rulebook)."""
        return bool(policy(game).faces_share or game.state.supply[tile])

    def _is_small(self, game: Game, action: LayTile) -> bool:
        """Tell whether an action adds a small station to what lies in a hex."""
        spot = game.definition.hexes.get(action.hex)
        if spot is None or action.tile not in game.definition.tiles:
            return False
        old = game.state.board[spot.index]
        return old is not spot.printed and _piece(action.tile) == _piece(old.name)

    def check(self, game: Game, step: Laying, action: LayTile) -> None:
        company = step.company(game)
        if self._is_small(game, action):
            ban = self._small_ban(game, step)
            if ban is not None:
                refuse(game, ban, hex=action.hex)
            old = game.state.board[game.definition.hexes[action.hex].index]
            if (action.tile, action.rotation) not in self._faces(game, old):
                refuse(game, "no_small_station", hex=action.hex)
            if not self._in_stock(game, action.tile):
                refuse(game, "no_such_tile_left", tile=action.tile)
            return
        super().check(game, step, action)
        old = game.state.board[game.definition.hexes[action.hex].index]
        new = game.definition.placed[action.tile, action.rotation]
        yellow = new.tile.colour == "yellow"
        if not yellow and not new_track_reached(game, company, action.hex, old, new):
            refuse(game, "upgrade_adds_nothing", hex=action.hex, company=company)

    def apply(self, game: Play, step: Laying, action: LayTile) -> None:
        if not self._is_small(game, action):
            super().apply(game, step, action)
            close_up(game, action.hex)
            return
        new = game.definition.placed[action.tile, action.rotation]
        put_tile(game.definition, game.state, action.hex, new, ())
        game.log("small_station", company=step.company(game), hex=action.hex)
        step.laid(game, action)


BUILD = BuildMove(barred)


def _track_due(game: Game, step: Track) -> str | None:
    """A home without tile or slot is built in first (1862-7.2)."""
    company = step.company(game)
    due = duty(game, company) is not None and step.offers(game, BUILD)
    return "home_tile_first" if due else None


class Track(CompanyStep, frozen=True):
    """Build: one or two yellow tiles, an upgrade, or a small station (1862-7.6.0.1)."""

    moves = (BUILD, PassMove(pop, _track_due))

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        turn = this_turn(game)
        done = turn.upgraded or turn.laid >= MOST_YELLOW
        if (
            done
            or receivership(game, company)  # 1862-7.3.1
            or not (policy(game).ask_always or self.offers(game, BUILD))
        ):
            game.pop()
            return True
        return False

    def laid(self, game: Play, action: LayTile) -> None:
        note_build(game, action)


def note_build(game: Play, action: LayTile) -> None:
    """Note a build; one N tile, one upgrade or one small station ends it."""
    tile = game.definition.tiles[action.tile]
    whole = tile.colour != "yellow" or tile.label == NORTHERN
    game.set_turn(laid=this_turn(game).laid + 1, upgraded=whole)


class HomeUpgradeMove(Move[LayTile, "HomeUpgrade"]):
    """Upgrade the home hex to a tile with more slots."""

    action = LayTile

    def legal(self, game: Game, step: HomeUpgrade) -> Iterator[Choice]:
        home = str(waiting_in(game, step.company(game)))
        for tile, turns in home_upgrades(game, home):
            for rotation in turns:
                yield Choice(LayTile(home, tile, rotation))

    def check(self, game: Game, step: HomeUpgrade, action: LayTile) -> None:
        if not any(choice.action == action for choice in self.legal(game, step)):
            refuse(game, "home_needs_slot", hex=action.hex)

    def apply(self, game: Play, step: HomeUpgrade, action: LayTile) -> None:
        new = game.definition.placed[action.tile, action.rotation]
        put_tile(game.definition, game.state, action.hex, new)
        company = step.company(game)
        game.log("laid", company=company, tile=action.tile, hex=action.hex, cost=0)
        note_build(game, action)


class HomeUpgrade(CompanyStep, frozen=True):
    """The upgrade that makes room for the home station, before anything else (online)."""

    moves = (HomeUpgradeMove(),)

    def settle(self, game: Play) -> bool:
        waiting = waiting_in(game, self.company(game))
        if waiting is None or is_bare(game, waiting):
            game.pop()
            return True
        return False
