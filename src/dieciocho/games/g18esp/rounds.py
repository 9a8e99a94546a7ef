"""The course of 18ESP: sets of operating rounds, export, the end (18ESP-4, 18ESP-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.depot import move_train, top_card
from ...engine.state import BANK
from ...engine.step import Step
from ...engine.steps import rounds
from ...engine.steps.rounds import LAST_TURN, TURNS, CompanyTurns, begin_stock_round
from .auction import pay_incomes
from .facts import REMOVED, facts
from .phases import push_discards, train_gone
from .policy import policy
from .stock import StockRound
from .turn import turn_steps

if TYPE_CHECKING:
    from ...engine.game import Play


def begin_set(game: Play, number: int) -> None:
    """Begin the operating rounds after a stock round.

    Their number is that of the phase now (18ESP-4.0.1, 18ESP-6.3).

    The last set comes in phase 7, which has the three rounds of 18ESP-7.4.
    """
    begin_operating_round(game, number, 1, game.phase.rounds)


def begin_operating_round(game: Play, number: int, part: int, parts: int) -> None:
    # Who was launched in the stock round operates from now on (18ESP-3.2.1.2, 18ESP-3.2.2.8).
    rounds.begin_operating_round(game, OperatingRound(), number, part, parts, pay_incomes)


class OperatingRound(CompanyTurns, frozen=True):
    """Lets each company operate once (18ESP-4.0.2), then goes on to what follows."""

    def begin_turn(self, game: Play, company: str) -> None:
        state = game.state
        if company in state.closed or company in facts(game).frozen:  # 18ESP-4.6.1.1
            game.set_round(index=state.round.index + 1)
            return
        super().begin_turn(game, company)

    def steps(self, game: Play, company: str) -> tuple[Step, ...]:
        return turn_steps(game)

    def finish(self, game: Play) -> None:
        current, now = game.state.round, facts(game)
        exports = policy(game).export_always or current.order
        if current.part < current.parts:
            begin_operating_round(game, current.number, current.part + 1, current.parts)
        elif now.last_set == current.number:
            game.finish()  # 18ESP-7.4
        elif current.number >= LAST_TURN and not exports:  # online, without companies (D24)
            game.note_ending(TURNS)
            game.finish()
        else:
            begin_stock_round(game, current.number + 1, StockRound())  # 18ESP-4.9.3
            if exports:
                export_train(game)


def export_train(game: Play) -> None:
    """Take the top train out of the game; it counts as bought (18ESP-4.9.1)."""
    card = top_card(game)
    assert card is not None, "the last kind is endless"
    move_train(game, card, BANK, REMOVED)
    game.log("exported", train=game.kind_of(card))
    train_gone(game, game.kind_of(card))  # 18ESP-4.9.2
    push_discards(game)
