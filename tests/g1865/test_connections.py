"""Direct connections: which ways there are, what they cost and what they collect."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise

import pytest

from dieciocho.engine.definition import Definition
from dieciocho.engine.state import State
from dieciocho.engine.tiles import STOP
from dieciocho.engine.track import put_tile
from dieciocho.games.g1865.connections import (
    destination_reached,
    directly_connected,
    ways_from,
    ways_of,
)
from dieciocho.games.g1865.upgrades import competitive, connected_sides

from ..support import rule
from .maps import crowded_board, lay, ways
from .scenes import Scene

DATA = files("dieciocho.games.g1865") / "data"


def side_costs() -> dict[frozenset[str], int]:
    """Read from the file what each side between two hexes costs, plain ones left out."""
    raw = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
    found = {
        frozenset(side.split("|")): raw["side_costs"][border["terrain"]]
        for border in raw["borders"]
        for side in border["sides"]
    }
    for link in raw["sea_links"].values():
        found[frozenset(end.split(".")[0] for end in link["ends"])] = link["cost"]
    return found


def walked(definition: Definition, state: State, start: int) -> Iterator[tuple[str, int, int]]:
    """Yield every direct connection from a hex, step by step from side to side, the slow way."""
    costs = side_costs()
    spots = definition.hex_list

    def worth(index: int) -> int:
        return sum(stop.values[0] for stop in state.board[index].tile.stops)

    def go(
        crossing: int, path: list[str], used: frozenset[frozenset[int]], towns: tuple[int, ...]
    ) -> Iterator[tuple[str, int, int]]:
        entry = definition.across[crossing]
        side = frozenset((crossing, entry))
        if entry < 0 or side in used:
            return
        index, number = divmod(entry, 6)
        path, used = [*path, spots[index].name], used | {side}
        tile = state.board[index]
        for end in tile.from_side[number]:
            if end < STOP:
                yield from go(index * 6 + end, path, used, towns)
            elif tile.tile.stops[0].kind == "town":
                if index not in towns:
                    for out in tile.exits:
                        if out != number:
                            yield from go(index * 6 + out, path, used, (*towns, index))
            elif index != start:
                pairs = pairwise(path)
                cost = sum(costs.get(frozenset(pair), 10) for pair in pairs)
                yield "-".join(path), cost, sum(map(worth, (*towns, index)))

    for out in state.board[start].exits:
        yield from go(start * 6 + out, [spots[start].name], frozenset(), ())


@rule("1865-3.9.3")
@pytest.mark.parametrize("seed", range(12))
def test_all_ways_are_found_each_once(seed: int) -> None:
    definition, state = crowded_board(seed, 250 + 50 * seed)
    found = 0
    for spot in definition.hex_list:
        stops = state.board[spot.index].tile.stops
        if not stops or stops[0].kind == "town":
            continue
        listed = [
            (w.text, w.cost, w.traffic) for w in ways_from(definition, state, (spot.index, 0))
        ]
        assert sorted(listed) == sorted(walked(definition, state, spot.index))
        assert len({text for text, _, _ in listed}) == len(listed)
        found += len(listed)
    assert found > 20  # the boards are really crowded


@rule("1865-3.9.3")
def test_towns_lie_on_a_connection_cities_end_it() -> None:
    scene = Scene().company("SFS", treasury=500)
    lay(scene, "H31 57 S N; H33 4 S N; H35 58 N SW; G36 9 NE SW; F37 9 NE SW")
    game = scene.operate("SFS", "station")
    assert ways(game, "SFS", "E38") == {"H31-H33-H35-G36-F37-E38": (130, 5)}
    assert destination_reached(game, "SFS")
    assert not directly_connected(game, "SFS", "C30")


@rule("1865-3.9.3")
def test_no_way_leads_through_a_city_not_even_an_own_one() -> None:
    scene = Scene().company("FMS", treasury=500)
    lay(scene, "E36 4 N S; E34 8 S NW; D33 58 SE N; D31 8 S NW; D29 8 SW N; D27 4 S N")
    game = scene.game
    assert ways(game, "FMS", "C30") == {"E38-E36-E34-D33-D31-C30": (80, 5)}
    scene.marker("FMS", "C30")
    lay(scene, "D25 9 S N; D23 8 S NW")  # Oristano to Sassari
    texts = set(ways(game, "FMS", "C22"))
    assert texts == {"C30-D29-D27-D25-D23-C22"}  # from Oristano, never through it
    assert ways(game, "FMS", "C22")["C30-D29-D27-D25-D23-C22"] == (40 + 10 + 60 + 10 + 10, 4)


@rule("1865-3.9.2", "1865-3.9.3", "1865-1.3")
def test_a_sea_link_is_part_of_a_connection_if_tiles_lead_to_both_ends() -> None:
    scene = Scene().company("SFSS", treasury=500)
    lay(scene, "C22 S-green N SE S SW")
    assert ways(scene.game, "SFSS", "D11") == {}
    lay(scene, "D11 57 SW NE")
    assert ways(scene.game, "SFSS", "D11") == {"C22-D11": (100, 2)}


@rule("1865-3.9.2")
def test_a_marker_in_the_destination_counts_as_reached() -> None:
    scene = Scene().company("FA")
    assert not destination_reached(scene.game, "FA")
    lay(scene, "G20 57 S N")
    scene.marker("FA", "G20")
    assert destination_reached(scene.game, "FA")


def test_a_town_is_not_passed_twice_and_no_way_returns_to_its_start() -> None:
    """A ring of track that comes back to the same city is no connection."""
    scene = Scene().company("FCS")
    lay(scene, "F33 5 N NE; F31 7 S SE; G32 3 NW SW")
    assert ways(scene.game, "FCS", "F33") == {}
    assert ways_of(scene.game, "FCS") == []


def test_names_of_ways_are_hexes_in_order() -> None:
    definition, state = crowded_board(3, 400)
    for spot in definition.hex_list:
        stops = state.board[spot.index].tile.stops
        if stops and stops[0].kind != "town":
            for way in ways_from(definition, state, (spot.index, 0)):
                assert re.fullmatch(r"[A-H]\d+(-[A-H]\d+)+", way.text)
                assert way.text.startswith(spot.name + "-")


def _copy(state: State) -> State:
    """Return a copy of a state that has nothing but a board."""
    new = State()
    new.board, new.supply = state.board.copy(), state.supply.copy()
    new.track_key, new.station_key = state.track_key, state.station_key
    new.stations, new.homes = {}, {}
    return new


def joined_places(definition: Definition, state: State) -> set[tuple[int, int]]:
    """Return the pairs of hexes that a direct connection joins."""
    return {
        (way.start[0], way.target[0])
        for spot in definition.hex_list
        if (stops := state.board[spot.index].tile.stops) and stops[0].kind != "town"
        for way in ways_from(definition, state, (spot.index, 0))
    }


@rule("1865-4.2.7", "1865-4.2.8")
@pytest.mark.parametrize("seed", range(4))
def test_competitive_upgrades_never_break_a_connection(seed: int) -> None:
    """Whatever tile is exchanged for one of its colour, what was joined stays joined."""
    definition, state = crowded_board(seed, 300)
    game = Scene().game
    game.state = state
    before, dice, tried = joined_places(definition, state), random.Random(seed), 0
    for spot in dice.sample(definition.hex_list, 40):
        old = state.board[spot.index]
        kept = connected_sides(game, spot.name)
        for new in competitive(definition, spot.name, old, kept):
            if not state.supply[new.name]:
                continue
            changed = _copy(state)
            put_tile(definition, changed, spot.name, new, tuple(range(len(new.tile.stops))))
            assert joined_places(definition, changed) >= before, (spot.name, new)
            assert [s.values for s in new.tile.stops] == [s.values for s in old.tile.stops]
            tried += 1
    assert tried > 10
