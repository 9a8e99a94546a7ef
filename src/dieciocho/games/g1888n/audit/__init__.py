"""The auditor of 1888-N: recounts the table after every action, from the rulebook alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ....engine.actions import Answer, BuyPrivate, BuyTrain, DiscardTrain, Pass
from ....engine.audit import Auditor as Watcher
from ....engine.audit import Markers
from ....engine.audit_tools import Holdings
from . import auction, setup, stock, trains, turn
from .table import Table

if TYPE_CHECKING:
    from ....engine.audit import Game, Record
    from ....engine.state import State

BASES = ("private_auction", "stock_round", *turn.STEPS)
ROUND = ("kind", "number", "part", "parts", "order", "index", "passed", "last_to_act", "sold")
TURN = ("company", "laid", "upgraded", "stationed", "routes", "revenue", "bonus_income", "first")


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
        _find_place(table)
        _act(table)
        _go_on(table)
        table.close()
        self._compare_holdings(table, now)
        self._compare_board(table, now)
        self._compare_course(table, now)
        self.same("the scores", _scores(table), self.game.scores())
        self.due = table.actor

    # --- comparing ---------------------------------------------------------------------

    def _compare_holdings(self, table: Table, now: State) -> None:
        self.alike("cash", table.cash, now.cash)
        held = Holdings(now.shares, len(table.names))
        self.alike("certificates", table.held.table(), held.table())
        directors = {c: h for c, h in table.held.director.items() if isinstance(h, int)}
        self.alike("director", directors, now.president)
        markers = Markers(table.definition, now)
        self.alike("price marker", table.markers.at, markers.at)
        self.alike("stack", table.markers.stacks, markers.stacks)
        self.alike("par", table.par, now.par)
        self.same("launched companies", table.launched, now.floated)
        self.same("the deck", tuple(table.trains["bank"]), now.trains["bank"])
        for owner, cards in now.trains.items():
            self.same(f"trains of {owner}", sorted(table.trains[owner]), sorted(cards))
        self.alike("owner", table.owners, now.private_owner)

    def _compare_board(self, table: Table, now: State) -> None:
        lying, found = _tiles(table, table.before), _tiles(table, now)
        self.alike("the tile", {**lying, **table.laid}, found)
        self.alike("supply", table.supply, now.supply)
        standing = {at: Counter(filter(None, held)) for at, held in now.stations.items()}
        mine = {at: Counter(filter(None, held)) for at, held in table.stations.items()}
        self.alike(
            "stations",
            {a: h for a, h in mine.items() if h},
            {a: h for a, h in standing.items() if h},
        )
        self.alike("stations left", table.stations_left, now.stations_left)

    def _compare_course(self, table: Table, now: State) -> None:
        self.same("phase", table.phase, now.phase)
        self.same("reasons for the end", tuple(table.ending), now.ending)
        self.same("the end", table.over, now.over)
        self.same("priority deal", table.priority, now.priority)
        self.fields("round", ROUND, table.round, now.round)
        self.fields("turn", TURN, table.turn, now.turn)
        if not now.over:
            self.same("the decision due", table.above or table.step, now.agenda[-1].id)
            self.same("who decides", table.actor, self.game.actor)
            sold: frozenset[str] = getattr(now.agenda[-1], "sold", frozenset())
            self.same("sold in this turn", table.sold_now, sold)


def _tiles(table: Table, state: State) -> dict[str, tuple[str, int]]:
    board = zip(table.definition.hexes, state.board, strict=True)
    return {name: (placed.name, placed.rotation) for name, placed in board}


def _find_place(table: Table) -> None:
    """Read from the table before the action which decision was due."""
    top = table.before.agenda[-1]
    table.step = next(s.id for s in reversed(table.before.agenda) if s.id in BASES)
    table.above = top.id if top.id not in BASES else ""
    table.sold_now = getattr(top, "sold", frozenset())


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
        table.auditor.same("what may be left undone", "second_wall_tile", above)
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
        table.decline(proposal)
        return
    if isinstance(proposal, BuyPrivate):
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
            seat = table.held.director[discards]
            table.above, table.actor = "discard", seat if isinstance(seat, int) else None
            return
        if table.round.kind == "auction":
            return
        if table.above:
            table.actor = turn.director(table)
            if table.above == table.now.agenda[-1].id:
                return
            table.auditor.same("D3: the second piece is due", "second_wall_tile", table.above)
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
