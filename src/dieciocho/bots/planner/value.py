"""What every player will have at the end, as far as the table shows it.

What counts at the end, as it is now; what shares and privates will pay until then, trains that will
be scrapped considered; what directors will have to add for trains. How far ahead it pays to look
was found on games of equal players: more than this says less about who has how much at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.shares import percent
from ..sensible.advice import advice_for
from ..sensible.values import (
    expected_revenue,
    horizon,
    missing,
    payment_chance,
    private_income_left,
)

if TYPE_CHECKING:
    from ...engine.game import Game

NEAR = 2.0  # rounds whose dividends are counted in full
FAR = 0.4  # ... and of those after them: much will change until then
HELP = 0.5  # of what a company lacks for its next train that its director will pay


def wealth(game: Game) -> list[float]:
    """Return what every player is expected to have at the end, by seat."""
    scores = game.rules.scores(game)
    seats = range(len(game.players))
    found = [float(scores[seat]) for seat in seats]
    if game.over:
        return found
    own = advice_for(game).wealth
    if own is not None:
        return [own(game, seat) for seat in seats]
    _add_shares(game, found)
    _add_privates(game, found)
    return found


def _add_shares(game: Game, found: list[float]) -> None:
    rounds, state = _counted(horizon(game)), game.state
    for company in state.cell:
        paid = rounds * payment_chance(game, company) * expected_revenue(game, company) / 100
        for seat in {holder for holder in state.shares[company] if isinstance(holder, int)}:
            found[seat] += percent(game, company, seat) * paid
        director = state.president.get(company)
        if director is not None and company in state.floated:
            found[director] -= HELP * missing(game, company)


def _add_privates(game: Game, found: list[float]) -> None:
    for private, owner in game.state.private_owner.items():
        income = game.definition.privates[private].income
        if isinstance(owner, int) and income:
            found[owner] += income * _counted(private_income_left(game, private) / income)


def _counted(rounds: float) -> float:
    return min(rounds, NEAR) + FAR * max(0.0, rounds - NEAR)


def standing(game: Game) -> list[float]:
    """Return how well every player stands: ahead of the others, in parts of a mean wealth.

    Of the others the best one counts most: whoever wins must leave him behind.
    """
    return ahead(wealth(game))


def ahead(found: list[float]) -> list[float]:
    """Return how far every player is ahead of the others, in parts of a mean."""
    mean = max(1.0, sum(found) / len(found))
    return [(mine - against(found, seat)) / mean for seat, mine in enumerate(found)]


def against(found: list[float], seat: int) -> float:
    """Return what a player's wealth is compared with: the best of the others and all of them."""
    others = found[:seat] + found[seat + 1 :]
    return (max(others) + sum(others) / len(others)) / 2 if others else 0.0
