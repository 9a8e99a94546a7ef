"""The table as the auditor keeps it: what lies where, without any rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ....engine.state import BANK, Owner, Seat, State, StopId
from ..facts import Facts1862

if TYPE_CHECKING:
    from ....engine.definition import Definition

DIRECTORS = 3  # shares of a director's certificate


@dataclass
class Table:
    """Money, certificates, markers, trains and stations; the auditor moves them by himself."""

    cash: dict[Owner, int]
    card: dict[str, Owner]  # where each director's certificate lies
    ordinary: dict[str, Counter[Owner]]  # where the certificates of one share lie
    president: dict[str, Seat]
    spot: dict[str, int]  # space of the market, counted along the line
    stacks: dict[int, list[str]]
    par: dict[str, int]
    floated: set[str]
    chartered: set[str]
    permits: dict[str, set[str]]
    obligations: dict[str, Seat]
    barred: set[str]
    trains: dict[Owner, list[str]]
    warranties: dict[str, int]
    rusting: set[str]
    leftovers: dict[str, str]
    stations: dict[StopId, Counter[str]]
    unused: dict[str, int]
    homed: set[str]
    arrivals: dict[str, list[str]]
    board: dict[str, tuple[str, int]]
    supply: dict[str, int]
    phase: int
    priority: Seat
    closed: set[str]
    ending: list[str]
    over: bool
    lner_due: bool
    lner: bool
    limit: int | None
    together: tuple[str, ...] = field(default=())  # companies that consolidate: one holder

    @classmethod
    def of(cls, state: State, definition: Definition) -> Table:
        facts = state.facts
        assert isinstance(facts, Facts1862)
        names = [spot.name for spot in definition.hex_list]
        return cls(
            cash=dict(state.cash),
            card={c: holders[0] for c, holders in state.shares.items()},
            ordinary={c: Counter(holders[1:]) for c, holders in state.shares.items()},
            president=dict(state.president),
            spot=dict(state.cell),
            stacks={place: list(stack) for place, stack in state.stacks.items()},
            par=dict(state.par),
            floated=set(state.floated),
            chartered=set(facts.chartered),
            permits={c: set(kinds) for c, kinds in facts.permits.items()},
            obligations=dict(facts.obligations),
            barred=set(facts.barred),
            trains={owner: list(cards) for owner, cards in state.trains.items()},
            warranties=dict(facts.warranties),
            rusting=set(facts.rusting),
            leftovers=dict(facts.leftovers),
            stations={
                stop: Counter(c for c in slots if c is not None)
                for stop, slots in state.stations.items()
            },
            unused=dict(state.stations_left),
            homed=set(facts.homed),
            arrivals={name: list(order) for name, order in facts.arrivals.items()},
            board={
                name: (placed.name, placed.rotation)
                for name, placed in zip(names, state.board, strict=True)
            },
            supply=dict(state.supply),
            phase=state.phase,
            priority=state.priority,
            closed=set(state.closed),
            ending=list(state.ending),
            over=state.over,
            lner_due=facts.lner_due,
            lner=facts.lner,
            limit=facts.limit,
        )

    # --- reading -------------------------------------------------------------------------

    def shares(self, company: str, owner: Owner) -> int:
        """Count the shares that somebody has; a director's certificate is three."""
        return self.ordinary[company][owner] + DIRECTORS * (self.card[company] == owner)

    def certificates(self, owner: Owner) -> int:
        cards = sum(1 for holder in self.card.values() if holder == owner)
        return cards + sum(held[owner] for held in self.ordinary.values())

    def tokens(self, company: str) -> list[StopId]:
        """Return the stops where a company has a station."""
        return [stop for stop, there in self.stations.items() if there[company]]

    def has_token(self, company: str, stop: StopId) -> bool:
        return stop in self.stations and self.stations[stop][company] > 0

    def taken(self, stop: StopId) -> int:
        """Count the stations at a stop."""
        return sum(self.stations[stop].values()) if stop in self.stations else 0

    def view(self) -> dict[str, dict[Any, Any]]:
        """Return everything in a form in which equal tables are equal."""
        as_one = {c: "+".join(sorted(self.together)) for c in self.together}
        cash: Counter[Owner] = Counter()
        for owner, money in self.cash.items():
            cash[as_one.get(str(owner), owner)] += money
        held: dict[tuple[str, Owner], int] = {}
        for company, holders in self.ordinary.items():
            for owner, count in holders.items():
                if count:
                    key = company, as_one.get(str(owner), owner)
                    held[key] = held.get(key, 0) + count
        return {
            "cash": dict(cash),
            "director's certificate": dict(self.card),
            "shares": held,
            "director": self.president,
            "market space": self.spot,
            "stack": {place: stack for place, stack in self.stacks.items() if stack},
            "par": self.par,
            "permits": self.permits,
            "obligation": self.obligations,
            "trains": {owner: _cards(owner, cards) for owner, cards in self.trains.items()},
            "warranties": {train: count for train, count in self.warranties.items() if count},
            "leftover train": self.leftovers,
            "stations": {stop: +there for stop, there in self.stations.items() if +there},
            "unused stations": self.unused,
            "stations in order": {name: order for name, order in self.arrivals.items() if order},
            "tile": self.board,
            "supply": self.supply,
            "other": {
                "floated": self.floated,
                "chartered": self.chartered,
                "barred": self.barred,
                "rusting": self.rusting,
                "homed": self.homed,
                "phase": self.phase,
                "priority": self.priority,
                "closed": self.closed,
                "ending": self.ending,
                "over": self.over,
                "lner due": self.lner_due,
                "lner": self.lner,
                "certificate limit": self.limit,
            },
        }

    # --- moving --------------------------------------------------------------------------

    def unite(self, companies: tuple[str, ...]) -> None:
        """Take two companies that consolidate as one holder: the first has all."""
        if len(companies) < 2:
            return
        first, second = companies
        self.together = companies
        self.cash[first] += self.cash[second]
        self.cash[second] = 0
        for company in companies:
            self.give(company, self.ordinary[company][second], second, first)

    def give(self, company: str, count: int, giver: Owner, taker: Owner) -> None:
        """Hand over ordinary certificates."""
        self.ordinary[company][giver] -= count
        self.ordinary[company][taker] += count

    def put_marker(self, company: str, place: int) -> None:
        """Put a marker under those of a space, also if it lies there already."""
        self.lift_marker(company)
        self.spot[company] = place
        self.stacks.setdefault(place, []).append(company)

    def lift_marker(self, company: str) -> None:
        old = self.spot.pop(company, None)
        if old is not None and company in self.stacks.get(old, []):
            self.stacks[old].remove(company)

    def place(self, company: str, stop: StopId) -> None:
        """Put a station from a company's card on the board."""
        self.unused[company] -= 1
        self.stations.setdefault(stop, Counter())[company] += 1
        self.arrivals.setdefault(stop[0], []).append(company)

    def lift(self, company: str, stop: StopId) -> None:
        """Take a station off the board; where it goes is for the caller to say."""
        self.stations[stop][company] -= 1
        self.arrivals[stop[0]].remove(company)


def _cards(owner: Owner, cards: list[str]) -> list[str]:
    """Only in the bank does it matter in which order the cards lie."""
    return cards if owner == BANK else sorted(cards)
