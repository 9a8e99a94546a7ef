"""The auditor's own table of 1865: markers, traffic, loans, zones, moved by hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ....engine.audit_table import Sheet
from ....engine.state import BANK, IPO, OUT, POOL, Owner
from ..facts import DRAGONS, SardiniaFacts, SardiniaTurn
from ..policy import SardiniaPolicy
from ..printed import PrintedSardinia
from .figures import (
    BANK_MONEY,
    DISCS,
    LOAN,
    LOAN_PER_SHARE,
    POOL_LIMIT,
    PRICES,
    TRAIN_LIMIT,
    TRAINS,
    WHITE,
    level,
)
from .ground import Ground

if TYPE_CHECKING:
    from ....engine.audit import Placed, Record
    from ....engine.state import State
    from . import Auditor

RED, WHITE_ZONE, GREEN = "red", "white", "green"
DOWN, UP = -1, 1


class Table(Sheet[SardiniaTurn]):
    """What should lie on the table; `stage` says where the course of the game has got to."""

    ROUND = tuple(name for name in Sheet.ROUND if name != "parts")
    TURN = ("company", "laid", "stationed", "revenue", "first", "absorbed", "new_train", "declined")

    auditor: Auditor
    definition: PrintedSardinia
    policy: SardiniaPolicy

    def __init__(self, auditor: Auditor, before: State, record: Record, now: State) -> None:
        super().__init__(auditor, before, record, now)
        self.variant = self.options.get("variant", "")
        self.marked = {at: list(filter(None, held)) for (at, _), held in before.stations.items()}
        self.homes = {company: at for company, (at, _) in before.homes.items()}
        assert isinstance(before.facts, SardiniaFacts)
        self.major = set(before.facts.major)
        self.traffic = Counter(before.facts.traffic)
        self.row = dict(before.facts.row)
        self.loans: Counter[Owner] = Counter(before.facts.loans)
        self.operated = set(before.facts.operated)
        self.discs = dict(before.facts.markers)
        self.restarts = set(before.facts.absorbed)
        self.bonus_paid = set(before.facts.bonus_paid)
        self.stage = ""
        self.resume = ""  # the step to which the turn comes back
        self.due: tuple[str, int] | None = None  # the decision that is due, and whose it is

    # --- the log -----------------------------------------------------------------------

    def take_all(self, line: str, wanted: list[dict[str, Any]]) -> None:
        """Take lines of one kind whose order the rulebook leaves open."""
        told = []
        for _ in wanted:
            self.hear_of_the_bank()
            told.append(self.claims.take(line))
        self.auditor.same(line, sorted(map(str, wanted)), sorted(map(str, told)))

    def says(self, line: str) -> bool:
        self.hear_of_the_bank()
        return self.claims.next_is(line)

    @property
    def all_told(self) -> bool:
        """Tell whether the log has nothing more to say."""
        self.hear_of_the_bank()
        return self.claims.done

    # --- money and loans ---------------------------------------------------------------

    def bank_is_empty(self) -> bool:
        return self.cash[BANK] <= 0  # it pays on (2.7.1, 2.7.4)

    def borrow(self, owner: Owner, missing: int) -> int:
        """Take as many loans as are needed for a sum; return how many (4.9.2, 5.3.6)."""
        count = -(-missing // LOAN)
        self.pay(BANK, owner, count * LOAN)
        self.loans[owner] += count
        return count

    # --- certificates ------------------------------------------------------------------

    def singles(self, owner: Owner, company: str) -> int:
        return self.held.tens[company][owner]

    def certificates(self, owner: Owner) -> int:
        return sum(self.held.certificates(owner, company) for company in self.held.tens)

    def size(self, company: str) -> int:
        """Return the percent of a share (1.5)."""
        return 10 if company in self.major else 20

    def percent(self, owner: Owner, company: str) -> int:
        return self.units(owner, company) * self.size(company)

    def fits(self, owner: Owner, company: str, limit: int) -> int:
        """Return how many more shares somebody may hold within a limit in percent."""
        return (limit - self.percent(owner, company)) // self.size(company)

    def pool_room(self, company: str) -> int:
        return self.fits(POOL, company, POOL_LIMIT)

    # --- prices ------------------------------------------------------------------------

    def space(self, company: str) -> int:
        """Return the space of the price track, counted from L.10."""
        return self.markers.at[company][1]

    def price(self, company: str) -> int:
        return PRICES[self.space(company)][0]

    def zone_price(self, company: str) -> int:
        """Return the price by the zone of the company (3.5.5, 5.3.2)."""
        return PRICES[self.space(company)][(RED, WHITE_ZONE, GREEN).index(self.zone(company))]

    def offer_price(self, company: str) -> int:
        """Return what a share of the initial offer costs (3.5.3, A-09)."""
        return self.price(company) if self.policy.offer_at_market else self.par[company]

    def move_price(self, company: str, direction: int, steps: int = 1) -> None:
        """Move a marker space by space; in each it goes under those that lie there (3.11)."""
        old = self.price(company)
        for _ in range(steps):
            space = min(max(self.space(company) + direction, 0), len(PRICES) - 1)
            self.markers.put(company, (0, space))
        if self.price(company) != old:
            self.take("price_moved", company=company, old=old, new=self.price(company))

    def by_price(self) -> list[str]:
        """Return the companies on the track: dearer first, then higher in the pile (4.1.3)."""

        def rank(company: str) -> tuple[int, int]:
            return -self.space(company), self.depth(company)

        return sorted(self.markers.at, key=rank)

    # --- trains, markers, the Dragons' chart -------------------------------------------

    @property
    def number(self) -> int:
        """The number of the phase."""
        return self.phase + 1

    def train_price(self, card: str) -> int:
        return TRAINS[self.kind(card)][0]

    @property
    def train_limit(self) -> int:
        return TRAIN_LIMIT[self.number]

    def places(self, company: str) -> list[str]:
        """Return the hexes with markers of a company."""
        return [at for at, held in self.marked.items() if company in held]

    def estimate(self, company: str) -> int:
        """Add the levels of the trains and the markers on the map (1.9)."""
        return sum(map(level, self.trains[company])) + len(self.places(company))

    def zone(self, company: str) -> str:
        low, high = WHITE[self.row[company]]
        estimate = self.estimate(company)
        return RED if estimate < low else GREEN if estimate > high else WHITE_ZONE

    def maritime(self, owner: Owner) -> list[str]:
        return [name for name, holder in self.owners.items() if holder == owner]

    def give_discs(self, company: str, total: int) -> None:
        """Let a company have so many markers: the difference comes to its charter."""
        self.stations_left[company] += total - self.discs[company]
        self.discs[company] = total

    # --- the map -----------------------------------------------------------------------

    @property
    def ground(self) -> Ground:
        if not self.auditor.ground.is_of(self.board):
            self.auditor.ground = Ground(self.definition, self.board)
        return self.auditor.ground

    def index(self, hex_name: str) -> int:
        return self.definition.hexes[hex_name].index

    def place(self, hex_name: str) -> str:
        return self.definition.hexes[hex_name].entry.place

    def is_mine(self, hex_name: str) -> bool:
        return self.definition.hexes[hex_name].entry.track.startswith("mine")

    def slots(self, hex_name: str) -> int:
        """Return how many markers a city or mine has room for."""
        return self.board[self.index(hex_name)].tile.stops[0].slots

    def move_stations(self, name: str, old: Placed, new: Placed) -> None:
        """Markers lie in cities and mines, whatever tile lies there."""

    def put_marker(self, company: str, hex_name: str) -> None:
        self.require(self.stations_left[company] > 0, f"4.4.1: {company} has no marker left")
        self.stations_left[company] -= 1
        held = self.marked.setdefault(hex_name, [])
        self.require(company not in held, f"4.4.3: {company} is in {hex_name} already")
        held.append(company)
        self.require(len(held) <= self.slots(hex_name), f"4.4.2: {hex_name} is full")

    def take_marker(self, company: str, hex_name: str) -> None:
        self.marked[hex_name].remove(company)
        if not self.marked[hex_name]:
            del self.marked[hex_name]

    def joined(self, one: str, other: str) -> bool:
        """Tell whether a direct connection joins two cities or mines."""
        return self.index(other) in self.ground.joined(self.index(one))

    # --- the end -----------------------------------------------------------------------

    def scores(self) -> dict[str, int]:
        """Count cash and shares, less the loans of companies and persons (2.7.5)."""
        return {
            self.name(seat): self.cash[seat]
            + sum(
                self.units(seat, c) * (self.price(c) - LOAN_PER_SHARE * self.loans[c])
                for c in self.markers.at
            )
            - LOAN * self.loans[seat]
            for seat in self.seats
        }

    # --- comparing ---------------------------------------------------------------------

    def compare_holdings(self) -> None:
        super().compare_holdings()
        now, alike = self.now, self.auditor.alike
        self.same("all money", BANK_MONEY[self.variant], sum(now.cash.values()))
        self.same("the stack", tuple(self.trains[BANK]), now.trains[BANK])
        facts = now.facts
        assert isinstance(facts, SardiniaFacts)
        self.same("majors", self.major, set(facts.major))
        alike("traffic", +self.traffic, +Counter(facts.traffic))
        alike("row", self.row, facts.row)
        alike("loans", +self.loans, +Counter(facts.loans))
        self.same("companies that have operated", self.operated, set(facts.operated))
        alike("markers in all", self.discs, facts.markers)
        self.same("companies to start again", self.restarts, set(facts.absorbed))
        self.same("bonuses paid", self.bonus_paid, set(facts.bonus_paid))
        alike("home", self.homes, {company: at for company, (at, _) in now.homes.items()})

    def compare_stations(self) -> None:
        found = {at: sorted(filter(None, held)) for (at, _), held in self.now.stations.items()}
        self.auditor.alike("markers", {at: sorted(h) for at, h in self.marked.items()}, found)

    def compare_course(self) -> None:
        super().compare_course()
        now = self.now
        due: Any = None if now.over else (now.agenda[-1].id, self.auditor.game.actor)
        self.same("the decision due", self.due, due)
        if self.due is not None and self.due[0] in ("stock_turn", "raise_money"):
            self.same("sold in this turn", self.sold_now, getattr(now.agenda[-1], "sold", None))


__all__ = ["BANK", "DISCS", "DOWN", "DRAGONS", "GREEN", "IPO", "OUT", "POOL", "RED", "UP", "Table"]
