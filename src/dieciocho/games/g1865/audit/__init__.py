"""The auditor of 1865: recounts the table after every action, from the rulebook alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ....engine.actions import BuyTrain
from ....engine.audit import Auditor as Watcher
from ....engine.audit import Markers
from ....engine.audit_tools import Holdings
from ..facts import DRAGONS, SardiniaFacts
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

ROUND = ("kind", "number", "part", "order", "index", "passed", "last_to_act", "sold")
TURN = ("company", "laid", "stationed", "revenue", "first", "absorbed", "new_train", "declined")
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
        self._compare_holdings(table, now)
        self._compare_companies(table, now)
        self._compare_board(table, now)
        self._compare_course(table, now)
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

    # --- comparing ---------------------------------------------------------------------

    def _compare_holdings(self, table: Table, now: State) -> None:
        self.alike("cash", table.cash, now.cash)
        self.same("all money", BANK_MONEY[table.variant], sum(now.cash.values()))
        held = Holdings(now.shares, len(table.names))
        self.alike("certificates", table.held.table(), held.table())
        presidents = {c: h for c, h in table.held.director.items() if isinstance(h, int)}
        self.alike("president", presidents, now.president)
        markers = Markers(table.definition, now)
        self.alike("price marker", table.markers.at, markers.at)
        self.alike("pile", table.markers.stacks, markers.stacks)
        self.alike("initial price", table.par, now.par)
        self.same("the stack", tuple(table.trains[BANK]), now.trains[BANK])
        for owner, cards in now.trains.items():
            self.same(f"trains of {owner}", sorted(table.trains[owner]), sorted(cards))
        self.alike("owner", table.owners, now.private_owner)

    def _compare_companies(self, table: Table, now: State) -> None:
        facts = now.facts
        assert isinstance(facts, SardiniaFacts)
        self.same("launched companies", table.launched, set(now.floated))
        self.same("majors", table.major, set(facts.major))
        self.alike("traffic", +table.traffic, +Counter(facts.traffic))
        self.alike("row", table.row, facts.row)
        self.alike("loans", +table.loans, +Counter(facts.loans))
        self.same("companies that have operated", table.operated, set(facts.operated))
        self.alike("markers in all", table.discs, facts.markers)
        self.same("companies to start again", table.restarts, set(facts.absorbed))
        self.same("bonuses paid", table.bonus_paid, set(facts.bonus_paid))
        homes = {company: at for company, (at, _) in now.homes.items()}
        self.alike("home", table.homes, homes)

    def _compare_board(self, table: Table, now: State) -> None:
        lying = [(tile.name, tile.rotation) for tile in now.board]
        self.same("the board", [(tile.name, tile.rotation) for tile in table.board], lying)
        self.alike("supply", table.supply, now.supply)
        standing = {at: sorted(filter(None, held)) for (at, _), held in now.stations.items()}
        self.alike("markers", {at: sorted(h) for at, h in table.stations.items()}, standing)
        self.alike("markers left", table.left, now.stations_left)

    def _compare_course(self, table: Table, now: State) -> None:
        self.same("phase", table.phase, now.phase + 1)
        self.same("reasons for the end", tuple(table.ending), now.ending)
        self.same("the end", table.over, now.over)
        self.same("priority", table.priority, now.priority)
        self.fields("round", ROUND, table.round, now.round)
        self.fields("turn", TURN, table.turn, now.turn)
        due: Any = None if now.over else (now.agenda[-1].id, self.game.actor)
        self.same("the decision due", table.due, due)
        sold: frozenset[str] = frozenset()
        if table.due is not None and table.due[0] in ("stock_turn", "raise_money"):
            sold = getattr(now.agenda[-1], "sold", sold)
            self.same("sold in this turn", table.sold_now, sold)

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
