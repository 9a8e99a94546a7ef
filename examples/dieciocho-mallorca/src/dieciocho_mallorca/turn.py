"""A company's turn in 18Mallorca, in the order of MALLORCA-4.2."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dieciocho.engine.actions import Action, BuyTrain, LayTile, Pass
from dieciocho.engine.board import reach
from dieciocho.engine.errors import refuse
from dieciocho.engine.step import Step
from dieciocho.engine.steps.common import CompanyStep, OptionalStep, PassMove, pop
from dieciocho.engine.steps.operating import PayDividend, RunMove, RunStep
from dieciocho.engine.steps.stations import HomeStation, PlaceStationMove, StationStep
from dieciocho.engine.steps.track import LayTileMove
from dieciocho.engine.steps.trains import BuyTrainMove

if TYPE_CHECKING:
    from dieciocho.engine.game import Game, Play

LAYS = 2  # tiles in a turn, unless one is an upgrade (MALLORCA-5.1)


def _barred(game: Game, step: CompanyStep, hex_name: str) -> str | None:
    """After a yellow tile there is no upgrade."""
    assert game.state.turn is not None
    spot = game.definition.hexes[hex_name]
    upgrade = game.state.board[spot.index].tile.colour == "yellow"
    return "upgrade_alone" if upgrade and game.state.turn.laid else None


class Track(OptionalStep, frozen=True):
    """Lay up to two yellow tiles, or upgrade one (MALLORCA-5.1)."""

    moves = (LayTileMove(_barred), PassMove(pop))

    def case(self, game: Game) -> str:
        return "second" if game.state.turn and game.state.turn.laid else super().case(game)

    def laid(self, game: Play, action: LayTile) -> None:
        assert game.state.turn is not None
        upgraded = game.definition.tiles[action.tile].colour != "yellow"
        game.set_turn(laid=game.state.turn.laid + 1, upgraded=upgraded)
        if upgraded or game.state.turn.laid == LAYS:
            game.pop()


class Station(StationStep, frozen=True):
    """Place one further station (MALLORCA-5.10)."""

    moves = (PlaceStationMove(), PassMove(pop))


class RunTrains(RunStep, frozen=True):
    """Run the trains for as much as they can bring (MALLORCA-6.1)."""

    moves = (RunMove(),)
    refusals: ClassVar[dict[type[Action], str]] = {Pass: "trains_must_run"}

    def maximum(self, game: Game) -> bool:
        return True  # MALLORCA-6.7

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        if game.state.trains[company] and reach(game.definition, game.state, company).ends:
            return False
        game.pop()
        return True


class Trains(OptionalStep, frozen=True):
    """Buy trains from the bank (MALLORCA-7.1)."""

    moves = (BuyTrainMove(), PassMove(pop))

    def trade_closed(self, game: Game) -> str | None:
        return "no_trade"  # MALLORCA-7.2

    def lowest_offer(self, game: Game, card: str) -> int:
        return 1  # of no use: no company sells

    def offer(self, game: Play, action: BuyTrain) -> None:
        refuse(game, "no_trade")

    def bought(self, game: Play, action: BuyTrain) -> None:
        """The limit is the same in every phase: there is never one to discard (MALLORCA-7.3)."""


TURN: tuple[Step, ...] = (
    HomeStation(),  # MALLORCA-4.4
    Track(),
    Station(),
    RunTrains(),
    PayDividend(),  # MALLORCA-6.9
    Trains(),
)
