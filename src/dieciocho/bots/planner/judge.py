"""The learned judge: what every player will have at the end, by what simulated games came to.

A game's judge is a file `judge.toml` beside what else computer players must know of it. It is made
by `dieciocho train`, which writes down how (docs/planner.md).
"""

from __future__ import annotations

import math
import tomllib
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from ...engine.game import Game
from ...games import part_of
from .features import FEATURES, Moment, circumstances, compared, moment_of
from .value import ahead, wealth

FILE = "judge.toml"
Three = tuple[float, float, float]  # always, for ten rounds left, for all phases passed


class Recipe(Struct, frozen=True, forbid_unknown_fields=True):
    """How a judge was made; by this anybody can make it again."""

    command: str
    commit: str
    rules: int  # version
    games: int  # that were learned from
    tested: int  # ... and others, by which the figures were found


class Bin(Struct, frozen=True, forbid_unknown_fields=True):
    """How often players won who were given about the same chance."""

    chance: float
    won: float
    count: int


class Tested(Struct, frozen=True, forbid_unknown_fields=True):
    """How well a judge does where rounds of buying begin, in games that it did not learn from."""

    explained: float  # part of the variance of final shares of wealth
    by_hand: float  # ... that the value by hand explains, stretched as fits best
    brier: float  # of the chances to win; of all players' together
    brier_by_hand: float  # ... that follow from the value by hand
    brier_equal: float  # ... of equal chances for all
    reliability: tuple[Bin, ...]


class Judge(Struct, frozen=True, forbid_unknown_fields=True):
    """A linear estimate of the final share of wealth, and how surely it decides who wins."""

    plays: bool  # whether the planner uses it unless it is told otherwise
    recipe: Recipe
    tested: Tested
    sure: Three
    weights: dict[str, Three]

    def shares(self, game: Game) -> list[float]:
        """Return which part of all wealth every player will have, by seat."""
        if game.over:
            scores = game.rules.scores(game)
            total = max(1, sum(scores.values()))
            return [scores[seat] / total for seat in range(len(scores))]
        return self.shares_at(moment_of(game))

    def shares_at(self, moment: Moment) -> list[float]:
        now = circumstances(moment)
        weights = [_at(self.weights[name], now) for name in FEATURES]
        rows = compared(moment.facts)
        ahead = [sum(w * f for w, f in zip(weights, row, strict=True)) for row in rows]
        return [(1.0 + part) / len(rows) for part in ahead]

    def standing(self, game: Game) -> list[float]:
        """Return how well every player stands, as the value by hand tells it."""
        shares = self.shares(game)
        return ahead([share * len(shares) for share in shares])

    def chances(self, game: Game) -> list[float]:
        """Return how likely every player is to win, by seat."""
        if game.over:
            scores = list(game.rules.scores(game).values())
            return [(score == max(scores)) / scores.count(max(scores)) for score in scores]
        return self.chances_at(moment_of(game))

    def chances_at(self, moment: Moment) -> list[float]:
        shares = self.shares_at(moment)
        return chances(shares, slope(self.sure, moment))


def slope(sure: Three, moment: Moment) -> float:
    """Return how steeply chances rise with shares: never so little that nothing counts."""
    return max(1.0, _at(sure, circumstances(moment)))


def chances(shares: list[float], steep: float) -> list[float]:
    """Return chances to win from shares of wealth."""
    much = steep * len(shares)
    parts = [math.exp(much * (share - max(shares))) for share in shares]
    return [part / sum(parts) for part in parts]


def _at(weights: Three, now: Three) -> float:
    return sum(weight * part for weight, part in zip(weights, now, strict=True))


def expected_shares(game: Game) -> list[float]:
    """Return which part of all wealth every player will have: learned, or else by hand."""
    judge = judge_of(game.header.game)
    if judge is not None:
        return judge.shares(game)
    found = wealth(game)
    return [worth / max(1.0, sum(found)) for worth in found]


@cache
def judge_of(game: str) -> Judge | None:
    """Return the judge of a game by its id; None if it has none."""
    part = part_of(game, "bot")
    if part is None or part.__spec__ is None or not part.__spec__.parent:
        return None
    file = files(part.__spec__.parent) / FILE
    if not file.is_file():
        return None
    judge = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Judge)
    assert tuple(judge.weights) == FEATURES, f"{game}: the judge was made for other features"
    return judge
