"""How 18xx.games names the things of a title."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ..engine.errors import BadInput
from ..engine.steps.track import lay_cost

if TYPE_CHECKING:
    from ..engine.actions import Action, LayTile
    from ..engine.game import Game
    from ..engine.routing.model import StopAt

Json = dict[str, Any]
# (view, lists to add to, choice, its action): how a legal action is listed in a trace
Form = Callable[..., None]
# (reader, recorded action): the action of ours that a title means by it
Reading = Callable[[Any, Json], "Action"]


def _terrain(game: Game, action: LayTile) -> int:
    return lay_cost(game, action.hex) if action.power is None else 0


class Dialect(Struct, frozen=True):
    """The names of one title on the site, where they differ from ours."""

    title: str
    game: str
    options: tuple[str, ...]  # that a recording must have
    steps: dict[str, str]  # our step -> theirs
    phases: dict[str, str]
    privates: dict[str, str]  # our id -> theirs, where they differ
    abilities: Callable[[Game], dict[str, list[list[Any]]]]
    private_facts: Callable[[Game, str], dict[str, Any]]
    two_part_powers: tuple[str, ...] = ()
    shares_in_pool: bool = False  # shares that nobody holds are in the market
    things: tuple[str, ...] = ()  # that can be used or hired
    describe: Callable[[Game, str], str] = lambda game, thing: thing  # what is used or hired
    facts: Callable[[Game], dict[str, Any]] = lambda game: {}  # further parts of the state
    company_facts: Callable[[Game, str], dict[str, Any]] = lambda game, company: {}
    lay_cost: Callable[[Game, LayTile], int] = _terrain
    service_price: Callable[[Game, str], int] = lambda game, thing: 0
    choices: dict[str, dict[str, str]] = {}  # an option that it may have -> ours
    readings: dict[str, Reading] = {}  # of recorded actions that the title means in its own way
    forms: dict[type[Action], Form] = {}  # of actions that the title lists in its own way
    dividend_move: Callable[[Game, int], tuple[str, int]] | None = None  # of chosen amounts
    refused: dict[str, str] = {}  # options that change the game -> what they bring
    # What only writing needs:
    endings: dict[str, str] = {}  # our reason for the end -> theirs
    seed: Callable[[Game], int] = lambda game: game.header.seed or 0  # that draws what was drawn
    entity_type: Callable[[Game, str], str] = lambda game, company: "corporation"
    power_in_use: Callable[[Game], str | None] = lambda game: None  # the private that acts now
    # (game, class of a route, its value, its stops): what is noted behind it
    route_note: Callable[[Game, int, int, tuple[StopAt, ...]], str] = lambda *_: ""

    def options_in(self, recorded: tuple[str, ...]) -> dict[str, str]:
        """Return our options for those of a recording; BadInput where we have none."""
        missing = [name for name in self.options if name not in recorded]
        if missing:
            raise BadInput(f"recorded games of {self.title} need the option {missing[0]!r}")
        ours: dict[str, str] = {}
        for name in recorded:
            if name in self.refused:
                raise BadInput(
                    f"{self.title} with the option {name!r} cannot be read: "
                    f"{self.refused[name]} are not part of the rulebook that is played here"
                )
            if name not in self.options and name not in self.choices:
                raise BadInput(f"{self.title} with the option {name!r} cannot be read")
            ours.update(self.choices.get(name, {}))
        return ours

    def thing_in(self, game: Game, description: str) -> str:
        """Return what is used or hired, from the site's description."""
        known = {self.describe(game, thing): thing for thing in self.things}
        return known[description]

    def private_out(self, private: str) -> str:
        return self.privates.get(private, private)

    def private_in(self, private: str) -> str:
        for ours, theirs in self.privates.items():
            if theirs == private:
                return ours
        return private

    def phase(self, game: Game) -> str:
        return self.phases.get(game.phase.name, game.phase.name)


def dialects() -> tuple[Dialect, ...]:
    """Return the dialects of all titles that can be read."""
    from .g18mag import DIALECT as G18MAG
    from .g1888 import DIALECT as G1888

    return (G1888, G18MAG)


def dialect_for(game: str) -> Dialect | None:
    """Return the dialect in which a game of ours is written, if there is one."""
    return next((dialect for dialect in dialects() if dialect.game == game), None)


def dialect_of(title: str) -> Dialect:
    """Return the dialect of a title of the site."""
    known = {dialect.title: dialect for dialect in dialects()}
    if title not in known:
        raise BadInput(f"recorded games of {title!r} cannot be read; known: {', '.join(known)}")
    return known[title]
