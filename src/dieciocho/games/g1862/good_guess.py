"""A good linked set, found quickly and without proof; the search for the best begins with it."""

from __future__ import annotations

from heapq import nlargest

from .linked_sets import LinkedSets, Stand
from .paying_once import SCALE, Chosen, Option, components

_BEAM = 30  # sets that grow side by side
_EXCHANGED = 60  # options of a unit that are tried to improve a set


# What a longer set is worth, the gain, and what goes where: row, set, option.
Longer = tuple[int, int, int, Stand, Option]


class GoodGuess(LinkedSets):
    """Lets sets grow side by side, then exchanges two options at a time."""

    def guess(self) -> None:
        """Find good choices quickly and without proof."""
        self._beam()
        self._exchange()

    def _beam(self) -> None:
        """Let the most valuable sets grow side by side."""
        layer = [self._start()]
        while layer:
            best: list[Longer] = []
            for stand in layer:
                # What comes later must be better, not as good.
                least = best[-1][0] if len(best) == _BEAM else -1
                best = nlargest(_BEAM, best + self._longer(stand, least), key=_value)
            layer = [
                stand.added(n, self._best_settled(option, stand.assets), gain, stand.rows)
                for _, gain, n, stand, option in best
            ]
            for stand in layer:
                self._offer(stand)

    def _longer(self, stand: Stand, least: int) -> list[Longer]:
        """Return how a set can go on to be worth more than so much."""
        worth, known = self.worth, self.worth.known
        assets, free, reached = stand.assets, ~stand.assets, stand.reached
        needed = least - stand.value
        found: dict[tuple[int, int, int], Longer] = {}
        for n, row in enumerate(stand.rows):
            for option in row.options:
                if not option.touches & reached or option.takes & stand.taken:
                    continue
                left = option.assets & free
                gain = known.get(left)
                if gain is None:
                    gain = worth(left)
                gain += option.bonus
                if option.skips and not option.skips & assets:
                    gain -= worth.cheapest(option.skips)[0]
                if gain > needed:
                    key = (reached | option.touches, assets | option.assets, row.group)
                    if key not in found:
                        found[key] = (stand.value + gain, gain, n, stand, option)
        return list(found.values())

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
        group = next(group for group in self.groups if unit in group.units)
        if not group.likely:
            net = self.tariff.net
            group.likely = nlargest(
                _EXCHANGED, group.options, key=lambda o: net(o.assets) + o.bonus * SCALE
            )
        return group.likely


def _value(longer: Longer) -> int:
    return longer[0]
