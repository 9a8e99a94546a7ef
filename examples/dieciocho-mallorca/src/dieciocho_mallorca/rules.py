"""18Mallorca: set-up, what routes are worth, final scores."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

from msgspec import Struct

from dieciocho.engine.definition import Definition, load_definition
from dieciocho.engine.routing import RouteModel
from dieciocho.engine.rules import Course, Rules
from dieciocho.engine.setup import bare_table
from dieciocho.engine.shares import value_of_holdings
from dieciocho.engine.state import Round, Seat, State
from dieciocho.engine.steps.rounds import begin_stock_round

from .rounds import StockRound

if TYPE_CHECKING:
    from dieciocho.engine.game import Game, Header, Play


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules can be read in one way only: an edition has nothing to choose."""


class Mallorca(Rules):
    id = "18mallorca"
    title = "18Mallorca"
    policy_type = Policy
    player_counts = range(2, 5)
    folder = files(__package__)
    rounds = {
        "stock": Course(Round, "stock_round"),
        "operating": Course(Round, "operating_round"),
    }

    @cached_property
    def printed(self) -> Definition:
        return load_definition(self.folder / "data")

    def definition(self, header: Header) -> Definition:
        return self.printed

    def set_up(self, game: Play) -> State:
        game.state = bare_table(game, game.definition.table.cash[str(len(game.players))])
        begin_stock_round(game, 1, StockRound())
        return game.state

    def route_model(self, game: Game, company: str, kind: str) -> RouteModel:
        """Every stop is worth what is printed there in the colour of the phase."""
        values = {
            (spot.index, number): stop.value(game.phase.value_colour)
            for spot in game.definition.hex_list
            for number, stop in enumerate(game.state.board[spot.index].tile.stops)
        }
        return RouteModel(values, budgets=(game.definition.trains[kind].range,))

    def scores(self, game: Game) -> dict[Seat, int]:
        """Cash, and shares at market price (MALLORCA-8.3)."""
        return {
            seat: game.state.cash[seat] + value_of_holdings(game, seat)
            for seat in range(len(game.players))
        }


RULES = Mallorca()
