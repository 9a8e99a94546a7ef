"""Track as the auditor sees it: what routes are worth, and how far a company's track leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.audit import Way, follow
from ....engine.audit_tools import Ground, StopAt

if TYPE_CHECKING:
    from ....engine.actions import Route
    from ....engine.audit_tools import Stop
    from .table import Table

COLOURS = ("yellow", "green", "brown", "gray")  # of the values printed in a row (4.1.5)
MOUNTAIN = "L41"
MOUNTAIN_PAYS = 40  # to the treasury for each train that visits it (4.3.1.23)


class Network:
    """The board after an action, seen by one company."""

    def __init__(self, table: Table, company: str) -> None:
        self.table, self.company = table, company
        self.definition, self.board = table.definition, table.now.board
        self.stations = [at for at, held in table.stations.items() if company in held]

    # --- stops -------------------------------------------------------------------------

    def _printed(self, stop: StopAt) -> Stop:
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

    def reached(self) -> tuple[set[StopAt], set[str]]:
        return self._ground().reached()

    def leads_to(self, targets: set[StopAt]) -> bool:
        return self._ground().leads_to(targets)

    def has_route(self) -> bool:
        """Tell whether a train could run at all: a station, and a leg to another location."""
        ground = self._ground()
        return any(
            self.location(stop) != self.location(start)
            for start in self.stations
            for stop, _ in ground.legs(start)
        )

    def _ground(self) -> Ground:
        return Ground(self.definition, self.board, self.stations, self.passable)
