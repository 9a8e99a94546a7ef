"""The course of 18Magyarország: draft, operating rounds, stock rounds, end (18MAG-IV.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.step import Step
from ...engine.steps import rounds
from ...engine.steps.rounds import CompanyTurns, begin_stock_round
from .facts import MAJOR, MagTurn, automaton, facts, minors
from .istvan import istvan_steps, pay_income
from .majors import major_steps
from .phases import count_idle_rounds, token_after_minors
from .stock import StockRound
from .turn import minor_steps, note_route

if TYPE_CHECKING:
    from ...engine.game import Play


def begin_operating_round(game: Play, number: int, part: int, parts: int) -> None:
    game.set_facts(train_sold=False)
    rounds.begin_operating_round(game, OperatingRound(), number, part, parts, pay_income)


class OperatingRound(CompanyTurns, frozen=True):
    """Lets each company operate once, then goes on to what follows (18MAG-VI.1.2)."""

    def begin_turn(self, game: Play, company: str) -> None:
        if game.state.round.index == len(minors(game)):
            token_after_minors(game)
        game.state.turn = MagTurn(company=company)
        game.push(*self.steps(game, company))

    def steps(self, game: Play, company: str) -> tuple[Step, ...]:
        if game.definition.companies[company].kind == MAJOR:
            return major_steps(game)
        if game.state.president[company] == automaton(game):
            return istvan_steps(game)
        note_route(game, company)
        return minor_steps(game)

    def finish(self, game: Play) -> None:
        """Go on with the set; a change of phase cuts it short (18MAG-VI.3.9.6, 18MAG-IV.2).

        However many changes there were, one stock round follows (18MAG-VI.3.9.7). In the last
        phase nothing changes: its rounds are all played (18MAG-IX.1.2).
        """
        current = game.state.round
        if facts(game).last_set == current.number and current.part == current.parts:
            game.finish()  # 18MAG-IX.1.1
            return
        count_idle_rounds(game)
        now = facts(game)
        game.set_facts(phase_changed=False)
        if current.part < current.parts and not now.phase_changed:
            begin_operating_round(game, current.number, current.part + 1, current.parts)
        else:
            begin_stock_round(game, current.number + 1, StockRound())
