"""Whether wagons can serve a run at all: a hired one has to (18MAG-VI.3.7.8).

That needs no best run: routes for the trains that they serve, which share no track, are enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from ...engine.earnings import models_of
from ...engine.game import Play
from ...engine.memory import Memory
from ...engine.routing.network import net_of
from ...engine.routing.search import Options
from ...engine.routing.walk import Walker
from .facts import few_players, this_turn
from .wagons import MINES, PLUS, RED, all_bits, on_offer, wagon_price

if TYPE_CHECKING:
    from ...engine.components import Kind
    from ...engine.game import Game

Wagons = tuple[str, ...]

_known: Memory[tuple[object, ...], bool] = Memory(1000)


def can_serve(game: Game, company: str, wagons: Wagons) -> bool:
    """Tell whether some run makes use of all these wagons."""
    if not all(could_serve(game, company, wagon) for wagon in wagons):
        return False
    state = game.state
    kinds = tuple(game.kind_of(card) for card in state.trains[company])
    place = (id(game.definition), state.track_key, state.station_key, state.phase, company)
    key = (*place, kinds, wagons)
    found = _known.get(key)
    if found is None:
        found = _known.keep(key, _Service(game, company, wagons).possible(kinds))
    return found


def could_serve(game: Game, company: str, wagon: str) -> bool:
    """Tell whether there is a stop on the company's track that a wagon is for, at a quick look."""
    kinds = {RED: "area", MINES: "mine", PLUS: "town"}
    if few_players(game):
        return True  # RÁBA's may be one of two kinds
    board = game.state.board
    stops = net_of(game.definition, game.state, company).stops
    return any(board[index].tile.stops[n].kind == kinds[wagon] for index, n in stops)


def may_serve(game: Game, company: str, wagons: Wagons) -> bool:
    """Tell whether some run makes use of these wagons, perhaps with others hired after them.

    A plus-train may reach its further towns only through a mine: the minor chooses the order.
    """
    left = [wagon for wagon in on_offer(game) if wagon not in wagons]
    before = len(this_turn(game).wagons)
    for size in range(len(left) + 1):
        count = len(wagons) + size
        if sum(wagon_price(game, n) for n in range(before, count)) > game.state.cash[company]:
            return False
        if any(can_serve(game, company, (*wagons, *more)) for more in combinations(left, size)):
            return True
    return False


class _Service:
    """The routes of a company's trains with wagons, as far as they are asked for."""

    def __init__(self, game: Game, company: str, wagons: Wagons) -> None:
        self.game, self.company, self.wagons = Play(game.copy()), company, wagons
        self.game.set_turn(wagons=wagons)
        self._routes: dict[tuple[Kind, int], Options] = {}

    def possible(self, kinds: tuple[Kind, ...]) -> bool:
        """Tell whether the wagons serve trains of these kinds, all one train or each another."""
        return any(
            self._together(served, groups)
            for groups in groups_of(self.wagons)
            for served in dict.fromkeys(permutations(kinds, len(groups)))
        )

    def _together(self, kinds: tuple[Kind, ...], groups: tuple[Wagons, ...]) -> bool:
        """Tell whether trains have routes with a group of wagons each that share no track."""
        bits = [all_bits(group) for group in groups]
        if len(groups) == 1:
            return any(walker.any_route() for walker in self._walkers(kinds[0], bits[0]))
        return _apart([self._options(*pair) for pair in zip(kinds, bits, strict=True)], 0)

    def _walkers(self, kind: Kind, bits: int) -> Iterator[Walker]:
        for model in models_of(self.game, self.company, kind):
            if model.uses == bits:
                yield Walker(self.game, self.company, model)

    def _options(self, kind: Kind, bits: int) -> Options:
        """Return the routes of a train with some wagons, the shortest first."""
        found = self._routes.get((kind, bits))
        if found is None:
            routes = []
            for walker in self._walkers(kind, bits):
                walker.walk()
                routes += walker.found()
            routes.sort(key=lambda route: route.sides.bit_count())
            found = self._routes[kind, bits] = Options(routes)
        return found


def groups_of(wagons: Wagons) -> Iterator[tuple[Wagons, ...]]:
    """Yield the ways to give wagons to trains, several to one first."""
    if not wagons:
        yield ()
        return
    first, rest = wagons[0], wagons[1:]
    for size in range(len(rest), -1, -1):
        for more in combinations(rest, size):
            for others in groups_of(tuple(wagon for wagon in rest if wagon not in more)):
                yield ((first, *more), *others)


def _apart(options: list[Options], used: int) -> bool:
    """Tell whether each of some trains has a route that shares no track with the others'."""
    mine, others = options[0], options[1:]
    free = mine.without(mine.all, used)
    if not others:
        return bool(free)
    while free:
        low = free & -free
        free ^= low
        if _apart(others, used | mine.candidates[low.bit_length() - 1].sides):
            return True
    return False
