"""The best set of routes, exactly.

The board is compressed into stops and the links of plain track between them; sides of hexes are
bits. For each range of train all routes are walked once from the company's stations, and of routes
over the same track only the most valuable is kept. Then a branch and bound over the trains picks
the best set without shared track: candidates are sorted by value, for every side there is a bit
set of the candidates that use it, so the best route that is still free is the lowest bit of a
mask, and the sum of those over the trains left is the bound that prunes. Nothing is cut off:
the answer is the maximum.

A game describes its routes by a `RouteModel`. It may sort sets into classes (1888-N: how many
trains visit Heng Shan); the best set of each class is returned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .board import blocked_stops, own_stations
from .routes import StopAt
from .tiles import STOP

if TYPE_CHECKING:
    from .definition import Definition
    from .game import Game
    from .state import State


class RouteModel(Struct, frozen=True):
    """What routes are worth: the value of stops, and what depends on stops together.

    Each stop may carry marks (bits); `bonus` turns the marks of all stops of a route into money
    added to it and the class of the route.
    """

    values: dict[StopAt, int]
    marks: dict[StopAt, int]
    bonus: Callable[[int], tuple[int, int]]

    def worth(self, stops: tuple[StopAt, ...]) -> tuple[int, int]:
        """Return the revenue of one route, and its class."""
        marks = 0
        for stop in stops:
            marks |= self.marks.get(stop, 0)
        added, kind = self.bonus(marks)
        return sum(self.values[stop] for stop in stops) + added, kind


class Link(Struct, frozen=True):
    """Plain track from one stop to another."""

    target: StopAt
    sides: int
    hexes: tuple[int, ...]  # passed in between


class Candidate(Struct, frozen=True):
    """One route of one train: the links of its two arms, last one first, from a station."""

    value: int
    kind: int
    sides: int
    root: StopAt
    arms: tuple[Any, Any]  # linked lists (link, rest), () at the end


class RouteSet(Struct, frozen=True):
    """Routes by train, their revenue, and the class of the set."""

    revenue: int
    kind: int
    routes: tuple[tuple[str, str], ...]  # train, path


_links_cache: dict[tuple[int, int], dict[StopAt, tuple[Link, ...]]] = {}


def links(definition: Definition, state: State) -> dict[StopAt, tuple[Link, ...]]:
    """Return the links that leave each stop on the present board."""
    key = (id(definition), state.track_key)
    found = _links_cache.get(key)
    if found is None:
        if len(_links_cache) > 2000:
            _links_cache.clear()
        found = _links_cache[key] = {
            (h.index, k): tuple(_links_from(definition, state, h.index, k))
            for h in definition.hex_list
            for k in range(len(state.board[h.index].tile.stops))
        }
    return found


def _links_from(definition: Definition, state: State, hex_index: int, stop: int) -> list[Link]:
    board, across, side_bit = state.board, definition.across, definition.side_bit
    found: list[Link] = []

    def follow(crossing: int, sides: int, hexes: tuple[int, ...]) -> None:
        entry, bit = across[crossing], side_bit[crossing]
        if entry < 0 or sides & bit:
            return
        sides |= bit
        there, side = divmod(entry, 6)
        for end in board[there].from_side[side]:
            if end < STOP:
                follow(there * 6 + end, sides, (*hexes, there))
            elif (there, end - STOP) != (hex_index, stop):
                found.append(Link((there, end - STOP), sides, hexes))

    for side in board[hex_index].stop_sides[stop]:
        follow(hex_index * 6 + side, 0, ())
    return found


class _Walker:
    """Walks all routes of one train range from a company's stations."""

    def __init__(self, game: Game, company: str, train_range: int, model: RouteModel) -> None:
        definition, state = game.definition, game.state
        graph = links(definition, state)
        self.stops = list(graph)
        number = {stop: n for n, stop in enumerate(self.stops)}
        printed = [state.board[h].tile.stops[k] for h, k in self.stops]
        blocked = blocked_stops(definition, state, company)
        places: dict[object, int] = {}
        # Stops of one group are one place: they share a bit.
        self.bits = [
            1 << places.setdefault(p.group or stop, len(places))
            for stop, p in zip(self.stops, printed, strict=True)
        ]
        self.final = [p.end or stop in blocked for stop, p in zip(self.stops, printed, strict=True)]
        self.costs = [0 if p.free else 1 for p in printed]
        self.limit = train_range or len(self.stops) + 1
        self.values = [model.values[stop] for stop in self.stops]
        self.marks = [model.marks.get(stop, 0) for stop in self.stops]
        self.bonus: dict[int, tuple[int, int]] = {}
        self.model = model
        self.links = [
            [(n, number[link.target], link.sides, link) for n, link in enumerate(graph[stop])]
            for stop in self.stops
        ]
        self.roots = [number[stop] for stop in own_stations(definition, state, company)]
        # Best route over a set of sides, by class: sides -> (value, root, arms).
        self.best: dict[int, dict[int, tuple[int, int, Any, Any]]] = {}

    def candidates(self) -> list[Candidate]:
        """Return the best route for every set of sides, most valuable first."""
        done = 0
        for root in self.roots:
            if not done & self.bits[root]:
                self._walk(root, done)
                done |= self.bits[root]
        found = [
            Candidate(value, kind, sides, self.stops[root], (first, second))
            for kind, routes in self.best.items()
            for sides, (value, root, first, second) in routes.items()
        ]
        found.sort(key=lambda c: (-c.value, c.sides))
        return found

    def _walk(self, root: int, done: int) -> None:
        """Walk every route through a station that avoids the stations done before."""
        links, bits, costs = self.links, self.bits, self.costs
        values, marks, final, record = self.values, self.marks, self.final, self._record

        def arm(
            at: int, sides: int, seen: int, left: int, value: int, mark: int, node: Any, start: int
        ) -> None:
            """Extend the first arm; from each of its ends a second one may leave the root."""
            if not final[at]:
                for _, target, track, link in links[at]:
                    if sides & track or seen & bits[target] or costs[target] > left:
                        continue
                    added = (link, node)
                    now, sum_, all_ = sides | track, value + values[target], mark | marks[target]
                    record(root, now, sum_, all_, added, ())
                    arm(
                        target,
                        now,
                        seen | bits[target],
                        left - costs[target],
                        sum_,
                        all_,
                        added,
                        start,
                    )
            if not final[root]:
                for order, target, track, link in links[root]:
                    # Each pair of arms is walked once: the second begins with a later link.
                    if order <= start or sides & track or seen & bits[target]:
                        continue
                    if costs[target] > left:
                        continue
                    second = (link, ())
                    now, sum_, all_ = sides | track, value + values[target], mark | marks[target]
                    record(root, now, sum_, all_, node, second)
                    other(
                        target,
                        now,
                        seen | bits[target],
                        left - costs[target],
                        sum_,
                        all_,
                        node,
                        second,
                    )

        def other(
            at: int, sides: int, seen: int, left: int, value: int, mark: int, first: Any, node: Any
        ) -> None:
            """Extend the second arm."""
            if final[at]:
                return
            for _, target, track, link in links[at]:
                if sides & track or seen & bits[target] or costs[target] > left:
                    continue
                added = (link, node)
                now, sum_, all_ = sides | track, value + values[target], mark | marks[target]
                record(root, now, sum_, all_, first, added)
                other(
                    target, now, seen | bits[target], left - costs[target], sum_, all_, first, added
                )

        left = self.limit - costs[root]
        for order, target, track, link in links[root]:
            if done & bits[target] or costs[target] > left or bits[target] == bits[root]:
                continue
            node = (link, ())
            sum_, all_ = values[root] + values[target], marks[root] | marks[target]
            seen = done | bits[root] | bits[target]
            record(root, track, sum_, all_, node, ())
            arm(target, track, seen, left - costs[target], sum_, all_, node, order)

    def _record(
        self, root: int, sides: int, value: int, marks: int, first: Any, second: Any
    ) -> None:
        known = self.bonus.get(marks)
        if known is None:
            known = self.bonus[marks] = self.model.bonus(marks)
        value += known[0]
        routes = self.best.get(known[1])
        if routes is None:
            routes = self.best[known[1]] = {}
        old = routes.get(sides)
        if old is None or old[0] < value:
            routes[sides] = (value, root, first, second)


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


class _Options:
    """The candidates of one train, with bit sets over them (bit n: the n-th best)."""

    def __init__(self, candidates: list[Candidate]) -> None:
        self.candidates = candidates
        self.users: dict[int, int] = {}  # side bit -> candidates that use it
        self.kinds: dict[int, int] = {}  # class -> candidates of it
        users: dict[int, bytearray] = {}
        size = len(candidates) // 8 + 1
        for n, candidate in enumerate(candidates):
            sides = candidate.sides
            while sides:
                low = sides & -sides
                sides ^= low
                row = users.get(low)
                if row is None:
                    row = users[low] = bytearray(size)
                row[n >> 3] |= 1 << (n & 7)
            self.kinds[candidate.kind] = self.kinds.get(candidate.kind, 0)
        self.users = {side: int.from_bytes(row, "little") for side, row in users.items()}
        for kind in self.kinds:
            row = bytearray(size)
            for n, candidate in enumerate(candidates):
                if candidate.kind == kind:
                    row[n >> 3] |= 1 << (n & 7)
            self.kinds[kind] = int.from_bytes(row, "little")
        self.all = (1 << len(candidates)) - 1
        self.top_kind = max(self.kinds, default=0)

    def of_kinds(self, low: int, high: int) -> int:
        """Return the candidates whose class lies between two numbers."""
        if low <= 0 and high >= self.top_kind:
            return self.all
        mask = 0
        for kind, row in self.kinds.items():
            if low <= kind <= high:
                mask |= row
        return mask

    def without(self, free: int, sides: int) -> int:
        """Return the candidates of a mask that use none of the sides."""
        users = self.users
        while sides and free:
            low = sides & -sides
            sides ^= low
            row = users.get(low)
            if row is not None:
                free &= ~row
        return free

    def best(self, free: int) -> int:
        """Return the value of the best candidate of a mask."""
        return self.candidates[(free & -free).bit_length() - 1].value if free else 0


def best_sets(
    game: Game, company: str, trains: tuple[str, ...], model: RouteModel
) -> dict[int, RouteSet]:
    """Return the best set of routes of every class that a set can have."""
    ranges = {t: game.definition.trains[game.kind_of(t)].range for t in trains}
    order = sorted(trains, key=lambda t: (-(ranges[t] or 1000), t))
    by_range: dict[int, _Options] = {}
    for train in order:
        if ranges[train] not in by_range:
            walker = _Walker(game, company, ranges[train], model)
            by_range[ranges[train]] = _Options(walker.candidates())
    options = [by_range[ranges[train]] for train in order]
    results: dict[int, RouteSet] = {}
    for total in range(sum(o.top_kind for o in options) + 1):
        found = _best_set(options, total)
        if found is not None:
            revenue, chosen = found
            routes = tuple(
                (train, path_text(game.definition, candidate))
                for train, candidate in zip(order, chosen, strict=True)
                if candidate is not None
            )
            results[total] = RouteSet(revenue, total, routes)
    return results


def _best_set(options: list[_Options], total: int) -> tuple[int, list[Candidate | None]] | None:
    """Return the best set whose classes add up to `total`."""
    count = len(options)
    best_value = -1
    best: list[Candidate | None] = []
    chosen: list[Candidate | None] = []

    def pick(i: int, masks: list[int], value: int, missing: int) -> None:
        """Choose for train i and those after it; masks hold what is still free for each."""
        nonlocal best_value, best
        if i == count:
            if missing == 0 and value > best_value:
                best_value, best = value, chosen.copy()
            return
        mine = options[i]
        later_kinds = sum(options[j].top_kind for j in range(i + 1, count))
        free = masks[i] & mine.of_kinds(missing - later_kinds, missing)
        # Trains of the same range choose in order, so none is worth more than this one.
        twins = sum(1 for j in range(i + 1, count) if options[j] is mine)
        rest = sum(options[j].best(masks[j]) for j in range(i + 1 + twins, count))
        while free:
            low = free & -free
            free ^= low
            candidate = mine.candidates[low.bit_length() - 1]
            if value + candidate.value * (1 + twins) + rest <= best_value:
                return  # all others of this train are worth less
            chosen.append(candidate)
            later = masks.copy()
            for j in range(i + 1, count):
                start = masks[j] & -(low << 1) if options[j] is mine else masks[j]
                later[j] = options[j].without(start, candidate.sides)
            pick(i + 1, later, value + candidate.value, missing - candidate.kind)
            chosen.pop()
            if i == count - 1:
                return  # the first one that fits is the best one
        if missing <= later_kinds and value + rest > best_value:
            chosen.append(None)
            later = [0 if options[j] is mine else masks[j] for j in range(count)]
            pick(i + 1, later, value, missing)
            chosen.pop()

    pick(0, [o.all for o in options], 0, total)
    return None if best_value < 0 else (best_value, best)
