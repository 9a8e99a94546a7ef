"""An independent answer to "which routes are the best" in 1862: a CP-SAT model of the rules.

It shares nothing with our solver but the tiles on the board. Each train is a circuit through a
depot over stops; freights are tried in every order in which they can be joined. Trains may stay
idle here. Run `python -m tests.g1862.cpsat COUNT` to compare many random positions.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import Any

import msgspec
from ortools.sat.python import cp_model

from dieciocho.engine.tiles import STOP
from dieciocho.games.g1862.best_runs import puzzle_of
from dieciocho.games.g1862.best_set import Solver
from dieciocho.games.g1862.facts import facts
from dieciocho.games.g1862.printed import printed

from ..cpsat import optimum
from .rails import Rails, random_rails

Stop = tuple[int, int]
Arc = tuple[Stop, Stop, tuple[int, ...]]  # from, to, hexes passed


class Model:
    """The model for freights joined in one order; each chain is a list of trains."""

    def __init__(self, rails: Rails, kinds: Sequence[str], chains: list[list[int]]) -> None:
        self.rails, self.kinds, self.chains = rails, kinds, chains
        self.definition, self.board = printed(rails.game), rails.state.board
        self.colour = rails.game.phase.value_colour
        self.model = cp_model.CpModel()
        self.money: list[Any] = []
        hexes = {h.name: h.index for h in self.definition.hex_list}
        stations = {(hexes[h], k): s for (h, k), s in rails.state.stations.items()}
        self.own = {stop for stop, slots in stations.items() if rails.company in slots}
        self.full = {s for s, slots in stations.items() if None not in slots} - self.own
        home, city = rails.state.homes[rails.company]
        self.home = (hexes[home], city)
        self.london = any(self.definition.hex_list[h].name in ("B15", "D15") for h, _ in self.own)
        self.stops = [
            (h.index, k)
            for h in self.definition.hex_list
            for k, sides in enumerate(self.board[h.index].stop_sides)
            if sides and (self.london or self.place((h.index, k)) != "London")
        ]
        self.arcs = [arc for stop in self.stops for arc in self.arcs_from(stop)]
        self.trains = [self.train(kind) for kind in kinds]
        self.score_stops()
        self.score_hexes()
        for chain in chains:
            self.score_chain(chain)
        self.link()
        self.model.maximize(sum(self.money))

    def solve(self) -> int:
        return optimum(self.model) or 0

    # --- the board ----------------------------------------------------------------------

    def kind(self, stop: Stop) -> str:
        kind = self.board[stop[0]].tile.stops[stop[1]].kind
        return kind if kind != "area" else self.definition.hex_list[stop[0]].entry.colour

    def place(self, stop: Stop) -> object:
        return self.board[stop[0]].tile.stops[stop[1]].group or stop

    def value(self, stop: Stop) -> int:
        return self.board[stop[0]].tile.stops[stop[1]].value(self.colour)

    def arcs_from(self, stop: Stop) -> list[Arc]:
        found = []
        for side in self.board[stop[0]].stop_sides[stop[1]]:
            at = stop[0] * 6 + side
            passed: list[int] = []
            while True:
                there = self.definition.across[at]
                ends = self.board[there // 6].from_side[there % 6] if there >= 0 else ()
                if not ends:
                    break
                if ends[0] >= STOP:
                    target = (there // 6, ends[0] - STOP)
                    if target in self.stops and target != stop:
                        found.append((stop, target, tuple(passed)))
                    break
                passed.append(there // 6)
                at = there // 6 * 6 + ends[0]
        return found

    # --- one train ----------------------------------------------------------------------

    def train(self, kind: str) -> dict[str, Any]:
        model, train = self.model, self.definition.trains[kind]
        number = {stop: n + 1 for n, stop in enumerate(self.stops)}
        runs = model.new_bool_var("")
        visit = {stop: model.new_bool_var("") for stop in self.stops}
        first = {s: model.new_bool_var("") for s in self.stops if self.kind(s) != "town"}
        last = {s: model.new_bool_var("") for s in self.stops if self.kind(s) != "town"}
        use = [model.new_bool_var("") for _ in self.arcs]
        arcs: list[Any] = [(0, 0, ~runs)]
        arcs += [(number[s], number[s], ~visit[s]) for s in self.stops]
        arcs += [(0, number[s], first[s]) for s in first] + [(number[s], 0, last[s]) for s in last]
        arcs += [(number[a], number[b], u) for (a, b, _), u in zip(self.arcs, use, strict=True)]
        model.add_circuit(arcs)
        for seen in visit.values():
            model.add(seen <= runs)  # no circuit beside the depot
        large = [s for s in self.stops if self.kind(s) != "town"]
        model.add(sum(visit[s] for s in large) >= 2 * runs)
        model.add(sum(visit[s] for s in self.stops if s in self.own) >= runs)
        for stop in large:
            if self.kind(stop) != "city" or stop in self.full:
                model.add(first[stop] + last[stop] >= visit[stop])
        for colour in ("red", "blue"):
            limit = 0 if train.use == "local" else 1
            model.add(sum(visit[s] for s in large if self.kind(s) == colour) <= limit)
        if train.use == "freight":
            steps = [
                (len(passed) + 1) * u for (_, _, passed), u in zip(self.arcs, use, strict=True)
            ]
            model.add(sum(steps) <= train.range)
        else:
            model.add(sum(visit[s] for s in large) <= train.range)
        return {
            "train": train,
            "runs": runs,
            "visit": visit,
            "first": first,
            "last": last,
            "use": use,
        }

    # --- money ----------------------------------------------------------------------------

    def score_stops(self) -> None:
        """Every place pays once; N/M trains score N of what they visit."""
        self.scorers: dict[object, list[Any]] = {}
        values = {self.place(stop): self.value(stop) for stop in self.stops}
        for t in self.trains:
            if t["train"].use == "freight":
                continue
            counted = []
            for stop in self.stops:
                if self.kind(stop) == "town" and t["train"].use != "local":
                    continue
                scored = self.model.new_bool_var("")
                self.model.add(scored <= t["visit"][stop])
                self.scorers.setdefault(self.place(stop), []).append(scored)
                if self.kind(stop) != "town":
                    counted.append(scored)
            self.model.add(sum(counted) <= (t["train"].scores or t["train"].range))
        self.paid = {place: self.model.new_bool_var("") for place in values}
        self.money += [value * self.paid[place] for place, value in values.items()]

    def score_hexes(self) -> None:
        visits: dict[int, list[Any]] = {}
        for t in self.trains:
            if t["train"].use == "local":
                for stop in self.stops:
                    visits.setdefault(stop[0], []).append(t["visit"][stop])
                for (_, _, passed), use in zip(self.arcs, t["use"], strict=True):
                    for h in passed:
                        visits.setdefault(h, []).append(use)
        for vars_ in visits.values():
            paid = self.model.new_bool_var("")
            self.model.add(paid <= sum(vars_))
            self.money.append(10 * paid)

    def items(self, t: dict[str, Any], which: str) -> dict[tuple[Stop, int], Any]:
        """Return for each end (stop, land hex of its distance) whether it is the one of a train."""
        found: dict[tuple[Stop, int], Any] = {}
        for stop, var in t[which].items():
            if self.kind(stop) == "city":
                found[stop, stop[0]] = var
        for (a, b, passed), use in zip(self.arcs, t["use"], strict=True):
            stop, other = (a, b) if which == "first" else (b, a)
            if self.kind(stop) in ("red", "blue"):
                land = (passed[0] if which == "first" else passed[-1]) if passed else other[0]
                item = self.model.new_bool_var("")
                self.model.add(item <= use)
                self.model.add(item <= t[which][stop])
                found[stop, land] = item
        return found

    def score_chain(self, chain: list[int]) -> None:
        trains = [self.trains[n] for n in chain]
        for t in trains:
            self.model.add(t["runs"] == 1)
        for before, after in pairwise(trains):
            for stop in before["last"]:
                if self.kind(stop) == "city":
                    self.model.add(before["last"][stop] == after["first"][stop])
                else:
                    self.model.add(before["last"][stop] == 0)
                    self.model.add(after["first"][stop] == 0)
        self.part_ends(trains[0]["first"], trains[-1]["last"])
        starts, ends = self.items(trains[0], "first"), self.items(trains[-1], "last")
        for t, which in ((trains[0], "first"), (trains[-1], "last")):
            for stop, var in t[which].items():
                self.scorers.setdefault(self.place(stop), []).append(var)
        pairs = []
        for a, start in starts.items():
            for b, end in ends.items():
                bonus = self.bonus(a, b)
                if bonus:
                    pair = self.model.new_bool_var("")
                    self.model.add(pair <= start)
                    self.model.add(pair <= end)
                    pairs.append(pair)
                    self.money.append(bonus * pair)
        self.model.add(sum(pairs) <= 1)

    def part_ends(self, first: dict[Stop, Any], last: dict[Stop, Any]) -> None:
        """The free ends of a chain are two places, not both ports nor both red areas."""
        alike: dict[object, list[Any]] = {}
        for ends in (first, last):
            for stop, var in ends.items():
                kind = self.kind(stop)
                alike.setdefault(kind if kind in ("red", "blue") else stop, []).append(var)
        for group in alike.values():
            self.model.add(sum(group) <= 1)

    def bonus(self, a: tuple[Stop, int], b: tuple[Stop, int]) -> int:
        if a == b:
            return 0
        (x1, y1), (x2, y2) = (self.definition.hex_list[end[1]].xy for end in (a, b))
        dx, dy = abs(x1 - x2), abs(y1 - y2)
        kinds = [self.kind(a[0]), self.kind(b[0])]
        between = dx + max(0, (dy - dx) // 2) - 1 + sum(k != "city" for k in kinds)
        return max(0, between) * (30 if "blue" in kinds else 20)

    # --- conditions on the set ---------------------------------------------------------------

    def link(self) -> None:
        """One route has the home station; every other one meets an earlier one in a city."""
        model, trains = self.model, self.trains
        for place, paid in self.paid.items():
            model.add(paid <= sum(self.scorers.get(place, ())))
        cities = [s for s in self.stops if self.kind(s) == "city"]
        levels = [model.new_int_var(0, len(trains), "") for _ in trains]
        for n, t in enumerate(trains):
            chained = any(n in chain for chain in self.chains)
            if t["train"].use == "freight" and not chained:
                model.add(t["runs"] == 0)
            reasons = []
            root = model.new_bool_var("")
            model.add(root <= t["visit"].get(self.home, 0))
            if self.home not in self.own:
                model.add(root == 0)
            reasons.append(root)
            for m, other in enumerate(trains):
                if m == n:
                    continue
                for city in cities:
                    meets = model.new_bool_var("")
                    model.add(meets <= t["visit"][city])
                    model.add(meets <= other["visit"][city])
                    model.add(levels[n] >= levels[m] + 1).only_enforce_if(meets)
                    reasons.append(meets)
            model.add(sum(reasons) >= t["runs"])


def best_worth(rails: Rails) -> int:
    """Return the greatest worth of a set of routes, subsidy included."""
    permits = facts(rails.game).permits[rails.company]
    owned = [rails.game.kind_of(card) for card in rails.state.trains[rails.company]]
    kinds = [kind for kind in owned if printed(rails.game).trains[kind].use in permits]
    freights = [n for n, k in enumerate(kinds) if printed(rails.game).trains[k].use == "freight"]
    permanent = {n for n in freights if not printed(rails.game).trains[kinds[n]].scrapped_by}
    best = 0
    seen = set()
    for chains in arrangements(freights, permanent):
        key = tuple(sorted(tuple(kinds[n] for n in chain) for chain in chains))
        if key not in seen:
            seen.add(key)
            best = max(best, Model(rails, kinds, chains).solve())
    return best


def arrangements(freights: list[int], permanent: set[int]) -> list[list[list[int]]]:
    """Return every way to join freights into chains in some order, idle ones left out."""
    found: list[list[list[int]]] = [[]]
    for size in range(1, len(freights) + 1):
        for order in permutations(freights, size):
            for cuts in range(1 << (size - 1)):
                chains = [[order[0]]]
                for place, train in enumerate(order[1:]):
                    if cuts >> place & 1:
                        chains.append([train])
                    else:
                        chains[-1].append(train)
                rusting = sum(1 for chain in chains if any(n not in permanent for n in chain))
                alone = len(permanent.intersection(order)) == 1 and len(chains) > 1
                if rusting <= 1 and not alone:
                    found.append(chains)
    return found


def compare(rails: Rails) -> int:
    """Assert that our answer is as good as the independent one, and return it."""
    trains = tuple((c, rails.game.kind_of(c)) for c in rails.state.trains[rails.company])
    puzzle = msgspec.structs.replace(puzzle_of(rails.game, rails.company, trains), all_run=False)
    sets = Solver(puzzle).solve().sets if puzzle.ground.home else []
    ours = sets[0].revenue + sets[0].subsidy if sets else 0
    theirs = best_worth(rails)
    assert ours == theirs, f"{trains}: we say {ours}, the model says {theirs}"
    return ours


def main(first: int, count: int) -> None:
    start, paid = time.perf_counter(), 0
    for seed in range(first, first + count):
        rails = random_rails(seed, 8 + seed % 16, 1 + seed % 3)
        try:
            paid += compare(rails) > 0
        except AssertionError as problem:
            print(f"seed {seed}: {problem}")
    print(f"{count} boards, {paid} with revenue, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
