"""Track as the auditor sees it: what routes are worth, and how far a company's track leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.audit_table import Network as Common

if TYPE_CHECKING:
    from ....engine.actions import Route
    from ....engine.audit import Way
    from ....engine.audit_tools import StopAt
    from ..printed import Printed1888
    from .table import Table

MOUNTAIN = "L41"
MOUNTAIN_PAYS = 40  # to the treasury for each train that visits it (4.3.1.23)


class Network(Common):
    """The board seen by one company; routes by rules 4.1, 8.2 and 8.3.6."""

    table: Table
    definition: Printed1888

    def location(self, stop: StopAt) -> object:
        """Return what makes two stops one location (4.1.6)."""
        return self.printed(stop).group or stop

    # --- routes ------------------------------------------------------------------------

    def revenue(self, routes: tuple[Route, ...]) -> tuple[list[int], int]:
        """Check routes stop by stop; return the revenue of each, and what the mountain pays."""
        worth, visits = [], 0
        for route, way in self.ways(routes):
            self._check(route, way)
            worth.append(sum(map(self.value, way.stops)) + self._bonus(way))
            visits += any(self._is_mountain(stop) for stop in way.stops)
        return worth, visits * MOUNTAIN_PAYS

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
        counted = sum(not self.printed(stop).free for stop in way.stops)
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
        return self.table.lying(stop[0]).name == MOUNTAIN

    # --- how far track leads -----------------------------------------------------------

    def has_route(self) -> bool:
        """Tell whether a train could run at all: a station, and a leg to another location."""
        ground = self.ground()
        return any(
            self.location(stop) != self.location(start)
            for start in self.stations
            for stop, _ in ground.legs(start)
        )
