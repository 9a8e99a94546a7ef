"""The draft, and shares: what grows, and what makes room for something better."""

from __future__ import annotations

from ....bots.sensible.situation import Situation
from ....bots.sensible.stock import company_quality
from ....engine.actions import Action, BuyShare, SellShares, Take
from ....engine.shares import certificates, percent, price
from ....engine.state import POOL
from ....engine.steps.stock import above_certificate_limit, certificate_limit
from ..facts import majors
from ..stock import HOLDING
from .worth import share_worth

BETTER = 1.15  # so many times as much must a share grow as the one that makes room for it


def take(situation: Situation) -> Action:
    """Take the minors with the best surroundings before shares, of shares the dearest."""
    definition = situation.game.definition
    documents = [action for action, _ in situation.of(Take)]
    minors = [a for a in documents if not definition.companies[a.document].certificates]
    if minors:
        return max(minors, key=lambda a: company_quality(situation, a.document))
    return max(documents, key=lambda a: price(situation.game, a.document))


def _growth(situation: Situation, major: str) -> float:
    """Return how many times its price a share will have brought at the end."""
    return share_worth(situation.game, major) / price(situation.game, major)


def trade(situation: Situation) -> Action:
    """Let bad shares go for better ones, and buy what grows most for its price."""
    sales = [action for action, _ in situation.of(SellShares)]
    buys = [action for action, _ in situation.of(BuyShare)]
    if sales and not situation.may_pass and not buys:
        return min(sales, key=lambda s: (s.count, _growth(situation, s.company)))
    sale = _sale(situation, sales)
    if sale is not None:
        return sale
    rated = [(_growth(situation, b.company) + 0.01 * situation.dice.random(), b) for b in buys]
    growth, best = max(rated, default=(0.0, None), key=lambda entry: entry[0])
    return best if best is not None and growth > 1 else situation.passing()


def _sale(situation: Situation, sales: list[SellShares]) -> SellShares | None:
    """Return the sale of all shares of the worst kind, if what replaces them grows much more."""
    game, seat = situation.game, situation.seat
    wanted = _wanted(situation)
    if not sales or wanted is None:
        return None
    full = certificates(game, seat) >= certificate_limit(game)
    if above_certificate_limit(game, seat) or not (full or price(game, wanted) > situation.cash):
        return None
    sales = [s for s in sales if s.company != wanted]
    worst = min(sales, key=lambda s: (_growth(situation, s.company), -s.count), default=None)
    if worst is None or price(game, wanted) > situation.cash + worst.count * price(
        game, worst.company
    ):
        return None
    better = _growth(situation, wanted) > BETTER * max(1.0, _growth(situation, worst.company))
    return worst if better else None


def _wanted(situation: Situation) -> str | None:
    """Return the major whose shares grow most, of those that the player may still buy."""
    game, seat = situation.game, situation.seat
    open_to = [
        m
        for m in majors(game)
        if POOL in game.state.shares[m][1:]
        and percent(game, m, seat) < HOLDING.player
        and (seat, m) not in game.state.round.sold
    ]
    return max(open_to, key=lambda m: _growth(situation, m), default=None)
