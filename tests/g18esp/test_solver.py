"""Best routes of 18ESP: never worse than recorded runs, equal to independent answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dieciocho.engine.actions import Route, Run
from dieciocho.engine.components import Kind
from dieciocho.engine.earnings import (
    adjusted,
    can_run,
    models_of,
    solution,
    value_of,
)
from dieciocho.engine.game import Game
from dieciocho.engine.routes import StopAt
from dieciocho.engine.routing import Limits
from dieciocho.games.g18esp.printed import printed
from dieciocho.games.g18esp.routes import factor
from dieciocho.interop.site import import_game, read_file

from ..brute import all_routes
from ..support import assess, conformance, rule
from .boards import random_board
from .cpsat import compare, random_case
from .ways import WAY, across

FOLDER = conformance("18esp")
RECORDED = [
    path
    for path in (sorted(FOLDER.glob("*.json.gz")) if FOLDER else [])
    if not path.name.endswith(".trace.json.gz")
]
recorded = pytest.mark.skipif(
    FOLDER is None, reason="the recorded games are not here (set DIECIOCHO_CONFORMANCE)"
)


@cache
def finished(path: Path) -> Game:
    return import_game(read_file(path))


def runs(path: Path) -> Iterator[tuple[Game, str, Run]]:
    """Yield every position of a recorded game in which trains ran."""
    game = finished(path)
    for number, record in enumerate(game.history):
        if isinstance(record.action, Run):
            position = game.at(number)
            assert position.state.turn is not None
            yield position, position.state.turn.company, record.action


@recorded
@pytest.mark.parametrize("path", RECORDED, ids=lambda p: p.name.split(".")[0])
def test_no_recorded_run_beats_ours(path: Path) -> None:
    count = 0
    for position, company, action in runs(path):
        found = solution(position, company)
        assert found.proof.complete
        assert found.gap == 0
        assert assess(position, company, action.routes).loss >= 0
        count += 1
    assert count >= 90


@recorded
def test_ours_is_never_below_the_best_known_value() -> None:
    assert FOLDER is not None
    rows = json.loads((FOLDER.parent / "routes.json").read_text())
    rows = [row for row in rows if row["game"] == "18esp"]
    assert rows
    for name in {row["trace"] for row in rows}:
        wanted = [row for row in rows if row["trace"] == name]
        path = FOLDER / (name.removesuffix(".trace.json.gz").rpartition("/")[2] + ".json.gz")
        found = [(company, solution(position, company).best) for position, company, _ in runs(path)]
        played = [row for row in wanted if row["run"]["revenue"] or row["trains"]]
        assert [row["company"] for row in played] == [company for company, _ in found]
        for row, (_, best) in zip(played, found, strict=True):
            assert best.total >= row["run"]["revenue"] + row["run"]["subsidy"]


@recorded
@pytest.mark.parametrize("path", RECORDED, ids=lambda p: p.name.split(".")[0])
def test_recorded_positions_agree_with_an_independent_solver(path: Path) -> None:
    for position, company, _ in list(runs(path))[30::50]:
        cards = [c for c in position.state.trains[company] if not c.startswith("2F")]
        kinds = tuple(position.kind_of(card) for card in cards)
        position.state.turn = None  # any train may have the tender
        mixed = all(gauges(position, kind) for kind in kinds)
        if mixed and position.definition.companies[company].kind != "small":
            compare(position, company, kinds, factor(position, company))


def gauges(game: Game, kind: str) -> bool:
    """Tell whether a combined train is one of the rulebook: of both gauges."""
    parts = [printed(game).trains[part].gauge for part in printed(game).trains[kind].parts]
    return len(set(parts)) == len(parts)


@pytest.mark.parametrize("seed", range(24))
def test_random_boards_agree_with_an_independent_solver(seed: int) -> None:
    compare(*random_case(seed))


@cache
def enumerated(seed: int) -> tuple[Game, dict[str, list[tuple[StopAt, ...]]]]:
    """Return a board and, for every company with stations, the stops of all its routes."""
    game = random_board(seed, lays=300, edition="online")  # plain tiles twice on any track
    companies = sorted({c for slots in game.state.stations.values() for c in slots if c})
    return game, {company: list(all_routes(game, company, 8)) for company in companies}


@pytest.mark.parametrize("kind", ["3", "2+3", "3&1+2", "2B"])
@pytest.mark.parametrize("seed", range(12))
def test_short_trains_agree_with_brute_force(seed: int, kind: str) -> None:
    game, routes = enumerated(seed)
    for company, ways in routes.items():
        models = models_of(game, company, Kind(kind))
        worths = [
            model.worth(stops)[0] + model.treasury(stops)
            for stops in ways
            for model in models
            if model.admits(stops)
        ]
        assert solution(game, company, kinds=(kind,)).best.total == max(worths, default=0)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_found_can_be_run_and_is_worth_what_it_says(seed: int) -> None:
    game = random_board(seed, lays=500)
    for company in sorted({c for slots in game.state.stations.values() for c in slots if c}):
        kinds = ("3", "3") if game.definition.companies[company].kind == "small" else ("4", "3+4")
        game.state.trains[company] = tuple(f"{kind}-{n}" for n, kind in enumerate(kinds))
        for found in adjusted(game, company, count=4).sets.get(0, ()):
            routes = tuple(Route(train, path) for train, path in found.routes)
            value = value_of(game, company, routes)
            assert (value.revenue, value.income) == (found.revenue, found.income)


@rule("18ESP-4.4.3.1")
def test_a_set_can_be_adjusted() -> None:
    scene, card = across()
    game = scene.tender("FdLR").game
    free = solution(game, "FdLR").best
    assert free.routes[0][0] == card
    assert (free.revenue, free.income) == (210, 40)
    town = adjusted(game, "FdLR", fixed=(Route(card, WAY),)).best
    assert (town.revenue, town.income) == (220, 20)
    without = adjusted(game, "FdLR", avoid=(("F24", 1),)).best
    assert without.total < free.total
    assert all("F24" not in path for _, path in without.routes)
    assert adjusted(game, "FdLR", through=(("J6", 0),)).best.total == free.total
    assert assess(game, "FdLR", (Route(card, "H8.0-H10-H12.0-E19.1"),)).loss == 250 - 30


def test_an_interrupted_search_says_so() -> None:
    game = random_board(2, lays=700)
    truth = solution(game, "N", kinds=("8", "3"))
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return True

    found = solution(game, "N", kinds=("3", "8"), limits=Limits(stop=stop))
    assert asked
    assert not found.proof.complete
    assert found.best.total <= truth.best.total <= found.best.total + found.gap


@rule("18ESP-4.7.0.2")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", ["2", "1+2", "3&1+2", "2F"])
def test_a_train_is_usable_if_it_has_a_route(seed: int, kind: str) -> None:
    game = random_board(seed, lays=120)
    for company in sorted({c for slots in game.state.stations.values() for c in slots if c}):
        runs = bool(solution(game, company, kinds=(kind,)).best.routes)
        assert can_run(game, company, Kind(kind)) == runs
