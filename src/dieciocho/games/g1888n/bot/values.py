"""What the shares of 1888-N bring, as games show: dear and cheap ones pay much the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible.values import missing
from ....engine.shares import price
from ....engine.state import BANK

if TYPE_CHECKING:
    from ....engine.game import Game

LONGEST = 13.0  # operating rounds ahead of the first share that is bought
USUAL = 13  # of a dividend, whatever the company runs for now
LASTING = 0.4  # of a dividend of today that is still there in later rounds
RISE = 6  # of a price in an operating round
MIDDLE = 80  # prices far from here come back a little


def rounds_left(game: Game) -> float:
    """Estimate how many operating rounds are left: what is kept now will be paid later."""
    state = game.state
    paid = sum(
        run.revenue * (1.0 if run.kind == "pay" else 0.7) for run in state.last_runs.values()
    )
    incomes = sum(
        card.income
        for private, card in game.definition.privates.items()
        if state.private_owner.get(private) in state.cash
    )
    current = state.round
    ahead = float(current.parts - current.part if current.kind == "operating" else 1)
    if state.ending:
        return max(ahead, 0.5) if current.kind == "operating" else 3.0
    return max(
        1.0, ahead, min(LONGEST, 1.2 + 1.25 * state.cash[BANK] / (1.3 * (paid + incomes) + 100))
    )


def share_worth(game: Game, company: str) -> float:
    """Estimate what ten percent will have brought at the end of the game."""
    rounds = rounds_left(game)
    now = price(game, company)
    run = game.state.last_runs.get(company)
    revenue = run.revenue if run is not None else 60
    paid = rounds * (USUAL + LASTING * revenue / 10)
    back = (MIDDLE - now) * min(0.3, 0.03 * rounds)
    return now + RISE * rounds + back + paid - 0.07 * missing(game, company)
