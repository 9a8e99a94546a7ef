"""Wagons: what minors hire from majors for one train of one run (18MAG-VI.3.7)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, compress, count
from operator import is_not
from typing import Any

from msgspec import Struct

from ...engine.components import Kind
from ...engine.connections import own_stations
from ...engine.earnings import solution
from ...engine.game import Game, Play
from ...engine.memory import Memory
from ...engine.routing.model import IMPOSSIBLE, RouteModel, StopAt
from ...engine.routing.solution import Solution
from ...engine.routing.solve import NO_LIMITS, Limits
from ...engine.tiles import Placed
from .facts import MagTurn, few_players, majors

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
    for size in range(len(wagons) + 1):
        for chosen in combinations(wagons, size):
            for uses in _readings(game, chosen):
                models.append(_model(game, kind, uses, all_bits(chosen)))
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


def _model(game: Game, kind: Kind, wagons: tuple[str, ...], bits: int) -> RouteModel:
    """Return a train with wagons: it admits only routes that make use of them (18MAG-VI.3.7.8)."""
    needed = marks_of(wagons)[0]
    added = red_bonus(game) if RED in wagons else 0
    mine = mine_value(game)

    def bonus(seen: int) -> tuple[int, int]:
        return (added, bits) if seen & needed == needed else IMPOSSIBLE

    return train_model(
        game,
        kind,
        plus=PLUS in wagons,
        mines=MINES in wagons,
        bonus=bonus,
        income=lambda served: mine if served & BITS[MINES] else 0,
        uses=bits,
    )


def marks_of(wagons: tuple[str, ...]) -> tuple[int, int]:
    """Return what a route must visit to make use of wagons, and what it may."""
    needed = (MINE_MARK if MINES in wagons else 0) | (RED_MARK if RED in wagons else 0)
    return needed, RED_MARK & ~needed


def mine_value(game: Game) -> int:
    """Return what a mine brings to the treasury."""
    return _board(game).mine_value


def train_model(
    game: Game,
    kind: Kind,
    *,
    plus: bool,
    mines: bool,
    bonus: Callable[[int], tuple[int, int]],
    **told: Any,
) -> RouteModel:
    """Value stops by phase and stations (18MAG-VI.3.7.1); limit cities, locations and mines."""
    reach, board = game.definition.trains[kind].range, _board(game)
    return RouteModel(
        values=stop_values(game),
        marks=board.marks,
        bonus=bonus,
        costs=board.costs,
        # Cities and red areas (18MAG-VI.3.6.2, 18MAG-VI.3.7.11); all locations (18MAG-VI.3.7.10);
        # mines (18MAG-VI.3.7.12), to end at or to pass (18MAG-VI.3.7.15).
        budgets=(reach, 2 * reach if plus else reach, int(mines)),
        least=reach + 1 if plus else 2,
        uncounted=frozenset(board.mines),
        **told,
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


def solution_with(
    game: Game, company: str, wagons: tuple[str, ...], limits: Limits = NO_LIMITS
) -> Solution:
    """Return the best runs if exactly these wagons were hired, by the wagons that serve."""
    trial = Play(game.copy())
    trial.set_turn(wagons=wagons)
    return solution(trial, company, limits=limits)
