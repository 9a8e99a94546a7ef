"""What computer players must know of 18ESP: steps that differ from those of other games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible import auction, deals
from ....bots.sensible.advice import Advice
from ....bots.sensible.situation import Situation
from ....engine.actions import (
    Action,
    Answer,
    Bid,
    Choose,
    StartCompany,
)
from ....engine.shares import price
from ..absorb import AbsorbConsent, ChoosePlace
from ..actions import Absorb
from ..auction import PioneerAuction, SetPar
from ..facts import NORTH, kind
from ..goals import Connected, FirstConnected
from ..homes import ChooseCity, ChooseHome
from ..pioneers import PioneerConsent, SpecialTrain, TenderConsent
from ..printed import train_of
from ..running import RunTrains
from ..stock import StockRound
from ..trains import TrainConsent
from ..turn import Absorption, Combining, Last, Track, Trains
from . import building, running, stock
from . import trains as buying
from .worth import position

if TYPE_CHECKING:
    from ....engine.game import Game


def face(game: Game, company: str, card: str) -> str:
    """Northern majors buy plus-trains."""
    back = train_of(game, card).back
    if back is None or kind(game, company) != NORTH:
        return card
    return f"{back}-{card.rpartition('-')[2]}"


def bid(situation: Situation) -> Action:
    """Bid up to what a pioneer is worth, and keep money to start a company."""
    for offer, choice in situation.of(Bid):
        assert choice.low is not None
        if choice.low <= min(auction.worth(situation, offer.target), auction.spendable(situation)):
            return offer
    return situation.passing()


def set_par(situation: Situation) -> Action:
    return max((a for a, _ in situation.of(StartCompany)), key=lambda a: a.par)


def choose(situation: Situation) -> Action:
    """Take places on the map before the charter, the side of one's own gauge."""
    options = [action for action, _ in situation.of(Choose)]
    wanted = "1+2" if kind(situation.game, situation.company) == NORTH else "2"
    for action in options:
        if action.option.startswith("map") or action.option == wanted:
            return action
    return options[0]


def absorb(situation: Situation) -> Action:
    """Absorb what brings most for its price; the goal pays the rest."""
    state = situation.state
    best: tuple[int, Action] | None = None
    for action, _ in situation.of(Absorb):
        small = action.company
        cost = price(situation.game, small) if small in state.floated else 100
        mine = state.president.get(small) == situation.seat
        gain = state.cash[small] + 60 * len(state.trains[small]) - cost + (200 if mine else 0)
        if situation.treasury - cost >= 0 and (best is None or gain > best[0]):
            best = (gain, action)
    return best[1] if best is not None and best[0] > -150 else situation.passing()


def answer(situation: Situation) -> Action:
    """Tenders are always sold; a small company is given up for a share that is worth as much."""
    step = situation.game.step
    if isinstance(step, TenderConsent):
        return Answer("agree")
    if isinstance(step, AbsorbConsent):
        fair = price(situation.game, situation.company) >= 0.8 * price(situation.game, step.small)
        return Answer("agree" if fair else "decline")
    return deals.answer(situation)


def last(situation: Situation) -> Action:
    return deals.sell_own_private(situation) or situation.passing()


ADVICE = Advice(
    stops=lambda train: (train.range, train.small),
    gauge=lambda train: str(train.gauge),
    private_worth={"P1": 1.0, "P2": 1.2, "P4": 1.0, "P5": 1.1, "P6a": 1.3, "P6b": 1.4, "P7": 1.5},
    float_shares=4,
    destination_worth=80,
    promise=stock.promise,
    horizon=stock.rounds_left,
    wealth=position,
    face=face,
    useful=building.useful,
    decisions={
        PioneerAuction: bid,
        SetPar: set_par,
        StockRound: stock.trade,
        Track: building.build,
        ChooseHome: building.choose_city,
        ChooseCity: building.choose_city,
        ChoosePlace: choose,
        SpecialTrain: choose,
        RunTrains: running.run,
        Absorption: absorb,
        AbsorbConsent: answer,
        TenderConsent: answer,
        PioneerConsent: answer,
        TrainConsent: answer,
        Trains: buying.buy,
        Combining: buying.combine,
        Last: last,
        Connected: Situation.passing,
        FirstConnected: Situation.passing,
    },
)
