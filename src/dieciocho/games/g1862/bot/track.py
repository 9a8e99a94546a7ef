"""The first tile of a company: it has to lead on."""

from __future__ import annotations

from ....bots.sensible import track
from ....bots.sensible.situation import Situation
from ....engine.actions import Action, LayTile
from ..facts import EXPRESS, facts
from ..stations import is_bare


def lay(situation: Situation) -> Action:
    """Let the first tile lead to where more can be built; then build what earns most."""
    game, company = situation.game, situation.company
    home = game.state.homes.get(company)
    if home is None or not is_bare(game, home[0]):
        return track.decide(situation)
    lays = [action for action, _ in situation.of(LayTile) if action.hex == home[0]]
    best = max((ways_on(situation, a) for a in lays), default=0)
    return track.decide(situation, [a for a in lays if ways_on(situation, a) == best])


def ways_on(situation: Situation, action: LayTile) -> int:
    """Count the sides to which a tile leads where others can follow or, for an express, end."""
    game = situation.game
    spot = game.definition.hexes[action.hex]
    areas = EXPRESS in facts(game).permits[situation.company]
    count = 0
    for side in game.definition.placed[action.tile, action.rotation].exits:
        index = spot.neighbours[side]
        tile = game.state.board[index].tile if index >= 0 else None
        count += tile is not None and (areas or all(stop.kind != "area" for stop in tile.stops))
    return count
