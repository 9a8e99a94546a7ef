"""Track and markers: the best way to further traffic, tile by tile."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from msgspec import Struct

from ....engine.actions import Action, LayTile, Pass, PlaceStation
from ....engine.connections import own_stations
from ....engine.track import next_colour
from ..connections import destination_reached, traffic_at, ways_of
from ..facts import facts, phase_number, this_turn
from ..stations import marker_problem, region_closed
from .values import carried, cheapest_train, horizon, thrift

if TYPE_CHECKING:
    from ....bots.sensible.situation import Situation
    from ....engine.game import Game
    from ....engine.tiles import Placed

TILE = 14  # what a tile to be laid counts, in money
DESTINATION = 160  # what the destination of a minor is worth besides its traffic
MOST_TILES, FEW_TILES = 99, 3  # of a way that is looked at, and by who is quick
RETRIES = 3  # so often other ways are looked for when no tile fits the best ones
USUAL = {"city": 2, "town": 1, "mine": 2}  # traffic of the first tile


# The first tile of a way: its hex, the side where it is entered (-1: from a stop), the side left.
First = tuple[int, int, int]
NONE: First = (-1, -1, -1)


class Plan(Struct, frozen=True):
    """A way to a city or mine over track that is still to be laid."""

    target: int
    value: float
    tiles: int
    first: First


def mine_worth(game: Game) -> int:
    """Return what a mine brings in all, in traffic points."""
    return {2: 10, 3: 6, 4: 5}.get(phase_number(game), 3)


def stop_points(game: Game, index: int) -> float:
    """Return the traffic that a marker in a city or mine would bring."""
    spot = game.definition.hex_list[index]
    tile = game.state.board[index].tile
    if spot.printed.tile.mines:
        return float(mine_worth(game)) if not tile.track or tile.colour == "yellow" else 1.0
    return float(traffic_at(game, spot.name) or USUAL["city"])


def point_worth(game: Game, company: str, rounds: float) -> float:
    """Return what one more traffic point is worth to the company in so many rounds."""
    surplus = facts(game).traffic.get(company, 0) - carried(game, company)
    use = 0.6 if surplus < 8 else 0.35
    return 10 * use * max(0.0, rounds)


def plans(
    game: Game,
    company: str,
    banned: frozenset[First] = frozenset(),
    *,
    markers: int | None = None,
    most_tiles: int = MOST_TILES,
) -> list[Plan]:
    """Find the cheapest way to every city and mine where a marker could go.

    A way goes over sides of hexes: along track that lies there, or over tiles to be laid, but
    does not begin with a tile that is banned because none fits.
    """
    search = _Search(game, company, banned, most_tiles)
    if markers is not None:
        search.markers = markers
    search.run()
    return sorted(search.found.values(), key=lambda plan: -plan.value)


class _Search:
    """Dijkstra's search over the sides of the map."""

    def __init__(self, game: Game, company: str, banned: frozenset[First], most_tiles: int) -> None:
        self.game = game
        self.most_tiles = most_tiles
        self.banned = banned
        self.company = company
        self.found: dict[int, Plan] = {}
        self.heap: list[tuple[float, int, float, int, First]] = []
        self.done: set[int] = set()
        rounds = horizon(game)
        self.points = [point_worth(game, company, rounds - delay) for delay in range(8)]
        self.minor = company not in facts(game).major and not destination_reached(game, company)
        goal = game.definition.companies[company].destination
        self.goal = game.definition.hexes[goal].index if goal else -1
        self.thrift = thrift(game, company)
        self.markers = game.state.stations_left[company]
        self.treasury = game.state.cash[company]

    def run(self) -> None:
        game = self.game
        across = game.definition.across
        for index, stop in own_stations(game.definition, game.state, self.company):
            tile = game.state.board[index]
            for side in range(6):
                laid = side in tile.stop_sides[stop]
                closed = side in game.definition.hex_list[index].closed
                if not laid and (closed or not self._may_grow(index)):
                    continue
                first = NONE if laid else (index, -1, side)
                cost = 0.0 if laid else TILE
                self._cross(index * 6 + side, cost, 0 if laid else 1, 0.0, first)
        while self.heap:
            cost, entry, towns, tiles, first = heapq.heappop(self.heap)
            if entry in self.done:
                continue
            self.done.add(entry)
            if entry // 6 != across[entry] // 6:
                self._enter(entry, cost, tiles, towns, first)

    def _may_grow(self, index: int) -> bool:
        """Tell whether a tile could be laid on a hex, as its next colour."""
        tile = self.game.state.board[index].tile
        if tile.mines and tile.track:
            return False
        return next_colour(tile.colour) in self.game.phase.colours

    def _cross(
        self,
        crossing: int,
        cost: float,
        tiles: int,
        towns: float,
        first: First,
    ) -> None:
        definition = self.game.definition
        entry = definition.across[crossing]
        if entry < 0 or entry in self.done or first in self.banned or tiles > self.most_tiles:
            return
        if region_closed(self.game, definition.hex_list[entry // 6].name):
            return
        paid = cost + definition.side_cost[crossing]
        heapq.heappush(self.heap, (paid, entry, towns, tiles, first))

    def _enter(
        self,
        entry: int,
        cost: float,
        tiles: int,
        towns: float,
        first: First,
    ) -> None:
        index, side = divmod(entry, 6)
        spot, placed = self.game.definition.hex_list[index], self.game.state.board[index]
        kind = placed.tile.stops[0].kind if placed.tile.stops else ""
        ends = placed.from_side[side]
        if kind in ("city", "mine"):
            if ends:
                self._arrive(index, cost, tiles, towns, first)
            elif self._may_grow(index):
                step = (index, side, -1) if first == NONE else first
                self._arrive(index, cost + TILE, tiles + 1, towns, step)
            return
        if kind == "town":
            towns += traffic_at(self.game, spot.name) or USUAL["town"]
        if ends:
            outs = set(placed.stop_sides[0]) - {side} if kind == "town" else set(ends)
            for out in outs:
                self._cross(index * 6 + out, cost, tiles, towns, first)
        elif self._may_grow(index):
            outs = set(placed.exits) or {out for out in range(6) if out not in spot.closed}
            for out in outs - {side}:
                step = (index, side, out) if first == NONE else first
                self._cross(index * 6 + out, cost + TILE, tiles + 1, towns, step)

    def _arrive(
        self,
        index: int,
        cost: float,
        tiles: int,
        towns: float,
        first: First,
    ) -> None:
        if first in self.banned:
            return
        game = self.game
        name = game.definition.hex_list[index].name
        value = -cost * self.thrift
        if self.minor and index == self.goal:
            value += DESTINATION
        if self.markers and marker_problem(game, self.company, name) is None:
            delay = min(7, max(0, (tiles + 1) // 2 - 1))
            value += (stop_points(game, index) + towns) * self.points[delay]
        elif not (self.minor and index == self.goal):
            return
        old = self.found.get(index)
        if old is None or old.value < value:
            self.found[index] = Plan(index, value, tiles, first)


def upgrades(situation: Situation) -> list[tuple[float, LayTile]]:
    """Return the lays that bring traffic at once, with what that is worth."""
    game, company = situation.game, situation.company
    own = {index for index, _ in own_stations(game.definition, game.state, company)}
    worth = point_worth(game, company, horizon(game))
    found = []
    for lay, _ in situation.of(LayTile):
        index = game.definition.hexes[lay.hex].index
        stops = game.definition.tiles[lay.tile].stops
        if index not in own or not stops or stops[0].kind != "city":
            continue
        points = stops[0].values[0] - traffic_at(game, lay.hex)
        if points > 0:
            found.append((points * worth + 0.1 * len(stops), lay))
    return found


def planned_lays(situation: Situation) -> list[tuple[float, LayTile]]:
    """Return the lays that begin the best plans, with what each tile of them is worth."""
    game = situation.game
    hexes, placed = game.definition.hexes, game.definition.placed
    lays: dict[int, list[LayTile]] = {}
    for lay, _ in situation.of(LayTile):
        lays.setdefault(hexes[lay.hex].index, []).append(lay)
    found: list[tuple[float, LayTile]] = []
    banned: frozenset[First] = frozenset()
    most = FEW_TILES if situation.light else MOST_TILES
    for _ in range(1 if situation.light else RETRIES):
        best = [
            plan
            for plan in plans(game, situation.company, banned, most_tiles=most)[:4]
            if plan.value > 0 and plan.first != NONE
        ]
        for plan in best:
            index, entry, out = plan.first
            for lay in lays.get(index, ()):
                tile = placed[lay.tile, lay.rotation]
                if _suits(tile, entry, out):
                    extra = _open_ends(situation, index, tile.exits)
                    found.append((plan.value / plan.tiles + extra, lay))
        if found or not best:
            break
        banned |= {plan.first for plan in best}
    return found


def _suits(tile: Placed, entry: int, out: int) -> bool:
    """Tell whether a tile leads from one side to the other; -1 stands for its stop."""
    wanted = [side for side in (entry, out) if side >= 0]
    if not all(side in tile.exits for side in wanted):
        return False
    return len(wanted) < 2 or bool(tile.tile.stops) or out in tile.from_side[entry]


def _open_ends(situation: Situation, index: int, exits: tuple[int, ...]) -> float:
    """Prefer tiles whose other exits lead somewhere."""
    neighbours = situation.game.definition.hex_list[index].neighbours
    return 0.2 * sum(neighbours[side] >= 0 for side in exits) + 0.1 * situation.dice.random()


def lay(situation: Situation) -> Action:
    """Lay the most valuable tile; the second one only if it is worth its price."""
    game = situation.game
    options = upgrades(situation) + planned_lays(situation)
    if not options:
        return Pass()
    value, best = max(options, key=lambda option: option[0])
    turn = this_turn(game)
    second = turn.laid > 0
    reserve = 0 if game.state.trains[situation.company] else cheapest_train(game)
    if second and (
        value < 25 * thrift(game, situation.company) or situation.treasury - 20 < reserve
    ):
        return Pass()
    return best if value > 0 else Pass()


def place(situation: Situation) -> Action:
    """Place the marker that is worth most for what it costs."""
    game, company = situation.game, situation.company
    worth = point_worth(game, company, horizon(game))
    money = thrift(game, company)
    ways = {way.text: way for way in ways_of(game, company)}
    # A company without a train keeps the money for one, unless its president is rich.
    reserve = (
        0 if game.state.trains[company] else max(0, cheapest_train(game) - situation.cash // 2)
    )
    best: tuple[float, Action] | None = None
    for action, _ in situation.of(PlaceStation):
        way = ways[str(action.way)]
        if situation.treasury - way.cost < reserve:
            continue
        index = way.target[0]
        towns = way.traffic - traffic_at(game, action.hex)
        value = (stop_points(game, index) + towns) * worth - money * way.cost
        if best is None or value > best[0]:
            best = value, action
    few = game.state.stations_left[company] <= 1
    least = (40 if few else 10) * money
    return best[1] if best is not None and best[0] > least else Pass()
