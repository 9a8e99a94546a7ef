"""What auditors of several games count with: certificates in hands, and where track leads.

Slow and plain, and without any rule of a game; see `audit.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from msgspec.structs import replace

from .audit import STOP, track_of

if TYPE_CHECKING:
    from .definition import Definition
    from .state import Owner, Round
    from .tiles import Placed
    from .tiles import Stop as Stop

StopAt = tuple[str, int]  # hex and number of the stop
Used = frozenset[tuple[str, int]]  # sides that were crossed and stops (STOP + n) that were visited
PATIENCE = 20_000  # steps of a search for a way that repeats nothing


class Holdings:
    """Companies of a director's certificate of 20 % and eight of 10 %."""

    def __init__(self, shares: Mapping[str, tuple[Owner, ...]], players: int) -> None:
        self.director = {company: held[0] for company, held in shares.items() if held}
        self.tens = {company: Counter(held[1:]) for company, held in shares.items() if held}
        self._players = players

    def seats_after(self, seat: int) -> list[int]:
        """Return the other players, clockwise from one."""
        return [(seat + step) % self._players for step in range(1, self._players)]

    def units(self, owner: Owner, company: str) -> int:
        """Return how many tenths of a company somebody holds."""
        return 2 * (self.director[company] == owner) + self.tens[company][owner]

    def certificates(self, owner: Owner, company: str) -> int:
        return (self.director[company] == owner) + self.tens[company][owner]

    def move(self, company: str, count: int, giver: Owner, taker: Owner) -> None:
        """Move certificates of 10 %."""
        self.tens[company][giver] -= count
        self.tens[company][taker] += count

    def swap_director(self, company: str, owner: Owner) -> None:
        """Give the director's certificate to another holder against two of 10 %."""
        self.move(company, 2, owner, self.director[company])
        self.director[company] = owner

    def successor(self, company: str, seat: int, left: int) -> int | None:
        """Return who becomes director if the director is left with so many tenths.

        The one with the most, at least 20 % and more than the old director; of several the first
        in playing order after him.
        """
        others = self.seats_after(seat)
        most = max((self.units(other, company) for other in others), default=0)
        if most < 2 or most <= left:
            return None
        return next(other for other in others if self.units(other, company) == most)

    def table(self) -> dict[str, tuple[Owner, Counter[Owner]]]:
        """Return all holdings in a form that can be compared."""
        return {company: (self.director[company], +self.tens[company]) for company in self.tens}


def turn_ended(current: Round, seat: int, acted: bool) -> Round:
    """Return a stock round in which the next one is asked; who acts has not passed."""
    return replace(
        current,
        index=(current.index + 1) % len(current.order),
        passed=current.passed - {seat} if acted else current.passed | {seat},
        last_to_act=seat if acted else current.last_to_act,
    )


def stops_moved(old: Placed, new: Placed) -> list[int] | None:
    """Return for each stop of a tile where it is on the tile that replaces it.

    That is the new stop which has all its track; one without track goes where no other went.
    None: track was lost.
    """
    before, after = track_of(old), track_of(new)
    if any(piece not in after for piece in before if max(piece) < STOP):
        return None
    found: list[int | None] = []
    for stop in range(len(old.tile.stops)):
        sides = {min(piece) for piece in before if max(piece) == STOP + stop}
        fits = [
            number
            for number in range(len(new.tile.stops))
            if all(frozenset((side, STOP + number)) in after for side in sides)
        ]
        if not fits:
            return None
        found.append(fits[0] if sides else None)
    free = [number for number in range(len(new.tile.stops)) if number not in found]
    return [free.pop(0) if at is None and free else at or 0 for at in found]


class Ground:
    """Track on the board: what a company reaches from its stations."""

    def __init__(
        self,
        definition: Definition,
        board: Sequence[Placed],
        stations: Iterable[StopAt],
        passable: Callable[[StopAt], bool],
    ) -> None:
        self._definition, self._passable = definition, passable
        self._track = [track_of(placed) for placed in board]
        self.stations = list(stations)

    def _ends(self, name: str, end: int) -> Iterator[int]:
        """Yield where the track of a hex leads from one of its sides or stops."""
        for piece in self._track[self._definition.hexes[name].index]:
            if end in piece:
                yield from piece - {end}

    def _beyond(self, name: str, side: int) -> tuple[str, int] | None:
        """Return the hex on the other side, and the side by which it is entered."""
        spot = self._definition.hexes[name]
        if spot.neighbours[side] < 0:
            return None
        other = self._definition.hex_list[spot.neighbours[side]]
        return other.name, other.neighbours.index(spot.index)

    def reached(self) -> tuple[set[StopAt], set[str]]:
        """Return the stops and hexes that track leads to, not asking whether it repeats any."""
        stops: set[StopAt] = set(self.stations)
        hexes = {name for name, _ in self.stations}
        seen: set[tuple[str, int]] = set()
        todo = [(name, STOP + number) for name, number in self.stations]
        while todo:
            name, end = todo.pop()
            for other in self._ends(name, end):
                if other >= STOP:
                    stop = (name, other - STOP)
                    if stop not in stops and self._passable(stop):
                        todo.append((name, other))
                    stops.add(stop)
                    continue
                entered = self._beyond(name, other)
                if entered is not None and entered not in seen:
                    seen.add(entered)
                    todo.append(entered)
                    if any(True for _ in self._ends(*entered)):
                        hexes.add(entered[0])
        return stops, hexes

    def away(self, start: StopAt, name: str) -> int | None:
        """Return how many hexes along a route a stop of a hex is away.

        -1: no route leads there; None: too many ways to look at.
        """
        todo: list[tuple[int, int, StopAt, Used]] = [(0, 0, start, frozenset())]
        for number in range(PATIENCE):
            if not todo:
                return -1
            steps, _, stop, used = heappop(todo)
            if stop[0] == name:
                return steps
            if stop == start or self._passable(stop):
                for count, (other, before) in enumerate(self.legs(stop, used)):
                    crossed = sum(end < STOP for _, end in before) // 2
                    heappush(todo, (crossed, number * PATIENCE + count, other, before))
        return None

    def legs(self, start: StopAt, used: Used = frozenset()) -> Iterator[tuple[StopAt, Used]]:
        """Yield the next stops along the track, on ways that repeat nothing that was used."""
        todo = [(start[0], STOP + start[1], used | {(start[0], STOP + start[1])})]
        while todo:
            name, end, before = todo.pop()
            for other in self._ends(name, end):
                if other >= STOP:
                    if (name, other) not in before:
                        yield (name, other - STOP), before
                    continue
                entered = self._beyond(name, other)
                if entered and entered not in before and (name, other) not in before:
                    todo.append((*entered, before | {entered, (name, other)}))

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
            if stop == start or self._passable(stop):
                todo += self.legs(stop, used)
        return False
