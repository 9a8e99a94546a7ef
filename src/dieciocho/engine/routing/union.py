"""Choosing an option for every unit where what is visited twice pays once.

Units (trains, or trains joined together) share track freely, but every asset (a stop, a hex) pays
only once for all of them. The value of a choice is what the union of its assets pays, plus the
bonus of each option. An upper bound comes from prices on the assets (Lagrange multipliers): a unit
that scores an asset pays its price, so the units can be judged apart; whatever the prices are, the
prices plus the best of each unit cannot be exceeded. Good prices make the bound nearly exact, most
options fall away at once, and the rest is searched completely.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from .walk import Interrupted

_ROUNDS = 24  # of improving the prices
SCALE = 1024  # prices are counted in this fraction, so that all sums are exact
_TICKS = 256  # nodes between two looks at the caller's wishes


class Option(Struct):
    """What a unit may do: the assets it is paid for, a bonus, where it can be linked."""

    value: int  # alone, bonus included
    assets: int
    bonus: int
    touches: int  # places by which it may be linked with others (at most these)
    what: Any  # the caller's
    takes: int = 0  # things of which only one unit can have each


class Worth:
    """What sets of assets pay, remembered."""

    def __init__(self, values: dict[int, int]) -> None:
        self.values = values
        self._known: dict[int, int] = {0: 0}

    def __call__(self, assets: int) -> int:
        known = self._known.get(assets)
        if known is None:
            known, rest = 0, assets
            while rest:
                bit = rest & -rest
                known += self.values.get(bit, 0)
                rest ^= bit
            if len(self._known) > 200_000:
                self._known.clear()
            self._known[assets] = known
        return known


class TooMany(Exception):
    """The search has used up its nodes."""


Chosen = tuple[Option | None, ...]
Prices = dict[int, int]  # asset -> price, scaled, between nothing and what it pays


class UnionSearch:
    """Finds the best choices, best first; `accept` has the last word on each.

    `anchor` are places of which the choice must touch one; all options chosen must be linked by the
    places they touch. A unit may stay idle. The same list of options twice in a row is two units
    of one kind. All values are multiples of `step`; only choices worth more than `floor` count.
    Raises TooMany after `most_nodes` nodes.
    """

    def __init__(
        self,
        units: list[list[Option]],
        worth: Worth,
        prices: Prices,
        *,
        anchor: int,
        accept: Callable[[Chosen], bool],
        floor: int = 0,
        count: int = 1,
        step: int = 10,
        most_nodes: int = 0,
        tick: Callable[[int], bool] | None = None,
    ) -> None:
        self.worth, self.anchor, self.accept = worth, anchor, accept
        self.floor, self.count, self.step, self._tick = floor, count, step, tick
        self.most_nodes = most_nodes  # 0: any number
        self.found: list[tuple[int, Chosen]] = []
        self.nodes = 0
        # Units with few options first.
        self.order = sorted(range(len(units)), key=lambda n: len(units[n]))
        self.units = [units[n] for n in self.order]
        self.prices = prices
        self.bound = self._floored(sum(max_value(options) for options in units) * SCALE)

    def run(self) -> list[tuple[int, Chosen]]:
        """Return the best choices as (value, options by unit)."""
        self.price = Worth(self.prices)
        self.priced = sum(self.prices)
        self.rows = [self._rows(options) for options in self.units]
        self.rest = [0] * (len(self.units) + 1)
        for n in range(len(self.units) - 1, -1, -1):
            top = max(0, self.rows[n][0][0]) if self.rows[n] else 0
            self.rest[n] = self.rest[n + 1] + top
        self.all_prices = sum(self.prices.values())
        self.bound = min(self.bound, self._floored(self.all_prices + self.rest[0]))
        self._go(0, 0, 0, 0, (), 0)
        return self.found

    def _rows(self, options: list[Option]) -> list[tuple[int, Option]]:
        """Return the options with what they bring after paying the prices, most first."""
        price, priced = self.price, self.priced
        rows = [(o.value * SCALE - price(o.assets & priced), o) for o in options]
        rows.sort(key=lambda row: -row[0])
        return rows

    def _floored(self, scaled: int) -> int:
        return scaled // SCALE // self.step * self.step

    def _worst(self) -> int:
        """Return the value that a new choice must exceed."""
        return self.found[-1][0] if len(self.found) >= self.count else self.floor

    def _go(
        self, unit: int, assets: int, taken: int, value: int, chosen: Chosen, start: int
    ) -> None:
        """Choose for a unit and those after it, given what the ones before are paid for."""
        self.nodes += 1
        if self._tick is not None and not self.nodes % _TICKS and self._tick(self.bound):
            raise Interrupted
        if self.most_nodes and self.nodes > self.most_nodes:
            raise TooMany
        if unit == len(self.units):
            self._leaf(value, chosen)
            return
        last = unit == len(self.units) - 1
        apart = components([o.touches for o in chosen if o], self.anchor) if last else []
        twins = not last and self.units[unit + 1] is self.units[unit]
        price, priced, rest, rows = self.price, self.priced, self.rest[unit + 1], self.rows[unit]
        free = value * SCALE + self.all_prices - price(assets & priced)
        for n in range(start, len(rows)):
            reduced, option = rows[n]
            if self._floored(free + reduced + rest) <= self._worst():
                break
            if option.takes & taken or not all(option.touches & part for part in apart):
                continue
            now = assets | option.assets
            gain = value + option.bonus + self.worth(option.assets & ~assets)
            ahead = gain * SCALE + self.all_prices - price(now & priced)
            if self._promises(ahead, unit + 1, now):
                following = n if twins else 0
                self._go(unit + 1, now, taken | option.takes, gain, (*chosen, option), following)
        if self._promises(free, unit + 1, assets):
            self._go(unit + 1, assets, taken, value, (*chosen, None), len(rows) if twins else 0)

    def _promises(self, scaled: int, unit: int, assets: int) -> bool:
        """Tell whether the units to come can still lead to something better."""
        worst = self._worst()
        bound = scaled + self.rest[unit]
        if self._floored(bound) <= worst:
            return False
        for n in range(unit, len(self.units)):
            bound -= self.rest[n] - self.rest[n + 1] - self._most(n, assets)
            if self._floored(bound) <= worst:
                return False
        return True

    def _most(self, unit: int, assets: int) -> int:
        """Return what a unit can add, after prices, to assets that are paid already."""
        worth, price, priced = self.worth, self.price, self.priced
        most = 0
        for reduced, option in self.rows[unit]:
            if reduced <= most:
                break
            paid = option.assets & assets
            if paid:
                reduced += price(paid & priced) - worth(paid) * SCALE
            if reduced > most:
                most = reduced
        return most

    def _leaf(self, value: int, chosen: Chosen) -> None:
        if value <= self._worst():
            return
        if len(components([o.touches for o in chosen if o], self.anchor)) > 1:
            return
        by_unit: list[Option | None] = [None] * len(chosen)
        for place, option in zip(self.order, chosen, strict=True):
            by_unit[place] = option
        if self.accept(tuple(by_unit)):
            self.found.append((value, tuple(by_unit)))
            self.found.sort(key=lambda entry: -entry[0])
            del self.found[self.count :]


def max_value(options: list[Option]) -> int:
    return max((option.value for option in options), default=0)


def bound_with(units: list[list[Option]], prices: Prices) -> tuple[int, list[Option]]:
    """Return what no choice can exceed (scaled), and the best option of each unit at the prices.

    The options of a unit are sorted by their value alone, which prices only lower.
    """
    price, priced = Worth(prices), sum(prices)
    bound, best = sum(prices.values()), []
    for options in units:
        top, most = None, 0
        for option in options:
            if option.value * SCALE <= most:
                break
            reduced = option.value * SCALE - price(option.assets & priced)
            if reduced > most:
                top, most = option, reduced
        bound += most
        if top is not None:
            best.append(top)
    return bound, best


def better_prices(units: list[list[Option]], worth: Worth, prices: Prices) -> Prices:
    """Raise the prices of assets that several units want, lower those that none wants."""
    if len(units) < 2:
        return {}
    least, kept = None, prices
    speed = 0.5
    for _ in range(_ROUNDS):
        bound, best = bound_with(units, prices)
        if least is None or bound < least:
            least, kept = bound, prices
        else:
            speed *= 0.7
        following = _moved(prices, best, worth, speed)
        if following == prices:
            break
        prices = following
    return kept


def _moved(prices: Prices, best: list[Option], worth: Worth, speed: float) -> Prices:
    """Move prices by what the best options of all units want."""
    wanted: dict[int, int] = dict.fromkeys(prices, 0)
    for option in best:
        rest = option.assets
        while rest:
            bit = rest & -rest
            wanted[bit] = wanted.get(bit, 0) + 1
            rest ^= bit
    following: Prices = {}
    for bit, times in wanted.items():
        most = worth.values[bit] * SCALE
        price = prices.get(bit, 0) + int((times - 1) * speed * most)
        if price > 0:
            following[bit] = min(most, price)
    return following


def components(touches: list[int], anchor: int) -> list[int]:
    """Return the parts that are not linked with each other; the anchor is one of them."""
    parts = [anchor]
    for touch in touches:
        apart = [part for part in parts if not part & touch]
        for part in parts:
            if part & touch:
                touch |= part
        parts = [*apart, touch]
    return parts
