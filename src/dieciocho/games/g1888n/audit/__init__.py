"""The auditor of 1888-N: recounts the table after every action, from the rulebook alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import Answer, BuyPrivate, BuyTrain, DiscardTrain, Pass
from ....engine.audit import Auditor as Watcher
from . import auction, setup, stock, trains, turn
from .table import Table

if TYPE_CHECKING:
    from ....engine.audit import Game, Record
    from ....engine.state import State

BASES = ("private_auction", "stock_round", *turn.STEPS)


class Auditor(Watcher):
    """Watches a game of 1888-N."""

    due: int | None = None  # who has to act, as worked out after the last action

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        setup.check(self, game.state)

    def recount(self, before: State, record: Record, now: State) -> None:
        table = Table(self, before, record, now)
        if self.due is not None:
            self.same("who acts", self.due, table.by)
        table.find_place(BASES)
        _act(table)
        _go_on(table)
        table.close()
        table.compare()
        self.same("the scores", _scores(table), self.game.scores())
        self.due = table.actor


def _act(table: Table) -> None:
    """Do what the action does."""
    action, above = table.action, table.above
    if above == "consent":
        _answer(table)
    elif isinstance(action, DiscardTrain):
        table.above = ""
        trains.discard(table, action)
    elif table.step == "private_auction":
        auction.act(table)
    elif table.step == "stock_round":
        stock.act(table)
    elif above and isinstance(action, Pass):
        table.same("what may be left undone", "second_wall_tile", above)
        table.powers[turn.WALL] = 0
        table.above = ""
    else:
        turn.act(table)


def _answer(table: Table) -> None:
    """Carry out what was agreed to (4.3.1.8, 8.3.8.12)."""
    proposal = getattr(table.before.agenda[-1], "proposal", None)
    assert isinstance(table.action, Answer)
    assert isinstance(proposal, BuyPrivate | BuyTrain)
    table.above = ""
    table.take("answer_" + table.action.answer, player=table.name(table.by))
    if table.action.answer == "decline":
        thing = proposal.private if isinstance(proposal, BuyPrivate) else proposal.train
        table.decline(thing, proposal.price)
    elif isinstance(proposal, BuyPrivate):
        turn.buy_private(table, proposal)
    else:
        trains.buy_from_company(table, proposal)


def _go_on(table: Table) -> None:
    """Do what happens by itself until somebody has to decide."""
    settled = False
    while not settled and not table.over:
        discards = table.above_train_limit()
        if table.asked_seat is not None:
            table.above, table.actor = "consent", table.asked_seat
            return
        if discards is not None:
            table.above, table.actor = "discard", table.director(discards)
            return
        if table.round.kind == "auction":
            return
        if table.above:
            table.actor = table.leader
            if table.above == table.now.agenda[-1].id:
                return
            table.same("D3: the second piece is due", "second_wall_tile", table.above)
            table.above = ""  # no second tile fits
        settled = stock.go_on(table) if table.round.kind == "stock" else turn.go_on(table)
    if table.over:
        table.actor = None


def _scores(table: Table) -> dict[str, int]:
    """Count cash, privates at their face value and shares at the market price (10.2)."""
    totals = {}
    for seat in table.seats:
        privates = [n for n, owner in table.owners.items() if owner == seat]
        total = table.cash[seat] + sum(table.definition.privates[n].value for n in privates)
        for company in table.par:
            total += table.units(seat, company) * table.price(company)
        totals[table.name(seat)] = total
    return totals
