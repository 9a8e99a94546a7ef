"""What routes are worth: two gauges, passes, bonuses, mines and ports, tenders (18ESP-4.4)."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import TYPE_CHECKING

from msgspec import Struct

from ...engine.components import Kind
from ...engine.earnings import can_run
from ...engine.memory import Memory
from ...engine.routing.model import RouteModel, StopAt
from .facts import NORTH, EspTurn, facts, is_small, kind
from .policy import policy
from .printed import PrintedEsp, printed

if TYPE_CHECKING:
    from ...engine.definition import Definition, Hex
    from ...engine.game import Game
    from ...engine.tiles import Placed, Stop

BOTH, NARROW = "both", "narrow"  # gauges: of passes and combined trains; of the north
BONUS = 100  # north-south or east-west (18ESP-4.4.3.5, 18ESP-4.4.3.6)
CAPITALS, COAST = ("F24", "M21"), ("E3", "K5")  # Madrid, Barcelona; Gijón, Bilbao
MADRID, ARANJUEZ_HEX, TO_MADRID = "F24", "F26", 3
STRAWBERRY = "2F"

# Marks of stops.
IN_NORTH, IN_SOUTH, EAST, WEST, CAPITAL, PORT_CITY, FRESA, GARDENS, COURT = (
    1 << n for n in range(9)
)
LETTERS = {"E": EAST, "O": WEST}
# Budgets: large stops, all stops, passes, places of the east, places of the west.
FORBIDDEN = (100, 0, 0, 0, 0)  # more than any train can pay
PASSES = 2  # the number of their budget
MOST_PASSES = 3  # on a route: the one that it crosses, and both ends


class _Stops(Struct, frozen=True):
    """What every stop is worth to a company, what it takes, and what it says of a route."""

    values: dict[StopAt, int]
    incomes: dict[StopAt, int]
    costs: dict[StopAt, tuple[int, ...]]
    marks: dict[StopAt, int]
    shunned: frozenset[StopAt]
    times: int  # bonuses are multiplied like the stops


def factor(game: Game, company: str) -> int:
    """Return by what the routes of a company are multiplied (18ESP-7.5)."""
    now, last = game.state.round, facts(game).last_set
    final = last is not None and now.number == last and now.part == now.parts
    return policy(game).last_run_factor if final and kind(game, company) == NORTH else 1


def may_run(game: Game, card: str) -> bool:
    """Tell whether a train may run: not what came with a pioneer this turn (18ESP-4.4.3.10)."""
    turn = game.state.turn
    return not (isinstance(turn, EspTurn) and card in turn.idle)


def usable(game: Game, company: str, kind: Kind) -> bool:
    """Tell whether a company has a route for a kind of train (18ESP-4.7.0.2).

    What the shortest train of a gauge can run all others can: one search for all of them.
    """
    shortest = kind
    if _tender_train(game, company) in ("", "none"):
        shortest = _shortest(printed(game)).get(kind, kind)
    return can_run(game, company, shortest) or (shortest != kind and can_run(game, company, kind))


@lru_cache(maxsize=100)
def _shortest(definition: PrintedEsp) -> dict[Kind, Kind]:
    """Return the kind of train whose routes each kind can run too, if there is another."""
    trains = {Kind(name): t for name, t in definition.trains.items() if name != STRAWBERRY}
    found: dict[Kind, Kind] = {}
    for longer, train in trains.items():
        shorter = {
            name: other.range + other.small
            for name, other in trains.items()
            if other.gauge == train.gauge
            and 0 < other.range <= train.range
            and other.range + other.small <= train.range + train.small
        }
        if shorter:
            found[longer] = min(shorter, key=lambda name: (trains[name].range, shorter[name]))
    return found


def is_port(stop: Stop) -> bool:
    return stop.kind == "town" and stop.end


def is_small_stop(stop: Stop) -> bool:
    """Tell whether a stop counts as a small town (18ESP-4.4.1.3), a mine always (18ESP-4.2.3.3)."""
    return stop.kind in ("town", "mine")


def own_passes(game: Game, company: str) -> frozenset[str]:
    """Return the passes where a company has a station."""
    hexes = game.definition.hexes
    return frozenset(
        name
        for (name, _), slots in game.state.stations.items()
        if company in slots and hexes[name].entry.gauge == BOTH
    )


def route_key(game: Game, company: str) -> object:
    """Return what the models depend on besides track, phase, edition and company."""
    now = facts(game)
    tender = company in now.tenders and _tender_train(game, company)
    return own_passes(game, company), tender, factor(game, company), now.aranjuez


def _tender_train(game: Game, company: str) -> str:
    """Return the kind of train that was given the tender; "": any may have it."""
    turn = game.state.turn
    if not isinstance(turn, EspTurn) or turn.company != company or not policy(game).tender_assigned:
        return ""
    return game.kind_of(turn.tender) if turn.tender is not None else "none"


def route_models(game: Game, company: str, kind: Kind) -> tuple[RouteModel, ...]:
    """Return the models of a kind of train without and with the tender (18ESP-2.2.24).

    Any train may carry it, a combined one too (18ESP-5.2.1.13).
    """
    stops = _stops(game, company, printed(game).trains[kind].gauge)
    models = [_model(game, kind, stops, 0)]
    if company in facts(game).tenders and _tender_train(game, company) in ("", kind):
        models.append(_model(game, kind, stops, 1))
    return tuple(models)


def _model(game: Game, kind: Kind, stops: _Stops, tender: int) -> RouteModel:
    """Limit a train: n stops (18ESP-4.4.1.1); a+b: a of any kind, b small ones (18ESP-4.4.1.2)."""
    train = printed(game).trains[kind]
    # A combined train stops on both maps (18ESP-5.2.1.12). Passes may meet in the north without a
    # stop between them: there a conventional train has no gauge to run on (18ESP-4.4.1.1).
    needed = {BOTH: IN_NORTH | IN_SOUTH, NARROW: 0}.get(train.gauge, IN_SOUTH)
    if kind == STRAWBERRY and not facts(game).aranjuez:  # 18ESP-2.2.16
        needed = GARDENS | COURT if policy(game).strawberry_hexes else FRESA
    both = policy(game).bonus_both

    # Of one route: two that meet in a pass are not joined (18ESP-4.4.3.8, 18ESP-5.2.2.8).
    def bonus(seen: int) -> tuple[int, int]:
        return stops.times * _bonus(seen, both), 0

    return RouteModel(
        stops.values,
        stops.marks,
        bonus,
        costs=stops.costs,
        # No two ends of one letter (18ESP-4.4.2.10). A route crosses one pass and may have others
        # as its ends (18ESP-4.4.2.12); online it has one in whatever role (D40).
        budgets=(
            train.range,
            train.range + train.small + tender,
            MOST_PASSES if policy(game).pass_ends_free else 1,
            1,
            1,
        ),
        uses=tender,
        incomes=stops.incomes,
        shunned=stops.shunned,
        required=needed,
        # 18ESP-5.2.2.6: a combined train goes through one of them
        gates=_passes(game) if train.gauge == BOTH else frozenset(),
        # 18ESP-4.4.2.14, 18ESP-5.2.2.7: others only end in them
        ends=_passes(game) if train.gauge != BOTH else frozenset(),
    )


def _passes(game: Game) -> frozenset[StopAt]:
    hexes = game.definition.hex_list
    return frozenset((spot.index, 0) for spot in hexes if spot.entry.gauge == BOTH)


def _bonus(seen: int, both: int) -> int:
    """Return the bonus of a route: they do not add up (18ESP-4.4.3.7)."""
    east_west = seen & EAST and seen & WEST
    north_south = seen & CAPITAL and seen & PORT_CITY
    if east_west and north_south:
        return both
    return BONUS if east_west or north_south else 0


class _AtHex(Struct, frozen=True):
    """One stop of a hex, company apart."""

    at: StopAt
    value: int
    income: int
    cost: tuple[int, ...]
    marks: int


def _stops(game: Game, company: str, gauge: str) -> _Stops:
    definition, board = game.definition, game.state.board
    colour, times = game.phase.colours[-1], factor(game, company)  # 18ESP-6.11
    passes, small = own_passes(game, company), is_small(game, company)
    closed_passes = small and not policy(game).small_ends_in_pass
    key = (id(definition), colour, times, passes, small, closed_passes, gauge)
    tiles, known = _latest.get(key, ([], None))
    if known is None:
        known, others = _Stops({}, {}, {}, {}, frozenset(), times), list(range(len(board)))
    else:  # of a board like this one only the tiles that are others are read
        others = list(compress(count(), map(is_not, tiles, board)))
    gone = [(index, n) for index in others if tiles for n in range(len(tiles[index].tile.stops))]
    values, incomes = known.values.copy(), known.incomes.copy()
    costs, marks = known.costs.copy(), known.marks.copy()
    shunned = set(known.shunned.difference(gone))
    for at in gone:
        for each in (values, incomes, costs, marks):
            each.pop(at, None)
    printed = _printed(definition, colour, gauge, small, closed_passes)
    for index in others:
        tile = board[index]
        if not tile.tile.stops:
            continue
        spot = definition.hex_list[index]
        foreign = spot.entry.gauge == BOTH and spot.name not in passes  # 18ESP-4.4.3.4
        for stop in printed[index, tile]:
            values[stop.at] = 0 if foreign else stop.value * times
            costs[stop.at], marks[stop.at] = stop.cost, stop.marks
            if stop.income:  # which is not multiplied (18ESP-7.7)
                incomes[stop.at] = stop.income
        if len(tile.tile.stops) == 2:
            shunned |= _worse_choices(index, tile, values, incomes)
    found = _Stops(values, incomes, costs, marks, frozenset(shunned), times)
    _latest.keep(key, (board.copy(), found))
    return found


_latest: Memory[tuple[object, ...], tuple[list[Placed], _Stops]] = Memory(200)


class _Printed(dict[tuple[int, "Placed"], tuple[_AtHex, ...]]):
    """The stops of every hex under every tile for trains of a gauge, read when asked for."""

    def __init__(
        self, definition: Definition, colour: str, gauge: str, small: bool, closed_passes: bool
    ) -> None:
        self.definition, self.colour, self.gauge = definition, colour, gauge
        self.small, self.closed_passes = small, closed_passes

    def __missing__(self, key: tuple[int, Placed]) -> tuple[_AtHex, ...]:
        index, tile = key
        spot = self.definition.hex_list[index]
        found = []
        for number, stop in enumerate(tile.tile.stops):
            value = stop.value(self.colour)  # 18ESP-4.4.3.2
            treasury = stop.kind == "mine" or is_port(stop)  # 18ESP-4.4.3.3, 18ESP-4.2.3.2
            is_pass = spot.entry.gauge == BOTH
            # 18ESP-5.2.1.1: the other map is for combined trains
            barred = self.gauge not in (BOTH, spot.entry.gauge) and not is_pass  # 18ESP-4.4.2.14
            barred |= self.small and stop.kind == "area"  # 18ESP-4.4.2.8
            barred |= is_pass and self.closed_passes  # 18ESP-4.4.2.7
            found.append(
                _AtHex(
                    (index, number),
                    0 if treasury else value,
                    value if treasury else 0,
                    FORBIDDEN if barred else _cost(spot, stop),
                    _marks(spot, tile, number),
                )
            )
        self[key] = tuple(found)
        return self[key]


_printed = lru_cache(maxsize=200)(_Printed)


def _cost(spot: Hex, stop: Stop) -> tuple[int, ...]:
    large = 0 if is_small_stop(stop) else 1
    east, west = (int(stop.end and spot.entry.label == letter) for letter in LETTERS)
    return large, 1, int(spot.entry.gauge == BOTH), east, west


def _marks(spot: Hex, tile: Placed, number: int) -> int:
    marks = 0
    if spot.entry.gauge != BOTH:
        marks = IN_NORTH if spot.entry.gauge == NARROW else IN_SOUTH
    if tile.tile.stops[number].end and spot.entry.label in LETTERS:
        marks |= LETTERS[spot.entry.label]
    marks |= CAPITAL if spot.name in CAPITALS else 0
    marks |= PORT_CITY if spot.name in COAST else 0
    marks |= COURT if spot.name == MADRID else 0
    if spot.name == ARANJUEZ_HEX:  # of its two towns Aranjuez is the one towards Madrid (A32)
        marks |= GARDENS | (FRESA if TO_MADRID in tile.stop_sides[number] else 0)
    return marks


def _worse_choices(
    hex_index: int, tile: Placed, values: dict[StopAt, int], incomes: dict[StopAt, int]
) -> set[StopAt]:
    """Return a mine or its town if the other one is never worse (18ESP-4.2.3.4)."""
    stops = tile.tile.stops
    if {stop.kind for stop in stops} != {"mine", "town"}:
        return set()

    def worth(number: int) -> tuple[int, int]:
        at = (hex_index, number)
        return values[at] + incomes.get(at, 0), values[at]

    low, high = sorted((0, 1), key=worth)
    return {(hex_index, low)} if set(tile.stop_sides[low]) <= set(tile.stop_sides[high]) else set()


# --- refusing --------------------------------------------------------------------------


def route_problem(game: Game, company: str, kind: Kind, stops: tuple[StopAt, ...]) -> str:
    """Say why a train may not run over these stops."""
    train = printed(game).trains[kind]
    model = route_models(game, company, kind)[0]
    spots = [game.definition.hex_list[h] for h, _ in stops]
    places = [game.state.board[h].tile.stops[k] for h, k in stops]
    passes = sum(spot.entry.gauge == BOTH for spot in spots)
    seen = [model.marks[stop] for stop in stops]
    if is_small(game, company) and any(stop.kind == "area" for stop in places):
        return "route_small_in_area"
    if is_small(game, company) and passes and not policy(game).small_ends_in_pass:
        return "route_small_in_pass"
    if train.gauge != BOTH and any(s.entry.gauge not in (BOTH, train.gauge) for s in spots):
        return "route_wrong_gauge"
    crosses = any(spot.entry.gauge == BOTH for spot in spots[1:-1])
    if train.gauge != BOTH and (crosses or (train.gauge != NARROW and passes == len(spots))):
        return "route_wrong_gauge"
    if sum(spot.entry.gauge == BOTH for spot in spots[1:-1]) > 1:
        return "route_two_passes"
    if passes > model.budgets[PASSES]:
        return "route_second_pass"
    if any(sum(bool(mark & letter) for mark in seen) > 1 for letter in (EAST, WEST)):
        return "route_same_letter"
    large = sum(not is_small_stop(stop) for stop in places)
    if train.small and large > train.range:
        return "route_too_many_large"
    longest = max(m.budgets[1] for m in route_models(game, company, kind))
    if large > train.range or len(stops) > longest:
        return "route_plus_too_long" if train.small else "route_too_long"
    return "route_no_aranjuez" if kind == STRAWBERRY else "route_one_map"
