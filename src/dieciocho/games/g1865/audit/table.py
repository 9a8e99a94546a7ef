"""The auditor's own table of 1865: money, certificates, markers, trains and traffic.

It begins as a copy of the table before an action. What the rulebook says happens is done here, each
line of the log is taken as it is due, and in the end this table must equal the one that is there.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ....engine.audit import Claims, Markers
from ....engine.audit_tools import Holdings, Sheet
from ....engine.state import BANK, IPO, OUT, POOL, Owner, Round
from ..facts import DRAGONS, SardiniaFacts, SardiniaTurn
from ..policy import SardiniaPolicy
from ..printed import PrintedSardinia
from .figures import (
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
    from ....engine.audit import Record
    from ....engine.state import State
    from . import Auditor

RED, WHITE_ZONE, GREEN = "red", "white", "green"
DOWN, UP = -1, 1


class Table(Sheet):
    """What should lie on the table; `stage` says where the course of the game has got to."""

    auditor: Auditor

    def __init__(self, auditor: Auditor, before: State, record: Record, now: State) -> None:
        game = auditor.game
        self.auditor, self.before, self.now = auditor, before, now
        assert isinstance(game.definition, PrintedSardinia)
        policy = game.policy
        assert isinstance(policy, SardiniaPolicy)
        self.definition, self.policy, self.names = game.definition, policy, game.players
        self.variant = game.header.options.get("variant", "")
        self.action, self.by = record.action, record.by
        self.claims = Claims(auditor, record.log)
        self.cash = dict(before.cash)
        self.held = Holdings(before.shares, len(self.names))
        self.markers = Markers(self.definition, before)
        self.par = dict(before.par)
        self.launched = set(before.floated)
        self.trains = {owner: list(cards) for owner, cards in before.trains.items()}
        self.owners = dict(before.private_owner)
        self.phase = before.phase + 1  # by its number
        self.priority = before.priority
        self.ending = list(before.ending)
        self.over = before.over
        self.board = list(before.board)
        self.supply = dict(before.supply)
        self.stations = {
            at: [company for company in held if company is not None]
            for (at, _), held in before.stations.items()
        }
        self.left = dict(before.stations_left)
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
        self.round: Round = before.round
        assert before.turn is None or isinstance(before.turn, SardiniaTurn)
        self.turn: SardiniaTurn | None = before.turn
        self.sold_now: frozenset[str] = getattr(before.agenda[-1], "sold", frozenset())
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

    def same(self, what: str, expected: Any, found: Any) -> None:
        self.auditor.same(what, expected, found)

    # --- money and loans ---------------------------------------------------------------

    def pay(self, payer: Owner, payee: Owner, money: int) -> None:
        """Move money; a bank at 0 or less ends the game some day and pays on (2.7.1, 2.7.4)."""
        self.cash[payer] -= money
        self.cash[payee] += money
        if payer != BANK:
            self.require(self.cash[payer] >= 0, f"{self.name(payer)} pays what it has not")
        elif money and self.cash[BANK] <= 0 and not self.ending:
            self.ending.append("bank")
            self.bank_broke = True  # which has to be told (2.7.1)

    def borrow(self, owner: Owner, missing: int) -> int:
        """Take as many loans as are needed for a sum; return how many (4.9.2, 5.3.6)."""
        count = -(-missing // LOAN)
        self.pay(BANK, owner, count * LOAN)
        self.loans[owner] += count
        return count

    # --- certificates ------------------------------------------------------------------

    @property
    def company(self) -> str:
        """The company that operates."""
        assert self.turn is not None
        return self.turn.company

    def note(self, **facts: Any) -> None:
        """Note something of the turn."""
        assert self.turn is not None
        self.turn = replace(self.turn, **facts)

    def president(self, company: str) -> int:
        seat = self.held.director[company]
        assert isinstance(seat, int)
        return seat

    def units(self, owner: Owner, company: str) -> int:
        """Return how many shares somebody holds: a president's certificate is two (1.7)."""
        return self.held.units(owner, company)

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

    def swap_president(self, company: str, seat: int) -> None:
        self.held.swap_director(company, seat)  # two singles for the certificate (3.10.1)
        self.take("director", company=company, player=self.name(seat))

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
            place = self.markers.at[company]
            return -place[1], self.markers.stacks[place].index(company)

        return sorted(self.markers.at, key=rank)

    # --- trains, markers, the Dragons' chart -------------------------------------------

    @staticmethod
    def kind(card: str) -> str:
        return card.rpartition("-")[0]

    def train_price(self, card: str) -> int:
        return TRAINS[self.kind(card)][0]

    @property
    def train_limit(self) -> int:
        return TRAIN_LIMIT[self.phase]

    def places(self, company: str) -> list[str]:
        """Return the hexes with markers of a company."""
        return [at for at, held in self.stations.items() if company in held]

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
        self.left[company] += total - self.discs[company]
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

    def put_tile(self, hex_name: str, tile: str, rotation: int) -> None:
        """Exchange a tile; the one below returns to the supply (4.2.18)."""
        spot = self.definition.hexes[hex_name]
        if self.board[spot.index] is not spot.printed:
            self.supply[self.board[spot.index].name] += 1
        self.require(self.supply[tile] > 0, f"4.2.18: no tile {tile} is left")
        self.supply[tile] -= 1
        self.board[spot.index] = self.definition.placed[tile, rotation]

    def put_marker(self, company: str, hex_name: str) -> None:
        self.require(self.left[company] > 0, f"4.4.1: {company} has no marker left")
        self.left[company] -= 1
        held = self.stations.setdefault(hex_name, [])
        self.require(company not in held, f"4.4.3: {company} is in {hex_name} already")
        held.append(company)
        self.require(len(held) <= self.slots(hex_name), f"4.4.2: {hex_name} is full")

    def take_marker(self, company: str, hex_name: str) -> None:
        self.stations[hex_name].remove(company)
        if not self.stations[hex_name]:
            del self.stations[hex_name]

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


__all__ = ["BANK", "DISCS", "DOWN", "DRAGONS", "GREEN", "IPO", "OUT", "POOL", "RED", "UP", "Table"]
