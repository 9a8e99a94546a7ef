"""The auditor of 18Magyarország: recounts the table after every action, from the rulebook alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ....engine.actions import Answer, BuyTrain, Choose
from ....engine.audit import Auditor as Watcher
from ....engine.audit import Markers
from ....engine.audit_tools import Holdings
from ..facts import MagFacts
from . import draft, istvan, majors, minors, setup, stock
from .table import MINOR, Table

if TYPE_CHECKING:
    from ....engine.audit import Game, Record
    from ....engine.state import Facts, State

MAJOR_STEPS = ("major_station", "pay_out")
BASES = ("draft", "stock_round", *minors.STEPS, *MAJOR_STEPS, *istvan.STEPS)
ROUND = ("kind", "number", "part", "parts", "order", "index", "passed", "last_to_act", "sold")
TURN = (
    "company",
    "laid",
    "upgraded",
    "stationed",
    "routes",
    "revenue",
    "bonus_income",
    "armed",
    "wagons",
    "declined",
)


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
        _find_place(table)
        _act(table)
        _go_on(table)
        table.claims.close()
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
        self.alike("who decides", {**directors, **table.owner}, now.president)
        markers = Markers(table.definition, now)
        self.alike("price marker", table.markers.at, markers.at)
        self.alike("stack", table.markers.stacks, markers.stacks)
        for owner, cards in now.trains.items():
            self.same(f"trains of {owner}", sorted(table.trains[owner]), sorted(cards))
        self.alike("terrain tokens", +Counter(table.tokens), +Counter(now.powers))

    def _compare_board(self, table: Table, now: State) -> None:
        names = list(table.definition.hexes)
        tiles = [[(placed.name, placed.rotation) for placed in b] for b in (table.board, now.board)]
        self.alike("the tile", *(dict(zip(names, lying, strict=True)) for lying in tiles))
        self.alike("supply", table.supply, now.supply)
        self.alike("stations", _standing(table.stations), _standing(now.stations))
        self.alike("stations left", table.stations_left, now.stations_left)

    def _compare_course(self, table: Table, now: State) -> None:
        self.same("phase", table.phase, now.phase)
        self._compare_facts(table.facts, now.facts)
        self.same("reasons for the end", tuple(table.ending), now.ending)
        self.same("the end", table.over, now.over)
        self.same("removed companies", table.closed, now.closed)
        self.same("priority deal", table.priority, now.priority)
        if now.round.kind != "draft":
            self.fields("round", ROUND, table.round, now.round)
        self.fields("turn", TURN, table.turn, now.turn)
        if not now.over:
            self.same("the decision due", table.above or table.step, now.agenda[-1].id)
            self.same("who decides", table.actor, self.game.actor)
            sold: frozenset[str] = getattr(now.agenda[-1], "sold", frozenset())
            self.same("sold in this turn", table.sold_now, sold)

    def _compare_facts(self, before: MagFacts, now: Facts | None) -> None:
        assert isinstance(now, MagFacts)
        # Who has a route is a question of track, which the auditor does not walk: a company that is
        # remembered stays so.
        self.same("remembered routes that were lost", before.routed - now.routed, frozenset())
        same_routes = replace(before, routed=now.routed)
        self.same("stacks, tokens and programmes", same_routes, now)


def _standing(stations: dict[Any, tuple[str | None, ...]]) -> dict[Any, Counter[str]]:
    standing = {at: Counter(filter(None, held)) for at, held in stations.items()}
    return {at: held for at, held in standing.items() if held}


def _find_place(table: Table) -> None:
    """Read from the table before the action which decision was due."""
    top = table.before.agenda[-1]
    table.step = next(s.id for s in reversed(table.before.agenda) if s.id in BASES)
    table.above = top.id if top.id not in BASES else ""
    table.sold_now = getattr(top, "sold", frozenset())


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
    assert table.turn is not None
    table.take("answer_" + table.action.answer, player=table.name(table.by))
    if table.action.answer == "decline":
        declined = {**table.turn.declined, proposal.train: proposal.price}
        table.turn = replace(table.turn, declined=declined)
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
        + sum(table.held.units(seat, c) * table.price(c) for c in table.markers.at)
        for seat, name in enumerate(table.names)
    }
