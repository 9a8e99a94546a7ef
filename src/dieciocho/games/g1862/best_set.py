"""The best set of routes of a company, with the proof that it is the best.

Routes of one company share track, are linked at large stations and with the home station, and
every station, area and hex of subsidy pays once (1862-7.8.0). Express and local trains choose
among their longest ways, freights among what their chains can be paid for; the search over sets is
shared_visits.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from ...engine.memory import Memory
from ...engine.routing.walk import Interrupted
from .fleet import Fleet, Puzzle
from .freight import Freight, Run, Structure, Visits, bits, meet, structures
from .idle import Idle, key
from .paths import Way, sides_of
from .paying_once import (
    ROUNDS,
    SCALE,
    Chosen,
    Demand,
    Option,
    Prices,
    Worth,
    better_prices,
    components,
)
from .printed import Train1862
from .shared_visits import LinkedSearch


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
        self.fixed, self.keep = fleet.fixed, fleet.keep
        self.singles, self.freights = fleet.singles, fleet.freights
        self.kinds = {card: train.kind for card, train in puzzle.trains}
        self.answer = Answer([], True, 0)
        self.best: list[tuple[int, Found]] = []
        self._seen: dict[object, int] = {}  # what routes bring, where several sets are wanted
        self.tick: Callable[[int], bool] | None = None
        self._visits: Memory[tuple[int, ...], Visits] = Memory(100)

    def solve(self) -> Answer:
        """Return the best sets; if interrupted, the best so far and a bound."""
        try:
            self._prepare()
            self._search()
        except Interrupted:
            self.answer.complete = False
        return self.answer

    def _ask(self) -> bool:
        return self.tick is not None and self.tick(self.answer.bound)

    def _prepare(self) -> None:
        every = sum(self.fleet.worth.values.values())
        self.answer.bound = every * max(1, len(self.puzzle.trains))
        fleet = self.fleet
        try:
            fleet.walk(self._ask if self.tick is not None else None)
        finally:
            self.answer.walked, self.answer.candidates = fleet.walked, fleet.candidates
        self.units, self.chains, self.worth = fleet.units, fleet.chains, fleet.worth
        cards = [card for card, _ in self.singles]
        self.idle = Idle(self.ground, dict(zip(cards, self.units, strict=True)), self.chains)

    def _search(self) -> None:
        """Search every way to join the freights, the most promising first."""
        site = self.puzzle.joining.site
        found = [s for s in structures(self.freights, site) if self._keeps_fixed(s)]
        units = [self._units_of(structure) for structure in found]
        demands = [self._demands(options) for options in units]
        prices = better_prices(demands[0], self.worth, {}, rounds=3 * ROUNDS)[1] if units else {}
        bounds = [
            (better_prices(asked, self.worth, prices, rounds=0)[0] // SCALE, n)
            for n, asked in enumerate(demands)
        ]
        self.answer.bound = max(bounds, default=(0, 0))[0]
        order = sorted(bounds, key=lambda entry: (-entry[0], entry[1]))
        for bound, n in order:
            if bound > self._floor():
                self._structure(found[n], units[n], prices, guess=True)
        for bound, n in order:
            if bound <= self._floor():
                break
            self.answer.bound = bound  # of this way to join them and of all that follow
            self._structure(found[n], units[n], prices)
        self.answer.bound = self.best[0][0] if self.best else 0

    def _demands(self, units: list[list[Option]]) -> list[Demand]:
        """Return what units want, those of one kind together."""
        by_list = {id(options): options for options in units}
        counts = Counter(map(id, units))
        return [
            Demand.of(
                counts[number],
                [((self.worth(o.assets) + o.bonus) * SCALE, o.assets, o.skips, 0) for o in options],
            )
            for number, options in by_list.items()
        ]

    def _units_of(self, structure: Structure) -> list[list[Option]]:
        """Return what express, local and joined freight trains can do."""
        running, idle = self._divided(structure)
        every = [freight for chain in running for freight in chain]
        chains = []
        for trains, chain in zip(structure, running, strict=True):
            waiting = self.idle.waiting(idle, every, chain) if self.puzzle.all_run else frozenset()
            chains.append(self.chains.options(trains, waiting))
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
        for trains, options in zip(structure, units[len(self.units) :], strict=True):
            self.chains.fill(trains, options)
        singles = {n for n, (card, _) in enumerate(self.singles) if card in self.fixed}
        search = LinkedSearch(
            units,
            self.worth,
            prices,
            required=frozenset(range(len(self.units), len(units))) | singles,
            anchor=self.ground.home,
            accept=lambda chosen: self._new(self._realised(structure, chosen)),
            floor=self._floor(),
            count=self.puzzle.count,
            tick=self._ask if self.tick is not None else None,
            free=not self.freights and not self.puzzle.through and self.puzzle.count == 1,
        )
        try:
            search.guess() if guess else search.run()
        finally:
            self.answer.nodes += search.nodes
            self._keep([(value, found) for value, _, found in search.found])

    def _new(self, found: Found | None) -> Found | None:
        """Return a set unless the same routes are known with a score as good."""
        if found is None or self.puzzle.count == 1:
            return found
        look, total = self._look(found.routes), found.revenue + found.subsidy
        if self._seen.get(look, -1) >= total:
            return None
        self._seen[look] = total
        return found

    def _keep(self, sets: list[tuple[int, Found]]) -> None:
        """Keep the best sets; those with the same routes are one, however they are scored."""
        best: dict[object, tuple[int, Found]] = {}
        for value, found in sorted([*self.best, *sets], key=lambda entry: -entry[0]):
            best.setdefault(self._look(found.routes), (value, found))
        self.best = list(best.values())[: self.puzzle.count]
        self.answer.sets = [found for _, found in self.best]

    def _look(self, routes: tuple[tuple[str, Way], ...]) -> object:
        """Return what is seen of routes; which of two like trains runs where is all the same."""
        return tuple(
            sorted((self.kinds[c], way.start, way.end, sides_of(way)) for c, way in routes)
        )

    def _floor(self) -> int:
        """Return the value that another set must exceed."""
        return self.best[-1][0] if len(self.best) >= self.puzzle.count else self.puzzle.floor

    def _by_single(self, chosen: Chosen) -> list[tuple[tuple[str, Train1862], Option | None]]:
        return list(zip(self.singles, chosen, strict=False))

    def _realised(self, structure: Structure, chosen: Chosen) -> Found | None:
        """Find ways for the freights so that the whole set is in order."""
        singles = [option for option in chosen[: len(self.units)] if option is not None]
        chains = [option for option in chosen[len(self.units) :] if option is not None]
        if not singles and not chains:
            return None
        if chains and singles and self.puzzle.all_run:
            visited = 0
            for option in singles:
                visited |= option.touches
            if self._busy(chosen, visited) is None:
                return None  # wherever the freights run

        # All that matters of the last chain is what it links, unless trains stay idle beside it.
        plain = not self.puzzle.all_run or (None not in chosen and not self._divided(structure)[1])
        if plain:
            chains.sort(key=lambda option: len(option.what[0]))

        def choose(touches: list[int], runs: tuple[Joined, ...]) -> Found | None:
            if len(runs) == len(chains):
                return self._in_order(structure, chosen, touches, runs)
            trains, pairs = chains[len(runs)].what
            last = self._visits_of(touches) if plain and len(runs) == len(chains) - 1 else None
            for ends in pairs:
                for places, run in (last or self.chains).runs(trains, *ends):
                    joined = Joined(ends, run)
                    found = choose([*touches, places & self.keep], (*runs, joined))
                    if found is not None:
                        return found
            return None

        return choose([option.touches for option in singles], ())

    def _visits_of(self, touches: list[int]) -> Visits:
        """Return what a chain can do that links all that is touched, and visits what is wished."""
        links, visited = self.ground.links, 0
        for touch in touches:
            visited |= touch
        parts = components([touch & links for touch in touches], self.ground.home)
        wished = [1 << place for place in bits(self.puzzle.through & ~visited)]
        groups = tuple(sorted({part & links for part in parts} | set(wished)))
        found = self._visits.get(groups)
        if found is None:
            found = self._visits.keep(groups, Visits(self.chains, groups))
        return found

    def _in_order(
        self, structure: Structure, chosen: Chosen, touches: list[int], runs: tuple[Joined, ...]
    ) -> Found | None:
        """Return a set if it is linked, visits what is wished, and leaves no train idle."""
        links = self.ground.links
        visited = 0
        for touch in touches:
            visited |= touch
        if len(components([t & links for t in touches], self.ground.home)) > 1:
            return None
        if self.puzzle.through & ~visited:
            return None
        if self.puzzle.joining.site and meet(self.net, [joined.ends for joined in runs]):
            return None
        if self.puzzle.all_run:
            busy = self._busy(chosen, visited)
            if busy is None:
                return None
            chosen, visited = busy
            running, idle = self._divided(structure)
            ways = [[way for _, way in joined.run] for joined in runs]
            if idle and self.idle.freight(idle, list(zip(running, ways, strict=True)), visited):
                return None
        return self._set(chosen, runs)

    def _busy(self, chosen: Chosen, visited: int) -> tuple[Chosen, int] | None:
        """Let idle express and local trains run where they can; None if that brings more money.

        In that case the search comes to the better set by itself.
        """
        assets = 0
        for option in chosen:
            assets |= option.assets if option is not None else 0
        every, links = list(chosen), self.ground.links
        waiting = [n for n in range(len(self.units)) if chosen[n] is None]
        while waiting:
            reached = visited & links
            for n in waiting:
                linked = [o for o in self.units[n] if o.touches & reached]
                if any(option.gain(assets, self.worth) for option in linked):
                    return None
                if linked:
                    every[n] = linked[0]
                    visited |= linked[0].touches
                    waiting.remove(n)
                    break
            else:
                break
        return tuple(every), visited

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
        assets, values = self.fleet.paid(assets), Worth(self.puzzle.values)
        routes = [(c, o.what) for (c, _), o in self._by_single(chosen) if o is not None]
        left = list(self.freights)
        for wanted, way in (pair for joined in runs for pair in joined.run):
            freight = next(f for f in left if key(f) == wanted)
            left.remove(freight)
            routes.append((freight.card, way))
        subsidy = values(assets & self.net.hexes)
        return Found(values(assets) - subsidy + bonus, subsidy, tuple(routes))
