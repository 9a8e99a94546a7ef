"""The best linked set: every unit chooses an option, and what several of them visit pays once.

Being linked is what makes it hard: without that, the bound would nearly be met. Therefore the
search first decides how a set leads on from the anchor. As long as there are options out of reach,
a set that has any of them has a unit that leads from what is reached to a place where one of them
begins: each such place and kind of unit is tried, with the unit bound to the options that lead
there, which are then left out for good; with few units to come, each option by itself. What remains
has only options within reach, and there units choose one after the other. So every linked set is
met once. At every stand the options that cannot belong to anything better than what is known are
dropped for all that grows from there:

- Prices on the assets (paying_once.py) give a bound: what the units to come can bring at most. An
  option that brings less than the best of its unit by more than the bound can spare is dropped.
- An option out of reach needs others that lead to it. What those bring less than the best of their
  units is lost, too: the cheapest way to link it is found as in Dijkstra's shortest paths.
- While many units are to come, the prices are adapted to the options that are left.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from msgspec.structs import replace

from ...engine.routing.walk import Interrupted
from .good_guess import GoodGuess
from .linked_sets import Row, Stand
from .paying_once import (
    SCALE,
    Demand,
    Option,
    Prices,
    Tariff,
    better_prices,
    single_bits,
)

_TICKS = 16  # nodes between two looks at the caller's wishes
_FEW = 3  # units to come whose options are tried one by one
_MANY = 3  # units to come for which prices are adapted
_CROWD = 6  # units to come of which it matters little for prices which one leads on
_SHRUNK = 0.8  # it is worth another sweep if less than this part of the options is left


Open = list[tuple[int, Option]]  # options with what they bring after prices


class LinkedSearch(GoodGuess):
    """Finds the best linked choices, with proof."""

    def run(self) -> None:
        """Find the best choices: value, options by unit, what the caller made of it."""
        self._grow(self._start())

    # --- growing ------------------------------------------------------------------------

    def _grow(self, stand: Stand) -> None:
        self._offer(stand)
        self._go_on(stand)

    def _go_on(self, stand: Stand) -> None:
        """Find the best sets that contain this one and more."""
        self.nodes += 1
        if self._tick is not None and not self.nodes % _TICKS and self._tick():
            raise Interrupted
        left = sum([row.count for row in stand.rows])
        if left == 1:
            self._last(stand)
        elif left:
            found = self._judged(stand)
            if found is not None and self._cross(stand, found):
                found = self._judged(stand)
            if found is not None:
                self._divide(stand, found)

    def _judged(self, stand: Stand) -> list[Open] | None:
        """Return the options that can lead to something better, the best first."""
        many = sum([row.count for row in stand.rows]) >= _MANY
        found = self._sharpened(stand) if many else self._promising(stand)
        if found is not None:
            for options in found:
                options.sort(key=_brings, reverse=True)
        return found

    def _cross(self, stand: Stand, found: list[Open]) -> bool:
        """Let units lead on to each place from which others go further than the reach.

        False if all options are within reach; if not, they are afterwards, for all others have
        been tried.
        """
        reached, rows = stand.reached, stand.rows
        tops = self._tops(found, rows)
        beyond: dict[int, int] = {}  # place -> what is lost by going on from there
        for options, top in zip(found, tops, strict=True):
            for brings, option in options:
                if not option.touches & reached:
                    for place in single_bits(option.touches):
                        beyond[place] = min(beyond.get(place, top - brings), top - brings)
        if not beyond:
            return False
        # What leads on: its row, by which place (0: this option alone), what is lost at least.
        leading: dict[tuple[int, int, int], int] = {}
        few = sum([row.count for row in rows if not row.leads]) <= _FEW
        for n, (options, top) in enumerate(zip(found, tops, strict=True)):
            for number, (brings, option) in enumerate(options):
                if option.touches & reached:
                    for place in single_bits(option.touches & ~reached):
                        if place in beyond:
                            key = (n, 0, number) if few else (n, place, 0)
                            lost = top - brings + beyond[place]
                            leading[key] = min(leading.get(key, lost), lost)
        every, best, tariff = found.copy(), tops.copy(), stand.tariff
        for (n, place, number), lost in sorted(leading.items(), key=_loss):
            if lost > self._spare(stand, best) or self._spare(stand, tops) < 0:
                break
            if place:
                leads = [e for e in found[n] if e[1].touches & place and e[1].touches & reached]
            else:
                leads = [every[n][number]]
            if not leads:
                continue
            done = {id(option) for _, option in leads}
            found[n] = [entry for entry in found[n] if id(entry[1]) not in done]
            if place:
                tariff = self._lead(replace(stand, tariff=tariff), found, n, leads)
            else:
                self._take(stand, found, n, leads[0][1])
            tops[n] = self._top(found[n], rows[n].required)
        near = [[e for e in options if e[1].touches & reached] for options in found]
        stand.rows = _rows(stand, near)
        return True

    def _lead(self, stand: Stand, found: list[Open], n: int, leads: Open) -> Tariff:
        """Go on where a unit of a row has to lead on by one of some options.

        Return prices to begin with for whatever else leads on: of many units, those adapted to
        this one suit the next one, too.
        """
        options = [option for _, option in leads]
        common = -1  # all these places will be reached, whichever it is
        for option in options:
            common &= option.touches
        rows = _rows(stand, found)
        row = rows.pop(n)
        if row.count > 1:
            rows.append(replace(row, count=row.count - 1, options=row.options + options))
        rows.append(Row(row.group, 1, True, options, leads=True))
        led = replace(stand, reached=stand.reached | common, rows=rows)
        self._go_on(led)
        return led.tariff if sum([row.count for row in rows]) >= _CROWD else stand.tariff

    def _divide(self, stand: Stand, found: list[Open]) -> None:
        """Let a unit do each thing that it can; all is within reach."""
        rows = stand.rows
        tops = self._tops(found, rows)
        n = min(range(len(rows)), key=lambda n: len(found[n]))
        required = rows[n].required
        while found[n]:
            brings, option = found[n][0]
            tops[n] = brings if brings > 0 or required else 0
            if self._spare(stand, tops) + min(brings - tops[n], 0) < 0:
                break
            found[n] = found[n][1:]
            self._take(stand, found, n, option)
        tops[n] = 0
        if not required and self._spare(stand, tops) >= 0:
            left = _rows(stand, found)
            del left[n]
            self._go_on(replace(stand, rows=left))

    def _take(self, stand: Stand, found: list[Open], n: int, option: Option) -> None:
        """Go on with an option, unless that cannot lead to anything better."""
        row = stand.rows[n]
        for settled in _settled(option, stand.assets):
            gain = settled.bonus + self.worth(settled.assets & ~stand.assets)
            if not gain and not option.touches & ~stand.reached and not row.required:
                continue  # as well it may stay idle
            if self._hopeful(stand, found, n, settled, gain):
                self._grow(stand.added(n, settled, gain, _rows(stand, found)))

    def _hopeful(
        self, stand: Stand, found: list[Open], number: int, taken: Option, gain: int
    ) -> bool:
        """Tell whether a set with one more option may be better.

        By that one the others only become worse, so that few need to be judged again.
        """
        assets = stand.assets | taken.assets
        net, free = stand.tariff.net, ~assets
        spare = (stand.value + gain) * SCALE + stand.tariff.unpaid(assets) - self._needed()
        for n, row in enumerate(stand.rows):
            count = row.count - 1 if n == number else row.count
            if not count:
                continue
            best = None if row.required else 0
            for before, option in found[n]:
                if best is not None and before <= best:
                    break
                brings = net(option.assets & free) + option.bonus * SCALE
                if option.skips and not option.skips & assets:
                    brings -= net.cheapest(option.skips)[0]
                if best is None or brings > best:
                    best = brings
            if best is None:
                return False
            spare += best * count
        return spare >= 0

    def _last(self, stand: Stand) -> None:
        """Let the last unit run where it brings most."""
        row = stand.rows[0]
        fitting = [
            (option.gain(stand.assets, self.worth), option)
            for option in row.options
            if stand.fits(option)
        ]
        fitting.sort(key=lambda entry: -entry[0])
        for gain, option in fitting:
            if stand.value + gain <= self._worst():
                return
            best = self._best_settled(option, stand.assets)
            self._consider(stand.value + gain, (*stand.chosen, (row.group, best)))

    # --- bound --------------------------------------------------------------------------

    def _needed(self) -> int:
        """Return what is better than all that is known, scaled."""
        return (self._worst() + self.step) * SCALE

    def _base(self, stand: Stand) -> int:
        """Return what is certain, and the prices of what nobody is paid for yet."""
        return stand.value * SCALE + stand.tariff.unpaid(stand.assets)

    def _spare(self, stand: Stand, tops: list[int]) -> int:
        """Return what may be lost by options that are not the best ones, scaled."""
        counts = [row.count for row in stand.rows]
        return self._base(stand) + sum(map(int.__mul__, tops, counts)) - self._needed()

    def _tops(self, found: list[Open], rows: list[Row]) -> list[int]:
        """Return what a unit of each row can bring at most."""
        return [self._top(o, row.required) for o, row in zip(found, rows, strict=True)]

    def _top(self, options: Open, required: bool) -> int:
        top = max([entry[0] for entry in options], default=0)
        return top if top > 0 or required else 0

    def _sharpened(self, stand: Stand) -> list[Open] | None:
        """Drop options and adapt the prices to those that are left, in turns."""
        before = None
        while (found := self._promising(stand)) is not None:
            now = sum(map(len, found))
            if before is not None and now > _SHRUNK * before:
                return found
            before = now
            stand.rows = _rows(stand, found)
            stand.tariff = Tariff(self._adapted(stand), self.worth)
        return None

    def _adapted(self, stand: Stand) -> Prices:
        """Return prices that suit what the units to come may do."""
        free, worth = ~stand.assets, self.worth
        demands = []
        for row in stand.rows:
            options = [
                (
                    (o.bonus + worth(o.assets & free)) * SCALE,
                    o.assets & free,
                    0 if o.skips & stand.assets else o.skips,
                )
                for o in row.options
            ]
            demands.append(Demand.of(row.count, options))
        prices = {bit: price for bit, price in stand.tariff.prices.items() if bit & free}
        return better_prices(demands, worth, prices, self._needed() - stand.value * SCALE)[1]

    def _promising(self, stand: Stand) -> list[Open] | None:
        """Return the options that can lead to something better; None if nothing can."""
        found = self._open(stand)
        rows = stand.rows
        counts = [row.count for row in rows]
        base, before = self._base(stand) - self._needed(), 0
        while True:
            if any(row.required and not o for o, row in zip(found, rows, strict=True)):
                return None
            tops = self._tops(found, rows)
            spare = base + sum(map(int.__mul__, tops, counts))
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
        for row in stand.rows:
            options: Open = []
            for option in row.options:
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


def _brings(entry: tuple[int, Option]) -> int:
    return entry[0]


def _loss(entry: tuple[object, int]) -> int:
    return entry[1]


def _rows(stand: Stand, found: list[Open]) -> list[Row]:
    """Return the rows of a stand with only the options that were found for each."""
    return [
        Row(row.group, row.count, row.required, [option for _, option in options], row.leads)
        for row, options in zip(stand.rows, found, strict=True)
    ]


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
