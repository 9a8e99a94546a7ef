"""The auditor of 1865: recounts the table after every action, from the rulebook alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ....engine.actions import BuyTrain
from ....engine.audit import Auditor as Watcher
from ..facts import DRAGONS
from . import absorption, rounds, stock, trains, turn
from .figures import (
    BANK_MONEY,
    CORSICAN,
    DRAGON_LIMIT,
    HOMES,
    LOCALITIES,
    PLAYER_LIMIT,
    POOL_LIMIT,
    STACK,
    START_CASH,
)
from .ground import Ground
from .table import BANK, POOL, Table

if TYPE_CHECKING:
    from ....engine.audit import Game, Record
    from ....engine.state import State
    from .absorption import Merger

MARKERS = ("leave_mines", "replace_in_cities", "replace_in_mines")


class Auditor(Watcher):
    """Watches a game of 1865."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.ground = Ground(game.definition, game.state.board)
        self.merger: Merger | None = None  # an absorption whose markers are not settled
        self.due: tuple[str, int] | None = None  # what has to be decided by whom
        if not game.history and game.state.round.kind == "draft":
            self._set_up(game)

    def recount(self, before: State, record: Record, now: State) -> None:
        table = Table(self, before, record, now)
        if self.due is not None:
            self.same("who acts", self.due, (before.agenda[-1].id, table.by))
        _act(table)
        rounds.go_on(table)
        table.close()
        table.compare()
        self._check_limits(table)
        self.same("the scores", table.scores(), self.game.scores())
        self.due = table.due

    def _set_up(self, game: Game) -> None:
        """Check what lies on the table at the start (2.4, 6.1)."""
        variant, count = game.header.options.get("variant", ""), len(game.players)
        state = game.state
        bank = BANK_MONEY[variant] - count * START_CASH[count]
        self.same("2.4.1: the bank", bank, state.cash[BANK])
        for seat in range(count):
            self.same("2.4.1: a player's cash", START_CASH[count], state.cash[seat])
        stack = Counter(card.rpartition("-")[0] for card in state.trains[BANK])
        self.alike("2.4.2: trains", STACK[variant], stack)
        out = CORSICAN if variant else ()
        places = {c: home for c, home in HOMES.items() if c not in out}
        hexes = game.definition.hexes
        homes = {
            company: hexes[at].entry.place
            for (at, _), held in state.stations.items()
            for company in held
            if company is not None
        }
        self.alike("2.4.4: markers", places, homes)
        names = {name for name in LOCALITIES if name not in out}
        self.same("2.5.1: maritime companies", names, set(state.private_owner))

    def _check_limits(self, table: Table) -> None:
        """Nobody holds too much of a company (1, 3.2, 3.4, 3.5)."""
        for company in table.markers.at:
            pool, dragons = table.percent(POOL, company), table.percent(DRAGONS, company)
            self.require(pool <= POOL_LIMIT, f"3.4.7: {pool} % of {company} in the pool")
            self.require(dragons <= DRAGON_LIMIT, f"3.2.9: the Dragons hold {dragons} %")
            self.require(
                table.held.director[company] != DRAGONS, f"3.2.15: the Dragons preside {company}"
            )
            for seat in table.seats:
                held = table.percent(seat, company)
                self.require(held <= PLAYER_LIMIT, f"3.5.7: {held} % of {company}")


def _act(table: Table) -> None:
    """Do what the action does, by the decision that was due."""
    top = table.before.agenda[-1]
    names = [step.id for step in reversed(table.before.agenda)]
    table.resume = next((name for name in names if name in turn.STAGES), "absorbed")
    table.stage = top.id
    if top.id == "draft":
        rounds.draft(table)
    elif top.id == "conversion":
        rounds.convert(table)
    elif top.id == "stock_turn":
        table.same("3.3.3: whose turn", table.round.order[table.round.index], table.by)
        stock.act(table)
    elif top.id == "choose_home":
        stock.choose_home(table, str(getattr(top, "company", "")))
        table.stage = "dragons"
    elif top.id == "consent":
        trains.answer(table)
    elif top.id == "raise_money":
        trains.forced_sale(table)
    elif top.id == "discard":
        trains.discard(table)
        table.stage = "discards"
    elif top.id in MARKERS:
        absorption.decide(table)
    elif isinstance(table.action, BuyTrain):
        trains.buy(table, table.action)
    else:
        turn.act(table)
