"""All routes of one train, each walked once.

A route runs through a station of the company. From a station the first arm is extended link by
link; from each of its ends a second arm may leave the station, beginning with a later link than
the first, so that no pair of arms is walked twice. Routes through stations done before are left
out. Of routes over the same sides only the most valuable of each class is kept: no set needs the
others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ..reach import blocked_stops, own_stations
from .links import Link, links
from .model import IMPOSSIBLE, RouteModel, StopAt

if TYPE_CHECKING:
    from ..definition import Definition
    from ..game import Game

_FIELD = 8  # bits for one budget
INCOME_SHIFT = 24  # values with treasury income: the total above, the revenue below
_TICKS = 4096  # how many routes are walked between two looks at the clock


class Interrupted(Exception):
    """The caller wants no more."""


class Candidate(Struct, frozen=True):
    """One route of one train: the links of its two arms, last one first, from a station."""

    value: int
    kind: int
    sides: int
    places: int  # as bits, to ask whether a stop is on it
    root: StopAt
    arms: tuple[Any, Any]  # linked lists (link, rest), () at the end


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
        definition, state = game.definition, game.state
        self.shift = shift
        graph = links(definition, state)
        self.stops = list(graph)
        self.model = model
        number = {stop: n for n, stop in enumerate(self.stops)}
        printed = [state.board[h].tile.stops[k] for h, k in self.stops]
        blocked = blocked_stops(definition, state, company)
        self.bits = place_bits(game)
        self.place = [self.bits[stop] for stop in self.stops]
        self.final = [p.end or stop in blocked for stop, p in zip(self.stops, printed, strict=True)]
        # Budgets are packed into one number with a guard bit above each: a cost is affordable if
        # all guard bits survive the subtraction.
        self.costs = [_packed(model.cost(stop)) for stop in self.stops]
        self.guard = sum(1 << (_FIELD * n + _FIELD - 1) for n in range(len(model.budgets)))
        self.budget = _packed(model.budgets) | self.guard
        self.values = [
            self._worth(model.values[stop], model.incomes.get(stop, 0)) for stop in self.stops
        ]
        self.marks = [model.marks.get(stop, 0) for stop in self.stops]
        # Which places help to reach the least number of stops, where that is not simply two.
        self.helping = -1
        if model.least != 2 or model.uncounted:
            self.helping = sum({self.bits[s] for s in self.stops if s not in model.uncounted})
        self.bonus: dict[int, tuple[int, int]] = {}
        self.required = model.required
        self.lacking = 0  # a mark without which no second arm is begun ...
        self.helpful: set[int] = set()  # ... except by these links of the root
        closed = {number[stop] for stop in avoid | model.shunned}
        # What a route may have once: the place where a link leads, and pieces of track in between.
        above = sum(set(self.place)).bit_length()
        self.links = [
            [
                (
                    n,
                    number[link.target],
                    link.sides,
                    self.bits[link.target] | link.once << above,
                    link,
                )
                for n, link in enumerate(graph[stop])
                if number[link.target] not in closed
            ]
            for stop in self.stops
        ]
        stations = own_stations(definition, state, company)
        self.roots = [number[stop] for stop in stations if number[stop] not in closed]
        # Best route over a set of sides, by class: sides -> (value, places, root, two arms).
        self.best: dict[int, dict[int, tuple[int, int, int, Any, Any]]] = {}
        self.walked = 0
        self._tick = tick

    def candidates(self) -> list[Candidate]:
        """Return the best route for every set of sides, most valuable first."""
        for root in self.roots:
            if self._can_complete(root):
                self._walk(root)
            # All its routes have been walked: those of other stations do not come here again.
            self.links = [[link for link in row if link[1] != root] for row in self.links]
        return self.found()

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

    def found(self) -> list[Candidate]:
        """Return what has been walked so far."""
        found = [
            Candidate(value, kind, sides, places, self.stops[root], (first, second))
            for kind, routes in self.best.items()
            for sides, (value, places, root, first, second) in routes.items()
        ]
        found.sort(key=lambda c: (-c.value, c.sides))
        return found

    def _walk(self, root: int) -> None:
        """Walk every route through a station that avoids the stations done before."""
        links, place, costs, guard = self.links, self.place, self.costs, self.guard
        values, marks, final, record = self.values, self.marks, self.final, self._record
        lacking, helpful = self.lacking, self.helpful

        def arm(
            at: int, sides: int, seen: int, left: int, value: int, mark: int, node: Any, start: int
        ) -> None:
            """Extend the first arm; from each of its ends a second one may leave the root."""
            if not final[at]:
                for _, target, track, once, link in links[at]:
                    rest = left - costs[target]
                    if sides & track or seen & once or rest & guard != guard:
                        continue
                    added = (link, node)
                    now, sum_, all_ = sides | track, value + values[target], mark | marks[target]
                    here = seen | once
                    record(root, now, here, sum_, all_, added, ())
                    arm(target, now, here, rest, sum_, all_, added, start)
            if not final[root]:
                for order, target, track, once, link in links[root]:
                    rest = left - costs[target]
                    if order <= start or sides & track or seen & once:
                        continue
                    if rest & guard != guard or (lacking & ~mark and order not in helpful):
                        continue
                    second = (link, ())
                    now, sum_, all_ = sides | track, value + values[target], mark | marks[target]
                    here = seen | once
                    record(root, now, here, sum_, all_, node, second)
                    other(target, now, here, rest, sum_, all_, node, second)

        def other(
            at: int, sides: int, seen: int, left: int, value: int, mark: int, first: Any, node: Any
        ) -> None:
            """Extend the second arm."""
            if final[at]:
                return
            for _, target, track, once, link in links[at]:
                rest = left - costs[target]
                if sides & track or seen & once or rest & guard != guard:
                    continue
                added = (link, node)
                now, sum_, all_ = sides | track, value + values[target], mark | marks[target]
                here = seen | once
                record(root, now, here, sum_, all_, first, added)
                other(target, now, here, rest, sum_, all_, first, added)

        left = self.budget - costs[root]
        if left & guard != guard:
            return
        for order, target, track, once, link in links[root]:
            rest = left - costs[target]
            seen = place[root]
            if seen & once or rest & guard != guard:
                continue
            node = (link, ())
            sum_, all_ = values[root] + values[target], marks[root] | marks[target]
            seen |= once
            record(root, track, seen, sum_, all_, node, ())
            arm(target, track, seen, rest, sum_, all_, node, order)

    def _record(
        self, root: int, sides: int, places: int, value: int, marks: int, first: Any, second: Any
    ) -> None:
        self.walked += 1
        if self._tick is not None and not self.walked % _TICKS and self._tick():
            raise Interrupted
        if self.helping >= 0:
            count = (places & self.helping).bit_count()
            if count < self.model.least:
                return
        known = self.bonus.get(marks)
        if known is None:
            complete = marks & self.required == self.required
            known = self.bonus[marks] = self.model.bonus(marks) if complete else IMPOSSIBLE
        if known[1] < 0:
            return
        value += self._worth(known[0], 0)
        routes = self.best.get(known[1])
        if routes is None:
            routes = self.best[known[1]] = {}
        old = routes.get(sides)
        if old is None or old[0] < value:
            routes[sides] = (value, places, root, first, second)

    def bound(self) -> int:
        """Return what no route of this train can exceed, before anything has been walked."""
        bounds = [sum(self.values)]
        for n, budget in enumerate(self.model.budgets):
            paying = [
                value
                for stop, value in zip(self.stops, self.values, strict=True)
                if self.model.cost(stop)[n]
            ]
            free = sum(self.values) - sum(paying)
            bounds.append(sum(sorted(paying, reverse=True)[:budget]) + free)
        every = 0
        for mark in self.marks:
            every |= mark
        part, best = every, 0
        while part:  # all subsets of the marks
            best = max(best, self.model.bonus(part)[0])
            part = (part - 1) & every
        return min(bounds) + self._worth(best, 0)

    def _worth(self, revenue: int, income: int) -> int:
        """Return a number by which what brings more in all is more, then what brings revenue."""
        return ((revenue + income) << self.shift) + revenue if self.shift else revenue


def place_bits(game: Game) -> dict[StopAt, int]:
    """Return a bit for every place: stops that are one location share it."""
    places: dict[object, int] = {}
    bits: dict[StopAt, int] = {}
    for spot in game.definition.hex_list:
        for number, stop in enumerate(game.state.board[spot.index].tile.stops):
            at = (spot.index, number)
            bits[at] = 1 << places.setdefault(stop.location(*at), len(places))
    return bits


def _packed(numbers: tuple[int, ...]) -> int:
    return sum(n << (_FIELD * i) for i, n in enumerate(numbers))


def path_text(definition: Definition, candidate: Candidate) -> str:
    """Return a candidate as the text of a route."""
    names = [h.name for h in definition.hex_list]

    def shown(stop: StopAt) -> str:
        return f"{names[stop[0]]}.{stop[1]}"

    def arm(node: Any) -> list[Link]:
        chain: list[Link] = []
        while node:
            chain.append(node[0])
            node = node[1]
        return chain[::-1]

    first, second = (arm(node) for node in candidate.arms)
    pieces: list[str] = []
    for link in reversed(first):
        pieces.append(shown(link.target))
        pieces += [names[h] for h in reversed(link.hexes)]
    pieces.append(shown(candidate.root))
    for link in second:
        pieces += [names[h] for h in link.hexes]
        pieces.append(shown(link.target))
    return "-".join(pieces)
