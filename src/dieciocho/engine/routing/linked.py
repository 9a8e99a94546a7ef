"""Growing linked sets: for many units whose options must be linked with each other.

The search of union.py judges units apart and asks at the end whether all are linked; with many
short routes that costs too much. Here a set grows from the anchor, one option that touches what is
reached at a time: it is taken, or left out for good. Every linked set is met once.

The bound knows that what lies far away needs other options to get there: whatever is used at
distance d takes one unit at each distance before it.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from .union import SCALE, Chosen, Option, Prices, Worth, components
from .walk import Interrupted

_TICKS = 64  # nodes between two looks at the caller's wishes
_EXCHANGED = 60  # options of a unit that are tried to improve a set


class Group(Struct):
    """Units of one kind: their options, how many they are, and whether all of them must run."""

    rows: list[tuple[int, Option]]  # what an option brings after prices, most first
    units: list[int]
    required: bool


class Stand(Struct):
    """A set that grows."""

    reached: int
    assets: int
    taken: int
    value: int
    counts: list[int]  # units left of every group
    banned: list[int]  # options left out of every group, as bits
    chosen: tuple[tuple[int, Option], ...] = ()


class LinkedSearch:
    """Finds the best linked choice; `accept` has the last word."""

    def __init__(
        self,
        units: list[list[Option]],
        worth: Worth,
        prices: Prices,
        *,
        required: frozenset[int],
        anchor: int,
        accept: Callable[[Chosen], bool],
        floor: int = 0,
        count: int = 1,
        step: int = 10,
        most_work: int = 0,
        tick: Callable[[int], bool] | None = None,
    ) -> None:
        self.worth, self.accept, self.anchor = worth, accept, anchor
        self.floor, self.count, self.step, self._tick = floor, count, step, tick
        self.most_work = most_work  # after which to stop, once something is known; 0: any amount
        self.work = 0  # options looked at
        self.size = len(units)
        self.price, self.priced = Worth(prices), sum(prices)
        self.all_prices = sum(prices.values())
        self.found: list[tuple[int, Chosen]] = []
        self.nodes = self.bound = 0
        by_list: dict[int, Group] = {}
        for number, options in enumerate(units):
            group = by_list.get(id(options))
            if group is None:
                group = Group(self._rows(options), [], number in required)
                by_list[id(options)] = group
            group.units.append(number)
        self.groups = list(by_list.values())

    def _rows(self, options: list[Option]) -> list[tuple[int, Option]]:
        rows = [(o.value * SCALE - self.price(o.assets & self.priced), o) for o in options]
        rows.sort(key=lambda row: -row[0])
        return rows

    def run(self) -> list[tuple[int, Chosen]]:
        """Return the best choices as (value, options by unit)."""
        start = self._start()
        self.bound = self._bound(start)
        self._grow(start)
        return self.found

    def guess(self) -> list[tuple[int, Chosen]]:
        """Return good choices, found quickly and without proof."""
        self._leaf(self._start())
        self._exchange()
        return self.found

    def _start(self) -> Stand:
        counts = [len(group.units) for group in self.groups]
        return Stand(self.anchor, 0, 0, 0, counts, [0] * len(counts))

    def _weary(self) -> bool:
        """Tell whether enough has been done, now that something is known."""
        return bool(self.most_work and self.work > self.most_work and (self.found or self.floor))

    def _worst(self) -> int:
        return self.found[-1][0] if len(self.found) >= self.count else self.floor

    # --- bound --------------------------------------------------------------------------

    def _bound(self, stand: Stand) -> int:
        """Return what a set that grows from here cannot exceed."""
        base = stand.value * SCALE + self.all_prices - self.price(stand.assets & self.priced)
        levels = self._levels(stand)
        best = 0
        tops: list[list[int]] = [[] for _ in self.groups]  # by group: most up to each distance
        for distance in range(len(levels)):
            total = 0
            losses = [0] * distance
            for number, count in enumerate(stand.counts):
                here = levels[distance][number]
                top = max(here, tops[number][-1] if tops[number] else 0)
                tops[number].append(top)
                total += top * count
            for before in range(distance):
                losses[before] = min(
                    (
                        tops[n][distance] - levels[before][n]
                        for n, count in enumerate(stand.counts)
                        if count
                    ),
                    default=0,
                )
            best = max(best, total - sum(losses))
        return (base + best) // SCALE // self.step * self.step

    def _levels(self, stand: Stand) -> list[list[int]]:
        """Return for each distance from what is reached what every group can bring there."""
        left = sum(stand.counts)
        reached = stand.reached
        open_: list[list[tuple[int, Option]]] = [
            [
                row
                for n, row in enumerate(group.rows)
                if not stand.banned[number] >> n & 1 and not row[1].takes & stand.taken
            ]
            if stand.counts[number]
            else []
            for number, group in enumerate(self.groups)
        ]
        levels: list[list[int]] = []
        while len(levels) < left:
            now, beyond = [], reached
            for number, rows in enumerate(open_):
                self.work += len(rows)
                most, later = 0, []
                for row in rows:
                    if row[1].touches & reached:
                        beyond |= row[1].touches
                        if row[0] > most:
                            most = max(most, self._left_of(row, stand.assets))
                    else:
                        later.append(row)
                open_[number] = later
                now.append(most)
            levels.append(now)
            if beyond == reached:
                break
            reached = beyond
        return levels

    def _left_of(self, row: tuple[int, Option], assets: int) -> int:
        """Return what an option brings besides what is paid already, after prices."""
        paid = row[1].assets & assets
        if not paid:
            return row[0]
        return row[0] + self.price(paid & self.priced) - self.worth(paid) * SCALE

    # --- a good set to start with -------------------------------------------------------

    def _exchange(self) -> None:
        """Improve the best set known by giving two units at a time something else to do."""
        better = bool(self.found)
        while better:
            chosen = self.found[0][1]
            better = any(
                self._exchanged(chosen, one, two)
                for one in range(self.size)
                for two in range(self.size)
                if one != two and not self._weary()
            )

    def _exchanged(self, chosen: Chosen, one: int, two: int) -> bool:
        """Try other options for two units; True if the set became better."""
        others = [o for n, o in enumerate(chosen) if o is not None and n not in (one, two)]
        assets, taken, bonus = 0, 0, 0
        for option in others:
            assets, taken = assets | option.assets, taken | option.takes
            bonus += option.bonus
        value, best = bonus + self.worth(assets), self.found[0][0]
        seconds = self._rows_of(two)[:_EXCHANGED]
        most = max((option.value for _, option in seconds), default=0)
        for _, first in self._rows_of(one)[:_EXCHANGED]:
            if first.takes & taken:
                continue
            now = assets | first.assets
            gain = value + first.bonus + self.worth(first.assets & ~assets)
            if gain + most <= best:
                continue
            self.work += len(seconds)
            for _, second in seconds:
                total = gain + second.bonus + self.worth(second.assets & ~now)
                if total <= best or second.takes & (taken | first.takes):
                    continue
                touches = [o.touches for o in (*others, first, second)]
                if len(components(touches, self.anchor)) > 1:
                    continue
                changed = list(chosen)
                changed[one], changed[two] = first, second
                if self.accept(tuple(changed)):
                    self._keep(total, tuple(changed))
                    return True
        return False

    def _rows_of(self, unit: int) -> list[tuple[int, Option]]:
        return next(group.rows for group in self.groups if unit in group.units)

    def _keep(self, value: int, chosen: Chosen) -> None:
        self.found.append((value, chosen))
        self.found.sort(key=lambda entry: -entry[0])
        del self.found[self.count :]

    # --- growing ------------------------------------------------------------------------

    def _grow(self, stand: Stand) -> None:
        self._leaf(stand)
        while True:
            self.nodes += 1
            if self._tick is not None and not self.nodes % _TICKS and self._tick(self.bound):
                raise Interrupted
            if self._weary():
                raise Interrupted
            if self._bound(stand) <= self._worst():
                return
            pick = self._pick(stand)
            if pick is None:
                return
            number, place, gain, option = pick
            counts = stand.counts.copy()
            counts[number] -= 1
            self._grow(
                Stand(
                    stand.reached | option.touches,
                    stand.assets | option.assets,
                    stand.taken | option.takes,
                    stand.value + gain,
                    counts,
                    stand.banned.copy(),
                    (*stand.chosen, (number, option)),
                )
            )
            stand.banned[number] |= 1 << place

    def _pick(self, stand: Stand) -> tuple[int, int, int, Option] | None:
        """Return the most valuable option that can be linked: group, place, gain, option."""
        best: tuple[int, int, int, Option] | None = None
        most = -1
        for number, group in enumerate(self.groups):
            if not stand.counts[number]:
                continue
            self.work += len(group.rows)
            for place, (_, option) in enumerate(group.rows):
                if stand.banned[number] >> place & 1 or not option.touches & stand.reached:
                    continue
                if option.value < most or option.takes & stand.taken:
                    continue
                gain = option.bonus + self.worth(option.assets & ~stand.assets)
                useful = gain or group.required or option.touches & ~stand.reached
                if gain > most and useful:
                    best, most = (number, place, gain, option), gain
        return best

    def _leaf(self, stand: Stand) -> None:
        """Consider a set as it is, idle units running wherever they can."""
        stand = self._filled(stand)
        left = zip(stand.counts, self.groups, strict=True)
        if stand.value <= self._worst() or any(n and group.required for n, group in left):
            return
        by_unit: list[Option | None] = [None] * self.size
        free = [list(group.units) for group in self.groups]
        for number, option in stand.chosen:
            by_unit[free[number].pop(0)] = option
        if self.accept(tuple(by_unit)):
            self._keep(stand.value, tuple(by_unit))

    def _filled(self, stand: Stand) -> Stand:
        """Let idle units run where they bring most, linked with what is reached."""
        for number, group in enumerate(self.groups):
            for _ in range(stand.counts[number]):
                fitting = [
                    (o.bonus + self.worth(o.assets & ~stand.assets), -place, o)
                    for place, (_, o) in enumerate(group.rows)
                    if o.touches & stand.reached and not o.takes & stand.taken
                ]
                if not fitting:
                    break
                gain, _, option = max(fitting, key=lambda entry: entry[:2])
                counts = stand.counts.copy()
                counts[number] -= 1
                stand = Stand(
                    stand.reached | option.touches,
                    stand.assets | option.assets,
                    stand.taken | option.takes,
                    stand.value + gain,
                    counts,
                    stand.banned,
                    (*stand.chosen, (number, option)),
                )
        return stand
