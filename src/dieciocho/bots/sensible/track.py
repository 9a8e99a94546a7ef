"""Track and stations: what they add to the revenue, and where they lead.

Every lay gets a cheap score from what the company would reach; the most promising ones are
played on a copy and judged by the routes that would result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.actions import Action, LayTile, Pass, PlaceStation
from ...engine.board import plain_reach
from ...engine.game import Play
from ...engine.state import BANK
from ...engine.steps.stations import slots_of, station_cost
from ...engine.steps.track import lay_cost
from .advice import advice_for
from .ground import Ground
from .situation import Situation
from .values import asked_fleet, horizon, money_needed, revenue_with

if TYPE_CHECKING:
    from ...engine.game import Game

LOOKED_AT = 16  # lays that get the cheap score
LOOKED_AT_LIGHTLY = 8
PLAYED_OUT = 4  # lays whose routes are calculated


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


def _look(ground: Ground, lay: LayTile) -> tuple[float, bool, Game | None]:
    """Score a lay by what it opens; tell whether it can matter to routes; the board, if copied."""
    game = ground.game
    spot, new = game.definition.hexes[lay.hex], game.definition.placed[lay.tile, lay.rotation]
    # What powers do besides is for the rules to say.
    seen = ground.opened(spot.index, new) if lay.power is None else None
    if seen is not None:
        return *seen, None
    after = carried_out(game, lay)
    return ground.moved(after), True, after


def decide(situation: Situation, among: list[LayTile] | None = None) -> Action:
    """Lay the best tile, by a power or as the company's own action, or pass."""
    best = best_lay(situation, among=among)
    if best is not None:
        return best
    if situation.may_pass:
        return Pass()
    lays = [lay for lay, _ in situation.of(LayTile)]
    return lays[0] if lays else situation.choices[0].action


def best_lay(
    situation: Situation, *, powers_only: bool = False, among: list[LayTile] | None = None
) -> LayTile | None:
    """Return the lay with the best score above nothing, if there is any."""
    useful = situation.advice.useful
    lays = [lay for lay, _ in situation.of(LayTile)] if among is None else among
    if powers_only:
        lays = [lay for lay in lays if lay.power is not None]
    lays = [lay for lay in lays if useful(situation, lay)]
    if not lays:
        return None
    game = situation.game
    ground = _ground(situation)
    rated = [(lay, *_look(ground, lay)) for lay in _handful(situation, lays)]
    rated.sort(key=lambda entry: -entry[1])
    fleet = () if situation.light else planned_fleet(game, situation.company)
    weight = _weight(situation)
    found: tuple[float, LayTile] | None = None
    for lay, score, matters, after in rated[:PLAYED_OUT]:
        score -= weight * _cost(situation, lay)
        if matters and fleet:
            after = after or carried_out(game, lay)
            score += 4.0 * _gain(situation, after, fleet)
        if score > 0 and (found is None or score > found[0]):
            found = (score, lay)
    return found[1] if found else None


def _ground(situation: Situation) -> Ground:
    """Return the ground; who searches no routes looks at what trains could visit instead."""
    game, company = situation.game, situation.company
    if not situation.light:
        return Ground(game, company)
    trains, stops = game.definition.trains, situation.advice.stops
    return Ground(
        game, company, sum(sum(stops(trains[kind])) for kind in planned_fleet(game, company))
    )


def _gain(situation: Situation, after: Game, fleet: tuple[str, ...]) -> int:
    """Return what trains would earn more on another board."""
    company = situation.company
    return revenue_with(after, company, fleet) - revenue_with(situation.game, company, fleet)


def _handful(situation: Situation, lays: list[LayTile]) -> list[LayTile]:
    """Return a sample of the lays in which every hex and tile is there before any repeats."""
    most = LOOKED_AT_LIGHTLY if situation.light else LOOKED_AT
    if len(lays) <= most:
        return lays
    shuffled = situation.dice.sample(lays, len(lays))
    seen: dict[tuple[str, str], int] = {}
    turns: list[tuple[int, int, LayTile]] = []
    for lay in shuffled:
        turn = seen[lay.hex, lay.tile] = seen.get((lay.hex, lay.tile), 0) + 1
        turns.append((turn, len(turns), lay))
    return [lay for _, _, lay in sorted(turns)[:most]]


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
    ground = _ground(situation)
    rated = []
    places = [place for place, _ in situation.of(PlaceStation)]
    if situation.light:
        places = sorted(places, key=lambda place: -_city_value(situation, place))[:2]
    for place in places:
        after = carried_out(game, place)
        value = 0.3 * ground.moved(after) + _last_slot(situation, place)
        rated.append((value, place, after))
    rated.sort(key=lambda entry: -entry[0])
    fleet = () if situation.light else planned_fleet(game, company)
    best: tuple[float, PlaceStation] | None = None
    for value, place, after in rated[:PLAYED_OUT]:
        score = _gain(situation, after, fleet) * min(horizon(game), 5) + value
        if score > 0.6 * cost and (best is None or score > best[0]):
            best = (score, place)
    return best[1] if best else situation.passing()


def _last_slot(situation: Situation, place: PlaceStation) -> float:
    """Value the last free slot of a city by what others could close with it."""
    game = situation.game
    if slots_of(game, (place.hex, place.city)).count(None) > 1:
        return 0.0
    index = game.definition.hexes[place.hex].index
    others = sum(
        (index, place.city) in plain_reach(game.definition, game.state, other).ends
        for other in game.state.floated
        if other != situation.company
    )
    return _city_value(situation, place) * 0.5 * min(others, 2)


def _city_value(situation: Situation, place: PlaceStation) -> int:
    game = situation.game
    tile = game.state.board[game.definition.hexes[place.hex].index].tile
    return tile.stops[place.city].value(game.phase.value_colour)
