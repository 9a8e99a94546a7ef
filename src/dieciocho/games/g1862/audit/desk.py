"""The auditor's desk: the table he keeps, the log he reads, and how far the game has come."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ....engine.audit import Auditor, Claims
from ....engine.state import BANK, Owner, Seat
from ..facts import Facts1862
from ..policy import Policy1862
from ..printed import Printed1862, Train1862
from .table import Table

if TYPE_CHECKING:
    from ....engine.actions import BuyTrain
    from ....engine.audit import Game
    from .merging import Consolidation

# Printed figures of the rulebook.
PARS = (54, 58, 62, 68, 74, 82, 90, 100)  # T-SM
LOWEST_START, HIGHEST_START = 54, 200  # 6.5.3.2
GROUPS = "ABCDEFGH"
PARLIAMENT, STOCK, OPERATING = "parliament", "stock", "operating"


@dataclass
class Auction:
    """A charter being auctioned (4.1)."""

    company: str
    seat: Seat  # who bids next
    bidders: list[Seat]  # who has not passed
    high: int
    best: Seat


@dataclass
class Charter:
    """A charter that was won: the winner sets the par, then buys up to two shares (4.2)."""

    company: str
    seat: Seat
    par_set: bool = False
    left: int = 2


@dataclass
class Fine:
    """What a player still owes for charters that failed (4.3)."""

    seat: Seat
    debt: int
    sold: list[str] = field(default_factory=list)  # companies of which he has sold for it


@dataclass
class Turn:
    """An operating turn so far."""

    company: str
    director: Seat | None
    tiles: list[str] = field(default_factory=list)  # colour or label of what was laid
    london: bool = False
    stationed: bool = False
    ran: bool = False  # the trains have run, or had nothing to run
    done: bool = False  # ... and the dividend is decided
    revenue: int = 0
    subsidy: int = 0
    bought: bool = False  # a company without director has bought a train
    raised: bool = False
    redeemed: bool = False
    merged: bool = False
    first: bool = False
    cut_short: bool = False
    gone: bool = False  # bankrupt or merged away at the end
    offer: BuyTrain | None = None  # a purchase that waits for the seller's consent
    partner: str | None = None  # whom a merger was proposed to
    survivor: str | None = None


@dataclass
class Progress:
    """How far the round has come; kept by the auditor, compared with what the state says."""

    kind: str
    number: int = 1
    part: int = 1
    parts: int = 1
    seat: Seat = 0  # who is on turn in a parliament or stock round
    passes: int = 0  # in a row
    # parliament rounds
    winners: set[Seat] = field(default_factory=set)
    auction: Auction | None = None
    charter: Charter | None = None
    # stock rounds
    sold: set[tuple[Seat, str]] = field(default_factory=set)
    bought: Counter[tuple[Seat, str]] = field(default_factory=Counter)
    sold_now: set[str] = field(default_factory=set)  # in this turn
    floating: str | None = None  # a company that has to buy its stations
    fines: list[Fine] | None = None  # being paid
    last: Seat | None = None  # who bought or sold last
    # operating rounds
    operated: set[str] = field(default_factory=set)
    turn: Turn | None = None
    merger: Consolidation | None = None
    excess: str | None = None  # a merged company with too many stations
    empty: bool = False  # nobody has operated in this set
    idle_since: int = -1  # since when nobody has decided anything (10.5.1)


class Desk:
    """What the parts of the audit work on."""

    table: Table
    claims: Claims
    progress: Progress

    def __init__(self, auditor: Auditor, game: Game) -> None:
        self.auditor = auditor
        assert isinstance(game.definition, Printed1862)
        self.definition = game.definition
        assert isinstance(game.policy, Policy1862)
        self.policy = game.policy
        self.options = game.header.options
        self.names = game.players
        self.seats = range(len(game.players))
        self.prices = [cell.price for cell in game.definition.market.cells]
        self.actions = 0  # played so far
        self.next_turn: str | None = None  # whose turn the state shows after the action
        self.last_director: dict[str, Seat] = {}
        self.final_runs: dict[str, tuple[object, int]] = {}  # what the revenue rests on, and it
        facts = game.state.facts
        assert isinstance(facts, Facts1862)
        self.licences = facts.licences  # the original permit of each company
        self.waves = facts.waves  # the phase from which each may be founded
        self.homes = {c: (x.home, x.home_city) for c, x in self.definition.companies.items()}

    # --- comparing -----------------------------------------------------------------------

    def same(self, what: str, expected: Any, found: Any) -> None:
        self.auditor.same(what, expected, found)

    def require(self, condition: bool, text: str) -> None:
        self.auditor.require(condition, text)

    # --- reading -------------------------------------------------------------------------

    def option(self, name: str, usual: str) -> str:
        return self.options.get(name, usual)

    def price(self, company: str) -> int:
        return self.prices[self.table.spot[company]]

    def space(self, most: int) -> int:
        """Return the space of the highest price that is not above an amount."""
        return max(place for place, price in enumerate(self.prices) if price <= most)

    def train(self, card: str) -> Train1862:
        """Return what is printed on a train, or on a card of the bank."""
        return self.definition.trains[card.rpartition("-")[0]]

    def group(self, card: str) -> str:
        """Return the letter of a train's card."""
        return self.train(card).card or card.rpartition("-")[0]

    def worth(self, company: str) -> int:
        """Return what a share is sold for: half without train, rounded down (6.4.1.1)."""
        full = self.price(company)
        return full if self.table.trains[company] else full // 2

    def limit(self) -> int:
        """Return how many certificates a player may have (T-1, 6.5.2.3)."""
        if self.table.limit is not None:
            return self.table.limit
        return self.definition.table.certificate_limit[str(len(self.names))]

    def clockwise(self, first: Seat) -> list[Seat]:
        count = len(self.names)
        return [(first + step) % count for step in range(count)]

    def after(self, seat: Seat) -> Seat:
        return (seat + 1) % len(self.names)

    def decider(self, company: str) -> Seat:
        """Return the director, or the largest holder, ties from the priority deal on (8.3)."""
        if company in self.table.president:
            return self.table.president[company]
        order = self.clockwise(self.table.priority)
        return max(order, key=lambda seat: (self.table.shares(company, seat), -order.index(seat)))

    @property
    def turn(self) -> Turn:
        assert self.progress.turn is not None
        return self.progress.turn

    # --- money ---------------------------------------------------------------------------

    def pay(self, payer: Owner, payee: Owner, money: int) -> None:
        """Move money; a bank that pays its last is broken (10.2.1)."""
        self.require(money >= 0, f"{payer!r} pays {money} to {payee!r}")
        cash = self.table.cash
        cash[payer] -= money
        cash[payee] += money
        if payer == BANK and money:
            least = 1 if self.definition.table.empty_bank_breaks else 0
            if cash[BANK] < least:
                self.note_ending("bank")
        elif payer != BANK:
            self.require(cash[payer] >= 0, f"{payer!r} pays {money} and has not so much")

    def note_ending(self, reason: str) -> None:
        if reason not in self.table.ending:
            self.table.ending.append(reason)
