"""What a player of 18ESP will have at the end, by what games came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible.values import lasting, missing
from .stock import LAST_ROUNDS, rounds_left

if TYPE_CHECKING:
    from ....engine.game import Game
    from ....engine.state import Seat

INVESTED = 0.4  # of cash: it will buy what grows
CERTIFICATE = 75  # what a certificate gains in a round, cheap or dear, over so many rounds
STAYING = 20  # in a round: a train of one's companies that stays for a while
HELP = 0.2  # in a round, of what they lack for the next train
SAVED = 0.4  # of what they have in their treasuries
PAID = 0.5  # in a round, of the dividends of now


def position(game: Game, seat: Seat) -> float:
    """Estimate what a player will have; the weights came nearest to what players had."""
    state, rounds, player = game.state, rounds_left(game), game.seats[seat]
    found = game.rules.scores(game)[seat] + INVESTED * player.cash
    found += CERTIFICATE * min(rounds, LAST_ROUNDS) * player.certificates
    for company, part in player.shares.items():
        run = state.last_runs.get(company)
        if run is not None:
            found += PAID * rounds * part * run.revenue / 100
    for company in player.directs:
        found += STAYING * rounds * len(lasting(game, company)) + SAVED * state.cash[company]
        found -= HELP * rounds * missing(game, company)
    return found
