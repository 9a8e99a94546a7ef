"""No list of legal actions says the same thing twice, in any game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import dieciocho
from dieciocho import GAMES
from dieciocho.bots import make_bot
from dieciocho.engine.actions import Choice, LayTile, PlaceStation
from dieciocho.engine.errors import IllegalAction
from dieciocho.engine.game import Game

from .support import NAMES

STOP = 6


def seen(game: Game, hex_name: str) -> object:
    """Return what lies in a hex as it looks: track, places by their track, who stands there."""
    spot = game.definition.hexes[hex_name]
    lying = game.state.board[spot.index]
    plain, sides = set(), dict[int, set[int]]()
    for ends in lying.tile.track:
        turned = [end if end >= STOP else (end + lying.rotation) % 6 for end in ends]
        if turned[1] < STOP:
            plain.add(frozenset(turned))
        else:
            sides.setdefault(turned[1] - STOP, set()).add(turned[0])
    places = []
    for number, stop in enumerate(lying.tile.stops):
        standing = game.state.stations.get((hex_name, number), ())
        at_home = sorted(c for c, at in game.state.homes.items() if at == (hex_name, number))
        leads = sorted(sides.get(number, ()))
        places.append((stop.kind, stop.values, leads, list(filter(None, standing)), at_home))
    return lying.name, frozenset(plain), tuple(sorted(map(str, places)))


def doubles(game: Game, choices: list[Choice]) -> list[tuple[LayTile, LayTile]]:
    """Return pairs of listed lays after which a hex looks the same."""
    lays: dict[tuple[str, str, str | None, object], LayTile] = {}
    found = []
    for choice in choices:
        action = choice.action
        if isinstance(action, LayTile):
            look = seen(game.copy().play(action), action.hex)
            known = lays.setdefault((action.hex, action.tile, action.power, look), action)
            if known is not action:
                found.append((known, action))
    return found


@pytest.mark.parametrize("edition", ["rulebook", "online"])
@pytest.mark.parametrize("title", GAMES)
def test_nothing_is_listed_twice(title: str, edition: str) -> None:
    if edition not in dieciocho.rules_of(title).editions:
        pytest.skip("the game has no such edition")
    game = dieciocho.new_game(title, NAMES[:3], seed=3, edition=edition)
    bot, folded, symmetric = make_bot("random", 3), 0, 0
    while not game.over and symmetric < 60 and len(game.history) < 900:
        choices = game.legal_actions()
        actions = [choice.action for choice in choices]
        assert len(set(actions)) == len(actions)
        symmetric += any(choice.turns for choice in choices)
        if symmetric % 6 == 1:
            assert doubles(game, choices) == []
            for choice in choices:
                for turned in choice.turns[:1]:
                    _also_played(game, choice, turned)
                    folded += 1
        game.play(bot.choose(game))
    assert folded


def _also_played(game: Game, choice: Choice, turned: int) -> None:
    """A rotation that is not listed because it looks the same may be played as well."""
    first = choice.action
    assert isinstance(first, LayTile)
    other = LayTile(first.hex, first.tile, turned, first.power)
    assert choice.allows(other)
    assert not choice.allows(LayTile(first.hex, first.tile, 9, first.power))
    one, two = (game.copy().play(action) for action in (first, other))
    assert seen(one, first.hex) == seen(two, first.hex)
    assert two.state.board[game.definition.hexes[first.hex].index].rotation == turned


@pytest.mark.parametrize("title", [title for title in GAMES if title != "1865"])
def test_a_station_has_no_way_to_pay_for_but_in_1865(title: str) -> None:
    game = dieciocho.new_game(title, NAMES[:4], seed=3)
    bot, found = make_bot("sensible", 3), 0
    while not game.over and found < 3:
        for choice in game.legal_actions():
            if isinstance(choice.action, PlaceStation):
                found += 1
                wrong = replace(choice.action, way=choice.action.hex)
                with pytest.raises(IllegalAction):
                    game.play(wrong)
        game.play(bot.choose(game))
    assert found >= 3
