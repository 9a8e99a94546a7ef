"""A company's turn, in the order of the rulebook (1865-4.1.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.actions import Action, Pass
from ...engine.ledger import pay
from ...engine.shares import move_price
from ...engine.state import BANK, IPO
from ...engine.step import Step
from ...engine.steps.common import CompanyStep
from ...engine.steps.operating import DividendMove, note_run
from .absorption import Mergers
from .anytime import ANYTIME, TurnStep
from .facts import facts, this_turn
from .holdings import held, share_percent
from .maritime import capacity
from .mines import exploit
from .printed import train_of
from .stations import AfterMarkers, Station
from .track import Track
from .trains import Trains

if TYPE_CHECKING:
    from ...engine.actions import Dividend
    from ...engine.game import Game, Play


def turn_steps() -> tuple[Step, ...]:
    """The order of a turn; a marker placed now is too late for the mines (1865-4.3.4)."""
    return (Mergers(), Track(), Mines(), Station(), PayDividend(), Trains(), EndOfTurn())


class Mines(TurnStep, frozen=True):
    """The company's mines give traffic (1865-4.3.1)."""

    def settle(self, game: Play) -> bool:
        game.pop()
        exploit(game, self.company(game))
        return True


def revenue_of(game: Game, company: str) -> int:
    """Return what a company earns: ten for each traffic point carried (1865-4.5.1)."""
    trains = game.state.trains[company]
    if not trains:
        return 0  # maritime companies alone carry nothing (1865-2.6.9)
    room = sum(train_of(game, card).capacity for card in trains) + capacity(game, company)
    # What is left of traffic or of room earns nothing (1865-1.12).
    return 10 * min(facts(game).traffic.get(company, 0), room)


def settle_revenue(game: Play, company: str, kind: str, revenue: int) -> None:
    """Pay the revenue out or keep it (1865-4.5.2), and move the price (1865-4.5.5)."""
    if not revenue:
        game.log("no_revenue", company=company)
        move_price(game, company, "left")  # 1865-3.11.4, 1865-4.5.6
    elif kind == "pay":
        per_share = revenue * share_percent(game, company) // 100
        for seat in range(len(game.players)):
            pay(game, BANK, seat, per_share * held(game, company, seat))
        # The shares of the pool and of the Dragons earn for the bank: no money moves (1865-4.5.3).
        pay(game, BANK, company, per_share * held(game, company, IPO))
        game.log("paid", company=company, revenue=revenue, per_share=per_share)
        move_price(game, company, "right")  # 1865-3.11.1
    else:
        pay(game, BANK, company, revenue)  # 1865-4.5.4
        game.log("kept", company=company, revenue=revenue)  # the price stays (1865-3.11.5)
    note_run(game, company, revenue, "pay" if revenue and kind == "pay" else "keep")


class PayMove(DividendMove):
    """Pay out everything or keep everything."""

    def apply(self, game: Play, step: CompanyStep, action: Dividend) -> None:
        settle_revenue(game, step.company(game), action.kind, this_turn(game).revenue)
        game.pop()


class PayDividend(AfterMarkers, frozen=True):
    """The president decides what becomes of the revenue; without any the price falls."""

    moves = (PayMove(), *ANYTIME)
    refusals: ClassVar[dict[type[Action], str]] = {Pass: "revenue_undecided"}

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        revenue = revenue_of(game, company)  # a transfer just now still counts
        game.set_turn(revenue=revenue)
        if revenue:
            return False
        game.pop()
        settle_revenue(game, company, "keep", 0)
        return True


class EndOfTurn(TurnStep, frozen=True):
    """The company has operated: from now on its shares may be sold (1865-3.4.6)."""

    def settle(self, game: Play) -> bool:
        game.pop()
        game.set_facts(operated=facts(game).operated | {self.company(game)})
        return True
