"""Which games have a page here, and what is printed of them."""

from __future__ import annotations

from ..engine.definition import Definition
from ..engine.game import Header
from ..engine.rules import Rules

# A game is offered when its page is complete; others are played in the library and the terminal.
OFFERED = ("1888n",)


def components(rules: Rules, edition: str) -> Definition:
    """Return the components of an edition, for the smallest number of players."""
    players = tuple(f"{n + 1}" for n in range(rules.player_counts[0]))
    return rules.definition(Header(game=rules.id, players=players, edition=edition))
