"""The table as the auditor reckons it: it begins as it lay there and is changed by the rules.

Only figures and names: what the state holds in the engine's way is written down here in a plain
one, and at the end the state has to say the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ....engine.audit import Claims
from ....engine.state import BANK, IPO, Owner, Round, Seat, State, StopId
from ..facts import EspFacts, EspTurn
from ..policy import EspPolicy
from ..printed import PrintedEsp

if TYPE_CHECKING:
    from ....engine.audit import Record, Tile
    from ..printed import EspCompany, EspPhase, EspTrain
    from . import Auditor

NORTH, SOUTH, SMALL = "north", "south", "small"
STRAWBERRY, SPECIAL = "2F-0", "2B-0"  # the trains of pioneers 3 and 2


class Table:
    """Money, certificates, prices, trains, stations and whose turn it is."""

    def __init__(self, auditor: Auditor, before: State, record: Record, now: State) -> None:
        self.auditor = auditor
        assert isinstance(auditor.game.definition, PrintedEsp)
        self.definition = auditor.game.definition
        policy = auditor.game.policy
        assert isinstance(policy, EspPolicy)
        self.policy = policy
        self.online = auditor.game.header.edition == "online"
        self.names = auditor.game.players
        self.record = record
        self.before, self.now = before, now
        self.lines = Claims(auditor, record.log)
        self.over = before.over
        self._read(before)
        facts, turn = before.facts, before.turn
        assert isinstance(facts, EspFacts)
        self._read_facts(facts)
        self.turn: EspTurn | None = turn if isinstance(turn, EspTurn) else None
        self.earned = self._has_earned(before)

    def _read(self, state: State) -> None:
        self.cash = dict(state.cash)
        self.cell = dict(state.cell)
        self.stacks = {cell: list(pile) for cell, pile in state.stacks.items()}
        self.director = {company: holders[0] for company, holders in state.shares.items()}
        self.tens = {company: Counter(holders[1:]) for company, holders in state.shares.items()}
        self.par = dict(state.par)
        self.floated = set(state.floated)
        self.closed = set(state.closed)
        self.phase_index = state.phase
        self.privates = dict(state.private_owner)
        self.trains = {owner: list(cards) for owner, cards in state.trains.items()}
        self.supply = dict(state.supply)
        self.stations = {stop: markers(held) for stop, held in state.stations.items()}
        self.stations_left = dict(state.stations_left)
        self.board = {h.name: laid(state, h.index) for h in self.definition.hex_list}
        self.operated = set(state.last_runs)
        self.round: Round = state.round
        self.ending = state.ending

    def _read_facts(self, facts: EspFacts) -> None:
        self.cards = facts.cards
        self.open_passes = facts.open_passes
        self.tenders = set(facts.tenders)
        self.tenders_of_owner = facts.tenders_of_owner
        self.tenders_for_sale = facts.tenders_for_sale
        self.aranjuez = facts.aranjuez
        self.goals = dict(facts.goals)
        self.unlocked = dict(facts.unlocked)
        self.full = set(facts.full)
        self.frozen = set(facts.frozen)
        self.ran = set(facts.ran)
        self.recycled = dict(facts.recycled)
        self.debts = dict(facts.debts)
        self.absorbed = set(facts.absorbed)
        self.with_share = facts.with_share
        self.final = facts.final
        self.last_set = facts.last_set

    def _has_earned(self, state: State) -> bool:
        """Whether the company on turn has been through its earnings step."""
        run = state.last_runs.get(self.turn.company) if self.turn else None
        return run is not None and (run.number, run.part) == (state.round.number, state.round.part)

    # --- objections --------------------------------------------------------------------

    def same(self, what: str, expected: Any, found: Any) -> None:
        self.auditor.same(what, expected, found)

    def alike(self, what: str, expected: Mapping[Any, Any], found: Mapping[Any, Any]) -> None:
        self.auditor.alike(what, expected, found)

    def require(self, condition: bool, text: str) -> None:
        self.auditor.require(condition, text)

    # --- the log -----------------------------------------------------------------------

    def says(self, line: str, **params: Any) -> None:
        """The next line of the log has to be this one, and to tell nothing else."""
        told = self.lines.take(line, **params)
        self.same(f"what {line} tells", sorted(params), sorted(told))

    def next_is(self, line: str, **params: Any) -> bool:
        return self.lines.next_is(line, **params)

    # --- money -------------------------------------------------------------------------

    def pay(self, payer: Owner, payee: Owner, amount: int) -> None:
        self.require(amount >= 0, f"{payer} would pay {amount}")
        self.cash[payer] -= amount
        self.cash[payee] += amount
        self.require(payer == BANK or self.cash[payer] >= 0, f"{payer} cannot pay {amount}")

    # --- small questions ---------------------------------------------------------------

    @property
    def phase(self) -> EspPhase:
        return self.definition.phases[self.phase_index]

    @property
    def phase_number(self) -> int:
        return int(self.phase.name)

    @property
    def colour(self) -> str:
        """The colour whose incomes count (18ESP-6.11)."""
        number = self.phase_number
        return {2: "yellow", 3: "green", 4: "green", 7: "gray"}.get(number, "brown")

    def company(self, name: str) -> EspCompany:
        return self.definition.companies[name]

    def kind(self, company: str) -> str:
        return self.definition.companies[company].kind

    def is_small(self, company: str) -> bool:
        return self.kind(company) == SMALL

    def train(self, card: str) -> EspTrain:
        return self.definition.trains[card.rpartition("-")[0]]

    def counted(self, company: str) -> list[str]:
        """The trains that count: all but the strawberry train (18ESP-2.2.15)."""
        return [card for card in self.trains[company] if card != STRAWBERRY]

    def train_limit(self, company: str) -> int:
        """18ESP-4.4.1.6: small 2, 2, 1 and majors 4, 4, 3, 3, 2, 2 in phases 2 to 7."""
        if self.is_small(company):
            return {2: 2, 3: 2, 4: 1}.get(self.phase_number, 0)
        return {2: 4, 3: 4, 4: 3, 5: 3}.get(self.phase_number, 2)

    def price(self, company: str) -> int:
        return self.definition.market.cells[self.cell[company]].price

    def players(self) -> Iterable[Seat]:
        return range(len(self.names))

    def unsold(self, company: str) -> int:
        return self.tens[company][IPO]

    def step(self, state: State) -> str:
        """The kind of decision that is due."""
        return state.agenda[-1].id if state.agenda else ""

    @property
    def on_turn(self) -> str:
        assert self.turn is not None
        return self.turn.company


def markers(held: tuple[str | None, ...]) -> list[str]:
    return [company for company in held if company is not None]


def laid(state: State, index: int) -> tuple[Tile, int]:
    """The tile that lies on a hex, and how it is turned."""
    return state.board[index].tile, state.board[index].rotation


def held_by(shares: dict[str, tuple[Owner, ...]]) -> dict[str, tuple[Owner, dict[Owner, int]]]:
    """Who holds the director's certificate and how many of the others each one holds."""
    return {c: (holders[0], dict(Counter(holders[1:]))) for c, holders in shares.items()}


def on_map(stations: dict[StopId, tuple[str | None, ...]]) -> dict[StopId, list[str]]:
    return {stop: sorted(markers(held)) for stop, held in stations.items() if markers(held)}
