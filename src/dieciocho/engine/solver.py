"""The best set of routes, exactly.

The board is compressed into stops and the links of plain track between them. For each range of
train all routes are walked once from the company's stations; of routes with the same track only
the most valuable is kept. A branch and bound over the trains then picks the best set without
shared track. Every search runs to its end, so the answer is the maximum.

Games may sort route sets into classes (1888-N: by the number of trains that visit Heng Shan);
the best set of each class is returned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from .board import blocked_stops, own_stations
from .routes import StopAt
from .tiles import STOP

if TYPE_CHECKING:
    from .definition import Definition
    from .game import Game
    from .state import State


class Link(Struct, frozen=True):
    """Plain track from one stop to another."""

    target: StopAt
    sides: int
    hexes: tuple[int, ...]  # passed in between


class Candidate(Struct, frozen=True):
    """One route of one train."""

    value: int
    kind: int  # class of the route
    sides: int
    path: str


class RouteSet(Struct, frozen=True):
    """Routes by train, their revenue, and the class of the set."""

    revenue: int
    kind: int
    routes: tuple[tuple[str, str], ...]  # train, path


# What a route is worth: (stops in order) -> (revenue, class).
Worth = Callable[[tuple[StopAt, ...]], tuple[int, int]]

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


def routes_of(game: Game, company: str, train_range: int, worth: Worth) -> list[Candidate]:
    """Return the best route for every set of track sides that one train can use."""
    definition, state = game.definition, game.state
    graph = links(definition, state)
    printed = {(h, k): state.board[h].tile.stops[k] for (h, k) in graph}
    blocked = blocked_stops(definition, state, company)
    final = {stop for stop in graph if printed[stop].end or stop in blocked}
    place = {stop: printed[stop].group or stop for stop in graph}
    cost = {stop: 0 if printed[stop].free else 1 for stop in graph}
    limit = train_range or len(graph) + 1
    names = [h.name for h in definition.hex_list]
    best: dict[tuple[int, int], Candidate] = {}
    barred: set[object] = set()  # stations whose routes have all been walked

    def record(stops: list[StopAt], chain: list[Link], sides: int) -> None:
        value, kind = worth(tuple(stops))
        old = best.get((sides, kind))
        if old is None or old.value < value:
            text = f"{names[stops[0][0]]}.{stops[0][1]}"
            for link, (h, k) in zip(chain, stops[1:], strict=True):
                text += "".join(f"-{names[i]}" for i in link.hexes) + f"-{names[h]}.{k}"
            best[sides, kind] = Candidate(value, kind, sides, text)

    def extend(
        at: StopAt,
        stops: list[StopAt],
        chain: list[Link],
        sides: int,
        seen: set[object],
        left: int,
        root: StopAt,
        first: int,
    ) -> None:
        """Walk on from `at`; `first` numbers the link that began this arm, -1 for the second."""
        if at == root or at not in final:
            for number, link in enumerate(graph[at]):
                target = link.target
                if sides & link.sides or place[target] in seen or cost[target] > left:
                    continue
                arm = first
                if at == root and not chain:
                    arm = number
                seen.add(place[target])
                stops.append(target)
                chain.append(link)
                new_sides = sides | link.sides
                record(stops, chain, new_sides)
                extend(target, stops, chain, new_sides, seen, left - cost[target], root, arm)
                chain.pop()
                stops.pop()
                seen.discard(place[target])
        # The second arm starts at the root again, with a later link than the first.
        if at != root and first >= 0 and root not in final:
            back_stops, back_chain = _reversed(graph, stops, chain)
            second(root, back_stops, back_chain, sides, seen, left, first)

    def second(
        root: StopAt,
        stops: list[StopAt],
        chain: list[Link],
        sides: int,
        seen: set[object],
        left: int,
        first: int,
    ) -> None:
        for number, link in enumerate(graph[root]):
            target = link.target
            if number <= first or sides & link.sides:
                continue
            if place[target] in seen or cost[target] > left:
                continue
            seen.add(place[target])
            stops.append(target)
            chain.append(link)
            new_sides = sides | link.sides
            record(stops, chain, new_sides)
            extend(target, stops, chain, new_sides, seen, left - cost[target], root, -1)
            chain.pop()
            stops.pop()
            seen.discard(place[target])

    for station in own_stations(definition, state, company):
        if place[station] in barred:
            continue
        seen = {place[station], *barred}
        extend(station, [station], [], 0, seen, limit - cost[station], station, -2)
        barred.add(place[station])
    return sorted(best.values(), key=lambda c: (-c.value, c.path))


def _reversed(
    graph: dict[StopAt, tuple[Link, ...]], stops: list[StopAt], chain: list[Link]
) -> tuple[list[StopAt], list[Link]]:
    back = [
        Link(stop, link.sides, link.hexes[::-1])
        for stop, link in zip(reversed(stops[:-1]), reversed(chain), strict=True)
    ]
    return stops[::-1], back


def best_sets(
    game: Game, company: str, trains: tuple[str, ...], worth: Worth
) -> dict[int, RouteSet]:
    """Return the best set of routes of every class that a set can have."""
    ranges = {t: game.definition.trains[game.kind_of(t)].range for t in trains}
    order = sorted(trains, key=lambda t: -(ranges[t] or 1000))
    lists: dict[int, list[Candidate]] = {}
    for train in order:
        if ranges[train] not in lists:
            lists[ranges[train]] = routes_of(game, company, ranges[train], worth)
    options = [lists[ranges[train]] for train in order]
    kinds = sorted({c.kind for candidates in options for c in candidates})
    results: dict[int, RouteSet] = {}
    for total in range(max(kinds, default=0) * len(order) + 1):
        found = _best_set(order, options, total)
        if found is not None:
            results[total] = found
    return results


def _best_set(order: list[str], options: list[list[Candidate]], total: int) -> RouteSet | None:
    """Return the best set whose classes add up to `total`."""
    count = len(order)
    bound = [0] * (count + 1)
    for i in reversed(range(count)):
        bound[i] = bound[i + 1] + (options[i][0].value if options[i] else 0)
    best_value = -1
    best: list[Candidate | None] = []
    chosen: list[Candidate | None] = []

    def pick(i: int, used: int, value: int, kinds: int, start: int) -> None:
        nonlocal best_value, best
        if i == count:
            if kinds == total and value > best_value:
                best_value, best = value, chosen.copy()
            return
        if value + bound[i] <= best_value:
            return
        rest = bound[i + 1]
        candidates = options[i]
        for position in range(start, len(candidates)):
            candidate = candidates[position]
            if value + candidate.value + rest <= best_value:
                break
            if candidate.sides & used or kinds + candidate.kind > total:
                continue
            chosen.append(candidate)
            # Trains of the same range choose in order: their sets are the same.
            same = i + 1 < count and options[i + 1] is candidates
            pick(
                i + 1,
                used | candidate.sides,
                value + candidate.value,
                kinds + candidate.kind,
                position + 1 if same else 0,
            )
            chosen.pop()
        chosen.append(None)
        same = i + 1 < count and options[i + 1] is candidates
        pick(i + 1, used, value, kinds, len(candidates) if same else 0)
        chosen.pop()

    pick(0, 0, 0, 0, 0)
    if best_value < 0:
        return None
    routes = tuple(
        (train, candidate.path)
        for train, candidate in zip(order, best, strict=True)
        if candidate is not None
    )
    return RouteSet(best_value, total, routes)
