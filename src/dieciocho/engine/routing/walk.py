"""All routes of one train, each walked once.

A route runs through a station of the company. From a station the first arm is extended link by
link; from each of its ends a second arm may leave the station, beginning with a later link than
the first, so that no pair of arms is walked twice. Routes through stations done before are left
out. Of routes over the same sides only the most valuable of each class is kept: no set needs the
others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from .model import IMPOSSIBLE, RouteModel, StopAt
from .network import Way, net_of

if TYPE_CHECKING:
    from ..definition import Definition
    from ..game import Game

_FIELD = 8  # bits for one budget
INCOME_SHIFT = 24  # values with treasury income: the total above, the revenue below
_TICKS = 4096  # how many routes are walked between two looks at the clock


class Interrupted(Exception):
    """The caller wants no more."""


class Candidate(Struct, frozen=True):
    """One route of one train; which stops it visits in which order is asked later, of few."""

    value: int
    kind: int
    sides: int
    places: int  # as bits, to ask whether a stop is on it
    walker: Walker  # knows the way


Walked = dict[int, tuple[int, int]]  # sides -> value, places


class Walker:
    """Walks all routes of one kind of train from a company's stations."""

    def __init__(
        self,
        game: Game,
        company: str,
        model: RouteModel,
        avoid: frozenset[StopAt] = frozenset(),
        tick: Callable[[], bool] | None = None,
        shift: int = 0,
    ) -> None:
        net = net_of(game.definition, game.state, company)
        self.shift = shift
        self.model = model
        self.stops, self.place, self.final = net.stops, net.place, net.final
        if model.ends:
            finals = zip(self.stops, net.final, strict=True)
            self.final = [final or stop in model.ends for stop, final in finals]
        # Budgets are packed into one number with a guard bit above each: a cost is affordable if
        # all guard bits survive the subtraction.
        self.guard = sum(1 << (_FIELD * n + _FIELD - 1) for n in range(len(model.budgets)))
        self.budget = _packed(model.budgets) | self.guard
        one = (1,) * len(model.budgets)
        self.taken = [model.costs.get(stop, one) for stop in self.stops]
        self.costs = [_packed(taken) for taken in self.taken]
        out = avoid | model.shunned
        closed = {
            n
            for n, stop in enumerate(self.stops)
            if stop in out or (self.budget - self.costs[n]) & self.guard != self.guard
        }
        self.roots = [n for n in net.roots if n not in closed]
        self._ways = [
            [way for way in row if way[1] not in closed] if closed else row for row in net.rows
        ]
        self.links = self._ways.copy()
        self.values = [
            self._worth(model.values[stop], model.incomes.get(stop, 0)) for stop in self.stops
        ]
        self.marks = [model.marks.get(stop, 0) for stop in self.stops]
        # Which places help to reach the least number of stops, where that is not simply two.
        self.helping = -1
        if model.least != 2 or model.uncounted:
            pairs = zip(self.stops, self.place, strict=True)
            self.helping = sum({place for stop, place in pairs if stop not in model.uncounted})
        # By the marks of a route: where it is kept (None: nowhere) and what they add.
        self.bonus: dict[int, tuple[Walked | None, int]] = {}
        self.only_one = False
        self.required = model.required
        self.lacking = 0  # a mark without which no second arm is begun ...
        self.helpful: set[int] = set()  # ... except by these links of the root
        self.best: dict[int, Walked] = {}  # by class: the best route over every set of sides
        self.walked = 0
        self._tick = tick

    def walk(self) -> None:
        """Find the best route for every set of sides."""
        for root in self.roots:
            self._stand_at(root)
            if self._can_complete(root):
                self._walk(root)
            self._leave(root)

    def _stand_at(self, root: int) -> None:
        """Prepare for routes that are walked from a root."""

    def _leave(self, root: int) -> None:
        """All its routes have been walked: those of other stations do not come here again."""
        for n in {way[1] for way in self._ways[root]}:  # track leads there and back
            self.links[n] = [way for way in self.links[n] if way[1] != root]

    def any_route(self) -> bool:
        """Tell whether there is a route at all."""
        self.only_one = True
        with suppress(Interrupted):
            self.walk()
        return any(self.best.values())

    def _can_complete(self, root: int) -> bool:
        """Tell whether the marks that a route must have can be reached at all."""
        marks, seen, left = 0, {root}, [root]
        while left and marks & self.required != self.required:
            at = left.pop()
            marks |= self.marks[at]
            if at == root or not self.final[at]:
                targets = {link[1] for link in self.links[at]} - seen
                seen |= targets
                left += targets
        return marks & self.required == self.required

    def top(self) -> int:
        """Return what the best route is worth."""
        return max(
            (route[0] for found in self.best.values() for route in found.values()), default=0
        )

    def found(self, floor: int = 0) -> list[Candidate]:
        """Return what has been walked so far and is worth at least `floor`, the best first."""
        found = [
            Candidate(value, kind, sides, places, self)
            for kind, routes in self.best.items()
            for sides, (value, places) in routes.items()
            if value >= floor
        ]
        found.sort(key=lambda c: (-c.value, c.sides))
        return found

    def _walk(self, root: int) -> None:
        """Walk every route through a station that avoids the stations done before."""
        links, place, costs, guard = self.links, self.place, self.costs, self.guard
        values, marks, final, bonus = self.values, self.marks, self.final, self.bonus
        lacking, helpful, helping = self.lacking, self.helpful, self.helping
        least, only_one, walked = self.model.least, self.only_one, self.walked
        pause = walked - walked % _TICKS + _TICKS

        def record(sides: int, places: int, value: int, marks: int) -> None:
            nonlocal walked, pause
            walked += 1
            if walked == pause:
                self.walked = walked
                pause += _TICKS
                if self._tick is not None and self._tick():
                    raise Interrupted
            if helping >= 0 and (places & helping).bit_count() < least:
                return
            routes, added = bonus.get(marks) or self._bonus(marks)
            if routes is None:
                return
            new = (value + added, places)
            old = routes.setdefault(sides, new)
            if old is new:
                if only_one:
                    raise Interrupted
            elif old[0] < new[0]:
                routes[sides] = new

        def arm(
            at: int, sides: int, seen: int, left: int, value: int, mark: int, start: int
        ) -> None:
            """Extend the first arm; from each of its ends a second one may leave the root."""
            if not final[at]:
                for _, target, track, once, _ in links[at]:
                    if sides & track or seen & once:
                        continue
                    rest = left - costs[target]
                    if rest & guard != guard:
                        continue
                    now, sum_, all_ = sides | track, value + values[target], mark | marks[target]
                    visited = seen | once
                    record(now, visited, sum_, all_)
                    arm(target, now, visited, rest, sum_, all_, start)
            if not final[root]:
                for order, target, track, once, _ in links[root]:
                    if order <= start or sides & track or seen & once:
                        continue
                    rest = left - costs[target]
                    if rest & guard != guard or (lacking & ~mark and order not in helpful):
                        continue
                    now, sum_, all_ = sides | track, value + values[target], mark | marks[target]
                    visited = seen | once
                    record(now, visited, sum_, all_)
                    if not final[target]:
                        other(target, now, visited, rest, sum_, all_)

        def other(at: int, sides: int, seen: int, left: int, value: int, mark: int) -> None:
            """Extend the second arm."""
            for _, target, track, once, _ in links[at]:
                if sides & track or seen & once:
                    continue
                rest = left - costs[target]
                if rest & guard != guard:
                    continue
                now, sum_, all_ = sides | track, value + values[target], mark | marks[target]
                visited = seen | once
                record(now, visited, sum_, all_)
                if not final[target]:
                    other(target, now, visited, rest, sum_, all_)

        left = self.budget - costs[root]
        for order, target, track, once, _ in links[root]:
            rest = left - costs[target]
            seen = place[root]
            if seen & once or rest & guard != guard:
                continue
            sum_, all_ = values[root] + values[target], marks[root] | marks[target]
            record(track, seen | once, sum_, all_)
            arm(target, track, seen | once, rest, sum_, all_, order)
        self.walked = walked

    def _bonus(self, marks: int) -> tuple[Walked | None, int]:
        """Return where routes with these marks are kept, and what the marks add to their worth."""
        complete = marks & self.required == self.required
        money, kind = self.model.bonus(marks) if complete else IMPOSSIBLE
        routes = None if kind < 0 else self.best.setdefault(kind, {})
        found = self.bonus[marks] = routes, self._worth(money, 0)
        return found

    def bound(self) -> int:
        """Return what no route of this train can exceed, before anything has been walked."""
        bounds = [sum(self.values)]
        for n, budget in enumerate(self.model.budgets):
            paying = [v for v, cost in zip(self.values, self.taken, strict=True) if cost[n]]
            bounds.append(sum(sorted(paying, reverse=True)[:budget]) + bounds[0] - sum(paying))
        every = 0
        for mark in self.marks:
            every |= mark
        part, best = every, 0
        while part:  # all subsets of the marks
            best = max(best, self.model.bonus(part)[0])
            part = (part - 1) & every
        return min(bounds) + self._worth(best, 0)

    def path(self, definition: Definition, sides: int, places: int, value: int) -> str:
        """Return the route over sides and places that has a value, as text."""
        names = [h.name for h in definition.hex_list]

        def shown(at: int) -> str:
            return f"{names[self.stops[at][0]]}.{self.stops[at][1]}"

        rows = [[way for way in row if not way[2] & ~sides] for row in self._ways]
        root, first, second = next(
            (root, first, second)
            for root in self.roots
            for first, second in self._pairs(rows, root, sides, places)
            if self._admits([w[1] for w in first], root, [w[1] for w in second], value)
        )
        pieces: list[str] = []
        for _, target, _, _, link in reversed(first):
            pieces += [shown(target), *(names[h] for h in reversed(link.hexes))]
        pieces.append(shown(root))
        for _, target, _, _, link in second:
            pieces += [*(names[h] for h in link.hexes), shown(target)]
        return "-".join(pieces)

    def _pairs(
        self, rows: list[list[Way]], root: int, sides: int, places: int
    ) -> Iterator[tuple[tuple[Way, ...], tuple[Way, ...]]]:
        """Yield the pairs of arms from a root over all of some sides and places."""
        self._stand_at(root)
        for first, seen, left in self._arms(rows, root, (), self.place[root], sides):
            for second, all_, rest in self._arms(rows, root, (), seen, left):
                if not rest and all_ == places:
                    yield first, second

    def _arms(
        self, rows: list[list[Way]], at: int, arm: tuple[Way, ...], seen: int, left: int
    ) -> Iterator[tuple[tuple[Way, ...], int, int]]:
        """Yield the ways on from a stop over sides that are left, and what is left after them."""
        yield arm, seen, left
        if arm and self.final[at]:
            return
        for way in rows[at]:
            if not way[2] & ~left and not seen & way[3]:
                yield from self._arms(rows, way[1], (*arm, way), seen | way[3], left ^ way[2])

    def _admits(self, first: list[int], root: int, second: list[int], value: int) -> bool:
        """Tell whether two arms are a route of the train with a value."""
        if self.final[root] and first and second:
            return False
        marks = 0
        for at in (stops := [*first, root, *second]):
            marks |= self.marks[at]
        routes, added = self._bonus(marks)
        left = self.budget - sum(self.costs[at] for at in stops)
        fits = routes is not None and left & self.guard == self.guard
        return fits and sum(self.values[at] for at in stops) + added == value

    def _worth(self, revenue: int, income: int) -> int:
        """Return a number by which what brings more in all is more, then what brings revenue."""
        return ((revenue + income) << self.shift) + revenue if self.shift else revenue


@lru_cache(maxsize=1000)
def _packed(numbers: tuple[int, ...]) -> int:
    return sum(n << (_FIELD * i) for i, n in enumerate(numbers))
