"""The course of 1862: parliament, stock round, sets of operating rounds, the LNER, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.shares import hand_over, ordinary
from ...engine.state import IPO, POOL
from ...engine.steps import rounds
from ...engine.steps.rounds import LAST_TURN, TURNS, CompanyTurns
from .facts import Turn1862, facts, in_play, this_round
from .holdings import held
from .parliament import begin_parliament
from .policy import policy
from .stock import begin_stock_round

if TYPE_CHECKING:
    from ...engine.game import Game, Play

LAST_PRICE = "price"  # reasons that end the game
BANK_BROKEN = "bank"
LNER = "lner"
STANDSTILL = "standstill"


def begin_operating_round(game: Play, number: int, part: int, parts: int) -> None:
    """Companies that floated before operate (1862-6.5.4.0.2), by price (1862-7.1.1)."""
    rounds.begin_operating_round(game, OperatingRound(), number, part, parts)


class OperatingRound(CompanyTurns, frozen=True):
    """Every floated company operates once (1862-7.1.3)."""

    def settle(self, game: Play) -> bool:
        if game.state.turn is not None:
            game.set_round(operated=this_round(game).operated | {game.state.turn.company})
        return super().settle(game)

    def finish(self, game: Play) -> None:
        _after_round(game)

    def begin_turn(self, game: Play, company: str) -> None:
        from .turn import turn_steps

        current = this_round(game)
        if company not in game.state.floated:
            game.set_round(index=current.index + 1)
            return
        game.state.turn = Turn1862(company=company, since=game.played)
        game.set_facts(idle_since=-1)
        game.push(*turn_steps(game, company))


def note_last_price(game: Play, company: str) -> None:
    """A company that reaches the last price ends the game with this round (1862-10.1.1)."""
    market = game.definition.market
    if "e" in market.cells[game.state.cell[company]].marks:
        game.note_ending(LAST_PRICE)


def _after_round(game: Play) -> None:
    """End the game, go on with the set, or go on to the next round.

    A bank that broke in whatever round ends the game after a set (1862-10.2.1, 1862-10.2.2).
    """
    current, ending = game.state.round, game.state.ending
    if LAST_PRICE in ending:
        game.finish()
    elif current.part < current.parts:
        begin_operating_round(game, current.number, current.part + 1, current.parts)
    elif facts(game).lner:  # the bank does not matter any more (1862-10.2.3)
        game.note_ending(LNER)  # 1862-10.3.3
        game.finish()
    elif BANK_BROKEN in ending:
        game.finish()
    elif facts(game).lner_due:  # 1862-10.3.1
        _form_lner(game)
        begin_stock_round(game, current.number + 1)
    elif policy(game).standstill_ends and _nobody_can_act(game):
        game.note_ending(STANDSTILL)
        game.finish()
    elif not policy(game).standstill_ends and current.number >= LAST_TURN:
        game.note_ending(TURNS)
        game.finish()
    else:
        game.set_facts(idle_since=game.played)
        begin_parliament(game, current.number + 1, 1)


def _nobody_can_act(game: Game) -> bool:
    """Tell, after a set of operating rounds, whether a cycle passed without company or decision.

    All players are poor and no company is left: nothing would ever happen again (1862-10.5.1).
    """
    return facts(game).idle_since == game.played


def _form_lner(game: Play) -> None:
    """The London & North Eastern forms: the map is frozen (1862-10.3.2)."""
    state = game.state
    seats = range(len(game.players))
    for company in in_play(game):
        if company not in state.cell:
            state.closed = state.closed | {company}
        else:
            hand_over(game, company, IPO, POOL, ordinary(game, company, IPO))
    # 1862-6.5.2.3: shares, not certificates
    most = max(sum(held(game, company, seat) for company in state.cell) for seat in seats)
    game.set_facts(lner=True, lner_due=False, limit=most)
    game.log("lner", limit=most)
