"""What a position shows of its players, in numbers: what the learned judge looks at.

`Facts` are columns of the tables of positions, too (docs/data.md). A feature is a fact compared
with the mean of all players: money in parts of the mean wealth that is expected, the rest by what
is much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import astuple

from ..sensible.values import horizon, lasting, missing
from .value import wealth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...engine.game import Game


class Facts(Struct, frozen=True):
    """What one player has."""

    cash: int
    value: int  # the score if the game ended here
    certificates: int
    shares: int  # percent, of all companies together
    companies: int  # that the player directs
    treasuries: int  # money of these companies
    trains: int
    lasting: int  # trains of them that are not scrapped soon
    missing: int  # what they lack for the next train that they need
    revenue: int  # what their last runs brought
    income: int  # the holdings' part in last runs, if all were paid
    expected: int  # wealth at the end as valued by hand


MUCH = {
    "certificates": 10.0,
    "shares": 100.0,
    "companies": 4.0,
    "trains": 4.0,
    "lasting": 4.0,
}  # all other facts are money
FEATURES = Facts.__struct_fields__


class Moment(Struct, frozen=True):
    """A position as the judge sees it."""

    left: float  # operating rounds that are left, as far as one can guess
    age: float  # part of its phases that the game has behind it
    facts: tuple[Facts, ...]  # by seat


def moment_of(game: Game) -> Moment:
    phases = [phase.name for phase in game.definition.phases]
    age = phases.index(game.phase.name) / max(1, len(phases) - 1)
    return Moment(0.0 if game.over else horizon(game), age, tuple(facts_of(game)))


def facts_of(game: Game) -> list[Facts]:
    """Return the facts of all players, by seat."""
    state, runs = game.state, game.state.last_runs
    hoped = wealth(game)
    found = []
    for player in game.seats:
        own, held = player.directs, player.shares
        found.append(
            Facts(
                cash=player.cash,
                value=player.value,
                certificates=player.certificates,
                shares=sum(held.values()),
                companies=len(own),
                treasuries=sum(state.cash[c] for c in own),
                trains=sum(len(state.trains[c]) for c in own),
                lasting=sum(len(lasting(game, c)) for c in own),
                missing=sum(missing(game, c) for c in own),
                revenue=sum(runs[c].revenue for c in own if c in runs),
                income=sum(p * runs[c].revenue for c, p in held.items() if c in runs) // 100,
                expected=round(hoped[player.seat]),
            )
        )
    return found


def compared(facts: Sequence[Facts]) -> list[list[float]]:
    """Return the features of every player, by seat, in the order of `FEATURES`."""
    count = len(facts)
    rich = max(1.0, sum(player.expected for player in facts) / count)
    much = [MUCH.get(name, rich) for name in FEATURES]
    columns = []
    for values, whole in zip(zip(*map(astuple, facts), strict=True), much, strict=True):
        mean = sum(values) / count
        columns.append([(value - mean) / whole for value in values])
    return [list(row) for row in zip(*columns, strict=True)]


def circumstances(moment: Moment) -> tuple[float, float, float]:
    """Return by what the weight of a feature may vary in the course of a game."""
    return 1.0, moment.left / 10, moment.age
