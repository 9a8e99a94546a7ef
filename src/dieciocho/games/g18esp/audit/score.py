"""The end: what every player is worth, and who has won (18ESP-7.8 to 7.11)."""

from __future__ import annotations

from ....engine.state import Seat
from . import market, shares
from .table import NORTH, Table


def worth(t: Table, seat: Seat) -> int:
    """Cash, shares at their price, frozen companies twice, less debts with interest."""
    total = t.cash[seat] - shares.due(t, seat)
    for company in t.cell:
        if t.is_small(company):
            if t.held.director[company] == seat:
                total += 2 * t.price(company)
        else:
            total += shares.percent(t, company, seat) * t.price(company) // 10
    return total


def _ranks(t: Table, worths: dict[Seat, int]) -> list[Seat]:
    """Ties: more shares of the dearest northern major, then the lower turn card."""
    north = [company for company in market.order(t) if t.kind_of(company) == NORTH]

    def key(seat: Seat) -> tuple[int, int, int]:
        held = shares.percent(t, north[0], seat) if north else 0
        return -worths[seat], -held, t.cards.index(seat)

    return sorted(worths, key=key)


def check(t: Table) -> None:
    worths = {seat: worth(t, seat) for seat in t.seats}
    game = t.auditor.game
    t.same("final worth", worths, game.rules.scores(game))
    found = game.rules.places(game)
    if t.policy.tie_break:
        t.same("final ranking", _ranks(t, worths), sorted(found, key=lambda seat: found[seat]))
    else:
        equals = {s: 1 + sum(w > worths[s] for w in worths.values()) for s in worths}
        t.same("final places", equals, found)
