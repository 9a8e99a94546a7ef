"""How strong players are, from games with any number of them: Elo-like ratings, and when to stop.

The model: the chance of a seat to win is its strength's part of all strengths at the table, and 400
points are ten times the strength. So two ratings mean the same whoever else plays, a game among
equals says nothing, and bots that never met are compared through those that both have met.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from msgspec import Struct

from .arena import CONFIDENCE, Played

POINTS = 400 / math.log(10)  # of a rating for each e-fold of the strength
DOUBT = 500 / POINTS  # before any game; keeps the rating of who always wins finite
STEPS = 100  # of Newton's method at most; some ten are enough
ERROR = 0.05  # of a test, in either direction


class Rating(Struct, frozen=True):
    """What a player's games say about its strength; the mean of all players is 0."""

    bot: str
    games: int
    points: float
    low: float
    high: float


def ratings(played: Iterable[Played]) -> list[Rating]:
    """Return the rating of every bot that played, the best one first."""
    games = [game for game in played if len(set(game.pairing.seats)) > 1]
    bots = sorted({bot for game in games for bot in game.pairing.seats})
    number = {bot: index for index, bot in enumerate(bots)}
    tables = [_table(game, number) for game in games]
    strength = [0.0] * len(bots)
    doubt = [[0.0] * len(bots) for _ in bots]
    for _ in range(STEPS if bots else 0):
        slope, curve = _slope(strength, tables)
        doubt = _inverse(curve)
        step = [sum(c * s for c, s in zip(row, slope, strict=True)) for row in doubt]
        # Far from the top Newton's step may leap too far.
        scale = min(1.0, 1.0 / max(1e-12, *map(abs, step)))
        strength = [s + scale * d for s, d in zip(strength, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    found = [
        _rating(bot, index, strength, doubt, sum(bot in g.pairing.seats for g in games))
        for index, bot in enumerate(bots)
    ]
    return sorted(found, key=lambda rating: -rating.points)


_Table = tuple[list[int], dict[int, float]]  # seats of each bot, and its part of the victory


def _table(game: Played, number: dict[str, int]) -> _Table:
    seats = [0] * len(number)
    for bot in game.pairing.seats:
        seats[number[bot]] += 1
    return seats, {number[bot]: game.win_of(bot) for bot in set(game.pairing.seats)}


def _slope(strength: list[float], tables: list[_Table]) -> tuple[list[float], list[list[float]]]:
    """Return the slope of the log likelihood, and its curvature with the sign turned."""
    many = range(len(strength))
    slope = [-s / DOUBT**2 for s in strength]
    curve = [[(row == column) / DOUBT**2 for column in many] for row in many]
    for seats, won in tables:
        weights = [count * math.exp(s) for count, s in zip(seats, strength, strict=True)]
        chance = [weight / sum(weights) for weight in weights]
        for row in won:
            slope[row] += won[row] - chance[row]
            for column in won:
                curve[row][column] += chance[row] * ((row == column) - chance[column])
    return slope, curve


def _rating(
    bot: str, index: int, strength: list[float], doubt: list[list[float]], games: int
) -> Rating:
    """Measure a bot against the mean of all: only differences are known."""
    many = len(strength)
    part = [(other == index) - 1 / many for other in range(many)]
    points = sum(p * s for p, s in zip(part, strength, strict=True))
    spread = sum(
        part[row] * part[column] * doubt[row][column]
        for row in range(many)
        for column in range(many)
    )
    width = CONFIDENCE * math.sqrt(max(0.0, spread))
    return Rating(bot, games, points * POINTS, (points - width) * POINTS, (points + width) * POINTS)


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Invert a positive definite matrix."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for pivot in range(size):
        head = rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other in range(size):
            if other != pivot:
                factor = rows[other][pivot]
                rows[other] = [v - factor * h for v, h in zip(rows[other], head, strict=True)]
    return [row[size:] for row in rows]


# --- when to stop ----------------------------------------------------------------------


class Question(Struct, frozen=True):
    """Is a bot at least `better` points stronger than the others at its table, or at most `worse`?

    Wald's sequential test on the games that it won: both errors are `ERROR` at most, and games
    are played only until it is known.
    """

    bot: str
    worse: float
    better: float

    def answer(self, played: Sequence[Played]) -> Answer:
        """Say what games, in their order, have shown until now."""
        games = [game for game in played if self.bot in game.pairing.seats]
        weight = sum(map(self._weight, games))
        bound = math.log((1 - ERROR) / ERROR)
        verdict = "better" if weight >= bound else "worse" if weight <= -bound else ""
        return Answer(verdict, len(games), weight, bound)

    def _weight(self, game: Played) -> float:
        seats = game.pairing.seats
        own, won = seats.count(self.bot), game.win_of(self.bot)
        low, high = (_chance(own, len(seats), points) for points in (self.worse, self.better))
        if own == len(seats):
            return 0.0
        return won * math.log(high / low) + (1 - won) * math.log((1 - high) / (1 - low))


class Answer(Struct, frozen=True):
    """What a test knows: `better`, `worse`, or nothing yet."""

    verdict: str
    games: int
    weight: float  # log of how much likelier the games are if it is better
    bound: float  # of the weight, in either direction


def _chance(own: int, players: int, points: float) -> float:
    weight = own * math.exp(points / POINTS)
    return weight / (weight + players - own)
