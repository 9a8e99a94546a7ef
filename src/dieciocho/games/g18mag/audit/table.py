"""The auditor's own table of 18Magyarország: money, certificates, trains, stacks, moved by hand.

It begins as a copy of the table before an action. What the rulebook says happens is done here, each
line of the log is taken as it is due, and in the end this table must equal the one that is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ....engine.audit import Claims, Markers
from ....engine.audit_tools import Holdings, Sheet, stops_moved
from ....engine.state import BANK, POOL, Owner, Round
from ..facts import MagFacts, MagTurn
from ..policy import MagPolicy
from ..printed import PrintedMag

if TYPE_CHECKING:
    from ....engine.audit import Auditor, Record
    from ....engine.components import Phase
    from ....engine.state import State

MINOR, MAJOR = "minor", "major"
TERRAIN, BUILDER, WAGONS = "SIK", "SKEV", "RABA"  # majors whose services have a price of their own
CAPITAL = 50  # of a minor (III.3.2.2)
TRAIN_LIMIT = 2  # (III.3.2.3)
COLOURS = ("white", "yellow", "green", "brown", "gray")


class Table(Sheet):
    """What should lie on the table; `step`, `above` and `actor` say whose decision is due."""

    def __init__(self, auditor: Auditor, before: State, record: Record, now: State) -> None:
        game = auditor.game
        self.auditor, self.before, self.now = auditor, before, now
        assert isinstance(game.definition, PrintedMag)
        policy = game.policy
        assert isinstance(policy, MagPolicy)
        self.definition, self.policy, self.names = game.definition, policy, game.players
        self.options, self.version = game.header.options, game.header.version
        self.istvan = len(self.names) - 1 if len(game.header.players) == 1 else None
        self.action, self.by = record.action, record.by
        self.claims = Claims(auditor, record.log)
        self.cash = dict(before.cash)
        self.held = Holdings(before.shares, len(self.names))
        self.markers = Markers(self.definition, before)
        self.owner = {c: s for c, s in before.president.items() if self.kind_of(c) == MINOR}
        self.trains = {owner: list(cards) for owner, cards in before.trains.items()}
        self.tokens = dict(before.powers)
        self.closed = set(before.closed)
        assert isinstance(before.facts, MagFacts)
        self.facts: MagFacts = before.facts
        self.phase = before.phase
        self.priority = before.priority
        self.ending = list(before.ending)
        self.over = before.over
        self.board = list(before.board)
        self.supply = dict(before.supply)
        self.stations = dict(before.stations)
        self.stations_left = dict(before.stations_left)
        self.round: Round = before.round
        assert before.turn is None or isinstance(before.turn, MagTurn)
        self.turn: MagTurn | None = before.turn
        self.sold_now: frozenset[str] = frozenset()  # companies sold of in this turn of a player
        self.step = ""
        self.above = ""  # a decision that comes before the step goes on: Consent, JoinCity, ...
        self.actor: int | None = None
        self.asked_seat: int | None = None  # whose consent is due
        self.upgrading = ""  # the hex of which István upgrades the tile

    # --- who ---------------------------------------------------------------------------

    def kind_of(self, company: str) -> str:
        return self.definition.companies[company].kind

    def majors(self) -> list[str]:
        """Return the majors by price, the top of a stack first (VI.4.1)."""

        def rank(company: str) -> tuple[int, int]:
            place = self.markers.at[company]
            return -self.price(company), self.markers.stacks[place].index(company)

        return sorted(self.markers.at, key=rank)

    def minors(self) -> list[str]:
        """Return the minors in play by their numbers (VI.1.1)."""
        return sorted((c for c in self.owner if c not in self.closed), key=int)

    @property
    def company(self) -> str:
        """The company whose turn it is."""
        assert self.turn is not None
        return self.turn.company

    @property
    def few(self) -> bool:
        """Whether the game for one or two players is played (X.1)."""
        return len(self.names) <= 2

    def decides(self, company: str) -> int | None:
        """Return who decides for a company: the owner of a minor, the director of a major."""
        if self.kind_of(company) == MINOR:
            return self.owner[company]
        director = self.held.director[company]
        return director if isinstance(director, int) else None

    def set_turn(self, **changes: object) -> None:
        assert self.turn is not None
        self.turn = replace(self.turn, **changes)

    # --- money and prices --------------------------------------------------------------

    def pay(self, payer: Owner, payee: Owner, money: int) -> None:
        """Move money; the bank is endless (II.2.2)."""
        self.cash[payer] -= money
        self.cash[payee] += money
        if payer != BANK:
            self.require(self.cash[payer] >= 0, f"{self.name(payer)} pays what it has not")

    def price(self, company: str) -> int:
        return self.markers.price(company)

    def move_price(self, company: str, steps: int) -> None:
        """Move a marker right (or left) on the one row; it stops at the ends (VIII.2.3)."""
        old, (row, column) = self.price(company), self.markers.at[company]
        last = len(self.markers.cells) - 1
        self.markers.put(company, (row, min(max(column + steps, 0), last)))
        if self.price(company) != old:
            self.take("price_moved", company=company, old=old, new=self.price(company))

    # --- certificates ------------------------------------------------------------------

    def counted(self, seat: int) -> int:
        """Return how many certificates a player has (VII.3.1)."""
        return sum(self.held.certificates(seat, company) for company in self.markers.at)

    @property
    def certificate_limit(self) -> int:
        players = 1 if self.istvan is not None else len(self.names)
        return self.definition.table.certificate_limit[str(players)]

    def swap_director(self, company: str, seat: int) -> None:
        self.held.swap_director(company, seat)
        self.take("director", company=company, player=self.name(seat))

    def after_purchase(self, company: str, seat: int) -> None:
        """Exchange two shares for the certificate on the board, or overtake the director."""
        director = self.held.director[company]
        if director == POOL:
            if self.held.tens[company][seat] >= 2:  # (III.3.3.4)
                self.swap_director(company, seat)
        elif self.held.units(seat, company) > self.held.units(director, company):  # (VII.6.1)
            self.swap_director(company, seat)

    # --- trains and phases -------------------------------------------------------------

    @property
    def rules(self) -> Phase:
        """What holds in the present phase."""
        return self.definition.phases[self.phase]

    @property
    def late(self) -> bool:
        """Whether brown or gray is reached: dearer wagons, a higher bonus (2.5)."""
        return self.rules.name in ("brown", "gray")

    @staticmethod
    def kind(card: str) -> str:
        return card.rpartition("-")[0]

    def give_train(self, card: str, giver: Owner, taker: Owner) -> None:
        self.require(card in self.trains[giver], f"{self.name(giver)} has no train {card}")
        self.trains[giver].remove(card)
        if taker == BANK:
            self.trains[BANK].insert(0, card)  # on top of its stack
        else:
            self.trains[taker].append(card)
        kind = self.kind(card)
        stack = [self.kind(other) for other in self.trains[BANK]]
        if giver == BANK and kind not in stack:  # stacks are endless (II.4.5)
            self.trains[BANK].append(f"{kind}-{int(card.rpartition('-')[2]) + 1}")

    def set_facts(self, **changes: Any) -> None:
        self.facts = replace(self.facts, **changes)

    def next_phase(self, *, late: bool = False) -> None:
        """Begin the next phase; the last one leaves one stock round and a set (IX.1.1)."""
        self.phase += 1
        self.take("phase", phase=self.rules.name)
        self.set_facts(phase_changed=True)
        if self.phase == len(self.definition.phases) - 1:
            self.ending.append("last_phase")
            self.take("ending_last_phase")
            self.set_facts(last_set=self.round.number + (2 if late else 1))

    # --- tiles -------------------------------------------------------------------------

    def shows_map(self, name: str) -> bool:
        spot = self.definition.hexes[name]
        return self.board[spot.index].name == spot.printed.name

    def terrain(self, name: str) -> int:
        """Return the terrain cost of the next tile on a hex (VI.3.2.11, VI.3.3.9)."""
        spot = self.definition.hexes[name]
        return spot.entry.cost if self.shows_map(name) else self.board[spot.index].tile.cost

    def put_tile(self, name: str, tile: str, rotation: int) -> None:
        """Lay a tile; the old one returns, stations stay with their track (VI.3.2.18)."""
        spot = self.definition.hexes[name]
        old, new = self.board[spot.index], self.definition.placed[tile, rotation]
        colours = old.tile.colour, new.tile.colour
        self.require(new.tile.colour in self.rules.colours, f"VI.3.3.1: no {new.tile.colour} yet")
        following = COLOURS[COLOURS.index(colours[0]) + 1]
        self.auditor.same("VI.3.3.1: the colour", following, colours[1])
        self.require(self.supply[tile] > 0, f"VI.3.2.22: no tile {tile} left")
        for face in self.definition.faces[tile]:
            self.supply[face] -= 1
        if not self.shows_map(name):
            for face in self.definition.faces[old.name]:
                self.supply[face] += 1
        moved = stops_moved(old, new)
        self.require(moved is not None, f"VI.3.3.3: track of {name} was lost")
        assert moved is not None
        self.board[spot.index] = new
        self._move_stations(name, moved)

    def _move_stations(self, name: str, moved: list[int]) -> None:
        spot = self.definition.hexes[name]
        here = {at: held for at, held in self.stations.items() if at[0] == name}
        for at in here:
            del self.stations[at]
        for (_, stop), stations in sorted(here.items()):
            target = (name, moved[stop])
            slots = self.board[spot.index].tile.stops[moved[stop]].slots
            mixed = [*filter(None, self.stations.get(target, ())), *filter(None, stations)]
            if mixed:
                self.stations[target] = (*mixed, *[None] * (slots - len(mixed)))

    def put_station(self, company: str, city: tuple[str, int]) -> None:
        spot = self.definition.hexes[city[0]]
        slots = self.board[spot.index].tile.stops[city[1]].slots
        held = list(self.stations.get(city) or [None] * slots)
        self.require(None in held, f"no free slot in {city}")
        held[held.index(None)] = company
        self.stations[city] = tuple(held)
        self.stations_left[company] -= 1

    def station_cost(self, company: str) -> int | None:
        """Return the price of the next station, None if none is left (VI.3.4.1, VI.4.2.1)."""
        left, count = self.stations_left[company], self.definition.companies[company].stations
        costs = self.definition.table.station_costs[str(count)]
        return costs[count - left] if left else None

    def open_cities(self, company: str) -> set[tuple[str, int]]:
        """Return the cities where a station of a company could stand (VI.3.4.4, VI.4.2.2)."""
        own = {name for (name, _), held in self.stations.items() if company in held}
        found = set()
        for spot in self.definition.hex_list:
            for number, stop in enumerate(self.board[spot.index].tile.stops):
                held = self.stations.get((spot.name, number), ())
                taken = len([x for x in held if x is not None])
                if stop.kind == "city" and taken < stop.slots and spot.name not in own:
                    found.add((spot.name, number))
        return found
