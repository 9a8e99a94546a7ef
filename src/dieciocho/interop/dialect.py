"""How 18xx.games names the things of a title."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct

from ..engine.errors import BadInput
from ..engine.steps.track import lay_cost
from ..games import GAMES, part_of
from .exceptions import ExpectedDifference
from .shares import ShareBook

if TYPE_CHECKING:
    from ..engine.actions import Action, LayTile
    from ..engine.game import Game
    from ..engine.routing.model import StopAt
    from ..engine.step import Step

Json = dict[str, Any]
# (view, lists to add to, choice, its action): how a legal action is listed in a trace
Form = Callable[..., None]
# (reader, recorded action): the action of ours that a title means by it
Reading = Callable[[Any, Json], "Action"]
# (writer, action of ours): how the title records it
Writing = Callable[[Any, Any], Json]


def _terrain(game: Game, action: LayTile) -> int:
    return lay_cost(game, action.hex) if action.power is None else 0


class Dialect(Struct, frozen=True):
    """The names of one title on the site, where they differ from ours."""

    title: str
    steps: dict[type[Step], str]  # our step -> theirs
    options: tuple[str, ...] = ()  # that a recording must have
    phases: dict[str, str] = {}
    privates: dict[str, str] = {}  # our id -> theirs, where they differ
    abilities: Callable[[Game], dict[str, list[list[Any]]]] = lambda game: {}
    private_facts: Callable[[Game, str], dict[str, Any]] = lambda game, private: {}
    printed: dict[str, int] = {}  # hex -> number of its city among the printed ones like it
    facts: Callable[[Game], dict[str, Any]] = lambda game: {}  # further parts of the state
    setup: Callable[[Game], Json] = lambda game: {}  # what was dealt
    company_facts: Callable[[Game, str], dict[str, Any]] = lambda game, company: {}
    lay_cost: Callable[[Game, LayTile], int] = _terrain
    defaults: dict[str, str] = {}  # our options for a recording without options
    choices: dict[str, dict[str, str]] = {}  # an option that it may have -> ours
    readings: dict[str, Reading] = {}  # of recorded actions that the title means in its own way
    forms: dict[type[Action], Form] = {}  # of actions that the title lists in its own way
    train_out: Callable[[Game, str], str] = lambda game, train: train  # its id
    train_name: Callable[[Game, str], str] = lambda game, train: game.kind_of(train)
    # (view, trains that can be bought): what else is told of a purchase of trains
    purchases: Callable[[Any, list[Json]], Json] = lambda view, trains: {"must": False}
    # The reason for which the game will end and when, once it is known.
    end_trigger: Callable[[Game], tuple[str, str] | None] = lambda game: None
    empty_purchases: bool = True  # the purchase of trains is listed even if there are none to buy
    one_row: bool = False  # the site keeps the folded market in one row
    built_in_stock: bool = True  # share rounds tell, too, how much was built: nothing
    # (type, id) of who decides, where it is neither the player nor the operating company
    entity: Callable[[Game], tuple[str, Any] | None] = lambda game: None
    # Parts of the state, the legal lists and the routes that the title shows in its own way.
    amend: Callable[[Any, Json], None] = lambda view, state: None
    amend_routes: Callable[[Any, Json], None] = lambda view, routes: None
    book: Callable[[Game], ShareBook] = ShareBook  # of the site's shares
    refused: dict[str, str] = {}  # options that change the game -> what they bring
    expected: tuple[ExpectedDifference, ...] = ()  # between its traces and our edition `online`
    # What only writing needs:
    writings: dict[type[Action], Writing] = {}  # of actions that it records in its own way
    seed: Callable[[Game], int] = lambda game: game.header.seed or 0  # that draws what was drawn
    entity_type: Callable[[Game, str], str] = lambda game, company: "corporation"
    # (game, train, class of its route, stops): those that pay, where that is known
    pays: Callable[[Game, str, int, tuple[StopAt, ...]], tuple[StopAt, ...] | None] = (
        lambda game, train, kind, stops: stops
    )
    # (game, class of a route, its value, its stops): what is noted behind it
    route_note: Callable[[Game, int, int, tuple[StopAt, ...]], str] = lambda *_: ""

    def options_in(self, recorded: tuple[str, ...]) -> dict[str, str]:
        """Return our options for those of a recording; BadInput where we have none."""
        missing = [name for name in self.options if name not in recorded]
        if missing:
            raise BadInput(
                "interop.needs",
                title=self.title,
                option=missing[0],
            )
        ours = dict(self.defaults)
        for name in recorded:
            if name in self.refused:
                raise BadInput(
                    "interop.option_why",
                    title=self.title,
                    option=name,
                    what=self.refused[name],
                )
            if name not in self.options and name not in self.choices:
                raise BadInput(
                    "interop.option",
                    title=self.title,
                    option=name,
                )
            ours.update(self.choices.get(name, {}))
        return ours

    def options_out(self, ours: dict[str, str]) -> list[str]:
        """Return the options of a recording that bring ours."""
        chosen = [name for name, brings in self.choices.items() if brings.items() <= ours.items()]
        return [*self.options, *chosen]

    def private_out(self, private: str) -> str:
        return self.privates.get(private, private)

    def private_in(self, private: str) -> str:
        for ours, theirs in self.privates.items():
            if theirs == private:
                return ours
        return private

    def excuse(self, game: Game, what: str, where: str, theirs: Any, ours: Any) -> str | None:
        """Return why a difference of a trace is expected, if it is."""
        for expected in self.expected:
            if expected.what == what and expected.test(game, where, theirs, ours):
                return expected.reason
        return None

    def train_row(self, game: Game, train: str) -> list[str]:
        """Return id and name of a train."""
        return [self.train_out(game, train), self.train_name(game, train)]

    def cell_out(self, game: Game, number: int) -> list[int]:
        """Return row and column of a cell of the market."""
        cell = game.definition.market.cells[number]
        return [0, number] if self.one_row else [cell.row, cell.column]

    def par_out(self, game: Game, par: int) -> list[int]:
        """Return the cell of a par; where any price can be one, the first cell that has it."""
        market = game.definition.market
        number = market.par_cells[par] if par in market.par_cells else market.price.index(par)
        return self.cell_out(game, number)

    def phase(self, game: Game) -> str:
        return self.phases.get(game.phase.name, game.phase.name)


def numbered(*groups: str) -> dict[str, int]:
    """Number the hexes whose printed cities have the same description, after the first of them.

    On the site a description includes what the hex costs and borders on; hexes go by its list.
    """
    return {name: n for group in groups for n, name in enumerate(group.split(), 1)}


def dialect_for(game: str) -> Dialect | None:
    """Return the dialect of a game of ours, if the site has the game."""
    part = part_of(game, "site")
    return None if part is None else cast(Dialect, part.DIALECT)


def dialects() -> dict[str, Dialect]:
    """Return the dialects of all titles that can be read, by our game."""
    return {game: dialect for game in GAMES if (dialect := dialect_for(game)) is not None}


def dialect_of(title: str) -> tuple[str, Dialect]:
    """Return the game of ours that is a title of the site, and its dialect."""
    known = {dialect.title: (game, dialect) for game, dialect in dialects().items()}
    if title not in known:
        raise BadInput(
            "interop.no_title",
            title=title,
            known=", ".join(known),
        )
    return known[title]
