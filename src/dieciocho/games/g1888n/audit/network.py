"""Track as the auditor sees it: what routes are worth, and how far a company's track leads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....engine.audit import STOP, Way, follow, track_of

if TYPE_CHECKING:
    from ....engine.actions import Route
    from .table import Table

StopAt = tuple[str, int]  # hex and number of the stop
Used = frozenset[tuple[str, int]]  # sides that were crossed and stops (STOP + n) that were visited
COLOURS = ("yellow", "green", "brown", "gray")  # of the values printed in a row (4.1.5)
MOUNTAIN = "L41"
MOUNTAIN_PAYS = 40  # to the treasury for each train that visits it (4.3.1.23)
PATIENCE = 20_000  # steps of a search for a way that repeats nothing


class Network:
    """The board after an action, seen by one company."""

    def __init__(self, table: Table, company: str) -> None:
        self.table, self.company = table, company
        self.definition, self.board = table.definition, table.now.board
        self.stations = [at for at, held in table.stations.items() if company in held]

    # --- stops -------------------------------------------------------------------------

    def _printed(self, stop: StopAt):  # type: ignore[no-untyped-def]
        return self.board[self.definition.hexes[stop[0]].index].tile.stops[stop[1]]

    def value(self, stop: StopAt) -> int:
        """Return what a stop is worth in the present phase."""
        values: tuple[int, ...] = self._printed(stop).values
        newest = self.table.rules.colours[-1]
        return values[COLOURS.index(newest)] if len(values) > 1 else values[0]

    def location(self, stop: StopAt) -> object:
        """Return what makes two stops one location (4.1.6)."""
        return self._printed(stop).group or stop

    def blocked(self, stop: StopAt) -> bool:
        """Tell whether a city is full of others' stations (8.2.8)."""
        printed = self._printed(stop)
        held = self.table.stations.get(stop, ())
        full = len(held) >= printed.slots and None not in held
        return bool(printed.slots) and full and self.company not in held

    def passable(self, stop: StopAt) -> bool:
        return not self._printed(stop).end and not self.blocked(stop)

    # --- routes ------------------------------------------------------------------------

    def revenue(self, routes: tuple[Route, ...]) -> tuple[list[int], int]:
        """Check routes stop by stop; return the revenue of each, and what the mountain pays."""
        require, used = self.table.require, set()
        owned = list(self.table.trains[self.company])
        worth, visits = [], 0
        for route in routes:
            require(route.train in owned, f"8.3.6.1: {route.train} is no train for another route")
            owned.remove(route.train)
            way = self._followed(route.path)
            for piece in way.sides:
                require(piece not in used, f"8.3.6.6: {route.path} repeats track")
                used.add(piece)
            self._check(route, way)
            worth.append(sum(map(self.value, way.stops)) + self._bonus(way))
            visits += any(self._is_mountain(stop) for stop in way.stops)
        return worth, visits * MOUNTAIN_PAYS

    def _followed(self, path: str) -> Way:
        try:
            return follow(self.definition, self.board, path)
        except ValueError as error:
            self.table.require(False, f"8.2.2: {error}")
            raise

    def _check(self, route: Route, way: Way) -> None:
        require, path = self.table.require, route.path
        pieces = way.pieces
        require(len(set(pieces)) == len(pieces), f"8.2.3: {path} repeats track")
        places = [self.location(stop) for stop in way.stops]
        require(len(places) >= 2, f"8.2.2: {path} has one location only")
        require(len(set(places)) == len(places), f"8.3.6.4: {path} repeats a location")
        require(all(map(self.passable, way.stops[1:-1])), f"8.2.7, 8.2.8: {path} cannot pass")
        own = [stop for stop in way.stops if stop in self.stations]
        require(bool(own), f"8.2.2: {path} has no own station")
        reach = self.definition.trains[self.table.kind(route.train)].range
        counted = sum(not self._printed(stop).free for stop in way.stops)
        require(not reach or counted <= reach, f"8.3.6.2: {path} is too long")

    def _bonus(self, way: Way) -> int:
        """Return the bonus for home station and destination on one route (8.3.6.8)."""
        charter = self.definition.companies[self.company]
        home = self.table.now.homes[self.company]
        hexes = [name for name, _ in way.stops]
        needs_station = self.table.policy.bonus_needs_home_station
        at_home = home in way.stops if needs_station else home[0] in hexes
        return charter.bonus if at_home and charter.destination in hexes else 0

    def _is_mountain(self, stop: StopAt) -> bool:
        return self.board[self.definition.hexes[stop[0]].index].name == MOUNTAIN

    # --- how far track leads -----------------------------------------------------------

    def _ends(self, name: str, end: int) -> Iterator[int]:
        """Yield where the track of a hex leads from one of its sides or stops."""
        for piece in track_of(self.board[self.definition.hexes[name].index]):
            if end in piece:
                yield from piece - {end}

    def _beyond(self, name: str, side: int) -> tuple[str, int] | None:
        """Return the hex on the other side, and the side by which it is entered."""
        there = self.definition.hexes[name].neighbours[side]
        if there < 0:
            return None
        other = self.definition.hex_list[there]
        return other.name, other.neighbours.index(self.definition.hexes[name].index)

    def reached(self) -> tuple[set[StopAt], set[str]]:
        """Return the stops and hexes that track leads to, not asking whether it repeats any."""
        stops: set[StopAt] = set(self.stations)
        seen: set[tuple[str, int]] = set()
        todo = [(name, STOP + number) for name, number in self.stations]
        hexes = {name for name, _ in self.stations}
        while todo:
            name, end = todo.pop()
            for other in self._ends(name, end):
                if other >= STOP:
                    stop = (name, other - STOP)
                    new = stop not in stops
                    stops.add(stop)
                    if new and self.passable(stop):
                        todo.append((name, other))
                    continue
                entered = self._beyond(name, other)
                if entered is not None and entered not in seen:
                    seen.add(entered)
                    if any(True for _ in self._ends(*entered)):
                        hexes.add(entered[0])
                    todo.append(entered)
        return stops, hexes

    def has_route(self) -> bool:
        """Tell whether a train could run at all: a station, and a leg to another location."""
        return any(
            self.location(stop) != self.location(start)
            for start in self.stations
            for stop in self._legs(start)
        )

    def _legs(self, start: StopAt) -> Iterator[StopAt]:
        """Yield the stops next along the track, on ways that repeat no track."""
        todo: list[tuple[str, int, Used]] = [(start[0], STOP + start[1], frozenset())]
        while todo:
            name, end, crossed = todo.pop()
            for other in self._ends(name, end):
                if other >= STOP:
                    if (name, other - STOP) != start:
                        yield name, other - STOP
                    continue
                entered = self._beyond(name, other)
                if entered and entered not in crossed and (name, other) not in crossed:
                    todo.append((*entered, crossed | {entered, (name, other)}))

    def leads_to(self, targets: set[StopAt]) -> bool:
        """Tell whether a way that repeats nothing is found to one of the stops."""
        return any(self._search(start, targets) for start in self.stations)

    def _search(self, start: StopAt, targets: set[StopAt]) -> bool:
        todo: list[tuple[StopAt, Used]] = [(start, frozenset())]
        for _ in range(PATIENCE):
            if not todo:
                return False
            stop, used = todo.pop()
            if stop in targets:
                return True
            if stop == start or self.passable(stop):
                todo += self._further(stop, used | {(stop[0], STOP + stop[1])})
        return False

    def _further(self, stop: StopAt, used: Used) -> list[tuple[StopAt, Used]]:
        found: list[tuple[StopAt, Used]] = []
        todo = [(stop[0], STOP + stop[1], used)]
        while todo and len(found) < PATIENCE:
            name, end, before = todo.pop()
            for other in self._ends(name, end):
                if other >= STOP:
                    if (name, other) not in before:
                        found.append(((name, other - STOP), before))
                    continue
                entered = self._beyond(name, other)
                if entered and entered not in before and (name, other) not in before:
                    todo.append((*entered, before | {entered, (name, other)}))
        return found
