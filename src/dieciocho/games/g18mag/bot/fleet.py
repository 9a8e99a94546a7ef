"""Which trains a minor buys and scraps: treasuries are for trains, and sellers pay dividends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible.situation import Situation
from ....engine.actions import Action, BuyTrain, DiscardTrain
from ....engine.depot import train_limit
from ....engine.earnings import solution
from ....engine.routing import Limits
from ....engine.state import BANK
from ..printed import printed
from .worth import net_share, rounds_left, treasury_worth

if TYPE_CHECKING:
    pass

HALF = 0.5  # of the revenue goes to the owner
LONGER = 1.2  # track grows: trains will earn more than they would now
HASTY = Limits(looks=1)  # of a search for what might be


def revenue(situation: Situation, kinds: tuple[str, ...]) -> int:
    """Return what the minor would earn now with these trains."""
    if not kinds:
        return 0
    fleet = tuple(sorted(kinds, key=lambda kind: -printed(situation.game).trains[kind].range))
    return solution(situation.game, situation.company, kinds=fleet, limits=HASTY).best.total


def kinds_of(situation: Situation) -> tuple[str, ...]:
    game = situation.game
    return tuple(game.kind_of(card) for card in situation.state.trains[situation.company])


def bought_worth(situation: Situation, kinds: tuple[str, ...], kind: str, rounds: float) -> float:
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


def _exchanged(situation: Situation, kinds: tuple[str, ...], old: str, now: int) -> float:
    """Return what its owner has of scrapping a train and buying the best one after the run."""
    game = situation.game
    left = list(kinds)
    left.remove(old)
    rest = tuple(left)
    lost = now - revenue(situation, rest)
    treasury = situation.treasury + (now - lost) // 2
    rounds = rounds_left(game) - 1
    worths = [
        bought_worth(situation, rest, kind, rounds)
        for kind, train in printed(game).trains.items()
        if train.price <= treasury
    ]
    loss = HALF * (1 + treasury_worth(game)) * lost * (1 + LONGER * rounds)
    return max(worths, default=0.0) - loss
