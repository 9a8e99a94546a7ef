"""A computer player of your own: copy this file, change `worth`, and let it play.

dieciocho arena 1888n --bots "mybot.py:MyBot,quick" --games 20
"""

from dieciocho.bots import Bot
from dieciocho.engine.actions import Action
from dieciocho.engine.game import Game


class MyBot(Bot):
    """Tries every action on a copy of the game and takes what leaves most to its name."""

    def choose(self, game: Game) -> Action:
        dice = self.dice(game)  # chance that is the same for the same seed and position
        found = game.legal_actions()
        dice.shuffle(found)
        return max(found[:30], key=lambda choice: self.worth(game, choice.action)).action

    def worth(self, game: Game, action: Action) -> float:
        """Return what an action seems to be worth: wealth, with what the companies own."""
        seat = game.actor
        after = game.foresee(action).game  # of a copy: the game itself must stay as it is
        if seat is None:
            return 0.0
        me = after.player(seat)
        owned = [after.company(company) for company in me.directs]
        trains = sum(len(company.trains) for company in owned)
        stations = sum(len(company.stations) for company in owned)
        return me.value + 50 * trains + 10 * stations + 0.2 * sum(c.treasury for c in owned)
