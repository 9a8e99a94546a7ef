"""Trains and dividends of 1862: what earns its price before it rusts, and whom rust hurts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible.situation import Situation
from ....bots.sensible.values import horizon
from ....engine.actions import Action, Answer, BuyShare, BuyTrain, DeclareBankruptcy, Dividend, Pass
from ....engine.earnings import solution
from ....engine.routing import Limits
from ....engine.state import BANK
from ..cards import faces_of
from ..facts import facts, this_turn
from ..printed import printed
from ..trains import TrainConsent
from .worth import lasting, life, net_holding, next_price, rounds

if TYPE_CHECKING:
    from ....engine.game import Game

HASTY = Limits(looks=1)  # of a search for what might be
PAYS_BACK = 0.5  # part of its price that a train has to earn
SOON = 2  # rounds after which a train that will be scrapped is as good as lost
FURTHER = 0.6  # of what each train brings that one more brings, where nothing is searched
SAFE = 400  # what a train is worth more that keeps a company from having none
FIRST, TRAINS = 2, 3  # trains that a company hopes to use before it has run, and later


def revenue(game: Game, company: str, kinds: tuple[str, ...]) -> int:
    """Return what a company would earn now with trains of these kinds."""
    return solution(game, company, kinds=kinds, limits=HASTY).best.total if kinds else 0


def running(game: Game, company: str) -> tuple[str, ...]:
    """Return the kinds of the trains that a company has and may run."""
    kinds = [game.kind_of(card) for card in game.state.trains[company]]
    return tuple(sorted(kind for kind in kinds if may_run(game, company, kind)))


def may_run(game: Game, company: str, kind: str) -> bool:
    return printed(game).trains[kind].use in facts(game).permits[company]


def face(game: Game, company: str, card: str) -> str:
    """Return the train that a company would make of a card of the bank."""
    faces = faces_of(game, card)
    permitted = [use for use in facts(game).permits[company] if use in faces]
    return faces[permitted[0]] if permitted else next(iter(faces.values()))


def gain(situation: Situation, train: str) -> float:
    """Return what a train would add to the revenue of the company now."""
    game, company = situation.game, situation.company
    kinds, kind = running(game, company), game.kind_of(train)
    if not may_run(game, company, kind):
        return 0
    usual = brought(game, company) if situation.light else 0
    if usual:
        return FURTHER * usual
    return revenue(game, company, tuple(sorted((*kinds, kind)))) - revenue(game, company, kinds)


def brought(game: Game, company: str) -> float:
    """Return what one of its trains brought a company in its last run."""
    run, trains = game.state.last_runs.get(company), game.state.trains[company]
    return run.revenue / len(trains) if run is not None and trains else 0.0


def buy(situation: Situation) -> Action:
    """Buy the train that brings most; raise money only when it must."""
    game, company = situation.game, situation.company
    offers = [offer for offer, _ in situation.of(BuyTrain)]
    usable = [o for o in offers if may_run(game, company, game.kind_of(o.train))]
    # Whether an owner would agree takes long to say: it is asked of the best ones only.
    if not situation.may_pass:
        ranked = sorted(usable or offers, key=lambda o: -_wish(situation, o))
        if not ranked:
            return raise_money(situation)
        return next((o for o in ranked if usable and _agreed(situation, o)), ranked[0])
    needed = not lasting(game, company)
    asked = [o for o in usable if o.source == BANK or (needed and life(game, o.train) > SOON)]
    rated = [(_wish(situation, o), o.train, o) for o in asked]
    rated.sort(key=lambda entry: entry[:2], reverse=True)
    return next((o for wish, _, o in rated if wish > 0 and _agreed(situation, o)), Pass())


def _agreed(situation: Situation, offer: BuyTrain) -> bool:
    """Tell whether an offer needs nobody else, or its owner would do well to accept it."""
    return offer.source == BANK or spared(situation, offer)


def _wish(situation: Situation, offer: BuyTrain) -> float:
    """Return what a purchase brings over its price: runs, safety, and rust for the others."""
    game, company = situation.game, situation.company
    left = situation.treasury - offer.price
    stays = life(game, offer.train) > SOON
    wish = -PAYS_BACK * offer.price
    if offer.source == BANK:
        wish += rust(situation)
    if not lasting(game, company) and stays:
        return wish + SAFE + gain(situation, offer.train)
    if not lasting(game, company) and left < next_price(game):
        return -1.0  # the money is for a train that stays
    wish += gain(situation, offer.train) * min(rounds(game), life(game, offer.train))
    return wish + _hope(situation, offer, left)


def _hope(situation: Situation, offer: BuyTrain, left: int) -> float:
    """Return what a train may bring by track that is yet to be built; idle money brings nothing."""
    run = situation.state.last_runs.get(situation.company)
    if len(situation.state.trains[situation.company]) >= (TRAINS if run and run.revenue else FIRST):
        return 0.0
    if run is not None and not run.revenue and situation.state.trains[situation.company]:
        return 0.0
    return PAYS_BACK * offer.price + 1 if left >= 0.5 * offer.price else 0.0


def rust(situation: Situation) -> float:
    """Return what the next train of the bank would bring by what it scraps of the others."""
    game, state = situation.game, situation.state
    group = game.kind_of(state.trains[BANK][0]) if state.trains[BANK] else ""
    known = printed(game).trains
    total = 0.0
    for company, run in state.last_runs.items():
        trains = state.trains.get(company, ())
        old = [card for card in trains if known[game.kind_of(card)].scrapped_by == group]
        if old and company in state.floated:
            lost = run.revenue * len(old) / len(trains)
            total -= net_holding(game, situation.seat, company) / 10 * lost
    return total * min(2, rounds(game) - 1)


def raise_money(situation: Situation) -> Action:
    """Sell treasury shares rather than refinance; give up only if nothing else is left."""
    ways = [c.action for c in situation.choices if not isinstance(c.action, DeclareBankruptcy)]
    return ways[0] if ways else situation.choices[0].action


def spared(situation: Situation, offer: BuyTrain) -> bool:
    """Tell whether the owner of a train does better with its price."""
    game, owner = situation.game, offer.source
    if offer.train in facts(game).leftovers:  # it runs no more
        return True
    rest = [card for card in game.state.trains[owner] if card != offer.train]
    if not any(may_run(game, owner, game.kind_of(card)) for card in rest):
        return False
    if not may_run(game, owner, game.kind_of(offer.train)):
        return True
    return (
        _lost(situation, offer) * min(rounds(game), life(game, offer.train))
        < PAYS_BACK * offer.price
    )


def _lost(situation: Situation, offer: BuyTrain) -> float:
    """Return what the owner of a train would run for less without it."""
    game, owner = situation.game, offer.source
    if situation.light:
        return FURTHER * brought(game, owner)
    kinds = running(game, owner)
    fewer = list(kinds)
    fewer.remove(game.kind_of(offer.train))
    return revenue(game, owner, kinds) - revenue(game, owner, tuple(fewer))


def answer(situation: Situation) -> Action:
    """Sell a train that the company can spare."""
    step = situation.game.step
    assert isinstance(step, TrainConsent)
    return Answer("agree" if spared(situation, step.proposal) else "decline")


def dividend(situation: Situation) -> Action:
    """Pay, unless the company needs the money for a train that stays."""
    game, turn = situation.game, this_turn(situation.game)
    others = [c.action for c in situation.choices if not isinstance(c.action, Dividend)]
    short = next_price(game) - situation.treasury - turn.bonus_income
    needy = not lasting(game, situation.company) and horizon(game) > 1.5
    if needy and 0 < short <= 2 * turn.revenue:
        return Dividend("keep")
    if others and (not needy or short < -100):
        return others[0]
    return Dividend("pay")


def redeem(situation: Situation) -> Action:
    offers = [buy for buy, _ in situation.of(BuyShare)]
    rich = situation.treasury > 3 * next_price(situation.game)
    return offers[0] if offers and rich else situation.passing()
