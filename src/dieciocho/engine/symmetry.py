"""Lays of symmetric tiles: rotations that show the same track are listed as one action."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from .actions import Choice, LayTile
from .tiles import STOP, Placed
from .track import city_moves

if TYPE_CHECKING:
    from .definition import Definition
    from .game import Game
    from .state import State


def fold(game: Game, choices: list[Choice]) -> list[Choice]:
    """Return the choices with lays of one picture folded into the first of them."""
    definition, board = game.definition, game.state.board
    first: dict[object, int] = {}  # what is shown -> place in the list
    folded: list[Choice] = []
    for choice in choices:
        action = choice.action
        if isinstance(action, LayTile):
            old = board[definition.hexes[action.hex].index]
            new = definition.placed[action.tile, action.rotation]
            if len(new.tile.stops) < 2:
                shown: object = _alike(definition, old, action.tile)[action.rotation]
            else:
                shown = _picture(old, new, _contents(game.state, action.hex, old, new))
            place = first.setdefault((action.hex, action.tile, action.power, shown), len(folded))
            if place < len(folded):
                known = folded[place]
                folded[place] = replace(known, turns=(*known.turns, action.rotation))
                continue
        folded.append(choice)
    return folded


def _contents(state: State, hex_name: str, old: Placed, new: Placed) -> tuple[object, ...]:
    """Return who stands or is at home in each place of a hex."""
    homes = {(company, at[1]) for company, at in state.homes.items() if at[0] == hex_name}
    return tuple(
        (state.stations.get((hex_name, n)), frozenset(c for c, city in homes if city == n))
        for n in range(len(old.tile.stops))
    )


@lru_cache(maxsize=100_000)
def _alike(definition: Definition, old: Placed, tile: str) -> tuple[int, ...]:
    """Return for each rotation of a tile with one stop at most the first that shows the same."""
    shown = [_picture(old, definition.placed[tile, rotation], ()) for rotation in range(6)]
    return tuple(map(shown.index, shown))


@lru_cache(maxsize=100_000)
def _picture(old: Placed, new: Placed, contents: tuple[object, ...]) -> frozenset[object]:
    """Return what a tile shows on top of another: equal pictures have the same effect.

    Places of one tile that look alike are told apart by their track and by who comes there.
    """
    moves = city_moves(old, new)
    shown: Counter[object] = Counter()
    for number, stop in enumerate(new.tile.stops):
        comes: tuple[object, ...] = ()
        if stop.slots and contents:
            comes = (number,)
            if moves is not None:
                comes = tuple(contents[n] for n, target in enumerate(moves) if target == number)
        shown[stop, frozenset(new.stop_sides[number]), comes] += 1
    plain = {frozenset((a, b)) for a, b in new.track if b < STOP}
    return frozenset({*shown.items(), *plain})
