"""Which companies may be started, and the stations that they buy when they float."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice, Choose
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK, Seat
from ...engine.step import Move, Step
from ...engine.track import candidates, next_colour
from .facts import TOKEN_PRICE, facts, in_play, most_stations
from .policy import policy
from .stations import is_bare, slots_here

if TYPE_CHECKING:
    from ...engine.game import Game, Play


# --- availability ----------------------------------------------------------------------


def home_upgrades(game: Game, hex_name: str) -> list[tuple[str, tuple[int, ...]]]:
    """Return the tiles that would give a city more slots now (1862-3.2.2)."""
    state, spot = game.state, game.definition.hexes[hex_name]
    old = state.board[spot.index]
    if next_colour(old.tile.colour) not in game.phase.colours:
        return []
    return [
        (tile, turns)
        for tile, turns in candidates(game.definition, hex_name, old)
        if state.supply[tile]
        and game.definition.tiles[tile].stops[0].slots > slots_here(game, hex_name)
    ]


def first_slots(game: Game, hex_name: str) -> int:
    """Return how many stations find a slot on the first tile of a city (1862-7.2.2)."""
    spot, tiles = game.definition.hexes[hex_name], game.definition.tiles
    fitting = candidates(game.definition, hex_name, spot.printed)
    return max(tiles[tile].stops[0].slots for tile, _ in fitting)


def tile_left(game: Game, hex_name: str) -> bool:
    """Tell whether a tile can give a station that waits in a hex its slot now."""
    if not is_bare(game, hex_name):
        return bool(home_upgrades(game, hex_name))
    old = game.state.board[game.definition.hexes[hex_name].index]
    return any(game.state.supply[tile] for tile, _ in candidates(game.definition, hex_name, old))


def has_place(game: Game, company: str) -> bool:
    """Tell whether a company could place its home station (1862-3.2.2)."""
    home, city = game.state.homes[company]
    if is_bare(game, home):
        return True
    taken = [c for c in game.state.stations.get((home, city), ()) if c is not None]
    return len(taken) < slots_here(game, home) or bool(home_upgrades(game, home))


def start_problem(game: Game, company: str) -> str | None:
    """Return why a company cannot be started now."""
    now = facts(game)
    if company in game.state.cell:
        return "already_started"
    if now.lner:
        return "nothing_starts_now"
    if company in game.state.closed:
        return "not_in_game"
    if now.waves[company] > game.state.phase:
        return "not_yet_available"
    if company in now.barred:
        return "failed_charter"
    if not has_place(game, company):
        return "home_blocked"
    return None


def startable(game: Game) -> list[str]:
    return [c for c in in_play(game) if start_problem(game, c) is None]


# --- stations --------------------------------------------------------------------------


class StationsMove(Move[Choose, "BuyStations"]):
    """Choose how many stations a company buys (1862-6.5.4.2.1)."""

    action = Choose

    def legal(self, game: Game, step: BuyStations) -> Iterator[Choice]:
        for count in step.counts(game):
            yield Choice(Choose(str(count)))

    def check(self, game: Game, step: BuyStations, action: Choose) -> None:
        if action.option not in map(str, step.counts(game)):
            refuse(game, "no_such_number", option=action.option)

    def apply(self, game: Play, step: BuyStations, action: Choose) -> None:
        count = int(action.option)
        pay(game, step.company, BANK, count * TOKEN_PRICE)
        game.state.stations_left[step.company] = count
        game.log("stations_bought", company=step.company, count=count, cost=count * TOKEN_PRICE)
        game.pop()


class BuyStations(Step, frozen=True):
    """The director of a company that floats buys its stations."""

    company: str

    moves = (StationsMove(),)
    out_of_step = "stations_first"

    def counts(self, game: Game) -> range:
        most = most_stations(game) if policy(game).buy_eight else 7
        # Two at least, one of them for the home (1862-2.1.3).
        return range(2, min(most, game.state.cash[self.company] // TOKEN_PRICE) + 1)

    def actor(self, game: Game) -> Seat:
        from .receivership import decider

        return decider(game, self.company)
