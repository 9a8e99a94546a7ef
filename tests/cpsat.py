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

from dieciocho.engine.components import Kind
from dieciocho.engine.earnings import models_of, solution
from dieciocho.engine.game import Game
from dieciocho.engine.tiles import STOP
from dieciocho.games.g1888n.rules import BOTH, MOUNTAIN

from .brute import random_board

Stop = tuple[int, int]


def best_revenue(game: Game, company: str, kinds: tuple[str, ...], mountain_visits: int) -> int:
    """Return the greatest revenue with exactly so many trains visiting Heng Shan; -1: none."""
    model = cp_model.CpModel()
    sides: dict[int, list[Any]] = {}
    money: list[Any] = []
    visits: list[Any] = []
    for kind in kinds:
        _train(model, game, company, kind, sides, money, visits)
    for used in sides.values():
        model.add(sum(used) <= 1)
    model.add(sum(visits) == mountain_visits)
    model.maximize(sum(money))
    found = optimum(model)
    return -1 if found is None else found


def optimum(model: Any) -> int | None:
    """Return the proven best value of a model; None if nothing fits it."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 0  # circuits of some hundred arcs are faster without
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL
    return round(solver.objective_value)


class Circuit:
    """The way of one train: which stops and crossings are on it, where it begins and ends."""

    def __init__(self, model: Any, game: Game, sides: dict[int, list[Any]]) -> None:
        self.model, self.game = model, game
        definition, board = game.definition, game.state.board
        self.stops: list[Stop] = [
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
        node: dict[Any, int] = {item: n for n, item in enumerate([*self.stops, *crossings], 1)}
        self.present = {item: model.new_bool_var("") for item in node}
        self.active = model.new_bool_var("")
        self.first = {stop: model.new_bool_var("") for stop in self.stops}
        self.last = {stop: model.new_bool_var("") for stop in self.stops}
        self.plain: dict[tuple[int, int, int], list[Any]] = {}  # hex, two sides -> its uses
        arcs: list[tuple[int, int, Any]] = [(0, 0, ~self.active)]
        for item, number in node.items():
            arcs.append((number, number, ~self.present[item]))
            model.add_implication(self.present[item], self.active)  # no circuit without the depot
        for stop in self.stops:
            arcs.append((0, node[stop], self.first[stop]))
            arcs.append((node[stop], 0, self.last[stop]))
            model.add(self.first[stop] + self.last[stop] <= 1)  # at least two stops
            for side in board[stop[0]].stop_sides[stop[1]]:
                out = stop[0] * 6 + side
                if out in node:
                    arcs.append((node[stop], node[out], model.new_bool_var("")))
        for crossing in crossings:
            there, side = divmod(definition.across[crossing], 6)
            for end in board[there].from_side[side]:
                target: Any = there * 6 + end if end < STOP else (there, end - STOP)
                if target in node:
                    used = model.new_bool_var("")
                    arcs.append((node[crossing], node[target], used))
                    if end < STOP:
                        way = (there, min(side, end), max(side, end))
                        self.plain.setdefault(way, []).append(used)
            sides.setdefault(definition.side_bit[crossing], []).append(self.present[crossing])
        model.add_circuit(arcs)

    def name(self, stop: Stop) -> str:
        return self.game.definition.hex_list[stop[0]].name

    def printed(self, stop: Stop) -> Any:
        return self.game.state.board[stop[0]].tile.stops[stop[1]]

    def keep_to(self, company: str) -> None:
        """Demand a station of the company; full cities and areas are ends only."""
        own: list[Any] = []
        places: dict[object, list[Any]] = {}
        for stop in self.stops:
            printed = self.printed(stop)
            slots = self.game.state.stations.get((self.name(stop), stop[1]), (None,))
            if company in slots:
                own.append(self.present[stop])
            blocked = printed.kind == "city" and None not in slots and company not in slots
            if printed.end or blocked:
                self.model.add(self.present[stop] <= self.first[stop] + self.last[stop])
            if printed.group or printed.same:
                place = printed.group or stop[0]
                places.setdefault(place, []).append(self.present[stop])
        self.model.add(sum(own) >= self.active)
        for members in places.values():
            self.model.add(sum(members) <= 1)

    def any_of(self, stops: list[Stop]) -> Any:
        """Return whether one of some stops is on the way."""
        found = self.model.new_bool_var("")
        self.model.add_max_equality(found, [self.present[s] for s in stops] or [0])
        return found


def _train(
    model: Any,
    game: Game,
    company: str,
    kind: str,
    sides: dict[int, list[Any]],
    money: list[Any],
    visits: list[Any],
) -> None:
    worth = models_of(game, company, Kind(kind))[0]
    way = Circuit(model, game, sides)
    way.keep_to(company)
    limit = game.definition.trains[kind].range
    if limit:
        counted = [way.present[stop] for stop in way.stops if not way.printed(stop).free]
        model.add(sum(counted) <= limit)
    money += [worth.values[stop] * way.present[stop] for stop in way.stops]
    _bonus(way, company, worth, money, visits)


def _bonus(way: Circuit, company: str, worth: Any, money: list[Any], visits: list[Any]) -> None:
    def marked(mark: int) -> Any:
        return way.any_of([s for s in way.stops if worth.marks.get(s, 0) & mark])

    both = way.model.new_bool_var("")
    home, destination = marked(BOTH & 1), marked(BOTH & 2)
    way.model.add(both <= home)
    way.model.add(both <= destination)
    money.append(way.game.definition.companies[company].bonus * both)
    visits.append(marked(MOUNTAIN))


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
