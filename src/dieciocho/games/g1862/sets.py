"""The best set of routes of a company, with the proof that it is the best.

Routes of one company share track, are linked at large stations and with the home station, and
every station, area and hex of subsidy pays once (1862-7.8.0). Express and local trains choose
among their longest ways, freights among what their chains can be paid for; the search over sets is
engine/routing/union.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from ...engine.definition import Train
from ...engine.routing.linked import LinkedSearch
from ...engine.routing.union import (
    SCALE,
    Chosen,
    Option,
    Prices,
    TooMany,
    UnionSearch,
    Worth,
    better_prices,
    bound_with,
    components,
)
from ...engine.routing.walk import Interrupted
from .fleet import Fleet, Puzzle
from .freight import Freight, Run, Structure, meet, structures
from .idle import Idle, key
from .paths import Way

# Nodes of the search that judges units apart, which is the better one for few of them.
_FEW, _NODES_OF_FEW, _NODES_OF_MANY = 4, 10_000, 1_500


class Found(Struct, frozen=True):
    """A set of routes."""

    revenue: int
    subsidy: int
    routes: tuple[tuple[str, Way], ...]


class Joined(Struct, frozen=True):
    """A chain of freights: its free ends, and who runs where."""

    ends: tuple[int, int]
    run: Run


class Answer(Struct):
    """The best sets, best first, and how they were found."""

    sets: list[Found]
    complete: bool
    bound: int
    walked: int = 0
    candidates: int = 0
    nodes: int = 0


class Solver:
    """Finds the best sets; `tick` is asked now and then whether to stop."""

    def __init__(self, puzzle: Puzzle) -> None:
        fleet = self.fleet = Fleet(puzzle)
        self.puzzle, self.ground, self.net = puzzle, fleet.ground, fleet.net
        self.worth, self.fixed, self.keep = fleet.worth, fleet.fixed, fleet.keep
        self.singles, self.freights = fleet.singles, fleet.freights
        self.answer = Answer([], True, 0)
        self.best: list[tuple[int, Found]] = []
        self.tick: Callable[[int], bool] | None = None
        self.budget = 0  # work after which to be content with what is known; 0: prove it
        self.spent = 0
        self._others = 0  # what no other way to join the freights can exceed

    def solve(self) -> Answer:
        """Return the best sets; if interrupted, the best so far and a bound."""
        try:
            self._prepare()
            self._search()
        except Interrupted:
            self.answer.complete = False
        return self.answer

    def _ask(self, bound: int) -> bool:
        return self.tick is not None and self.tick(max(bound, self._others))

    def _prepare(self) -> None:
        every = sum(self.worth.values.values())
        self.answer.bound = every * max(1, len(self.puzzle.trains))
        fleet = self.fleet
        try:
            fleet.walk((lambda: self._ask(self.answer.bound)) if self.tick is not None else None)
        finally:
            self.answer.walked, self.answer.candidates = fleet.walked, fleet.candidates
        self.units, self.chains = fleet.units, fleet.chains
        cards = [card for card, _ in self.singles]
        self.idle = Idle(self.ground, dict(zip(cards, self.units, strict=True)), self.chains)

    def _search(self) -> None:
        """Search every way to join the freights, the most promising first."""
        found = [s for s in structures(self.freights, self.puzzle.site) if self._keeps_fixed(s)]
        units = [self._units_of(structure) for structure in found]
        prices = better_prices(units[0], self.worth, {}) if units else {}
        bounds = [(bound_with(u, prices)[0] // SCALE, n) for n, u in enumerate(units)]
        self.answer.bound = max(bounds, default=(0, 0))[0]
        order = sorted(bounds, key=lambda entry: (-entry[0], entry[1]))
        for bound, n in order:
            if len(units[n]) > _FEW and self._promising(bound):
                self._structure(found[n], units[n], prices, guess=True)
        for bound, n in order:
            if not self._promising(bound):
                break
            self.answer.bound = bound  # of this way to join them and of all that follow
            self._others = bound
            self._structure(found[n], units[n], prices)
        self.answer.bound = self.best[0][0] if self.best else 0

    def _promising(self, bound: int) -> bool:
        return len(self.best) < self.puzzle.count or bound > self.best[-1][0]

    def _units_of(self, structure: Structure) -> list[list[Option]]:
        """Return what express, local and joined freight trains can do."""
        running, idle = self._divided(structure)
        every = [freight for chain in running for freight in chain]
        chains = []
        for trains, chain in zip(structure, running, strict=True):
            shut = self.idle.shut(idle, every, chain) if self.puzzle.all_run else set()
            chains.append(self.chains.options(trains, frozenset(shut)))
        return [*self.units, *chains]

    def _divided(self, structure: Structure) -> tuple[list[list[Freight]], list[Freight]]:
        """Return the freights of each chain, and those that stay idle."""
        idle = list(self.freights)
        running: list[list[Freight]] = []
        for trains in structure:
            running.append([])
            for wanted in trains:
                freight = next(f for f in idle if key(f) == wanted)
                idle.remove(freight)
                running[-1].append(freight)
        return running, idle

    def _keeps_fixed(self, structure: Structure) -> bool:
        """Tell whether freights with fixed routes all run."""
        running = [wanted for trains in structure for wanted in trains]
        return all(key(f) in running for f in self.freights if f.only)

    def _structure(
        self, structure: Structure, units: list[list[Option]], prices: Prices, guess: bool = False
    ) -> None:
        """Search the sets in which freights are joined in one way, or only guess a good one."""
        runs: dict[tuple[int, ...], tuple[Joined, ...]] = {}

        def accept(chosen: Chosen) -> bool:
            if any(option is None for option in chosen[len(self.units) :]):
                return False  # that is another way to join them
            if any(c in self.fixed and o is None for (c, _), o in self._by_single(chosen)):
                return False
            run = self._realised(structure, chosen)
            if run is not None:
                runs[tuple(map(id, chosen))] = run
            return run is not None

        prices = better_prices(units, self.worth, prices)
        cap = _NODES_OF_FEW if len(units) <= _FEW else _NODES_OF_MANY
        common: dict[str, Any] = {
            "anchor": self.ground.home,
            "accept": accept,
            "count": self.puzzle.count,
            "tick": self._ask if self.tick is not None else None,
        }
        if not guess:
            apart = UnionSearch(
                units, self.worth, prices, most_nodes=cap, floor=self._floor(), **common
            )
            if self._ran(apart, apart.run, runs):
                return
        left = max(1, self.budget - self.spent) if self.budget else 0
        linked = LinkedSearch(
            units,
            self.worth,
            prices,
            required=frozenset(range(len(self.units), len(units))),
            floor=self._floor(),
            most_work=left // 4 if guess else left,
            **common,
        )
        self._ran(linked, linked.guess if guess else linked.run, runs)

    def _ran(
        self,
        search: UnionSearch | LinkedSearch,
        run: Callable[[], object],
        runs: dict[tuple[int, ...], tuple[Joined, ...]],
    ) -> bool:
        """Run a search and keep what it finds; False if it was too much for it."""
        try:
            run()
        except TooMany:
            return False
        finally:
            self.answer.nodes += search.nodes
            self.spent += search.work if isinstance(search, LinkedSearch) else 0
            for value, chosen in search.found:
                self.best.append((value, self._set(chosen, runs[tuple(map(id, chosen))])))
            self.best.sort(key=lambda entry: -entry[0])
            del self.best[self.puzzle.count :]
            self.answer.sets = [entry for _, entry in self.best]
        return True

    def _floor(self) -> int:
        """Return the value that another set must exceed."""
        return self.best[-1][0] if len(self.best) >= self.puzzle.count else 0

    def _by_single(self, chosen: Chosen) -> list[tuple[tuple[str, Train], Option | None]]:
        return list(zip(self.singles, chosen, strict=False))

    def _realised(self, structure: Structure, chosen: Chosen) -> tuple[Joined, ...] | None:
        """Find ways for the freights so that the whole set is in order."""
        singles = [option for option in chosen[: len(self.units)] if option is not None]
        chains = [option for option in chosen[len(self.units) :] if option is not None]
        if not singles and not chains:
            return None

        def choose(touches: list[int], runs: tuple[Joined, ...]) -> tuple[Joined, ...] | None:
            if len(runs) == len(chains):
                return runs if self._in_order(structure, chosen, touches, runs) else None
            trains, pairs = chains[len(runs)].what
            for start, end in pairs:
                for places, run in self.chains.runs(trains, start, end):
                    joined = Joined((start, end), run)
                    found = choose([*touches, places & self.keep], (*runs, joined))
                    if found is not None:
                        return found
            return None

        return choose([option.touches for option in singles], ())

    def _in_order(
        self, structure: Structure, chosen: Chosen, touches: list[int], runs: tuple[Joined, ...]
    ) -> bool:
        """Tell whether a set is linked, visits what is wished, and leaves no train idle."""
        links = self.ground.links
        visited = 0
        for touch in touches:
            visited |= touch
        if len(components([t & links for t in touches], self.ground.home)) > 1:
            return False
        if self.puzzle.through & ~visited:
            return False
        if self.puzzle.site and meet(self.net, [joined.ends for joined in runs]):
            return False
        if not self.puzzle.all_run:
            return True
        unused = [card for (card, _), option in self._by_single(chosen) if option is None]
        if self.idle.single(unused, visited) is not None:
            return False
        running, idle = self._divided(structure)
        chains = [
            (freights, [way for _, way in joined.run])
            for freights, joined in zip(running, runs, strict=True)
        ]
        return not idle or self.idle.freight(idle, chains, visited) is None

    def idle_beside(self, running: dict[str, Way], chains: list[list[str]]) -> str | None:
        """Return a train that could run beside routes; freights are joined like this."""
        self._prepare()
        visited = 0
        for way in running.values():
            visited |= way.places
        visited = visited or self.ground.home
        unused = [card for card, _ in self.singles if card not in running]
        by_card = {freight.card: freight for freight in self.freights}
        joined = [([by_card[c] for c in cards], [running[c] for c in cards]) for cards in chains]
        left = [freight for freight in self.freights if freight.card not in running]
        return self.idle.single(unused, visited) or self.idle.freight(left, joined, visited)

    def _set(self, chosen: Chosen, runs: tuple[Joined, ...]) -> Found:
        assets = bonus = 0
        for option in chosen:
            if option is not None:
                assets, bonus = assets | option.assets, bonus + option.bonus
        values = Worth(self.puzzle.values)
        routes = [(c, o.what) for (c, _), o in self._by_single(chosen) if o is not None]
        left = list(self.freights)
        for wanted, way in (pair for joined in runs for pair in joined.run):
            freight = next(f for f in left if key(f) == wanted)
            left.remove(freight)
            routes.append((freight.card, way))
        subsidy = values(assets & self.net.hexes)
        return Found(values(assets) - subsidy + bonus, subsidy, tuple(routes))
