"""What the trains of a company can do: the candidates among which the search for sets chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from msgspec import Struct

from ...engine.memory import Memory
from .facts import EXPRESS, FREIGHT, LOCAL
from .freight import Chains, Freight, Joining, Key, bits
from .network import Network, weighed
from .paths import Bounds, Ground, Walk, Way, hexes_of, nodes_of, sides_of, text_of
from .paying_once import Option, Worth
from .printed import Train1862

Tick = Callable[[], bool] | None


class Fixed(Struct, frozen=True):
    """A route that a train must run."""

    card: str
    path: str


class Puzzle(Struct, frozen=True):
    """Everything that the best set depends on."""

    ground: Ground
    values: dict[int, int]  # what every bit of the network pays
    trains: tuple[tuple[str, Train1862], ...]  # those that may run, by card
    permanent: frozenset[str] = frozenset()  # the cards that never rust
    all_run: bool = True  # a train that can run must run (1862-7.8.0.1)
    joining: Joining = Joining()
    subsidy: bool = True  # the subsidy counts
    count: int = 1
    fixed: tuple[Fixed, ...] = ()
    through: int = 0  # bits that the set must visit
    without: frozenset[int] = frozenset()  # routes (as sides) that nobody may run
    floor: int = 0  # only sets that bring more are wanted
    skips_as_listed: bool = False  # what an N/M train skips is chosen as on the site


class Fleet:
    """The trains of a puzzle, all kinds together (1862-7.8.4.1).

    Express and local ones are units, freights are joined.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.ground, self.net = puzzle, puzzle.ground, puzzle.ground.net
        values = dict(puzzle.values)
        if not puzzle.subsidy:
            values.update(dict.fromkeys((b for b in values if b & self.net.hexes), 0))
        self.worth = Worth(values)
        self.fixed = {fixed.card: fixed.path for fixed in puzzle.fixed}
        self.keep = puzzle.ground.links | puzzle.through
        self.walked = self.candidates = 0
        self._merged: dict[int, int] = {}  # what an asset stands for
        self.singles = sorted(
            (t for t in puzzle.trains if t[1].use != FREIGHT), key=lambda t: (t[1].kind, t[0])
        )
        self.freights = [
            Freight(card, train.range, card in puzzle.permanent, self.fixed.get(card, ""))
            for card, train in puzzle.trains
            if train.use == FREIGHT
        ]

    def walk(self, tick: Tick) -> None:
        """Walk all ways and find what they can be paid for; trains of one kind share a list."""
        self.units: list[list[Option]] = []
        known: dict[tuple[str, str], list[Option]] = {}
        for card, train in self.singles:
            key = (train.kind, self.fixed.get(card, ""))
            if key not in known:
                known[key] = self._single(train, key[1], tick)
                self.candidates += len(known[key])
            self.units.append(known[key])
        self._merge_assets(list(known.values()))
        ways = self._freight_ways(tick)
        self.candidates += sum(len(found) for found in ways.values())
        self.chains = Chains(self.net, self.worth, ways, self.keep, self.puzzle.joining)

    def _merge_assets(self, lists: list[list[Option]]) -> None:
        """Let one small station or hex stand for all that are always visited together.

        The search handles so many assets less; what is paid for in truth, `paid` says.
        """
        extras = self.net.towns | self.net.hexes
        where: dict[int, int] = {}  # asset -> the options that have it, as bits
        options = [option for found in lists for option in found if option.assets & extras]
        for n, option in enumerate(options):
            for bit in bits(option.assets & extras):
                where[bit] = where.get(bit, 0) | 1 << n
        together: dict[int, int] = {}
        for bit, found in where.items():
            together[found] = together.get(found, 0) | 1 << bit
        values = {bit: value for bit, value in self.worth.values.items() if not bit & extras}
        stands: dict[int, int] = {}  # asset -> the one that stands for it
        for merged in together.values():
            first = merged & -merged
            values[first] = self.worth(merged)
            stands.update((1 << bit, first) for bit in bits(merged))
            self._merged[first] = merged
        self.worth = Worth(values)
        for option in options:
            assets = option.assets & ~extras
            for bit in bits(option.assets & extras):
                assets |= stands[1 << bit]
            option.assets = assets

    def paid(self, assets: int) -> int:
        """Return all that is paid for, where some assets stand for others."""
        for bit in bits(assets):
            assets |= self._merged.get(1 << bit, 0)
        return assets

    def _ways(self, bounds: Bounds, tick: Tick, maximal: bool) -> list[Way]:
        found = _walked(self, bounds, tick, maximal and not self.puzzle.without and not self.fixed)
        if self.puzzle.without:
            found = [way for way in found if sides_of(way) not in self.puzzle.without]
        return found

    def _single(self, train: Train1862, path: str, tick: Tick) -> list[Option]:
        """Return what an express or local train can be paid for, the most valuable first."""
        found: dict[tuple[int, int, int], Option] = {}
        bounds = Bounds(stops=train.range, areas=train.use == EXPRESS)
        for way in self._ways(bounds, tick, maximal=True):
            if path and text_of(self.net, way) not in (path, reversed_text(path)):
                continue
            extra = local_extras(self.net, way) if train.use == LOCAL else 0
            touches = way.places & self.keep
            for visited, skips in self._scored(way, train):
                assets = visited | extra
                if (assets, touches, skips) not in found:
                    lost = self.worth.cheapest(skips)[0] if skips else 0
                    value = self.worth(assets) - lost
                    found[assets, touches, skips] = Option(
                        value, assets, 0, touches, way, skips=skips
                    )
        return sorted(found.values(), key=lambda option: -option.value)

    def _scored(self, way: Way, train: Train1862) -> Iterator[tuple[int, int]]:
        """Yield stations that a train may be paid for, and those of which it skips one."""
        places = way.places & (self.net.cities | self.net.areas)
        more = places.bit_count() - (train.scores or train.range)
        if more <= 0:
            yield places, 0
            return
        for dropped in combinations([1 << n for n in bits(places)], more - 1):
            left = places & ~sum(dropped)
            yield left, left

    def _freight_ways(self, tick: Tick) -> dict[Key, list[Way]]:
        if not self.freights:
            return {}
        longest = max(freight.range for freight in self.freights)
        # To areas, too; small stations do not count (1862-7.8.1.2).
        every = self._ways(Bounds(steps=longest), tick, maximal=False)
        ways: dict[Key, list[Way]] = {}
        for freight in self.freights:
            found = [way for way in every if way.steps <= freight.range]
            if freight.only:
                texts = (freight.only, reversed_text(freight.only))
                found = [way for way in found if text_of(self.net, way) in texts]
            ways[freight.range, freight.only] = found
        return ways


_CACHE_SIZE = 100_000  # ways
_cache: Memory[tuple[Ground, Bounds, bool], list[Way]] = Memory(_CACHE_SIZE)


def _walked(fleet: Fleet, bounds: Bounds, tick: Tick, maximal: bool) -> list[Way]:
    """Return all ways within bounds; other trains on the same board need not walk them again."""
    key = (fleet.ground, bounds, maximal)
    found = _cache.get(key)
    if found is None:
        walk = Walk(fleet.ground, bounds, tick)
        found = list(walk.ways(maximal))
        fleet.walked += walk.walked
        if sum(map(len, _cache.values())) + len(found) > _CACHE_SIZE:
            _cache.clear()
        _cache[key] = found
    return found


def scorings(net: Network, way: Way, train: Train1862) -> list[int]:
    """Return what a train may be paid for of the stations it visits (1862-7.8.2.4)."""
    places = way.places & (net.cities | net.areas)
    scores = train.scores or train.range
    if places.bit_count() <= scores:
        return [places]
    return [sum(kept) for kept in combinations([1 << n for n in bits(places)], scores)]


def listed_scorings(net: Network, way: Way, train: Train1862) -> Iterator[tuple[int, int]]:
    """Yield what a train may be paid for as the site lists it: in the order of its stops.

    With it comes what the site weighs: an area is another one at each of its hexes.
    """
    nodes = nodes_of(net, way)
    for kept in combinations(nodes, min(train.scores or train.range, len(nodes))):
        yield sum(node.pays for node in kept), sum(weighed(node) for node in kept)


def local_extras(net: Network, way: Way) -> int:
    """Return what else a local train is paid for: small stations (1862-7.8.2.1), and hexes."""
    return way.places & net.towns | hexes_of(net, way)


def reversed_text(path: str) -> str:
    return "-".join(reversed(path.split("-")))
