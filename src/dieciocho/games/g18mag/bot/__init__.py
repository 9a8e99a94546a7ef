"""What computer players must know of 18Magyarország: the draft, dividends, what is hired."""

from __future__ import annotations

from itertools import combinations

from ....bots.sensible import trains
from ....bots.sensible.advice import Advice
from ....bots.sensible.situation import Situation
from ....engine.actions import Action, Use
from ..draft import Draft
from ..facts import this_turn
from ..majors import MajorStation, PayOut
from ..serving import can_serve, could_serve
from ..stock import StockRound
from ..turn import RunTrains, Scrap, Trains
from ..wagon_sets import Found, Runs, Wagons
from ..wagons import MINES, mine_value, on_offer, wagon_price
from .fleet import buy, kinds_of, looks_of, scrap
from .majors import distribute, station
from .shares import take, trade
from .worth import HALF, net_share, position, rounds_left, treasury_worth

MOST_WAGONS = 2  # that are hired


def run(situation: Situation) -> Action:
    """Hire the wagons that bring their owner most, by the run and by his shares, and run."""
    game = situation.game
    hired = this_turn(game).wagons
    if any(move.action is Use for move in game.step.moves):
        wanted = [wagon for wagon in _wagons(situation) if wagon not in hired]
        if hired and not can_serve(game, situation.company, hired):
            # They serve only together with another one, and it has to be hired now.
            listed = [use.thing for use, _ in situation.of(Use)]
            wanted = [wagon for wagon in wanted if wagon in listed] or listed
        # The later one is paid more.
        wanted.sort(key=lambda wagon: net_share(game, situation.seat, wagon))
        for wagon in wanted[:1]:
            if game.why_not(Use(wagon)) is None:
                return Use(wagon)
    return trains.run(situation)


def _wagons(situation: Situation) -> Wagons:
    """Return the wagons with which the owner has most of the run, those hired already too."""
    game = situation.game
    hired = this_turn(game).wagons
    most = 1 if situation.light else MOST_WAGONS
    if wagon_price(game, len(hired)) > situation.treasury or len(hired) >= most:
        return hired
    kinds, looks = kinds_of(situation), looks_of(situation)
    runs = Runs(game, situation.company)
    before = runs.best(kinds, hired, looks=looks)
    best = 0.0, hired
    offered = [w for w in on_offer(game) if w not in hired]
    offered = [w for w in offered if could_serve(game, situation.company, w)]
    for size in range(1, most - len(hired) + 1):
        for more in combinations(offered, size):
            price = sum(wagon_price(game, len(hired) + n) for n in range(size))
            if price > situation.treasury:
                continue
            hiring = _Hiring(situation, more, price, before)
            found = runs.best(kinds, (*hired, *more), hiring.revenue_for(best[0]), looks)
            if found.revenue >= 0:  # there is such a run
                best = max(best, (hiring.worth(found.revenue), (*hired, *more)))
    return best[1]


class _Hiring:
    """What the owner has of wagons: half of the revenue, and his part of their price."""

    def __init__(self, situation: Situation, wagons: Wagons, price: int, before: Found) -> None:
        game = situation.game
        treasury = treasury_worth(game)
        income = (mine_value(game) if MINES in wagons else 0) - before.income
        part = sum(net_share(game, situation.seat, wagon) for wagon in wagons) / len(wagons)
        self._before = before.revenue
        self._factor = HALF * (1 + treasury)
        self._besides = treasury * (income - price) + part * price

    def worth(self, revenue: int) -> float:
        return self._factor * (revenue - self._before) + self._besides

    def revenue_for(self, worth: float) -> float:
        """Return what has to be earned for wagons to be worth so much."""
        return max(-1.0, self._before + (worth - self._besides) / self._factor)


ADVICE = Advice(
    horizon=rounds_left,
    wealth=position,
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
