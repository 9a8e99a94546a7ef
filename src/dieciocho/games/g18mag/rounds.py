"""The course of 18Magyarország: draft, operating rounds, stock rounds, end (18MAG-IV.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.state import Round
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
    game.log("operating_round", number=number, part=part)
    pay_income(game)
    order = tuple(game.rules.turn_order(game, "operating"))
    game.state.round = Round(kind="operating", number=number, part=part, parts=parts, order=order)
    game.set_facts(train_sold=False)
    game.push(OperatingRound())


class OperatingRound(CompanyTurns, frozen=True):
    """Lets each company operate once, then goes on to what follows (18MAG-VI.1.2)."""

    def begin_turn(self, game: Play, company: str) -> None:
        major = game.definition.companies[company].kind == MAJOR
        if game.state.round.index == len(minors(game)):
            token_after_minors(game)
        game.state.turn = MagTurn(company=company)
        if major:
            game.push(*major_steps(game))
        elif game.state.president[company] == automaton(game):
            game.push(*istvan_steps(game))
        else:
            note_route(game, company)
            game.push(*minor_steps(game))

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
