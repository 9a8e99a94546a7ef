"""The search for the best linked set against trying everything, on made-up options."""

from __future__ import annotations

import random
from itertools import product

import pytest

from dieciocho.games.g1862 import shared_visits
from dieciocho.games.g1862.paying_once import Chosen, Option, Worth, components, single_bits
from dieciocho.games.g1862.shared_visits import LinkedSearch

ANCHOR = 1  # the place of the home station
Units = list[list[Option]]


def made_up(dice: random.Random, bonus: tuple[int, ...]) -> tuple[Units, dict[int, int]]:
    """Return units that run over places in a row, each past a station; and what places pay."""
    count = dice.randint(6, 10)
    values = {1 << n: dice.choice([10, 20, 30, 30, 40, 80]) for n in range(count)}
    values.update({1 << n: dice.choice([40, 60]) for n in range(count, count + 2)})  # areas
    kinds: Units = []
    for _ in range(dice.randint(1, 3)):
        kinds.append([option(dice, count, values, bonus) for _ in range(dice.randint(3, 8))])
    units = [dice.choice(kinds) for _ in range(dice.randint(3, 5))]
    for kind in kinds:
        kind.sort(key=lambda o: -o.value)
    return units, values


def option(
    dice: random.Random, count: int, values: dict[int, int], more: tuple[int, ...]
) -> Option:
    """Return an option that touches neighbours, is paid for most of them, perhaps for an area."""
    first, length = dice.randrange(count), dice.randint(2, 4)
    touches = sum(1 << (first + n) % count for n in range(length))
    assets, skips, bonus = touches, 0, dice.choice(more)
    if not dice.randrange(3):
        assets &= ~(1 << first)  # that place is not paid for
    elif not dice.randrange(3):
        skips = assets
    if not dice.randrange(4):
        assets |= 1 << count + dice.randrange(2)
    worth = Worth(values)
    value = worth(assets) + bonus - (worth.cheapest(skips)[0] if skips else 0)
    return Option(value, assets, bonus, touches, None, skips=skips)


def settled(option: Option) -> list[Option]:
    return [option.settled(bit) for bit in single_bits(option.skips)] if option.skips else [option]


def tried(units: Units, values: dict[int, int]) -> int:
    """Return what the best linked choice brings, by trying all of them."""
    worth, best = Worth(values), 0
    every = [[None, *(s for o in options for s in settled(o))] for options in units]
    for chosen in product(*every):
        running = [o for o in chosen if o is not None]
        assets = 0
        for o in running:
            assets |= o.assets
        value = worth(assets) + sum(o.bonus for o in running)
        if value > best and len(components([o.touches for o in running], ANCHOR)) == 1:
            best = value
    return best


def small(units: Units) -> bool:
    size = 1
    for options in units:
        size *= 1 + sum(len(settled(o)) for o in options)
    return size < 20_000


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("easy", [0, 1000])
def test_nothing_linked_brings_more(
    seed: int, free: bool, easy: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is taken for easy or for hard, and prepared with a toll."""
    monkeypatch.setattr(shared_visits, "_EASY", easy)
    dice = random.Random(seed)
    bonus = (0,) if free else (0, 0, 0, 10)  # only what joins others brings a bonus
    units, values = made_up(dice, bonus)
    while not small(units):
        units, values = made_up(dice, bonus)

    def accepted(chosen: Chosen) -> Chosen:
        touches = [o.touches for o in chosen if o is not None]
        assert len(components(touches, ANCHOR)) == 1
        return chosen

    search = LinkedSearch(
        units, Worth(values), {}, required=frozenset(), anchor=ANCHOR, accept=accepted, free=free
    )
    search.run()
    assert (search.found[0][0] if search.found else 0) == tried(units, values)
