"""The track, walked piece by piece: which hexes meet, what is joined, whether a train could run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....engine.state import StopId
from .table import Table

if TYPE_CHECKING:
    from ....engine.audit import Stop, Tile

STEPS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))  # S SW NW N NE SE
FIRST_STOP = 6  # ends of track below it are sides
PASSES = ("D12", "H12", "J10", "L8")
LONGEST = 40  # tiles without a stop in a row

ONE_MAP, EVERYTHING = "one_map", "everything"

Side = tuple[str, int]


def beyond(t: Table, hex_name: str, side: int) -> Side | None:
    """The hex on the other side, and the side by which it is entered."""
    for one, a, two, b in t.definition.links:
        if (hex_name, side) == (one, a):
            return two, b
        if (hex_name, side) == (two, b):
            return one, a
    dx, dy = STEPS[side]
    name = f"{chr(ord(hex_name[0]) + dx)}{int(hex_name[1:]) + dy}"
    return (name, (side + 3) % 6) if name in t.definition.hexes else None


def is_pass(hex_name: str) -> bool:
    return hex_name in PASSES


def narrow(t: Table, hex_name: str) -> bool:
    """North: rows 1 to 11; the passes belong to neither map."""
    return int(hex_name[1:]) <= 11 and not is_pass(hex_name)


def track(t: Table, hex_name: str) -> list[tuple[int, int]]:
    """Pieces of track on a hex: side to side, or side to stop."""
    lying = t.lying(hex_name)
    return turned(lying.tile, lying.rotation)


def turned(tile: Tile, turn: int) -> list[tuple[int, int]]:
    return [((a + turn) % 6, (b + turn) % 6 if b < FIRST_STOP else b) for a, b in tile.track]


def ends_at(t: Table, hex_name: str, side: int) -> list[int]:
    """Where track from a side of a hex leads."""
    found = []
    for a, b in track(t, hex_name):
        if a == side:
            found.append(b)
        elif b == side:
            found.append(a)
    return found


def sides_of(t: Table, stop: StopId) -> list[int]:
    return [a for a, b in track(t, stop[0]) if b == FIRST_STOP + stop[1]]


def stop_at(t: Table, stop: StopId) -> Stop:
    return t.lying(stop[0]).tile.stops[stop[1]]


def is_red(t: Table, hex_name: str) -> bool:
    return t.definition.hexes[hex_name].entry.colour == "red"


def is_port(t: Table, hex_name: str) -> bool:
    return t.definition.hexes[hex_name].entry.colour == "blue"


def is_large(t: Table, stop: StopId) -> bool:
    """Cities, passes and red areas; towns, ports and mines are small (18ESP-4.4.1.3)."""
    return stop_at(t, stop).kind in ("city", "area")


def free_slots(t: Table, stop: StopId) -> int:
    """Slots without a marker; MZ and MZA lie on each other in one (18ESP-4.3.14)."""
    here = t.marked.get(stop, [])
    slots = stop_at(t, stop).slots
    if t.policy.shared_slot_stays:
        return slots - len(here) + ({"MZ", "MZA"} <= set(here))
    # On the site MZA may get an additional slot, which the table shows.
    return max(slots, len(t.before.stations.get(stop, ()))) - len(here)


def blocked(t: Table, stop: StopId, company: str) -> bool:
    """A city or pass full of other companies' stations (18ESP-4.4.2.2)."""
    if stop_at(t, stop).kind != "city" or company in t.marked.get(stop, []):
        return False
    return free_slots(t, stop) <= 0


# --- joined to the destination -------------------------------------------------------------


def joined(t: Table, company: str, *, plainly: bool = False) -> bool:
    """Continuous track to the destination, whatever stations lie on it (18ESP-5.1.1.5).

    `plainly`: by a way that uses no side of a hex twice.
    """
    board = t.board
    if t.policy.connection_over_passes == EVERYTHING:
        # On the site closed passes join too (D37).
        t.board = board.copy()
        for name in PASSES:
            t.show_map(name)
    found = _way(t, company)
    t.board = board
    return found is not None and (not plainly or _no_side_twice(t, found))


def _way(t: Table, company: str) -> list[Side] | None:
    """The sides that the shortest way to the destination leaves hexes by."""
    goal = t.charter(company).destination
    starts = _starts(t, company)
    if any(stop[0] == goal for stop in starts):
        return []
    ways = [[(stop[0], side)] for stop in starts for side in sides_of(t, stop)]
    reached = {way[0] for way in ways}
    for way in ways:  # which grows while it is read
        there = beyond(t, *way[-1])
        if there is None or not ends_at(t, *there):
            continue
        if there[0] == goal:
            return way
        for out in _onward(t, there):
            if out not in reached:
                reached.add(out)
                ways.append([*way, out])
    return None


def _starts(t: Table, company: str) -> list[StopId]:
    """The home city; on the site every station (A19, D37)."""
    mine = [stop for stop, here in t.marked.items() if company in here]
    if t.policy.connection_over_passes == EVERYTHING:
        return mine
    return [stop for stop in mine if stop[0] == t.charter(company).home]


def _onward(t: Table, entered: Side) -> list[Side]:
    """Sides by which a way goes on from a hex that it enters."""
    hex_name, side = entered
    outside = is_red(t, hex_name) or is_port(t, hex_name)
    if outside and t.policy.connection_over_passes != EVERYTHING:
        return []
    if is_pass(hex_name) and t.policy.connection_over_passes == ONE_MAP:
        return []
    found: list[Side] = []
    for end in ends_at(t, hex_name, side):
        if end < FIRST_STOP:
            found.append((hex_name, end))
        else:
            found += [(hex_name, a) for a in sides_of(t, (hex_name, end - FIRST_STOP)) if a != side]
    return found


def _no_side_twice(t: Table, way: list[Side]) -> bool:
    sides = {*way, *(beyond(t, *side) for side in way)}
    return len(sides) == 2 * len(way)


# --- joined to a station -------------------------------------------------------------------


def network(t: Table, company: str) -> tuple[set[StopId], set[Side]]:
    """Stops and sides of hexes that unblocked track joins to a station (18ESP-4.4.2.13)."""
    stops = {stop for stop, here in t.marked.items() if company in here}
    leaving = {(stop[0], side) for stop in stops for side in sides_of(t, stop)}
    queue = list(leaving)
    for out in queue:  # which grows while it is read
        there = beyond(t, *out)
        if there is None:
            continue
        for end in ends_at(t, *there):
            further = [end]
            if end >= FIRST_STOP:
                stop = (there[0], end - FIRST_STOP)
                stops.add(stop)
                closed = stop_at(t, stop).end or blocked(t, stop, company)
                further = [] if closed else sides_of(t, stop)
            for side in further:
                if (there[0], side) not in leaving and side != there[1]:
                    leaving.add((there[0], side))
                    queue.append((there[0], side))
    return stops, leaving


def reaches(t: Table, company: str, hex_name: str) -> bool:
    """Whether track of a hex is joined to a station of a company."""
    stops, leaving = network(t, company)
    if any(stop[0] == hex_name for stop in stops):
        return True
    entered = (beyond(t, *out) for out in leaving)
    return any(side is not None and side[0] == hex_name and ends_at(t, *side) for side in entered)


def leads_to(t: Table, company: str, hex_name: str) -> bool:
    """Whether track joined to a station of a company runs into a hex that has none yet."""
    entered = (beyond(t, *out) for out in network(t, company)[1])
    return any(side is not None and side[0] == hex_name for side in entered)


# --- could a train run? --------------------------------------------------------------------


def has_route(t: Table, company: str, gauge: str, *, small_only: bool = False) -> bool:
    """Whether a train of one gauge has a route: an own station and the next stop beside it.

    Any longer route holds such a pair, whose ends are no two locations of one letter.
    """
    for stop, here in t.marked.items():
        if company in here:
            for side in sides_of(t, stop):
                for end in next_stops(t, (stop[0], side), gauge == "narrow", ()):
                    if _may_end(t, company, stop, end, small_only):
                        return True
    return False


def _may_end(t: Table, company: str, start: StopId, end: StopId, small_only: bool) -> bool:
    if end[0] == start[0] and (end == start or stop_at(t, end).same):
        return False
    if small_only and is_large(t, end):
        return False
    small = t.is_small(company)
    if small and (is_red(t, end[0]) or is_red(t, start[0])):
        return False
    in_pass = is_pass(end[0]) or is_pass(start[0])
    return not (small and in_pass and not t.policy.small_ends_in_pass)


def next_stops(
    t: Table, leaving: Side, north: bool, passed: tuple[tuple[str, int, int], ...]
) -> Iterator[StopId]:
    """The first stops on all ways that leave a hex by a side, on one gauge."""
    there = beyond(t, *leaving)
    if there is None or len(passed) > LONGEST:
        return
    hex_name, side = there
    if not is_pass(hex_name) and narrow(t, hex_name) != north:
        return
    if is_pass(hex_name) and is_pass(leaving[0]):
        return
    for end in ends_at(t, hex_name, side):
        if end >= FIRST_STOP:
            yield hex_name, end - FIRST_STOP
        elif _may_pass(t, (hex_name, side, end), passed):
            yield from next_stops(t, (hex_name, end), north, (*passed, (hex_name, side, end)))


def _may_pass(
    t: Table, piece: tuple[str, int, int], passed: tuple[tuple[str, int, int], ...]
) -> bool:
    for hex_name, a, b in passed:
        if hex_name == piece[0]:
            if {a, b} & set(piece[1:]):
                return False
            if t.definition.levels and not cross((a, b), piece[1:]):
                return False
    return True


def cross(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    """Tell whether two pieces of track lie on different levels: their ends alternate (A41)."""
    low, high = sorted(one)
    return len({*one, *two}) == 4 and sum(low < side < high for side in two) == 1
