"""Track and stations: what they add to the revenue, and where they lead.

Every lay gets a cheap score from what the company would reach; the most promising ones are
played on a copy and judged by the routes that would result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.actions import Action, LayTile, Pass, PlaceStation
from ...engine.board import plain_reach, reach
from ...engine.game import Play
from ...engine.state import BANK
from ...engine.steps.stations import slots_of, station_cost
from ...engine.steps.track import lay_cost
from .advice import advice_for
from .situation import Situation
from .values import (
    asked_fleet,
    distance,
    horizon,
    money_needed,
    reached_values,
    revenue_with,
)

if TYPE_CHECKING:
    from ...engine.game import Game

LOOKED_AT = 16  # lays that get the cheap score
PLAYED_OUT = 4  # lays whose routes are calculated
PULL_RANGE = 3  # hexes over which an unreached place attracts track


def planned_fleet(game: Game, company: str) -> tuple[str, ...]:
    """Return the trains that track is built for: those owned, or the next one for sale."""
    fleet = asked_fleet(game, company)
    top = game.state.trains[BANK]
    if len(fleet) < 2 and top:
        return asked_fleet(game, company, advice_for(game).face(game, company, top[0]))
    return fleet


def carried_out(game: Game, action: Action) -> Game:
    """Return a copy on which a legal action has been carried out, but nothing that follows from it.

    Enough to look at the board, and much faster than to play it.
    """
    after = Play(game.copy())
    step = after.step
    move = next(m for m in step.moves if m.action is type(action) and m.claims(action))
    move.apply(after, step, action)
    return after


class Ground:
    """The map as seen by a company before it builds: what it reaches and what attracts it."""

    def __init__(self, game: Game, company: str) -> None:
        self.game = game
        self.company = company
        self.fleet = planned_fleet(game, company)
        found = plain_reach(game.definition, game.state, company)
        self.sides = set(found.sides)
        self.reached = self.total(game)
        self.revenue = revenue_with(game, company, self.fleet)
        hexes_reached = {h for h, _ in found.stops}
        colour = game.phase.value_colour
        charter = game.definition.companies[company]
        destination = charter.bonus * 2 + advice_for(game).destination_worth
        self.goals = [
            (spot, value)
            for spot in game.definition.hex_list
            if spot.index not in hexes_reached
            and (
                value := sum(
                    max(stop.value(colour), 10) for stop in game.state.board[spot.index].tile.stops
                )
                + (destination if spot.name == charter.destination else 0)
            )
        ]
        self._pull: dict[int, float] = {}

    def total(self, game: Game) -> int:
        """Return the value of the best stops that the company's trains could ever visit."""
        return sum(reached_values(game, self.company)[:10])

    def pull(self, index: int) -> float:
        """Return how much the places around a hex attract track."""
        known = self._pull.get(index)
        if known is None:
            here = self.game.definition.hex_list[index]
            known = self._pull[index] = sum(
                value * 0.5**away
                for spot, value in self.goals
                if (away := distance(self.game, here, spot)) <= PULL_RANGE
            )
        return known

    def cheap_score(self, after: Game) -> float:
        """Score a lay by what is reached after it."""
        found = plain_reach(after.definition, after.state, self.company)
        fresh = {side // 6 for side in found.sides - self.sides}
        pulls = sorted((self.pull(index) for index in fresh), reverse=True)[:2]
        return (self.total(after) - self.reached) + 0.4 * sum(pulls)

    def score(self, after: Game, cheap: float) -> float:
        """Score a lay by the revenue that it makes possible."""
        gain = revenue_with(after, self.company, self.fleet) - self.revenue
        return 4.0 * gain + cheap


def decide(situation: Situation) -> Action:
    """Lay the best tile, by a power or as the company's own action, or pass."""
    best = best_lay(situation)
    if best is not None:
        return best
    if situation.may_pass:
        return Pass()
    lays = [lay for lay, _ in situation.of(LayTile)]
    return lays[0] if lays else situation.choices[0].action


def best_lay(situation: Situation, *, powers_only: bool = False) -> LayTile | None:
    """Return the lay with the best score above nothing, if there is any."""
    lays = [lay for lay, _ in situation.of(LayTile) if lay.power is not None or not powers_only]
    if not lays:
        return None
    game = situation.game
    ground = Ground(game, situation.company)
    lays = _handful(situation, lays)
    rated = []
    for lay in lays:
        after = carried_out(game, lay)
        rated.append((ground.cheap_score(after), lay, after))
    rated.sort(key=lambda entry: -entry[0])
    found: tuple[float, LayTile] | None = None
    for cheap, lay, after in rated[:PLAYED_OUT]:
        score = ground.score(after, cheap) - _weight(situation) * _cost(situation, lay)
        if score > 0 and (found is None or score > found[0]):
            found = (score, lay)
    return found[1] if found else None


def _handful(situation: Situation, lays: list[LayTile]) -> list[LayTile]:
    """Return a sample of the lays in which every hex and tile is there before any repeats."""
    if len(lays) <= LOOKED_AT:
        return lays
    shuffled = situation.dice.sample(lays, len(lays))
    seen: dict[tuple[str, str], int] = {}
    turns: list[tuple[int, int, LayTile]] = []
    for lay in shuffled:
        turn = seen[lay.hex, lay.tile] = seen.get((lay.hex, lay.tile), 0) + 1
        turns.append((turn, len(turns), lay))
    return [lay for _, _, lay in sorted(turns)[:LOOKED_AT]]


def _cost(situation: Situation, lay: LayTile) -> int:
    return 0 if lay.power is not None else lay_cost(situation.game, lay.hex)


def _weight(situation: Situation) -> float:
    """Return how much a yuan of the treasury counts: more while a train has to be paid for."""
    return (
        0.3 if situation.treasury >= money_needed(situation.game, situation.company) + 40 else 1.2
    )


# --- stations --------------------------------------------------------------------------


def place_station(situation: Situation) -> Action:
    """Place the station that opens most, if it is worth its price."""
    game, company = situation.game, situation.company
    cost = station_cost(game, company)
    left = situation.treasury - cost
    if left < money_needed(game, company):
        return situation.passing()
    ground = Ground(game, company)
    rated = []
    for place, _ in situation.of(PlaceStation):
        after = carried_out(game, place)
        value = 0.3 * ground.cheap_score(after) + _last_slot(situation, place)
        rated.append((value, place, after))
    rated.sort(key=lambda entry: -entry[0])
    best: tuple[float, PlaceStation] | None = None
    for value, place, after in rated[:PLAYED_OUT]:
        gain = revenue_with(after, company, ground.fleet) - ground.revenue
        score = gain * min(horizon(game), 5) + value
        if score > 0.6 * cost and (best is None or score > best[0]):
            best = (score, place)
    return best[1] if best else situation.passing()


def _last_slot(situation: Situation, place: PlaceStation) -> float:
    """Value the last free slot of a city by what others could close with it."""
    game = situation.game
    if slots_of(game, place.hex, place.city).count(None) > 1:
        return 0.0
    index = game.definition.hexes[place.hex].index
    value = game.state.board[index].tile.stops[place.city].value(game.phase.value_colour)
    others = sum(
        (index, place.city) in reach(game.definition, game.state, other).ends
        for other in game.state.floated
        if other != situation.company
    )
    return value * 0.5 * min(others, 2)
