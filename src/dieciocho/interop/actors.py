"""Who acts in the site's eyes: a player, a company or a private company with its power."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ..engine.actions import Action, Bid, Exchange, SellShares, StartCompany, Take
from ..engine.state import Owner
from ..engine.steps.trains import Discard

if TYPE_CHECKING:
    from ..engine.game import Game
    from .dialect import Dialect

# What players do themselves, also within the turn of a company.
BY_PLAYERS = (Bid, Take, StartCompany, SellShares)

PLAYER, PRIVATE = "player", "company"
COMPANIES = ("corporation", "minor")


class Actor(Struct, frozen=True):
    kind: str  # as the site says it: player, corporation, minor, or company for a private
    name: Owner  # our seat or id


def acting(game: Game, dialect: Dialect) -> Actor:
    """Return whose decision is due."""
    step, turn = game.step, game.state.turn
    named = dialect.entity(game)
    if named is not None:
        return Actor(*named)
    if isinstance(step, Discard):
        return Actor(dialect.entity_type(game, step.company), step.company)
    if isinstance(private := getattr(step, "private", None), str):
        return Actor(PRIVATE, private)
    if turn is not None:
        return Actor(dialect.entity_type(game, turn.company), turn.company)
    return Actor(PLAYER, step.actor(game))


def power_of(action: Action) -> str | None:
    """Return the private whose power an action uses."""
    if isinstance(action, Exchange):
        return action.private
    power: str | None = getattr(action, "power", None)
    return power


def actor_of(game: Game, dialect: Dialect, action: Action) -> Actor:
    """Return who takes an action that is possible now."""
    power = power_of(action)
    if power is not None:
        return Actor(PRIVATE, power)
    if isinstance(action, BY_PLAYERS):
        return Actor(PLAYER, game.step.actor(game))
    return acting(game, dialect)


def named(dialect: Dialect, ids: list[int | str], actor: Actor) -> dict[str, int | str]:
    """Return an actor in the fields of a recorded action."""
    name = actor.name
    if isinstance(name, int):
        return {"entity": ids[name], "entity_type": actor.kind}
    return {
        "entity": dialect.private_out(name) if actor.kind == PRIVATE else name,
        "entity_type": actor.kind,
    }
