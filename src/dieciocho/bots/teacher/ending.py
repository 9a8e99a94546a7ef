"""How playouts end for a player: what is compared, and what reasons are taken from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ...engine.shares import certificates, value_of_holdings
from ..planner.search import USUAL, standard_error
from ..planner.value import against, wealth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...engine.game import Game

CERTAIN = 2.0  # standard errors: about nineteen of twenty true values lie that near


class Estimate(Struct, frozen=True):
    """A mean of playouts and its standard error."""

    mean: float
    error: float

    @property
    def margin(self) -> float:
        """By how much the true value may well be greater or less."""
        return CERTAIN * self.error

    @property
    def clear(self) -> bool:
        """Tell whether it is certain enough that there is a difference, and in which direction."""
        return abs(self.mean) > self.margin


class Ending(Struct, frozen=True):
    """What one player has when a playout ends, and is expected to have when the game does."""

    worth: float
    lead: float  # ahead of the others, as the planner compares players
    share: float  # of what all players together will have
    money: dict[str, float]  # the parts of that worth, and what the best other player will have
    counts: dict[str, int]
    directs: frozenset[str]


def ending(start: Game, end: Game, seat: int) -> Ending:
    """Return how a playout that began at `start` has ended for a player."""
    found = wealth(end)
    worth, score = found[seat], end.rules.scores(end)[seat]
    cash, shares = end.state.cash[seat], value_of_holdings(end, seat)
    money = {
        "cash": float(cash),
        "shares": float(shares),
        "rest": float(score - cash - shares),
        "later": worth - score,
        "rival": max((w for n, w in enumerate(found) if n != seat), default=0.0),
    }
    own, others = _scrapped(start, end, seat)
    counts = {"certificates": certificates(end, seat), "scrapped": own, "scrapped_others": others}
    directs = frozenset(c for c, director in end.state.president.items() if director == seat)
    return Ending(
        worth, worth - against(found, seat), worth / max(1.0, sum(found)), money, counts, directs
    )


def _scrapped(start: Game, end: Game, seat: int) -> tuple[int, int]:
    """Count the trains that companies had and that nobody has any more: a player's, others'."""
    left = {card for cards in end.state.trains.values() for card in cards}
    own = others = 0
    for company, director in start.state.president.items():
        gone = sum(card not in left for card in start.state.trains.get(company, ()))
        if director == seat:
            own += gone
        else:
            others += gone
    return own, others


def expected(ends: Sequence[Ending], part: str) -> Estimate:
    """Return the worth, the lead or the share that the player is expected to have in the end."""
    return estimate([getattr(end, part) for end in ends], _usual(ends))


def gain(ends: Sequence[Ending], other: Sequence[Ending], part: str = "lead") -> Estimate:
    """Return by how much one plan brings more than another, by playouts of the same luck."""
    pairs = zip(ends, other, strict=False)
    return estimate([getattr(a, part) - getattr(b, part) for a, b in pairs], _usual(ends))


def gained_share(ends: Sequence[Ending], other: Sequence[Ending], players: int) -> Estimate:
    """Return the same in parts of what all players together will have."""
    pairs = zip(ends, other, strict=False)
    return estimate([mine.share - theirs.share for mine, theirs in pairs], USUAL / players)


def estimate(values: list[float], usual: float) -> Estimate:
    return Estimate(sum(values) / max(1, len(values)), standard_error(values, usual))


def _usual(ends: Sequence[Ending]) -> float:
    """Guess how much results differ where there are few of them."""
    return USUAL * sum(abs(end.worth) for end in ends) / max(1, len(ends))
