"""Making a learned judge from games: ridge regression for shares of wealth, a logit for who wins.

Trees (LightGBM) explained no more of games that they had not learned from (docs/planner.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ..bots.planner.features import FEATURES, Moment, circumstances, compared
from ..bots.planner.judge import Bin, Judge, Recipe, Tested, Three, chances, slope
from ..engine.errors import BadInput
from .lessons import Course

RIDGE = 100.0  # examples that say that nothing matters
ASIDE = 4  # every so manieth game is not learned from, but tested with
STEPS = 12  # of Newton's method, more than enough
BINS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.01)
WHAT = len(circumstances(Moment(0.0, 0.0, ())))


class Sample(NamedTuple):
    """A position with what came of it."""

    moment: Moment
    shares: list[float]
    won: list[float]
    buying: bool


def train(courses: Sequence[Course], command: str, commit: str, rules: int) -> Judge:
    """Return a judge that has learned from three games of four, tested by the others."""
    if len(courses) < 2 * ASIDE:
        raise BadInput("sim.few_games", least=2 * ASIDE)
    learned = _samples([c for n, c in enumerate(courses) if n % ASIDE])
    tested = [s for s in _samples(courses[::ASIDE]) if s.buying]
    weights = _ridge(learned)
    recipe = Recipe(
        command, commit, rules, len(courses) - len(courses[::ASIDE]), len(courses[::ASIDE])
    )
    nothing = Tested(0.0, 0.0, 0.0, 0.0, 0.0, ())
    blank = Judge(False, recipe, nothing, (1.0, 0.0, 0.0), weights)
    buying = [s for s in learned if s.buying]
    sure = _logit(buying, [blank.shares_at(s.moment) for s in buying])
    judge = Judge(False, recipe, nothing, sure, weights)
    return Judge(False, recipe, _tested(judge, buying, tested), sure, weights)


def _samples(courses: Sequence[Course]) -> list[Sample]:
    return [Sample(e.moment, c.shares, c.won, e.buying) for c in courses for e in c.examples]


# --- learning ----------------------------------------------------------------------------


def _numpy() -> Any:
    try:
        import numpy
    except ModuleNotFoundError:
        raise BadInput("sim.no_numpy") from None
    return numpy


def _least_squares(rows: list[list[float]], wished: list[float], ridge: float) -> list[float]:
    """Return the weights that come nearest to what is wished."""
    numpy = _numpy()
    matrix, target = numpy.array(rows), numpy.array(wished)
    usual = (matrix**2).mean()
    square = matrix.T @ matrix + (ridge * usual + 1e-9) * numpy.eye(matrix.shape[1])
    found: list[float] = numpy.linalg.solve(square, matrix.T @ target).tolist()
    return found


def _ridge(samples: list[Sample]) -> dict[str, Three]:
    rows, wished = [], []
    for moment, shares, _, _ in samples:
        now = circumstances(moment)
        for row, share in zip(compared(moment.facts), shares, strict=True):
            rows.append([part * feature for feature in row for part in now])
            wished.append(share * len(shares) - 1.0)
    found = _least_squares(rows, wished, RIDGE)
    return {name: _three(found[n * WHAT : (n + 1) * WHAT]) for n, name in enumerate(FEATURES)}


def _logit(samples: list[Sample], shares: list[list[float]]) -> Three:
    """Return how surely who has more wins: the likeliest by who has won."""
    numpy = _numpy()
    now = [numpy.array(circumstances(s.moment)) for s in samples]
    ahead = [numpy.array(row) * len(row) for row in shares]
    won = [numpy.array(s.won) for s in samples]
    sure = numpy.array([5.0, 0.0, 0.0])
    for _ in range(STEPS):
        slopes, curve = numpy.zeros(WHAT), 1e-3 * len(samples) * numpy.eye(WHAT)
        for c, x, w in zip(now, ahead, won, strict=True):
            parts = numpy.exp(float(sure @ c) * (x - x.max()))
            p = parts / parts.sum()
            mean = p @ x
            slopes += (w @ x - mean) * c
            curve += (p @ (x - mean) ** 2) * numpy.outer(c, c)
        sure = sure + numpy.linalg.solve(curve, slopes)
    return _three(sure.tolist())


def _three(values: Sequence[float]) -> Three:
    always, left, age = (round(value, 4) for value in values)
    return always, left, age


# --- testing -----------------------------------------------------------------------------


def _tested(judge: Judge, learned: list[Sample], tested: list[Sample]) -> Tested:
    stretch = _stretch(learned)
    by_hand = [_by_hand(s.moment, stretch) for s in tested]
    sure = _logit(learned, [_by_hand(s.moment, stretch) for s in learned])
    given = [judge.chances_at(s.moment) for s in tested]
    hand = [
        chances(shares, slope(sure, s.moment)) for s, shares in zip(tested, by_hand, strict=True)
    ]
    equal = [[1 / len(s.won)] * len(s.won) for s in tested]
    return Tested(
        _explained([judge.shares_at(s.moment) for s in tested], tested),
        _explained(by_hand, tested),
        _brier(given, tested),
        _brier(hand, tested),
        _brier(equal, tested),
        _reliability(given, tested),
    )


def _stretch(samples: list[Sample]) -> Three:
    """Return how far the value by hand must be stretched to come nearest to final shares."""
    rows, wished = [], []
    for moment, shares, _, _ in samples:
        for feature, share in zip(_expected(moment), shares, strict=True):
            rows.append([part * feature for part in circumstances(moment)])
            wished.append(share * len(shares) - 1.0)
    return _three(_least_squares(rows, wished, 1.0))


def _expected(moment: Moment) -> list[float]:
    place = FEATURES.index("expected")
    return [row[place] for row in compared(moment.facts)]


def _by_hand(moment: Moment, stretch: Three) -> list[float]:
    factor = sum(s * c for s, c in zip(stretch, circumstances(moment), strict=True))
    return [(1.0 + factor * feature) / len(moment.facts) for feature in _expected(moment)]


def _explained(found: list[list[float]], samples: list[Sample]) -> float:
    wrong = sum(
        (f - t) ** 2
        for row, s in zip(found, samples, strict=True)
        for f, t in zip(row, s.shares, strict=True)
    )
    spread = sum((t - 1 / len(s.shares)) ** 2 for s in samples for t in s.shares)
    return round(1.0 - wrong / (spread or 1.0), 4)


def _brier(given: list[list[float]], samples: list[Sample]) -> float:
    wrong = sum(
        (p - w) ** 2
        for row, s in zip(given, samples, strict=True)
        for p, w in zip(row, s.won, strict=True)
    )
    return round(wrong / max(1, len(samples)), 4)


def _reliability(given: list[list[float]], samples: list[Sample]) -> tuple[Bin, ...]:
    pairs = [
        pair for row, s in zip(given, samples, strict=True) for pair in zip(row, s.won, strict=True)
    ]
    found = []
    for low, high in pairwise(BINS):
        inside = [pair for pair in pairs if low <= pair[0] < high]
        if inside:
            chance, won = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            found.append(Bin(round(chance, 4), round(won, 4), len(inside)))
    return tuple(found)


# --- the file ----------------------------------------------------------------------------


def written(judge: Judge) -> str:
    """Return the file of a judge, for a person to read."""
    recipe, tested = judge.recipe, judge.tested
    lines = [
        "# What the end of a playout is worth, learned from games; made by the command below",
        "# (docs/planner.md). `plays`: whether the planner uses it unless it is told otherwise.",
        f"plays = {str(judge.plays).lower()}",
        "",
        "# How surely who has more wins: always, for ten rounds left, for all phases passed.",
        f"sure = {list(judge.sure)}",
        "",
        "[recipe]",
        f'command = "{recipe.command}"',
        f'commit = "{recipe.commit}"',
        f"rules = {recipe.rules}",
        f"games = {recipe.games}",
        f"tested = {recipe.tested}",
        "",
        "# Where rounds of buying begin, in the games that were not learned from.",
        "[tested]",
        f"explained = {tested.explained}",
        f"by_hand = {tested.by_hand}",
        f"brier = {tested.brier}",
        f"brier_by_hand = {tested.brier_by_hand}",
        f"brier_equal = {tested.brier_equal}",
        "reliability = [",
        *(
            f"  {{ chance = {b.chance}, won = {b.won}, count = {b.count} }},"
            for b in tested.reliability
        ),
        "]",
        "",
        "# Of every feature (features.py): always, for ten rounds left, for all phases passed.",
        "[weights]",
        *(f"{name} = {list(weights)}" for name, weights in judge.weights.items()),
    ]
    return "\n".join(lines) + "\n"
