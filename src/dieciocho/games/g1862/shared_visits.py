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
- What is hard is searched with a toll. A unit that is linked with what is reached shares a place
  with it, so units together touch at most as many new places as each of them does, less one for
  each unit out of reach. With a price on that (the toll), a unit out of reach pays the toll, and a
  unit gets it for every new place that it touches and is not paid for; the bound stays one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace

from ...engine.routing.walk import Interrupted
from .good_guess import GoodGuess
from .linked_sets import Row, Stand
from .out_of_reach import Open, linkable
from .paying_once import (
    ROUNDS,
    SCALE,
    Demand,
    Option,
    Prices,
    Tariff,
    Tolls,
    Worth,
    better_prices,
    single_bits,
)

_TICKS = 16  # nodes between two looks at the caller's wishes
_FEW = 3  # units to come whose options are tried one by one
_MANY = 3  # units to come for which prices are adapted
_CROWD = 6  # units to come of which it matters little for prices which one leads on
_EASY = 60  # nodes for which nothing needs to be prepared
_USEFUL = 4  # a toll closes at least such a part of the gap between bound and best set
_SHRUNK = 0.8  # it is worth another sweep if less than this part of the options is left


class _Hard(Exception):
    """More nodes are needed than it takes to begin anew, better prepared."""


class LinkedSearch(GoodGuess):
    """Finds the best linked choices, with proof."""

    _hard = False

    def run(self) -> None:
        """Find the best choices: value, options by unit, what the caller made of it."""
        with suppress(_Hard):
            self._grow(self._start())
            return
        self._hard = True
        self._find_joints()
        stand = self._start()
        if self._set_toll(stand) and self.free:
            stand.rows = [replace(row, options=self._needed_of(row)) for row in stand.rows]
        self._grow(stand)

    def _needed_of(self, row: Row) -> list[Option]:
        """Return the options of a row but those that another one replaces in every set."""
        kept: list[tuple[Option, int]] = []
        for option in sorted(row.options, key=lambda o: -o.assets.bit_count()):
            assets, links = option.assets, option.touches & self.joints
            if not any(
                not assets & ~other.assets and not links & ~others and option.skips == other.skips
                for other, others in kept
            ):
                kept.append((option, links))
        return [option for option, _ in kept]

    def _set_toll(self, stand: Stand) -> bool:
        """Find prices to begin with, and leave the toll away where it hardly helps.

        False if nothing can be better than what is known.
        """
        most, self.most_toll = self.most_toll, 0
        rounds, needed = 2 * ROUNDS, self._needed()
        bound, prices, toll = self._adapted(stand, rounds)
        if bound >= needed and most:
            self.most_toll = most
            other = self._adapted(stand, rounds)
            if (bound - other[0]) * _USEFUL >= bound - needed:
                prices, toll = other[1:]
            else:
                self.most_toll = 0
        stand.tariff = Tariff(prices, self.worth, toll)
        return bound >= needed

    # --- growing ------------------------------------------------------------------------

    def _grow(self, stand: Stand) -> None:
        self._offer(stand)
        self._go_on(stand)

    def _go_on(self, stand: Stand) -> None:
        """Find the best sets that contain this one and more."""
        self.nodes += 1
        if self._tick is not None and not self.nodes % _TICKS and self._tick():
            raise Interrupted
        if not self._hard and self.nodes > _EASY:
            raise _Hard
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
                    for place in single_bits(option.touches & self.joints):
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
        if sum([row.count for row in rows]) < _CROWD:
            return stand.tariff
        return self._fitting(led.tariff, stand.reached)

    def _fitting(self, tariff: Tariff, reached: int) -> Tariff:
        """Return prices that leave the toll where less was reached: nobody loses by an asset."""
        prices, pays, toll = tariff.prices, self.worth.values, tariff.toll
        fresh = self.paying & ~reached if toll else 0
        over = {
            bit: pays[bit] * SCALE - toll
            for bit, price in prices.items()
            if bit & fresh and price > pays[bit] * SCALE - toll
        }
        return Tariff({**prices, **over}, self.worth, toll) if over else tariff

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
        """Go on with an option, unless that cannot lead to anything better.

        Another unit may do the same for its bonus, or to be paid for what the first one skips.
        """
        row = stand.rows[n]
        if row.count > 1 and (option.bonus or option.skips):
            most = stand.tariff.net(option.assets) + option.bonus * SCALE
            found = [*found[:n], [(most, option), *found[n]], *found[n + 1 :]]
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
        reached = stand.reached | taken.touches
        toll, joints = stand.tariff.toll, self.joints & ~reached
        fresh = self.paying & joints & free
        spare = (stand.value + gain) * SCALE + stand.tariff.unpaid(assets) - self._needed()
        for n, row in enumerate(stand.rows):
            count = row.count - 1 if n == number else row.count
            if not count:
                continue
            best = None if row.required else 0
            for before, option in found[n]:
                if best is not None and before <= best:
                    break
                left = option.assets & free
                brings = net(left) + option.bonus * SCALE
                if toll:
                    touches = option.touches
                    tolls = (touches & joints).bit_count() - (left & fresh).bit_count()
                    brings += toll * (tolls if touches & reached else tolls - 1)
                if option.skips and not option.skips & assets:
                    brings -= _skipped(net, option.skips, fresh, toll)
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
            most, prices, toll = self._adapted(stand)
            stand.tariff = Tariff(prices, self.worth, toll)
            if stand.value * SCALE + most < self._needed():
                return None
        return None

    def _adapted(self, stand: Stand, rounds: int = ROUNDS) -> tuple[int, Prices, int]:
        """Return prices that suit what the units to come may do, and what these bring at most."""
        free, worth = ~stand.assets, self.worth
        reached, joints = stand.reached, self.joints & ~stand.reached
        fresh = self.paying & joints & free
        demands = []
        for row in stand.rows:
            options = [
                (
                    (o.bonus + worth(o.assets & free)) * SCALE,
                    o.assets & free,
                    0 if o.skips & stand.assets else o.skips,
                    (o.touches & joints).bit_count()
                    - (o.assets & fresh).bit_count()
                    - (not o.touches & reached),
                )
                for o in row.options
            ]
            demands.append(Demand.of(row.count, options))
        prices = {bit: price for bit, price in stand.tariff.prices.items() if bit & free}
        tolls = Tolls(fresh, stand.tariff.toll, self.most_toll)
        needed = self._needed() - stand.value * SCALE
        return better_prices(demands, worth, prices, needed, rounds, tolls)

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
            found = linkable(stand.reached, found, tops, spare, sum(counts))

    def _open(self, stand: Stand) -> list[Open]:
        """Return what the options bring besides what is paid already, after prices."""
        net, known = stand.tariff.net, stand.tariff.net.known
        assets, free, taken = stand.assets, ~stand.assets, stand.taken
        toll, reached = stand.tariff.toll, stand.reached
        joints = self.joints & ~reached
        fresh = self.paying & joints & free
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
                if toll:
                    touches = option.touches
                    tolls = (touches & joints).bit_count() - (left & fresh).bit_count()
                    brings += toll * (tolls if touches & reached else tolls - 1)
                if option.skips and not option.skips & assets:
                    brings -= _skipped(net, option.skips, fresh, toll)
                options.append((brings + option.bonus * SCALE, option))
            found.append(options)
        return found


def _skipped(net: Worth, skips: int, fresh: int, toll: int) -> int:
    """Return what is lost at least by skipping one of some assets."""
    if not toll or not skips & fresh:
        return net.cheapest(skips)[0]
    least = net.cheapest(skips & fresh)[0] - toll
    others = skips & ~fresh
    return min(least, net.cheapest(others)[0]) if others else least


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
