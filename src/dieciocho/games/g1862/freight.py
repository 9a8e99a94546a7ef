"""Freight trains: what their ends are worth, and how they are joined into chains.

Freights of a company are joined end to end at large stations and pay as one train (1862-7.8.1.6);
permanent ones may also run by themselves (1862-7.8.1.8).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from msgspec import Struct

from ...engine.memory import Memory
from .network import CITY, PORT, Network, Node
from .paths import Way
from .paying_once import Option, Worth

if TYPE_CHECKING:
    from ...engine.routing.model import StopAt

HEX_BONUS, PORT_BONUS = 20, 30  # for each hex between the ends


class Freight(Struct, frozen=True):
    """A freight train that is to run."""

    card: str
    range: int
    permanent: bool
    only: str = ""  # the route that it must run, if one is fixed


class Joining(Struct, frozen=True):
    """How freights may be joined: readings of 1862-7.8.1.6."""

    site: bool = False  # in areas, too, and whoever meets is joined (D7)
    one_route: bool = True  # not from port to port, nor from red to red area
    closed: bool = False  # a chain may end where it began
    single_ends: bool = False  # it ends where just one of its trains begins or ends (D32)

    def may_end(self, a: Node, b: Node) -> bool:
        """Tell whether two nodes can be the free ends of a chain."""
        if self.single_ends:
            return a.stop != b.stop
        if a.pays == b.pays:
            return self.closed
        return not self.one_route or a.kind == CITY or a.kind != b.kind


Key = tuple[int, str]  # range and fixed route: freights with the same key are alike
Run = tuple[tuple[Key, Way], ...]  # who runs where in a chain
Chain = tuple[int, int, int, int]  # its free ends, and which routes have them


def bonus(net: Network, a: int, b: int) -> int:
    """Return the money for the distance between two ends (1862-7.8.1.3)."""
    if a == b:
        return 0
    port = PORT in (net.nodes[a].kind, net.nodes[b].kind)
    return net.distance(a, b) * (PORT_BONUS if port else HEX_BONUS)


Nodes = tuple[list[int], list[int], dict[int, list[int]]]
_known_nodes: Memory[tuple[Network, Joining], Nodes] = Memory(500)


def _nodes(net: Network, joining: Joining) -> Nodes:
    """Return of every node: the other free ends (as bits) that a chain may have, the first node of
    its stop (entrances of a hex are one stop), and from which nodes a chain goes on."""
    known = _known_nodes.get((net, joining))
    if known is None:
        mates = [
            sum(1 << m for m, other in enumerate(net.nodes) if joining.may_end(node, other))
            for node in net.nodes
        ]
        stops: dict[StopAt, int] = {}
        first = [stops.setdefault(node.stop, n) for n, node in enumerate(net.nodes)]
        onward = {n: [n] for n in range(net.count)}
        if joining.site:
            for n in range(net.count, len(net.nodes)):
                onward[n] = [m for m in range(len(net.nodes)) if joinable(net, n, m, True)]
        known = _known_nodes.keep((net, joining), (mates, first, onward))
    return known


class Chains:
    """What freights can do alone and joined."""

    def __init__(
        self, net: Network, worth: Worth, ways: dict[Key, list[Way]], keep: int, joining: Joining
    ) -> None:
        self.net, self.worth = net, worth
        self.joining, self.site = joining, joining.site
        self.keep = keep  # bits of places that matter when routes are compared
        self.ways: dict[Key, dict[tuple[int, int], list[Way]]] = {}
        self._ends: dict[tuple[Key, ...], dict[int, int]] = {}
        self._filled: set[int] = set()
        self._covered: dict[tuple[Key, ...], dict[tuple[int, int], int]] = {}
        self._spots: dict[Key, dict[int, dict[int, int]]] = {}
        self._runs: dict[tuple[tuple[Key, ...], int, int, int], list[tuple[int, Run]]] = {}
        self._options: dict[tuple[tuple[Key, ...], frozenset[Key]], list[Option]] = {}
        self._mates, self._first, self.onward = _nodes(net, joining)
        for key, found in ways.items():
            pairs: dict[tuple[int, int], list[Way]] = {}
            ends: dict[int, int] = {}
            for way in found:
                for a, b in ((way.start, way.end), (way.end, way.start)):
                    pairs.setdefault((a, b), []).append(way)
                    ends[a] = ends.get(a, 0) | 1 << b
            self.ways[key], self._ends[key,] = pairs, ends
        self._cities = net.cities

    def ends(self, trains: tuple[Key, ...]) -> dict[int, int]:
        """Return to which nodes (as bits) a chain of trains can lead from each node."""
        known = self._ends.get(trains)
        if known is None:
            known = {}
            for last in dict.fromkeys(trains):
                before, step = self.ends(without(trains, last)), self._ends[last,]
                for start, reached in before.items():
                    for joint in bits(reached):
                        for onward in self.onward.get(joint, ()):
                            if onward in step:
                                known[start] = known.get(start, 0) | step[onward]
            self._ends[trains] = known
        return known

    def options(self, trains: tuple[Key, ...], idle: frozenset[Key] = frozenset()) -> list[Option]:
        """Return what a chain of trains can be paid for, the most valuable first.

        No chain is meant that an idle train could make longer wherever it runs. What they touch is
        for `fill` to say.
        """
        known = self._options.get((trains, idle))
        if known is None:
            found: dict[tuple[int, int], Option] = {}
            for start, reached in self.ends(trains).items():
                for end in bits((reached & self._mates[start]) >> start << start):
                    if not any(self.goes_on(start, end, train, self._cities) for train in idle):
                        self._add(found, trains, start, end)
            known = sorted(found.values(), key=lambda option: -option.value)
            self._options[trains, idle] = known
        return known

    def goes_on(self, start: int, end: int, train: Key, places: int) -> bool:
        """Tell whether a train could take a chain with these free ends on to a further place.

        Nobody has to turn a freight back to places where the chain has been (A-43).
        """
        step, been = self._ends[train,], 0
        if not self.joining.closed:
            been = sum(1 << n for n, node in enumerate(self.net.nodes) if node.pays & places)
        return any(
            at < self.net.count and step.get(at, 0) & self._mates[other] & ~been
            for at, other in ((start, end), (end, start))
        )

    def _add(
        self, found: dict[tuple[int, int], Option], trains: tuple[Key, ...], start: int, end: int
    ) -> None:
        places = self.net.nodes[start].pays | self.net.nodes[end].pays
        extra = bonus(self.net, start, end)
        option = found.get((places, extra))
        if option is None:
            value = self.worth(places) + extra
            option = found[places, extra] = Option(value, places, extra, 0, (trains, []), -1)
        option.what[1].append((start, end))
        # On the site no two chains have the same end.
        option.takes &= 1 << self._first[start] | 1 << self._first[end] if self.site else 0

    def fill(self, trains: tuple[Key, ...], options: list[Option]) -> list[Option]:
        """Find out what the options of a chain touch; only those that are searched need that."""
        if id(options) not in self._filled:
            self._filled.add(id(options))
            covered = self.covered(trains)
            for option in options:
                for pair in option.what[1]:
                    option.touches |= covered[pair]
        return options

    def covered(self, trains: tuple[Key, ...]) -> dict[tuple[int, int], int]:
        """Return the places that a chain of trains may visit between two nodes."""
        known = self._covered.get(trains)
        if known is None:
            known = self._covered[trains] = {}
            for last in dict.fromkeys(trains):
                if len(trains) == 1:
                    self._cover(known, last, {})
                else:
                    self._cover(known, last, self.covered(without(trains, last)))
        return known

    def _cover(
        self, known: dict[tuple[int, int], int], last: Key, before: dict[tuple[int, int], int]
    ) -> None:
        """Add what is visited if one of the trains comes last."""
        if last not in self._spots:
            spots: dict[int, dict[int, int]] = {}
            for (joint, end), ways in self.ways[last].items():
                places = 0
                for way in ways:
                    places |= way.places & self.keep
                spots.setdefault(joint, {})[end] = places
            self._spots[last] = spots
        spots = self._spots[last]
        if not before:
            for start, ends in spots.items():
                for end, places in ends.items():
                    known[start, end] = known.get((start, end), 0) | places
        for (start, joint), visited in before.items():
            for onward in self.onward.get(joint, ()):
                for end, places in spots.get(onward, {}).items():
                    known[start, end] = known.get((start, end), 0) | visited | places

    def runs(self, trains: tuple[Key, ...], start: int, end: int) -> list[tuple[int, Run]]:
        """Return how trains can form a chain between two nodes: places visited, who runs where.

        Of runs that visit the same places one is enough, and those that visit fewer are left out.
        """
        return self._runs_past(trains, start, end, self.no_joints(start, end))

    def no_joints(self, start: int, end: int) -> int:
        """Return the nodes where a chain with these free ends has no joint: the ends (D32)."""
        if not self.joining.single_ends:
            return 0
        ends = {self._first[start], self._first[end]}
        return sum(1 << n for n, first in enumerate(self._first) if first in ends)

    def _runs_past(
        self, trains: tuple[Key, ...], start: int, end: int, never: int
    ) -> list[tuple[int, Run]]:
        """Return the runs that have no joint where there never is one."""
        known = self._runs.get((trains, start, end, never))
        if known is None:
            found: dict[int, Run] = {}
            for last in dict.fromkeys(trains):
                for places, run in self._runs_with(trains, last, start, end, never):
                    found.setdefault(places & self.keep, run)
            kept: list[int] = []
            for places in sorted(found, key=lambda places: -places.bit_count()):
                if not any(places & other == places for other in kept):
                    kept.append(places)
            known = [(places, found[places]) for places in kept]
            self._runs[trains, start, end, never] = known
        return known

    def _runs_with(
        self, trains: tuple[Key, ...], last: Key, start: int, end: int, never: int
    ) -> Iterator[tuple[int, Run]]:
        """Yield the runs in which one of the trains comes last."""
        if len(trains) == 1:
            for way in self.ways[last].get((start, end), ()):
                yield way.places, ((last, way),)
            return
        rest = without(trains, last)
        for joint in bits(self.ends(rest).get(start, 0) & ~never):
            for onward in self.onward.get(joint, ()):
                for way in self.ways[last].get((onward, end), ()):
                    for places, run in self._runs_past(rest, start, joint, never):
                        yield places | way.places, (*run, (last, way))


class Visits:
    """Chains of freights that visit a place of each of several groups.

    Long chains have too many runs to look at each. Where all that matters of a run is which groups
    it visits, it suffices to know which nodes can be reached with which groups visited.
    """

    def __init__(self, chains: Chains, groups: tuple[int, ...]) -> None:
        self._onward, self._no_joints = chains.onward, chains.no_joints
        self._all = (1 << len(groups)) - 1
        self._reached: dict[tuple[tuple[Key, ...], int, int], dict[int, int]] = {}
        self._ways: dict[tuple[Key, int, int, int], Way] = {}
        # The groups that a way visits -> the nodes where it ends, for each train and beginning.
        self._steps: dict[Key, dict[int, dict[int, int]]] = {}
        known: dict[int, int] = {}  # places -> the groups that they are of
        for key, pairs in chains.ways.items():
            steps = self._steps[key] = {}
            for (start, end), ways in pairs.items():
                for way in ways:
                    places = way.places
                    visited = known.get(places, -1)
                    if visited < 0:
                        visited = sum([1 << n for n, group in enumerate(groups) if places & group])
                        known[places] = visited
                    ends = steps.setdefault(start, {})
                    ends[visited] = ends.get(visited, 0) | 1 << end
                    self._ways.setdefault((key, start, end, visited), way)

    def runs(self, trains: tuple[Key, ...], start: int, end: int) -> list[tuple[int, Run]]:
        """Return a chain between two nodes that visits all groups, if there is one."""
        never = self._no_joints(start, end)
        if not self._reach(trains, start, never).get(self._all, 0) >> end & 1:
            return []
        run = self._back(trains, start, end, self._all, never)
        places = 0
        for _, way in run:
            places |= way.places
        return [(places, run)]

    def _reach(self, trains: tuple[Key, ...], start: int, never: int) -> dict[int, int]:
        """Return to which nodes a chain can lead from a node, by the groups that it visits."""
        if len(trains) == 1:
            return self._steps[trains[0]].get(start, {})
        known = self._reached.get((trains, start, never))
        if known is None:
            known = self._reached[trains, start, never] = {}
            for _, visited, _, step, ends in self._joined(trains, start, never):
                known[visited | step] = known.get(visited | step, 0) | ends
        return known

    def _joined(
        self, trains: tuple[Key, ...], start: int, never: int
    ) -> Iterator[tuple[Key, int, tuple[int, int], int, int]]:
        """Yield last trains: which, what the others visit, the joint, what it visits, its ends."""
        for last in dict.fromkeys(trains):
            for visited, reached in self._reach(without(trains, last), start, never).items():
                for joint in bits(reached & ~never):
                    for onward in self._onward.get(joint, ()):
                        for step, ends in self._steps[last].get(onward, {}).items():
                            yield last, visited, (joint, onward), step, ends

    def _back(self, trains: tuple[Key, ...], start: int, end: int, wanted: int, never: int) -> Run:
        """Return the chain that has come to a node with these groups visited."""
        if len(trains) == 1:
            return ((trains[0], self._ways[trains[0], start, end, wanted]),)
        last, visited, (joint, onward), step = next(
            (last, visited, at, step)
            for last, visited, at, step, ends in self._joined(trains, start, never)
            if visited | step == wanted and ends >> end & 1
        )
        before = self._back(without(trains, last), start, joint, visited, never)
        return (*before, (last, self._ways[last, onward, end, step]))


def joinable(net: Network, a: int, b: int, site: bool) -> bool:
    """Tell whether two freights that end at these nodes can be joined there.

    At large stations only (1862-7.8.1.6); the site joins them in areas, too.
    """
    first, second = net.nodes[a], net.nodes[b]
    return first.stop == second.stop and (first.kind == CITY or site)


def without(trains: tuple[Key, ...], one: Key) -> tuple[Key, ...]:
    """Return the trains without one of a kind."""
    place = trains.index(one)
    return trains[:place] + trains[place + 1 :]


def bits(number: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


Structure = tuple[tuple[Key, ...], ...]  # chains of trains


def structures(freights: list[Freight], site: bool) -> list[Structure]:
    """Return every way to join trains into chains, idle trains included; first all of them run."""
    found: dict[Structure, None] = {}
    for running in _choices(freights):
        for parts in partitions(running):
            if allowed(parts, site):
                chains = [tuple(sorted((f.range, f.only) for f in part)) for part in parts]
                found[tuple(sorted(chains))] = None
    return list(found)


def _choices(freights: list[Freight]) -> list[list[Freight]]:
    """Return which trains may run, of those that are alike only how many; first all of them."""
    alike: dict[Key, list[Freight]] = {}
    for freight in freights:
        alike.setdefault((freight.range, freight.only), []).append(freight)
    counts = product(*(range(len(found), -1, -1) for found in alike.values()))
    return [
        [f for n, found in zip(numbers, alike.values(), strict=True) for f in found[:n]]
        for numbers in sorted(counts, key=lambda numbers: -sum(numbers))
    ]


def allowed(parts: list[list[Freight]], site: bool) -> bool:
    """Tell whether freights may be joined like this, those that rust being together.

    Only two or more permanent ones may run apart, and if there is just one, the others are joined
    with it (1862-7.8.1.6, 1862-7.8.1.8, 1862-7.8.1.9). On the site those that rust are always
    joined with a permanent one, if anything runs apart from them.
    """
    if site:
        return len(parts) == 1 or all(any(f.permanent for f in part) for part in parts)
    permanent = sum(1 for part in parts for f in part if f.permanent)
    return permanent != 1 or len(parts) == 1


def meet(net: Network, ends: list[tuple[int, int]]) -> bool:
    """Tell whether chains share a free end: the site joins them whether one likes it or not."""
    stops = [{net.nodes[node].stop for node in pair} for pair in ends]
    return any(a & b for a, b in combinations(stops, 2))


def partitions(items: list[Freight]) -> list[list[list[Freight]]]:
    """Return every way to divide trains into chains; those that rust are all in one.

    Of trains with the same range and fixed route it does not matter which is where.
    """
    rusting = tuple(freight for freight in items if not freight.permanent)
    found: dict[tuple[tuple[Key, ...], ...], list[tuple[Freight, ...]]] = {}
    found[()] = [rusting] if rusting else []
    for freight in items:
        if not freight.permanent:
            continue
        longer: dict[tuple[tuple[Key, ...], ...], list[tuple[Freight, ...]]] = {}
        for parts in found.values():
            for n in range(len(parts) + 1):
                joined = [*parts, (freight,)]
                if n < len(parts):
                    joined = [*parts[:n], (*parts[n], freight), *parts[n + 1 :]]
                look = tuple(sorted(tuple(sorted((f.range, f.only) for f in p)) for p in joined))
                longer.setdefault(look, joined)
        found = longer
    return [[list(part) for part in parts] for parts in found.values()]


def joints(net: Network, ways: list[Way], site: bool) -> set[Chain]:
    """Return every way to join routes into a chain: free ends, and the routes that have them."""

    @cache
    def ends(at: int, last: int, left: frozenset[int]) -> frozenset[tuple[int, int]]:
        """Return where a chain that has come to a node may end, and with which route."""
        if not left:
            return frozenset({(at, last)})
        found: set[tuple[int, int]] = set()
        for n in left:
            for here, there in _directions(ways[n]):
                if joinable(net, at, here, site):
                    found |= ends(there, n, left - {n})
        return frozenset(found)

    every = frozenset(range(len(ways)))
    return {
        (here, end, n, last)
        for n, way in enumerate(ways)
        for here, there in _directions(way)
        for end, last in ends(there, n, every - {n})
    }


def _directions(way: Way) -> tuple[tuple[int, int], tuple[int, int]]:
    return (way.start, way.end), (way.end, way.start)
