"""Building in 18ESP: on the company's own map, and out of a home that has no track yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible import deals, track
from ....bots.sensible.ground import Ground
from ....bots.sensible.situation import Situation
from ....bots.sensible.values import money_needed
from ....engine.actions import Action, LayTile, PlaceStation
from ..actions import OpenPass
from ..facts import NORTH, kind
from ..homes import ChooseCity
from ..printed import train_of
from ..routes import BOTH, NARROW
from ..stations import is_double

if TYPE_CHECKING:
    from ....engine.game import Game

SPARE = 150  # what a treasury keeps when a pass is opened


def useful(situation: Situation, lay: LayTile) -> bool:
    """Tell whether a lay is for the company's own trains: the other map is for others."""
    game, company = situation.game, situation.company
    gauges = {train_of(game, card).gauge for card in situation.state.trains[company]}
    if BOTH in gauges:
        return True
    narrow = game.definition.hexes[lay.hex].entry.gauge == NARROW
    return narrow == (kind(game, company) == NORTH)


def build(situation: Situation) -> Action:
    """Lay what pays, place a station that pays, open a pass with money to spare."""
    sale = deals.sell_own_private(situation)
    if sale is not None:
        return sale
    lay = home_lay(situation) or track.best_lay(situation)
    if lay is not None:
        return lay
    if next(situation.of(PlaceStation), None) is not None:
        station = track.place_station(situation)
        if isinstance(station, PlaceStation):
            return station
    for action, _ in situation.of(OpenPass):
        cost = situation.game.definition.hexes[action.hex].cost
        if (
            action.power
            or situation.treasury - cost >= money_needed(situation.game, situation.company) + SPARE
        ):
            return action
    return situation.passing()


def home_lay(situation: Situation) -> LayTile | None:
    """Return the first tile of a home with two cities: its marker waits for it beside the map.

    What the tile opens is seen only when the city is chosen.
    """
    game, company = situation.game, situation.company
    home = game.state.homes[company][0]
    tile = game.state.board[game.definition.hexes[home].index]
    if tile.exits or not is_double(game, home):
        return None
    lays = [lay for lay, _ in situation.of(LayTile) if lay.hex == home]
    ground = Ground(game, company)

    def opened(lay: LayTile) -> float:
        after = track.carried_out(game, lay)
        if not isinstance(after.step, ChooseCity):
            return ground.moved(after)
        return max(ground.moved(city) for _, city in _cities(after))

    return max(lays, key=opened, default=None)


def _cities(game: Game) -> list[tuple[Action, Game]]:
    """Return the cities between which a company chooses, with the boards that follow."""
    moves = next(move for move in game.step.moves if move.action is PlaceStation)
    offers = [choice.action for choice in moves.legal(game, game.step)]
    return [(offer, track.carried_out(game, offer)) for offer in offers]


def choose_city(situation: Situation) -> Action:
    """Choose the city from which most is reached."""
    step = situation.game.step
    assert isinstance(step, ChooseCity)
    ground = Ground(situation.game, step.owner)
    return max(_cities(situation.game), key=lambda city: ground.moved(city[1]))[0]
