"""An independent answer for 18Magyarország: routes, wagons and what they cost, in CP-SAT.

Written from the rules alone (18MAG-VI.3.6, VI.3.7, X.5): values are read from the tiles on the
board, nothing is asked of our own models. `python -m tests.g18mag.cpsat COUNT` compares many.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import combinations
from typing import Any

from ortools.sat.python import cp_model

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from dieciocho.engine.steps.stations import put_station, station_problem
from dieciocho.engine.track import candidates, put_tile
from dieciocho.games.g18mag.facts import MagTurn
from dieciocho.games.g18mag.hiring import hirings

from ..brute import joined
from ..cpsat import Circuit, optimum

RED, PLUS, MINES = "RABA", "G&C", "SNW"
Wagons = tuple[str, ...]


def small(game: Game) -> bool:
    return len(game.players) <= 2


def offered(game: Game) -> Wagons:
    return (RED,) if small(game) else (PLUS, RED, MINES)


def late(game: Game) -> bool:
    return game.phase.name in ("brown", "gray")


def price_of(game: Game, count: int) -> int:
    return sum(10 * n + (10 if late(game) else 0) for n in range(1, count + 1))


def best_total(game: Game, company: str, kinds: Wagons, wagons: Wagons) -> int | None:
    """Return the greatest revenue and mine income of a run that uses exactly these wagons."""
    model = cp_model.CpModel()
    sides: dict[int, list[Any]] = {}
    money: list[Any] = []
    served: dict[str, list[Any]] = {wagon: [] for wagon in wagons}
    for kind in kinds:
        _train(model, game, company, kind, wagons, sides, money, served)
    for used in sides.values():
        model.add(sum(used) <= 1)
    for trains in served.values():
        model.add(sum(trains) == 1)
    model.maximize(sum(money))
    return optimum(model)


def _train(
    model: Any,
    game: Game,
    company: str,
    kind: str,
    wagons: Wagons,
    sides: dict[int, list[Any]],
    money: list[Any],
    served: dict[str, list[Any]],
) -> None:
    way = Circuit(model, game, sides)
    way.keep_to(company)
    kinds = {stop: way.printed(stop).kind for stop in way.stops}
    visited = {
        what: sum([way.present[s] for s in way.stops if kinds[s] == what] or [0])
        for what in ("city", "town", "area", "mine")
    }
    great = visited["city"] + visited["area"]
    serve = {wagon: model.new_bool_var("") for wagon in wagons}
    for wagon, mine in serve.items():
        served[wagon].append(mine)
        model.add_implication(mine, way.active)
    red, plus = _uses(model, game, serve)
    reach = int(kind)
    model.add(great <= reach)
    model.add(great + visited["town"] <= reach + reach * plus)
    model.add(great + visited["town"] >= (reach + 1) * plus)  # it needs its further towns
    model.add(great + visited["town"] >= 2 * way.active)
    model.add(visited["mine"] == serve.get(MINES, 0))
    model.add(visited["area"] >= red)
    money.append((30 if late(game) else 20) * red)
    _values(game, way, kinds, money)


def _uses(model: Any, game: Game, serve: dict[str, Any]) -> tuple[Any, Any]:
    """Return whether the train has the bonus in a red area, and whether it is a plus-train."""
    if not small(game):
        return serve.get(RED, 0), serve.get(PLUS, 0)
    if RED not in serve:
        return 0, 0
    red, plus = model.new_bool_var(""), model.new_bool_var("")
    model.add(red + plus == serve[RED])  # one or the other (18MAG-X.5)
    return red, plus


def _values(game: Game, way: Circuit, kinds: dict[Any, str], money: list[Any]) -> None:
    definition, state = game.definition, game.state
    order = ("yellow", "green", "brown", "gray")
    for stop in way.stops:
        name = definition.hex_list[stop[0]].name
        printed = state.board[stop[0]].tile.stops[stop[1]]
        worth = printed.value(order[order.index(game.phase.name)])
        slots = state.stations.get((name, stop[1]), ())
        major = sum(1 for c in slots if c and definition.companies[c].kind == "major")
        money.append((worth + (10 * major if kinds[stop] == "city" else 0)) * way.present[stop])


def compare(game: Game, company: str) -> int:
    """Assert that both agree on every set of wagons, and on what to hire; count the sets."""
    kinds = tuple(game.kind_of(card) for card in game.state.trains[company])
    ours = {frozenset(h.wagons): h for h in hirings(game, company)}
    best = None
    checked = 0
    for size in range(len(offered(game)) + 1):
        price = price_of(game, size)
        for wagons in combinations(offered(game), size):
            theirs = best_total(game, company, kinds, wagons)
            mine = ours.get(frozenset(wagons))
            if theirs is None or price > game.state.cash[company]:
                assert mine is None, (company, kinds, wagons)
                continue
            assert mine is not None, (company, kinds, wagons)
            assert (mine.run.total, mine.price) == (theirs, price), (company, kinds, wagons)
            best = theirs - price if best is None else max(best, theirs - price)
            checked += 1
    assert hirings(game, company)[0].net == best
    return checked


# --- positions -------------------------------------------------------------------------


def random_case(seed: int) -> tuple[Game, str]:
    """Return a random board with stations of minors and majors, and a minor with trains."""
    dice = random.Random(seed)
    players = dice.choice([2, 4])
    game = dieciocho.new_game("18mag", ["Ana", "Luis", "Eva", "Teo"][:players], seed=seed)
    bot = make_bot("random", seed)
    while game.step.id == "draft":
        game.play(bot.choose(game))
    state = game.state
    state.phase = dice.randrange(len(game.definition.phases))
    for _ in range(dice.randint(20, 150)):
        spot = dice.choice([s for s in game.definition.hex_list if s.buildable])
        old = state.board[spot.index]
        options = [
            (tile, turned)
            for tile, turns in candidates(game.definition, spot.name, old)
            if state.supply[tile]
            for turned in turns
        ]
        if options:
            few = dice.sample(options, min(30, len(options)))
            found = max(few, key=lambda option: joined(game, spot.index, *option))
            put_tile(game.definition, state, spot.name, game.definition.placed[found])
    for company in [*game.definition.companies] * 2:
        cities = [
            (spot.name, k)
            for spot in game.definition.hex_list
            for k, stop in enumerate(state.board[spot.index].tile.stops)
            if stop.kind == "city" and station_problem(game, company, (spot.name, k)) is None
        ]
        if cities and state.stations_left[company] and dice.random() < 0.6:
            put_station(game, company, dice.choice(cities))
    company = dice.choice([m for m in state.president if m.isdigit()])
    kinds = dice.choice(["2", "22", "32", "3", "43", "4", "44"] + ["62", "6"] * (players > 2))
    state.trains[company] = tuple(f"{kind}-{90 + n}" for n, kind in enumerate(kinds))
    state.cash[company] = dice.choice([0, 10, 35, 60, 100, 200])
    state.turn = MagTurn(company=company)
    return game, company


def main() -> None:
    start, sets = time.monotonic(), 0
    count = int(sys.argv[1])
    for seed in range(1000, 1000 + count):
        sets += compare(*random_case(seed))
        if seed % 20 == 19:
            seconds = time.monotonic() - start
            print(f"{seed - 999} positions, {sets} sets agree, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
