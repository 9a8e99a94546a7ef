"""The part of a board that a company's trains can use, ready to be walked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..connections import blocked_stops, own_stations
from ..memory import Memory
from .model import StopAt
from .segments import Link, leaving

if TYPE_CHECKING:
    from ..definition import Definition
    from ..state import State

# A link as walks use it: its number at the stop, the stop where it leads, its sides, what a route
# may have once (the place where it leads, pieces of track on the way), the link itself.
Way = tuple[int, int, int, int, Link]

NOWHERE = 1 << 10_000  # stands for places that no route of the company visits

_cache: Memory[tuple[int, int, int, str], Net] = Memory(300)


class Net:
    """All stops that could be on a route of a company, numbered, its stations first."""

    def __init__(self, definition: Definition, state: State, company: str) -> None:
        board = state.board
        blocked = blocked_stops(definition, state, company)
        self.stops: list[StopAt] = own_stations(definition, state, company)
        self.roots = range(len(self.stops))
        number = {stop: n for n, stop in enumerate(self.stops)}
        self.final: list[bool] = []  # routes may not go on from here
        self.place: list[int] = []  # a bit for every place: stops of one location share it
        places: dict[object, int] = {}
        links: list[tuple[Link, ...]] = []
        read: list[object] = []
        for n, stop in enumerate(self.stops):  # grows
            printed = board[stop[0]].tile.stops[stop[1]]
            final = printed.end or stop in blocked
            self.final.append(final)
            self.place.append(1 << places.setdefault(printed.location(*stop), len(places)))
            if final and n not in self.roots:
                links.append(())
                read.append((stop, board[stop[0]]))
                continue
            away = leaving(definition, state, stop)
            links.append(away.links)
            read.append((away.number, final))
            for link in away.links:
                if link.target not in number:
                    number[link.target] = len(self.stops)
                    self.stops.append(link.target)
        self.number, self._places = number, places
        # The same on two boards if the company's part of them is the same.
        self.key = (len(self.roots), *read)
        above = len(places)
        self.rows: list[list[Way]] = [
            [
                (order, to, link.sides, self.place[to] | link.once << above, link)
                for order, link in enumerate(row)
                for to in (number[link.target],)
            ]
            for row in links
        ]

    def bit(self, location: object) -> int:
        """Return the bit of a place."""
        known = self._places.get(location)
        return NOWHERE if known is None else 1 << known


def net_of(definition: Definition, state: State, company: str) -> Net:
    """Return the part of the present board that a company can use."""
    key = (id(definition), state.track_key, state.station_key, company)
    found = _cache.get(key)
    if found is None:
        found = _cache.keep(key, Net(definition, state, company))
    return found
