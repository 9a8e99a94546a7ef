"""Track as a minor sees it: what routes are worth with which wagons, and how far track leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ....engine.audit_table import Network as Common

if TYPE_CHECKING:
    from ....engine.actions import Route
    from ....engine.audit import Way
    from ....engine.audit_tools import StopAt
    from .table import Table

RED, PLUS, MINE = "RABA", "G&C", "SNW"  # the majors whose wagons these are
MAJOR_STATION = 10  # added to its city for everyone (VI.3.7.2)


class Worth(NamedTuple):
    """What a run is worth: each route, a bonus for one of those to red areas, and the mine."""

    values: list[int]
    red: list[int]
    bonus: int
    treasury: int


class Network(Common):
    """The board seen by one minor."""

    table: Table

    def value(self, stop: StopAt) -> int:
        """Return what a stop is worth: by the phase, 10 more for each station of a major."""
        majors = [x for x in self.table.stations.get(stop, ()) if x and self._is_major(x)]
        return super().value(stop) + MAJOR_STATION * len(majors)

    def _is_major(self, company: str) -> bool:
        return self.table.kind_of(company) == "major"

    def _is(self, stop: StopAt, *kinds: str) -> bool:
        return self.printed(stop).kind in kinds

    # --- runs --------------------------------------------------------------------------

    def worth(self, routes: tuple[Route, ...], wagons: tuple[str, ...]) -> Worth:
        """Check a run and count it, stop by stop; wagons may serve one train each (VI.3.7)."""
        ways = []
        for route, way in self.ways(routes):
            self._check(route.path, way)
            ways.append((route, way))
        return self._with_wagons(ways, wagons)

    def _check(self, path: str, way: Way) -> None:
        require = self.table.require
        places = [stop for stop in way.stops if not self._is(stop, "mine")]
        require(len(places) >= 2, f"VI.2.2: {path} has one location only")
        require(len(set(way.stops)) == len(way.stops), f"VI.3.6.3: {path} repeats a location")
        require(len(set(way.pieces)) == len(way.pieces), f"VI.2.3: {path} repeats track")
        require(all(map(self.passable, way.stops[1:-1])), f"VI.2.6: {path} cannot pass")
        require(any(s in self.stations for s in way.stops), f"VI.2.2: {path}: no own station")

    def _with_wagons(self, ways: list[tuple[Route, Way]], wagons: tuple[str, ...]) -> Worth:
        require, serve = self.table.require, self.table.policy.wagons_must_serve
        plain = [sum(self.value(s) for s in w.stops if not self._is(s, "mine")) for _, w in ways]
        red = [i for i, (_, way) in enumerate(ways) if any(self._is(s, "area") for s in way.stops)]
        plus = [i for i, (route, way) in enumerate(ways) if self._too_long(route, way)]
        mines = [[s for s in way.stops if self._is(s, "mine")] for _, way in ways]
        visits = [found for found in mines if found]
        single = self.table.few  # one service of RÁBA for both (X.5)
        require(len(plus) <= 1, "VI.3.7.6: one plus-train only")
        require(not plus or (RED if single else PLUS) in wagons, "VI.3.6.2: a route is too long")
        require(len(visits) <= 1, "VI.3.7.12: one train visits a mine")
        require(all(len(found) == 1 for found in visits), "VI.3.7.12: one mine on a route")
        require(not visits or MINE in wagons, "VI.3.7.12: a mine without its wagon")
        bonus = RED in wagons and bool(red) and not (single and plus)
        if serve:
            require(RED not in wagons or bonus or (single and bool(plus)), "VI.3.7.8: RÁBA idle")
            require(PLUS not in wagons or bool(plus), "VI.3.7.8: G&C idle")
            require(MINE not in wagons or bool(visits), "VI.3.7.8: SNW idle")
        more = 30 if self.table.late else 20  # (VI.3.7.9)
        mine = sum(self.value(found[0]) for found in visits)
        return Worth(plain, red, more if bonus else 0, mine)

    def _too_long(self, route: Route, way: Way) -> bool:
        """Tell whether a route needs a plus-train: n locations and n more towns (VI.3.7.10)."""
        reach = self.definition.trains[self.table.kind(route.train)].range
        counted = [stop for stop in way.stops if not self._is(stop, "mine")]
        if len(counted) <= reach:
            return False
        large = [stop for stop in counted if not self._is(stop, "town")]
        fits = len(large) <= reach and len(counted) <= 2 * reach
        self.table.require(fits, f"VI.3.7.11: {route.path} is too long for a plus-train")
        return True

    # --- how far track leads -----------------------------------------------------------

    def has_route(self) -> bool:
        """Tell whether a train could run without a wagon: a station and a leg to a location."""
        ground = self.ground()
        legs = [stop for start in self.stations for stop, _ in ground.legs(start)]
        return any(not self._is(stop, "mine") for stop in legs)
