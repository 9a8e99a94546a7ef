"""Choosing an option for every unit where what is visited twice pays once.

Units (trains, or trains joined together) share track freely, but every asset (a stop, a hex) pays
only once for all of them. The value of a choice is what the union of its assets pays, plus the
bonus of each option. An upper bound comes from prices on the assets (Lagrange multipliers): a unit
that scores an asset pays its price, so the units can be judged apart; whatever the prices are, the
prices plus the best of each unit cannot be exceeded.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...engine.memory import Memory

SCALE = 1024  # prices are counted in this fraction, so that all sums are exact
ROUNDS = 12  # of improving prices
# How far prices move towards the target, and how much slower when that did not help.
_SPEED, _SLOWER = 1.5, 0.9
_EASE = 0.25  # how far the toll moves, compared with prices
_AIM = 0.9  # where there is no target: this part of what is known


class Option(Struct):
    """What a unit may do: the assets it is paid for, a bonus, where it can be linked."""

    value: int  # alone, bonus included
    assets: int
    bonus: int
    touches: int  # places by which it may be linked with others (at most these)
    what: Any  # the caller's
    takes: int = 0  # things of which only one unit can have each
    skips: int = 0  # assets of which one, whichever, is not paid for

    def gain(self, assets: int, worth: Worth) -> int:
        """Return what it adds at most to assets that are paid already."""
        gain = self.bonus + worth(self.assets & ~assets)
        if self.skips and not self.skips & assets:
            gain -= worth.cheapest(self.skips)[0]
        return gain

    def settled(self, skipped: int) -> Option:
        """Return the option with a decision which asset is not paid for."""
        return replace(self, assets=self.assets & ~skipped, skips=0)


class Worth:
    """What sets of assets pay, remembered."""

    def __init__(self, values: dict[int, int]) -> None:
        self.values = values
        self.known: Memory[int, int] = Memory(200_000)
        self._cheapest: dict[int, tuple[int, int]] = {}

    def __call__(self, assets: int) -> int:
        known = self.known.get(assets)
        if known is None:
            known, rest = 0, assets
            while rest:
                bit = rest & -rest
                known += self.values.get(bit, 0)
                rest ^= bit
            self.known.keep(assets, known)
        return known

    def cheapest(self, assets: int) -> tuple[int, int]:
        """Return the asset that pays least, as (what it pays, asset)."""
        known = self._cheapest.get(assets)
        if known is None:
            known = self._cheapest[assets] = min((self.values[b], b) for b in single_bits(assets))
        return known


Chosen = tuple[Option | None, ...]
Prices = dict[int, int]  # asset -> price, scaled, between nothing and what it pays


def single_bits(number: int) -> Iterator[int]:
    """Yield the bits that are set."""
    while number:
        bit = number & -number
        yield bit
        number ^= bit


class Tariff:
    """Prices, and what is left of the worth of assets after paying them; a toll (all scaled)."""

    def __init__(self, prices: Prices, worth: Worth, toll: int = 0) -> None:
        self.prices, self.toll = prices, toll
        self.net = Worth({b: value * SCALE - prices.get(b, 0) for b, value in worth.values.items()})
        self._price, self._priced = Worth(prices), sum(prices)
        self._all = sum(prices.values())

    def unpaid(self, assets: int) -> int:
        """Return the prices of all other assets."""
        return self._all - self._price(assets & self._priced)


class Tolls(Struct, frozen=True):
    """What is known of a toll (shared_visits.py): of which assets it is taken off, and how high it
    is at the beginning and at most."""

    fresh: int = 0
    begin: int = 0
    most: int = 0


NO_TOLLS = Tolls()


class Demand(Struct):
    """What units of one kind may do: for each option what all its assets pay (scaled), its assets,
    those of which one is skipped, and how often the toll is paid to it; most first."""

    count: int
    options: list[tuple[int, tuple[int, ...], tuple[int, ...], int]]
    tolls: int = 0  # the most of them

    @classmethod
    def of(cls, count: int, options: list[tuple[int, int, int, int]]) -> Demand:
        """Return the demand for options whose assets and skips are given as bits of one number."""
        options.sort(reverse=True)
        return cls(
            count,
            [(value, _parts(a), _parts(skips), tolls) for value, a, skips, tolls in options],
            max([option[3] for option in options], default=0),
        )


@lru_cache(maxsize=200_000)
def _parts(assets: int) -> tuple[int, ...]:
    return tuple(single_bits(assets))


def better_prices(
    demands: list[Demand],
    worth: Worth,
    prices: Prices,
    target: int = 0,
    rounds: int = ROUNDS,
    tolls: Tolls = NO_TOLLS,
) -> tuple[int, Prices, int]:
    """Return what no choice can exceed (scaled), and the prices and the toll that tell so.

    Prices of assets rise if several units want them, and fall if nobody does, with steps in
    proportion to the distance from the target (Polyak's rule); below the target they need not go.
    The toll rises if more units pay it than get it.
    """
    pays = {bit: value * SCALE for bit, value in worth.values.items()}
    now, toll = dict.fromkeys(pays, 0) | prices, tolls.begin
    fresh = [bit for bit in single_bits(tolls.fresh) if bit in pays] if tolls.most else []
    net = {bit: value - now[bit] for bit, value in pays.items()}  # what is left after the price
    for bit in fresh:
        net[bit] -= toll
    least, wanted, paid = _wanted(demands, now, net, toll)
    kept, kept_toll, bound, speed = prices, toll, least, _SPEED
    for _ in range(rounds):
        if bound < target:
            break
        moves = [(bit, times) for bit, times in wanted.items() if times]
        change = paid if tolls.most and (paid < 0 or toll) else 0
        square = sum([times * times for _, times in moves]) + _EASE * change * change
        if not square:
            break
        distance = bound - (target or _AIM * least)
        step = speed * (distance + SCALE) / square
        for bit, times in moves:
            price = now[bit] = max(0, min(pays[bit], now[bit] + int(times * step)))
            net[bit] = pays[bit] - price
        if tolls.most:
            toll = max(0, min(tolls.most, toll - int(_EASE * change * step)))
            for bit in fresh:
                now[bit] = min(now[bit], pays[bit] - toll)
                net[bit] = pays[bit] - now[bit] - toll
        bound, wanted, paid = _wanted(demands, now, net, toll)
        if bound < least:
            least, kept = bound, {bit: price for bit, price in now.items() if price}
            kept_toll = toll
        else:
            speed *= _SLOWER
    return least, kept, kept_toll


def _wanted(
    demands: list[Demand], prices: Prices, net: dict[int, int], toll: int
) -> tuple[int, dict[int, int], int]:
    """Return the bound at given prices, how many units too many want each asset, and how often
    the toll is paid to units."""
    price_of, net_of = prices.__getitem__, net.__getitem__
    bound, paid = sum(prices.values()), 0
    wanted = {bit: -1 for bit, price in prices.items() if price}
    for kind in demands:
        top: tuple[int, ...] = ()
        most = skipped = times = 0
        more = toll * kind.tolls
        for value, assets, skips, tolls in kind.options:
            if value + more <= most:
                break
            brings = value + toll * tolls - sum(map(price_of, assets))
            if brings > most:
                skip = 0
                if skips:
                    skip = min(skips, key=net_of)
                    brings -= net[skip]
                if brings > most:
                    top, most, skipped, times = assets, brings, skip, tolls
        bound += most * kind.count
        paid += times * kind.count
        for bit in top:
            if bit != skipped:
                wanted[bit] = wanted.get(bit, -1) + kind.count
    return bound, wanted, paid


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
