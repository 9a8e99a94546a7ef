"""The auditor's own table of 1888-N: what only it has, and how prices and phases move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.audit import Place
from ....engine.audit_table import SteppedSheet
from ....engine.state import BANK, IPO, OUT, POOL, Turn
from ..policy import Policy1888
from ..printed import Printed1888

if TYPE_CHECKING:
    from ....engine.audit import Auditor, Record
    from ....engine.state import State

LEFT, RIGHT, UP, DOWN = "left", "right", "up", "down"
MOST_HELD = 6  # shares of ten (7.5.8)
MOST_IN_POOL = 5  # (7.4.3)
LAUNCHED_AT = 6  # shares sold out of the offering (7.6.4)


class Table(SteppedSheet[Turn]):
    """What should lie on the table; `step`, `above` and `actor` say whose decision is due."""

    definition: Printed1888
    policy: Policy1888

    def __init__(self, auditor: Auditor, before: State, record: Record, now: State) -> None:
        super().__init__(auditor, before, record, now)
        self.asked = dict(before.prices)  # of the privates in the auction

    def bank_is_empty(self) -> bool:
        left = self.cash[BANK]  # (10.1)
        return left <= 0 if self.policy.empty_bank_breaks else left < 0

    def compare_holdings(self) -> None:
        super().compare_holdings()
        self.same("the deck", tuple(self.trains[BANK]), self.now.trains[BANK])

    # --- certificates ------------------------------------------------------------------

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

    # --- prices ------------------------------------------------------------------------

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
            return -self.price(company), -self.markers.at[company][1], self.depth(company)

        return sorted(self.markers.at, key=rank)

    # --- trains and phases -------------------------------------------------------------

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
