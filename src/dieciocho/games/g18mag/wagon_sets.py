"""The best runs of a minor's trains, with each choice of wagons or without.

A choice of wagons is given to trains in all ways. For each way a good set of routes is found
first: then only routes that a better set could have are searched, and most ways not at all.
"""

from __future__ import annotations

from itertools import chain, combinations, count, permutations
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from ...engine.components import Kind
from ...engine.earnings import solve_by_models
from ...engine.memory import Memory
from ...engine.routing import Limits, Proof, RouteSet, Solution, Wishes
from ...engine.routing.model import RouteModel
from ...engine.routing.network import net_of
from ...engine.routing.search import Options, SetSearch
from ...engine.routing.solve import NO_WISHES
from ...engine.routing.walk import Candidate, Interrupted, Walker
from .facts import few_players
from .serving import groups_of
from .wagons import (
    MINES,
    PLUS,
    RED,
    all_bits,
    hired,
    marks_of,
    mine_value,
    red_bonus,
    stop_values,
    train_model,
)

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...engine.routing.model import StopAt

ALL = 1 << 40  # looks at 256 sets each: more than there are
FIRST = 6  # routes of the first train that are tried to find a good set

Kinds = tuple[Kind, ...]
Wagons = tuple[str, ...]
Cards = tuple[tuple[str, Kind], ...]
Way = tuple[int, int, int]  # value, sides, places


class Running(Struct, frozen=True):
    """A route of a kind of train, and what wagons add to it."""

    kind: Kind
    route: Candidate
    added: int

    @property
    def stops(self) -> list[StopAt]:
        walker = self.route.walker
        places = zip(walker.stops, walker.place, strict=True)
        return [stop for stop, place in places if place & self.route.places]

    def path(self, game: Game) -> str:
        """Return the route as text."""
        route = self.route
        value = route.value - self.added
        return route.walker.path(game.definition, route.sides, route.places, value)


class Found(Struct, frozen=True):
    """A set of routes: its revenue, what the mine brings, the routes; whether it is the best."""

    revenue: int
    income: int
    routes: tuple[Running, ...]
    proven: bool = True

    def named(
        self, game: Game, trains: tuple[tuple[str, Kind], ...]
    ) -> tuple[tuple[str, str], ...]:
        """Return the routes as text, each with one of these cards."""
        left, named = list(trains), []
        for running in self.routes:
            card = next(entry for entry in left if entry[1] == running.kind)
            left.remove(card)
            named.append((card[0], running.path(game)))
        return tuple(named)


NONE = Found(-1, 0, ())  # no set in which the wagons serve, or none that earns enough


class _Train(Struct, frozen=True):
    """What a kind of train can run with some wagons, which must serve it; the best way first."""

    kind: Kind
    must: bool
    walker: Walker
    ways: list[Way]
    added: int  # by the wagons, to each

    @property
    def top(self) -> int:
        return self.ways[0][0] + self.added if self.ways else 0

    def first(self, used: int) -> Way | None:
        """Return the best way that leaves used track alone."""
        return next((way for way in self.ways if not way[1] & used), None)

    def running(self, way: Way) -> Running:
        return Running(self.kind, self.candidate(way), self.added)

    def candidate(self, way: Way) -> Candidate:
        value, sides, places = way
        return Candidate(value + self.added, int(self.must), sides, places, self.walker)


# What a company can run on: all that routes depend on but the trains. A place is long, and asked
# for often: the answers are kept by a number for it.
_places: Memory[tuple[object, ...], int] = Memory(5000)
_numbers = count()
_walked: Memory[tuple[int, Kind, bool], tuple[Walker, dict[int, list[Way]]]] = Memory(500)
_trains: Memory[tuple[int, Kind, Wagons], _Train] = Memory(1000)
_answers: Memory[tuple[object, ...], Found] = Memory(2000)

Set = tuple[int, tuple[Running, ...]]


class Runs:
    """The runs of one company on the present board."""

    def __init__(self, game: Game, company: str) -> None:
        self.game, self.company = game, company
        values, net = stop_values(game), net_of(game.definition, game.state, company)
        place = (
            id(game.definition),
            company,
            red_bonus(game),
            net.key,
            mine_value(game),
            tuple([values[stop] for stop in net.stops]),
        )
        found = _places.get(place)
        self._place = _places.keep(place, next(_numbers)) if found is None else found
        self._trains: dict[tuple[Kind, Wagons], _Train] = {}
        self._nodes = 0

    def best(self, kinds: Kinds, wagons: Wagons = (), above: float = -1, looks: int = ALL) -> Found:
        """Return the best set in which all wagons serve; NONE if none earns more than that.

        Which train a wagon serves is tried in all ways. `looks` bounds the search, 0: none.
        """
        key = (self._place, kinds, wagons, above, looks)
        return _answers.get(key) or _answers.keep(key, self._best(kinds, wagons, above, looks))

    def best_of_all(self, kinds: Kinds, wagons: Wagons, looks: int = ALL) -> dict[int, Found]:
        """Return the best set with every choice of some wagons, by their bits."""
        choices = [c for size in range(len(wagons) + 1) for c in combinations(wagons, size)]
        return {all_bits(chosen): self.best(kinds, chosen, looks=looks) for chosen in choices}

    def _best(self, kinds: Kinds, wagons: Wagons, above: float, looks: int) -> Found:
        found: Set | None = None
        search = _Search(above, looks)
        for groups in groups_of(wagons):
            for served in dict.fromkeys(permutations(kinds, len(groups))):
                for trains in self._fleets(kinds, groups, served):
                    found = search.better(trains) or found
        self._nodes += search.nodes
        if found is None:
            return NONE if search.proven else structs.replace(NONE, proven=False)
        income = mine_value(self.game) if MINES in wagons else 0
        return Found(found[0], income, found[1], search.proven)

    def proof(self, bounds: dict[int, int]) -> Proof:
        """Return the proof that sets are the best ones."""
        walked = {id(train.walker): train.walker.walked for train in self._trains.values()}
        candidates = sum(len(train.ways) for train in self._trains.values())
        return Proof(True, bounds, sum(walked.values()), candidates, self._nodes)

    def _fleets(
        self, kinds: Kinds, groups: tuple[Wagons, ...], served: Kinds
    ) -> list[list[_Train]]:
        """Return the trains with their wagons, those that can earn most first."""
        left = list(kinds)
        for kind in served:
            left.remove(kind)
        readings = [groups]
        if few_players(self.game) and groups:
            readings.append(((PLUS,),))  # RÁBA's wagon may be either (18MAG-X.5)
        fleets = []
        for reading in readings:
            trains = [self._train(k, group) for k, group in zip(served, reading, strict=True)]
            trains += [self._train(kind, ()) for kind in left]
            trains.sort(key=lambda train: (-train.top, not train.must, train.kind, train.added))
            fleets.append(trains)
        return fleets

    def _train(self, kind: Kind, wagons: Wagons) -> _Train:
        found = self._trains.get((kind, wagons)) or _trains.get((self._place, kind, wagons))
        if found is None:
            walker, by_marks = self._walk(kind, PLUS in wagons)
            needed, optional = marks_of(wagons)
            wanted = [ways for marks, ways in by_marks.items() if not (marks ^ needed) & ~optional]
            ways = wanted[0] if len(wanted) == 1 else sorted(chain(*wanted), reverse=True)
            added = red_bonus(self.game) if RED in wagons else 0
            found = _Train(kind, bool(wagons), walker, ways, added)
            _trains.keep((self._place, kind, wagons), found)
        self._trains[kind, wagons] = found
        return found

    def _walk(self, kind: Kind, plus: bool) -> tuple[Walker, dict[int, list[Way]]]:
        """Walk all routes of a train once, through a mine too; return them by what they visit."""
        key = (self._place, kind, plus)
        found = _walked.get(key)
        if found is None:
            walker = Walker(self.game, self.company, _seeing(self.game, kind, plus))
            walker.walk()
            ways = {
                marks: sorted([(v, sides, p) for sides, (v, p) in routes.items()], reverse=True)
                for marks, routes in walker.best.items()
            }
            found = _walked.keep(key, (walker, ways))
        return found


def _seeing(game: Game, kind: Kind, plus: bool) -> RouteModel:
    """Return a model by which routes are told apart by what they visit, not by wagons."""
    return train_model(game, kind, plus=plus, mines=True, bonus=lambda seen: (0, seen))


def _good(trains: list[_Train]) -> Set | None:
    """Return a good set: the best way that is left for one train after the other."""
    best: tuple[int, list[Way | None]] | None = None
    starts: list[Way | None] = [*trains[0].ways[:FIRST]]
    for start in starts or [None]:
        ways = [start]
        used, value = (start[1], start[0] + trains[0].added) if start else (0, 0)
        for train in trains[1:]:
            way = train.first(used)
            if way is not None:
                used, value = used | way[1], value + way[0] + train.added
            ways.append(way)
        complete = all(way or not train.must for train, way in zip(trains, ways, strict=True))
        if complete and (best is None or value > best[0]):
            best = value, ways
    if best is None:
        return None
    pairs = zip(trains, best[1], strict=True)
    return best[0], tuple(train.running(way) for train, way in pairs if way is not None)


class _Search:
    """Looks for better and better sets: each must be worth more than the one before."""

    def __init__(self, above: float, looks: int) -> None:
        self.above = above
        self.nodes = 0
        self.proven = True
        self._looks = looks

    def better(self, trains: list[_Train]) -> Set | None:
        """Return a better set if these trains have one; those with wagons must run."""
        if any(train.must and not train.ways for train in trains):
            return None
        if sum(train.top for train in trains) <= self.above:
            return None
        good = _good(trains) if trains else (0, ())
        if good is not None and good[0] > self.above:
            self.above = good[0]
        else:
            good = None
        best = self._best(trains)
        if best is not None:
            self.above = best[0]
        return best or good

    def _best(self, trains: list[_Train]) -> Set | None:
        """Return the best set, among the ways that a better set may have."""
        if not self._looks:
            self.proven = False
            return None
        spare = sum(train.top for train in trains) - self.above
        known: dict[int, Options] = {}
        for train in trains:
            if id(train) not in known:
                least = train.top - spare - train.added
                ways = [way for way in train.ways if way[0] > least]
                known[id(train)] = Options([train.candidate(way) for way in ways])
        search = _Above(self.above, self._looks, [known[id(train)] for train in trains])
        try:
            found = search.run(sum(train.must for train in trains))
        except Interrupted:
            found, self.proven = search.found, False
        self.nodes += search.nodes
        if not found:
            return None
        value, candidates = found[0]
        pairs = zip(trains, candidates, strict=True)
        return value, tuple(Running(t.kind, c, t.added) for t, c in pairs if c is not None)


class _Above(SetSearch):
    """Takes only sets that are worth more than so much."""

    def __init__(self, above: float, looks: int, options: list[Options]) -> None:
        left = iter(range(looks))
        super().__init__(options, tick=lambda bound: next(left, None) is None)
        self._floor = int(above)


def solve(game: Game, company: str, trains: Cards, wishes: Wishes, limits: Limits) -> Solution:
    """Find the best sets of every choice of wagons; with wishes as other games do."""
    if wishes != NO_WISHES or limits.stop is not None or limits.progress is not None:
        return solve_by_models(game, company, trains, wishes, limits)
    runs, kinds = Runs(game, company), tuple(sorted(kind for _, kind in trains))
    found = runs.best_of_all(kinds, hired(game, company), limits.looks or ALL)
    if not all(best.proven for best in found.values()):
        return solve_by_models(game, company, trains, wishes, limits)
    sets: dict[int, tuple[RouteSet, ...]] = {
        kind: (RouteSet(best.revenue, kind, best.named(game, trains), best.income),)
        for kind, best in found.items()
        if best.revenue >= 0
    }
    return Solution(sets, runs.proof({kind: best.revenue for kind, (best, *_) in sets.items()}))
