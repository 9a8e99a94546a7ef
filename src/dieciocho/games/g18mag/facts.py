"""What 18Magyarország keeps besides the common state: stacks and phases, the turn of a company."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.own import facts_of, turn_of
from ...engine.state import Facts, Seat, Turn

if TYPE_CHECKING:
    from ...engine.game import Game

MINOR, MAJOR = "minor", "major"
TERRAIN, BUILDING = "SIK", "SKEV"  # who is paid for terrain; for second tiles and stations
CAPITAL = 50  # of a minor (18MAG-III.3.2.2)
FIRST_TRAIN = "2"
TILE_FEE = 10  # of an additional tile (18MAG-VI.3.2.2)
TOKEN = "token"  # a terrain token, as the power of a lay or the thing that is used


class MagFacts(Facts, frozen=True):
    """The stacks of trains and what they have set off."""

    unopened: tuple[str, ...] = ()  # stacks with a round indicator tile, cheapest first
    idle: int = 0  # "no train sold" tokens on the cheapest of them
    train_sold: bool = False  # a stack has sold a train in this operating round
    phase_changed: bool = False  # the set ends with this operating round
    programme: dict[str, int] = {}  # actions done of the cards of the automaton's minors
    swapping: frozenset[str] = frozenset()  # ... and which of them wait for their new train
    carded: tuple[str, ...] = ()  # shares the automaton bought in this stock round, if they count
    routed: frozenset[str] = frozenset()  # minors that once had a route (edition `online`)
    last_set: int | None = None  # number of the set after which the game ends


class MagTurn(Turn, frozen=True):
    """A company's turn."""

    armed: bool = False  # a terrain token pays for the next terrain (edition `online`)
    wagons: tuple[str, ...] = ()  # majors whose wagons were hired, in order
    declined: dict[str, int] = {}  # train -> price that its owner declined


facts = facts_of(MagFacts)
this_turn = turn_of(MagTurn)


def minors(game: Game) -> list[str]:
    """Return the minors that are in the game, in the order of their numbers."""
    found = [
        c
        for c, x in game.definition.companies.items()
        if x.kind == MINOR and c not in game.state.closed
    ]
    return sorted(found, key=int)


def majors(game: Game) -> list[str]:
    return [c for c, x in game.definition.companies.items() if x.kind == MAJOR]


def automaton(game: Game) -> Seat | None:
    """Return the seat of István in the solo game."""
    return len(game.header.players) if len(game.header.players) == 1 else None


def few_players(game: Game) -> bool:
    """Tell whether the game for one or two players is played (18MAG-X.1)."""
    return len(game.players) <= 2
