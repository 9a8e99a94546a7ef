"""The auditor of 18Magyarország: recounts the table after every action, from the rulebook alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import Answer, BuyTrain, Choose
from ....engine.audit import Auditor as Watcher
from . import draft, istvan, majors, minors, setup, stock
from .table import MINOR, Table

if TYPE_CHECKING:
    from ....engine.audit import Game, Record
    from ....engine.state import State

MAJOR_STEPS = ("major_station", "pay_out")
BASES = ("draft", "stock_round", *minors.STEPS, *MAJOR_STEPS, *istvan.STEPS)


class Auditor(Watcher):
    """Watches a game of 18Magyarország."""

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
    above, table.above = table.above, ""
    if above == "consent":
        _answer(table)
    elif above == "join_city":
        minors.choose_city(table)
    elif isinstance(table.action, Choose):
        istvan.decide(table, above)
    elif table.step == "draft":
        draft.act(table)
    elif table.step == "stock_round":
        stock.act(table)
    elif table.kind_of(table.company) == MINOR:
        minors.act(table)
    else:
        majors.act(table)


def _answer(table: Table) -> None:
    """Carry out what was agreed to (VI.3.8.5)."""
    proposal = getattr(table.before.agenda[-1], "proposal", None)
    assert isinstance(table.action, Answer)
    assert isinstance(proposal, BuyTrain)
    table.take("answer_" + table.action.answer, player=table.name(table.by))
    if table.action.answer == "decline":
        table.decline(proposal.train, proposal.price)
    else:
        minors.buy_from_minor(table, proposal.train, proposal.source, proposal.price)


def _go_on(table: Table) -> None:
    """Do what happens by itself until somebody has to decide."""
    while not table.over:
        kind = table.round.kind
        if kind == "draft":
            return
        if kind == "stock":
            if stock.go_on(table):
                return
            continue
        table.actor = table.decides(table.company)
        if table.above.startswith("upgrade"):
            table.actor = istvan.HUMAN
        if table.asked_seat is not None:
            table.above, table.actor = "consent", table.asked_seat
        if table.above or _decides(table):
            return
    table.actor = None


def _decides(table: Table) -> bool:
    """Tell whether the operating company needs a decision; if not, go on to its next step."""
    if table.kind_of(table.company) != MINOR:
        if majors.stops(table):
            return True
        majors.skip(table)
    elif table.actor == table.istvan:
        return istvan.turn(table)
    elif minors.stops(table):
        return True
    else:
        minors.skip(table)
    return False


def _scores(table: Table) -> dict[str, int]:
    """Count cash and shares at the market price (IX.2.1)."""
    return {
        name: table.cash[seat]
        + sum(table.units(seat, c) * table.price(c) for c in table.markers.at)
        for seat, name in enumerate(table.names)
    }
