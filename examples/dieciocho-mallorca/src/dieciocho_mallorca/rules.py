"""18Mallorca: what it is called, and its set-up. All else is as the engine has it."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from dieciocho.engine.ledger import pay
from dieciocho.engine.rules import Rules
from dieciocho.engine.setup import bare_table
from dieciocho.engine.state import BANK
from dieciocho.engine.steps.rounds import begin_stock_round

from .rounds import StockRound

if TYPE_CHECKING:
    from dieciocho.engine.game import Play
    from dieciocho.engine.state import State


# What seats begin with beyond the others, by the number of players: the first one chooses first.
MORE = {2: (0, 20), 3: (0, 10, 20), 4: (0, 0, 20, 18)}


class Mallorca(Rules):
    id = "18mallorca"
    title = "18Mallorca"
    player_counts = range(2, 5)
    folder = files(__package__)

    def set_up(self, game: Play) -> State:
        game.state = bare_table(game)
        for seat, more in enumerate(MORE[len(game.players)]):
            pay(game, BANK, seat, more)  # MALLORCA-1.2
        begin_stock_round(game, 1, StockRound())
        return game.state


RULES = Mallorca()
