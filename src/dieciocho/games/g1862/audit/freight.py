"""Freight trains: joined end to end, they score their free ends and the distance (7.8.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

from ....engine.state import StopId
from .desk import Desk
from .fleet import rusts_with
from .map import distance

if TYPE_CHECKING:
    from .running import Line

LAND_BONUS, PORT_BONUS = 20, 30


@dataclass(frozen=True)
class End:
    """An end of a route: the place, and the land hex that distances are measured from."""

    key: object
    stop: StopId
    land: str
    red: bool = False
    port: bool = False

    @property
    def area(self) -> bool:
        return self.red or self.port


Reading = tuple[int, list[tuple[End, ...]]]  # bonus; the ends that score, chain by chain


def bonus(one: End, two: End) -> int:
    """Return the bonus for the hexes between two ends (7.8.1.3, 7.8.1.4)."""
    between = max(0, distance(one.land, two.land) - 1 + one.area + two.area)
    return between * (PORT_BONUS if one.port or two.port else LAND_BONUS)


def is_permanent(desk: Desk, train: str) -> bool:
    if desk.policy.permanent_from_six:
        return bool(desk.train(train).range >= 6)
    return not rusts_with(desk, train)


def readings(desk: Desk, lines: list[Line]) -> list[Reading]:
    """Return the ways in which freights can be taken as chains; one at least is required."""
    if not lines:
        return [(0, [])]
    if desk.policy.freight_sets_site:
        return _site_readings(desk, lines)
    found: list[Reading] = []
    for blocks in _groupings(desk, lines):
        chains = [_chain(desk, block) for block in blocks]
        for choice in product(*chains):
            total = sum(money for money, _ in choice)
            found.append((total, [ends for _, ends in choice]))
    desk.require(bool(found), f"7.8.1.6: freights are not joined: {[line.train for line in lines]}")
    return found


def _chain(desk: Desk, block: list[Line]) -> list[tuple[int, tuple[End, ...]]]:
    """Return what a chain can score, bonus and ends; nothing if it is none."""
    ends = [end for line in block for end in line.ends]
    count = Counter(end.key for end in ends)
    if not _connected(block):
        return []
    free = {end.key: end for end in ends if count[end.key] % 2}
    if not free:
        return _closed(ends) if desk.policy.closed_chains else []
    if any(end.area and count[end.key] > 1 for end in ends):
        return []  # an area is no joint
    if len(free) != 2:
        return []
    one, two = free.values()
    alike = (one.port and two.port) or (one.red and two.red)
    if alike and desk.policy.chain_is_one_route:
        return []  # not from port to port nor from red to red (7.8.0.5, A-5)
    return [(bonus(one, two), (one, two))]


def _closed(ends: list[End]) -> list[tuple[int, tuple[End, ...]]]:
    """Return what a chain scores that ends where it began, perhaps by another entrance."""
    by_two = [(a, b) for a, b in combinations(ends, 2) if a.key == b.key and a.stop != b.stop]
    found: list[tuple[int, tuple[End, ...]]] = [(0, (end,)) for end in ends]
    return found + [(bonus(a, b), (a,)) for a, b in by_two]


def _groupings(desk: Desk, lines: list[Line]) -> Iterator[list[list[Line]]]:
    """Yield the chains that may be made: permanents are free, the others stay together (A-7)."""
    steady = [line for line in lines if is_permanent(desk, line.train)]
    others = [line for line in lines if line not in steady]
    if len(steady) < 2:
        yield [lines]
        return
    parts = [[line] for line in steady] + ([others] if others else [])
    yield from _partitions(parts)


def _partitions(parts: list[list[Line]]) -> Iterator[list[list[Line]]]:
    if not parts:
        yield []
        return
    first, *rest = parts
    for blocks in _partitions(rest):
        yield [first, *blocks]
        for number, block in enumerate(blocks):
            yield [*blocks[:number], first + block, *blocks[number + 1 :]]


def _connected(block: list[Line]) -> bool:
    reached, left = {end.key for end in block[0].ends}, block[1:]
    while left:
        near = [line for line in left if any(end.key in reached for end in line.ends)]
        if not near:
            return False
        left = [line for line in left if line not in near]
        reached |= {end.key for line in near for end in line.ends}
    return True


# --- as on 18xx.games --------------------------------------------------------------------


def _site_readings(desk: Desk, lines: list[Line]) -> list[Reading]:
    """Routes that share an end are one set, whatever they are (D7, D32)."""
    found: list[Reading] = []
    for division in product(*(_divisions(desk, group) for group in _sets(lines))):
        chains = [chain for part in division for chain in part]
        total = sum(bonus(*free) for free, _ in chains if free)
        found.append((total, [tuple(free) or (at,) for free, at in chains]))
    return found


Freed = tuple[list[End], End]  # the ends of a set, two or none, and where its first route begins


def _divisions(desk: Desk, group: list[Line]) -> list[list[Freed]]:
    """Return a set as it is; where it branches, how it is divided: what rusts together (D7)."""
    whole = _freed(desk, group)
    if len(whole[0]) in (0, 2):
        return [[whole]]
    steady = [[line] for line in group if is_permanent(desk, line.train)]
    others = [line for line in group if [line] not in steady]
    found = []
    for parts in _partitions(steady + ([others] if others else [])):
        chains = [_freed(desk, part) for part in parts if len(_sets(part)) == 1]
        free = [end.stop for ends, _ in chains for end in ends]
        apart = len(chains) == len(parts) and len(set(free)) == len(free)
        if apart and all(len(ends) in (0, 2) for ends, _ in chains):
            found.append(chains)
    desk.require(bool(found), f"D32: {[line.train for line in group]} branch")
    return found


def _freed(desk: Desk, group: list[Line]) -> Freed:
    ends = [end for line in group for end in line.ends]
    count = Counter(end.stop for end in ends)
    of_one = desk.policy.ends_of_one_train
    single = {e.stop: e for e in ends if (count[e.stop] == 1 if of_one else count[e.stop] % 2)}
    return list(single.values()), ends[0]


def _sets(lines: list[Line]) -> list[list[Line]]:
    """Group routes that hang together by their ends."""
    groups: list[list[Line]] = []
    for line in lines:
        keys = {end.stop for end in line.ends}
        near = [g for g in groups if any(end.stop in keys for mine in g for end in mine.ends)]
        joined = [mine for group in near for mine in group]
        groups = [group for group in groups if group not in near] + [[*joined, line]]
    return groups
