"""Mergers and acquisitions: what every director's shares are worth before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible.situation import Situation
from ....engine.actions import Action, Answer, Choose
from ....engine.shares import price
from ..actions import Merge
from ..consolidation import OddShare
from ..facts import facts
from ..holdings import held
from ..mergers import MergerConsent, merged_price
from .worth import next_price, revenue_of, share_worth, worth

if TYPE_CHECKING:
    from ....engine.game import Game
    from ....engine.state import Seat

DIRECTORS = 3  # shares that make a director
TOGETHER = 0.95  # part of the two revenues that remains
FURTHER = 0.5  # part of a revenue that trains of another kind add to it
CLEARLY = 1.05  # a merger must bring so many times what there was


def merging(game: Game, seat: Seat, one: str, two: str) -> float:
    """Return how many times as much a player's shares of two companies bring if they merge."""
    mine = held(game, one, seat), held(game, two, seat)
    before = mine[0] * worth(game, one) + mine[1] * worth(game, two)
    revenue = TOGETHER * (revenue_of(game, one) + revenue_of(game, two)) + _permits(game, one, two)
    after = share_worth(game, one, revenue, merged_price(game, one, two)) * sum(mine) / 2
    return after / max(1.0, before)


def _permits(game: Game, one: str, two: str) -> float:
    """Return what a further permit brings on the track that the better company has."""
    permits, cash = facts(game).permits, game.state.cash
    better = max(one, two, key=lambda company: revenue_of(game, company))
    new = len({*permits[one], *permits[two]}) - len(permits[better])
    enough = cash[one] + cash[two] >= next_price(game)
    return FURTHER * revenue_of(game, better) * new if enough else 0.0


def _directs(game: Game, seat: Seat, one: str, two: str) -> bool:
    """Tell whether a player will be able to direct without paying for an odd share."""
    return (held(game, one, seat) + held(game, two, seat)) // 2 >= DIRECTORS


def merge(situation: Situation) -> Action:
    """Merge where all directors gain."""
    game, company = situation.game, situation.company
    best: tuple[float, str, Merge] | None = None
    for action, _ in situation.of(Merge):
        other = situation.state.president.get(action.company)
        if other is None:
            continue
        seats = {situation.seat, other}
        if not any(_directs(game, seat, company, action.company) for seat in seats):
            continue
        gains = [merging(game, seat, company, action.company) for seat in seats]
        entry = (merging(game, situation.seat, company, action.company), action.company, action)
        if min(gains) >= CLEARLY and (best is None or entry[:2] > best[:2]):
            best = entry
    return best[2] if best else situation.passing()


def survivor(situation: Situation) -> Action:
    """Let the dearer company survive."""
    options = [choice for choice, _ in situation.of(Choose)]
    return max(options, key=lambda c: (price(situation.game, c.option), c.option))


def consent(situation: Situation) -> Action:
    """Agree to a merger by which one's own shares gain."""
    step = situation.game.step
    assert isinstance(step, MergerConsent)
    gain = merging(situation.game, situation.seat, step.plan.survivor, step.plan.lost)
    return Answer("agree" if gain >= CLEARLY else "decline")


def odd_share(situation: Situation) -> Action:
    """Keep an odd share that brings more than it costs while there is money to spare."""
    step = situation.game.step
    assert isinstance(step, OddShare)
    person = isinstance(step.holder, int)
    spare = 2 * step.cost if person else step.cost + next_price(situation.game)
    return Choose("redeem" if situation.state.cash[step.holder] >= spare else "sell")


def remove_station(situation: Situation) -> Action:
    return situation.choices[-1].action
