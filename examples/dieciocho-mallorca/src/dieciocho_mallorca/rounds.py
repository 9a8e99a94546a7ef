"""The course of 18Mallorca: a stock round, two operating rounds, until the bank breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dieciocho.engine.step import Step
from dieciocho.engine.steps.common import PassMove
from dieciocho.engine.steps.rounds import (
    CompanyTurns,
    StockTurn,
    begin_operating_round,
    begin_stock_round,
    pass_priority_on,
    pass_turn,
    raise_sold_out,
    sell_before_passing,
)
from dieciocho.engine.steps.stock import BuyShareMove, Holding, SellMove, StartMove
from dieciocho.engine.steps.trains import export_train

from .turn import TURN

if TYPE_CHECKING:
    from dieciocho.engine.game import Game, Play

HOLDING = Holding(player=60, pool=50, float_at=60)


class StockRound(StockTurn, frozen=True):
    """A player's turn in a stock round (MALLORCA-3.2)."""

    moves = (
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
        number = game.state.round.number
        begin_operating_round(game, OperatingRound(), number, 1, game.phase.rounds)


class OperatingRound(CompanyTurns, frozen=True):
    """Each launched company operates once (MALLORCA-4.1)."""

    def steps(self, game: Play, company: str) -> tuple[Step, ...]:
        return TURN

    def finish(self, game: Play) -> None:
        now = game.state.round
        if now.part < now.parts:
            begin_operating_round(game, OperatingRound(), now.number, now.part + 1, now.parts)
        elif game.state.ending:
            game.finish()  # MALLORCA-8.2
        else:
            begin_stock_round(game, now.number + 1, StockRound())
            export_train(game)  # MALLORCA-7.6
