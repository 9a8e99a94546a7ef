"""An independent answer to "which routes are the best" in 18ESP: a CP-SAT model of its rules.

It shares nothing with our solver but the tiles on the board: gauges, passes, letters and bonuses
are written down here again. Run `python -m tests.g18esp.cpsat COUNT` to compare many positions.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import combinations
from typing import Any

from ortools.sat.python import cp_model

from dieciocho.engine.earnings import solution
from dieciocho.engine.game import Game
from dieciocho.games.g18esp.policy import policy
from dieciocho.games.g18esp.printed import printed

from ..cpsat import Circuit, Stop, optimum
from .boards import random_board

PASSES = ("D12", "H12", "J10", "L8")
WEST = ("A5", "A9", "A11", "C21", "B24", "A25", "A27", "A29", "A31", "B34")
EAST = ("M5", "I15", "J16", "K15", "L16", "M17", "N18", "N22", "L26", "K31", "I33")
BIG = 100_000  # the total counts first, then the revenue


def best(game: Game, company: str, kinds: tuple[str, ...], factor: int = 1) -> tuple[int, int]:
    """Return the most that the trains can bring in all, and the revenue of such a set."""
    model = cp_model.CpModel()
    sides: dict[int, list[Any]] = {}
    money: list[Any] = []
    tenders: list[Any] = []
    for kind in kinds:
        way = Circuit(model, game, sides)
        way.keep_to(company)
        _limit(way, company, kind, tenders)
        _levels(way)
        money += _values(way, company, factor)
        money += [factor * term * (BIG + 1) for term in _bonus(way)]
    for used in sides.values():
        model.add(sum(used) <= 1)
    model.add(sum(tenders) <= int(company in game.state.facts.tenders))  # type: ignore[attr-defined]
    model.maximize(sum(money))
    found = optimum(model)
    assert found is not None
    return divmod(found, BIG)


def _north(way: Circuit, stop: Stop) -> bool:
    return int(way.name(stop)[1:]) < 13


def _limit(way: Circuit, company: str, kind: str, tenders: list[Any]) -> None:
    """What a train may visit: ranges, gauges, passes, no two ends of one letter.

    One pass at most is crossed; online there is one at most in whatever role.
    """
    model, stops = way.model, way.stops
    train = printed(way.game).trains[kind]
    small = [s for s in stops if way.printed(s).kind in ("town", "mine")]
    passes = [s for s in stops if way.name(s) in PASSES]
    north = [s for s in stops if _north(way, s) and s not in passes]
    south = [s for s in stops if not _north(way, s)]
    carried = model.new_bool_var("")
    tenders.append(carried)
    chosen = sum(way.present[s] for s in stops)
    model.add(chosen - sum(way.present[s] for s in small) <= train.range)
    model.add(chosen <= train.range + train.small + carried)
    barred = []
    if "&" in kind:
        model.add(way.active <= way.any_of(north))
        model.add(way.active <= way.any_of(south))
    else:
        # On one gauge passes are ends; those that meet in the north do so on narrow track.
        barred = south if "+" in kind else north
        for stop in passes:
            model.add(way.present[stop] == way.first[stop] + way.last[stop])
        if "+" not in kind:
            model.add(way.active <= way.any_of(south))
    if way.game.definition.companies[company].kind == "small":
        barred = barred + passes + [s for s in stops if way.printed(s).kind == "area"]
    model.add(sum(way.present[s] for s in barred) == 0)
    crossed = sum(way.present[s] - way.first[s] - way.last[s] for s in passes)
    visited = sum(way.present[s] for s in passes)
    model.add((crossed if way.game.header.edition == "rulebook" else visited) <= 1)
    ends = [s for s in stops if way.printed(s).end]
    for group in (
        [s for s in ends if way.name(s) in EAST],
        [s for s in ends if way.name(s) in WEST],
    ):
        model.add(sum(way.present[s] for s in group) <= 1)


def _levels(way: Circuit) -> None:
    """A tile without stops is passed twice only on track that crosses."""
    if not way.game.definition.levels:
        return
    for (one, a, b), (other, c, d) in combinations(way.plain, 2):
        if one == other and len({a, b, c, d}) == 4 and (a < c < b) == (a < d < b):
            way.model.add(sum(way.plain[one, a, b]) + sum(way.plain[other, c, d]) <= 1)


def _values(way: Circuit, company: str, factor: int) -> list[Any]:
    colour = way.game.phase.colours[-1]
    terms = []
    for stop in way.stops:
        printed, name = way.printed(stop), way.name(stop)
        value = printed.value(colour)
        slots = way.game.state.stations.get((name, stop[1]), ())
        if name in PASSES and company not in slots:
            value = 0
        treasury = printed.kind == "mine" or (printed.kind == "town" and printed.end)
        weight = value * BIG if treasury else factor * value * (BIG + 1)
        terms.append(weight * way.present[stop])
    return terms


def _bonus(way: Circuit) -> list[Any]:
    """100 for either bonus, 150 (online 200) for both together."""
    model = way.model

    def meets(one: tuple[str, ...], other: tuple[str, ...]) -> Any:
        found = model.new_bool_var("")
        for names in (one, other):
            model.add(found <= way.any_of([s for s in way.stops if way.name(s) in names]))
        return found

    east_west = meets(EAST, WEST)
    north_south = meets(("F24", "M21"), ("E3", "K5"))
    both = model.new_bool_var("")
    model.add(both >= east_west + north_south - 1)
    return [100 * east_west, 100 * north_south, (policy(way.game).bonus_both - 200) * both]


def compare(game: Game, company: str, kinds: tuple[str, ...], factor: int = 1) -> None:
    """Assert that both solvers agree on the total and on the revenue."""
    ours = solution(game, company, kinds=kinds)
    assert ours.proof.complete
    assert (ours.best.total, ours.best.revenue) == best(game, company, kinds, factor), kinds


def random_case(seed: int, most: int = 300) -> tuple[Game, str, tuple[str, ...]]:
    """Return a random board, a company with stations on it, and trains for it."""
    dice = random.Random(seed)
    game = random_board(seed, lays=dice.randint(100, most))
    stations = list(game.state.stations.values())
    # Those with many stations have more to choose from.
    company = dice.choice(sorted(c for slots in stations for c in slots if c))
    if game.definition.companies[company].kind == "small":
        sets = ["2", "2 2", "3", "3 3"]
    else:
        sets = ["3 2+3", "5 4+5", "8", "6+8", "4&1+2", "5 3+4&2", "6&2+3 5+6", "4+5&3", "2 2 1+2"]
    return game, company, tuple(dice.choice(sets).split())


def main() -> None:
    start = time.monotonic()
    count = int(sys.argv[1])
    for seed in range(1000, 1000 + count):
        compare(*random_case(seed, most=700))
        if seed % 20 == 19:
            print(f"{seed - 999} positions agree, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
