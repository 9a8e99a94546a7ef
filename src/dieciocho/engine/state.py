"""What lies on the table now.

A state is flat: a few dicts and lists whose values never change in place, so that a copy costs
microseconds. Whoever holds money, shares or trains is an `Owner`: a player's seat number, a
company's id, or one of the places below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import Struct

from .actions import Route
from .tiles import Placed

if TYPE_CHECKING:
    from .step import Step

# Marks of types, so that positions can show players' names for seats, and stops as `F16.0`.
SEAT, STOP = "seat", "stop"
Seat: TypeAlias = Annotated[int, SEAT]
Owner: TypeAlias = Seat | str
StopId: TypeAlias = Annotated[tuple[str, int], STOP]  # hex name, number of the stop on its tile

BANK = "bank"
IPO = "ipo"
POOL = "pool"
OUT = "out"  # scrapped, closed, exported


class Round(Struct, frozen=True):
    """The round being played; games add fields of their own by subclassing."""

    kind: str = ""
    number: int = 1  # of the cycle of rounds that it belongs to
    part: int = 1  # which of the operating rounds of the set
    parts: int = 1
    order: tuple[Owner, ...] = ()
    index: int = 0
    passed: frozenset[Seat] = frozenset()
    last_to_act: Seat | None = None
    sold: frozenset[tuple[Seat, str]] = frozenset()


class Turn(Struct, frozen=True):
    """The operating turn being played; games add fields of their own by subclassing."""

    company: str
    laid: int = 0
    upgraded: bool = False
    stationed: bool = False
    routes: tuple[Route, ...] = ()
    revenue: int = 0
    bonus_income: int = 0  # goes to the treasury, whatever happens to the dividend
    first: bool = False  # the company's first operating turn


class Facts(Struct, frozen=True):
    """What else lies on the table of a game; games subclass it with fields of their own."""


class LastRun(Struct, frozen=True):
    """What a company did with its latest revenue."""

    number: int
    part: int
    revenue: int
    kind: str
    bonus_income: int = 0


class State:
    """The table. Only steps and the operations they call may change it."""

    __slots__ = (
        "agenda",
        "board",
        "cash",
        "cell",
        "closed",
        "ending",
        "facts",
        "floated",
        "homes",
        "last_runs",
        "over",
        "par",
        "phase",
        "powers",
        "president",
        "prices",
        "priority",
        "private_owner",
        "round",
        "shares",
        "stacks",
        "station_key",
        "stations",
        "stations_left",
        "supply",
        "track_key",
        "trains",
        "turn",
    )

    agenda: list[Step]
    board: list[Placed]  # by hex index
    cash: dict[Owner, int]
    cell: dict[str, int]  # company -> market cell
    closed: frozenset[str]  # companies that have left the game
    ending: tuple[str, ...]  # reasons that will end the game, first one first
    facts: Facts
    floated: frozenset[str]
    homes: dict[str, StopId]  # company -> the city where its home station goes or lies
    last_runs: dict[str, LastRun]
    over: bool
    par: dict[str, int]
    phase: int
    powers: dict[str, int]  # private or company -> uses left of what it can do
    president: dict[str, Seat]
    prices: dict[str, int]  # what things on offer cost now, where that changes
    priority: Seat
    private_owner: dict[str, Owner]
    round: Round
    shares: dict[str, tuple[Owner, ...]]  # company -> holder of each certificate
    stacks: dict[int, tuple[str, ...]]  # market cell -> markers from top to bottom
    station_key: int
    stations: dict[StopId, tuple[str | None, ...]]
    stations_left: dict[str, int]
    supply: dict[str, int]
    track_key: int
    trains: dict[Owner, tuple[str, ...]]
    turn: Turn | None

    def copy(self) -> State:
        """Return an independent copy."""
        new = object.__new__(State)
        new.agenda = self.agenda.copy()
        new.board = self.board.copy()
        new.cash = self.cash.copy()
        new.cell = self.cell.copy()
        new.closed = self.closed
        new.ending = self.ending
        new.facts = self.facts
        new.floated = self.floated
        new.homes = self.homes.copy()
        new.last_runs = self.last_runs.copy()
        new.over = self.over
        new.par = self.par.copy()
        new.phase = self.phase
        new.powers = self.powers.copy()
        new.president = self.president.copy()
        new.prices = self.prices.copy()
        new.priority = self.priority
        new.private_owner = self.private_owner.copy()
        new.round = self.round
        new.shares = self.shares.copy()
        new.stacks = self.stacks.copy()
        new.station_key = self.station_key
        new.stations = self.stations.copy()
        new.stations_left = self.stations_left.copy()
        new.supply = self.supply.copy()
        new.track_key = self.track_key
        new.trains = self.trains.copy()
        new.turn = self.turn
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def differences(self, other: State) -> list[str]:
        """Name the parts in which two states differ."""
        return [n for n in self.__slots__ if getattr(self, n) != getattr(other, n)]
