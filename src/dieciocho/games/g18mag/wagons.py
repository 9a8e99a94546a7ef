"""Wagons: what minors hire from majors for one train of one run (18MAG-VI.3.7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, compress, count
from operator import is_not

from msgspec import Struct

from ...engine.actions import Choice, Use
from ...engine.components import Kind
from ...engine.connections import own_stations
from ...engine.earnings import solution
from ...engine.errors import refuse
from ...engine.game import Game, Play
from ...engine.ledger import pay
from ...engine.memory import Memory
from ...engine.routing.model import IMPOSSIBLE, RouteModel, StopAt
from ...engine.routing.network import net_of
from ...engine.routing.solution import RouteSet, Solution
from ...engine.routing.solve import NO_LIMITS, Limits
from ...engine.step import Move
from ...engine.steps.common import CompanyStep
from ...engine.tiles import Placed
from .facts import MagTurn, few_players, majors, this_turn
from .policy import policy

RED, PLUS, MINES = "RABA", "G&C", "SNW"
# The class of a route or a set is the sum of the wagons that serve it.
BITS = {MINES: 1, PLUS: 2, RED: 4}
MINE_MARK, RED_MARK = 1, 2


def on_offer(game: Game) -> tuple[str, ...]:
    """Return the majors that hire out wagons, with few players only RÁBA (18MAG-X.6)."""
    return tuple(m for m in (PLUS, RED, MINES) if m in majors(game))


def late(game: Game) -> bool:
    """Tell whether the figures of the brown phase hold."""
    return "brown" in game.phase.colours


def wagon_price(game: Game, hired: int) -> int:
    """Return the price of the next wagon: 10/20/30, from brown on 20/30/40 (18MAG-VI.3.7.5)."""
    return 10 * (hired + 1) + (10 if late(game) else 0)


def red_bonus(game: Game) -> int:
    """Return what RÁBA's wagon adds to one red area (18MAG-VI.3.7.9)."""
    return 30 if late(game) else 20


def hired(game: Game, company: str) -> tuple[str, ...]:
    """Return the wagons that a minor has hired for the run of this turn."""
    turn = game.state.turn
    return turn.wagons if isinstance(turn, MagTurn) and turn.company == company else ()


def all_bits(wagons: tuple[str, ...]) -> int:
    return sum(BITS[wagon] for wagon in wagons)


# --- what routes are worth -------------------------------------------------------------


def route_models(game: Game, company: str, kind: Kind) -> tuple[RouteModel, ...]:
    """Return a model for every choice of hired wagons that may serve one train: several serve
    one, or each another (18MAG-VI.3.7.7).
    """
    wagons = hired(game, company)
    models = []
    values = stop_values(game)
    for size in range(len(wagons) + 1):
        for chosen in combinations(wagons, size):
            for uses in _readings(game, chosen):
                models.append(_model(game, kind, uses, all_bits(chosen), values))
    return tuple(models)


def _readings(game: Game, wagons: tuple[str, ...]) -> list[tuple[str, ...]]:
    """With few players RÁBA's wagon serves as either of two kinds (18MAG-X.5)."""
    if few_players(game) and RED in wagons:
        return [(RED,), (PLUS,)]
    return [wagons]


class _Board(Struct, frozen=True):
    """What the tiles on the board say about routes: values, what counts, mines and red areas."""

    tiles: list[Placed]
    values: dict[StopAt, int]
    costs: dict[StopAt, tuple[int, ...]]
    marks: dict[StopAt, int]
    mines: dict[StopAt, int]

    @property
    def mine_value(self) -> int:
        return max(self.mines.values(), default=0)


_boards: Memory[tuple[int, int, int], _Board] = Memory(500)
_latest: Memory[tuple[int, int], _Board] = Memory(100)


def _board(game: Game) -> _Board:
    """Return it for the present tiles and phase; the answers are kept."""
    key = (id(game.definition), game.state.track_key, game.state.phase)
    found = _boards.get(key)
    if found is None:
        latest = (key[0], key[2])
        found = _boards.keep(key, _read_board(game, _latest.get(latest)))
        _latest.keep(latest, found)
    return found


def _read_board(game: Game, before: _Board | None) -> _Board:
    """Read the board, of one like it only the tiles that are others."""
    tiles = game.state.board.copy()
    if before is None:
        board, others = _Board(tiles, {}, {}, {}, {}), list(range(len(tiles)))
    else:
        board = _Board(
            tiles,
            before.values.copy(),
            before.costs.copy(),
            before.marks.copy(),
            before.mines.copy(),
        )
        others = list(compress(count(), map(is_not, before.tiles, tiles)))
        for index in others:
            for number in range(len(before.tiles[index].tile.stops)):
                at = (index, number)
                board.values.pop(at)
                board.costs.pop(at)
                board.marks.pop(at, None)
                board.mines.pop(at, None)
    colour = game.phase.colours[-1]  # 18MAG-III.1.2, at once: 18MAG-VI.3.9.4
    for index in others:
        for number, stop in enumerate(tiles[index].tile.stops):
            at = (index, number)
            # Neither range nor revenue (18MAG-VI.3.7.13, 18MAG-VI.3.7.14).
            if stop.kind == "mine":
                board.values[at], board.costs[at], board.marks[at] = 0, (0, 0, 1), MINE_MARK
                board.mines[at] = stop.value(colour)
                continue
            board.values[at] = stop.value(colour)
            board.costs[at] = (0 if stop.kind == "town" else 1, 1, 0)
            if stop.kind == "area":
                board.marks[at] = RED_MARK
    return board


def _model(
    game: Game, kind: Kind, wagons: tuple[str, ...], bits: int, values: dict[StopAt, int]
) -> RouteModel:
    """Value stops by phase and major stations (18MAG-VI.3.7.1); limit cities, locations and mines.

    A variant with a wagon admits only routes that make use of it (18MAG-VI.3.7.8).
    """
    reach = game.definition.trains[kind].range
    board = _board(game)
    needed = (MINE_MARK if MINES in wagons else 0) | (RED_MARK if RED in wagons else 0)
    added = red_bonus(game) if RED in wagons else 0
    mine_value = board.mine_value

    def bonus(seen: int) -> tuple[int, int]:
        return (added, bits) if seen & needed == needed else IMPOSSIBLE

    return RouteModel(
        values,
        board.marks,
        bonus,
        costs=board.costs,
        # Cities and red areas (18MAG-VI.3.6.2, 18MAG-VI.3.7.11); all locations (18MAG-VI.3.7.10);
        # mines (18MAG-VI.3.7.12), to end at or to pass (18MAG-VI.3.7.15).
        budgets=(reach, 2 * reach if PLUS in wagons else reach, 1 if MINES in wagons else 0),
        income=lambda served: mine_value if served & BITS[MINES] else 0,
        uses=bits,
        least=reach + 1 if PLUS in wagons else 2,
        uncounted=frozenset(board.mines),
    )


_values: Memory[tuple[int, int, int, int], dict[StopAt, int]] = Memory(500)


def stop_values(game: Game) -> dict[StopAt, int]:
    """Return what every stop adds to a route; mines add nothing (18MAG-VI.3.7.13).

    Every major station raises its city by 10 (18MAG-VI.3.7.2, 18MAG-VI.4.2.5).
    """
    state = game.state
    key = (id(game.definition), state.track_key, state.station_key, state.phase)
    found = _values.get(key)
    if found is None:
        values = _board(game).values.copy()
        for seller in majors(game):
            for at in own_stations(game.definition, state, seller):
                values[at] += 10
        found = _values.keep(key, values)
    return found


def route_problem(game: Game, company: str, kind: Kind, stops: tuple[StopAt, ...]) -> str:
    """Say why a train may not run over these stops, whatever wagons it has."""
    printed = [game.state.board[h].tile.stops[k].kind for h, k in stops]
    wagons = hired(game, company)
    mines = printed.count("mine")
    reach = game.definition.trains[kind].range
    if mines and MINES not in wagons:
        return "mine_needs_wagon"
    if mines > 1:
        return "one_mine"
    if len(stops) - mines < 2:
        return "route_too_short"
    cities = len(stops) - mines - printed.count("town")
    plus = PLUS in wagons or (few_players(game) and RED in wagons)
    if plus and cities > reach:
        return "plus_train_cities"
    return "route_too_long"


# --- hiring ----------------------------------------------------------------------------


def can_serve(game: Game, company: str, wagons: tuple[str, ...]) -> bool:
    """Tell whether some run makes use of all these wagons."""
    if not all(could_serve(game, company, wagon) for wagon in wagons):
        return False
    return all_bits(wagons) in solution_with(game, company, wagons).sets


def solution_with(
    game: Game, company: str, wagons: tuple[str, ...], limits: Limits = NO_LIMITS
) -> Solution:
    """Return the best runs if exactly these wagons were hired, by the wagons that serve."""
    trial = Play(game.copy())
    trial.set_turn(wagons=wagons)
    return solution(trial, company, limits=limits)


def could_serve(game: Game, company: str, wagon: str) -> bool:
    """Tell whether there is a stop on the company's track that a wagon is for, at a quick look."""
    kinds = {RED: "area", MINES: "mine", PLUS: "town"}
    if few_players(game):
        return True  # RÁBA's may be one of two kinds
    board = game.state.board
    stops = net_of(game.definition, game.state, company).stops
    return any(board[index].tile.stops[n].kind == kinds[wagon] for index, n in stops)


def may_serve(game: Game, company: str, wagons: tuple[str, ...]) -> bool:
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


class HireMove(Move[Use, CompanyStep]):
    """Hire a wagon before the run; the money goes to its major (18MAG-VI.3.7.5)."""

    action = Use

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        for wagon in on_offer(game):
            if self._problem(game, step, wagon) is None:
                yield Choice(Use(wagon))

    def _problem(self, game: Game, step: CompanyStep, wagon: str) -> str | None:
        company, wagons = step.company(game), this_turn(game).wagons
        if wagon not in on_offer(game):
            return "no_such_wagon"
        if wagon in wagons:
            return "wagon_once"
        if wagon_price(game, len(wagons)) > game.state.cash[company]:
            return "wagon_too_dear"
        if policy(game).wagons_must_serve and not may_serve(game, company, (*wagons, wagon)):
            return "wagon_useless"
        return None

    def check(self, game: Game, step: CompanyStep, action: Use) -> None:
        problem = self._problem(game, step, action.thing)
        if problem is not None:
            price = wagon_price(game, len(this_turn(game).wagons))
            cash = game.state.cash[step.company(game)]
            refuse(game, problem, wagon=action.thing, price=price, cash=cash)

    def apply(self, game: Play, step: CompanyStep, action: Use) -> None:
        company, wagons = step.company(game), this_turn(game).wagons
        price = wagon_price(game, len(wagons))
        pay(game, company, action.thing, price)  # at once, director or not (18MAG-VI.4.3.10)
        game.set_turn(wagons=(*wagons, action.thing))
        game.log("wagon", company=company, wagon=action.thing, price=price)


# --- what to hire ----------------------------------------------------------------------


class Hiring(Struct, frozen=True):
    """Wagons to hire besides those that are, what they cost, and the best run with them."""

    wagons: tuple[str, ...]
    price: int
    run: RouteSet

    @property
    def net(self) -> int:
        """What owner and treasury keep together."""
        return self.run.total - self.price


def hirings(game: Game, company: str) -> list[Hiring]:
    """Return every set of wagons that may be hired now, the one that keeps most first.

    Which of them is hired first matters to the majors only: the later one is paid more.
    """
    turn = this_turn(game)
    left = [wagon for wagon in on_offer(game) if wagon not in turn.wagons]
    found = []
    for size in range(len(left) + 1):
        price = sum(wagon_price(game, len(turn.wagons) + n) for n in range(size))
        if price > game.state.cash[company]:
            break
        for chosen in combinations(left, size):
            run = _best_with(game, company, (*turn.wagons, *chosen))
            if run is not None:
                found.append(Hiring(chosen, price, run))
    return sorted(found, key=lambda hiring: (-hiring.net, len(hiring.wagons)))


def _best_with(game: Game, company: str, wagons: tuple[str, ...]) -> RouteSet | None:
    """Return the best run with these wagons; None if it is not allowed to hire them."""
    answer = solution_with(game, company, wagons)
    if not policy(game).wagons_must_serve:
        return answer.best
    sets = answer.sets.get(all_bits(wagons))
    return sets[0] if sets else None
