"""What a set of routes that somebody proposes is worth, or why it is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import msgspec
from msgspec import Struct

from .best_set import Solver
from .facts import FREIGHT, LOCAL
from .fleet import Puzzle, listed_scorings, local_extras, scorings
from .freight import Freight, allowed, bonus, joints, meet, partitions
from .network import Network, weighed
from .paths import Way
from .paying_once import Worth, components, single_bits
from .printed import Train1862

Routes = tuple[tuple[str, Train1862, Way], ...]  # card, train, way


class Part(Struct, frozen=True):
    """What routes are paid for: assets by train, the bonus of the first of them."""

    assets: dict[str, int]
    bonus: int = 0
    ends: tuple[int, int] = (-1, -1)  # of freights
    weighed: int = 0  # what counts where it is chosen; 0: what is paid for

    def all(self) -> int:
        every = 0
        for assets in self.assets.values():
            every |= assets
        return every


class Valued(Struct, frozen=True):
    """The worth of a set: revenue and subsidy of each route, and together."""

    routes: tuple[tuple[int, int], ...]
    revenue: int = 0
    subsidy: int = 0


def problem(puzzle: Puzzle, routes: Routes) -> str | None:
    """Return why a set of routes, each of them right by itself, may not be run."""
    ground = puzzle.ground
    if not routes:
        return None
    if not any(way.places & ground.home for _, _, way in routes):
        return "routes_without_home"
    if len(components([way.places & ground.links for _, _, way in routes], ground.home)) > 1:
        return "routes_not_linked"
    return None


def value(puzzle: Puzzle, routes: Routes) -> Valued | None:
    """Value a set, joined and scored in the way that brings most; None if it cannot be joined.

    Directors choose which visited stations are not scored (1862-7.8.2.4), and whether permanent
    freights that meet run joined or apart (1862-7.8.1.8).
    """
    best = _best(puzzle, routes)
    return None if best is None else _apportioned(puzzle, routes, best)


def chain_problem(puzzle: Puzzle, routes: Routes) -> str:
    """Return why freights that run together form no chain."""
    joining = puzzle.joining
    singly = msgspec.structs.replace(joining, one_route=False)
    if _best(msgspec.structs.replace(puzzle, joining=singly), routes) is not None:
        return "chain_two_areas"
    any_ends = msgspec.structs.replace(singly, closed=True, single_ends=False)
    if _best(msgspec.structs.replace(puzzle, joining=any_ends), routes) is not None:
        return "chain_ends_alike"
    return "freights_not_joined"


def _best(puzzle: Puzzle, routes: Routes) -> list[Part] | None:
    worth = Worth(_weights(puzzle))
    singles = [list(_single(puzzle, *route)) for route in routes if route[1].use != FREIGHT]
    freights = [route for route in routes if route[1].use == FREIGHT]
    best: tuple[int, list[Part]] | None = None
    for chains in _joined(puzzle, freights):
        for parts in product(*singles):
            every = [*parts, *chains]
            assets = 0
            for part in every:
                assets |= part.weighed or part.all()
            total = worth(assets) + sum(part.bonus for part in every)
            if best is None or total > best[0]:
                best = total, every
    return None if best is None else best[1]


def _single(puzzle: Puzzle, card: str, train: Train1862, way: Way) -> Iterator[Part]:
    """Yield what an express or local train may be paid for."""
    net = puzzle.ground.net
    extra = local_extras(net, way) if train.use == LOCAL else 0
    if puzzle.skips_as_listed:
        for scored, counts in listed_scorings(net, way, train):
            yield Part({card: scored | extra}, weighed=counts | extra)
        return
    for scored in scorings(net, way, train):
        yield Part({card: scored | extra})


def _weights(puzzle: Puzzle) -> dict[int, int]:
    """Return what assets count where it is chosen which of them are paid for."""
    values = dict(puzzle.values)
    if puzzle.skips_as_listed:
        net = puzzle.ground.net
        values.update((weighed(node), values[node.pays]) for node in net.nodes[net.count :])
    return values


def _joined(puzzle: Puzzle, routes: list[tuple[str, Train1862, Way]]) -> Iterator[list[Part]]:
    """Yield what freights are paid for, in every way in which they can be joined."""
    net, site = puzzle.ground.net, puzzle.joining.site
    ways = {card: way for card, _, way in routes}
    trains = [Freight(c, t.range, c in puzzle.permanent, only=c) for c, t, _ in routes]
    for groups in partitions(trains):
        if allowed(groups, site):
            chains = [list(_chain(puzzle, [f.card for f in group], ways)) for group in groups]
            for choice in product(*chains):
                if not site or not meet(net, [part.ends for part in choice]):
                    yield list(choice)


def _chain(puzzle: Puzzle, cards: list[str], ways: dict[str, Way]) -> Iterator[Part]:
    """Yield what a chain of freights is paid for: its free ends and the distance."""
    net, joining = puzzle.ground.net, puzzle.joining
    found = joints(net, [ways[card] for card in cards], joining.site)
    if joining.single_ends:
        for part in _single_ends(net, {card: ways[card] for card in cards}) if found else ():
            counts = [weighed(net.nodes[end]) for end in part.ends if puzzle.skips_as_listed]
            yield msgspec.structs.replace(part, weighed=sum(set(counts)))
        return
    for a, b, first, last in found:
        if joining.may_end(net.nodes[a], net.nodes[b]):
            assets = dict.fromkeys(cards, 0)
            assets[cards[first]] |= net.nodes[a].pays
            assets[cards[last]] |= net.nodes[b].pays
            yield Part(assets, bonus(net, a, b), (a, b))


def _single_ends(net: Network, ways: dict[str, Way]) -> Iterator[Part]:
    """Yield what the site pays for a chain: stops where just one of its trains begins or ends.

    Where there is none, the first stop of all is paid for.
    """
    ends = [(card, node) for card, way in ways.items() for node in (way.start, way.end)]
    trains = Counter(net.nodes[node].stop for _, node in ends)
    free = [(card, node) for card, node in ends if trains[net.nodes[node].stop] == 1] or [
        ends[0]
    ] * 2
    if len(free) == 2:
        assets = dict.fromkeys(ways, 0)
        for card, node in free:
            assets[card] |= net.nodes[node].pays
        (_, a), (_, b) = free
        yield Part(assets, bonus(net, a, b), (a, b))


def _apportioned(puzzle: Puzzle, routes: Routes, parts: list[Part]) -> Valued:
    """Divide the worth of a set: what several routes visit belongs to the first of them."""
    worth, hexes = Worth(puzzle.values), puzzle.ground.net.hexes
    paid = {card: assets for part in parts for card, assets in part.assets.items()}
    bonuses = {_bearer(puzzle, routes, part): part.bonus for part in parts}
    done = 0
    shares = []
    for card, _, _ in routes:
        new = paid[card] & ~done
        done |= new
        subsidy = worth(new & hexes)
        shares.append((worth(new) - subsidy + bonuses.get(card, 0), subsidy))
    return Valued(tuple(shares), sum(r for r, _ in shares), sum(s for _, s in shares))


def _bearer(puzzle: Puzzle, routes: Routes, part: Part) -> str:
    """Return the train whose bonus it is: the first, on the site the first of those that rust."""
    cards = [card for card, _, _ in routes if card in part.assets]
    rusting = [card for card in cards if card not in puzzle.permanent]
    return rusting[0] if rusting and puzzle.skips_as_listed else cards[0]


class Paid(Struct, frozen=True):
    """What trains that run together are paid for: stations by their bits, and the distance."""

    cards: tuple[str, ...]
    stations: tuple[tuple[int, int], ...]
    bonus: int


def apart(puzzle: Puzzle, routes: Routes) -> Iterator[Paid]:
    """Take the worth of a set apart; what several routes visit belongs to the first of them."""
    parts = _best(puzzle, routes) or []
    paid = {card: assets for part in parts for card, assets in part.assets.items()}
    hexes, done = puzzle.ground.net.hexes, 0
    new: dict[str, int] = {}
    for card, _, _ in routes:
        new[card] = paid[card] & ~done & ~hexes
        done |= paid[card]
    for part in parts:
        bits_paid = [bit for card in part.assets for bit in single_bits(new[card])]
        stations = tuple((bit, puzzle.values.get(bit, 0)) for bit in bits_paid)
        yield Paid(tuple(part.assets), stations, part.bonus)


def idle_train(puzzle: Puzzle, routes: Routes) -> str | None:
    """Return a train that stays idle although it could run beside the routes (1862-7.8.0.1)."""
    running = {card: way for card, _, way in routes}
    if all(card in running for card, _ in puzzle.trains):
        return None
    joined = [list(part.assets) for part in _best(puzzle, routes) or () if part.ends[0] >= 0]
    return Solver(puzzle).idle_beside(running, joined)
