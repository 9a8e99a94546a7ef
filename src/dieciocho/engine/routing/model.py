"""How a game describes what routes are worth."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

StopAt = tuple[int, int]  # hex index, number of the stop on its tile


IMPOSSIBLE = (0, -1)  # what `bonus` says of a route that must not be run


def no_bonus(marks: int) -> tuple[int, int]:
    """A route is worth its stops, and all sets are of one class."""
    return 0, 0


class RouteModel(Struct, frozen=True):
    """What the routes of one kind of train are worth to one company on the present board.

    Stops may carry marks (bits); `bonus` turns the marks of all stops of a route into money added
    to its revenue and the class of the route. Sets are compared within a class: the sum of the
    classes of their routes (say, how many trains visit a mountain). `income` is what a set of a
    class brings to the treasury besides its revenue.

    A kind of train may have several models: variants of the train, of which a route follows one.
    `uses` are the things (bits) of which the company has one and that a route of this variant
    takes, e.g. a wagon. `least` is how many stops a route must have; `uncounted` ones do not help.

    `budgets` are the limits on a route, `costs` what each stop takes from them; a stop that is not
    listed takes one from each. A 2+2 train has budgets (2, 4): at most two cities, at most four
    stops. No budgets, no limit.

    `incomes` is what stops bring to the treasury apart from the revenue. The best set is then the
    one that brings most in all, of equals the one with more revenue. `shunned` are stops that no
    best route visits because another one of the same location is never worse; a player may.
    `required` are marks that every route must have; `gates` are stops of which every route passes
    exactly one, from which it is then walked: others it may only end at. `ends` are stops that no
    route of this train passes.
    """

    values: dict[StopAt, int]
    marks: dict[StopAt, int] = {}
    bonus: Callable[[int], tuple[int, int]] = no_bonus
    costs: dict[StopAt, tuple[int, ...]] = {}
    budgets: tuple[int, ...] = ()
    income: Callable[[int], int] = lambda kind: 0
    uses: int = 0
    least: int = 2
    uncounted: frozenset[StopAt] = frozenset()
    incomes: dict[StopAt, int] = {}
    shunned: frozenset[StopAt] = frozenset()
    required: int = 0
    gates: frozenset[StopAt] = frozenset()
    ends: frozenset[StopAt] = frozenset()

    def admits(self, stops: tuple[StopAt, ...]) -> bool:
        """Tell whether a route over these stops fits this model."""
        return self.fit(stops) is not None

    def fit(self, stops: tuple[StopAt, ...]) -> tuple[int, int] | None:
        """Return the revenue of a route and its class, None if it does not fit this model."""
        counted = len(stops)
        if self.uncounted:
            counted -= len(self.uncounted.intersection(stops))
        if counted < self.least:
            return None
        if self.gates and len(self.gates.intersection(stops[1:-1])) != 1:
            return None
        if self.ends and self.ends.intersection(stops[1:-1]):
            return None
        if self.budgets:
            costs = [self.cost(stop) for stop in stops]
            for spent, budget in zip(map(sum, zip(*costs, strict=True)), self.budgets, strict=True):
                if spent > budget:
                    return None
        found = self.worth(stops)
        return found if found[1] >= 0 else None

    def worth(self, stops: tuple[StopAt, ...]) -> tuple[int, int]:
        """Return the revenue of one route, and its class."""
        marks = 0
        for stop in stops:
            marks |= self.marks.get(stop, 0)
        added, kind = self.bonus(marks) if marks & self.required == self.required else IMPOSSIBLE
        return sum(self.values[stop] for stop in stops) + added, kind

    def treasury(self, stops: tuple[StopAt, ...]) -> int:
        """Return what the stops of a route bring to the treasury."""
        return sum(self.incomes.get(stop, 0) for stop in stops)

    def cost(self, stop: StopAt) -> tuple[int, ...]:
        known = self.costs.get(stop)
        return (1,) * len(self.budgets) if known is None else known
