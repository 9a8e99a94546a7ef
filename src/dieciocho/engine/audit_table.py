"""The table of an auditor: what lay there before an action, moved by hand as the rulebook says.

Each line of the log is taken as it is due, and in the end this table must equal the one that is
there. Here stands what is the same on the tables of several games: where things lie, how they
change hands, what is told of it and how all is compared. What a rulebook says must happen is
written in its game's folder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from msgspec.structs import replace

from .audit import Claims, Markers, Way, follow
from .audit_tools import Ground, Holdings, StopAt, stops_moved
from .components import Kind
from .state import BANK, POOL, Owner, Round, StopId, Turn

if TYPE_CHECKING:
    from .actions import Route
    from .audit import Auditor, Record
    from .components import Phase
    from .definition import Definition
    from .editions import Policy
    from .state import State
    from .tiles import Placed, Stop

COLOURS = ("white", "yellow", "green", "brown", "gray")
Cities = dict[StopId, tuple[str | None, ...]]
T = TypeVar("T", bound=Turn)


class Sheet(Generic[T]):
    """What should lie on the table; a game's own adds what only it has."""

    ROUND: Sequence[str] = Round.__struct_fields__
    TURN: Sequence[str] = Turn.__struct_fields__  # what is compared of them

    definition: Definition
    policy: Policy
    turn: T | None

    def __init__(self, auditor: Auditor, before: State, record: Record, now: State) -> None:
        game = auditor.game
        self.auditor, self.before, self.now = auditor, before, now
        self.definition, self.policy = game.definition, game.policy
        self.names, self.options = game.players, game.header.options
        self.action, self.by = record.action, record.by
        self.claims = Claims(auditor, record.log)
        self.cash = dict(before.cash)
        self.held = Holdings(before.shares, len(self.names))
        self.markers = Markers(self.definition, before)
        self.par = dict(before.par)
        self.launched, self.closed = set(before.floated), set(before.closed)
        self.trains = {owner: list(cards) for owner, cards in before.trains.items()}
        self.owners = dict(before.private_owner)
        self.powers = dict(before.powers)
        self.phase, self.priority = before.phase, before.priority
        self.ending, self.over = list(before.ending), before.over
        self.bank_broke = False  # and the log has not told it yet
        self.board, self.supply = list(before.board), dict(before.supply)
        self.stations: Cities = dict(before.stations)
        self.stations_left = dict(before.stations_left)
        self.round: Round = before.round
        self.turn = cast("T | None", before.turn)
        self.sold_now: frozenset[str] = getattr(before.agenda[-1], "sold", frozenset())

    # --- objections and the log --------------------------------------------------------

    def same(self, what: str, expected: Any, found: Any) -> None:
        self.auditor.same(what, expected, found)

    def require(self, condition: bool, text: str) -> None:
        self.auditor.require(condition, text)

    def take(self, line: str, **params: Any) -> dict[str, Any]:
        """Take the next line of the log; that the bank broke may be told in between."""
        self.hear_of_the_bank()
        return self.claims.take(line, **params)

    def hear_of_the_bank(self) -> None:
        if self.bank_broke and self.claims.next_is("ending_bank"):
            self.claims.take("ending_bank")
            self.bank_broke = False

    def close(self) -> None:
        """Require that the log has nothing more to tell, and has told all."""
        self.hear_of_the_bank()
        self.claims.close()
        self.require(not self.bank_broke, "the bank is empty and nobody said so")

    # --- who ---------------------------------------------------------------------------

    @property
    def seats(self) -> range:
        return range(len(self.names))

    def name(self, owner: Owner) -> str:
        return self.names[owner] if isinstance(owner, int) else owner

    @property
    def this_turn(self) -> T:
        """The operating turn that is played."""
        assert self.turn is not None
        return self.turn

    @property
    def company(self) -> str:
        """The company whose turn it is."""
        return self.this_turn.company

    def director(self, company: str) -> int:
        """Return the player who decides for a company that has one."""
        seat = self.held.director[company]
        assert isinstance(seat, int)
        return seat

    @property
    def leader(self) -> int:
        """The director of the company whose turn it is."""
        return self.director(self.company)

    def set_turn(self, **changes: object) -> None:
        self.turn = replace(self.this_turn, **changes)

    # --- money -------------------------------------------------------------------------

    def pay(self, payer: Owner, payee: Owner, money: int) -> None:
        """Move money; only the bank may be without, and that is to be told once."""
        self.cash[payer] -= money
        self.cash[payee] += money
        if payer != BANK:
            self.require(self.cash[payer] >= 0, f"{self.name(payer)} pays what it has not")
        elif money and self.bank_is_empty() and "bank" not in self.ending:
            self.ending.append("bank")
            self.bank_broke = True

    def bank_is_empty(self) -> bool:
        """Tell whether the bank is broken; an endless one never is."""
        return False

    # --- certificates ------------------------------------------------------------------

    def units(self, owner: Owner, company: str) -> int:
        """Return how many shares somebody holds: a director's certificate is two."""
        return self.held.units(owner, company)

    def swap_director(self, company: str, seat: int) -> None:
        """Let somebody take the director's certificate for two shares."""
        self.held.swap_director(company, seat)
        self.take("director", company=company, player=self.name(seat))

    def overtake(self, company: str, seat: int) -> None:
        """Make who has bought director if he holds more than the old one."""
        if self.units(seat, company) > self.units(self.held.director[company], company):
            self.swap_director(company, seat)

    def heir(self, company: str, seat: int, count: int) -> int | None:
        """Return who becomes director if somebody sells so many shares; None: nobody."""
        if self.held.director[company] != seat:
            return None
        return self.held.successor(company, seat, self.units(seat, company) - count)

    def keeps_certificate(self, company: str, seat: int, count: int) -> bool:
        """Tell whether a sale would leave a director with a share, and nobody to take over."""
        directs = self.held.director[company] == seat
        left = self.units(seat, company) - count
        return directs and left < 2 and self.heir(company, seat, count) is None

    def sell_to_pool(self, company: str, seat: int, count: int) -> None:
        """Sell shares at the price of the moment; before that the new director takes over."""
        heir = self.heir(company, seat, count)
        if heir is not None:
            self.swap_director(company, heir)
        money = count * self.price(company)
        self.held.move(company, count, seat, POOL)
        self.pay(BANK, seat, money)
        self.take("sold", player=self.name(seat), company=company, count=count, money=money)

    # --- prices ------------------------------------------------------------------------

    def price(self, company: str) -> int:
        return self.markers.price(company)

    def depth(self, company: str) -> int:
        """Return how many markers lie upon that of a company."""
        return self.markers.stacks[self.markers.at[company]].index(company)

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
        kind, _, number = card.rpartition("-")
        endless = giver == BANK and self.definition.trains[kind].count < 0
        if endless and all(self.kind(other) != kind for other in self.trains[BANK]):
            self.trains[BANK].append(f"{kind}-{int(number) + 1}")

    def tell_purchase(self, card: str, source: Owner, price: int) -> None:
        train = self.kind(card)
        self.take("train_bought", company=self.company, train=train, source=source, price=price)

    def least_offer(self, thing: str, least: int = 1) -> int:
        """Return the lowest price that may still be offered in this turn."""
        declined: dict[str, int] = getattr(self.turn, "declined", {})
        return max(least, declined.get(thing, 0) + 1)

    def decline(self, thing: str, price: int) -> None:
        """Note an offer that was declined: in this turn only a higher one is made again."""
        self.set_turn(declined={**getattr(self.turn, "declined", {}), thing: price})

    # --- tiles and stations ------------------------------------------------------------

    def lying(self, name: str) -> Placed:
        return self.board[self.definition.hexes[name].index]

    def shows_map(self, name: str) -> bool:
        """Tell whether no tile lies on a hex."""
        return self.lying(name).name == self.definition.hexes[name].printed.name

    def put_tile(self, name: str, tile: str, rotation: int) -> None:
        """Lay a tile; the old one returns, stations stay with their track."""
        old, new = self.lying(name), self.definition.placed[tile, rotation]
        self.require(self.supply[tile] > 0, f"no tile {tile} is left")
        for face in self.definition.faces[tile]:
            self.supply[face] -= 1
        if not self.shows_map(name):
            for face in self.definition.faces[old.name]:
                self.supply[face] += 1
        self.board[self.definition.hexes[name].index] = new
        self.move_stations(name, old, new)

    def move_stations(self, name: str, old: Placed, new: Placed) -> None:
        moved = stops_moved(old, new)
        self.require(moved is not None, f"track of {name} was lost")
        assert moved is not None
        held = {stop: self.stations.pop((name, stop), ()) for stop in range(len(old.tile.stops))}
        for stop, stations in held.items():
            target = (name, moved[stop])
            mixed = [*filter(None, self.stations.get(target, ())), *filter(None, stations)]
            if mixed:
                slots = new.tile.stops[moved[stop]].slots
                self.stations[target] = (*mixed, *[None] * (slots - len(mixed)))

    def put_station(self, company: str, city: StopAt) -> None:
        """Put a station into the first free slot of a city."""
        slots = self.lying(city[0]).tile.stops[city[1]].slots
        held = list(self.stations.get(city) or [None] * slots)
        self.require(None in held, f"no free slot in {city}")
        held[held.index(None)] = company
        self.stations[city] = tuple(held)
        self.stations_left[company] -= 1

    def station_cost(self, company: str) -> int | None:
        """Return the price of the next station, None if none is left."""
        left, count = self.stations_left[company], self.definition.companies[company].stations
        costs = self.definition.table.station_costs[str(count)]
        return costs[count - left] if left else None

    def open_cities(self, company: str, kept: Sequence[StopAt] = ()) -> set[StopAt]:
        """Return the cities with room for a station; `kept` are slots for homes to come."""
        own = {name for (name, _), held in self.stations.items() if company in held}
        found = set()
        for spot in self.definition.hex_list:
            for number, stop in enumerate(self.lying(spot.name).tile.stops):
                city = (spot.name, number)
                taken = sum(x is not None for x in self.stations.get(city, ()))
                free = stop.slots - taken - kept.count(city)
                if stop.kind == "city" and free > 0 and spot.name not in own:
                    found.add(city)
        return found

    # --- comparing ---------------------------------------------------------------------

    def compare(self) -> None:
        """Require that the table of the game shows what was worked out."""
        self.compare_holdings()
        self.compare_board()
        self.compare_course()

    def compare_holdings(self) -> None:
        alike, now = self.auditor.alike, self.now
        mine = dict(self.cash)
        mine[BANK] = mine.pop(BANK)  # what others have says more, and is compared first
        alike("cash", mine, now.cash)
        alike("certificates", self.held.table(), Holdings(now.shares, len(self.names)).table())
        alike("who decides", self.directors(), now.president)
        self.compare_prices()
        alike("par", self.par, now.par)
        self.same("launched companies", self.launched, now.floated)
        self.same("companies out of the game", self.closed, now.closed)
        self.compare_trains()
        alike("owner", self.owners, now.private_owner)

    def compare_prices(self) -> None:
        found = Markers(self.definition, self.now)
        self.auditor.alike("price marker", self.markers.at, found.at)
        self.auditor.alike("stack", self.markers.stacks, found.stacks)

    def compare_trains(self) -> None:
        for owner, cards in self.now.trains.items():
            self.same(f"trains of {owner}", sorted(self.trains[owner]), sorted(cards))

    def directors(self) -> dict[str, int]:
        return {c: seat for c, seat in self.held.director.items() if isinstance(seat, int)}

    def compare_board(self) -> None:
        alike, now = self.auditor.alike, self.now
        tiles = [[(placed.name, placed.rotation) for placed in b] for b in (self.board, now.board)]
        alike("the tile", *(dict(zip(self.definition.hexes, b, strict=True)) for b in tiles))
        alike("supply", self.supply, now.supply)
        self.compare_stations()
        alike("stations left", self.stations_left, now.stations_left)

    def compare_stations(self) -> None:
        self.auditor.alike("stations", standing(self.stations), standing(self.now.stations))

    def compare_course(self) -> None:
        now = self.now
        self.same("phase", self.phase, now.phase)
        self.same("reasons for the end", tuple(self.ending), now.ending)
        self.same("the end", self.over, now.over)
        self.same("priority deal", self.priority, now.priority)
        self.compare_round()

    def compare_round(self) -> None:
        self.auditor.fields("round", self.ROUND, self.round, self.now.round)
        self.auditor.fields("turn", self.TURN, self.turn, self.now.turn)


def standing(stations: Cities) -> dict[StopId, Counter[str]]:
    """Return whose stations stand where, in whatever slots."""
    counted = {at: Counter(filter(None, held)) for at, held in stations.items()}
    return {at: held for at, held in counted.items() if held}


class SteppedSheet(Sheet[T]):
    """The table of a game whose turns are a row of steps, upon which other decisions may lie."""

    def __init__(self, auditor: Auditor, before: State, record: Record, now: State) -> None:
        super().__init__(auditor, before, record, now)
        self.step = ""  # of the turn or round
        self.above = ""  # a decision that comes before the step goes on
        self.actor: int | None = None
        self.asked_seat: int | None = None  # whose consent is due

    def find_place(self, steps: Sequence[str]) -> None:
        """Read from the table before the action which decision was due."""
        ids = [step.id for step in self.before.agenda]
        self.step = next(id for id in reversed(ids) if id in steps)
        self.above = "" if ids[-1] in steps else ids[-1]

    def shown(self) -> bool:
        """Tell whether the table shows that the company on turn decides in this step."""
        now = self.now
        same = now.turn is not None and now.turn.company == self.company
        place = (now.round.number, now.round.part) == (self.round.number, self.round.part)
        return same and place and any(step.id == self.step for step in now.agenda)

    def compare_course(self) -> None:
        super().compare_course()
        if not self.now.over:
            top = self.now.agenda[-1]
            self.same("the decision due", self.above or self.step, top.id)
            self.same("who decides", self.actor, self.auditor.game.actor)
            sold: frozenset[str] = getattr(top, "sold", frozenset())
            self.same("sold in this turn", self.sold_now, sold)


class Network:
    """The board as it lies on an auditor's table, seen by one company."""

    def __init__(self, table: Sheet[Any], company: str) -> None:
        self.table, self.company, self.definition = table, company, table.definition
        self.stations = [at for at, held in table.stations.items() if company in held]

    def printed(self, stop: StopAt) -> Stop:
        return self.table.lying(stop[0]).tile.stops[stop[1]]

    def value(self, stop: StopAt) -> int:
        """Return what is printed for a stop in the present phase; values stand in a row."""
        values: tuple[int, ...] = self.printed(stop).values
        newest = COLOURS.index(self.table.rules.colours[-1]) - 1
        return values[newest] if len(values) > 1 else values[0]

    def passable(self, stop: StopAt) -> bool:
        """Tell whether a route may go on: it does not end here, nor is it full of others."""
        printed, held = self.printed(stop), self.table.stations.get(stop, ())
        full = bool(printed.slots) and sum(x is not None for x in held) >= printed.slots
        return not printed.end and (not full or self.company in held)

    def ways(self, routes: Sequence[Route]) -> Iterator[tuple[Route, Way]]:
        """Follow the routes of a run: each with a train of its own, on sides of its own."""
        owned, used = list(self.table.trains[self.company]), set()
        for route in routes:
            self.table.require(route.train in owned, f"{route.train} has run or is not owned")
            owned.remove(route.train)
            try:
                way = follow(self.definition, self.table.board, route.path)
            except ValueError as error:
                self.table.require(False, str(error))
                raise
            for side in way.sides:
                self.table.require(side not in used, f"{route.path} repeats track")
                used.add(side)
            yield route, way

    def ground(self) -> Ground:
        return Ground(self.definition, self.table.board, self.stations, self.passable)
