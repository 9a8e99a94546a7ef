"""A good linked set, found quickly and without proof; the search for the best begins with it."""

from __future__ import annotations

from heapq import nlargest

from .linked_sets import LinkedSets, Stand
from .paying_once import SCALE, Chosen, Option, components

_BEAM = 30  # sets that grow side by side
_EXCHANGED = 60  # options of a unit that are tried to improve a set


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
            longer: dict[tuple[int, int, int, int], tuple[int, int, int, Stand, Option]] = {}
            for number, stand in enumerate(layer):
                for n, row in enumerate(stand.rows):
                    for option in row.options:
                        if stand.fits(option):
                            gain = option.gain(stand.assets, self.worth)
                            reached = stand.reached | option.touches
                            key = (reached, stand.assets | option.assets, row.group, number)
                            longer.setdefault(key, (stand.value + gain, gain, n, stand, option))
            best = nlargest(_BEAM, longer.values(), key=lambda entry: entry[0])
            layer = [
                stand.added(n, self._best_settled(option, stand.assets), gain, stand.rows)
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
        group = next(group for group in self.groups if unit in group.units)
        if not group.likely:
            net = self.tariff.net
            group.likely = nlargest(
                _EXCHANGED, group.options, key=lambda o: net(o.assets) + o.bonus * SCALE
            )
        return group.likely
