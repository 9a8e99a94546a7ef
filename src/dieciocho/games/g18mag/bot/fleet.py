"""Which trains a minor buys and scraps: treasuries are for trains, and sellers pay dividends."""

from __future__ import annotations

from ....bots.sensible.situation import Situation
from ....engine.actions import Action, BuyTrain, DiscardTrain
from ....engine.components import Kind
from ....engine.depot import train_limit
from ....engine.state import BANK
from ..printed import printed
from ..wagon_sets import Runs
from ..wagons import hired
from .worth import HALF, net_share, rounds_left, treasury_worth

LONGER = 1.2  # track grows: trains will earn more than they would now
HASTY = 2  # looks of a search for what might be


def revenue(situation: Situation, kinds: tuple[Kind, ...]) -> int:
    """Return what the minor would earn now with these trains."""
    game, company = situation.game, situation.company
    fleet, wagons = tuple(sorted(kinds)), hired(game, company)
    with_wagons = Runs(game, company).best_of_all(fleet, wagons, looks_of(situation))
    return max(found.revenue + found.income for found in with_wagons.values())


def looks_of(situation: Situation) -> int:
    """Return how long a run that might be is searched for."""
    return 0 if situation.light else HASTY


def kinds_of(situation: Situation) -> tuple[Kind, ...]:
    game = situation.game
    return tuple(game.kind_of(card) for card in situation.state.trains[situation.company])


def bought_worth(situation: Situation, kinds: tuple[Kind, ...], kind: Kind, rounds: float) -> float:
    """Return what its owner has of a train from a stack that joins these, its price paid."""
    game = situation.game
    train = printed(game).trains[kind]
    gain = revenue(situation, (*kinds, kind)) - revenue(situation, kinds)
    value = treasury_worth(game)
    to_owner = HALF * (1 + value) * LONGER * gain * rounds
    to_shares = net_share(game, situation.seat, train.seller) * train.to_seller
    return to_owner + to_shares - value * train.price


def buy(situation: Situation) -> Action:
    """Buy the train that brings its owner most, by its runs and by his shares of the seller."""
    game = situation.game
    rounds = rounds_left(game) - 1
    kinds = kinds_of(situation)
    offers = {
        game.kind_of(offer.train): offer
        for offer, _ in situation.of(BuyTrain)
        if offer.source == BANK
    }
    rated = [(bought_worth(situation, kinds, k, rounds), o.price, o) for k, o in offers.items()]
    worth, _, best = max(rated, default=(0.0, 0, None), key=lambda entry: entry[:2])
    return best if best is not None and worth > 0 else situation.passing()


def scrap(situation: Situation) -> Action:
    """Make room for a train that is worth more than one run of the old one."""
    game = situation.game
    kinds = kinds_of(situation)
    if len(kinds) < train_limit(game):
        return situation.passing()
    now = revenue(situation, kinds)
    best: tuple[float, DiscardTrain] | None = None
    for discard in {game.kind_of(a.train): a for a, _ in situation.of(DiscardTrain)}.values():
        worth = _exchanged(situation, kinds, game.kind_of(discard.train), now)
        if worth > 0 and (best is None or worth > best[0]):
            best = worth, discard
    return best[1] if best else situation.passing()


def _exchanged(situation: Situation, kinds: tuple[Kind, ...], old: Kind, now: int) -> float:
    """Return what its owner has of scrapping a train and buying the best one after the run."""
    game = situation.game
    left = list(kinds)
    left.remove(old)
    rest = tuple(left)
    lost = now - revenue(situation, rest)
    treasury = situation.treasury + (now - lost) // 2
    rounds = rounds_left(game) - 1
    worths = [
        bought_worth(situation, rest, Kind(kind), rounds)
        for kind, train in printed(game).trains.items()
        if train.price <= treasury
    ]
    loss = HALF * (1 + treasury_worth(game)) * lost * (1 + LONGER * rounds)
    return max(worths, default=0.0) - loss
