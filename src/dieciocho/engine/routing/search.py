"""Choosing a route for every train, without shared track, for the greatest sum.

Candidates are sorted by value and numbered; for every side there is a bit set of the candidates
that use it. Choosing a route clears the candidates in conflict with it by a few bit operations,
and the best one left for a train is the lowest bit. The sum of the best ones left over the trains
to come bounds what a branch can still reach.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cached_property

from .walk import Candidate, Interrupted

_TICKS = 256  # nodes between two looks at the caller's wishes


class Options:
    """The candidates of one kind of train, with bit sets over them (bit n: the n-th best)."""

    def __init__(self, candidates: list[Candidate]) -> None:
        self.candidates = candidates
        self.all = (1 << len(candidates)) - 1
        self.top_kind = max((c.kind for c in candidates), default=0)
        self.falling = [-c.value for c in candidates]

    @cached_property
    def kinds(self) -> dict[int, int]:
        """The candidates of each class."""
        return _rows(self.candidates, lambda candidate: (candidate.kind,))

    @cached_property
    def users(self) -> dict[int, int]:
        """The candidates that use a side."""
        return _rows(self.candidates, lambda candidate: _bits(candidate.sides))

    def of_kinds(self, low: int, high: int) -> int:
        """Return the candidates whose class lies between two numbers."""
        if low <= 0 and high >= self.top_kind:
            return self.all
        mask = 0
        for kind, row in self.kinds.items():
            if low <= kind <= high:
                mask |= row
        return mask

    def without(self, free: int, sides: int) -> int:
        """Return the candidates of a mask that use none of the sides."""
        if not sides or not free:
            return free
        users = self.users
        while sides and free:
            low = sides & -sides
            sides ^= low
            row = users.get(low)
            if row is not None:
                free ^= free & row  # costs no more than `free` is long
        return free

    def above(self, value: int) -> int:
        """Return the candidates that are worth more than a value."""
        return (1 << bisect_left(self.falling, -value)) - 1

    def best(self, free: int) -> int:
        """Return the value of the best candidate of a mask."""
        return self.candidates[(free & -free).bit_length() - 1].value if free else 0


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        mask ^= low
        found.append(low)
    return found


def _rows(
    candidates: list[Candidate], keys: Callable[[Candidate], Iterable[int]]
) -> dict[int, int]:
    """Return for every key the bit set of the candidates that have it."""
    size = len(candidates) // 8 + 1
    rows: dict[int, bytearray] = {}
    for n, candidate in enumerate(candidates):
        byte, bit = n >> 3, 1 << (n & 7)
        for key in keys(candidate):
            row = rows.get(key)
            if row is None:
                row = rows[key] = bytearray(size)
            row[byte] |= bit
    return {key: int.from_bytes(row, "little") for key, row in rows.items()}


Chosen = tuple[int, list[Candidate | None]]


class SetSearch:
    """Branch and bound for the `count` best sets of one class."""

    def __init__(
        self,
        options: list[Options],
        *,
        used: int = 0,
        wanted: int = 0,
        count: int = 1,
        tick: Callable[[int], bool] | None = None,
    ) -> None:
        self.options = options
        self.masks = [o.without(o.all, used) for o in options]
        self.wanted = wanted  # places that must be visited, as bits
        self.count = count
        self.nodes = 0
        self.bound = sum(o.best(m) for o, m in zip(options, self.masks, strict=True))
        self.found: list[Chosen] = []
        self._floor = -1  # what a set must exceed to be of interest
        self._chosen: list[Candidate | None] = []
        self._tick = tick

    def run(self, total: int) -> list[Chosen]:
        """Find the best sets whose classes add up to `total`, best first."""
        self._pick(0, self.masks, 0, total, self.wanted)
        self.bound = self.found[0][0] if self.found else -1
        return self.found

    def _keep(self, value: int) -> None:
        self.found.append((value, self._chosen.copy()))
        self.found.sort(key=lambda chosen: -chosen[0])
        del self.found[self.count :]
        if len(self.found) == self.count:
            self._floor = self.found[-1][0]

    def _pick(self, i: int, masks: list[int], value: int, missing: int, wanted: int) -> None:
        """Choose for train i and those after it; masks hold what is still free for each."""
        options = self.options
        if i == len(options):
            if missing == 0 and not wanted and value > self._floor:
                self._keep(value)
            return
        self.nodes += 1
        if self._tick is not None and not self.nodes % _TICKS and self._tick(self.bound):
            raise Interrupted
        mine, last = options[i], i == len(options) - 1
        later_kinds = sum(o.top_kind for o in options[i + 1 :])
        free = masks[i] & mine.of_kinds(missing - later_kinds, missing)
        # Trains of the same kind choose in order, so none is worth more than this one.
        twins = sum(1 for o in options[i + 1 :] if o is mine)
        rest = sum(options[j].best(masks[j]) for j in range(i + 1 + twins, len(options)))
        while free:
            low = free & -free
            free ^= low
            candidate = mine.candidates[low.bit_length() - 1]
            ceiling = value + candidate.value * (1 + twins) + rest
            if i == 0:
                self.bound = ceiling
            if ceiling <= self._floor:
                return  # all others of this train are worth less
            if last and wanted & ~candidate.places:
                continue
            self._chosen.append(candidate)
            later = masks.copy()
            for j in range(i + 1, len(options)):
                start = masks[j] & -(low << 1) if options[j] is mine else masks[j]
                if j == i + 1 == len(options) - 1:
                    # Of the last train only routes that would beat the floor are of interest.
                    start &= options[j].above(self._floor - value - candidate.value)
                later[j] = options[j].without(start, candidate.sides)
            self._pick(
                i + 1,
                later,
                value + candidate.value,
                missing - candidate.kind,
                wanted & ~candidate.places,
            )
            self._chosen.pop()
            if last and self.count == 1:
                return  # the first one that fits is the best one
        if missing <= later_kinds and value + rest > self._floor:
            self._chosen.append(None)
            later = [0 if o is mine else m for o, m in zip(options, masks, strict=True)]
            self._pick(i + 1, later, value, missing, wanted)
            self._chosen.pop()
