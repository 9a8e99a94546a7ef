"""The auditor's own table of 1888-N: money, certificates, markers and trains, moved by hand.

It begins as a copy of the table before an action. What the rulebook says happens is done here, each
line of the log is taken as it is due, and in the end this table must equal the one that is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ....engine.actions import BuyPrivate, BuyTrain
from ....engine.audit import Claims, Markers, Place
from ....engine.audit_tools import Holdings, Sheet
from ....engine.components import Kind
from ....engine.state import BANK, IPO, OUT, POOL, Owner, Round, Turn
from ..policy import Policy1888
from ..printed import Printed1888

if TYPE_CHECKING:
    from ....engine.audit import Auditor, Record
    from ....engine.components import Phase
    from ....engine.state import State

LEFT, RIGHT, UP, DOWN = "left", "right", "up", "down"
MOST_HELD = 6  # shares of ten (7.5.8)
MOST_IN_POOL = 5  # (7.4.3)
LAUNCHED_AT = 6  # shares sold out of the offering (7.6.4)


class Table(Sheet):
    """What should lie on the table; `step`, `above` and `actor` say whose decision is due."""

    def __init__(self, auditor: Auditor, before: State, record: Record, now: State) -> None:
        game = auditor.game
        self.auditor, self.before, self.now = auditor, before, now
        assert isinstance(game.definition, Printed1888)
        policy = game.policy
        assert isinstance(policy, Policy1888)
        self.definition, self.policy, self.names = game.definition, policy, game.players
        self.action, self.by = record.action, record.by
        self.claims = Claims(auditor, record.log)
        self.cash = dict(before.cash)
        self.held = Holdings(before.shares, len(self.names))
        self.markers = Markers(self.definition, before)
        self.par = dict(before.par)
        self.launched = set(before.floated)
        self.trains = {owner: list(cards) for owner, cards in before.trains.items()}
        self.owners = dict(before.private_owner)
        self.asked = dict(before.prices)  # of the privates in the auction
        self.powers = dict(before.powers)
        self.phase = before.phase
        self.priority = before.priority
        self.ending = list(before.ending)
        self.over = before.over
        self.stations = dict(before.stations)
        self.stations_left = dict(before.stations_left)
        self.supply = dict(before.supply)
        self.laid: dict[str, tuple[str, int]] = {}
        self.round: Round = before.round
        self.turn: Turn | None = before.turn
        self.sold_now: frozenset[str] = frozenset()  # companies sold of in this turn of a player
        self.step = ""  # of the turn or round
        self.above = ""  # a decision that comes before the step goes on: Discard, Consent, ...
        self.actor: int | None = None
        self.asked_seat: int | None = None  # whose consent is due

    # --- offers ------------------------------------------------------------------------

    def decline(self, proposal: BuyPrivate | BuyTrain) -> None:
        """Note an offer that was declined: in this turn only a higher one is made again."""
        thing = proposal.private if isinstance(proposal, BuyPrivate) else proposal.train
        assert self.turn is not None
        declined = {**getattr(self.turn, "declined", {}), thing: proposal.price}
        self.turn = replace(self.turn, declined=declined)

    def least_offer(self, thing: str, least: int) -> int:
        """Return the lowest price that may still be offered."""
        declined: dict[str, int] = getattr(self.turn, "declined", {})
        return max(least, declined.get(thing, 0) + 1)

    # --- money -------------------------------------------------------------------------

    def pay(self, payer: Owner, payee: Owner, money: int) -> None:
        """Move money; an empty bank ends the game some day (10.1)."""
        self.cash[payer] -= money
        self.cash[payee] += money
        if payer != BANK:
            self.require(self.cash[payer] >= 0, f"{self.name(payer)} pays what it has not")
        elif money and self._bank_is_empty() and "bank" not in self.ending:
            self.ending.append("bank")
            self.bank_broke = True  # which has to be told (10.1.1)

    def _bank_is_empty(self) -> bool:
        left = self.cash[BANK]
        return left <= 0 if self.policy.empty_bank_breaks else left < 0

    # --- certificates ------------------------------------------------------------------

    def units(self, owner: Owner, company: str) -> int:
        return self.held.units(owner, company)

    def counted(self, seat: int) -> int:
        """Return how many of a player's certificates count for the limit (7.3)."""
        total = sum(owner == seat for owner in self.owners.values())
        for company, place in self.markers.at.items():
            if "r" not in self.markers.cells[place].marks:
                total += self.held.certificates(seat, company)
        return total

    @property
    def certificate_limit(self) -> int:
        return self.definition.table.certificate_limit[str(len(self.names))]

    def in_red(self, company: str) -> bool:
        return "r" in self.markers.cells[self.markers.at[company]].marks

    def swap_director(self, company: str, seat: int) -> None:
        self.held.swap_director(company, seat)  # (7.7.2)
        self.take("director", company=company, player=self.name(seat))

    # --- prices ------------------------------------------------------------------------

    def price(self, company: str) -> int:
        return self.markers.price(company)

    def next_place(self, place: Place, direction: str) -> Place:
        """Return where one step leads; at the ends of a row it goes up or down (9.1.3, 9.1.4)."""
        row, column = place
        ways = {
            RIGHT: [(row, column + 1), (row - 1, column)],
            LEFT: [(row, column - 1), (row + 1, column)],
            UP: [(row - 1, column)],
            DOWN: [(row + 1, column)],
        }
        return next((way for way in ways[direction] if way in self.markers.cells), place)

    def move_price(self, company: str, direction: str, steps: int = 1) -> None:
        old, place = self.price(company), self.markers.at[company]
        start = place
        for _ in range(steps):
            place = self.next_place(place, direction)
        self.markers.put(company, place)
        if place != start:
            self.take("price_moved", company=company, old=old, new=self.price(company))

    def operating_order(self) -> list[str]:
        """Return the companies by price, then further right, then higher in the stack (8.1.3)."""

        def rank(company: str) -> tuple[int, int, int]:
            place = self.markers.at[company]
            return -self.price(company), -place[1], self.markers.stacks[place].index(company)

        return sorted(self.markers.at, key=rank)

    # --- trains and phases -------------------------------------------------------------

    @property
    def rules(self) -> Phase:
        """What holds in the present phase."""
        return self.definition.phases[self.phase]

    @staticmethod
    def kind(card: str) -> Kind:
        return Kind(card.rpartition("-")[0])

    def train_price(self, card: str) -> int:
        return self.definition.trains[self.kind(card)].price

    def give_train(self, card: str, giver: Owner, taker: Owner) -> None:
        self.require(card in self.trains[giver], f"{self.name(giver)} has no train {card}")
        self.trains[giver].remove(card)
        self.trains[taker].append(card)
        kind = self.kind(card)
        if giver == BANK and not self.trains[BANK] and self.definition.trains[kind].count < 0:
            self.trains[BANK].append(f"{kind}-{int(card.rpartition('-')[2]) + 1}")

    def begin_phase_of(self, card: str) -> None:
        """Do what the first train of a kind brings about when it leaves the deck (8.3.10)."""
        kind = self.kind(card)
        names = [phase.starts_with for phase in self.definition.phases]
        if kind not in names or names.index(kind) <= self.phase:
            return
        self.phase = names.index(kind)
        self.take("phase", phase=self.rules.name)
        self._scrap(kind)
        if self.rules.closes_privates:
            self.take("privates_closed")
            self.owners = dict.fromkeys(self.owners, OUT)

    def _scrap(self, kind: str) -> None:
        old = [name for name, train in self.definition.trains.items() if train.scrapped_by == kind]
        gone = 0
        for owner, cards in self.trains.items():
            if owner != OUT:
                scrapped = [card for card in cards if self.kind(card) in old]
                self.trains[owner] = [card for card in cards if card not in scrapped]
                self.trains[OUT] = [*self.trains[OUT], *scrapped]
                gone += len(scrapped)
        if gone:
            self.take("scrapped", kind=old, count=gone)

    def above_train_limit(self) -> str | None:
        """Return the company that has to discard a train now (8.3.8.15, 8.3.10.5)."""
        order = self.operating_order()
        if self.policy.discards_by_order == "charter":
            order = list(self.definition.companies)
        limit = self.rules.train_limit
        return next((c for c in order if len(self.trains[c]) > limit), None)


__all__ = ["BANK", "DOWN", "IPO", "LEFT", "OUT", "POOL", "RIGHT", "UP", "Table"]
