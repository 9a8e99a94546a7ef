"""A company as a reader sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..shares import percent
from ..state import IPO, POOL
from .depot import TrainCard, cards
from .player import PlayerView
from .view import View

if TYPE_CHECKING:
    from ..components import Company
    from ..market import Cell
    from ..state import LastRun, Owner, StopId


class PlacedStation(NamedTuple):
    """A station on the map: its hex, the number of the city there, the slot in that city."""

    hex: str
    city: int
    slot: int


class CompanyView(View):
    """A company: `game.company("LYR")`.

    Holders are seat numbers, ids of companies, or places ("ipo" the initial offer, "pool" the
    bank's pool, others as the game has them).
    """

    __slots__ = ()

    @property
    def id(self) -> str:
        """Its short name, as in actions."""
        return str(self._key)

    @property
    def charter(self) -> Company:
        """What is printed: name, colours, home, destination, sizes of certificates."""
        return self._game.definition.companies[self.id]

    @property
    def name(self) -> str:
        """Its full name."""
        return self.charter.name

    @property
    def kind(self) -> str:
        """What kind of company it is, where a game has several: minor, major..."""
        return self.charter.kind

    # --- where it stands ---------------------------------------------------------------

    @property
    def started(self) -> bool:
        """Whether it has a marker on the market."""
        return self.id in self._game.state.cell

    @property
    def floated(self) -> bool:
        """Whether it has its capital and operates."""
        return self.id in self._game.state.floated

    @property
    def operated(self) -> bool:
        """Whether it has operated since it was started."""
        return self._game.rules.operated(self._game, self.id)

    @property
    def closed(self) -> bool:
        """Whether it has left the game, or was never in it."""
        return self.id in self._game.state.closed

    @property
    def position(self) -> int | None:
        """Its place in the order of operating, from 1; None if it does not operate.

        Of this round while companies operate, otherwise of the next one as prices are now.
        """
        order = self._moment.order
        return order.index(self.id) + 1 if self.id in order else None

    @property
    def price(self) -> int | None:
        """The market price; None before it is started."""
        return None if self.cell is None else self.cell.price

    @property
    def par(self) -> int | None:
        """The price at which it was started; None before."""
        return self._game.state.par.get(self.id)

    @property
    def cell(self) -> Cell | None:
        """The cell of the market with its marker: price, row, column, marks."""
        index = self._game.state.cell.get(self.id)
        return None if index is None else self._game.definition.market.cells[index]

    # --- who owns it -------------------------------------------------------------------

    @property
    def president(self) -> PlayerView | None:
        """The player who directs it, or owns it whole."""
        seat = self._game.state.president.get(self.id)
        return None if seat is None else PlayerView(self._moment, seat)

    @property
    def holders(self) -> tuple[Owner, ...]:
        """Who holds each certificate, the director's one first."""
        return self._game.state.shares.get(self.id, ())

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many percent each of those certificates is."""
        return self._game.rules.certificates(self._game, self.id)

    @property
    def shares(self) -> dict[Owner, int]:
        """How many percent each holder has."""
        return {holder: self.held_by(holder) for holder in dict.fromkeys(self.holders)}

    def held_by(self, holder: Owner | PlayerView) -> int:
        """Return how many percent somebody holds."""
        owner = holder.seat if isinstance(holder, PlayerView) else holder
        return percent(self._game, self.id, owner) if self.holders else 0

    @property
    def initial_offer(self) -> int:
        """How many percent are in the initial offer."""
        return self.held_by(IPO)

    @property
    def pool(self) -> int:
        """How many percent are in the bank's pool."""
        return self.held_by(POOL)

    @property
    def own_shares(self) -> int:
        """How many percent of itself it keeps in its treasury."""
        return self.held_by(self.id)

    # --- what it owns ------------------------------------------------------------------

    @property
    def treasury(self) -> int:
        """Its money."""
        return self._game.state.cash.get(self.id, 0)

    @property
    def trains(self) -> tuple[TrainCard, ...]:
        """Its trains, in the order in which it got them."""
        return cards(self._game, self.id)

    @property
    def privates(self) -> tuple[str, ...]:
        """The private companies that it owns."""
        owners = self._game.state.private_owner
        return tuple(private for private, owner in owners.items() if owner == self.id)

    # --- on the map --------------------------------------------------------------------

    @property
    def home(self) -> StopId | None:
        """The hex and the city where its home station lies or will lie."""
        return self._game.state.homes.get(self.id)

    @property
    def stations(self) -> tuple[PlacedStation, ...]:
        """Its stations on the map."""
        return tuple(
            PlacedStation(name, city, slot)
            for (name, city), slots in self._game.state.stations.items()
            for slot, owner in enumerate(slots)
            if owner == self.id
        )

    @property
    def stations_left(self) -> int:
        """How many stations are still on its charter."""
        return self._game.state.stations_left[self.id]

    @property
    def stations_total(self) -> int:
        """How many stations it has, on the map and on its charter."""
        return self._game.rules.stations(self._game, self.id)

    @property
    def station_costs(self) -> tuple[int, ...]:
        """What the stations still on its charter cost, the next one first, where it is printed."""
        total = self.stations_total
        costs = self._game.definition.table.station_costs.get(str(total), ())
        return costs[total - self.stations_left :]

    # --- what it does ------------------------------------------------------------------

    @property
    def last_run(self) -> LastRun | None:
        """Its latest revenue, when that was and what became of it (`kind`: "pay", "keep"...)."""
        return self._game.state.last_runs.get(self.id)

    @property
    def facts(self) -> dict[str, Any]:
        """What only this game knows of its companies."""
        return self._game.rules.company_facts(self._game, self.id)

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return f"<company {self.id}: price {self.price}, treasury {self.treasury}>"
