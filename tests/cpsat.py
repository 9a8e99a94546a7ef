"""An independent answer to "which routes are the best": a CP-SAT model of the printed rules.

It shares nothing with our solver but the tiles on the board. Each train is a circuit through a
depot: depot -> first stop -> crossings of hex sides and stops in turn -> last stop -> depot.
Run `python -m tests.cpsat COUNT` to compare many random positions.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

from ortools.sat.python import cp_model

from dieciocho.engine.game import Game
from dieciocho.engine.study import models_of, solution
from dieciocho.engine.tiles import STOP
from dieciocho.games.g1888n.rules import BOTH, MOUNTAIN

from .brute import random_board

Stop = tuple[int, int]


def best_revenue(game: Game, company: str, kinds: tuple[str, ...], mountain_visits: int) -> int:
    """Return the greatest revenue with exactly so many trains visiting Heng Shan; -1: none."""
    model = cp_model.CpModel()
    definition, state = game.definition, game.state
    sides: dict[int, list[Any]] = {}
    money: list[Any] = []
    visits: list[Any] = []
    for kind in kinds:
        _train(model, game, company, kind, sides, money, visits)
    for used in sides.values():
        model.add(sum(used) <= 1)
    model.add(sum(visits) == mountain_visits)
    model.maximize(sum(money))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return -1
    assert status == cp_model.OPTIMAL, (definition.table.title, state.phase)
    return round(solver.objective_value)


def _train(
    model: Any,
    game: Game,
    company: str,
    kind: str,
    sides: dict[int, list[Any]],
    money: list[Any],
    visits: list[Any],
) -> None:
    definition, board = game.definition, game.state.board
    worth = models_of(game, company, kind)[0]
    stops: list[Stop] = [
        (spot.index, k)
        for spot in definition.hex_list
        for k in range(len(board[spot.index].tile.stops))
    ]
    # Crossings: leaving a hex by a side towards a neighbour with track at that side.
    crossings = [
        c
        for c, beyond in enumerate(definition.across)
        if beyond >= 0
        and board[c // 6].from_side[c % 6]
        and board[beyond // 6].from_side[beyond % 6]
    ]
    node = {item: n for n, item in enumerate([*stops, *crossings], 1)}
    arcs: list[tuple[int, int, Any]] = []
    leaving: dict[Stop, Any] = {}
    present = {item: model.new_bool_var("") for item in node}
    active = model.new_bool_var("")
    arcs.append((0, 0, ~active))
    for item, number in node.items():
        arcs.append((number, number, ~present[item]))
        model.add_implication(present[item], active)  # no circuit without the depot
    first = {stop: model.new_bool_var("") for stop in stops}
    last = {stop: model.new_bool_var("") for stop in stops}
    for stop in stops:
        arcs.append((0, node[stop], first[stop]))
        arcs.append((node[stop], 0, last[stop]))
        model.add(first[stop] + last[stop] <= 1)  # at least two stops
        for side in board[stop[0]].stop_sides[stop[1]]:
            out = stop[0] * 6 + side
            if out in node:
                leaving[stop] = model.new_bool_var("")
                arcs.append((node[stop], node[out], leaving[stop]))
    for crossing in crossings:
        there, side = divmod(definition.across[crossing], 6)
        for end in board[there].from_side[side]:
            target: Any = there * 6 + end if end < STOP else (there, end - STOP)
            if target in node:
                arcs.append((node[crossing], node[target], model.new_bool_var("")))
        sides.setdefault(definition.side_bit[crossing], []).append(present[crossing])
    model.add_circuit(arcs)
    _restrict(model, game, company, kind, stops, present, first, last, active)
    money += [worth.values[stop] * present[stop] for stop in stops]
    _bonus(model, game, company, worth, stops, present, money, visits)


def _restrict(
    model: Any,
    game: Game,
    company: str,
    kind: str,
    stops: list[Stop],
    present: dict[Any, Any],
    first: dict[Stop, Any],
    last: dict[Stop, Any],
    active: Any,
) -> None:
    definition, state = game.definition, game.state
    own: list[Any] = []
    groups: dict[str, list[Any]] = {}
    for stop in stops:
        name = definition.hex_list[stop[0]].name
        printed = state.board[stop[0]].tile.stops[stop[1]]
        slots = state.stations.get((name, stop[1]), (None,))
        if company in slots:
            own.append(present[stop])
        blocked = printed.kind == "city" and None not in slots and company not in slots
        if printed.end or blocked:
            model.add(present[stop] <= first[stop] + last[stop])
        if printed.group:
            groups.setdefault(printed.group, []).append(present[stop])
    model.add(sum(own) >= active)
    for members in groups.values():
        model.add(sum(members) <= 1)
    limit = definition.trains[kind].range
    if limit:
        counted = [
            present[stop] for stop in stops if not state.board[stop[0]].tile.stops[stop[1]].free
        ]
        model.add(sum(counted) <= limit)


def _bonus(
    model: Any,
    game: Game,
    company: str,
    worth: Any,
    stops: list[Stop],
    present: dict[Any, Any],
    money: list[Any],
    visits: list[Any],
) -> None:
    def any_of(mark: int) -> Any:
        found = model.new_bool_var("")
        model.add_max_equality(
            found, [present[s] for s in stops if worth.marks.get(s, 0) & mark] or [0]
        )
        return found

    both = model.new_bool_var("")
    home, destination = any_of(BOTH & 1), any_of(BOTH & 2)
    model.add(both <= home)
    model.add(both <= destination)
    money.append(game.definition.companies[company].bonus * both)
    visits.append(any_of(MOUNTAIN))


def compare(game: Game, company: str, kinds: tuple[str, ...]) -> None:
    """Assert that both solvers agree in every class."""
    ours = solution(game, company, kinds=kinds)
    assert ours.proof.complete
    for visits in range(len(kinds) + 1):
        theirs = best_revenue(game, company, kinds, visits)
        mine = ours.sets[visits][0].revenue if visits in ours.sets else -1
        assert mine == theirs, (company, kinds, visits)


def random_case(seed: int) -> tuple[Game, str, tuple[str, ...]]:
    """Return a random board, a company with stations on it, and trains for it."""
    dice = random.Random(seed)
    game = random_board(seed, lays=dice.randint(15, 140), companies=dice.randint(1, 5))
    company = dice.choice(sorted({c for slots in game.state.stations.values() for c in slots if c}))
    kinds = dice.choice(["D", "D", "DD", "5", "6D", "4", "43", "33", "322", "2222", "65", "5D"])
    return game, company, tuple(kinds)


def main() -> None:
    start = time.monotonic()
    count = int(sys.argv[1])
    for seed in range(1000, 1000 + count):
        compare(*random_case(seed))
        if seed % 20 == 19:
            print(f"{seed - 999} positions agree, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
