"""Trains that can run must run (1862-7.8.0.1).

A director chooses the routes; but no train stays idle that could run beside the routes chosen. A
freight can if it may run apart, or be joined to a free end of the others and take the chain on to a
place where it has not been.
"""

from __future__ import annotations

from .freight import Chains, Freight, Key, joints
from .paths import Ground, Way
from .paying_once import Option

Chain = tuple[list[Freight], list[Way]]  # freights that are joined, and where they run


def may_run_apart(freight: Freight, running: list[Freight]) -> bool:
    """Tell whether a freight may run without being joined to those that run."""
    rusting = any(not f.permanent for f in running)
    permanent = sum(f.permanent for f in (*running, freight))
    return not running or (permanent >= 2 and (freight.permanent or not rusting))


def may_be_joined(freight: Freight, running: list[Freight], chain: list[Freight]) -> bool:
    """Tell whether a freight may be joined to a chain: those that rust are all together."""
    rusting = any(not f.permanent for f in running)
    return freight.permanent or not rusting or any(not f.permanent for f in chain)


class Idle:
    """Finds trains that stay idle although they could run."""

    def __init__(self, ground: Ground, singles: dict[str, list[Option]], chains: Chains) -> None:
        self.ground, self.singles, self.chains = ground, singles, chains

    def waiting(
        self, idle: list[Freight], running: list[Freight], chain: list[Freight]
    ) -> frozenset[Key]:
        """Return the kinds of idle freights that must be joined to a chain if they can."""
        return frozenset(key(f) for f in idle if may_be_joined(f, running, chain))

    def single(self, cards: list[str], visited: int) -> str | None:
        """Return an idle express or local train that could run."""
        links = visited & self.ground.links
        for card in cards:
            if any(option.touches & links for option in self.singles[card]):
                return card
        return None

    def freight(self, idle: list[Freight], chains: list[Chain], visited: int) -> str | None:
        """Return an idle freight that could run beside chains over what is visited."""
        links = visited & self.ground.links
        running = [freight for chain, _ in chains for freight in chain]
        for freight in idle:
            trains = (key(freight),)
            options = self.chains.fill(trains, self.chains.options(trains))
            if may_run_apart(freight, running) and any(o.touches & links for o in options):
                return freight.card
            for chain, ways in chains:
                ends = {(a, b) for a, b, _, _ in joints(self.ground.net, ways, False)}
                places = 0
                for way in ways:
                    places |= way.places
                for train in self.waiting([freight], running, chain):
                    if any(self.chains.goes_on(a, b, train, places) for a, b in ends):
                        return freight.card
        return None


def key(freight: Freight) -> Key:
    return freight.range, freight.only
