"""What 1862 keeps besides the common state: permits, charters, warranties, the LNER."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ...engine.actions import Route
from ...engine.own import facts_of, round_of, turn_of
from ...engine.state import Facts, Round, Seat, Turn

if TYPE_CHECKING:
    from ...engine.game import Game

FREIGHT, EXPRESS, LOCAL = "freight", "express", "local"
PARS = (54, 58, 62, 68, 74, 82, 90, 100)
LONDON = (("B15", 1), ("D15", 1))  # the slots of London; one set, drawn in two places
FLOAT = 50  # percent of a company that must have been sold (1862-2.1.2)
CHARTER_TOKENS, CHARTER_TOKEN_PRICE, TOKEN_PRICE = 3, 60, 40  # 1862-3.1.3
WARRANTY_PRICE, MOST_WARRANTIES = 50, 3


class FinalRun(Struct, frozen=True):
    """What a company ran after the LNER, and what it ran with (1862-10.3.4)."""

    trains: dict[str, int]  # train -> its warranties
    permits: tuple[str, ...]
    routes: tuple[Route, ...]
    revenue: int


class Facts1862(Facts, frozen=True):
    """What lies on the table of 1862 and outlives a round."""

    waves: dict[str, int] = {}  # company -> number of the phase from which it may be started
    licences: dict[str, str] = {}  # company -> its original permit
    permits: dict[str, tuple[str, ...]] = {}  # what each company may run now
    chartered: frozenset[str] = frozenset()
    obligations: dict[str, Seat] = {}  # chartered company that has to float -> who promised it
    barred: frozenset[str] = frozenset()  # failed charters that wait for the next stock round
    warranties: dict[str, int] = {}  # train -> its tokens
    rusting: frozenset[str] = frozenset()  # obsolete trains that a warranty keeps for a while
    leftovers: dict[str, str] = {}  # trains of bankrupt companies that are still for sale
    arrivals: dict[str, tuple[str, ...]] = {}  # hex -> its stations, the latest one last
    homed: frozenset[str] = frozenset()  # companies that have placed their home station
    lner_due: bool = False  # the train that triggers the London & North Eastern has been bought
    lner: bool = False  # it has formed
    limit: int | None = None  # of certificates, from then on
    routed: frozenset[str] = frozenset()  # companies that had a route once, in an earlier life too
    final_runs: dict[str, FinalRun] = {}  # what companies ran on the frozen map
    idle_since: int = -1  # actions played when the cycle began; -1: a company has operated in it


class Round1862(Round, frozen=True):
    """A stock or operating round."""

    bought: dict[tuple[Seat, str], int] = {}  # shares bought in this stock round
    operated: frozenset[str] = frozenset()  # companies that have operated, or count as such
    cut_short: tuple[str, ...] = ()  # companies that ended or merged with one that had operated


class ParliamentRound(Round, frozen=True):
    """A parliament round; the auction going on is a step."""

    winners: frozenset[Seat] = frozenset()  # who has won a charter


class Turn1862(Turn, frozen=True):
    """A company's turn."""

    raised: bool = False  # money for a forced purchase has been raised: it is for the bank's train
    declined: frozenset[str] = frozenset()  # trains about which somebody said no
    redeemed: bool = False  # the company buys no share back in this turn
    hurried: bool = False  # ... is judged with the first option of its refinancing (online)
    opened_by: str = ""  # the company that began the turn, before a merger
    merged: bool = False  # the company has merged in this turn
    since: int = 0  # actions played when the turn began


facts = facts_of(Facts1862)
this_round = round_of(Round1862)
parliament = round_of(ParliamentRound)
this_turn = turn_of(Turn1862)


def option(game: Game, name: str) -> str:
    """Return the choice that was made for an option of the game."""
    from .options import CHOICES

    return game.header.options.get(name, CHOICES[name][0])


def uses(game: Game) -> tuple[str, ...]:
    """Return the kinds of trains that are played with."""
    from .options import USES_OF

    return USES_OF[option(game, "trains")]


def most_stations(game: Game) -> int:
    """Return how many stations a company may have, by mergers too (1862-2.1.4)."""
    return int(option(game, "stations"))


def in_play(game: Game) -> list[str]:
    """Return the companies that take part in this game."""
    return [c for c in game.definition.companies if c not in game.state.closed]


def has_london(game: Game, company: str) -> bool:
    """Tell whether the company has a station in London."""
    return any(company in game.state.stations.get(stop, ()) for stop in LONDON)


def receivership(game: Game, company: str) -> bool:
    """Tell whether a started company has no director: the pool has the certificate (1862-8.1)."""
    return company in game.state.cell and company not in game.state.president


def has_train(game: Game, company: str) -> bool:
    return bool(game.state.trains[company])
