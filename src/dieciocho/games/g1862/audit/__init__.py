"""The auditor of 1862: works out from the rulebook what every action had to do.

He keeps a table of his own (`table`), moves on it what the rules say, reads the log line by line
as claims that must each have a reason, follows what happens by itself until the next decision,
and then lays his table beside the one of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.audit import Auditor as Base
from ....engine.audit import Claims
from ....engine.state import State
from . import ending, fines, founding, operating, setup, stock
from .attach import progress_of
from .desk import PARLIAMENT, STOCK, Desk
from .table import Table

if TYPE_CHECKING:
    from ....engine.audit import Game, Record

# Told wherever a payment or a move triggers the end; the table says whether that is so.
TRIGGERS = ("log.ending_bank", "log.ending_price")


class Auditor(Base):
    """Recounts a game of 1862 after every action."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.desk = Desk(self, game)
        self.desk.progress = progress_of(game.state)
        setup.check(self.desk, game)

    def recount(self, before: State, record: Record, now: State) -> None:
        desk = self.desk
        self.checked += 1
        desk.actions += 1
        desk.table = Table.of(before, desk.definition)
        if desk.progress.merger is not None:
            desk.table.unite(desk.progress.merger.companies)
        told = [line for line in record.log if line.id not in TRIGGERS]
        desk.claims = Claims(self, told)
        desk.next_turn = None if now.turn is None else now.turn.company
        self._act(record)
        ending.proceed(desk)
        desk.claims.close()
        self._compare(now)

    def _act(self, record: Record) -> None:
        desk = self.desk
        kind = desk.progress.kind
        if kind == PARLIAMENT:
            founding.act(desk, record.by, record.action)
        elif kind == STOCK:
            part = stock if desk.progress.fines is None else fines
            part.act(desk, record.by, record.action)
        else:
            operating.act(desk, record.by, record.action)

    def _compare(self, now: State) -> None:
        """Lay the auditor's table beside the game's."""
        desk = self.desk
        found = Table.of(now, desk.definition)
        found.together = desk.table.together
        for what, expected in desk.table.view().items():
            self.alike(what, expected, found.view()[what])
        self._compare_round(now)
        if now.over:
            names = self.game.players
            scores = {names[seat]: total for seat, total in ending.scores(desk).items()}
            self.same("final scores", scores, self.game.scores())

    def _compare_round(self, now: State) -> None:
        progress, found = self.desk.progress, now.round
        self.same("round", progress.kind, found.kind)
        self.same("number of the round", progress.number, found.number)
        if now.over:
            return
        if progress.kind not in (PARLIAMENT, STOCK):
            self.same("part of the set", (progress.part, progress.parts), (found.part, found.parts))
            turn = progress.turn
            assert turn is not None
            assert now.turn is not None
            self.same("company on turn", turn.company, now.turn.company)
            self.same("revenue", turn.revenue, now.turn.revenue)
            self.same("subsidy", turn.subsidy, now.turn.bonus_income)
