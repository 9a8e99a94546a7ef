"""What 18ESP keeps besides the common state, and small questions about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.own import facts_of, turn_of
from ...engine.state import Facts, Round, Seat, Turn
from .policy import policy
from .printed import printed

if TYPE_CHECKING:
    from ...engine.game import Game

NORTH, SOUTH, SMALL = "north", "south", "small"
RESERVED = "reserved"  # holds the shares that wait for an absorption (18ESP-1.5.1.8)
REMOVED = "removed"  # holds exported and obsolete trains, which may be recycled
ATTACHED = "attached"  # holds recycled trains that are part of a combined one
MAQUINISTA = "P5"  # sells tenders
PIONEER_SIX = ("P6a", "P6b")
CARRENO = "P7"
SPECIAL_TRAIN, STRAWBERRY_TRAIN = "2B-0", "2F-0"
TENDER_PRICE, TENDER_SHARE = 80, 20  # the part of the owner of pioneer 5 (18ESP-2.2.19)
LAUNCH_PARTS, FULL_PARTS = 4, 10  # of PAR, paid at launch (18ESP-3.2.2.4, 18ESP-3.2.2.6)

DESTINATION, AREA, MINE_PORT, PORT, ABSORPTION = (
    "destination",
    "area",
    "mine_port",
    "port",
    "absorption",
)


class EspFacts(Facts, frozen=True):
    cards: tuple[Seat, ...] = ()  # the turn cards in force, lowest first
    open_passes: tuple[str, ...] = ()  # in the order of their opening
    tenders: frozenset[str] = frozenset()  # companies that own one, for ever (18ESP-2.2.25)
    tenders_of_owner: int = 0  # that the owner of pioneer 5 may still sell
    tenders_for_sale: int = 0  # on the open market
    aranjuez: bool = False  # the strawberry train has run through Aranjuez
    goals: dict[str, tuple[str, ...]] = {}  # company -> goals reached, in order
    unlocked: dict[str, int] = {}  # company -> stations that have become available
    full: frozenset[str] = frozenset()  # majors launched with full capital: no goals
    frozen: frozenset[str] = frozenset()  # small companies that have stopped (18ESP-4.6.1.1)
    ran: frozenset[str] = frozenset()  # small companies that have operated with a train
    routed: dict[str, frozenset[str]] = {}  # company -> gauges of routes it once had (online)
    recycled: dict[str, str] = {}  # combined train -> the recycled card attached to it
    debts: dict[Seat, tuple[int, ...]] = {}  # player -> loans, which stay his (18ESP-4.7.2.1)
    absorbed: frozenset[str] = frozenset()  # majors that have absorbed a small company
    with_share: dict[str, str] = {}  # pioneer -> the company whose certificate lies with it
    madrid_freed: bool = False  # MZ has left the slot that it shares with MZA
    last_set: int | None = None  # number of the set after which the game ends
    final: bool = False  # the second train of the last kind has gone


class AuctionRound18(Round, frozen=True):
    """The auction of the pioneers: who is in, and what was bid."""

    bids: tuple[tuple[Seat, int], ...] = ()  # latest bid of each bidder, highest last
    bidders: tuple[Seat, ...] = ()
    least: int = 0  # the lowest first bid
    speaker: Seat = -1  # who spoke last


class EspTurn(Turn, frozen=True):
    mine_laid: bool = False
    hexes: tuple[str, ...] = ()  # where tiles were laid
    pass_opened: bool = False
    track_done: bool = False  # the site has ended the track step (edition `online`)
    tender: str | None = None  # the train that carries the tender (edition `online`)
    idle: frozenset[str] = frozenset()  # trains that came too late to run
    sold: bool = False  # the director has sold shares
    last_sale: int = 0  # the price of the last share that he sold
    discards_due: bool = False  # after the earnings surplus trains go (edition `online`)
    declined: dict[str, int] = {}  # what was offered in vain -> price
    offers: frozenset[str] = frozenset()  # proposals that were declined for good


facts = facts_of(EspFacts)
this_turn = turn_of(EspTurn)


def kind(game: Game, company: str) -> str:
    return game.definition.companies[company].kind


def is_small(game: Game, company: str) -> bool:
    return kind(game, company) == SMALL


def in_play(game: Game, *kinds: str) -> list[str]:
    """Return the companies of some kinds that are in the game."""
    closed = game.state.closed
    return [c for c, x in game.definition.companies.items() if x.kind in kinds and c not in closed]


def allowed(game: Game, what: str) -> bool:
    """Tell whether the present phase allows something."""
    return what in game.phase.allows


def company_limit(game: Game, company: str) -> int:
    """Return the train limit of a company (18ESP-4.4.1.6)."""
    phase = printed(game).phases[game.state.phase]
    return phase.limits.get(kind(game, company), phase.train_limit)


def counted_trains(game: Game, company: str) -> tuple[str, ...]:
    """Return the trains that count: not the strawberry train (18ESP-2.2.15).

    A combined train is one card (18ESP-5.2.1.7).
    """
    return tuple(c for c in game.state.trains[company] if c != STRAWBERRY_TRAIN)


def debt(game: Game, seat: Seat) -> int:
    """Return what a player owes with interest (18ESP-4.7.2.4), which is fixed (18ESP-4.7.2.5)."""
    loans = facts(game).debts.get(seat, ())
    if policy(game).interest_per_loan:
        return sum(loan + (loan + 1) // 2 for loan in loans)
    total = sum(loans)
    return total + (total + 1) // 2


def stopped(game: Game) -> bool:
    company = this_turn(game).company
    return company in facts(game).frozen or company in game.state.closed
