"""What computer players must know of 18Magyarország: the draft, dividends, what is hired."""

from __future__ import annotations

from itertools import combinations

from ....bots.sensible import trains
from ....bots.sensible.advice import Advice
from ....bots.sensible.situation import Situation
from ....engine.actions import Action, Use
from ....engine.routing import RouteSet
from ..draft import Draft
from ..facts import this_turn
from ..majors import MajorStation, PayOut
from ..stock import StockRound
from ..turn import RunTrains, Scrap, Trains
from ..wagons import all_bits, on_offer, solution_with, wagon_price
from .fleet import HALF, HASTY, buy, scrap
from .majors import distribute, station
from .shares import take, trade
from .worth import net_share, rounds_left, treasury_worth

MOST_WAGONS = 2  # that are hired: runs with three take very long to search


def run(situation: Situation) -> Action:
    """Hire the wagons that bring their owner most, by the run and by his shares, and run."""
    game = situation.game
    hired = this_turn(game).wagons
    if any(move.action is Use for move in game.step.moves):
        wanted = [wagon for wagon in _wagons(situation) if wagon not in hired]
        # The later one is paid more.
        wanted.sort(key=lambda wagon: net_share(game, situation.seat, wagon))
        for wagon in wanted[:1]:
            if game.why_not(Use(wagon)) is None:
                return Use(wagon)
    return trains.run(situation)


def _wagons(situation: Situation) -> tuple[str, ...]:
    """Return the wagons with which the owner has most of the run, those hired already too."""
    game, company = situation.game, situation.company
    hired, offered = this_turn(game).wagons, on_offer(game)
    most = 1 if situation.light else MOST_WAGONS
    if wagon_price(game, len(hired)) > situation.treasury or len(hired) >= most:
        return hired
    sets = solution_with(game, company, offered, HASTY).sets
    best = 0.0, hired
    none = sets[all_bits(hired)][0] if all_bits(hired) in sets else RouteSet(0, 0, ())
    for size in range(1, most - len(hired) + 1):
        for more in combinations([w for w in offered if w not in hired], size):
            found = sets.get(all_bits((*hired, *more)))
            price = sum(wagon_price(game, len(hired) + n) for n in range(size))
            if found and price <= situation.treasury:
                best = max(best, (_worth(situation, more, price, found[0], none), (*hired, *more)))
    return best[1]


def _worth(
    situation: Situation, wagons: tuple[str, ...], price: int, run: RouteSet, before: RouteSet
) -> float:
    """Return what the owner has of wagons: half of the revenue, and his part of their price."""
    game, treasury = situation.game, treasury_worth(situation.game)
    revenue, income = run.revenue - before.revenue, run.income - before.income
    part = sum(net_share(game, situation.seat, wagon) for wagon in wagons) / len(wagons)
    return HALF * revenue * (1 + treasury) + treasury * (income - price) + part * price


ADVICE = Advice(
    horizon=rounds_left,
    decisions={
        Draft: take,
        StockRound: trade,
        Scrap: scrap,
        RunTrains: run,
        Trains: buy,
        MajorStation: station,
        PayOut: distribute,
    },
)
