"""A major's turn: a station anywhere, then its dividend (18MAG-VI.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice, Distribute
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import move_price, percent
from ...engine.state import BANK
from ...engine.step import Move, Step
from ...engine.steps.common import CompanyStep, PassMove, pop
from ...engine.steps.operating import note_run
from ...engine.steps.stations import PlaceStationMove, StationStep, anywhere
from .facts import automaton, few_players, this_turn
from .turn import TurnStep

if TYPE_CHECKING:
    from ...engine.game import Game, Play

STEP = 10  # dividends are multiples of it
# Up to which total dividend the price moves how far to the right (18MAG-VI.4.3.3, 18MAG-X.7).
MOVES = ((20, 0), (50, 1), (100, 2), (200, 3))
MOVES_FEW = ((10, 0), (40, 1), (80, 2), (120, 3))
FARTHEST = 4


def major_steps(game: Game) -> tuple[Step, ...]:
    """The order of a major's turn; it buys no trains (18MAG-VI.3.8.7)."""
    company = this_turn(game).company
    if company in game.state.president and game.state.president[company] == automaton(game):
        return (PayAll(),)  # István places no stations (18MAG-XI.3.1)
    return (MajorStation(), PayOut())


def dividend_move(game: Game, amount: int) -> tuple[str, int]:
    """Return in which direction and how far a dividend moves the price (18MAG-VIII.2.1)."""
    if not amount:
        return "left", 1
    for limit, spaces in MOVES_FEW if few_players(game) else MOVES:
        if amount <= limit:
            return "right", spaces
    return "right", FARTHEST


def distribute(game: Play, company: str, amount: int, *, chosen: bool) -> None:
    """Pay a dividend out of the treasury; what nobody holds goes to the bank (18MAG-VI.4.3.2).

    What is not paid stays there (18MAG-VI.4.3.4).
    """
    left = amount
    for seat in range(len(game.players)):
        part = amount // 10 * (percent(game, company, seat) // 10)
        pay(game, company, seat, part)
        left -= part
    pay(game, company, BANK, left)
    game.log("distributed", company=company, money=amount, per_share=amount // 10)
    # All spaces at once: it enters the stack of the last one only (18MAG-VIII.2.2).
    move_price(game, company, *dividend_move(game, amount))
    note_run(game, company, amount, "keep" if chosen and not amount else "distribute")


class MajorStation(StationStep, TurnStep, frozen=True):
    """A station in any free city, if there is a director (18MAG-VI.4.2.1, 18MAG-VI.4.2.3).

    It needs no connection (18MAG-VI.4.2.2); majors may meet in a city (18MAG-VI.4.2.4).
    """

    moves = (PlaceStationMove(where=anywhere), PassMove(pop))

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        if self.offers(game, self.moves[0]) and company in game.state.president:
            return False
        game.pop()
        return True


class DistributeMove(Move[Distribute, CompanyStep]):
    """Pay any multiple of ten that the treasury holds (18MAG-VI.4.3.1)."""

    action = Distribute

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        most = game.state.cash[step.company(game)] // STEP * STEP
        yield Choice(Distribute(0), 0, most, STEP)

    def check(self, game: Game, step: CompanyStep, action: Distribute) -> None:
        if action.price < 0 or action.price % STEP:
            refuse(game, "dividend_multiple", amount=action.price)
        cash = game.state.cash[step.company(game)]
        if action.price > cash:
            refuse(game, "dividend_too_much", amount=action.price, cash=cash)

    def apply(self, game: Play, step: CompanyStep, action: Distribute) -> None:
        distribute(game, step.company(game), action.price, chosen=True)
        game.pop()


class PayOut(TurnStep, frozen=True):
    """The director chooses; without one everything is paid (18MAG-VI.4.3.5)."""

    moves = (DistributeMove(),)
    out_of_step = "dividend_due"

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        cash = game.state.cash[company]
        if company in game.state.president and cash >= STEP:
            return False
        game.pop()
        distribute(game, company, cash // STEP * STEP, chosen=False)
        return True


class PayAll(TurnStep, frozen=True):
    """A major that István directs pays everything (18MAG-XI.3.1)."""

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        game.pop()
        distribute(game, company, game.state.cash[company] // STEP * STEP, chosen=False)
        return True
