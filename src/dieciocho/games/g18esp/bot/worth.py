"""What a player of 18ESP will have at the end, by what games came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible.values import lasting, missing
from ..facts import is_small
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
    """Estimate what a player will have; the weights came nearest to what players had.

    Small companies pay half of what they run for until they freeze, then they are absorbed: they
    are worth their price.
    """
    state, rounds, player = game.state, rounds_left(game), game.seats[seat]
    small = {company for company in player.directs if is_small(game, company)}
    found = game.rules.scores(game)[seat] + INVESTED * player.cash
    found += CERTIFICATE * min(rounds, LAST_ROUNDS) * (player.certificates - len(small))
    for company, part in player.shares.items():
        run = state.last_runs.get(company)
        if run is not None:
            paid = 0.5 if company in small else 1.0
            found += PAID * rounds * paid * part * run.revenue / 100
    for company in player.directs:
        if company in small:
            continue
        found += STAYING * rounds * len(lasting(game, company)) + SAVED * state.cash[company]
        found -= HELP * rounds * missing(game, company)
    return found
