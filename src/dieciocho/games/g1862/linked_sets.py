"""Linked sets while they are put together, and the best ones found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from .paying_once import SCALE, Chosen, Option, Prices, Tariff, Worth, single_bits


class Group(Struct):
    """Units of one kind: their options, and whether all of them must run."""

    options: list[Option]
    units: list[int]
    required: bool
    likely: list[Option] = []  # options that go well with others, once that was asked


class Row(Struct):
    """Units of a group that are to come, and what they may still do."""

    group: int
    count: int
    required: bool
    options: list[Option]
    leads: bool = False  # they are to lead on by any of these options


class Stand(Struct):
    """A set that grows."""

    reached: int
    assets: int
    taken: int
    value: int
    rows: list[Row]
    tariff: Tariff
    chosen: tuple[tuple[int, Option], ...] = ()

    def fits(self, option: Option) -> bool:
        """Tell whether an option can be added now."""
        return bool(option.touches & self.reached) and not option.takes & self.taken

    def added(self, number: int, option: Option, gain: int, rows: list[Row]) -> Stand:
        """Return the set with one option more, that of a row."""
        row = rows[number]
        rows = [*rows[:number], *rows[number + 1 :]]
        if row.count > 1:
            rows.append(replace(row, count=row.count - 1))
        return Stand(
            self.reached | option.touches,
            self.assets | option.assets,
            self.taken | option.takes,
            self.value + gain,
            rows,
            self.tariff,
            (*self.chosen, (row.group, option)),
        )


class LinkedSets:
    """Holds the best linked choices; `accept` has the last word and says what is kept of each.

    `anchor` are places of which the choice must touch one; all options chosen must be linked by the
    places they touch. A unit that is not required may stay idle. The same list of options several
    times is so many units of one kind. All values are multiples of `step`; only choices worth more
    than `floor` count. `tick` is asked now and then whether to stop. Options are `free` if
    they have no bonus, only what they are paid for and their links matter, to `accept` too, and one
    best choice is all that is wanted.
    """

    def __init__(
        self,
        units: list[list[Option]],
        worth: Worth,
        prices: Prices,
        *,
        required: frozenset[int],
        anchor: int,
        accept: Callable[[Chosen], Any],
        floor: int = 0,
        count: int = 1,
        step: int = 10,
        tick: Callable[[], bool] | None = None,
        free: bool = False,
    ) -> None:
        self.free = free
        self.worth, self.accept, self.anchor = worth, accept, anchor
        self.floor, self.count, self.step, self._tick = floor, count, step, tick
        self.size = len(units)
        self.found: list[tuple[int, Chosen, Any]] = []
        self.nodes = 0
        by_list: dict[int, Group] = {}
        for number, options in enumerate(units):
            group = by_list.setdefault(id(options), Group(options, [], number in required))
            group.units.append(number)
        self.groups = list(by_list.values())
        self.tariff = Tariff(prices, worth)
        self.joints = -1  # places by which sets can be linked: all, until that was asked
        self.paying = self.most_toll = 0

    def _find_joints(self) -> None:
        """Find the places that matter for links, and those of them that pay enough for a toll.

        Where all options that touch a place touch another one, too, the other one links as much.
        """
        where: dict[int, int] = {}  # place -> the options that touch it, as bits
        number, unlinked = 1, 0
        for group in self.groups:
            for option in group.options:
                for place in single_bits(option.touches):
                    where[place] = where.get(place, 0) | number
                unlinked |= option.assets & ~option.touches
                number <<= 1
        order = sorted(where, key=lambda place: where[place].bit_count())
        joints = sum(where) | self.anchor
        for place in order:
            if place & self.anchor:
                continue
            touching = where[place]
            rest = joints & ~place
            if any(other & rest and not touching & ~where[other] for other in where):
                joints = rest
        self.joints = joints
        values = self.worth.values
        paying = [
            place for place in single_bits(joints & ~unlinked) if values.get(place, 0) > self.step
        ]
        self.paying = sum(paying)
        self.most_toll = min((values[place] for place in paying), default=0) * SCALE

    def _start(self) -> Stand:
        rows = [Row(n, len(g.units), g.required, g.options) for n, g in enumerate(self.groups)]
        return Stand(self.anchor, 0, 0, 0, rows, self.tariff)

    def _worst(self) -> int:
        """Return the value that a new choice must exceed."""
        return self.found[-1][0] if len(self.found) >= self.count else self.floor

    def _best_settled(self, option: Option, assets: int) -> Option:
        """Return the option, paid for what adds most."""
        if not option.skips:
            return option
        return option.settled(self.worth.cheapest(option.skips & assets or option.skips)[1])

    def _offer(self, stand: Stand) -> None:
        """Consider a set as it is; the caller knows what idle units do."""
        if stand.value > self._worst() and not any(row.required for row in stand.rows):
            self._consider(stand.value, stand.chosen)

    def _consider(self, value: int, chosen: tuple[tuple[int, Option], ...]) -> None:
        by_unit: list[Option | None] = [None] * self.size
        free = [list(group.units) for group in self.groups]
        for number, option in chosen:
            by_unit[free[number].pop(0)] = option
        self._accepted(value, tuple(by_unit))

    def _accepted(self, value: int, chosen: Chosen) -> bool:
        what = self.accept(chosen)
        if what is None:
            return False
        self.found.append((value, chosen, what))
        self.found.sort(key=lambda entry: -entry[0])
        del self.found[self.count :]
        return True
