"""The course of 18Mallorca: a stock round, two operating rounds, until the bank breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from dieciocho.engine.depot import move_train, start_phase_of, top_card, train_of
from dieciocho.engine.shares import operating_order
from dieciocho.engine.state import BANK, OUT, Round, Turn
from dieciocho.engine.step import Move
from dieciocho.engine.steps.common import PassMove
from dieciocho.engine.steps.rounds import (
    CompanyTurns,
    StockTurn,
    begin_stock_round,
    pass_priority_on,
    pass_turn,
    raise_sold_out,
    sell_before_passing,
)
from dieciocho.engine.steps.stock import BuyShareMove, Holding, SellMove, StartMove

from .turn import TURN

if TYPE_CHECKING:
    from dieciocho.engine.game import Game, Play

HOLDING = Holding(player=60, pool=50, float_at=60)


class StockRound(StockTurn, frozen=True):
    """A player's turn in a stock round (MALLORCA-3.2)."""

    moves: ClassVar[tuple[Move[Any], ...]] = (
        BuyShareMove(HOLDING),
        StartMove(),
        SellMove(HOLDING),
        PassMove(pass_turn, sell_before_passing),
    )

    def selling_ban(self, game: Game) -> str | None:
        return "first_stock_round" if game.state.round.number == 1 else None  # MALLORCA-3.7

    def finish(self, game: Play) -> None:
        raise_sold_out(game, "up")  # MALLORCA-2.4
        pass_priority_on(game)  # MALLORCA-3.1
        begin_operating_round(game, 1)


def begin_operating_round(game: Play, part: int) -> None:
    number, parts = game.state.round.number, game.phase.rounds
    game.log("operating_round", number=number, part=part)
    order = tuple(c for c in operating_order(game) if c in game.state.floated)
    game.state.round = Round(kind="operating", number=number, part=part, parts=parts, order=order)
    game.push(OperatingRound())


class OperatingRound(CompanyTurns, frozen=True):
    """Each launched company operates once (MALLORCA-4.1)."""

    def begin_turn(self, game: Play, company: str) -> None:
        first = game.state.stations_left[company] == game.definition.companies[company].stations
        game.state.turn = Turn(company=company, first=first)
        game.push(*TURN)

    def finish(self, game: Play) -> None:
        current = game.state.round
        if current.part < current.parts:
            begin_operating_round(game, current.part + 1)
        elif game.state.ending:
            game.finish()  # MALLORCA-8.2
        else:
            begin_stock_round(game, current.number + 1, StockRound())
            export_train(game)


def export_train(game: Play) -> None:
    """The next train of the bank is shipped to the mainland (MALLORCA-7.6)."""
    card = top_card(game)
    if card is not None and train_of(game, card).exportable:
        move_train(game, card, BANK, OUT)
        game.log("exported", train=game.kind_of(card))
        start_phase_of(game, game.kind_of(card))
