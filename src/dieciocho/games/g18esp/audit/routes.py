"""Routes, stop by stop: what a run earns and whether it keeps the rules (18ESP-4.4, 5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from ....engine.actions import Route
from ....engine.audit import follow
from ....engine.state import StopId
from . import ways
from .table import Table

SOUTHERN_ENDS, NORTHERN_ENDS = ("F24", "M21"), ("E3", "K5")  # Madrid, Barcelona; Gijón, Bilbao
COLOURS = ("yellow", "green", "brown", "gray")
DOUBLE = ("D6", "C31", "J20")  # hexes with two cities that a route may both visit


class Run(Struct):
    """One route as it was reckoned."""

    train: str
    hexes: list[str]
    stops: list[StopId]
    pieces: list[tuple[str, int, int]]  # of track
    sides: list[frozenset[ways.Side]]  # that the route crosses, each seen from both hexes
    value: int = 0
    treasury: int = 0
    area: bool = False
    mine: bool = False
    port: bool = False


def read(t: Table, route: Route) -> Run:
    """Follow a route on the track; every step must have a piece of track."""
    try:
        way = follow(t.definition, t.before.board, route.path)
    except ValueError as error:
        t.require(False, str(error))
        raise
    hexes = [part.partition(".")[0] for part in route.path.split("-")]
    return Run(route.train, hexes, way.stops, way.pieces, way.sides)


# --- what it is worth ----------------------------------------------------------------------


def stop_value(t: Table, stop: StopId) -> int:
    values = ways.stop_at(t, stop).values
    return values[0] if len(values) == 1 else values[COLOURS.index(t.colour)]


def reckon(t: Table, company: str, run: Run) -> None:
    """Mines and ports pay the treasury, everything else counts for the route (4.4.3.3)."""
    for stop in run.stops:
        kind = ways.stop_at(t, stop).kind
        if kind == "mine":
            run.mine = True
            run.treasury += {"yellow": 30, "green": 20, "brown": 10, "gray": 0}[t.colour]
        elif ways.is_port(t, stop[0]):
            run.port = True
            run.treasury += stop_value(t, stop)
        elif ways.is_pass(stop[0]):
            own = company in t.marked.get(stop, [])
            run.value += {"D12": 50, "H12": 30, "J10": 40, "L8": 40}[stop[0]] if own else 0
        else:
            run.area |= kind == "area"
            run.value += stop_value(t, stop)
    run.value += _bonus(t, run)


def _bonus(t: Table, run: Run) -> int:
    """North to south and east to west, 100 each, 150 for both (18ESP-4.4.3.5 to 4.4.3.7)."""
    visited = {stop[0] for stop in run.stops}
    north_south = bool(visited & set(SOUTHERN_ENDS)) and bool(visited & set(NORTHERN_ENDS))
    east_west = {letter(t, run.stops[0]), letter(t, run.stops[-1])} == {"E", "O"}
    if north_south and east_west:
        return 200 if t.online else 150
    return 100 if north_south or east_west else 0


def letter(t: Table, stop: StopId) -> str | None:
    """E and O stand beside red areas and some ports."""
    outside = ways.is_red(t, stop[0]) or ways.is_port(t, stop[0])
    return t.definition.hexes[stop[0]].entry.label if outside else None


# --- whether it keeps the rules --------------------------------------------------------------


def objection(t: Table, company: str, run: Run, tender: bool) -> str:
    """What is wrong with a route; empty if nothing is."""
    ends = run.stops[0], run.stops[-1]
    if len(run.stops) < 2 or (run.hexes[0], run.hexes[-1]) != (ends[0][0], ends[1][0]):
        return "it does not begin and end at two stops"
    if not any(company in t.marked.get(stop, []) for stop in run.stops):
        return "no station of the company lies on it"
    for stop in run.stops[1:-1]:
        if ways.is_red(t, stop[0]) or ways.is_port(t, stop[0]):
            return f"{stop[0]} can only be an end"
        if ways.blocked(t, stop, company):
            return f"{stop[0]} is blocked"
    if len({_location(t, stop) for stop in run.stops}) < len(run.stops):
        return "a stop is visited twice"
    first, last = letter(t, ends[0]), letter(t, ends[1])
    if first is not None and first == last:
        return f"both ends are {first}"
    if t.is_small(company) and any(ways.is_red(t, stop[0]) for stop in run.stops):
        return "small companies do not enter red areas"
    kept_out = t.is_small(company) and not t.policy.small_ends_in_pass
    if kept_out and any(ways.is_pass(stop[0]) for stop in run.stops):
        return "small companies do not end in passes"
    return _levels(t, run) or _gauge(t, run) or _range(t, run, tender)


def _location(t: Table, stop: StopId) -> object:
    """Two-hex areas and the separate cities of Madrid and Barcelona are one location (A7)."""
    data = ways.stop_at(t, stop)
    if data.group:
        return data.group
    if t.online:
        return stop if stop[0] in DOUBLE else stop[0]
    return (stop[0], "same") if data.same else stop


def _levels(t: Table, run: Run) -> str:
    """A tile without stops is crossed twice only at different levels (18ESP-4.4.2.4)."""
    if not t.definition.levels:
        return ""
    pieces: dict[str, list[tuple[int, int]]] = {}
    for name, one, two in run.pieces:
        if not t.lying(name).tile.stops:
            pieces.setdefault(name, []).append((one, two))
    for name, found in pieces.items():
        if len(found) > 2 or (len(found) == 2 and not ways.cross(*found)):
            return f"{name} is crossed twice on one level"
    return ""


def _gauge(t: Table, run: Run) -> str:
    """Conventional trains in the south, plus trains in the north, combined ones across."""
    gauge = t.train(run.train).gauge
    maps = {ways.narrow(t, name) for name in run.hexes if not ways.is_pass(name)}
    crossed = [name for name in run.hexes[1:-1] if ways.is_pass(name)]
    anywhere = [name for name in run.hexes if ways.is_pass(name)]
    if gauge == "both":
        stops = {ways.narrow(t, stop[0]) for stop in run.stops if not ways.is_pass(stop[0])}
        if not crossed or stops != {True, False}:
            return "a combined train crosses a pass and stops on both maps"
    elif crossed or maps != {gauge == "narrow"}:
        return "the train does not run on that gauge"
    ends_free = t.policy.pass_ends_free
    if len(crossed if ends_free else anywhere) > 1:
        return "two passes"
    return ""


def _range(t: Table, run: Run, tender: bool) -> str:
    """n stops, or a of any kind and b small ones; a tender adds a small one."""
    any_kind, small = range_of(t, run.train)
    large = sum(ways.is_large(t, stop) for stop in run.stops)
    small += tender
    if large > any_kind or len(run.stops) > any_kind + small:
        return f"{large} large stops of {len(run.stops)} are too many"
    return ""


def range_of(t: Table, card: str) -> tuple[int, int]:
    """A combined train has the ranges of both its cards together (18ESP-5.2.1.11)."""
    train = t.train(card)
    if train.parts:
        pairs = [range_of(t, f"{part}-0") for part in train.parts]
        return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    name = train.kind.rstrip("BF")
    first, _, second = name.partition("+")
    return int(first), int(second or 0)


def shared_side(runs: Sequence[Run]) -> str:
    """Routes of one company share stops but no stretch of track (18ESP-4.4.2.3, 4.4.2.9).

    Every piece of track leads to a side, and a side is one stretch whatever meets there.
    """
    sides = Counter(side for run in runs for side in run.sides)
    twice = [sorted(side) for side, count in sides.items() if count > 1]
    return f"sides used twice: {twice}" if twice else ""


def aranjuez(t: Table, run: Run) -> bool:
    """The town of F26 whose track leads to Madrid; on the site both hexes (2.2.16, D25)."""
    if t.policy.strawberry_hexes:
        return {"F24", "F26"} <= set(run.hexes)
    return any(stop[0] == "F26" and 3 in ways.sides_of(t, stop) for stop in run.stops)
