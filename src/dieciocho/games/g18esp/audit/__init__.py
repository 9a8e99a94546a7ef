"""The auditor of 18ESP: recounts the table after every action, from the rulebook.

The log is a list of claims: each line must be what the rules say has to happen next, and when
none is left the table must lie as reckoned. What the auditor knows is printed data, the table
before and the action; no function of the engine or of the game's rules is used, save for the final
scores, which are asked for to be compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import Action, DiscardTrain, SellShares, Use
from ....engine.audit import Auditor as Base
from ..actions import Absorb
from . import auction, rounds, setup, stock, trains, turn
from .compare import Account

if TYPE_CHECKING:
    from ....engine.audit import Game, Record
    from ....engine.state import State

ROUNDS = {"auction": auction.act, "stock": stock.act, "operating": turn.act}


class Auditor(Base):
    """Watches a game of 18ESP."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        setup.check(self, game.state)

    def recount(self, before: State, record: Record, now: State) -> None:
        table = Account(self, before, record, now)
        if isinstance(record.action, DiscardTrain):
            trains.discard(table, record.action)
            rounds.settle(table)
        else:
            ROUNDS[before.round.kind](table)
        table.close()
        table.compare()

    # --- what was done before, where the table does not tell -----------------------------

    def sold_this_turn(self) -> bool:
        """Whether the player on turn has sold or repaid in this turn of a stock round."""
        if len(self.game.history) < 2:
            return False
        record = self.game.history[-2]
        by_him = record.by == self.game.history[-1].by
        ended = {"log.passed", "log.stock_round", "log.operating_round"}
        still = not any(line.id in ended for line in record.log)
        return by_him and still and isinstance(record.action, SellShares | Use)

    def proposal(self) -> Action:
        """What the answer now given answers to."""
        return self.game.history[-2].action

    def absorbing(self) -> str:
        """The small company whose absorption goes on."""
        for record in reversed(self.game.history):
            if isinstance(record.action, Absorb):
                return record.action.company
        raise AssertionError
