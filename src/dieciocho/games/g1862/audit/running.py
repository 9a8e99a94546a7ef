"""Routes that were run: whether they are allowed, and what they earn stop by stop (7.4, 7.8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from ....engine.actions import Route, Run
from ....engine.audit import follow
from ....engine.state import Seat, StopId
from ..actions import RecordedRun
from . import freight
from .desk import Desk, Turn
from .freight import End
from .map import is_blocked, placed_board, tile_on

EXPRESS, LOCAL, FREIGHT = "express", "local", "freight"
COLUMNS = (0, 0, 1, 1, 2, 2, 2, 2)  # of an area's values, by phase (T-PH)
SUBSIDY = 10  # a hex (7.8.2.3)
LONDON = "London"


@dataclass
class Line:
    """One train and the way that it took."""

    train: str
    kind: str
    hexes: list[str]
    stops: list[StopId]
    large: list[StopId] = field(default_factory=list)  # cities
    small: list[StopId] = field(default_factory=list)
    areas: list[StopId] = field(default_factory=list)
    ends: tuple[End, ...] = ()


# --- reading -----------------------------------------------------------------------------


def run(desk: Desk, seat: Seat, action: Run) -> None:
    """The trains run as the director says; or the largest holder (8.3)."""
    turn = desk.turn
    if turn.company not in desk.table.president:
        desk.require(not desk.policy.receivership_maximum, f"7.3.2: {turn.company} has no director")
    desk.same("who runs the trains", desk.decider(turn.company), seat)
    if isinstance(action, RecordedRun):
        for route in action.routes:
            desk.claims.take("recorded_route", train=route.train, path=route.path)
        _note(desk, turn, action.revenue, action.subsidy)
        return
    read(desk, turn, action.routes)


def read(desk: Desk, turn: Turn, routes: tuple[Route, ...] | None = None) -> None:
    """Read the routes from the log and add up what they earn."""
    told: list[tuple[str, str]] = []
    money = 0
    while desk.claims.next_is("route", company=turn.company):
        line = desk.claims.take("route")
        told.append((line["train"], line["path"]))
        money += line["value"]
    if routes is not None:
        desk.same("the routes told", [(r.train, r.path) for r in routes], told)
    revenue, subsidy = value(desk, turn.company, told) if told else (0, 0)
    desk.same("the sum of the routes", revenue, money)
    _note(desk, turn, revenue, subsidy)


def _note(desk: Desk, turn: Turn, revenue: int, subsidy: int) -> None:
    desk.require(not turn.ran, f"7.1.4: {turn.company} runs twice")
    turn.ran, turn.revenue, turn.subsidy = True, revenue, subsidy
    if desk.table.lner and desk.policy.final_run_stays:
        _same_again(desk, turn.company, revenue)


def _same_again(desk: Desk, company: str, revenue: int) -> None:
    """On the frozen map revenue changes with trains, permits and stations only (10.3.4)."""
    table = desk.table
    trains = [(card, table.warranties.get(card, 0)) for card in table.trains[company]]
    basis = trains, table.permits[company], {s: c.copy() for s, c in table.stations.items()}
    before = desk.final_runs.get(company)
    if before is not None and before[0] == basis and company in table.president:
        desk.same("10.3.4: revenue after the LNER", before[1], revenue)
    desk.final_runs[company] = basis, revenue


# --- one route ---------------------------------------------------------------------------


def stop_at(desk: Desk, stop: StopId) -> Any:
    return tile_on(desk, stop[0]).stops[stop[1]]


def key_of(desk: Desk, stop: StopId) -> object:
    """All entrances of an area are one place (7.4.2)."""
    return stop_at(desk, stop).group or stop


def worth_of(desk: Desk, stop: StopId) -> int:
    """Return what a station or an area pays (7.8.0.10)."""
    values: tuple[int, ...] = stop_at(desk, stop).values
    return values[COLUMNS[desk.table.phase]] if len(values) > 1 else values[0]


def trace(desk: Desk, company: str, board: list[Any], train: str, path: str) -> Line:
    """Follow one route and check it by itself (7.4, 7.8)."""
    way = follow(desk.definition, board, path)
    kind = desk.train(train).use
    line = Line(train, kind, [piece.partition(".")[0] for piece in path.split("-")], way.stops)
    for stop in way.stops:
        what = stop_at(desk, stop).kind
        {"city": line.large, "town": line.small, "area": line.areas}[what].append(stop)
    _check_way(desk, company, line, way.pieces, path)
    _check_range(desk, line, path)
    line.ends = tuple(_end(desk, line, at) for at in (0, -1))
    return line


def _check_way(
    desk: Desk, company: str, line: Line, pieces: list[tuple[str, int, int]], path: str
) -> None:
    table = desk.table
    desk.require(len(set(pieces)) == len(pieces), f"7.8.0.8: {path}: track is used twice")
    keys = [key_of(desk, stop) for stop in line.stops]
    desk.require(len(set(keys)) == len(keys), f"7.4.2: {path}: a place is visited twice")
    ends = line.stops[0], line.stops[-1]
    full_way = "." in path.split("-")[0] and "." in path.split("-")[-1]
    desk.require(full_way and not set(ends) & set(line.small), f"7.8.0.2: {path}: a wrong end")
    desk.require(
        len(line.large) + len(line.areas) >= 2 and bool(line.large), f"7.8.0.2: {path}: too short"
    )
    desk.require(set(line.areas) <= set(ends), f"7.4.4: {path}: an area is passed")
    own = any(table.has_token(company, stop) for stop in line.large)
    desk.require(own, f"7.4.1: {path}: {company} has no station there")
    for stop in line.large:
        if stop not in ends:
            desk.require(not is_blocked(desk, company, stop), f"7.4.3: {path}: {stop[0]} is full")
    areas = [key_of(desk, stop) for stop in line.areas]
    if LONDON in areas:
        entitled = any(name in ("B15", "D15") for name, _ in table.tokens(company))
        desk.require(entitled, f"7.4.5: {path}: {company} has no station in London")
    colours = [desk.definition.hexes[name].entry.colour for name, _ in line.areas]
    desk.require(
        len(set(colours)) == len(colours), f"7.8.0.5: {path}: from red to red or port to port"
    )


def _check_range(desk: Desk, line: Line, path: str) -> None:
    most = desk.train(line.train).range
    if line.kind == LOCAL:
        desk.require(not line.areas, f"7.8.2.2: {path}: a local leaves the land")
        desk.require(len(line.large) <= most, f"7.8.2.1: {path}: too far")
    elif line.kind == EXPRESS:
        desk.require(len(line.large) + len(line.areas) <= most, f"7.8.3.1: {path}: too far")
    else:
        desk.require(len(line.hexes) - 1 <= most, f"7.8.1.1: {path}: too far")


def _end(desk: Desk, line: Line, at: int) -> End:
    """Describe an end; of an area the land through which it is entered counts (7.8.1.4)."""
    stop = line.stops[at]
    colour = desk.definition.hexes[stop[0]].entry.colour
    area = stop in line.areas
    land = line.hexes[1 if at == 0 else -2] if area else stop[0]
    red, port = area and colour == "red", area and colour == "blue"
    return End(key_of(desk, stop), stop, land, red, port)


# --- all routes --------------------------------------------------------------------------


def value(desk: Desk, company: str, routes: list[tuple[str, str]]) -> tuple[int, int]:
    """Return revenue and subsidy of what a company ran."""
    table = desk.table
    trains = [train for train, _ in routes]
    desk.require(len(set(trains)) == len(trains), f"7.8.0.1: {company}: a train runs twice")
    board = placed_board(desk)
    lines = []
    for train, path in routes:
        desk.require(train in table.trains[company], f"7.8.0.1: {company} has no train {train}")
        desk.require(
            desk.train(train).use in table.permits[company], f"7.8.0.7: {company}: no permit"
        )
        lines.append(trace(desk, company, board, train, path))
    _check_linked(desk, company, lines)
    worth = {
        key_of(desk, stop): worth_of(desk, stop)
        for line in lines
        for stop in (*line.large, *line.areas)
    }
    wishes = [
        (_scored(desk, line), set(_keys(desk, line))) for line in lines if line.kind != FREIGHT
    ]
    freights = [line for line in lines if line.kind == FREIGHT]
    readings = freight.readings(desk, freights)
    if desk.policy.skips_as_listed:
        best = _first_listed(desk, [line for line in lines if line.kind != FREIGHT], readings)
    else:
        best = max(
            bonus + most_scored(worth, [*wishes, *((2, {e.key for e in ends}) for ends in scored)])
            for bonus, scored in readings
        )
    locals_ = [line for line in lines if line.kind == LOCAL]
    small = {stop for line in locals_ for stop in line.small}
    hexes = {name for line in locals_ for name in line.hexes}
    return best + sum(worth_of(desk, stop) for stop in small), SUBSIDY * len(hexes)


def _first_listed(desk: Desk, lines: list[Line], readings: list[freight.Reading]) -> int:
    """Return what the site pays for: the first of the choices that seem to bring most.

    Stops are listed as the train visits them; an area seems to be another one at each of its hexes.
    """
    listed = [[stop for stop in line.stops if stop not in line.small] for line in lines]
    counts = [
        min(_scored(desk, line), len(stops)) for line, stops in zip(lines, listed, strict=True)
    ]
    most, paid = -1, 0
    for money, chains in readings:
        ends = [end.stop for chain in chains for end in chain]
        for choice in product(*map(combinations, listed, counts)):
            stops = {*ends, *(stop for chosen in choice for stop in chosen)}
            seems = money + sum(worth_of(desk, stop) for stop in stops)
            if seems > most:
                places = {key_of(desk, stop): worth_of(desk, stop) for stop in stops}
                most, paid = seems, money + sum(places.values())
    return paid


def _keys(desk: Desk, line: Line) -> list[object]:
    return [key_of(desk, stop) for stop in (*line.large, *line.areas)]


def _scored(desk: Desk, line: Line) -> int:
    """Return how many of its stations a train scores (7.8.2.4, 7.8.3.1)."""
    train = desk.train(line.train)
    count: int = train.scores or train.range
    return count


def _check_linked(desk: Desk, company: str, lines: list[Line]) -> None:
    """One route visits the home station, the others are linked to it (7.8.0.3, 7.8.0.4)."""
    home = desk.homes[company]
    places = []
    for line in lines:
        joints = line.stops if desk.policy.link_anywhere else line.large
        places.append({key_of(desk, stop) for stop in joints})
    reached = [number for number, line in enumerate(lines) if home in line.large]
    desk.require(bool(reached), f"7.8.0.3: no route visits the home station of {company}")
    for number in reached:
        for other, there in enumerate(places):
            if other not in reached and there & places[number]:
                reached.append(other)
    desk.same("routes that are linked", len(lines), len(reached))


def most_scored(worth: dict[Any, int], wishes: list[tuple[int, set[Any]]]) -> int:
    """Return the most that stations can score when each counts once (7.8.0.9).

    Each train scores a number of its places. Taking the dearest place first and moving earlier
    ones to other trains where that makes room gives the best sum.
    """
    owner: dict[Any, int] = {}

    def find(place: Any, seen: set[int]) -> bool:
        for number, (count, places) in enumerate(wishes):
            if place not in places or number in seen:
                continue
            seen.add(number)
            mine = [other for other, train in owner.items() if train == number]
            if len(mine) < count or any(find(other, seen) for other in mine):
                owner[place] = number
                return True
        return False

    for place in sorted(worth, key=lambda key: -worth[key]):
        find(place, set())
    return sum(worth[place] for place in owner)
