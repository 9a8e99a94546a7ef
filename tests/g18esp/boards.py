"""Boards of 18ESP laid by chance, for tests of routes."""

from __future__ import annotations

import random

import dieciocho
from dieciocho.engine.game import Game, Play
from dieciocho.engine.track import add_station, candidates, open_hex, put_tile

from ..brute import joined

PASSES = ("D12", "H12", "J10", "L8")


def random_board(seed: int, lays: int, edition: str = "rulebook") -> Game:
    """Cover both maps with tiles and stations, ignoring connection and money; open some passes.

    Of a few tiles that fit, the one that joins most of the track around it is laid.
    """
    dice = random.Random(seed)
    game = dieciocho.new_game("18esp", ["Ana", "Luis", "Eva"], edition=edition)
    definition, state = game.definition, game.state
    for name in dice.sample(PASSES, dice.randint(0, 4)):
        open_hex(definition, state, name)
    spots = [spot for spot in definition.hex_list if spot.buildable]
    for _ in range(lays):
        spot = dice.choice(spots)
        options = [
            (tile, rotation)
            for tile, rotations in candidates(definition, spot.name, state.board[spot.index])
            if state.supply[tile]
            for rotation in rotations
        ]
        if options:
            few = dice.sample(options, min(30, len(options)))
            tile, rotation = max(few, key=lambda option: joined(game, spot.index, *option))
            put_tile(definition, state, spot.name, definition.placed[tile, rotation])
    chosen = dice.sample([c for c in definition.companies if c not in state.closed], 5)
    for company in chosen * 4:
        _add_station(game, dice, company)
    state.phase = dice.randrange(1, len(definition.phases))
    Play(game).set_facts(tenders=frozenset(dice.sample(chosen, 2)))
    return game


def _add_station(game: Game, dice: random.Random, company: str) -> None:
    """Put a station into a city that has room, if there is one."""
    state = game.state
    if not state.stations_left[company]:
        return
    small = game.definition.companies[company].kind == "small"
    cities = [
        (spot.name, k, stop.slots)
        for spot in game.definition.hex_list
        for k, stop in enumerate(state.board[spot.index].tile.stops)
        if stop.kind == "city"
        and state.board[spot.index].stop_sides[k]
        and not (small and spot.entry.gauge)
        and None in state.stations.get((spot.name, k), (None,))
        and company not in state.stations.get((spot.name, k), ())
    ]
    name, city, slots = dice.choice(cities)
    add_station(state, (name, city), company, slots)
    state.stations_left[company] -= 1
