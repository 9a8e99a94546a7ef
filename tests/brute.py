"""Slow and simple answers to what the board graph and the solver answer fast."""

from __future__ import annotations

import random
from collections.abc import Iterator

import dieciocho
from dieciocho.engine.connections import blocked_stops, own_stations
from dieciocho.engine.game import Game
from dieciocho.engine.routes import StopAt
from dieciocho.engine.routing import RouteModel
from dieciocho.engine.steps.stations import put_station, station_problem
from dieciocho.engine.tiles import STOP
from dieciocho.engine.track import candidates, next_colour, put_tile

Walk = tuple[tuple[StopAt, ...], tuple[int, ...]]  # stops, crossings


def random_board(seed: int, lays: int, companies: int = 3) -> Game:
    """Cover the map of 1888-N with tiles and stations by chance, ignoring connection and money.

    Of a few tiles that fit, the one that joins most of the track around it is laid, so that the
    boards are as dense as those of real games, or denser.
    """
    dice = random.Random(seed)
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])
    state = game.state
    spots = [spot for spot in game.definition.hex_list if spot.buildable]
    for _ in range(lays):
        spot = dice.choice(spots)
        old = state.board[spot.index]
        options = [
            (tile, rotation)
            for tile, rotations in candidates(game.definition, spot.name, old)
            if state.supply[tile]
            for rotation in rotations
        ]
        if options and next_colour(old.tile.colour):
            few = dice.sample(options, min(30, len(options)))
            tile, rotation = max(few, key=lambda option: joined(game, spot.index, *option))
            put_tile(game.definition, state, spot.name, game.definition.placed[tile, rotation])
    chosen = dice.sample(list(game.definition.companies), companies)
    for company in chosen:
        put_station(game, company, state.homes[company])
    for company in chosen * 2:
        cities = [
            (spot.name, k)
            for spot in game.definition.hex_list
            for k, stop in enumerate(state.board[spot.index].tile.stops)
            if stop.kind == "city" and station_problem(game, company, (spot.name, k)) is None
        ]
        if cities and state.stations_left[company]:
            put_station(game, company, dice.choice(cities))
    state.phase = dice.randrange(1, len(game.definition.phases))
    return game


def joined(game: Game, hex_index: int, tile: str, rotation: int) -> int:
    """Count the sides where a tile would meet track of a neighbour."""
    definition, board = game.definition, game.state.board
    exits = definition.placed[tile, rotation].exits
    return sum(
        1
        for side in exits
        if (beyond := definition.across[hex_index * 6 + side]) >= 0
        and board[beyond // 6].from_side[beyond % 6]
    )


def walks(game: Game, company: str) -> Iterator[Walk]:
    """Yield every walk from a station that repeats neither side nor stop, ends anywhere."""
    definition, board = game.definition, game.state.board
    blocked = blocked_stops(definition, game.state, company)

    def step(crossing: int, stops: tuple[StopAt, ...], used: tuple[int, ...]) -> Iterator[Walk]:
        there = definition.across[crossing]
        if there < 0 or crossing in used or there in used:
            return
        used = (*used, crossing)
        hex_index, side = divmod(there, 6)
        yield stops, used
        for end in board[hex_index].from_side[side]:
            if end < STOP:
                yield from step(hex_index * 6 + end, stops, used)
                continue
            stop = (hex_index, end - STOP)
            if stop in stops:
                continue
            yield (*stops, stop), used
            if stop in blocked or board[hex_index].tile.stops[end - STOP].end:
                continue
            for out in board[hex_index].stop_sides[end - STOP]:
                if out != side:
                    yield from step(hex_index * 6 + out, (*stops, stop), used)

    for start in own_stations(definition, game.state, company):
        for side in board[start[0]].stop_sides[start[1]]:
            yield from step(start[0] * 6 + side, (start,), ())


def all_routes(game: Game, company: str, train_range: int) -> dict[tuple[StopAt, ...], set[int]]:
    """Return every legal route of a train: stops -> the sets of sides it can use (as bits).

    Every route is found by walking from each of its ends, whether a station or not.
    """
    definition, board = game.definition, game.state.board
    blocked = blocked_stops(definition, game.state, company)
    stations = set(own_stations(definition, game.state, company))
    found: dict[tuple[StopAt, ...], set[int]] = {}

    def place(stop: StopAt) -> object:
        return board[stop[0]].tile.stops[stop[1]].location(*stop)

    def ok(stops: tuple[StopAt, ...]) -> bool:
        cost = sum(0 if board[h].tile.stops[k].free else 1 for h, k in stops)
        return not train_range or cost <= train_range

    def step(crossing: int, stops: tuple[StopAt, ...], sides: int) -> None:
        there = definition.across[crossing]
        bit = definition.side_bit[crossing]
        if there < 0 or sides & bit:
            return
        hex_index, side = divmod(there, 6)
        for end in board[hex_index].from_side[side]:
            if end < STOP:
                step(hex_index * 6 + end, stops, sides | bit)
                continue
            stop = (hex_index, end - STOP)
            longer = (*stops, stop)
            if place(stop) in [place(s) for s in stops] or not ok(longer):
                continue
            if stations & set(longer):
                found.setdefault(min(longer, longer[::-1]), set()).add(sides | bit)
            if stop in blocked or board[hex_index].tile.stops[end - STOP].end:
                continue
            for out in board[hex_index].stop_sides[end - STOP]:
                if out != side:
                    step(hex_index * 6 + out, longer, sides | bit)

    for spot in definition.hex_list:
        for number in range(len(board[spot.index].tile.stops)):
            for side in board[spot.index].stop_sides[number]:
                step(spot.index * 6 + side, ((spot.index, number),), 0)
    return found


def best_by_class(game: Game, company: str, ranges: list[int], model: RouteModel) -> dict[int, int]:
    """Return the best revenue of every class by trying all combinations of routes."""
    lists = []
    for train_range in ranges:
        routes = all_routes(game, company, train_range)
        lists.append(
            [(*model.worth(stops), sides) for stops, ways in routes.items() for sides in ways]
        )
    best: dict[int, int] = {}

    def combine(i: int, used: int, value: int, kind: int) -> None:
        if i == len(lists):
            best[kind] = max(best.get(kind, 0), value)
            return
        combine(i + 1, used, value, kind)
        for worth, own_kind, sides in lists[i]:
            if not sides & used:
                combine(i + 1, used | sides, value + worth, kind + own_kind)

    combine(0, 0, 0, 0)
    return best
