"""What the solver answers."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class RouteSet(Struct, frozen=True):
    """Routes by train, their revenue, and what they bring to the treasury besides."""

    revenue: int
    kind: int  # the class of the set
    routes: tuple[tuple[str, str], ...]  # train, path
    income: int = 0
    of_stops: int = 0  # the part of the income that the stops bring

    @property
    def total(self) -> int:
        return self.revenue + self.income


class Proof(Struct, frozen=True):
    """Why the best set is the best: no set of its class can exceed the bound.

    The search was complete if every bound equals what the routes of the set found bring: their
    revenue, and the treasury income of their stops.
    """

    complete: bool
    bounds: dict[int, int]  # by class
    walked: int  # routes walked
    candidates: int  # kept of them
    nodes: int  # of the search over sets


class Solution(Struct, frozen=True):
    """The best sets of routes, best first, by class; and the proof."""

    sets: dict[int, tuple[RouteSet, ...]]
    proof: Proof

    @property
    def best(self) -> RouteSet:
        """The set that brings most, treasury included; of equals the one with more revenue."""
        firsts = [found[0] for found in self.sets.values() if found]
        nothing = RouteSet(0, 0, ())
        return max(firsts, key=lambda s: (s.total, s.revenue), default=nothing)

    def run_by(self, cards: dict[str, str]) -> Solution:
        """Return the same answer for other cards of the same kinds."""
        sets = {
            kind: tuple(replace(s, routes=tuple((cards[t], p) for t, p in s.routes)) for s in found)
            for kind, found in self.sets.items()
        }
        return Solution(sets, self.proof)

    @property
    def gap(self) -> int:
        """How much better than the best known an unknown set might be; 0 if it is proven."""
        if self.proof.complete:
            return 0
        return max(
            (
                bound - sum(s.revenue + s.of_stops for s in self.sets.get(kind, ())[:1])
                for kind, bound in self.proof.bounds.items()
            ),
            default=0,
        )
