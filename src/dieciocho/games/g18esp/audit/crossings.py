"""Whether a combined train could run over a pass: the shortest way from a station (5.2.1.12)."""

from __future__ import annotations

import heapq

from ....engine.state import StopId
from . import routes, ways
from .table import Table

# Where a way is: the side by which it leaves a hex, and whether it has crossed a pass.
Place = tuple[str, int, bool]


def can_cross(t: Table, company: str, card: str) -> bool | None:
    """True or False where the way with the fewest stops tells it, else None."""
    most, small = routes.range_of(t, card)
    small += company in t.tenders
    found = _shortest(t, company)
    if found is None:
        return False
    count, stops, sides = found
    if count > most + small:
        return False
    large = sum(ways.is_large(t, stop) for stop in stops)
    # The same border in the other direction is the same track.
    borders = {min(side, ways.beyond(t, *side) or side) for side in sides}
    simple = len(borders) == len(sides) and len(set(stops)) == len(stops)
    return True if simple and large <= most else None


def _shortest(t: Table, company: str) -> tuple[int, list[StopId], list[ways.Side]] | None:
    """The fewest stops of a way from a station over one pass to a stop beyond it.

    A station in the pass itself needs one stop on each side.
    """
    best: tuple[int, list[StopId], list[ways.Side]] | None = None
    for stop, here in t.marked.items():
        if company not in here:
            continue
        found = _from_pass(t, company, stop) if ways.is_pass(stop[0]) else _walk(t, company, stop)
        if found is not None and (best is None or found[0] < best[0]):
            best = found
    return best


def _from_pass(
    t: Table, company: str, stop: StopId
) -> tuple[int, list[StopId], list[ways.Side]] | None:
    stops: list[StopId] = [stop]
    for side in ways.sides_of(t, stop):
        beyond = ways.beyond(t, stop[0], side)
        north = beyond is not None and ways.narrow(t, beyond[0])
        ends = list(ways.next_stops(t, (stop[0], side), north, ()))
        if not ends:
            # A longer way round, over another pass, is not looked for.
            return _walk(t, company, stop)
        stops.append(ends[0])
    return len(stops), stops, []


def _walk(
    t: Table, company: str, start: StopId
) -> tuple[int, list[StopId], list[ways.Side]] | None:
    """Dijkstra by stops, over sides that the way leaves by; at most one pass is crossed."""
    number = 0
    queue: list[tuple[int, int, Place, list[StopId], list[ways.Side]]] = []
    for side in ways.sides_of(t, start):
        queue.append((1, number, (start[0], side, False), [start], []))
        number += 1
    heapq.heapify(queue)
    seen: set[Place] = set()
    while queue:
        count, _, place, stops, sides = heapq.heappop(queue)
        if place in seen:
            continue
        seen.add(place)
        there = ways.beyond(t, place[0], place[1])
        if there is None:
            continue
        for end in ways.ends_at(t, *there):
            if end < ways.FIRST_STOP:
                step = (there[0], end, place[2])
                number += 1
                heapq.heappush(queue, (count, number, step, stops, [*sides, there]))
                continue
            stop = (there[0], end - ways.FIRST_STOP)
            reached = [*stops, stop]
            if place[2] and not ways.is_pass(stop[0]):
                return count + 1, reached, [*sides, there]
            if not _through(t, company, stop, place[2]):
                continue
            crossed = place[2] or ways.is_pass(stop[0])
            for side in ways.sides_of(t, stop):
                if side != there[1]:
                    number += 1
                    step = (stop[0], side, crossed)
                    heapq.heappush(queue, (count + 1, number, step, reached, [*sides, there]))
    return None


def _through(t: Table, company: str, stop: StopId, crossed: bool) -> bool:
    if ways.is_red(t, stop[0]) or ways.is_port(t, stop[0]):
        return False
    if ways.is_pass(stop[0]) and crossed:
        return False
    return not ways.blocked(t, stop, company)
