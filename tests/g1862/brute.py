"""Slow and simple answers to what the solver of 1862 answers fast, straight from the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise, permutations, product
from typing import NamedTuple

from dieciocho.engine.tiles import STOP
from dieciocho.games.g1862.printed import printed

from .rails import Rails

Stop = tuple[int, int]


class Run(NamedTuple):
    """A route: its stops in order, its hexes in order."""

    stops: tuple[Stop, ...]
    hexes: tuple[int, ...]


class Brute:
    def __init__(self, rails: Rails) -> None:
        self.rails = rails
        self.game, self.company = rails.game, rails.company
        self.definition, self.board = printed(rails.game), rails.game.state.board
        state = rails.game.state
        place = {name: h.index for name, h in self.definition.hexes.items()}
        self.own = {
            (place[h], k) for (h, k), slots in state.stations.items() if self.company in slots
        }
        self.full = {
            (place[h], k)
            for (h, k), slots in state.stations.items()
            if None not in slots and self.company not in slots
        }
        self.london = any(self.definition.hex_list[h].name in ("B15", "D15") for h, _ in self.own)
        home, city = state.homes[self.company]
        self.home = (place[home], city)
        self.colour = rails.game.phase.value_colour

    # --- single routes --------------------------------------------------------------------

    def kind(self, stop: Stop) -> str:
        printed = self.board[stop[0]].tile.stops[stop[1]]
        if printed.kind != "area":
            return printed.kind
        return self.definition.hex_list[stop[0]].entry.colour

    def place(self, stop: Stop) -> object:
        return self.board[stop[0]].tile.stops[stop[1]].group or stop

    def value(self, stop: Stop) -> int:
        return self.board[stop[0]].tile.stops[stop[1]].value(self.colour)

    def all_runs(self) -> list[Run]:
        """Return every route that some train might run."""
        found: dict[object, Run] = {}
        for spot in self.definition.hex_list:
            for k, sides in enumerate(self.board[spot.index].stop_sides):
                if self.kind((spot.index, k)) == "town":
                    continue
                for side in sides:
                    start = Run(((spot.index, k),), (spot.index,))
                    for run in self._go(start, spot.index * 6 + side, frozenset()):
                        found.setdefault(frozenset((run, Run(run[0][::-1], run[1][::-1]))), run)
        return [run for run in found.values() if self.legal(run)]

    def _go(self, run: Run, crossing: int, used: frozenset[int]) -> Iterator[Run]:
        there = self.definition.across[crossing]
        if there < 0 or crossing in used or there in used:
            return
        used |= {crossing, there}
        h, side = divmod(there, 6)
        for end in self.board[h].from_side[side]:
            if end < STOP:
                yield from self._go(Run(run.stops, (*run.hexes, h)), h * 6 + end, used)
                continue
            stop = (h, end - STOP)
            if self.place(stop) in [self.place(s) for s in run.stops]:
                continue
            longer = Run((*run.stops, stop), (*run.hexes, h))
            if self.kind(stop) != "town":
                yield longer
            if self.kind(stop) in ("red", "blue") or stop in self.full:
                continue
            for out in self.board[h].stop_sides[stop[1]]:
                if out != side:
                    yield from self._go(longer, h * 6 + out, used)

    def legal(self, run: Run) -> bool:
        kinds = [self.kind(stop) for stop in run.stops]
        if "city" not in kinds or kinds.count("red") > 1 or kinds.count("blue") > 1:
            return False
        if any(self.place(stop) == "London" for stop in run.stops) and not self.london:
            return False
        return any(stop in self.own for stop in run.stops)

    def fits(self, kind: str, run: Run) -> bool:
        train = self.definition.trains[kind]
        large = [s for s in run.stops if self.kind(s) != "town"]
        if train.use == "freight":
            return len(run.hexes) - 1 <= train.range
        if train.use == "local" and any(self.kind(s) != "city" for s in large):
            return False
        return len(large) <= train.range

    # --- sets of routes ---------------------------------------------------------------------

    def permanent(self, kind: str) -> bool:
        return not self.definition.trains[kind].scrapped_by

    def ends(self, run: Run) -> tuple[tuple[Stop, int], tuple[Stop, int]]:
        """Return both ends with the land hex from which the distance counts."""
        first, last = run.stops[0], run.stops[-1]
        return (
            (first, run.hexes[0] if self.kind(first) == "city" else run.hexes[1]),
            (last, run.hexes[-1] if self.kind(last) == "city" else run.hexes[-2]),
        )

    def chain_values(self, runs: list[Run]) -> Iterator[tuple[set[Stop], int]]:
        """Yield what freights joined in some order are paid for: two places and a bonus."""
        for order in permutations(runs):
            for turned in product((0, 1), repeat=len(order)):
                pairs = [
                    self.ends(r)[::-1] if t else self.ends(r)
                    for r, t in zip(order, turned, strict=True)
                ]
                joints = pairwise(pairs)
                if all(
                    a[1][0] == b[0][0] and self.kind(b[0][0]) == "city" for a, b in joints
                ) and self.may_end(pairs[0][0][0], pairs[-1][1][0]):
                    yield self.paid(pairs[0][0], pairs[-1][1])

    def may_end(self, a: Stop, b: Stop) -> bool:
        """Tell whether a chain may have these free ends: one train could not do otherwise."""
        kinds = {self.kind(a), self.kind(b)}
        return self.place(a) != self.place(b) and kinds not in ({"red"}, {"blue"})

    def paid(self, a: tuple[Stop, int], b: tuple[Stop, int]) -> tuple[set[Stop], int]:
        kinds = [self.kind(a[0]), self.kind(b[0])]
        (x1, y1), (x2, y2) = (self.definition.hex_list[end[1]].xy for end in (a, b))
        dx, dy = abs(x1 - x2), abs(y1 - y2)
        between = max(0, dx + max(0, (dy - dx) // 2) - 1 + sum(k != "city" for k in kinds))
        if a == b:
            between = 0
        return {a[0], b[0]}, between * (30 if "blue" in kinds else 20)

    def set_value(self, chosen: Sequence[tuple[str, Run]]) -> int | None:
        """Return what a set is worth, subsidy included; None if it is not allowed."""
        if not chosen:
            return 0
        if not self.linked([run for _, run in chosen]):
            return None
        use = {kind: self.definition.trains[kind].use for kind, _ in chosen}
        hexes: set[int] = set()
        choices: list[list[set[Stop]]] = []
        for kind, run in chosen:
            if use[kind] == "freight":
                continue
            train = self.definition.trains[kind]
            large = [s for s in run.stops if self.kind(s) != "town"]
            small = (
                {s for s in run.stops if self.kind(s) == "town"} if use[kind] == "local" else set()
            )
            hexes |= set(run.hexes) if use[kind] == "local" else set()
            scored = min(train.scores or train.range, len(large))
            choices.append([small | set(kept) for kept in combinations(large, scored)])
        freights = [(kind, run) for kind, run in chosen if use[kind] == "freight"]
        best = None
        for stops, bonus in self.freight_values(freights):
            for picked in product(*choices):
                places = {self.place(s): self.value(s) for s in set().union(stops, *picked)}
                total = sum(places.values()) + bonus + 10 * len(hexes)
                best = total if best is None else max(best, total)
        return best

    def freight_values(self, freights: list[tuple[str, Run]]) -> Iterator[tuple[set[Stop], int]]:
        """Yield what freights are paid for, joined in every way that is allowed."""
        for groups in self.joined(freights):
            values = [list(self.chain_values([run for _, run in g])) for g in groups]
            for picked in product(*values):
                yield set().union(*(p for p, _ in picked)), sum(b for _, b in picked)

    def joined(self, freights: list[tuple[str, Run]]) -> Iterator[list[list[tuple[str, Run]]]]:
        """Yield every way to divide freights into chains."""
        permanent = sum(self.permanent(kind) for kind, _ in freights)
        for groups in partitions(freights):
            rusting = [g for g in groups if any(not self.permanent(kind) for kind, _ in g)]
            if len(rusting) > 1 or (permanent == 1 and len(groups) > 1):
                continue
            if all(any(True for _ in self.chain_values([r for _, r in g])) for g in groups):
                yield groups

    def linked(self, runs: list[Run]) -> bool:
        cities = [{s for s in run.stops if self.kind(s) == "city"} for run in runs]
        if self.home not in self.own or not any(self.home in own for own in cities):
            return False
        reached, left = {self.home}, cities
        while left:
            touching = [own for own in left if own & reached]
            if not touching:
                return False
            reached.update(*touching)
            left = [own for own in left if own not in touching]
        return True

    @cached_property
    def kinds(self) -> list[str]:
        return [self.game.kind_of(card) for card in self.rails.state.trains[self.company]]

    @cached_property
    def sets(self) -> dict[tuple[Run | None, ...], int]:
        """What every allowed set of routes is worth, a route or none for each train."""
        runs = self.all_runs()
        options = [[None, *(run for run in runs if self.fits(kind, run))] for kind in self.kinds]
        sets: dict[tuple[Run | None, ...], int] = {}
        for picked in product(*options):
            chosen = [(k, r) for k, r in zip(self.kinds, picked, strict=True) if r is not None]
            worth = self.set_value(chosen)
            if worth is not None:
                sets[picked] = worth
        return sets

    def best(self, all_run: bool) -> int:
        """Return the greatest worth of a set; `all_run`: of sets to which no train can be added."""
        kinds, sets = self.kinds, self.sets
        if not all_run:
            return max(sets.values())
        smaller = set()
        for picked in sets:
            for n, run in enumerate(picked):
                rest = (*picked[:n], None, *picked[n + 1 :])
                if run is not None and not self.turns_back(kinds, rest, run, kinds[n]):
                    smaller.add(rest)
        return max(worth for picked, worth in sets.items() if picked not in smaller)

    def turns_back(
        self, kinds: Sequence[str], others: tuple[Run | None, ...], run: Run, kind: str
    ) -> bool:
        """Tell whether a freight only leads a chain back to where it has been: nobody must."""
        if self.definition.trains[kind].use != "freight":
            return False
        freights = [
            (k, r)
            for k, r in zip(kinds, others, strict=True)
            if r is not None and self.definition.trains[k].use == "freight"
        ]
        ends = {self.place(run.stops[0]), self.place(run.stops[-1])}
        for groups in self.joined([(kind, run), *freights]):
            chain = next(list(g) for g in groups if (kind, run) in g)
            chain.remove((kind, run))
            if not ends <= {self.place(s) for _, r in chain for s in r.stops}:
                return False
        return True


def partitions(items: list[tuple[str, Run]]) -> Iterator[list[list[tuple[str, Run]]]]:
    if not items:
        yield []
        return
    for rest in partitions(items[1:]):
        yield [[items[0]], *rest]
        for n in range(len(rest)):
            yield [*rest[:n], [items[0], *rest[n]], *rest[n + 1 :]]
