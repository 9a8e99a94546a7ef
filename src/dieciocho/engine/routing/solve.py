"""Putting it together: candidates for every kind of train, then the best sets of every class."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from ..components import Kind
from .model import RouteModel, StopAt
from .network import net_of
from .search import Chosen, Options, SetSearch
from .solution import Proof, RouteSet, Solution
from .through_stops import walker_of
from .walk import INCOME_SHIFT, Candidate, Interrupted, Walker

if TYPE_CHECKING:
    from ..game import Game


class FixedRoute(Struct, frozen=True):
    """A route that a train shall run, whatever else is chosen."""

    train: str
    path: str
    stops: tuple[StopAt, ...]
    sides: int


class Wishes(Struct, frozen=True):
    """What a player wants of the set."""

    count: int = 1  # how many sets of each class
    fixed: tuple[FixedRoute, ...] = ()
    through: frozenset[StopAt] = frozenset()  # stops that some train must visit
    avoid: frozenset[StopAt] = frozenset()  # stops that no train may visit
    without: frozenset[int] = frozenset()  # routes (as sides) that no train may run


class Progress(Struct, frozen=True):
    """How far a search has come."""

    best: int
    bound: int
    walked: int


class Limits(Struct, frozen=True):
    """When to give up: `stop` is asked now and then, after telling `progress` where we are.

    `looks` are how often the search may look up like this; unlike a time limit this gives the same
    answer on every machine. 0: as often as it likes.
    """

    stop: Callable[[], bool] | None = None
    progress: Callable[[Progress], None] | None = None
    looks: int = 0

    def started(self) -> Limits:
        """Return the limits of a search that begins now."""
        if not self.looks:
            return self
        left = iter(range(self.looks))
        stop = self.stop
        return Limits(lambda: next(left, None) is None or bool(stop and stop()), self.progress)


Models = dict[Kind, tuple[RouteModel, ...]]  # kind of train -> its variants

NO_WISHES = Wishes()
NO_LIMITS = Limits()
# For what is only shown or considered: an answer within a second or two, nearly always proven.
PATIENT = Limits(looks=250)


def solve(
    game: Game,
    company: str,
    trains: tuple[tuple[str, Kind], ...],
    models: Models,
    wishes: Wishes = NO_WISHES,
    limits: Limits = NO_LIMITS,
) -> Solution:
    """Return the best sets of routes for trains given as (card, kind).

    Without a limit the answer is complete. With one, an interrupted search returns the best it
    has found, with bounds that no set can exceed, and says that it is not complete.
    """
    return _Solver(game, company, trains, models, wishes, limits.started()).solve()


class _Solver:
    def __init__(
        self,
        game: Game,
        company: str,
        trains: tuple[tuple[str, Kind], ...],
        models: Models,
        wishes: Wishes,
        limits: Limits,
    ) -> None:
        self.game, self.company, self.models = game, company, models
        self.wishes, self.limits = wishes, limits
        fixed = {route.train for route in wishes.fixed}
        self.kind = dict(trains)
        self.order = [card for card, _ in trains if card not in fixed]
        self.walked = self.nodes = self.candidates = self.best = 0
        # With treasury income values are pairs in one number: what comes in all, the revenue of it.
        earning = any(model.incomes for variants in models.values() for model in variants)
        self.shift = INCOME_SHIFT if earning else 0
        self._walkers: dict[str, list[Walker]] = {}
        self._most: int | None = None
        self.bounds: dict[int, int] = {}
        self.sets: dict[int, tuple[RouteSet, ...]] = {}

    def solve(self) -> Solution:
        walkers = self._walkers = {
            kind: [
                walker_of(model)(
                    self.game, self.company, model, self.wishes.avoid, self._walk_tick, self.shift
                )
                for model in self.models[kind]
            ]
            for kind in dict.fromkeys(self.kind[card] for card in self.order)
        }
        walked_all = True
        for walker in (w for variants in walkers.values() for w in variants):
            try:
                walker.walk()
            except Interrupted:
                walked_all = False
            self.walked += walker.walked
        # Trains that can earn more first: they leave less room, so the search closes sooner.
        tops = {kind: max(w.top() for w in variants) for kind, variants in walkers.items()}
        self.order.sort(key=lambda card: (-tops[self.kind[card]], self.kind[card], card))
        floors = self._floors(walkers, tops)
        options = {k: Options(self._candidates(them, floors[k])) for k, them in walkers.items()}
        self.candidates = sum(len(o.candidates) for o in options.values())
        complete = walked_all
        lists = [options[self.kind[card]] for card in self.order]
        for total in self._classes(lists):
            complete = self._class(lists, total, walked_all) and complete
        proof = Proof(complete, self.bounds, self.walked, self.candidates, self.nodes)
        return Solution(self.sets, proof)

    def _floors(self, walkers: dict[str, list[Walker]], tops: dict[str, int]) -> dict[str, int]:
        """Return for every kind of train what a route of a best set is worth at least.

        Had each train its very best route, they would bring more than any set. Give the trains,
        one after the other, the best route that is left: the best set brings as much or more, so
        none of its routes is behind the best one by more than what these lose.
        """
        every = [walker for variants in walkers.values() for walker in variants]
        if self.wishes != NO_WISHES or any(set(walker.best) - {0} for walker in every):
            return dict.fromkeys(tops, 0)
        if len(self.order) == 1:
            return tops
        first = self.game.definition.side_count
        used = lost = 0
        for card in self.order:
            top, best = tops[self.kind[card]], (0, 0)
            for walker in walkers[self.kind[card]]:
                uses = walker.model.uses << first
                if not used & uses:
                    routes = walker.best.get(0, {}).items()
                    values = [(r[0], s | uses) for s, r in routes if not s & used]
                    best = max(best, max(values, default=best))
            lost, used = lost + top - best[0], used | best[1]
        return {kind: top - lost for kind, top in tops.items()}

    def _candidates(self, variants: list[Walker], floor: int) -> list[Candidate]:
        """Return the routes of a kind of train that are worth at least `floor`, best first."""
        found: list[Candidate] = []
        known: dict[tuple[int, int], int] = {}
        for walker in variants:
            routes = walker.found(floor)
            routes = [c for c in routes if c.sides not in self.wishes.without]
            if len(variants) > 1 and not walker.model.uses:
                known = {(c.sides, c.kind): c.value for c in routes}
            elif known:  # what needs nothing is not offered again with something
                routes = [c for c in routes if known.get((c.sides, c.kind), -1) < c.value]
            found += [self._taking(c, walker.model.uses) for c in routes]
        if len(variants) > 1:
            found.sort(key=lambda c: (-c.value, c.sides))
        return found

    def _taking(self, candidate: Candidate, uses: int) -> Candidate:
        """Add what a variant takes to the sides that no other route may use."""
        if not uses:
            return candidate
        first = self.game.definition.side_count
        return msgspec.structs.replace(candidate, sides=candidate.sides | uses << first)

    def _classes(self, lists: list[Options]) -> range:
        return range(sum(o.top_kind for o in lists) + 1)

    def _class(self, lists: list[Options], total: int, walked_all: bool) -> bool:
        """Search one class; False if the search was interrupted."""
        fixed = self.wishes.fixed
        used = places = revenue = income = kinds = 0
        for route in fixed:
            model = self._variant_of(route)
            worth, kind = model.worth(route.stops)
            revenue, kinds, used = revenue + worth, kinds + kind, used | route.sides
            income += model.treasury(route.stops)
            used |= model.uses << self.game.definition.side_count
            for stop in route.stops:
                places |= self._bit(stop)
        wanted = 0
        for stop in self.wishes.through:
            wanted |= self._bit(stop)
        search = SetSearch(
            lists,
            used=used,
            wanted=wanted & ~places,
            count=self.wishes.count,
            tick=self._set_tick,
        )
        complete = True
        try:
            found = search.run(total)
        except Interrupted:
            complete, found = False, search.found
        self.nodes += search.nodes
        kind = total + kinds
        if found:
            self.sets[kind] = tuple(self._set(chosen, revenue, income, kind) for chosen in found)
            self.best = max(self.best, found[0][0] >> self.shift)
        if not complete or not walked_all:
            bound = search.bound if walked_all else self._ceiling()
            self.bounds[kind] = (bound >> self.shift) + revenue + income
        elif found:
            self.bounds[kind] = (found[0][0] >> self.shift) + revenue + income
        return complete

    def _bit(self, stop: StopAt) -> int:
        state = self.game.state
        location = state.board[stop[0]].tile.stops[stop[1]].location(*stop)
        return net_of(self.game.definition, state, self.company).bit(location)

    def _variant_of(self, route: FixedRoute) -> RouteModel:
        """Return the most valuable variant that admits a fixed route."""
        models = [m for m in self.models[self.kind[route.train]] if m.admits(route.stops)]
        return max(models, key=lambda m: m.worth(route.stops)[0])

    def _set(self, chosen: Chosen, revenue: int, income: int, kind: int) -> RouteSet:
        """Put a set together with the revenue and the treasury income of the fixed routes."""
        value, candidates = chosen
        own = value & (1 << self.shift) - 1 if self.shift else value
        income += (value >> self.shift) - own
        routes = [(route.train, route.path) for route in self.wishes.fixed]
        pairs: list[tuple[str, Candidate | None]] = list(zip(self.order, candidates, strict=True))
        routes += [(train, self._path(c)) for train, c in pairs if c is not None]
        classes = next(iter(self.models.values()))[0].income(kind) if self.models else 0
        return RouteSet(own + revenue, kind, tuple(routes), income + classes, income)

    def _path(self, candidate: Candidate) -> str:
        definition = self.game.definition
        sides = candidate.sides & (1 << definition.side_count) - 1
        return candidate.walker.path(definition, sides, candidate.places, candidate.value)

    def _ceiling(self) -> int:
        """Return what no set can exceed, before anything has been walked."""
        if self._most is None:
            of_kind = {k: max(w.bound() for w in them) for k, them in self._walkers.items()}
            self._most = sum(of_kind[self.kind[card]] for card in self.order)
        return self._most

    def _walk_tick(self) -> bool:
        return self.limits is not NO_LIMITS and self._tick(self._ceiling())

    def _set_tick(self, bound: int) -> bool:
        return self._tick(bound)

    def _tick(self, bound: int) -> bool:
        if self.limits.progress is not None:
            self.limits.progress(Progress(self.best, bound >> self.shift, self.walked))
        return self.limits.stop is not None and self.limits.stop()
