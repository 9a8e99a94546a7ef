"""Best runs of 18Magyarország, wagons included: three other answers to the same question."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from dieciocho.engine.actions import Run, Use
from dieciocho.engine.earnings import solution, solve_by_models, value_of
from dieciocho.engine.game import Game, Play
from dieciocho.engine.routing.solve import NO_LIMITS, NO_WISHES
from dieciocho.games.g18mag import wagon_sets
from dieciocho.games.g18mag.facts import this_turn
from dieciocho.games.g18mag.hiring import hirings
from dieciocho.games.g18mag.serving import can_serve
from dieciocho.games.g18mag.turn import RunTrains
from dieciocho.games.g18mag.wagons import all_bits, on_offer, wagon_price
from dieciocho.interop.conform import read_trace
from dieciocho.interop.site import import_game, read_file, start

from ..brute import all_routes
from ..support import assess, conformance, refused, rule
from .cpsat import compare, random_case

FOLDER = conformance("18mag")
RECORDED = [
    path
    for path in (sorted(FOLDER.glob("*.json.gz")) if FOLDER else [])
    if not path.name.endswith(".trace.json.gz")
]
needs_recorded = pytest.mark.skipif(
    FOLDER is None, reason="the recorded games are not here (set DIECIOCHO_CONFORMANCE)"
)


def by_name(path: Path) -> str:
    return path.name.split(".")[0]


@cache
def finished(path: Path) -> Game:
    return import_game(read_file(path))


@cache
def recorded_runs(path: Path) -> int:
    """Count the runs in the golden trace of a recorded game."""
    trace = read_trace(path.with_name(path.name.replace(".json", ".trace.json")))
    return sum(entry.action["type"] == "run_routes" for entry in trace.entries)


# --- against CP-SAT --------------------------------------------------------------------


@pytest.mark.parametrize("block", range(6))
def test_random_boards_agree_with_an_independent_solver(block: int) -> None:
    assert sum(compare(*random_case(seed)) for seed in range(10 * block, 10 * block + 10))


@needs_recorded
@pytest.mark.parametrize("path", RECORDED, ids=by_name)
def test_recorded_positions_agree_with_an_independent_solver(path: Path) -> None:
    """All wagons that the treasury can pay are tried before anything is hired."""
    game = finished(path)
    runs = [n for n, r in enumerate(game.history) if isinstance(r.action, Run)]
    for number in runs[5::45]:
        while isinstance(game.history[number - 1].action, Use):
            number -= 1
        position = by_the_rulebook(game.at(number))
        compare(position, this_turn(position).company)


def by_the_rulebook(game: Game) -> Game:
    """Return the position with the rule that wagons must serve."""
    game.policy = game.rules.readings.policy(replace(game.header, edition="rulebook"))
    return game


# --- against enumeration ---------------------------------------------------------------


def brute_total(game: Game, company: str, wagons: tuple[str, ...]) -> int | None:
    """Return the best revenue and income with exactly these wagons, by trying everything."""
    small = len(game.players) <= 2
    kinds = [game.kind_of(card) for card in game.state.trains[company]]
    routes = [
        (stops, sides) for stops, ways in all_routes(game, company, 0).items() for sides in ways
    ]
    lists: list[list[tuple[int, int, frozenset[str]]]] = []
    for kind in kinds:
        found = [(0, 0, frozenset[str]())]
        for stops, sides in routes:
            for size in range(len(wagons) + 1):
                for used in combinations(wagons, size):
                    worth = worth_of(game, int(kind), stops, used, small=small)
                    if worth is not None:
                        found.append((worth, sides, frozenset(used)))
        lists.append(found)
    best = None
    for chosen in product(*lists):
        taken = [wagon for _, _, used in chosen for wagon in used]
        if sorted(taken) != sorted(wagons):
            continue
        crossed = 0
        for _, sides, _ in chosen:
            if crossed & sides:
                break
            crossed |= sides
        else:
            best = max(best or 0, sum(worth for worth, _, _ in chosen))
    return best


def worth_of(
    game: Game, reach: int, stops: Any, wagons: tuple[str, ...], *, small: bool
) -> int | None:
    """Value one route with certain wagons; None if it is not allowed or does not need them."""
    if small and "RABA" in wagons:
        found = [
            value
            for reading in (("red",), ("plus",))
            if (value := _worth(game, reach, stops, reading)) is not None
        ]
        return max(found, default=None)
    names = {"RABA": "red", "G&C": "plus", "SNW": "mine"}
    return _worth(game, reach, stops, tuple(names[wagon] for wagon in wagons))


def _worth(game: Game, reach: int, stops: Any, uses: tuple[str, ...]) -> int | None:
    state, colour = game.state, game.phase.name
    printed = [state.board[h].tile.stops[k] for h, k in stops]
    count = {w: sum(s.kind == w for s in printed) for w in ("city", "town", "area", "mine")}
    places = len(stops) - count["mine"]
    if count["mine"] != ("mine" in uses) or places < 2:
        return None
    if count["city"] + count["area"] > reach or ("red" in uses and not count["area"]):
        return None
    if "plus" in uses:
        if not reach < places <= 2 * reach:
            return None
    elif places > reach:
        return None
    value: int = sum(stop.value(colour) for stop in printed)
    for h, k in stops:
        slots = state.stations.get((game.definition.hex_list[h].name, k), ())
        value += 10 * sum(1 for c in slots if c and not c.isdigit())
    late = colour in ("brown", "gray")
    return value + ((30 if late else 20) if "red" in uses else 0)


@pytest.mark.parametrize("seed", [3, 7, 8, 12, 15, 21, 26, 33, 41, 44, 58, 60])
def test_small_boards_agree_with_enumeration(seed: int) -> None:
    game, company = random_case(seed)
    routes = all_routes(game, company, 0)
    if sum(len(ways) for ways in routes.values()) > 400:
        game.state.trains[company] = game.state.trains[company][:1]
    game.state.cash[company] = 200
    offers = ("RABA",) if len(game.players) <= 2 else ("G&C", "RABA", "SNW")
    ours = {frozenset(h.wagons): h.run.total for h in hirings(game, company)}
    for size in range(len(offers) + 1):
        for wagons in combinations(offers, size):
            assert ours.get(frozenset(wagons)) == brute_total(game, company, wagons), wagons


@pytest.mark.parametrize("block", range(4))
def test_whether_wagons_can_serve_is_known_without_best_runs(block: int) -> None:
    answers = []
    for seed in range(10 * block, 10 * block + 10):
        game, company = random_case(seed)
        trains = tuple((card, game.kind_of(card)) for card in game.state.trains[company])
        offers = on_offer(game)
        for wagons in (c for n in range(1, len(offers) + 1) for c in combinations(offers, n)):
            trial = Play(game.copy())
            trial.set_turn(wagons=wagons)
            common = solve_by_models(trial, company, trains, NO_WISHES, NO_LIMITS).sets
            ours = wagon_sets.solve(trial, company, trains, NO_WISHES, NO_LIMITS).sets
            assert {k: s[0].total for k, s in ours.items()} == {
                k: s[0].total for k, s in common.items()
            }
            answers.append(can_serve(game, company, wagons))
            assert answers[-1] == (all_bits(wagons) in common), (seed, wagons)
    assert {*answers} == {True, False}


# --- recorded runs ---------------------------------------------------------------------


@needs_recorded
@pytest.mark.parametrize("path", RECORDED, ids=by_name)
def test_no_recorded_run_beats_ours(path: Path) -> None:
    game = finished(path)
    runs = 0
    for number, record in enumerate(game.history):
        if not isinstance(record.action, Run):
            continue
        runs += 1
        position = game.at(number)
        company = this_turn(position).company
        judged = assess(position, company, record.action.routes)
        assert judged.loss >= 0
        found = solution(position, company)
        assert found.proof.complete
        kind = value_of(position, company, record.action.routes).kind
        assert found.sets[kind][0].revenue >= judged.revenue
    assert runs == recorded_runs(path) > 0


@needs_recorded
@pytest.mark.parametrize("path", RECORDED, ids=by_name)
def test_no_recorded_hiring_beats_ours(path: Path) -> None:
    """What was hired and run never leaves more than what we would have hired."""
    game = finished(path)
    runs = 0
    for number, record in enumerate(game.history):
        if not isinstance(record.action, Run):
            continue
        before = number
        while isinstance(game.history[before - 1].action, Use):
            before -= 1
        position, run_at = game.at(before), game.at(number)
        company = this_turn(position).company
        hired = this_turn(run_at).wagons
        paid = sum(wagon_price(run_at, n) for n in range(len(hired)))
        value = value_of(run_at, company, record.action.routes)
        best = hirings(position, company)[0]
        assert best.net >= value.revenue + value.income - paid
        runs += 1
    assert runs == recorded_runs(path) > 0


@needs_recorded
@pytest.mark.parametrize("path", RECORDED, ids=by_name)
def test_recorded_runs_are_worth_what_was_paid_for_them(path: Path) -> None:
    """Revenue and subsidy of every recorded run, as the site has written them down."""
    trace = read_trace(path.with_name(path.name.replace(".json", ".trace.json")))
    game, reader = start("18Mag", (), trace.header.players, trace.header.seed)
    runs = 0
    for entry in trace.entries:
        if entry.action["type"] == "run_routes":
            run = reader.translate(entry.action)
            assert isinstance(run, Run)
            value = value_of(game, this_turn(game).company, run.routes)
            theirs = entry.action["routes"]
            assert value.revenue == sum(route["revenue"] for route in theirs), entry.i
            assert value.income == sum(route["subsidy"] for route in theirs), entry.i
            runs += 1
        reader.play(entry.action)
    assert runs == recorded_runs(path) > 0


# --- hiring ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(100, 112))
def test_what_we_would_hire_can_be_hired_in_any_order(seed: int) -> None:
    game, company = random_case(seed)
    game.state.agenda = [RunTrains()]
    for hiring in hirings(game, company):
        for order in permutations(hiring.wagons):
            trial = game.copy()
            for wagon in order:
                trial.play(Use(wagon))
            assert trial.state.cash[company] == game.state.cash[company] - hiring.price
            assert all_best(trial, company) == hiring.run.total


@rule("18MAG-VI.3.7.5", "18MAG-VI.3.7.8")
def test_a_plus_wagon_may_come_before_the_mine_that_it_needs() -> None:
    """The further towns lie beyond a mine: with the money for both the order is free."""
    game, company = random_case(109)
    game.state.agenda = [RunTrains()]
    sets = {frozenset(hiring.wagons) for hiring in hirings(game, company)}
    assert {"G&C", "SNW"} in sets
    assert {"G&C"} not in sets
    game.play(Use("G&C"))
    assert [type(choice.action) for choice in game.legal_actions()] == [Use] * len(
        game.legal_actions()
    ), "it must be made to serve before the run"
    refused(game, "run nothing", "18MAG-VI.3.7.8")
    game.play(Use("SNW"))
    assert any(isinstance(choice.action, Run) for choice in game.legal_actions())
    poor, company = random_case(109)
    poor.state.agenda = [RunTrains()]
    poor.state.cash[company] = wagon_price(poor, 0) + wagon_price(poor, 1) - 1
    refused(poor, "use G&C", "18MAG-VI.3.7.8")


def all_best(game: Game, company: str) -> int:
    runs = [c.action for c in game.legal_actions() if isinstance(c.action, Run)]
    values = [value_of(game, company, run.routes) for run in runs]
    return max((value.revenue + value.income for value in values), default=0)
