"""The best set of routes is the best: compared with slow enumeration and an independent model."""

from __future__ import annotations

from math import prod

import msgspec
import pytest

from dieciocho.engine.actions import Route
from dieciocho.engine.earnings import adjusted, solution, value_of
from dieciocho.engine.routing import Limits, Wishes
from dieciocho.games.g1862.best_runs import puzzle_of, solve
from dieciocho.games.g1862.best_set import Solver

from ..support import assess
from .brute import Brute
from .cpsat import compare
from .rails import Rails, random_rails
from .recorded import NAMES, recorded_revenues, runs

recorded = pytest.mark.skipif(not NAMES, reason="the recorded games are not here")


def best_worth(rails: Rails, all_run: bool) -> int:
    trains = tuple((c, rails.game.kind_of(c)) for c in rails.state.trains[rails.company])
    puzzle = puzzle_of(rails.game, rails.company, trains)
    if not puzzle.ground.home:
        return 0
    answer = Solver(msgspec.structs.replace(puzzle, all_run=all_run)).solve()
    assert answer.complete
    return answer.sets[0].revenue + answer.sets[0].subsidy if answer.sets else 0


@pytest.mark.parametrize("seed", range(120))
def test_small_boards_agree_with_enumeration(seed: int) -> None:
    """All mixtures of trains; with and without the duty to run all of them."""
    for tiles in range(6 + seed % 8, 0, -1):
        rails = random_rails(seed, tiles, 1 + seed % 4, 9 if seed % 2 else 4)
        brute = Brute(rails)
        every = brute.all_runs()
        kinds = [rails.game.kind_of(card) for card in rails.state.trains[rails.company]]
        if prod(1 + sum(brute.fits(kind, run) for run in every) for kind in kinds) <= 10_000:
            break  # few enough to enumerate
    assert best_worth(rails, all_run=False) == brute.best(all_run=False)
    assert best_worth(rails, all_run=True) == brute.best(all_run=True)


FREIGHTS = ["1F 1F", "1F 1F 1F", "2F 2F 3F", "6F 1F 1F", "6F 7F 2F", "1F 1F 2E", "6F 6F 1F 1F"]


@pytest.mark.parametrize("seed", range(2000, 2028))
def test_joined_freights_agree_with_enumeration(seed: int) -> None:
    kinds = FREIGHTS[seed % len(FREIGHTS)].split()
    for tiles in range(10, 0, -1):
        rails = random_rails(seed, tiles, 0).trains(*kinds)
        brute = Brute(rails)
        every = brute.all_runs()
        if prod(1 + sum(brute.fits(kind, run) for run in every) for kind in kinds) <= 2_000:
            break
    assert best_worth(rails, all_run=False) == brute.best(all_run=False)
    assert best_worth(rails, all_run=True) == brute.best(all_run=True)


GREAT = [
    "2F 2F 3F 3L 3L 2/3L 3E 2/3E 2/3E 4E",
    "3F 3F 5F 4E 4L 4L 5L 4/5E",
    "2E 2E 2/3E 2/3E 2L 2L 3L",
    "6F 7F 8F 9F 9F 6E",
    "1F 1F 1F 1F 1F 1F 1F 2F 2F 2F 2F 2F 2F",
    "2F 2F 2F 2F 2F 2F 3F 3F 3F 3F 5F 5F 5F",
]


@pytest.mark.parametrize("kinds", GREAT)
def test_great_fleets_are_proven_too(kinds: str) -> None:
    rails = random_rails(7, 25, 0).trains(*kinds.split())
    found = solution(rails.game, rails.company)
    assert found.proof.complete
    routes = tuple(Route(train, path) for train, path in found.best.routes)
    value = value_of(rails.game, rails.company, routes)
    assert value.revenue + value.income == found.best.total


@pytest.mark.parametrize("seed", range(400, 415))
def test_many_trains_agree_with_the_model(seed: int) -> None:
    compare(random_rails(seed, 7 + seed % 6, 4 + seed % 2))


def test_who_has_little_patience_gets_a_good_answer_and_an_honest_bound() -> None:
    rails = random_rails(7, 37, 0).trains(*GREAT[1].split())
    found = solution(rails.game, rails.company, limits=Limits(looks=1))
    best = solution(rails.game, rails.company)
    assert not found.proof.complete
    assert best.proof.complete
    assert found.best.total <= best.best.total <= found.proof.bounds[0]
    assert found.best.total >= 0.9 * best.best.total
    assert solution(rails.game, rails.company, limits=Limits(looks=1)) is best


@pytest.mark.parametrize("seed", range(200, 225))
def test_random_boards_agree_with_the_model(seed: int) -> None:
    compare(random_rails(seed, 8 + seed % 14, 1 + seed % 3))


@pytest.mark.parametrize("seed", range(300, 330))
def test_what_is_found_is_worth_what_is_said(seed: int) -> None:
    random_rails(seed, 10 + seed % 25, 1 + seed % 5).best()


@recorded
@pytest.mark.parametrize("name", NAMES)
def test_recorded_runs_are_valued_right_and_never_beat_ours(name: str) -> None:
    for ran, paid in zip(runs(name), recorded_revenues(name), strict=True):
        value = ran.value()
        assert (value.revenue, value.income) == paid
        assert ran.best() >= value.revenue + value.income


@recorded
@pytest.mark.parametrize("name", NAMES[1:3])
def test_recorded_positions_agree_with_the_model(name: str) -> None:
    """By the rules of the rulebook; of some positions, because the model takes its time."""
    for ran in runs(name, every=13):
        rails = Rails.of(ran.game, ran.company)
        kinds = [rails.game.kind_of(card) for card in rails.state.trains[ran.company]]
        if len(kinds) <= 2:
            compare(rails)


# --- what players ask -------------------------------------------------------------------------


def norfolk(*kinds: str) -> Rails:
    rails = Rails("ENR", "C").lines("F1 F3 F5 F7", "F3 E2 E4 F5", "E2 D1", F3="green", F5="green")
    return rails.station("F3", "F5").trains(*kinds)


def test_fixed_routes_stay() -> None:
    rails = norfolk("3E", "2E")
    worst = Route("3E-0", rails.path("F3 E2"))
    found = adjusted(rails.game, "ENR", fixed=(worst,)).best
    assert ("3E-0", worst.path) in found.routes
    assert found.total < solution(rails.game, "ENR").best.total


def test_fixed_freights_stay() -> None:
    rails = norfolk("2F", "3F")
    fixed = Route("2F-0", rails.path("F5 F7"))
    found = adjusted(rails.game, "ENR", fixed=(fixed,)).best
    assert ("2F-0", fixed.path) in found.routes
    assert len(found.routes) == 2


def test_stops_are_wished_and_avoided() -> None:
    rails = norfolk("3E", "3F")
    best = solution(rails.game, "ENR").best
    assert any("F1.1" in path for _, path in best.routes)
    without = adjusted(rails.game, "ENR", avoid=(("F1", 1),)).best
    assert not any("F1.1" in path for _, path in without.routes)
    through = adjusted(rails.game, "ENR", through=(("F7", 0),)).best
    assert any("F7.0" in path for _, path in through.routes)
    assert best.total > max(without.total, through.total) - 1


def test_forbidden_routes_are_not_run() -> None:
    rails = norfolk("3E")
    best = solution(rails.game, "ENR").best
    path = best.routes[0][1]
    other = adjusted(rails.game, "ENR", forbidden=(path,)).best
    assert other.routes[0][1] != path
    assert other.total <= best.total


def test_alternatives_differ_in_their_routes() -> None:
    """Not only in which stop a 2/3 train skips, or which of two like trains runs where."""
    rails = random_rails(4, 14, 0).trains("2/3E", "2/3E")
    sets = adjusted(rails.game, rails.company, count=6).sets[0]
    looks = {tuple(sorted((t.split("-")[0], path) for t, path in s.routes)) for s in sets}
    assert len(looks) == len(sets) == 6


def test_alternatives_come_in_order() -> None:
    rails = norfolk("3E", "2E")
    sets = adjusted(rails.game, "ENR", count=4).sets[0]
    assert len(sets) == 4
    assert [s.total for s in sets] == sorted((s.total for s in sets), reverse=True)


def test_the_loss_of_a_set() -> None:
    rails = norfolk("3E")
    loss = assess(rails.game, "ENR", rails.routes("F3 E2")).loss
    assert loss == solution(rails.game, "ENR").best.total - 60 > 0


def test_most_revenue_may_be_another_set_than_most_money() -> None:
    """A local train over many hexes brings more in all, a shorter one more dividend."""
    rails = Rails("W&F", "C").lines("E4 D5 C4", "E4 E6 D7 C6", C4="green", E4="green")
    rails.station("E4").trains("2L")
    found = solution(rails.game, "W&F")
    assert {k: (s[0].revenue, s[0].income) for k, s in found.sets.items()} == {0: (90, 40)}
    rails.trains("3L")
    sets = solution(rails.game, "W&F").sets
    assert sets[0][0].total >= max(s[0].total for s in sets.values())


def test_interrupted_searches_say_so() -> None:
    rails = random_rails(17, 34, 5)
    trains = tuple((c, rails.game.kind_of(c)) for c in rails.state.trains[rails.company])
    full = solve(rails.game, rails.company, trains)
    told: list[int] = []
    limits = Limits(stop=lambda: True, progress=lambda now: told.append(now.bound))
    found = solve(rails.game, rails.company, trains, Wishes(), limits)
    if found.proof.complete:
        assert found.best.total == full.best.total  # too small to be asked
    else:
        assert told
        assert found.proof.bounds[0] >= full.best.total >= found.best.total
