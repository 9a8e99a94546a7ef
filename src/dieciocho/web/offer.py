"""What is printed of a game, as the pages about it show it."""

from __future__ import annotations

from ..engine.definition import Definition
from ..engine.game import Header
from ..engine.rules import Rules


def components(rules: Rules, edition: str, count: int | None = None) -> Definition:
    """Return the components of an edition for a number of players, by default the greatest."""
    players = tuple(f"{n + 1}" for n in range(count or rules.player_counts[-1]))
    return rules.definition(
        Header(game=rules.id, players=players, edition=edition, version=rules.version)
    )


def with_tile(rules: Rules, edition: str, tile: str) -> Definition:
    """Return components with a certain tile; few players may have tiles of their own."""
    sets = [components(rules, edition, count) for count in reversed(rules.player_counts)]
    return next((found for found in sets if tile in found.tiles), sets[0])
