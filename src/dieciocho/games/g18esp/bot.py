"""What computer players must know of 18ESP: steps that differ from those of other games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...bots.sensible import auction, deals, stock, track, trains
from ...bots.sensible.advice import Advice
from ...bots.sensible.situation import Situation
from ...bots.sensible.values import asked_fleet, horizon, money_needed, revenue_with, shortened
from ...engine.actions import (
    Action,
    Answer,
    Bid,
    BuyTrain,
    Choose,
    DiscardTrain,
    PlaceStation,
    SellShares,
    StartCompany,
    Use,
)
from ...engine.earnings import solution
from ...engine.shares import price
from ...engine.state import BANK
from .absorb import AbsorbConsent, ChoosePlace
from .actions import Absorb, Combine, OpenPass
from .auction import PioneerAuction, SetPar
from .combine import TIMES, joined_kind
from .facts import NORTH, kind
from .forced import must_buy, usable
from .goals import Connected, FirstConnected
from .homes import ChooseCity, ChooseHome
from .pioneers import PioneerConsent, SpecialTrain, TenderConsent
from .printed import printed, train_of
from .running import RunTrains
from .stock import StockRound
from .trains import TrainConsent
from .turn import Absorption, Combining, Last, Track, Trains

if TYPE_CHECKING:
    from ...engine.game import Game

CARDS_A_ROUND = 2.5  # trains that leave the bank in an operating round
LAST_ROUNDS = 4
TENDER_ROUNDS = 6  # runs in which a tender should have paid for itself, if there are so many
SPARE = 150  # what a treasury keeps when a pass is opened


def rounds_left(game: Game) -> float:
    """Guess how long the game lasts: until the last trains, and three rounds more."""
    left = sum(1 for card in game.state.trains[BANK] if train_of(game, card).count > 0)
    return min(9.0, LAST_ROUNDS + left / CARDS_A_ROUND)


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


def trade(situation: Situation) -> Action:
    """Repay loans as soon as possible, then trade as in other games."""
    for action, _ in situation.of(Use):
        return action
    return stock.decide(situation)


def build(situation: Situation) -> Action:
    """Lay what pays, place a station that pays, open a pass with money to spare."""
    sale = deals.sell_own_private(situation)
    if sale is not None:
        return sale
    lay = track.best_lay(situation)
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


def choose(situation: Situation) -> Action:
    """Take places on the map before the charter, the side of one's own gauge."""
    options = [action for action, _ in situation.of(Choose)]
    wanted = "1+2" if kind(situation.game, situation.company) == NORTH else "2"
    for action in options:
        if action.option.startswith("map") or action.option == wanted:
            return action
    return options[0]


def choose_city(situation: Situation) -> Action:
    return next(action for action, _ in situation.of(PlaceStation))


def run(situation: Situation) -> Action:
    """Give the tender to the train that earns most with it, buy one that pays, and run."""
    game, company = situation.game, situation.company
    if situation.light:
        gift = next((action for action, _ in situation.of(Choose)), None)
        return gift or trains.run(situation)
    gifts = _gifts(game, company)
    if gifts:
        return max(gifts, key=lambda gift: gift[0])[1]
    before = solution(game, company).best.total
    for action, _ in situation.of(Use):
        after = game.copy().play(action)
        while isinstance(after.step, TenderConsent):
            after.play(Answer("agree"))
        earned = [total for total, _ in _gifts(after, company)]
        gain = max(earned or [solution(after, company).best.total]) - before
        if (
            gain * min(horizon(game), TENDER_ROUNDS)
            > situation.treasury - after.state.cash[company] + 1
        ):
            return action
    return trains.run(situation)


def _gifts(game: Game, company: str) -> list[tuple[int, Action]]:
    """Return what the company would earn with its tender on each of its trains, if it chooses."""
    options = [c.action for c in game.legal_actions() if isinstance(c.action, Choose)]
    return [(solution(game.copy().play(option), company).best.total, option) for option in options]


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


# --- trains ----------------------------------------------------------------------------


def buy(situation: Situation) -> Action:
    """Buy usable trains; combine where that pays."""
    game, company = situation.game, situation.company
    offers = [
        (offer, choice)
        for offer, choice in situation.of(BuyTrain)
        if usable(game, company, game.kind_of(offer.train)) and _own_gauge(situation, offer)
    ]
    if must_buy(game, company):
        return _must(situation, [offer for offer, _ in offers])
    wishes = [w for offer, choice in offers if (w := trains.wish(situation, offer, choice))]
    if wishes:
        return max(wishes, key=lambda wish: wish[0])[1]
    return combine(situation)


def _own_gauge(situation: Situation, offer: BuyTrain) -> bool:
    north = kind(situation.game, situation.company) == NORTH
    return (train_of(situation.game, offer.train).gauge == "narrow") == north


def _must(situation: Situation, offers: list[BuyTrain]) -> Action:
    """Get a train with the treasury's money, else by sales, else by a loan."""
    game = situation.game
    for action, _ in situation.of(DiscardTrain):
        return action
    paid = [o for o in offers if o.source == BANK and o.price <= situation.treasury]
    sales = [action for action, _ in situation.of(SellShares)]
    if not paid and sales:
        return min(sales, key=lambda s: (price(game, s.company), s.count))
    from_bank = paid or [o for o in offers if o.source == BANK]
    found = from_bank or offers
    return found[0] if found else situation.choices[0].action


def combine(situation: Situation) -> Action:
    """Combine if the longer train earns its price back in a few rounds."""
    game, company = situation.game, situation.company
    now = revenue_with(game, company, asked_fleet(game, company))
    best: tuple[float, Action] | None = None
    for action, _ in situation.of(Combine):
        cards = [c for c in situation.state.trains[company] if c != action.train]
        kinds = [game.kind_of(c) for c in cards]
        fleet = shortened(game, [*kinds, joined_kind(game, action.train, action.kind)])
        cost = TIMES * printed(game).trains[action.kind].price
        if situation.treasury - cost < money_needed(game, company):
            continue
        gain = (revenue_with(game, company, fleet) - now) * min(horizon(game), 4) - cost
        if gain > 0 and (best is None or gain > best[0]):
            best = (gain, action)
    return best[1] if best else situation.passing()


def last(situation: Situation) -> Action:
    return deals.sell_own_private(situation) or situation.passing()


ADVICE = Advice(
    stops=lambda train: (train.range, train.small),
    gauge=lambda train: str(train.gauge),
    private_worth={"P1": 1.0, "P2": 1.2, "P4": 1.0, "P5": 1.1, "P6a": 1.3, "P6b": 1.4, "P7": 1.5},
    float_shares=4,
    destination_worth=80,
    horizon=rounds_left,
    face=face,
    decisions={
        PioneerAuction: bid,
        SetPar: set_par,
        StockRound: trade,
        Track: build,
        ChooseHome: choose_city,
        ChooseCity: choose_city,
        ChoosePlace: choose,
        SpecialTrain: choose,
        RunTrains: run,
        Absorption: absorb,
        AbsorbConsent: answer,
        TenderConsent: answer,
        PioneerConsent: answer,
        TrainConsent: answer,
        Trains: buy,
        Combining: combine,
        Last: last,
        Connected: Situation.passing,
        FirstConnected: Situation.passing,
    },
)
