"""The course of 1865: stock round, two operating rounds, and so on until the bank is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.shares import operating_order
from ...engine.state import Round
from ...engine.step import Step
from ...engine.steps import rounds
from ...engine.steps.rounds import CompanyTurns, begin_stock_round
from .dragons import DragonTurn
from .facts import SardiniaTurn, facts, phase_number
from .launch import Conversion, convertible
from .maritime import pay_income
from .mines import downgrade_mines
from .stock import StockTurn

if TYPE_CHECKING:
    from ...engine.game import Play


def prepare_stock_round(game: Play, number: int) -> None:
    """Mines, rows of the chart, conversions, then the stock round, the first too (1865-3.12.5)."""
    game.state.round = Round(kind="preparation", number=number)
    downgrade_mines(game)
    move_rows(game)
    game.push(*(Conversion(company) for company in convertible(game)), OpenStockRound(number))


def move_rows(game: Play) -> None:
    """Every estimate in a row above that of the phase goes down one (1865-3.12.3)."""
    rows = facts(game).row
    behind = [c for c in operating_order(game) if rows.get(c, 9) < phase_number(game)]
    if behind:
        game.set_facts(row={c: row + (c in behind) for c, row in rows.items()})
        for company in behind:
            game.log("row_moved", company=company, row=rows[company] + 1)


class OpenStockRound(Step, frozen=True):
    """Begins the stock round after the last decision about a conversion."""

    number: int

    def settle(self, game: Play) -> bool:
        game.pop()
        begin_stock_round(game, self.number, StockTurn())
        game.push(DragonTurn())  # they come first (1865-3.1.1)
        return True


def begin_operating_round(game: Play, number: int, part: int) -> None:
    """Income of maritime companies (1865-4.1.1), then all launched companies by price.

    One launched before the round operates in it (1865-3.6.5); of equal prices the one on top of the
    pile begins (1865-4.1.3).

    The order stays as it is at the start of the round (A-10).
    """
    parts = game.phase.rounds
    rounds.begin_operating_round(game, OperatingRound(), number, part, parts, pay_income)


class OperatingRound(CompanyTurns, frozen=True):
    """Lets each company operate once (1865-4.1.2), then goes on to what follows."""

    def begin_turn(self, game: Play, company: str) -> None:
        from .turn import turn_steps

        if company not in game.state.floated:  # absorbed by one before it (1865-5.1.4)
            game.set_round(index=game.state.round.index + 1)
            return
        first = company not in facts(game).operated
        game.state.turn = SardiniaTurn(company=company, first=first)
        game.push(*turn_steps())

    def finish(self, game: Play) -> None:
        """An empty bank ends the game with the pair of rounds (1865-2.7.2, 1865-2.7.3)."""
        current = game.state.round
        # Two rounds, then the steps before a stock round (1865-2.2.2, 1865-4.1.6).
        if current.part < current.parts:
            begin_operating_round(game, current.number, current.part + 1)
        elif game.state.ending:
            game.finish()
        else:
            prepare_stock_round(game, current.number + 1)
