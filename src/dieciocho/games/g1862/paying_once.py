"""Choosing an option for every unit where what is visited twice pays once.

Units (trains, or trains joined together) share track freely, but every asset (a stop, a hex) pays
only once for all of them. The value of a choice is what the union of its assets pays, plus the
bonus of each option. An upper bound comes from prices on the assets (Lagrange multipliers): a unit
that scores an asset pays its price, so the units can be judged apart; whatever the prices are, the
prices plus the best of each unit cannot be exceeded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...engine.memory import Memory

SCALE = 1024  # prices are counted in this fraction, so that all sums are exact
ROUNDS = 12  # of improving prices
# How far prices move towards the target, and how much slower when that did not help.
_SPEED, _SLOWER = 1.5, 0.9
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
    """Prices, and what is left of the worth of assets after paying them (scaled)."""

    def __init__(self, prices: Prices, worth: Worth) -> None:
        self.prices = prices
        self.net = Worth({b: value * SCALE - prices.get(b, 0) for b, value in worth.values.items()})
        self._price, self._priced = Worth(prices), sum(prices)
        self._all = sum(prices.values())

    def unpaid(self, assets: int) -> int:
        """Return the prices of all other assets."""
        return self._all - self._price(assets & self._priced)


class Demand(Struct):
    """What units of one kind may do: for each option what all its assets pay (scaled), its assets
    and those of which one is skipped; most first."""

    count: int
    options: list[tuple[int, int, int]]


def better_prices(
    demands: list[Demand], worth: Worth, prices: Prices, target: int = 0, rounds: int = ROUNDS
) -> tuple[int, Prices]:
    """Return what no choice can exceed (scaled), and the prices that tell so.

    Prices of assets rise if several units want them, and fall if nobody does, with steps in
    proportion to the distance from the target (Polyak's rule); below the target they need not go.
    """
    least, wanted = _wanted(demands, worth, prices)
    kept, bound, speed = prices, least, _SPEED
    for _ in range(rounds):
        if bound < target:
            break
        moves = [(bit, times) for bit, times in wanted.items() if times]
        if not moves:
            break
        distance = bound - (target or _AIM * least)
        step = speed * (distance + SCALE) / sum(times * times for _, times in moves)
        prices = dict(prices)
        for bit, times in moves:
            price = min(worth.values[bit] * SCALE, prices.get(bit, 0) + int(times * step))
            if price > 0:
                prices[bit] = price
            else:
                prices.pop(bit, None)
        bound, wanted = _wanted(demands, worth, prices)
        if bound < least:
            least, kept = bound, prices
        else:
            speed *= _SLOWER
    return least, kept


def _wanted(demands: list[Demand], worth: Worth, prices: Prices) -> tuple[int, dict[int, int]]:
    """Return the bound at given prices, and how many units too many want each asset."""
    price, priced = Worth(prices), sum(prices)
    net = Worth({b: value * SCALE - prices.get(b, 0) for b, value in worth.values.items()})
    bound, wanted = sum(prices.values()), dict.fromkeys(prices, -1)
    for kind in demands:
        top = most = 0
        for value, assets, skips in kind.options:
            if value <= most:
                break
            brings = value - price(assets & priced)
            if brings > most and skips:
                least, skipped = net.cheapest(skips)
                brings -= least
                assets ^= skipped
            if brings > most:
                top, most = assets, brings
        bound += most * kind.count
        for bit in single_bits(top):
            wanted[bit] = wanted.get(bit, -1) + kind.count
    return bound, wanted


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
