"""What a director lets a major do: stations where his minors run, dividends for the price."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ....bots.sensible.situation import Situation
from ....engine.actions import Action, Distribute, PlaceStation
from ....engine.steps.stations import slots_of, station_cost
from ..facts import minors
from ..majors import STEP, dividend_move
from ..wagon_sets import Runs
from .fleet import looks_of
from .worth import RIVALS, income_to_come, net_share, rounds_left

if TYPE_CHECKING:
    from ....engine.game import Game
    from ....engine.routing.model import StopAt

LEVELS = 25  # dividends are looked at up to so many tens
MOST = 60  # tens of a treasury that are planned with
LONGEST = 9  # rounds that are planned


def distribute(situation: Situation) -> Action:
    """Pay so that the price rises most over the rounds to come; all of it in the last one."""
    game = situation.game
    choice = next(choice for _, choice in situation.of(Distribute))
    assert choice.high is not None
    rounds = min(LONGEST, int(rounds_left(game)))
    tens, income = choice.high // STEP, int(income_to_come(game, situation.company)) // STEP
    moves = tuple(_moves(game, ten * STEP) for ten in range(LEVELS + 1))
    return choice.at(STEP * plan(moves, rounds, min(tens, MOST), income)[1] + _rest(tens))


def _rest(tens: int) -> int:
    """Return what is paid of a treasury that is larger than what is planned with."""
    return STEP * max(0, tens - MOST)


def _moves(game: Game, amount: int) -> int:
    way, spaces = dividend_move(game, amount)
    return spaces if way == "right" else -spaces


@cache
def plan(moves: tuple[int, ...], rounds: int, tens: int, income: int) -> tuple[int, int]:
    """Return how far the price can rise, and what is paid now for that, in tens.

    Of plans that are equal the one that pays more now.
    """
    last = len(moves) - 1
    if rounds <= 1:
        return moves[min(tens, last)], tens
    steps = [n for n in range(min(tens, last) + 1) if n == 0 or moves[n] > moves[n - 1]]
    if tens > last:
        steps.append(tens)
    best = (-99, 0)
    for paid in {*steps, tens}:
        rises = moves[min(paid, last)]
        rises += plan(moves, rounds - 1, min(MOST, tens - paid + income), income)[0]
        best = max(best, (rises, paid))
    return best


def station(situation: Situation) -> Action:
    """Place a station in the city that the player's own minors visit most, if that pays."""
    game = situation.game
    cost = station_cost(game, situation.company)
    visits = _visits(situation)
    rounds = rounds_left(game)
    rated = [
        (visits.get((game.definition.hexes[p.hex].index, p.city), 0.0), p)
        for p, _ in situation.of(PlaceStation)
        if _stays_open(situation, p)
    ]
    seen, best = max(rated, default=(0.0, None), key=lambda entry: entry[0])
    worth = STEP * 0.5 * seen * (rounds - 1)
    price = cost * max(0.0, net_share(game, situation.seat, situation.company))
    return best if best is not None and worth > price else situation.passing()


def _stays_open(situation: Situation, place: PlaceStation) -> bool:
    """Tell whether the player's minors can still pass a city after a station is placed there."""
    slots = slots_of(situation.game, (place.hex, place.city))
    president = situation.state.president
    mine = any(c is not None and president.get(c) == situation.seat for c in slots)
    return mine or slots.count(None) > 1


def _visits(situation: Situation) -> dict[StopAt, float]:
    """Count the runs that visit each city: one's own, less a part of those of the others."""
    found: dict[StopAt, float] = {}
    game, looks = situation.game, looks_of(situation)
    rivals = RIVALS / max(1, len(game.players) - 1)
    for minor in minors(game):
        weight = 1.0 if game.state.president.get(minor) == situation.seat else -rivals
        kinds = tuple(sorted(map(game.kind_of, game.state.trains[minor])))
        run = Runs(game, minor).best(kinds, looks=looks)
        for stop in (stop for running in run.routes for stop in running.stops):
            found[stop] = found.get(stop, 0.0) + weight
    return found
