"""The best linked set: every unit chooses an option, and what several of them visit pays once.

A set grows from the anchor, one option that touches what is reached at a time; then that option is
left out for good, so that every linked set is met once. At every stand the options that cannot
belong to anything better than what is known are dropped for all that grows from there:

- Prices on the assets (paying_once.py) give a bound: what the units to come can bring at most. An
  option that brings less than the best of its unit by more than the bound can spare is dropped.
- An option out of reach needs others that lead to it. What those bring less than the best of their
  units is lost, too: the cheapest way to link it is found as in Dijkstra's shortest paths.
- While many units are to come, the prices are adapted to the options that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush, nlargest
from typing import Any

from msgspec import Struct

from ...engine.routing.walk import Interrupted
from .paying_once import (
    SCALE,
    Chosen,
    Demand,
    Option,
    Prices,
    Tariff,
    Worth,
    better_prices,
    components,
    single_bits,
)

_TICKS = 32  # nodes between two looks at the caller's wishes
_MANY = 3  # units to come for which prices are adapted
_SHRUNK = 0.8  # it is worth another sweep if less than this part of the options is left
_BEAM = 30  # sets that grow side by side while a good one is guessed
_EXCHANGED = 60  # options of a unit that are tried to improve it


Open = list[tuple[int, Option]]  # options with what they bring after prices


class Group(Struct):
    """Units of one kind: their options, and whether all of them must run."""

    options: list[Option]
    units: list[int]
    required: bool


class Stand(Struct):
    """A set that grows."""

    reached: int
    assets: int
    taken: int
    value: int
    counts: list[int]  # units left of every group
    options: list[list[Option]]  # what they may still do
    tariff: Tariff
    chosen: tuple[tuple[int, Option], ...] = ()

    def fits(self, option: Option) -> bool:
        """Tell whether an option can be added now."""
        return bool(option.touches & self.reached) and not option.takes & self.taken

    def added(self, group: int, option: Option, gain: int, left: list[list[Option]]) -> Stand:
        """Return the set with one option more."""
        counts = self.counts.copy()
        counts[group] -= 1
        return Stand(
            self.reached | option.touches,
            self.assets | option.assets,
            self.taken | option.takes,
            self.value + gain,
            counts,
            left,
            self.tariff,
            (*self.chosen, (group, option)),
        )


class LinkedSearch:
    """Finds the best linked choices; `accept` has the last word and says what is kept of each.

    `anchor` are places of which the choice must touch one; all options chosen must be linked by the
    places they touch. A unit that is not required may stay idle. The same list of options several
    times is so many units of one kind. All values are multiples of `step`; only choices worth more
    than `floor` count. `tick` is asked now and then, with the bound, whether to stop.
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
        tick: Callable[[int], bool] | None = None,
    ) -> None:
        self.worth, self.accept, self.anchor = worth, accept, anchor
        self.floor, self.count, self.step, self._tick = floor, count, step, tick
        self.size = len(units)
        self.found: list[tuple[int, Chosen, Any]] = []
        self.nodes = self.bound = 0
        by_list: dict[int, Group] = {}
        for number, options in enumerate(units):
            group = by_list.setdefault(id(options), Group(options, [], number in required))
            group.units.append(number)
        self.groups = list(by_list.values())
        self.required = [group.required for group in self.groups]
        self.tariff = Tariff(prices, worth)
        self._likely: dict[int, list[Option]] = {}

    def run(self) -> None:
        """Find the best choices: value, options by unit, what the caller made of it."""
        self._grow(self._start())

    def guess(self) -> None:
        """Find good choices quickly and without proof."""
        self._beam()
        self._exchange()

    def _start(self) -> Stand:
        counts = [len(group.units) for group in self.groups]
        options = [group.options for group in self.groups]
        return Stand(self.anchor, 0, 0, 0, counts, options, self.tariff)

    def _worst(self) -> int:
        """Return the value that a new choice must exceed."""
        return self.found[-1][0] if len(self.found) >= self.count else self.floor

    # --- growing ------------------------------------------------------------------------

    def _grow(self, stand: Stand) -> None:
        self.nodes += 1
        if self._tick is not None and not self.nodes % _TICKS and self._tick(self.bound):
            raise Interrupted
        self._offer(stand)
        left = sum(stand.counts)
        if left > 1:
            self._branch(stand)
        elif left:
            self._last(stand)

    def _branch(self, stand: Stand) -> None:
        """Take each option that can be linked, and go on without it."""
        found = self._sharpened(stand) if sum(stand.counts) >= _MANY else self._promising(stand)
        if found is None:
            return
        tops = self._tops(found, stand.counts)
        choices = [
            (top - brings, brings, n, option)
            for n, (options, top) in enumerate(zip(found, tops, strict=True))
            for brings, option in options
            if option.touches & stand.reached
        ]
        choices.sort(key=lambda choice: choice[0])
        left = [[option for _, option in options] for options in found]
        base = self._base(stand)
        for _, brings, n, option in choices:
            spare = base + sum(map(int.__mul__, tops, stand.counts)) - self._needed()
            if spare < 0:
                return
            left[n] = [other for other in left[n] if other is not option]
            if tops[n] - brings <= spare:
                for settled in _settled(option, stand.assets):
                    gain = settled.bonus + self.worth(settled.assets & ~stand.assets)
                    if gain or option.touches & ~stand.reached or self.required[n]:
                        self._grow(stand.added(n, settled, gain, left.copy()))
            found[n] = [entry for entry in found[n] if entry[1] is not option]
            tops[n] = self._top(found[n], n)

    def _last(self, stand: Stand) -> None:
        """Let the last unit run where it brings most."""
        n = stand.counts.index(1)
        fitting = [
            (option.gain(stand.assets, self.worth), option)
            for option in stand.options[n]
            if stand.fits(option)
        ]
        fitting.sort(key=lambda entry: -entry[0])
        for gain, option in fitting:
            if stand.value + gain <= self._worst():
                return
            best = self._best_settled(option, stand.assets)
            self._consider(stand.value + gain, (*stand.chosen, (n, best)))

    def _best_settled(self, option: Option, assets: int) -> Option:
        """Return the option, paid for what adds most."""
        if not option.skips:
            return option
        return option.settled(self.worth.cheapest(option.skips & assets or option.skips)[1])

    # --- bound --------------------------------------------------------------------------

    def _needed(self) -> int:
        """Return what is better than all that is known, scaled."""
        return (self._worst() + self.step) * SCALE

    def _base(self, stand: Stand) -> int:
        """Return what is certain, and the prices of what nobody is paid for yet."""
        return stand.value * SCALE + stand.tariff.unpaid(stand.assets)

    def _tops(self, found: list[Open], counts: list[int]) -> list[int]:
        """Return what a unit of each group can bring at most."""
        return [self._top(options, n) if counts[n] else 0 for n, options in enumerate(found)]

    def _top(self, options: Open, group: int) -> int:
        top = max([entry[0] for entry in options], default=0)
        return top if top > 0 or self.required[group] else 0

    def _sharpened(self, stand: Stand) -> list[Open] | None:
        """Drop options and adapt the prices to those that are left, in turns."""
        before = None
        while (found := self._promising(stand)) is not None:
            now = sum(map(len, found))
            if before is not None and now > _SHRUNK * before:
                return found
            before = now
            stand.options = [[option for _, option in options] for options in found]
            stand.tariff = Tariff(self._adapted(stand), self.worth)
        return None

    def _adapted(self, stand: Stand) -> Prices:
        """Return prices that suit what the units to come may do."""
        free, worth = ~stand.assets, self.worth
        demands = []
        for count, left in zip(stand.counts, stand.options, strict=True):
            if count:
                options = [
                    (
                        (o.bonus + worth(o.assets & free)) * SCALE,
                        o.assets & free,
                        0 if o.skips & stand.assets else o.skips,
                    )
                    for o in left
                ]
                options.sort(reverse=True)
                demands.append(Demand(count, options))
        prices = {bit: price for bit, price in stand.tariff.prices.items() if bit & free}
        return better_prices(demands, worth, prices, self._needed() - stand.value * SCALE)[1]

    def _promising(self, stand: Stand) -> list[Open] | None:
        """Return the options that can lead to something better; None if nothing can."""
        found = self._open(stand)
        counts, required = stand.counts, self.required
        base, before = self._base(stand) - self._needed(), 0
        while True:
            if any(required[n] and counts[n] and not found[n] for n in range(len(counts))):
                return None
            tops = self._tops(found, counts)
            spare = base + sum(map(int.__mul__, tops, counts))
            if not stand.chosen:
                self.bound = (spare + self._needed()) // SCALE // self.step * self.step
            now = sum(map(len, found))
            if spare < 0 or not now:
                return None
            if before and now > _SHRUNK * before:
                return found
            before = now
            found = _linkable(stand.reached, found, tops, spare, sum(counts))

    def _open(self, stand: Stand) -> list[Open]:
        """Return what the options bring besides what is paid already, after prices."""
        net, known = stand.tariff.net, stand.tariff.net.known
        assets, free, taken = stand.assets, ~stand.assets, stand.taken
        found: list[Open] = []
        for n, count in enumerate(stand.counts):
            options: Open = []
            for option in stand.options[n] if count else ():
                if option.takes & taken:
                    continue
                left = option.assets & free
                brings = known.get(left)
                if brings is None:
                    brings = net(left)
                if option.skips and not option.skips & assets:
                    brings -= net.cheapest(option.skips)[0]
                options.append((brings + option.bonus * SCALE, option))
            found.append(options)
        return found

    # --- a good set to start with -------------------------------------------------------

    def _beam(self) -> None:
        """Let the most valuable sets grow side by side."""
        layer = [self._start()]
        while layer:
            longer: dict[tuple[int, int, int, int], tuple[int, int, int, Stand, Option]] = {}
            for number, stand in enumerate(layer):
                for n, options in enumerate(stand.options):
                    for option in options if stand.counts[n] else ():
                        if stand.fits(option):
                            gain = option.gain(stand.assets, self.worth)
                            reached = stand.reached | option.touches
                            key = (reached, stand.assets | option.assets, n, number)
                            longer.setdefault(key, (stand.value + gain, gain, n, stand, option))
            best = nlargest(_BEAM, longer.values(), key=lambda entry: entry[0])
            layer = [
                stand.added(n, self._best_settled(option, stand.assets), gain, stand.options)
                for _, gain, n, stand, option in best
            ]
            for stand in layer:
                self._offer(stand)

    def _exchange(self) -> None:
        """Improve the best set known by giving two units at a time something else to do."""
        better = bool(self.found)
        while better:
            chosen = self.found[0][1]
            better = any(
                self._exchanged(chosen, one, two)
                for one in range(self.size)
                for two in range(self.size)
                if one != two
            )

    def _exchanged(self, chosen: Chosen, one: int, two: int) -> bool:
        """Try other options for two units; True if the set became better."""
        others = [o for n, o in enumerate(chosen) if o is not None and n not in (one, two)]
        assets, taken, bonus = 0, 0, 0
        for option in others:
            assets, taken = assets | option.assets, taken | option.takes
            bonus += option.bonus
        value, best = bonus + self.worth(assets), self.found[0][0]
        seconds = self._likely_options(two)
        most = max((option.value for option in seconds), default=0)
        for first in self._likely_options(one):
            if first.takes & taken:
                continue
            gain = value + first.gain(assets, self.worth)
            if gain + most <= best:
                continue
            now = assets | self._best_settled(first, assets).assets
            for second in seconds:
                total = gain + second.gain(now, self.worth)
                if total <= best or second.takes & (taken | first.takes):
                    continue
                touches = [o.touches for o in (*others, first, second)]
                if len(components(touches, self.anchor)) > 1:
                    continue
                changed = list(chosen)
                changed[one] = self._best_settled(first, assets)
                changed[two] = self._best_settled(second, now)
                if self._accepted(total, tuple(changed)):
                    return True
        return False

    def _likely_options(self, unit: int) -> list[Option]:
        """Return options of a unit that go well with others."""
        n = next(n for n, group in enumerate(self.groups) if unit in group.units)
        if n not in self._likely:
            net = self.tariff.net
            options = self.groups[n].options
            self._likely[n] = nlargest(
                _EXCHANGED, options, key=lambda o: net(o.assets) + o.bonus * SCALE
            )
        return self._likely[n]

    # --- what is found ------------------------------------------------------------------

    def _offer(self, stand: Stand) -> None:
        """Consider a set as it is; the caller knows what idle units do."""
        if stand.value > self._worst() and not any(
            count and required for count, required in zip(stand.counts, self.required, strict=True)
        ):
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


def _settled(option: Option, assets: int) -> Iterator[Option]:
    """Yield the option with every decision that matters about what it is not paid for."""
    if not option.skips:
        yield option
    elif option.skips & assets:
        paid = option.skips & assets
        yield option.settled(paid & -paid)  # nothing is lost
    else:
        for bit in single_bits(option.skips):
            yield option.settled(bit)


def _linkable(
    reached: int, found: list[Open], tops: list[int], spare: int, left: int
) -> list[Open]:
    """Return the options that can be linked without losing more than can be spared.

    What an option brings less than the best of its unit is lost.
    """
    kept: list[Open] = []
    near: list[tuple[int, int]] = []  # what is lost by going on from there, and its places
    far: list[tuple[int, int, int, tuple[int, Option]]] = []
    for n, (options, top) in enumerate(zip(found, tops, strict=True)):
        here: Open = []
        for entry in options:
            loss = top - entry[0]
            if loss <= spare:
                touches = entry[1].touches
                if not touches & reached:
                    far.append((loss, touches, n, entry))
                else:
                    here.append(entry)
                    if touches & ~reached:
                        near.append((loss, touches))
        kept.append(here)
    if not far:
        return kept
    within = _within(reached, [touches for _, touches in near], [e[1] for e in far], left - 1)
    near.sort()
    heap = near  # what is sorted is a heap
    while heap and far:
        lost, touches = heappop(heap)
        new = touches & ~reached
        if not new:
            continue
        reached |= new
        later = []
        for distant in far:
            loss, places, n, entry = distant
            if not places & new:
                later.append(distant)
            elif loss + lost <= spare and places & within:
                kept[n].append(entry)
                heappush(heap, (loss + lost, places))
        far = later
    return kept


def _within(reached: int, near: list[int], far: list[int], units: int) -> int:
    """Return the places that so many units can lead to."""
    for touches in near:
        reached |= touches
    for _ in range(units - 1):
        beyond = reached
        for touches in far:
            if touches & reached:
                beyond |= touches
        if beyond == reached:
            break
        reached = beyond
    return reached
