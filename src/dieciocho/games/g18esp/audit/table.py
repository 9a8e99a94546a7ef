"""The table as the auditor reckons it: it begins as it lay there and is changed by the rules.

Only figures and names: what the state holds in the engine's way is written down here in a plain
one, and at the end the state has to say the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.audit_table import Sheet
from ....engine.state import BANK, Owner, State
from ..facts import EspFacts, EspTurn
from ..policy import EspPolicy
from ..printed import PrintedEsp

if TYPE_CHECKING:
    from ....engine.audit import Record
    from ..printed import EspCompany, EspTrain
    from . import Auditor

NORTH, SOUTH, SMALL = "north", "south", "small"
STRAWBERRY, SPECIAL = "2F-0", "2B-0"  # the trains of pioneers 3 and 2


class Table(Sheet[EspTurn]):
    """Money, certificates, prices, trains, stations and whose turn it is."""

    auditor: Auditor
    definition: PrintedEsp
    policy: EspPolicy

    def __init__(self, auditor: Auditor, before: State, record: Record, now: State) -> None:
        super().__init__(auditor, before, record, now)
        self.online = auditor.game.header.edition == "online"
        self.cell = dict(before.cell)
        self.stacks = {cell: list(pile) for cell, pile in before.stacks.items()}
        self.marked = {stop: markers(held) for stop, held in before.stations.items()}
        self.operated = set(before.last_runs)
        assert isinstance(before.facts, EspFacts)
        self._read_facts(before.facts)
        self.earned = self._has_earned(before)

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

    # --- the log -----------------------------------------------------------------------

    def says(self, line: str, **params: Any) -> None:
        """The next line of the log has to be this one, and to tell nothing else."""
        told = self.claims.take(line, **params)
        self.same(f"what {line} tells", sorted(params), sorted(told))

    def next_is(self, line: str, **params: Any) -> bool:
        return self.claims.next_is(line, **params)

    # --- money -------------------------------------------------------------------------

    def pay(self, payer: Owner, payee: Owner, amount: int) -> None:
        self.require(amount >= 0, f"{payer} would pay {amount}")
        self.cash[payer] -= amount
        self.cash[payee] += amount
        self.require(payer == BANK or self.cash[payer] >= 0, f"{payer} cannot pay {amount}")

    # --- small questions ---------------------------------------------------------------

    @property
    def phase_number(self) -> int:
        return int(self.rules.name)

    @property
    def colour(self) -> str:
        """The colour whose incomes count (18ESP-6.11)."""
        number = self.phase_number
        return {2: "yellow", 3: "green", 4: "green", 7: "gray"}.get(number, "brown")

    def charter(self, name: str) -> EspCompany:
        return self.definition.companies[name]

    def kind_of(self, company: str) -> str:
        return self.definition.companies[company].kind

    def is_small(self, company: str) -> bool:
        return self.kind_of(company) == SMALL

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

    def step(self, state: State) -> str:
        """The kind of decision that is due."""
        return state.agenda[-1].id if state.agenda else ""

    def show_map(self, name: str) -> None:
        """Open a pass: what is printed there is played on."""
        spot = self.definition.hexes[name]
        self.board[spot.index] = spot.printed


def markers(held: tuple[str | None, ...]) -> list[str]:
    return [company for company in held if company is not None]
